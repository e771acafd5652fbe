// SPDX-License-Identifier: MIT
#include "fe_visitor.h"

#include <clang/AST/RecursiveASTVisitor.h>

using namespace clang;

namespace {

// Clang's walk, each step of which asks the visitor.
class walker : public RecursiveASTVisitor<walker> {
    using base = RecursiveASTVisitor<walker>;

  public:
    explicit walker(fe_visitor &v) : to(v) {}
    bool shouldVisitTemplateInstantiations() const {
        return to.shouldVisitTemplateInstantiations();
    }
    bool shouldVisitImplicitCode() const {
        return to.shouldVisitImplicitCode();
    }
#define FE_VISIT(node)                                                                                                 \
    bool Visit##node(node *n) {                                                                                        \
        return to.Visit##node(n);                                                                                      \
    }
#include "fe_visitor.def"
    bool VisitBuiltinTypeLoc(BuiltinTypeLoc t) {
        return to.VisitBuiltinTypeLoc(t);
    }
#define FE_TRAVERSE(node)                                                                                              \
    bool Traverse##node(node *n) {                                                                                     \
        return to.Traverse##node(n);                                                                                   \
    }                                                                                                                  \
    bool parts_of_##node(node *n) {                                                                                    \
        return base::Traverse##node(n);                                                                                \
    }
#include "fe_visitor.def"

  private:
    fe_visitor &to;
};

} // namespace

bool fe_visitor::TraverseDecl(Decl *d) {
    return walker(*this).TraverseDecl(d);
}
bool fe_visitor::TraverseStmt(Stmt *s) {
    return walker(*this).TraverseStmt(s);
}
#define FE_TRAVERSE(node)                                                                                              \
    bool fe_visitor::Traverse##node(node *n) {                                                                         \
        return walker(*this).parts_of_##node(n);                                                                       \
    }
#include "fe_visitor.def"
