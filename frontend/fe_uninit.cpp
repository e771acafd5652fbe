// SPDX-License-Identifier: MIT
// Warns where a vector or matrix is read before it has a value. Clang's own warning covers numbers.
//
//   vector<int, 8> v;
//   write(s, 0, v);        ->  warning: variable 'v' is uninitialized when used here
//
// Only the first mention of a variable counts, and only a read: a write of a part, a reference or a call that may write
// ends the search. A mention that an outer loop may reach after a later write ends it too. The warning is therefore
// certain where the statement is executed.

#include "fe_priv.h"
#include "fe_visitor.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/SourceManager.h>

using namespace clang;

namespace {

enum verdict { NOTHING, READ, OTHER }; // of the first mention

class first_mention {
  public:
    first_mention(const VarDecl *var, const SourceManager &manager) : v(var), sm(manager) {}

    // The first mention in s; NOTHING where s has no mention.
    verdict in(const Stmt *s) {
        if (!s)
            return NOTHING;
        if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(s))
            return in_loop(s);
        if (isa<SwitchStmt, LambdaExpr, GCCAsmStmt>(s))
            return anywhere(s) ? OTHER : NOTHING;
        if (const auto *c = dyn_cast<IfStmt>(s))
            return in_if(c);
        if (isa<UnaryExprOrTypeTraitExpr>(s))
            return NOTHING;
        if (const auto *e = dyn_cast<Expr>(s))
            return in_expression(e, true);
        return in_children(s);
    }
    SourceLocation place() const {
        return at;
    }

  private:
    verdict in_children(const Stmt *s) {
        for (const Stmt *child : s->children())
            if (verdict r = in(child))
                return r;
        return NOTHING;
    }

    bool anywhere(const Stmt *s) const {
        if (!s)
            return false;
        if (const auto *d = dyn_cast<DeclRefExpr>(s); d && d->getDecl() == v)
            return true;
        if (const auto *l = dyn_cast<LambdaExpr>(s))
            for (const LambdaCapture &c : l->captures())
                if (c.capturesVariable() && c.getCapturedVar() == v)
                    return true;
        for (const Stmt *child : s->children())
            if (anywhere(child))
                return true;
        return false;
    }

    // A loop in a loop may run first after a write below it.
    verdict in_loop(const Stmt *s) {
        if (loops)
            return anywhere(s) ? OTHER : NOTHING;
        if (const auto *f = dyn_cast<ForStmt>(s))
            if (verdict r = in(f->getInit()))
                return r;
        loops++;
        verdict r = NOTHING;
        if (const auto *d = dyn_cast<DoStmt>(s)) {
            r = in(d->getBody());
            r = r ? r : in(d->getCond());
        } else if (const auto *f = dyn_cast<ForStmt>(s)) {
            r = in(f->getCond());
            r = r ? r : in(f->getBody());
            r = r ? r : in(f->getInc());
        } else {
            r = in_children(s);
        }
        loops--;
        return r;
    }

    verdict in_if(const IfStmt *c) {
        for (const Stmt *part : {c->getInit(), (const Stmt *)c->getCond()})
            if (verdict r = in(part))
                return r;
        if (loops)
            return anywhere(c) ? OTHER : NOTHING;
        verdict taken = in(c->getThen());
        return taken ? taken : in(c->getElse());
    }

    // e is the variable or a part of it that a reference of the language describes.
    bool is_part(const Expr *e) const {
        e = e->IgnoreParenImpCasts();
        if (const auto *d = dyn_cast<DeclRefExpr>(e))
            return d->getDecl() == v;
        if (const auto *t = dyn_cast<MaterializeTemporaryExpr>(e))
            return is_part(t->getSubExpr());
        if (const auto *t = dyn_cast<ExprWithCleanups>(e))
            return is_part(t->getSubExpr());
        if (const auto *m = dyn_cast<CXXMemberCallExpr>(e)) {
            llvm::StringRef name = name_of(m);
            return (name == "select" || name == "select_all" || name == "row" || name == "column" ||
                    name == "format") &&
                   is_part(m->getImplicitObjectArgument());
        }
        const auto *op = dyn_cast<CXXOperatorCallExpr>(e);
        return op && (op->getOperator() == OO_Call || op->getOperator() == OO_Subscript) && is_part(op->getArg(0));
    }

    static llvm::StringRef name_of(const CXXMemberCallExpr *m) {
        const CXXMethodDecl *f = m->getMethodDecl();
        return f && f->getDeclName().isIdentifier() ? f->getName() : llvm::StringRef();
    }

