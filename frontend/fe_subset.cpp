// SPDX-License-Identifier: MIT
// Reports C++ features that kernels do not support, in the user's declarations as they are parsed, with the reason and
// a remedy. (Recursion, calls through pointers and functions of other files can be found only after inlining: lower_cm
// reports them.)

#include "fe_priv.h"
#include "fe_visitor.h"

#include <clang/Basic/Builtins.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/SourceManager.h>
#include <set>

using namespace clang;

namespace {

class subset_checker : public fe_visitor {
  public:
    subset_checker(ASTContext &context, DiagnosticsEngine &engine, const fe_dialect &d)
        : ast(context), diags(engine), dialect(d) {}

    bool VisitCXXNewExpr(CXXNewExpr *e) override {
        return report(e->getBeginLoc(), no_heap);
    }
    bool VisitCXXDeleteExpr(CXXDeleteExpr *e) override {
        return report(e->getBeginLoc(), no_heap);
    }
    bool VisitCXXTypeidExpr(CXXTypeidExpr *e) override {
        return report(e->getBeginLoc(), no_rtti);
    }
    bool VisitCXXDynamicCastExpr(CXXDynamicCastExpr *e) override {
        return report(e->getBeginLoc(), no_rtti);
    }
    bool VisitCXXMethodDecl(CXXMethodDecl *m) override {
        if (m->isVirtualAsWritten())
            report(m->getLocation(), "virtual functions are not supported because a kernel calls functions by name; "
                                     "use a template parameter or a switch");
        return true;
    }
    bool VisitVAArgExpr(VAArgExpr *e) override {
        return report(e->getBeginLoc(),
                      "variadic functions are not supported in a kernel; write a template or overloads");
    }
    bool VisitCXXRecordDecl(CXXRecordDecl *r) override {
        if (r->hasDefinition() && r->isThisDeclarationADefinition())
            for (const CXXBaseSpecifier &b : r->bases())
                if (b.isVirtual())
                    report(b.getBeginLoc(),
                           "virtual base classes are not supported in a kernel; use a non-virtual base");
        return true;
    }
    bool VisitFieldDecl(FieldDecl *f) override {
        if (is_reference(f->getASTContext().getBaseElementType(f->getType())))
            report(
                f->getLocation(),
                "a struct cannot hold a reference; make it a vector or matrix, or pass the reference as an argument");
        return true;
    }
    bool VisitFunctionDecl(FunctionDecl *f) override {
        return check_result(f, f->getLocation());
    }
    bool VisitLambdaExpr(LambdaExpr *e) override { // the visitor does not see its function as a declaration of the user
        return check_result(e->getCallOperator(), e->getBeginLoc());
    }
    bool VisitCallExpr(CallExpr *e) override { // cases that the headers' operator & does not see
        if (!dialect.pointers && e->getBuiltinCallee() == Builtin::BI__builtin_addressof && e->getNumArgs() == 1 &&
            !class_of(e->getArg(0)->getType()).empty())
            report(e->getBeginLoc(),
                   "vectors live in registers and have no address; pass a vector_ref, or compile with "
                   "-fcm-pointer");
        return true;
    }
    // Clang's own warning covers numbers, but not the operators of vectors.
    bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *e) override {
        OverloadedOperatorKind op = e->getOperator();
        if (!of_headers(e))
            return true;
        bool quotient = op == OO_Slash || op == OO_SlashEqual;
        if ((quotient || op == OO_Percent || op == OO_PercentEqual) && e->getNumArgs() == 2)
            check_divisor(e->getOperatorLoc(), e->getArg(0), e->getArg(1), quotient);
        bool plain = op == OO_Equal || op == OO_AmpAmp || op == OO_PipePipe; // numbers become elements or conditions
        if (dialect.doubles && e->getNumArgs() == 2 && !plain) {
            check_double(e->getOperatorLoc(), e->getArg(0), e->getArg(1));
            check_double(e->getOperatorLoc(), e->getArg(1), e->getArg(0));
        }
        return true;
    }
    // v + w; as a statement. Clang warns only where v and w are numbers. (It already warns for comparisons.)
    bool VisitCompoundStmt(CompoundStmt *s) override {
        for (const Stmt *child : s->body()) {
            const auto *e = dyn_cast<Expr>(child);
            const auto *op = e ? dyn_cast<CXXOperatorCallExpr>(e->IgnoreImplicit()) : nullptr;
            if (op && of_headers(op) && computes(op->getOperator()) && !class_of(op->getType()).empty())
                diags.Report(op->getOperatorLoc(), diag::warn_unused_expr) << op->getSourceRange();
        }
        return true;
    }
    // Casts and writes that Clang checks only for OpenCL.
    bool VisitExplicitCastExpr(ExplicitCastExpr *e) override {
        QualType to = e->getType(), from = e->getSubExprAsWritten()->getType();
        if (from->isArrayType() || !to->isPointerType() || !from->isPointerType() || to->isDependentType() ||
            from->isDependentType() || convertible(from->getPointeeType(), to->getPointeeType()))
            return true;
        return report(e->getBeginLoc(), ("cast from '" + from.getAsString() + "' to '" + to.getAsString() +
                                         "' changes the address space; only '__generic' pointers can be cast to "
                                         "pointers of other spaces")
                                            .c_str());
    }
    bool VisitBinaryOperator(BinaryOperator *e) override {
        return !e->isAssignmentOp() || check_written(e->getOperatorLoc(), e->getLHS());
    }
    bool VisitUnaryOperator(UnaryOperator *e) override {
        return !e->isIncrementDecrementOp() || check_written(e->getOperatorLoc(), e->getSubExpr());
    }
    bool VisitVarDecl(VarDecl *v) override {
        check_space(v);
        if (v->getTLSKind() != VarDecl::TLS_None)
            report(
                v->getLocation(),
                "'thread_local' is not needed because each thread has its own copy of file-scope variables; remove it");
        else if (v->isStaticLocal() && !v->getType()->isDependentType() && v->needsDestruction(v->getASTContext()))
            report(v->getLocation(), ("static variable '" + v->getName() +
                                      "' has a destructor, which is never called; do its work in the kernel")
                                         .str());
        else if (v->isLocalVarDecl() && v->getType().isVolatileQualified() && !in_space(v))
            report(v->getLocation(), "local variables live in registers and cannot be volatile");
        else if (v->isFileVarDecl() && v->isInlineSpecified() && !v->isConstexpr())
            report(v->getLocation(), "inline variables are not supported in a kernel file; remove 'inline'");
        return true;
    }

