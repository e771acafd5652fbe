// SPDX-License-Identifier: MIT
// Replaces constant calls of constexpr functions by their values.
//
//   constexpr int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
//   v += fact(5);  ->  v += 120;
//
// C++ requires this only where a constant is needed. Here, a function that remains at run time must not be recursive,
// and such functions compute the values of many tables.

#include "fe_priv.h"

#include <clang/AST/Decl.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/SourceManager.h>

using namespace clang;

namespace {

// A call of the user's constexpr function that returns a number.
const CallExpr *constant_call(const ASTContext &context, const Stmt *s) {
    const auto *call = dyn_cast<CallExpr>(s);
    const FunctionDecl *f = call ? call->getDirectCallee() : nullptr;
    bool number = f && f->isConstexpr() && !call->isInstantiationDependent() && call->isPRValue() &&
                  call->getType()->isArithmeticType();
    return number && !context.getSourceManager().isInSystemHeader(f->getLocation()) ? call : nullptr;
}

void fold_below(const ASTContext &context, Stmt *s) {
    for (Stmt *&child : s->children()) {
        if (!child)
            continue;
        const CallExpr *call = constant_call(context, child);
        Expr::EvalResult value;
        if (call && call->EvaluateAsRValue(value, context) && !value.HasSideEffects &&
            (value.Val.isInt() || value.Val.isFloat()))
            child = ConstantExpr::Create(context, cast<Expr>(child), value.Val);
        else
            fold_below(context, child);
    }
}

} // namespace

bool fe_fold_overflow(const VarDecl *v) {
    ASTContext &context = v->getASTContext();
    Expr::EvalResult value;
    if (!v->getType()->isIntegerType() || v->getType()->isBooleanType() || v->getType()->isEnumeralType() ||
        !v->getType().isConstQualified() ||
        !v->getInit()->EvaluateAsInt(value, context, Expr::SE_AllowUndefinedBehavior))
        return false;
    // The declaration is the parser's, which lends it as const.
    const_cast<VarDecl *>(v)->setInit(IntegerLiteral::Create(
        context, value.Val.getInt(), v->getType().getUnqualifiedType(), v->getInit()->getExprLoc()));
    return true;
}

void fe_fold_calls(Decl *d) {
    const ASTContext &context = d->getASTContext();
    if (context.getSourceManager().isInSystemHeader(d->getLocation()))
        return;
    auto *f = dyn_cast<FunctionDecl>(d);
    if (f && f->doesThisDeclarationHaveABody() && !f->isDependentContext())
        fold_below(context, f->getBody());
    else if (isa<NamespaceDecl>(d) || isa<LinkageSpecDecl>(d) ||
             (isa<CXXRecordDecl>(d) && !cast<CXXRecordDecl>(d)->isDependentType()))
        for (Decl *inner : cast<DeclContext>(d)->decls())
            fe_fold_calls(inner);
}
