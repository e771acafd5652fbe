// SPDX-License-Identifier: MIT
// Functions that are not inlined: CM_NOINLINE (Clang's noinline) and _GENX_STACKCALL_.
//
//   CM_NOINLINE void f(vector<int, 16> &a, matrix_ref<char, 4, 8> m)
//   ->  define internal void @f(ptr byref(%vector) %a, ptr byval(%matrix_ref) "cmc_ref"="i8 32 8" %m) #0
//       attributes #0 = { noinline }, with "CMStackCall" for a stack call
//
// Clang passes objects by pointer and loses their types. The pass abi turns them into values and needs the types.

#include "fe_priv.h"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/CodeGen/CodeGenABITypes.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/Support/raw_ostream.h>

using namespace clang;

namespace {

bool is_stack_call(const FunctionDecl *f) {
    for (const FunctionDecl *r : f->redecls())
        for (const auto *a : r->specific_attrs<SuppressAttr>())
            for (llvm::StringRef text : a->diagnosticIdentifiers())
                if (text == FE_ATTR_STACK)
                    return true;
    return false;
}

// The template arguments of vector_ref<T, N> or matrix_ref<T, R, C> of namespace cm; otherwise NULL.
const ClassTemplateSpecializationDecl *reference_class(QualType t) {
    const auto *c = dyn_cast_or_null<ClassTemplateSpecializationDecl>(t->getAsCXXRecordDecl());
    const auto *ns = c ? dyn_cast<NamespaceDecl>(c->getDeclContext()) : nullptr;
    if (!ns || ns->getName() != "cm" || (c->getName() != "vector_ref" && c->getName() != "matrix_ref"))
        return nullptr;
    return c;
}

// The scalar type inside a class that represents one number (bfloat16).
llvm::Type *stored_type(CodeGenerator &gen, QualType t) {
    llvm::Type *ty = CodeGen::convertTypeForMemory(gen.CGM(), t);
    while (auto *s = llvm::dyn_cast<llvm::StructType>(ty)) {
        if (s->getNumElements() != 1)
            break;
        ty = s->getElementType(0);
    }
    return ty;
}

// "i32 16 0"
std::string describe_reference(CodeGenerator &gen, const ClassTemplateSpecializationDecl *c) {
    const TemplateArgumentList &args = c->getTemplateArgs();
    std::string text;
    llvm::raw_string_ostream os(text);
    stored_type(gen, args[0].getAsType())->print(os);
    int64_t n = args[1].getAsIntegral().getExtValue(), row = 0;
    if (args.size() > 2) {
        row = args[2].getAsIntegral().getExtValue();
        n *= row;
    }
    os << ' ' << n << ' ' << row;
    return os.str();
}

// access: "cmc_in", "cmc_copy", or empty for an object that the function may write.
void describe_object(CodeGenerator &gen, llvm::Function &f, unsigned i, QualType t, llvm::StringRef access) {
    llvm::Argument *a = f.getArg(i);
    llvm::LLVMContext &c = f.getContext();
    if (!access.empty())
        f.addParamAttr(i, llvm::Attribute::get(c, access));
    if (const auto *ref = reference_class(t))
        f.addParamAttr(i, llvm::Attribute::get(c, "cmc_ref", describe_reference(gen, ref)));
    if (!a->hasByValAttr() && !a->hasStructRetAttr() && t->isObjectType() && !t->isIncompleteType())
        f.addParamAttr(i, llvm::Attribute::getWithByRefType(c, CodeGen::convertTypeForMemory(gen.CGM(), t)));
}

// Describes each argument: the result pointer, this, then the parameters.
void describe_params(CodeGenerator &gen, const FunctionDecl *decl, llvm::Function &f) {
    unsigned i = f.hasStructRetAttr() ? 1 : 0;
    const auto *method = dyn_cast<CXXMethodDecl>(decl);
    bool has_this = method && method->isInstance();
    if (f.arg_size() != i + has_this + decl->getNumParams())
        return;
    if (has_this) {
        QualType t = method->getThisType()->getPointeeType();
        describe_object(gen, f, i++, t.getUnqualifiedType(), t.isConstQualified() ? "cmc_in" : "");
    }
    for (const ParmVarDecl *p : decl->parameters()) {
        QualType t = p->getType();
        bool reference = t->isReferenceType(), object = f.getArg(i)->getType()->isPointerTy() && !t->isPointerType();
        QualType of = reference ? t->getPointeeType() : t;
        // The constness of a reference does not apply to the object that it refers to.
        bool refers = reference_class(of) != nullptr;
        llvm::StringRef access = refers ? "" : !reference ? "cmc_copy" : of.isConstQualified() ? "cmc_in" : "";
        if (object)
            describe_object(gen, f, i, of.getUnqualifiedType(), access);
        i++;
    }
}

} // namespace

bool fe_keep_function(CodeGenerator &gen, llvm::Function &f) {
    const auto *decl = dyn_cast_or_null<FunctionDecl>(gen.GetDeclForMangledName(f.getName()));
    if (!decl)
        return false;
    bool stack = is_stack_call(decl);
    if (!stack && !decl->hasAttr<NoInlineAttr>())
        return false;
    f.addFnAttr(llvm::Attribute::NoInline);
    if (stack)
        f.addFnAttr("CMStackCall");
    describe_params(gen, decl, f);
    return true;
}