    bool VisitBuiltinTypeLoc(BuiltinTypeLoc t) override {
        return t.getTypePtr()->getKind() != BuiltinType::LongDouble || report(t.getBeginLoc(), no_long_double);
    }
    bool VisitFloatingLiteral(FloatingLiteral *e) override {
        return !e->getType()->isSpecificBuiltinType(BuiltinType::LongDouble) ||
               report(e->getLocation(), no_long_double);
    }

    bool VisitGCCAsmStmt(GCCAsmStmt *s) override {
        if (s->isAsmGoto())
            report(s->getAsmLoc(), "asm goto is not supported because inline assembly cannot branch; the compiler must "
                                   "see the control flow");
        else if (s->getNumClobbers())
            report(s->getClobberStringLiteral(0)->getBeginLoc(),
                   "clobber lists are not supported in inline assembly; declare what it writes as outputs");
        for (unsigned i = 0; i < s->getNumOutputs(); i++)
            check_constraint(s->getOutputConstraintLiteral(i));
        for (unsigned i = 0; i < s->getNumInputs(); i++)
            check_constraint(s->getInputConstraintLiteral(i));
        return true;
    }
    bool VisitFileScopeAsmDecl(FileScopeAsmDecl *d) override {
        return report(d->getAsmLoc(), "asm must be inside a function because code at file scope never runs");
    }

