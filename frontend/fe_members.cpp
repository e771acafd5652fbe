// SPDX-License-Identifier: MIT
// Checks calls of the members of vector and matrix, also in functions that no kernel calls.
//
//   v.select<8, 1>(12)   on 16 elements      ->   warning: select<8,1>(12) reaches element 19 of a vector of 16 elements
//   v.merge(w, c)        c: char, 32 elements ->  warning: the mask has 8 bits for 32 elements
//   v.any();                                 ->   warning: expression result unused
//   v.select<4, 1>(1.0f)                     ->   error: the offset of select must be an integer
//   v(1.0f)                                  ->   error: the index of an element must be an integer
//
// The pass lower_cm has the same checks for offsets that only inlining makes constant (cm_check.c); a place gets one
// warning of a group.

#include "fe_priv.h"
#include "fe_visitor.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Sema/Sema.h>

using namespace clang;

namespace {

// An object of the language; n is 0 for other types.
struct shape {
    long long rows = 0, cols = 0, n = 0;
    bool matrix = false;
};

long long number_in(const TemplateArgument &a) {
    return a.getKind() == TemplateArgument::Integral ? a.getAsIntegral().getExtValue() : 0;
}

shape shape_of(QualType t) {
    const auto *c = dyn_cast_or_null<ClassTemplateSpecializationDecl>(t->getAsCXXRecordDecl());
    const auto *ns = c ? dyn_cast<NamespaceDecl>(c->getDeclContext()) : nullptr;
    shape s;
    while (ns && ns->getName() == "detail" && c->getName() == "rows_ref")
        return {1, number_in(c->getTemplateArgs()[1]) * number_in(c->getTemplateArgs()[2]),
                number_in(c->getTemplateArgs()[1]) * number_in(c->getTemplateArgs()[2]), false};
    if (!ns || ns->getName() != "cm")
        return s;
    s.matrix = c->getName() == "matrix" || c->getName() == "matrix_ref";
    if (!s.matrix && c->getName() != "vector" && c->getName() != "vector_ref")
        return s;
    s.rows = s.matrix ? number_in(c->getTemplateArgs()[1]) : 1;
    s.cols = number_in(c->getTemplateArgs()[s.matrix ? 2 : 1]);
    s.n = s.rows * s.cols;
    return s;
}

// A call of a member of an object.
struct member_call {
    const CXXMemberCallExpr *call;
    llvm::StringRef name;
    shape object;
    llvm::SmallVector<long long, 4> sizes; // template arguments
};

class member_checker : public fe_visitor {
  public:
    explicit member_checker(Sema &s) : ast(s.getASTContext()), diags(s.getDiagnostics()) {}

    bool shouldVisitTemplateInstantiations() const override {
        return true;
    }
    bool shouldVisitImplicitCode() const override {
        return false;
    }
    // What 'if constexpr' discards is not checked.
    bool TraverseIfStmt(IfStmt *s) override {
        std::optional<const Stmt *> taken =
            s->isConstexpr() && !s->getCond()->isValueDependent() ? s->getNondiscardedCase(ast) : std::nullopt;
        if (!taken)
            return fe_visitor::TraverseIfStmt(s);
        return TraverseStmt(s->getInit()) && TraverseStmt(const_cast<Stmt *>(*taken));
    }
    bool VisitCXXMemberCallExpr(CXXMemberCallExpr *e) override {
        member_call m;
        if (!read(e, &m))
            return true;
        check_offsets(m);
        if (m.name == "select" && m.object.matrix && m.sizes.size() == 4)
            check_select_2d(m);
        else if (m.name == "select" && !m.object.matrix && m.sizes.size() == 2)
            check_select(m);
        else if (m.name == "row" || m.name == "column")
            check_line(m);
        else if (m.name == "replicate")
            check_replicate(m);
        else if (m.name == "merge" && e->getNumArgs() >= 2)
            check_mask(e, m.object.n);
        return true;
    }
    bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *e) override { // v(i), m(i, j), v[i]
        if ((e->getOperator() != OO_Call && e->getOperator() != OO_Subscript) || e->isTypeDependent() ||
            !shape_of(e->getArg(0)->IgnoreParenImpCasts()->getType()).n)
            return true;
        for (const Expr *a : llvm::drop_begin(e->arguments()))
            check_integer(a, "the index of an element");
        return true;
    }
    bool VisitCallExpr(CallExpr *e) override { // merge(x, y, mask)
        const FunctionDecl *f = e->getDirectCallee();
        if (f && !isa<CXXMethodDecl>(f) && f->getDeclName().isIdentifier() && f->getName() == "merge" &&
            of_headers(f) && e->getNumArgs() == 3 && !e->isTypeDependent())
            check_mask(e, shape_of(e->getType()).n);
        return true;
    }
    // Statements whose value is computed and dropped.
    bool VisitCompoundStmt(CompoundStmt *s) override {
        for (const Stmt *child : s->body())
            check_unused(child);
        return true;
    }
    bool VisitIfStmt(IfStmt *s) override {
        check_unused(s->getThen());
        check_unused(s->getElse());
        return true;
    }
    bool VisitForStmt(ForStmt *s) override {
        check_unused(s->getInit());
        check_unused(s->getInc());
        check_unused(s->getBody());
        return true;
    }
    bool VisitWhileStmt(WhileStmt *s) override {
        check_unused(s->getBody());
        return true;
    }
    bool VisitDoStmt(DoStmt *s) override {
        check_unused(s->getBody());
        return true;
    }
    bool VisitSwitchCase(SwitchCase *s) override {
        check_unused(s->getSubStmt());
        return true;
    }
    bool VisitLabelStmt(LabelStmt *s) override {
        check_unused(s->getSubStmt());
        return true;
    }

