// SPDX-License-Identifier: MIT
// The language's own attributes, registered with Clang: __declspec(genx_main), __declspec(genx) and
// [[type("buffer_t")]]. Each is recorded in the AST as an identifier of Clang's suppress attribute, which holds text
// and generates no code (an annotation would become a variable). fe_kernels.cpp reads it.

#include "fe_priv.h"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/Sema/Lookup.h>
#include <clang/Sema/ParsedAttr.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaDiagnostic.h>

using namespace clang;

namespace {

void mark(Sema &s, Decl *d, llvm::StringRef text, const ParsedAttr &attr) {
    d->addAttr(SuppressAttr::CreateImplicit(s.Context, &text, 1, attr.getRange()));
}

// __declspec(genx_main): the function is a kernel.
struct genx_main_attr : public ParsedAttrInfo {
    genx_main_attr() {
        static constexpr Spelling names[] = {{ParsedAttr::AS_Declspec, "genx_main"}, {ParsedAttr::AS_GNU, "genx_main"}};
        Spellings = names;
    }
    bool diagAppertainsToDecl(Sema &s, const ParsedAttr &attr, const Decl *d) const override {
        if (isa<CXXMethodDecl>(d)) {
            s.Diag(d->getLocation(), s.Diags.getCustomDiagID(DiagnosticsEngine::Error, "%0"))
                << "a kernel cannot be a member of a class; write a function at file scope";
            return false;
        }
        if (isa<FunctionDecl>(d))
            return true;
        s.Diag(attr.getLoc(), diag::err_attribute_wrong_decl_type_str)
            << attr << attr.isRegularKeywordAttribute() << "functions";
        return false;
    }
    AttrHandling handleDeclAttribute(Sema &s, Decl *d, const ParsedAttr &attr) const override {
        mark(s, d, FE_ATTR_KERNEL, attr);
        return AttributeApplied;
    }
};

// __attribute__((cmc_entry)): each instance of this template is a kernel of a SYCL file.
struct entry_attr : public ParsedAttrInfo {
    entry_attr() {
        static constexpr Spelling names[] = {{ParsedAttr::AS_GNU, "cmc_entry"}};
        Spellings = names;
    }
    AttrHandling handleDeclAttribute(Sema &s, Decl *d, const ParsedAttr &attr) const override {
        mark(s, d, FE_ATTR_ENTRY, attr);
        return AttributeApplied;
    }
};

// __attribute__((cmc_esimd)): a function at file scope is a kernel; the operator () of a lambda or of a class is the
// body of one, which an instance of the entry template calls.
struct esimd_attr : public ParsedAttrInfo {
    esimd_attr() {
        static constexpr Spelling names[] = {{ParsedAttr::AS_GNU, "cmc_esimd"}};
        Spellings = names;
    }
    AttrHandling handleDeclAttribute(Sema &s, Decl *d, const ParsedAttr &attr) const override {
        const auto *f = dyn_cast<FunctionDecl>(d);
        if (f && !isa<CXXMethodDecl>(f) && f->getReturnType()->isVoidType())
            mark(s, d, FE_ATTR_KERNEL, attr);
        else if (isa_and_nonnull<CXXMethodDecl>(f))
            mark(s, d, FE_ATTR_ESIMD, attr);
        return AttributeApplied;
    }
};

// __declspec(genx): a function that kernels call. It is inlined, so nothing is recorded.
struct genx_attr : public ParsedAttrInfo {
    genx_attr() {
        static constexpr Spelling names[] = {{ParsedAttr::AS_Declspec, "genx"}, {ParsedAttr::AS_GNU, "genx"}};
        Spellings = names;
    }
    AttrHandling handleDeclAttribute(Sema &, Decl *, const ParsedAttr &) const override {
        return AttributeApplied;
    }
};

// __declspec(genx_stackcall): a function that is called, not inlined.
struct genx_stackcall_attr : public ParsedAttrInfo {
    genx_stackcall_attr() {
        static constexpr Spelling names[] = {{ParsedAttr::AS_Declspec, "genx_stackcall"},
                                             {ParsedAttr::AS_GNU, "genx_stackcall"}};
        Spellings = names;
    }
    AttrHandling handleDeclAttribute(Sema &s, Decl *d, const ParsedAttr &attr) const override {
        if (isa<FunctionDecl>(d))
            mark(s, d, FE_ATTR_STACK, attr);
        return AttributeApplied;
    }
};

// The number in an attribute's parentheses. Clang represents a single name there as an identifier.
static bool number_of(Sema &s, const ParsedAttr &attr, uint32_t &n) {
    if (!attr.isArgIdent(0))
        return s.checkUInt32Argument(attr, attr.getArgAsExpr(0), n, UINT_MAX, true);
    const IdentifierLoc *word = attr.getArgAsIdent(0);
    LookupResult found(s, DeclarationNameInfo(word->Ident, word->Loc), Sema::LookupOrdinaryName);
    if (!s.LookupName(found, s.getCurScope())) {
        s.Diag(word->Loc, diag::err_undeclared_var_use) << word->Ident;
        return false;
    }
    ExprResult use = s.BuildDeclarationNameExpr(CXXScopeSpec(), found, false);
    return !use.isInvalid() && s.checkUInt32Argument(attr, use.get(), n, UINT_MAX, true);
}

// A kernel attribute with one number, recorded after a prefix.
struct number_attr : public ParsedAttrInfo {
    explicit number_attr(const char *prefix) : noted(prefix) {
        NumArgs = 1;
    }
    AttrHandling handleDeclAttribute(Sema &s, Decl *d, const ParsedAttr &attr) const override {
        uint32_t n = 0;
        if (!number_of(s, attr, n))
            return AttributeNotApplied;
        mark(s, d, noted + std::to_string(n), attr);
        return AttributeApplied;
    }

