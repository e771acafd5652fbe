// SPDX-License-Identifier: MIT
// A walk over Clang's syntax tree with virtual hooks.
//
// Clang's RecursiveASTVisitor is a template, which takes ten seconds to compile for each class that is made of it. It
// is instantiated once, in fe_visitor.cpp; the checks derive from fe_visitor, whose hooks have Clang's names. A hook
// that a check needs is a line more in fe_visitor.def.

#ifndef FE_VISITOR_H
#define FE_VISITOR_H

#include <clang/AST/Decl.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/AST/TypeLoc.h>

class fe_visitor {
  public:
    virtual ~fe_visitor() = default;

    // Walks over everything below. The result is false when a hook has ended the walk by returning false.
    bool TraverseDecl(clang::Decl *d);
    bool TraverseStmt(clang::Stmt *s);

    virtual bool shouldVisitTemplateInstantiations() const {
        return false;
    }
    virtual bool shouldVisitImplicitCode() const {
        return false;
    }
#define FE_VISIT(node)                                                                                                 \
    virtual bool Visit##node(clang::node *) {                                                                          \
        return true;                                                                                                   \
    }
#include "fe_visitor.def"
    virtual bool VisitBuiltinTypeLoc(clang::BuiltinTypeLoc) {
        return true;
    }
#define FE_TRAVERSE(node) virtual bool Traverse##node(clang::node *n);
#include "fe_visitor.def"
};

#endif