  private:
    bool of_headers(const Decl *d) const {
        return ast.getSourceManager().isInSystemHeader(d->getLocation());
    }

    bool read(const CXXMemberCallExpr *e, member_call *m) const {
        const CXXMethodDecl *f = e->getMethodDecl();
        if (!f || e->isTypeDependent() || !f->getDeclName().isIdentifier() || !of_headers(f) ||
            ast.getSourceManager().isInSystemHeader(e->getExprLoc()))
            return false;
        // The methods are those of base classes.
        QualType t = e->getImplicitObjectArgument()->IgnoreParenImpCasts()->getType();
        *m = {e, f->getName(), shape_of(t->isPointerType() ? t->getPointeeType() : t), {}};
        if (const TemplateArgumentList *list = f->getTemplateSpecializationArgs())
            for (const TemplateArgument &a : list->asArray())
                if (a.getKind() == TemplateArgument::Integral)
                    m->sizes.push_back(number_in(a));
        return m->object.n > 0;
    }

    // Argument i as a constant.
    bool constant(const member_call &m, unsigned i, long long *out) const {
        Expr::EvalResult value;
        const Expr *a = i < m.call->getNumArgs() ? m.call->getArg(i) : nullptr;
        if (!a || a->isValueDependent() || !a->EvaluateAsInt(value, ast))
            return false;
        *out = value.Val.getInt().getExtValue();
        return true;
    }

    void warn(const member_call &m, const llvm::Twine &text) {
        diags.Report(m.call->getExprLoc(), diags.getCustomDiagID(DiagnosticsEngine::Warning, "%0"))
            << ("[cm-bounds] " + text).str();
    }

    void check_offsets(const member_call &m) {
        if (m.name != "select" && m.name != "replicate" && m.name != "row" && m.name != "column")
            return;
        for (const Expr *a : m.call->arguments())
            check_integer(a, "the offset of " + m.name);
    }
    void check_integer(const Expr *a, const llvm::Twine &what) {
        QualType t = a->IgnoreParenImpCasts()->getType();
        if (!isa<CXXDefaultArgExpr>(a) && t->isRealFloatingType())
            diags.Report(a->getBeginLoc(), diags.getCustomDiagID(DiagnosticsEngine::Error, "%0"))
                << (what + " must be an integer, but this is of type '" + t.getAsString() + "'").str();
    }

    // The texts are those of cm_check.c.
    void check_select(const member_call &m) {
        long long i = 0, last = (m.sizes[0] - 1) * m.sizes[1];
        bool fixed = constant(m, 0, &i);
        if (i < 0 || i + last < m.object.n)
            return;
        warn(m, "select<" + llvm::Twine(m.sizes[0]) + "," + llvm::Twine(m.sizes[1]) + ">(" +
                    (fixed ? std::to_string(i) : "i") + ") reaches element " + (fixed ? "" : "i + ") +
                    llvm::Twine(i + last) + " of a vector of " + llvm::Twine(m.object.n) + " elements");
    }

