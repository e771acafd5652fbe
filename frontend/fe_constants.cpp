// SPDX-License-Identifier: MIT
// Calls of constexpr functions that are constants become the constants.
//
//   constexpr int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
//   v += fact(5);  ->  v += 120;
//
// C++ asks for it only where it needs a constant. Here a function that stays for run time must not call itself, and
// many a table's value is computed so.

#include "fe_priv.h"

#include <clang/AST/Decl.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/SourceManager.h>

using namespace clang;

namespace {

// The call of a constexpr function of the user's that makes a number.
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