    // The arguments of a part, such as the offset of select, are evaluated too.
    verdict in_operands_of(const Expr *part) {
        part = part->IgnoreParenImpCasts();
        const auto *call = dyn_cast<CallExpr>(part);
        if (!call)
            return NOTHING;
        const auto *m = dyn_cast<CXXMemberCallExpr>(call);
        if (verdict r = in_operands_of(m ? m->getImplicitObjectArgument() : call->getArg(0)))
            return r;
        for (unsigned i = m ? 0 : 1; i < call->getNumArgs(); i++)
            if (verdict r = in_expression(call->getArg(i), true))
                return r;
        return NOTHING;
    }

    verdict read_at(const Expr *e) {
        at = e->IgnoreParenImpCasts()->getBeginLoc();
        return READ;
    }

    // read: whether a part of the variable at this place is read.
    verdict in_expression(const Expr *e, bool read) {
        if (isa<LambdaExpr, UnaryExprOrTypeTraitExpr>(e))
            return isa<LambdaExpr>(e) && anywhere(e) ? OTHER : NOTHING;
        if (is_part(e)) {
            if (verdict r = in_operands_of(e))
                return r;
            return read ? read_at(e) : OTHER;
        }
        if (isa<ConditionalOperator>(e) || (isa<BinaryOperator>(e) && cast<BinaryOperator>(e)->isLogicalOp()))
            return loops && anywhere(e) ? OTHER : in_children(e);
        if (const auto *op = dyn_cast<CXXOperatorCallExpr>(e))
            return in_operator(op);
        if (const auto *op = dyn_cast<BinaryOperator>(e); op && op->isAssignmentOp())
            return in_assignment(op->getLHS(), op->getRHS(), op->isCompoundAssignmentOp());
        if (const auto *op = dyn_cast<UnaryOperator>(e); op && op->getOpcode() == UO_AddrOf)
            return anywhere(e) ? OTHER : NOTHING;
        if (const auto *m = dyn_cast<CXXMemberCallExpr>(e))
            return in_member_call(m);
        if (const auto *c = dyn_cast<CallExpr>(e))
            return in_arguments(c->getDirectCallee(), c->arguments());
        if (const auto *c = dyn_cast<CXXConstructExpr>(e))
            return in_arguments(c->getConstructor(), c->arguments());
        if (const auto *c = dyn_cast<CastExpr>(e))
            return c->getCastKind() == CK_ToVoid && is_part(c->getSubExpr()) ? OTHER
                                                                             : in_expression(c->getSubExpr(), read);
        if (const auto *d = dyn_cast<CXXDefaultArgExpr>(e))
            return in_expression(d->getExpr(), read);
        return in_children(e);
    }

    verdict in_assignment(const Expr *left, const Expr *right, bool reads) {
        if (verdict r = in_expression(right, true))
            return r;
        return in_expression(left, reads);
    }

    verdict in_operator(const CXXOperatorCallExpr *op) {
        OverloadedOperatorKind k = op->getOperator();
        if (op->isAssignmentOp() && op->getNumArgs() == 2)
            return in_assignment(op->getArg(0), op->getArg(1), k != OO_Equal);
        if ((k == OO_PlusPlus || k == OO_MinusMinus) && is_part(op->getArg(0)))
            return in_expression(op->getArg(0), true);
        return in_arguments(op->getDirectCallee(), op->arguments(),
                            isa_and_nonnull<CXXMethodDecl>(op->getDirectCallee()));
    }

    verdict in_member_call(const CXXMemberCallExpr *m) {
        llvm::StringRef name = name_of(m);
        const Expr *object = m->getImplicitObjectArgument();
        bool constant = m->getMethodDecl() && m->getMethodDecl()->isConst();
        bool sizes = name == "n_elems" || name == "n_rows" || name == "n_cols";
        if (verdict r = in_arguments(m->getMethodDecl(), m->arguments()))
            return r;
        if (object && is_part(object) && sizes)
            return NOTHING;
        return object ? in_expression(object, constant) : NOTHING;
    }

    static llvm::StringRef class_of(QualType t) {
        const auto *c = t->getAsCXXRecordDecl();
        return c && c->getDeclName().isIdentifier() ? c->getName() : llvm::StringRef();
    }

