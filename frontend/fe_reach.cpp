// SPDX-License-Identifier: MIT
// fe_reach: the functions that the code of a translation unit can call.
//
//   template <int N> constexpr void f() { if constexpr (N < 4) g<N>(); }
//   void k() { f<3>(); }          -> k, f<3>, g<3>
//
// Clang also instantiates functions that no code calls: constexpr ones, and ones with a deduced type, where a template
// that has no instance or a discarded branch names them. The headers' conditions fail there, too, although the code
// is never generated. Roots are the ordinary functions and variables of the user.

#include "fe_priv.h"
#include "fe_visitor.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/SourceManager.h>

using namespace clang;

namespace {

const FunctionDecl *body_of(const FunctionDecl *f) {
    const FunctionDecl *def = nullptr;
    return f->hasBody(def) ? def : f;
}

// The classes among args, those in packs too.
void add_classes(const TemplateArgumentList &args, llvm::SmallVectorImpl<QualType> &out) {
    for (const TemplateArgument &a : args.asArray())
        for (const TemplateArgument &e : a.getKind() == TemplateArgument::Pack ? a.pack_elements() : llvm::ArrayRef(a))
            if (e.getKind() == TemplateArgument::Type && e.getAsType()->isRecordType())
                out.push_back(e.getAsType().getCanonicalType().getUnqualifiedType());
}

} // namespace

class fe_reach::walk : public fe_visitor {
  public:
    walk(ASTContext &context, fe_reach &result) : ctx(context), to(result) {}
    bool shouldVisitImplicitCode() const override {
        return true;
    }

    void roots() {
        for (Decl *d : ctx.getTranslationUnitDecl()->noload_decls())
            if (!is_ours(d))
                TraverseDecl(d);
        while (!todo.empty()) {
            from = todo.pop_back_val();
            visit_function(from);
        }
    }

    // Templates: their instances count, where called or where the user asks for them.
    bool TraverseFunctionTemplateDecl(FunctionTemplateDecl *t) override {
        for (FunctionDecl *f : t->specializations())
            if (isTemplateExplicitInstantiationOrSpecialization(f->getTemplateSpecializationKind()))
                note(f, f->getLocation());
        return true;
    }
    bool TraverseClassTemplateDecl(ClassTemplateDecl *) override {
        return true;
    }
    bool TraverseClassTemplatePartialSpecializationDecl(ClassTemplatePartialSpecializationDecl *) override {
        return true;
    }
    bool TraverseVarTemplateDecl(VarTemplateDecl *) override {
        return true;
    }
    bool TraverseTypeAliasTemplateDecl(TypeAliasTemplateDecl *) override {
        return true;
    }
    bool TraverseIfStmt(IfStmt *s) override {
        std::optional<const Stmt *> kept =
            s->isConstexpr() && !s->getCond()->isValueDependent() ? s->getNondiscardedCase(ctx) : std::nullopt;
        if (!kept)
            return fe_visitor::TraverseIfStmt(s);
        return TraverseStmt(s->getInit()) && TraverseStmt(s->getCond()) && TraverseStmt(const_cast<Stmt *>(*kept));
    }

    bool VisitDeclRefExpr(DeclRefExpr *e) override {
        note(e->getDecl(), e->getLocation());
        return true;
    }
    bool VisitMemberExpr(MemberExpr *e) override {
        note(e->getMemberDecl(), e->getMemberLoc());
        return true;
    }
    bool VisitCXXConstructExpr(CXXConstructExpr *e) override {
        note(e->getConstructor(), e->getLocation());
        if (const CXXDestructorDecl *end = e->getConstructor()->getParent()->getDestructor())
            note(end, e->getLocation());
        return true;
    }
    bool VisitCallExpr(CallExpr *e) override {
        to.calls.insert(e->getRParenLoc());
        return true;
    }
    // Clang leaves out what it could not understand after a condition failed.
    bool VisitRecoveryExpr(RecoveryExpr *) override {
        to.broken = true;
        return true;
    }
    bool VisitVarDecl(VarDecl *v) override {
        to.broken |= v->isInvalidDecl();
        return true;
    }
    bool VisitCXXDefaultArgExpr(CXXDefaultArgExpr *e) override {
        return TraverseStmt(e->getExpr());
    }
    bool VisitCXXDefaultInitExpr(CXXDefaultInitExpr *e) override {
        return TraverseStmt(e->getExpr());
    }

  private:
    bool is_ours(const Decl *d) const {
        return ctx.getSourceManager().isInSystemHeader(d->getLocation());
    }
    void note(const Decl *d, SourceLocation at) {
        if (const auto *v = dyn_cast<VarDecl>(d)) {
            if (!v->isLocalVarDeclOrParm() && v->hasInit() && variables.insert(v).second)
                TraverseStmt(const_cast<Expr *>(v->getInit()));
            return;
        }
        const auto *f = dyn_cast<FunctionDecl>(d);
        if (!f)
            return;
        f = body_of(f);
        SourceLocation user = from && ctx.getSourceManager().isInSystemHeader(at) ? to.functions[from] : at;
        if (to.functions.insert({f, user}).second)
            todo.push_back(f);
    }
    void visit_function(const FunctionDecl *f) {
        if (f->isDependentContext())
            return;
        if (const auto *c = dyn_cast<CXXConstructorDecl>(f))
            for (CXXCtorInitializer *i : c->inits())
                TraverseStmt(i->getInit());
        if (Stmt *body = f->getBody())
            TraverseStmt(body);
    }

    ASTContext &ctx;
    fe_reach &to;
    const FunctionDecl *from = nullptr; // whose body is visited; NULL for the roots
    llvm::SmallVector<const FunctionDecl *, 64> todo;
    llvm::DenseSet<const VarDecl *> variables;
};

fe_reach::fe_reach(ASTContext &ctx) {
    walk(ctx, *this).roots();
}

bool fe_reach::has(const FunctionDecl *f) const {
    return functions.count(body_of(f)) != 0;
}

bool fe_reach::has_call(SourceLocation end) const {
    return calls.count(end) != 0;
}

bool fe_reach::uses(const ClassTemplateSpecializationDecl *c) const {
    llvm::SmallVector<QualType, 4> wanted;
    add_classes(c->getTemplateArgs(), wanted);
    for (const auto &f : functions) {
        llvm::SmallVector<QualType, 16> there;
        if (const TemplateArgumentList *args = f.first->getTemplateSpecializationArgs())
            add_classes(*args, there);
        if (const auto *of = dyn_cast<ClassTemplateSpecializationDecl>(f.first->getDeclContext()))
            add_classes(of->getTemplateArgs(), there);
        if (llvm::all_of(wanted, [&](QualType t) { return llvm::is_contained(there, t); }))
            return true;
    }
    return false;
}

SourceLocation fe_reach::user_call(const FunctionDecl *f) const {
    return functions.lookup(body_of(f));
}