  private:
    // The name of a class of the language's headers; "" for other types.
    static llvm::StringRef class_of(QualType t) {
        const auto *r = t->getAsCXXRecordDecl();
        const auto *ns = r ? dyn_cast<NamespaceDecl>(r->getDeclContext()) : nullptr;
        return ns && ns->getName() == "cm" ? r->getName() : llvm::StringRef();
    }
    static bool is_reference(QualType t) {
        llvm::StringRef name = class_of(t);
        return name == "vector_ref" || name == "matrix_ref";
    }
    // Whether a pointer to one can be cast to a pointer to the other.
    static bool convertible(QualType from, QualType to) {
        LangAS a = from.getAddressSpace(), b = to.getAddressSpace();
        auto flat = [](LangAS s) { return s == LangAS::Default || s == LangAS::opencl_global; };
        if (a == LangAS::opencl_constant || b == LangAS::opencl_constant)
            return a == b;
        return a == b || a == LangAS::opencl_generic || b == LangAS::opencl_generic || (flat(a) && flat(b));
    }
    bool check_written(SourceLocation loc, const Expr *to) {
        return to->getType().getAddressSpace() != LangAS::opencl_constant ||
               report(loc, "memory of '__constant' cannot be written; use a pointer to '__global'");
    }
    LangAS space_of(const VarDecl *v) const {
        return ast.getBaseElementType(v->getType()).getAddressSpace();
    }
    bool in_space(const VarDecl *v) const {
        return space_of(v) != LangAS::Default;
    }
    void check_space(const VarDecl *v) {
        LangAS space = space_of(v);
        if (space == LangAS::opencl_local && v->isFileVarDecl())
            report(v->getLocation(), ("variable '" + v->getName() +
                                      "' of the file cannot be in shared local memory; declare it in the kernel")
                                         .str());
        else if ((space == LangAS::opencl_global || space == LangAS::opencl_generic) && v->hasGlobalStorage())
            report(
                v->getLocation(),
                ("variable '" + v->getName() +
                 "' cannot be in global memory, which the host provides; take a pointer as an argument of the kernel")
                    .str());
    }
    bool check_result(const FunctionDecl *f, SourceLocation loc) {
        if (is_reference(f->getReturnType()))
            report(loc, "a function cannot return a reference; return a vector or matrix, or take the destination as "
                        "an argument");
        return true;
    }
    // The element type of a vector or matrix; null for other types.
    static QualType element_of(QualType t) {
        const auto *c = dyn_cast_or_null<ClassTemplateSpecializationDecl>(t->getAsCXXRecordDecl());
        bool known = !class_of(t).empty() && c && c->getTemplateArgs()[0].getKind() == TemplateArgument::Type;
        return known ? c->getTemplateArgs()[0].getAsType() : QualType();
    }
    static bool integers(QualType t) {
        QualType e = element_of(t);
        return !e.isNull() && e->isIntegerType();
    }
    // v * 0.5 where v has float or half elements. On a target without double, the headers report an error.
    void check_double(SourceLocation loc, const Expr *v, const Expr *constant) {
        QualType e = element_of(v->getType());
        constant = constant->IgnoreParenImpCasts();
        if (const auto *sign = dyn_cast<UnaryOperator>(constant))
            constant = sign->getSubExpr()->IgnoreParenImpCasts();
        if (e.isNull() || !e->isRealFloatingType() || e->isSpecificBuiltinType(BuiltinType::Double) ||
            !isa<FloatingLiteral>(constant) || !constant->getType()->isSpecificBuiltinType(BuiltinType::Double))
            return;
        diags.Report(loc, diags.getCustomDiagID(DiagnosticsEngine::Warning, "%0"))
            << "[cm-double] this expression computes in double because of a double constant; write it with an f, as in "
               "0.5f"
            << constant->getSourceRange();
    }
    // Whether the operator is the headers', not one that the user wrote for vectors.
    bool of_headers(const CXXOperatorCallExpr *e) const {
        const FunctionDecl *f = e->getDirectCallee();
        return f && diags.getSourceManager().isInSystemHeader(f->getLocation());
    }
    static bool computes(OverloadedOperatorKind op) {
        return op == OO_Plus || op == OO_Minus || op == OO_Star || op == OO_Slash || op == OO_Percent || op == OO_Amp ||
               op == OO_Pipe || op == OO_Caret || op == OO_Tilde || op == OO_Exclaim || op == OO_LessLess ||
               op == OO_GreaterGreater;
    }
    void check_divisor(SourceLocation loc, const Expr *dividend, const Expr *divisor, bool quotient) {
        Expr::EvalResult value;
        if (divisor->isValueDependent() || !divisor->getType()->isIntegerType() || !integers(dividend->getType()) ||
            !divisor->EvaluateAsInt(value, ast) || value.Val.getInt() != 0)
            return;
        diags.Report(loc, diag::warn_remainder_division_by_zero) << quotient;
    }
    void check_constraint(const StringLiteral *text) {
        llvm::StringRef c = text->getString().ltrim("=+&");
        if (c == "m" || c == "o" || c == "V" || c == "g" || c == "p")
            report(text->getBeginLoc(), "an operand of inline assembly must be a register, not memory; use \"r\"");
        else if (c != "r" && c != "rw" && c != "a" && c != "cr" && c != "i" && c != "n" && c != "F" &&
                 (c.empty() || c.find_first_not_of("0123456789") != llvm::StringRef::npos))
            report(text->getBeginLoc(), FE_UNKNOWN_CONSTRAINT);
    }
    bool report(SourceLocation loc, llvm::StringRef text) {
        const SourceManager &sm = diags.getSourceManager();
        std::pair<FileID, unsigned> line = {sm.getFileID(sm.getExpansionLoc(loc)), sm.getExpansionLineNumber(loc)};
        if (!sm.isInSystemHeader(loc) && said.insert({line, text.str()}).second)
            diags.Report(loc, diags.getCustomDiagID(DiagnosticsEngine::Error, "%0")) << text;
        return true;
    }