    void check_select_2d(const member_call &m) {
        long long at[2] = {0, 0};
        const long long have[2] = {m.object.rows, m.object.cols};
        bool fixed[2] = {constant(m, 0, &at[0]), constant(m, 1, &at[1])};
        for (unsigned d = 0; d < 2; d++) {
            long long last = at[d] + (m.sizes[2 * d] - 1) * m.sizes[2 * d + 1];
            if (at[d] < 0 || last < have[d])
                continue;
            std::string text = "select<";
            for (unsigned k = 0; k < 4; k++)
                text += (k ? "," : "") + std::to_string(m.sizes[k]);
            text += ">(" + (fixed[0] ? std::to_string(at[0]) : "i") + "," + (fixed[1] ? std::to_string(at[1]) : "j") +
                    ") reaches " + (d ? "column " : "row ") +
                    (fixed[d] ? ""
                     : d      ? "j + "
                              : "i + ") +
                    std::to_string(last) + " of a matrix of " + std::to_string(have[0]) + " by " +
                    std::to_string(have[1]);
            warn(m, text);
            return;
        }
    }

    void check_line(const member_call &m) {
        long long i, n = m.name == "row" ? m.object.rows : m.object.cols;
        if (constant(m, 0, &i) && i >= n)
            warn(m, m.name + " " + llvm::Twine(i) + " is outside a matrix of " + llvm::Twine(n) + " " + m.name + "s");
    }

    void check_replicate(const member_call &m) {
        if (m.sizes.size() < 2)
            return;
        long long i = 0, j = 0, step = m.sizes.size() > 2 ? m.sizes[1] : 0;
        long long width = m.sizes[m.sizes.size() > 2 ? 2 : 1], stride = m.sizes.size() > 3 ? m.sizes[3] : 1;
        long long span = (m.sizes[0] - 1) * step + (width - 1) * stride + 1;
        bool fixed = constant(m, 0, &i) && (!m.object.matrix || constant(m, 1, &j));
        i = fixed ? i * (m.object.matrix ? m.object.cols : 1) + j : 0;
        if (i < 0 || i + span <= m.object.n)
            return;
        if (fixed)
            warn(m, "replicate from element " + llvm::Twine(i) + " reaches element " + llvm::Twine(i + span - 1) +
                        " of an object of " + llvm::Twine(m.object.n) + " elements");
        else
            warn(m, "replicate covers " + llvm::Twine(span) + " elements of an object of " + llvm::Twine(m.object.n));
    }

    // A packed mask has a bit for each element.
    void check_mask(const CallExpr *e, long long n) {
        const Expr *mask = e->getArg(e->getNumArgs() - 1)->IgnoreParenImpCasts();
        QualType t = mask->getType();
        if (e->isTypeDependent() || !t->isIntegerType() || ast.getSourceManager().isInSystemHeader(mask->getBeginLoc()))
            return;
        long long bits = t->isBooleanType() ? 1 : (long long)ast.getTypeSize(t);
        if (bits < n && n <= 32)
            diags.Report(mask->getExprLoc(), diags.getCustomDiagID(DiagnosticsEngine::Warning, "%0"))
                << ("[cm-mask] the mask has " + std::to_string(bits) + (bits == 1 ? " bit" : " bits") + " for " +
                    std::to_string(n) + " elements; use a wider integer or a vector<ushort, " + std::to_string(n) +
                    ">");
    }

    // Clang itself warns where the result is a number.
    void check_unused(const Stmt *s) {
        const auto *e = dyn_cast_or_null<Expr>(s);
        e = e ? e->IgnoreImplicit()->IgnoreParens() : nullptr;
        member_call m;
        if (const auto *call = dyn_cast_or_null<CXXMemberCallExpr>(e))
            if (read(call, &m) && !call->getType()->isVoidType())
                diags.Report(call->getExprLoc(), diag::warn_unused_expr) << call->getSourceRange();
        const auto *c = dyn_cast_or_null<CallExpr>(e);
        const auto *f = c ? dyn_cast_or_null<CXXMethodDecl>(c->getDirectCallee()) : nullptr;
        if (!f || !of_headers(f))
            return;
        if (f->isStatic() && isa<MemberExpr>(c->getCallee()->IgnoreParenImpCasts())) // v.n_elems()
            diags.Report(c->getExprLoc(), diag::warn_unused_expr) << c->getSourceRange();
        const auto *op = dyn_cast<CXXOperatorCallExpr>(c);
        if (op && (op->getOperator() == OO_Call || op->getOperator() == OO_Subscript) &&
            shape_of(op->getArg(0)->IgnoreParenImpCasts()->getType()).n > 0)
            diags.Report(op->getBeginLoc(), diag::warn_unused_expr) << op->getSourceRange();
    }

    ASTContext &ast;
    DiagnosticsEngine &diags;
};

} // namespace

void fe_check_members(Sema &sema) {
    member_checker checker(sema);
    for (Decl *d : sema.getASTContext().getTranslationUnitDecl()->noload_decls())
        if (!d->isFromASTFile() && !sema.getSourceManager().isInSystemHeader(d->getLocation()))
            checker.TraverseDecl(d);
}
