// SPDX-License-Identifier: MIT
// Checks printf conversions against the arguments. Clang's own check (-Wformat) handles variadic functions only, but
// printf here is a set of templates (cm/printf.h).
//
// Every call of the templates is checked like a call of a variadic function, with each argument in the type in which
// it is printed: elements as numbers, half as float. The function for the check exists only in the AST.

#include "fe_priv.h"
#include "fe_tokens.h"
#include "fe_visitor.h"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/EnterExpressionEvaluationContext.h>
#include <clang/Sema/Sema.h>
#include <set>

using namespace clang;

namespace {

bool is_printf_name(llvm::StringRef n) {
    return n == "printf" || n == "cm_printf" || n == "cmprint";
}

class printf_checker : public fe_visitor {
  public:
    explicit printf_checker(Sema &s) : sema(s), ast(s.getASTContext()) {}

    bool shouldVisitTemplateInstantiations() const override {
        return true;
    }
    bool VisitCallExpr(CallExpr *e) override {
        const FunctionDecl *f = e->getDirectCallee();
        SourceLocation loc = e->getBeginLoc();
        if (f && is_printf(f) && !e->isTypeDependent() && !ast.getSourceManager().isInSystemHeader(loc) &&
            seen.insert(loc.getRawEncoding()).second)
            check(e);
        return true;
    }

  private:
    Sema &sema;
    ASTContext &ast;
    FunctionDecl *variadic = nullptr;
    std::set<unsigned> seen; // one message for all instances of a template

    bool is_printf(const FunctionDecl *f) const {
        llvm::StringRef n = f->getDeclName().isIdentifier() ? f->getName() : llvm::StringRef();
        const auto *ns = dyn_cast<NamespaceDecl>(f->getDeclContext()->getEnclosingNamespaceContext());
        return is_printf_name(n) && ns && ns->getName() == "cm" && f->getPrimaryTemplate();
    }

    // int (const char *, ...) with the attribute that enables the check.
    FunctionDecl *function() {
        if (variadic)
            return variadic;
        FunctionProtoType::ExtProtoInfo info;
        info.Variadic = true;
        QualType text = ast.getPointerType(ast.CharTy.withConst());
        QualType type = ast.getFunctionType(ast.IntTy, {text}, info);
        TranslationUnitDecl *tu = ast.getTranslationUnitDecl();
        variadic = FunctionDecl::Create(ast, tu, SourceLocation(), SourceLocation(),
                                        DeclarationName(&ast.Idents.get("printf")), type,
                                        ast.getTrivialTypeSourceInfo(type), SC_Extern);
        variadic->setParams({ParmVarDecl::Create(ast, variadic, SourceLocation(), SourceLocation(), nullptr, text,
                                                 ast.getTrivialTypeSourceInfo(text), SC_None, nullptr)});
        variadic->addAttr(FormatAttr::CreateImplicit(ast, &ast.Idents.get("printf"), 1, 2));
        return variadic;
    }

    // The number type of an object or element of the language; other types are returned unchanged.
    QualType number_type(QualType t) const {
        const auto *s = dyn_cast_or_null<ClassTemplateSpecializationDecl>(t->getAsCXXRecordDecl());
        if (s && s->getTemplateArgs().size() && s->getTemplateArgs()[0].getKind() == TemplateArgument::Type)
            t = s->getTemplateArgs()[0].getAsType();
        if (t->isHalfType() || t->isFloat16Type() || t->getAsCXXRecordDecl()) // the class is bfloat16
            t = ast.FloatTy;
        return t;
    }

    Expr *printed(Expr *arg) {
        Expr *bare = arg->IgnoreImpCasts();
        QualType t = bare->getType().getNonReferenceType().getUnqualifiedType(), n = number_type(t);
        if (n == t)
            return bare;
        return new (ast) OpaqueValueExpr(arg->getBeginLoc(), n, VK_PRValue, OK_Ordinary, bare);
    }

    void check(CallExpr *e) {
        llvm::SmallVector<Expr *, 8> args;
        for (Expr *a : e->arguments())
            args.push_back(args.empty() ? a->IgnoreImpCasts() : printed(a));
        EnterExpressionEvaluationContext evaluated(sema, Sema::ExpressionEvaluationContext::PotentiallyEvaluated);
        FunctionDecl *f = function();
        Expr *name = DeclRefExpr::Create(ast, NestedNameSpecifierLoc(), SourceLocation(), f, false, e->getBeginLoc(),
                                         f->getType(), VK_LValue);
        (void)sema.BuildCallExpr(nullptr, name, e->getBeginLoc(), args, e->getRParenLoc());
    }
};

} // namespace

bool fe_calls_printf(Preprocessor &pp, const std::vector<Token> &in) {
    for (const Token &t : in)
        if (t.is(tok::identifier) && is_printf_name(t.getIdentifierInfo()->getName()) &&
            !pp.getSourceManager().isInSystemHeader(t.getLocation()))
            return true;
    return false;
}

void fe_check_printf(Sema &sema) {
    printf_checker checker(sema);
    for (Decl *d : sema.getASTContext().getTranslationUnitDecl()->decls())
        if (!sema.getSourceManager().isInSystemHeader(d->getLocation()))
            checker.TraverseDecl(d);
}