    static constexpr const char *no_heap =
        "a kernel has no heap because its variables live in registers; declare a vector or an array";
    static constexpr const char *no_long_double = "long double is not supported in a kernel; use double or float";
    static constexpr const char *no_rtti =
        "run-time type information is not supported in a kernel; use overloads or a template parameter";

    ASTContext &ast;
    DiagnosticsEngine &diags;
    const fe_dialect &dialect;
    std::set<std::pair<std::pair<FileID, unsigned>, std::string>> said; // in which line; once is enough
};

// const int table[4] = {...} at file scope: C++ treats its elements as constants only when it is constexpr. Making it
// constexpr allows vectors at file scope to be initialised from it.
void make_table(Decl *d) {
    auto *v = dyn_cast<VarDecl>(d);
    if (!v || !v->isFileVarDecl() || v->isConstexpr() || !v->getInit() || v->getInit()->isValueDependent())
        return;
    const ASTContext &context = v->getASTContext();
    const ArrayType *a = context.getAsArrayType(v->getType());
    if (!a || !context.getBaseElementType(a).isConstQualified() || !context.getBaseElementType(a)->isArithmeticType())
        return;
    SmallVector<PartialDiagnosticAt, 4> notes;
    v->setConstexpr(true);
    if (!v->checkForConstantInitialization(notes))
        v->setConstexpr(false);
}

} // namespace

void fe_check_subset(DiagnosticsEngine &diags, Decl *d, const fe_dialect &dialect) {
    if (diags.getSourceManager().isInSystemHeader(d->getLocation()))
        return;
    make_table(d);
    subset_checker(d->getASTContext(), diags, dialect).TraverseDecl(d);
}