  private:
    std::string noted;
};

// __declspec(genx_grf_count(n)): registers of the kernel's threads; 0 = as many as it needs.
struct genx_grf_attr : public number_attr {
    genx_grf_attr() : number_attr(FE_ATTR_GRF) {
        static constexpr Spelling names[] = {{ParsedAttr::AS_Declspec, "genx_grf_count"},
                                             {ParsedAttr::AS_GNU, "genx_grf_count"}};
        Spellings = names;
    }
};

// __declspec(cm_float_control(x)): rounding mode and denormals of the kernel, as CM_RTZ and the like.
struct float_control_attr : public number_attr {
    float_control_attr() : number_attr(FE_ATTR_FLOAT) {
        static constexpr Spelling names[] = {{ParsedAttr::AS_Declspec, "cm_float_control"},
                                             {ParsedAttr::AS_GNU, "cm_float_control"}};
        Spellings = names;
    }
};

// __declspec(genx_volatile), __declspec(genx_volatile(n)): a file-scope variable that is kept in its register; n is
// its byte offset in the register file.
struct genx_volatile_attr : public ParsedAttrInfo {
    genx_volatile_attr() {
        static constexpr Spelling names[] = {{ParsedAttr::AS_Declspec, "genx_volatile"},
                                             {ParsedAttr::AS_GNU, "genx_volatile"}};
        Spellings = names;
        OptArgs = 1;
    }
    bool diagAppertainsToDecl(Sema &s, const ParsedAttr &attr, const Decl *d) const override {
        const auto *v = dyn_cast<VarDecl>(d);
        if (v && v->hasGlobalStorage() && !v->isLocalVarDecl())
            return true;
        s.Diag(attr.getLoc(), diag::err_attribute_wrong_decl_type_str)
            << attr << attr.isRegularKeywordAttribute() << "file-scope variables";
        return false;
    }
    AttrHandling handleDeclAttribute(Sema &s, Decl *d, const ParsedAttr &attr) const override {
        std::string text = FE_ATTR_VOLATILE;
        uint32_t n = 0;
        if (attr.getNumArgs() == 1) {
            if (!number_of(s, attr, n))
                return AttributeNotApplied;
            text += std::to_string(n);
        }
        mark(s, d, text, attr);
        return AttributeApplied;
    }
};

// __local int table[64]; in a function: the variable is in shared local memory, one for all threads of a group. C++ has
// such variables only as static ones. fe_tokens.cpp adds this attribute to declarations that begin with __local, since
// an attribute of a type cannot change the variable.
struct local_variable_attr : public ParsedAttrInfo {
    static bool is_of_headers(const CXXRecordDecl *c) {
        const auto *ns = dyn_cast<NamespaceDecl>(c->getDeclContext());
        return ns && ns->getName() == "cm";
    }
    local_variable_attr() {
        static constexpr Spelling names[] = {{ParsedAttr::AS_GNU, FE_LOCAL_VARIABLE}};
        Spellings = names;
    }
    AttrHandling handleDeclAttribute(Sema &s, Decl *d, const ParsedAttr &) const override {
        auto *v = dyn_cast<VarDecl>(d);
        QualType t = v ? s.Context.getBaseElementType(v->getType()) : QualType();
        if (!v || !v->isLocalVarDecl() || v->getStorageClass() != SC_None ||
            t.getAddressSpace() != LangAS::opencl_local)
            return AttributeApplied;
        v->setStorageClass(SC_Static);
        // A structure is left without a value; C++ has no constructors for objects in address spaces.
        const CXXRecordDecl *c = t->getAsCXXRecordDecl();
        if (c && c->hasDefinition() && c->hasTrivialDefaultConstructor() && !is_of_headers(c))
            v->addAttr(LoaderUninitializedAttr::CreateImplicit(s.Context));
        return AttributeApplied;
    }
};

// [[type("buffer_t read_write")]] on a kernel's parameter.
struct type_attr : public ParsedAttrInfo {
    type_attr() {
        static constexpr Spelling names[] = {{ParsedAttr::AS_CXX11, "type"}, {ParsedAttr::AS_GNU, "type"}};
        Spellings = names;
        NumArgs = 1;
    }
    bool diagAppertainsToDecl(Sema &s, const ParsedAttr &attr, const Decl *d) const override {
        if (isa<ParmVarDecl>(d))
            return true;
        s.Diag(attr.getLoc(), diag::warn_attribute_wrong_decl_type_str)
            << attr << attr.isRegularKeywordAttribute() << "kernel arguments";
        return false;
    }
    AttrHandling handleDeclAttribute(Sema &s, Decl *d, const ParsedAttr &attr) const override {
        llvm::StringRef text;
        if (!s.checkStringLiteralArgumentAttr(attr, 0, text))
            return AttributeNotApplied;
        std::string marked = FE_ATTR_TYPE + text.str();
        mark(s, d, marked, attr);
        return AttributeApplied;
    }
};

ParsedAttrInfoRegistry::Add<genx_main_attr> add_genx_main("genx_main", "");
ParsedAttrInfoRegistry::Add<entry_attr> add_entry("cmc_entry", "");
ParsedAttrInfoRegistry::Add<esimd_attr> add_esimd("cmc_esimd", "");
ParsedAttrInfoRegistry::Add<genx_attr> add_genx("genx", "");
ParsedAttrInfoRegistry::Add<genx_stackcall_attr> add_genx_stackcall("genx_stackcall", "");
ParsedAttrInfoRegistry::Add<genx_grf_attr> add_genx_grf("genx_grf_count", "");
ParsedAttrInfoRegistry::Add<genx_volatile_attr> add_genx_volatile("genx_volatile", "");
ParsedAttrInfoRegistry::Add<float_control_attr> add_float("cm_float_control", "");
ParsedAttrInfoRegistry::Add<type_attr> add_type("type", "");
ParsedAttrInfoRegistry::Add<local_variable_attr> add_local(FE_LOCAL_VARIABLE, "");

} // namespace

void fe_register_attributes() {}