    // Whether a function reads an argument for a parameter of this type: a value or a reference to const. A reference
    // of the language can be written in both cases; only the headers promise not to.
    bool reads(const FunctionDecl *f, QualType t) const {
        bool by_value = !t->isReferenceType(), constant = t.getNonReferenceType().isConstQualified();
        if (class_of(t.getNonReferenceType()).ends_with("_ref"))
            return !by_value && constant && sm.isInSystemHeader(f->getLocation()) && !isa<CXXConstructorDecl>(f);
        return by_value || constant;
    }

    template <class R> verdict in_arguments(const FunctionDecl *f, R args, bool first_is_object = false) {
        unsigned i = 0;
        for (const Expr *a : args) {
            bool read = false;
            unsigned p = first_is_object ? i - 1 : i;
            if (f && first_is_object && i == 0) {
                read = cast<CXXMethodDecl>(f)->isConst();
            } else if (f && p < f->getNumParams()) {
                read = reads(f, f->getParamDecl(p)->getType());
            }
            i++;
            if (verdict r = in_expression(a, read))
                return r;
        }
        return NOTHING;
    }

    const VarDecl *v;
    const SourceManager &sm;
    SourceLocation at;
    unsigned loops = 0;
};

class uninit_checker : public fe_visitor {
  public:
    uninit_checker(ASTContext &context, DiagnosticsEngine &engine) : ast(context), diags(engine) {}

    bool shouldVisitTemplateInstantiations() const override {
        return true;
    }
    // Jumps backward make another order of statements possible.
    bool VisitFunctionDecl(FunctionDecl *f) override {
        if (f->doesThisDeclarationHaveABody() && !f->isDependentContext() && !jumps(f->getBody()))
            visit(f->getBody());
        return true;
    }

  private:
    static bool jumps(const Stmt *s) {
        if (!s || isa<GotoStmt, IndirectGotoStmt, LabelStmt>(s))
            return s != nullptr;
        for (const Stmt *child : s->children())
            if (jumps(child))
                return true;
        return false;
    }

    static bool is_object(const VarDecl *v) {
        const auto *c = dyn_cast_or_null<ClassTemplateSpecializationDecl>(v->getType()->getAsCXXRecordDecl());
        const auto *ns = c ? dyn_cast<NamespaceDecl>(c->getDeclContext()) : nullptr;
        return ns && ns->getName() == "cm" && (c->getName() == "vector" || c->getName() == "matrix");
    }

    static bool has_no_value(const VarDecl *v) {
        const auto *c = v->getInit() ? dyn_cast<CXXConstructExpr>(v->getInit()->IgnoreImplicit()) : nullptr;
        return v->isLocalVarDecl() && !v->isStaticLocal() && is_object(v) && !v->isInvalidDecl() &&
               (!v->getInit() || (c && c->getConstructor()->isDefaultConstructor() && c->getNumArgs() == 0));
    }

    void visit(const Stmt *s) {
        if (!s)
            return;
        if (const auto *block = dyn_cast<CompoundStmt>(s))
            for (auto i = block->body_begin(); i != block->body_end(); ++i)
                if (const auto *d = dyn_cast<DeclStmt>(*i))
                    for (const Decl *one : d->decls())
                        if (const auto *v = dyn_cast<VarDecl>(one); v && has_no_value(v))
                            check(v, *i, i + 1, block->body_end());
        for (const Stmt *child : s->children())
            visit(child);
    }

    void check(const VarDecl *v, const Stmt *own, CompoundStmt::const_body_iterator from,
               CompoundStmt::const_body_iterator end) {
        first_mention mention(v, ast.getSourceManager());
        verdict r = NOTHING;
        for (const Decl *d : cast<DeclStmt>(own)->decls()) // the variables after it
            if (const auto *w = dyn_cast<VarDecl>(d); w && w != v && !r && w->getInit())
                r = mention.in(w->getInit());
        for (; from != end && !r; ++from)
            r = mention.in(*from);
        if (r != READ || ast.getSourceManager().isInSystemHeader(mention.place()))
            return;
        diags.Report(mention.place(), diag::warn_uninit_var) << v->getDeclName() << 0;
        diags.Report(v->getLocation(), diag::note_var_declared_here) << v->getDeclName();
    }

    ASTContext &ast;
    DiagnosticsEngine &diags;
};

} // namespace

void fe_check_values(ASTContext &context, DiagnosticsEngine &diags) {
    uninit_checker checker(context, diags);
    for (Decl *d : context.getTranslationUnitDecl()->noload_decls())
        if (!d->isFromASTFile() && !context.getSourceManager().isInSystemHeader(d->getLocation()))
            checker.TraverseDecl(d);
}
