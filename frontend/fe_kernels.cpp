// SPDX-License-Identifier: MIT
// The kernels of a translation unit: found and checked in the AST, then marked in the module.
//
//   extern "C" _GENX_MAIN_ void k(SurfaceIndex s [[type("buffer_t")]], vector<int, 4> v)
//   ->  define dllexport void @k(i32 "VCArgumentKind"="2" "VCArgumentDesc"="buffer_t" %s,
//                                <4 x i32> "VCArgumentKind"="0" %v) #CMGenxMain
//
// Clang passes a vector, which is a class, by pointer; a kernel's payload holds the value itself. Such kernels get a
// new signature, and the value is stored to the object that the body expects. Every other function becomes internal,
// and always-inline unless it is marked otherwise (fe_calls.cpp). lower_cm reads the two string attributes.

#include "fe_priv.h"
#include "fe_simt.h"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/GlobalDecl.h>
#include <clang/Basic/SourceManager.h>
#include <clang/CodeGen/CodeGenABITypes.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <map>
#include <set>

using namespace clang;

namespace {

// The rest of the text with which fe_attrs.cpp marked d, when the text begins with prefix; of several marks, of one
// that has a rest.
bool marked_text(const Decl *d, llvm::StringRef prefix, llvm::StringRef &rest) {
    bool found = false;
    for (const auto *a : d->specific_attrs<SuppressAttr>())
        for (llvm::StringRef text : a->diagnosticIdentifiers())
            if (text.starts_with(prefix) && (!found || rest.empty())) {
                rest = text.drop_front(prefix.size());
                found = true;
            }
    return found;
}

// The function in which the user wrote f's attributes: for an instance of a template, that of the template.
const FunctionDecl *as_written(const FunctionDecl *f) {
    const FunctionDecl *pattern = f->getTemplateInstantiationPattern();
    return pattern ? pattern : f;
}

// Whether any declaration of f is marked as a kernel.
bool is_kernel(const FunctionDecl *f) {
    llvm::StringRef rest;
    f = as_written(f);
    for (const FunctionDecl *r : f->redecls())
        if (marked_text(r, FE_ATTR_KERNEL, rest))
            return true;
    return false;
}

// Whether f is an entry of the SYCL headers.
bool is_entry(const FunctionDecl *f) {
    llvm::StringRef rest;
    return marked_text(as_written(f), FE_ATTR_ENTRY, rest);
}

// The text after this prefix in the marks of any declaration; "" when there is no such mark.
llvm::StringRef function_attr(const FunctionDecl *f, llvm::StringRef prefix) {
    llvm::StringRef rest;
    f = as_written(f);
    for (const FunctionDecl *r : f->redecls())
        if (marked_text(r, prefix, rest))
            break;
    return rest;
}

llvm::StringRef written_type(const ParmVarDecl *p, bool *there = nullptr) {
    llvm::StringRef rest;
    const auto *f = dyn_cast<FunctionDecl>(p->getDeclContext());
    if (f && as_written(f) != f && p->getFunctionScopeIndex() < as_written(f)->getNumParams())
        p = as_written(f)->getParamDecl(p->getFunctionScopeIndex());
    bool found = marked_text(p, FE_ATTR_TYPE, rest);
    if (there)
        *there = found;
    return rest;
}

// The name of a class or enum of namespace cm, or "".
llvm::StringRef cm_name(QualType t) {
    const auto *tag = t->getAsTagDecl();
    if (!tag || !tag->getIdentifier())
        return {};
    const auto *ns = dyn_cast<NamespaceDecl>(tag->getDeclContext());
    return ns && ns->getName() == "cm" ? tag->getName() : llvm::StringRef();
}

bool is_cm_value(QualType t) {
    llvm::StringRef n = cm_name(t);
    return n == "vector" || n == "matrix";
}

bool is_surface(QualType t) {
    return cm_name(t) == "SurfaceIndex";
}

// The number of elements of a vector of surfaces; 0 for other types. The driver sees each element as an argument.
unsigned surfaces_of(QualType t) {
    const auto *s = cm_name(t) == "vector" ? dyn_cast<ClassTemplateSpecializationDecl>(t->getAsTagDecl()) : nullptr;
    if (!s || s->getTemplateArgs().size() != 2 || !is_surface(s->getTemplateArgs()[0].getAsType()))
        return 0;
    return (unsigned)s->getTemplateArgs()[1].getAsIntegral().getZExtValue();
}

// A closure of a SYCL kernel, or another object that is copied as bytes.
bool is_copied(const FunctionDecl *k, QualType t) {
    return t->isRecordType() && is_entry(k);
}

// A structure that the payload can hold as bytes: numbers, vectors, arrays, and structures of them.
bool is_plain_struct(QualType t) {
    const auto *r = t->getAsCXXRecordDecl();
    if (!r || !r->hasDefinition() || !cm_name(t).empty() || r->isPolymorphic() || r->isUnion() || r->getNumBases() != 0)
        return false;
    for (const FieldDecl *f : r->fields()) {
        QualType e = f->getType();
        while (const auto *a = dyn_cast_or_null<ConstantArrayType>(e->getAsArrayTypeUnsafe()))
            e = a->getElementType();
        bool number = e->isArithmeticType() || (e->isEnumeralType() && cm_name(e).empty());
        if (f->isBitField() || surfaces_of(e) || (!number && !is_cm_value(e) && !is_plain_struct(e)))
            return false;
    }
    return true;
}

bool has_typedef(QualType t, llvm::StringRef name) {
    while (const auto *td = t->getAs<TypedefType>()) {
        if (td->getDecl()->getName() == name)
            return true;
        t = td->desugar();
    }
    return false;
}

bool is_plain_number(QualType t) {
    if (const auto *e = t->getAs<EnumType>())
        t = e->getDecl()->getIntegerType();
    const auto *b = t->getAs<BuiltinType>();
    if (!b)
        return false;
    return b->isInteger() || b->getKind() == BuiltinType::Float16 || b->getKind() == BuiltinType::Float ||
           b->getKind() == BuiltinType::Double;
}

// The remedy for a parameter type that a kernel cannot take; NULL for a valid type.
const char *param_advice(QualType t) {
    llvm::StringRef n = cm_name(t);
    if (n == "vector_ref" || n == "matrix_ref")
        return "kernel arguments are passed by value; use vector or matrix";
    if (n == "SamplerIndex")
        return "samplers are not supported; read pixels with read_typed or a media block";
    if (n == "VmeIndex")
        return "the video motion engine is not supported; compare blocks with cm_sad2";
    if (t->isFunctionPointerType() || t->isMemberPointerType() || t->isFunctionReferenceType())
        return "kernels call functions by name; pass a number and use a switch";
    if (t->isPointerType()) // an address
        return nullptr;
    if (t->isReferenceType())
        return "a kernel cannot take a reference; pass the argument by value";
    if (is_cm_value(t) || is_plain_number(t))
        return nullptr;
    if (is_plain_struct(t))
        return nullptr;
    if (t->isRecordType())
        return "a structure may hold numbers, vectors, arrays and structures of them; pass a surface as an argument of "
               "its own";
    return "use a number, vector, matrix, SurfaceIndex or svmptr_t";
}

bool known_type_word(llvm::StringRef word) {
    static const char *const words[] = {"buffer_t",        "svmptr_t",  "sampler_t",       "image1d_t",
                                        "image1d_array_t", "image2d_t", "image2d_array_t", "image1d_buffer_t",
                                        "image3d_t",       "read_only", "write_only",      "image2d_media_block_t",
                                        "read_write"};
    for (const char *w : words)
        if (word == w)
            return true;
    return false;
}

bool is_access(llvm::StringRef word) {
    return word == "read_only" || word == "write_only" || word == "read_write";
}

// A word that describes the contents of an argument's memory, as in "buffer_t half" and "image2d_t unsigned char
// read_only". It has no effect.
bool element_word(llvm::StringRef word) {
    static const char *const words[] = {"char",     "uchar",   "signed",   "unsigned", "short",   "ushort",  "int",
                                        "uint",     "long",    "ulong",    "half",     "float",   "double",  "bfloat",
                                        "bfloat16", "bf16",    "bool",     "void",     "int8_t",  "uint8_t", "int16_t",
                                        "uint16_t", "int32_t", "uint32_t", "int64_t",  "uint64_t"};
    for (const char *w : words)
        if (word == w)
            return true;
    return false;
}

// The text without the words that describe the memory's contents. The name of any type may follow an address.
std::string kind_text(llvm::StringRef text) {
    llvm::SmallVector<llvm::StringRef, 4> words;
    text.split(words, ' ', -1, false);
    if (!words.empty() && words[0] != "svmptr_t")
        llvm::erase_if(words, element_word);
    return llvm::join(words, " ");
}

bool type_text_ok(llvm::StringRef text) {
    llvm::SmallVector<llvm::StringRef, 4> words;
    text.split(words, ' ', -1, false);
    if (words.empty() || !known_type_word(words[0]))
        return false;
    for (llvm::StringRef w : words)
        if (words[0] != "svmptr_t" && !known_type_word(w) && !element_word(w))
            return false;
    return true;
}

// Whether two words contradict each other: "buffer_t image2d_t", "read_only write_only".
bool says_two(llvm::StringRef text) {
    llvm::SmallVector<llvm::StringRef, 4> words;
    text.split(words, ' ', -1, false);
    std::set<llvm::StringRef> of[2];
    for (llvm::StringRef w : words)
        if (known_type_word(w))
            of[is_access(w)].insert(w);
    return words[0] != "svmptr_t" && (of[0].size() > 1 || of[1].size() > 1);
}

// Whether the initial value is not constant. (A trivial default constructor leaves the elements undefined.)
bool needs_code(const VarDecl *v) {
    if (!v->hasGlobalStorage() || !v->hasInit() || v->getType()->isDependentType() ||
        v->getInit()->isValueDependent() || v->isConstexpr()) // Clang reports a wrong constexpr
        return false;
    const auto *c = dyn_cast<CXXConstructExpr>(v->getInit()->IgnoreImplicit());
    if (c && c->getConstructor()->isDefaultConstructor() && c->getConstructor()->isTrivial())
        return false;
    return !v->hasConstantInitialization();
}

// Whether a structure has several members. One with a single member is as good as that member.
bool has_parts(QualType t) {
    const RecordDecl *r = is_cm_value(t) ? nullptr : t->getAsRecordDecl();
    return r && std::distance(r->field_begin(), r->field_end()) != 1;
}

// Whether -fvolatile-global keeps v in registers: a variable of one number, vector or matrix.
bool may_be_volatile(const VarDecl *v) {
    QualType t = v->getType();
    return !t.isConstQualified() && !v->isConstexpr() && (is_cm_value(t) || is_plain_number(t));
}

unsigned error_id(DiagnosticsEngine &d, const char (&text)[3]) {
    return d.getCustomDiagID(DiagnosticsEngine::Error, text);
}

void report(DiagnosticsEngine &d, SourceLocation loc, const llvm::Twine &text) {
    d.Report(loc, error_id(d, "%0")) << text.str();
}

bool points_to_local(QualType t) {
    LangAS space = t->isPointerType() ? t->getPointeeType().getAddressSpace() : LangAS::Default;
    return space == LangAS::opencl_local || space == LangAS::sycl_local ||
           space == getLangASFromTargetAS(FE_LOCAL_SPACE);
}

// Whether an object holds a local_accessor of the SYCL headers.
bool holds_local(QualType t) {
    while (const auto *a = dyn_cast_or_null<ConstantArrayType>(t->getAsArrayTypeUnsafe()))
        t = a->getElementType();
    const auto *r = t->getAsCXXRecordDecl();
    if (!r || !r->hasDefinition())
        return false;
    if (r->getIdentifier() && r->getName() == "local_accessor")
        return true;
    return llvm::any_of(r->bases(), [](const CXXBaseSpecifier &b) { return holds_local(b.getType()); }) ||
           llvm::any_of(r->fields(), [](const FieldDecl *f) { return holds_local(f->getType()); });
}

// The function object that the user wrote: the headers wrap one that takes a kernel_handler.
const CXXRecordDecl *function_object(const FunctionDecl *entry) {
    const auto *c = entry->getParamDecl(0)->getType()->getAsCXXRecordDecl();
    const auto *s = dyn_cast<ClassTemplateSpecializationDecl>(c);
    return s && s->getName() == "with_handler" ? s->getTemplateArgs()[0].getAsType()->getAsCXXRecordDecl() : c;
}

// Whether the function object of an entry is a kernel of ESIMD: its operator () is marked.
bool is_esimd(const FunctionDecl *entry) {
    llvm::StringRef rest;
    return llvm::any_of(fe_call_operators(function_object(entry)),
                        [&](const CXXMethodDecl *m) { return marked_text(as_written(m), FE_ATTR_ESIMD, rest); });
}

// Whether the host reserves local memory: for a pointer parameter, in a SYCL file for the accessors in the closure.
bool needs_local(const FunctionDecl *k) {
    return !is_entry(k) || holds_local(k->getParamDecl(0)->getType());
}

void check_param(DiagnosticsEngine &diags, const ParmVarDecl *p) {
    QualType t = p->getType();
    SourceLocation loc = p->getLocation();
    if (const char *advice = param_advice(t)) {
        if (!is_surface(t))
            report(diags, loc,
                   "kernel argument '" + p->getName() + "' has type '" + t.getAsString() +
                       "', which a kernel cannot take; " + advice);
        return;
    }
    bool there;
    llvm::StringRef text = written_type(p, &there), word = text.ltrim().split(' ').first;
    if (!there)
        return;
    bool surface = is_surface(t) || surfaces_of(t), address = word == "svmptr_t";
    if (address && points_to_local(t))
        report(diags, loc,
               "a pointer to '__local' cannot be \"svmptr_t\" because it is an offset in shared local memory; remove "
               "the attribute");
    if (!type_text_ok(text))
        report(diags, loc,
               "unknown argument type \"" + text +
                   "\"; expected one of buffer_t, image2d_t, svmptr_t, ... and read_only, "
                   "write_only or read_write");
    else if (says_two(text))
        report(
            diags, loc,
            "argument type \"" + text +
                "\" contradicts itself; an argument has one kind and one access, read_only, write_only or read_write");
    else if (address && t->isIntegerType() && !has_typedef(t, "svmptr_t") && p->getASTContext().getTypeSize(t) != 64)
        report(diags, loc,
               "an argument of type '" + t.getAsString() +
                   "' cannot be \"svmptr_t\" because an address has 64 bits; declare it as svmptr_t");
    else if (surface && address)
        report(diags, loc, "a SurfaceIndex cannot be \"svmptr_t\"; declare it as svmptr_t");
    else if (!surface && (address ? !t->isPointerType() && !t->isIntegerType() : !is_access(word)))
        report(diags, loc,
               "an argument of type '" + t.getAsString() + "' cannot be \"" + word + "\"; " +
                   (address ? "declare it as svmptr_t" : "declare it as SurfaceIndex"));
}

// Argument kinds of !genx.kernels: 0 general, 1 sampler, 2 surface.
const char *param_kind(const ParmVarDecl *p) {
    return is_surface(p->getType()) || surfaces_of(p->getType()) ? "2" : "0";
}

std::string param_desc(const ParmVarDecl *p) {
    llvm::StringRef text = written_type(p);
    if (points_to_local(p->getType()))
        return "local_ptr";
    if (text.empty() && (has_typedef(p->getType(), "svmptr_t") || p->getType()->isPointerType()))
        return "svmptr_t";
    return kind_text(text);
}

// A pointer to memory is passed as a number, like svmptr_t; the short svmptr_t of -m32 is the low half of one.
bool is_address(llvm::Type *t) {
    return t->isPointerTy() || t->isIntegerTy();
}

// An offset in shared local memory.
bool is_local(llvm::Type *t) {
    return t->isPointerTy() && t->getPointerAddressSpace() == FE_LOCAL_SPACE;
}

// The vector inside { <N x T> }, a byte for a bool, an integer for a pointer; NULL for other structures.
llvm::Type *inner_vector(llvm::Type *t) {
    if (t->isIntegerTy(1))
        return llvm::Type::getInt8Ty(t->getContext());
    if (is_local(t))
        return llvm::Type::getInt32Ty(t->getContext());
    if (is_address(t))
        return llvm::Type::getInt64Ty(t->getContext());
    while (auto *s = llvm::dyn_cast<llvm::StructType>(t)) {
        if (s->getNumElements() != 1)
            return nullptr;
        t = s->getElementType(0);
    }
    return t->isVectorTy() ? t : nullptr;
}

llvm::Type *by_value(llvm::Type *t, const llvm::DataLayout &dl) {
    llvm::Type *v = inner_vector(t);
    return v ? v : fe_struct_value(t, dl);
}

// The change of a parameter: its class, or NULL when it is unchanged, and the number of surfaces that replace it. A
// dropped one has no value.
struct param_plan {
    llvm::Type *type;
    unsigned surfaces;
    bool dropped;
    unsigned count() const {
        return dropped ? 0 : surfaces ? surfaces : 1;
    }
};

// Builds the value of a vector of surfaces from the arguments that begin at `at`.
llvm::Value *gather_surfaces(llvm::IRBuilder<> &b, llvm::Function *g, unsigned at, const param_plan &plan,
                             llvm::StringRef name) {
    llvm::Value *v = llvm::PoisonValue::get(inner_vector(plan.type));
    for (unsigned k = 0; k < plan.surfaces; k++) {
        g->getArg(at + k)->setName(name + "." + llvm::Twine(k));
        v = b.CreateInsertElement(v, g->getArg(at + k), b.getInt32(k));
    }
    return v;
}

// Moves the body of f into a function that takes vectors by value.
llvm::Function *take_values(llvm::Function *f, llvm::ArrayRef<param_plan> plans) {
    const llvm::DataLayout &dl = f->getParent()->getDataLayout();
    llvm::SmallVector<llvm::Type *, 8> params;
    for (unsigned i = 0; i < f->arg_size(); i++)
        if (plans[i].dropped)
            continue;
        else if (plans[i].surfaces)
            params.append(plans[i].surfaces, llvm::Type::getInt32Ty(f->getContext()));
        else
            params.push_back(plans[i].type ? by_value(plans[i].type, dl) : f->getArg(i)->getType());
    auto *type = llvm::FunctionType::get(f->getReturnType(), params, false);
    auto *g = llvm::Function::Create(type, f->getLinkage(), "");
    f->getParent()->getFunctionList().insert(f->getIterator(), g); // kernels stay in source order
    g->takeName(f);
    g->setSubprogram(f->getSubprogram());
    f->setSubprogram(nullptr);
    g->splice(g->begin(), f);
    llvm::IRBuilder<> b(&g->getEntryBlock(), g->getEntryBlock().begin());
    for (unsigned i = 0, at = 0; i < f->arg_size(); i++) {
        llvm::Argument *from = f->getArg(i);
        if (plans[i].dropped) {
            from->replaceAllUsesWith(llvm::PoisonValue::get(from->getType()));
            continue;
        }
        llvm::Argument *to = g->getArg(at);
        llvm::Type *held = plans[i].type;
        to->setName(from->getName());
        llvm::Value *v = to;
        if (held && held->isIntegerTy(1)) {
            v = b.CreateIsNotNull(to);
        } else if (held && is_address(held)) {
            v = held->isIntegerTy() ? b.CreateTrunc(to, held) : b.CreateIntToPtr(to, held);
        } else if (held) {
            auto *slot = b.CreateAlloca(held);
            if (plans[i].surfaces)
                b.CreateStore(gather_surfaces(b, g, at, plans[i], from->getName()), slot);
            else if (inner_vector(held))
                b.CreateStore(to, slot);
            else
                fe_store_struct(b, to, slot, held, dl);
            v = slot;
        }
        from->replaceAllUsesWith(v);
        at += plans[i].count();
    }
    f->replaceAllUsesWith(g);
    f->eraseFromParent();
    return g;
}

// Removes attributes for CPUs, which have no meaning here.
void clean_attributes(llvm::Function &f) {
    f.setAttributes(f.getAttributes().removeFnAttributes(f.getContext()));
    f.addFnAttr(llvm::Attribute::NoUnwind);
    // For results by pointer: inlining turns these into alias scopes, which have no use once the objects are values.
    for (llvm::Argument &a : f.args()) {
        a.removeAttr(llvm::Attribute::NoAlias);
        a.removeAttr(llvm::Attribute::NoUndef);
        a.removeAttr(llvm::Attribute::SExt);
        a.removeAttr(llvm::Attribute::ZExt);
    }
}

} // namespace

bool fe_is_volatile(const VarDecl *v) {
    llvm::StringRef rest;
    return marked_text(v, FE_ATTR_VOLATILE, rest);
}

bool fe_kernel_finder::is_found(const FunctionDecl *f) const {
    return llvm::is_contained(kernels, f) || llvm::is_contained(entries, f);
}

// The name of the type that names an entry's kernel.
static std::string stable_name(const FunctionDecl *k) {
    return SYCLUniqueStableNameExpr::ComputeName(k->getASTContext(),
                                                 k->getTemplateSpecializationArgs()->get(0).getAsType());
}

// Functions at file scope that are marked as kernels are ones where the file has no host side: otherwise they are
// functions that kernels call.
void fe_kernel_finder::keep_kernels() {
    if (entries.empty() && dialect.unit.empty())
        for (const FunctionDecl *f : marked)
            check(f);
    else
        kernels = entries;
    std::map<std::string, const FunctionDecl *> named;
    for (const FunctionDecl *k : entries) {
        const FunctionDecl *other = named.insert({stable_name(k), k}).first->second;
        if (function_object(other) != function_object(k))
            report(diags, function_object(k)->getLocation(),
                   "two kernels have the name '" +
                       k->getTemplateSpecializationArgs()->get(0).getAsType().getAsString() +
                       "'; give each a name of its own, or none");
    }
    for (const FunctionDecl *k : kernels) {
        if (is_entry(k))
            fe_check_sub_groups(function_object(k), is_esimd(k), diags);
        const_cast<FunctionDecl *>(k)->addAttr(UsedAttr::CreateImplicit(k->getASTContext()));
    }
}

// The functions and variables of a SYCL file that concern the device. Most of it is host code, which is not judged.
void fe_kernel_finder::visit_device(Decl *d) {
    if (isa<LinkageSpecDecl>(d) || isa<NamespaceDecl>(d)) {
        for (Decl *inner : cast<DeclContext>(d)->decls())
            visit_device(inner);
    } else if (auto *f = dyn_cast<FunctionDecl>(d)) {
        if (!f->isThisDeclarationADefinition() || f->isDependentContext() || is_found(f))
            return;
        if (is_entry(f))
            entries.push_back(f);
        else if (is_kernel(f) && !llvm::is_contained(marked, f))
            marked.push_back(f);
    } else if (auto *v = dyn_cast<VarDecl>(d)) {
        if (fe_is_volatile(v))
            volatiles.push_back(v);
    }
}

bool fe_kernel_finder::HandleTopLevelDecl(DeclGroupRef group) {
    if (dialect.sycl) {
        for (Decl *d : group) {
            fe_find_unroll(d, diags.getSourceManager(), unrolled);
            visit_device(d);
        }
        return true;
    }
    for (Decl *d : group) {
        if (d->isFromASTFile()) // a precompiled header of ours
            continue;
        fe_check_subset(diags, d, dialect);
        fe_fold_calls(d);
        fe_find_unroll(d, diags.getSourceManager(), unrolled);
        visit(d);
        fe_check_simdcf(d, diags);
    }
    return true;
}

void fe_kernel_finder::visit(Decl *d) {
    if (auto *ctx = dyn_cast<LinkageSpecDecl>(d)) {
        for (Decl *inner : ctx->decls())
            visit(inner);
    } else if (auto *ns = dyn_cast<NamespaceDecl>(d)) {
        for (Decl *inner : ns->decls())
            visit(inner);
    } else if (auto *f = dyn_cast<FunctionDecl>(d)) {
        if (leaves_out(f))
            return;
        if (f->isThisDeclarationADefinition() && is_kernel(f) && !llvm::is_contained(kernels, f))
            check(f);
        else if (!without_body && is_kernel(f))
            without_body = f;
        else if (f->isThisDeclarationADefinition() && !function_attr(f, FE_ATTR_FLOAT).empty())
            diags.Report(f->getLocation(), diags.getCustomDiagID(DiagnosticsEngine::Warning, "%0"))
                << ("[cm-ignored] float control of function '" + f->getName() +
                    "' has no effect because the kernel sets the mode; put it on the kernel")
                       .str();
    } else if (auto *v = dyn_cast<VarDecl>(d)) {
        bool is_volatile = fe_is_volatile(v);
        if (is_volatile || (dialect.bind_globals && may_be_volatile(v)))
            volatiles.push_back(v);
        if (is_volatile && has_parts(v->getType()))
            report(diags, v->getLocation(),
                   "variable '" + v->getName() +
                       "' cannot be bound to a register; only vectors, matrices and numbers can");
        if (v->hasGlobalStorage() && !v->hasInit() && is_surface(v->getASTContext().getBaseElementType(v->getType())))
            surfaces.push_back(v);
        if (v->hasGlobalStorage() && !v->getType()->isDependentType() && v->needsDestruction(v->getASTContext()))
            report(diags, v->getLocation(),
                   "file-scope variable '" + v->getName() +
                       "' has a destructor, which is never called; do its work in the kernel");
        else if (needs_code(v) && !fe_fold_overflow(v))
            report(diags, v->getLocation(),
                   "file-scope variable '" + v->getName() + "' needs a constant initial value; " +
                       (cm_name(v->getType()).ends_with("_ref")
                            ? "bind the reference in the function that holds its object"
                            : "assign it in the kernel"));
    } else if (auto *t = dyn_cast<FunctionTemplateDecl>(d)) {
        if (!without_body && is_kernel(t->getTemplatedDecl()))
            without_body = t->getTemplatedDecl();
    }
}

// Kernels that are instances of a template have mangled names, since they share the plain one.
static bool has_plain_name(const FunctionDecl *k) {
    return !k->isTemplateInstantiation() && !k->isFunctionTemplateSpecialization();
}

void fe_kernel_finder::check(const FunctionDecl *f) {
    if (!f->getReturnType()->isVoidType())
        report(diags, f->getLocation(),
               "kernel '" + f->getName() + "' returns '" + f->getReturnType().getAsString() +
                   "'; a kernel must return void and write its results to memory");
    if (f->isVariadic())
        report(diags, f->getLocation(), "kernel '" + f->getName() + "' is variadic; name its arguments");
    if (f->getStorageClass() == SC_Static || f->isInlined() || f->isInAnonymousNamespace())
        report(diags, f->getLocation(),
               "kernel '" + f->getName() + "' must be callable from outside the file; remove " +
                   (f->getStorageClass() == SC_Static ? "'static'"
                    : f->isInlined()                  ? "'inline'"
                                                      : "the unnamed namespace"));
    for (const FunctionDecl *k : kernels)
        if (k->getName() == f->getName() && k != f && has_plain_name(k) && has_plain_name(f) &&
            !f->isInvalidDecl()) // an invalid one is a redefinition
            report(diags, f->getLocation(), "two kernels are named '" + f->getName() + "'");
    for (const ParmVarDecl *p : f->parameters())
        check_param(diags, p);
    kernels.push_back(f);
    if (lists && lists->kernels && has_plain_name(f))
        (void)cmc_vec_push(lists->kernels_arena, lists->kernels,
                           cmc_arena_printf(lists->kernels_arena, "%s", f->getName().str().c_str()));
}

bool fe_kernel_finder::leaves_out(const Decl *d) const {
    auto *f = dyn_cast<FunctionDecl>(d);
    if (!lists || !lists->leave_out || !f || !f->getDeclName().isIdentifier() || !has_plain_name(f) || !is_kernel(f))
        return false;
    for (uint32_t i = 0; i < lists->leave_out->len; i++)
        if (f->getName() == lists->leave_out->data[i])
            return true;
    return false;
}

// Tells the passes that the host reserves local memory for an argument.
static void reserve_local(llvm::Function *f) {
    llvm::IRBuilder<> b(&f->getEntryBlock(), f->getEntryBlock().begin());
    auto init = f->getParent()->getOrInsertFunction("llvm.genx.slm.init", b.getVoidTy(), b.getInt32Ty());
    b.CreateCall(init, b.getInt32(0));
}

// The name under which the host side launches an entry of the SYCL headers, from its first template argument. items: as
// fe_place_items returns it.
static std::string entry_name(const FunctionDecl *k, unsigned items, const std::string &unit) {
    std::string name = stable_name(k) + unit;
    return items ? name + ".simt" + std::to_string(items) : name;
}

// Registers of an entry's threads, from its last template argument; "" for none.
static std::string entry_registers(const FunctionDecl *k) {
    if (!is_entry(k))
        return "";
    const TemplateArgumentList &args = *k->getTemplateSpecializationArgs();
    int64_t n = args[args.size() - 1].getAsIntegral().getExtValue();
    return n < 0 ? "" : std::to_string(n);
}

// For messages about the kernel: the place of the function object, which the user wrote.
static void note_place(const FunctionDecl *k, llvm::Function *f, const SourceManager &sm) {
    PresumedLoc at = sm.getPresumedLoc(function_object(k)->getLocation());
    if (at.isValid())
        f->addFnAttr("cmc_place",
                     std::to_string(at.getLine()) + ":" + std::to_string(at.getColumn()) + ":" + at.getFilename());
}

// Gives the function that Clang generated for kernel k the form that the passes expect: the name of the source,
// exported, with arguments by value, and with argument kinds and descriptors as attributes.
static llvm::Function *finish_kernel(CodeGenerator &gen, const FunctionDecl *k, llvm::Function *f,
                                     DiagnosticsEngine &diags, const std::string &unit) {
    const SourceManager &sm = diags.getSourceManager();
    llvm::SmallVector<param_plan, 8> plans(f->arg_size(), param_plan{nullptr, 0, false});
    bool rewrite = false;
    for (unsigned i = 0; i < f->arg_size(); i++)
        if (is_cm_value(k->getParamDecl(i)->getType()) ||
            ((is_plain_struct(k->getParamDecl(i)->getType()) || is_copied(k, k->getParamDecl(i)->getType())) &&
             f->getArg(i)->getType()->isPointerTy())) {
            QualType t = k->getParamDecl(i)->getType();
            plans[i] = {CodeGen::convertTypeForMemory(gen.CGM(), t), surfaces_of(t), false};
            rewrite = true;
        } else if (points_to_local(k->getParamDecl(i)->getType()) && !needs_local(k)) {
            plans[i].dropped = rewrite = true;
        } else if (k->getParamDecl(i)->getType()->isPointerType() || f->getArg(i)->getType()->isIntegerTy(1) ||
                   (f->getArg(i)->getType()->isIntegerTy(32) && param_desc(k->getParamDecl(i)).find("svmptr_t") == 0)) {
            plans[i].type = f->getArg(i)->getType();
            rewrite = true;
        }
    clean_attributes(*f);
    const fe_threads threads =
        is_entry(k) ? fe_place_items(function_object(k), is_esimd(k), f, diags) : fe_threads{0, false};
    if (rewrite)
        f = take_values(f, plans);
    if (is_entry(k))
        f->setName(entry_name(k, threads.items, unit));
    else if (has_plain_name(k) && f->getName() != k->getName())
        f->setName(k->getName());
    f->setLinkage(llvm::GlobalValue::ExternalLinkage);
    f->setComdat(nullptr);
    f->setDSOLocal(false);
    f->setVisibility(llvm::GlobalValue::DefaultVisibility);
    f->setCallingConv(llvm::CallingConv::SPIR_KERNEL);
    f->setDLLStorageClass(llvm::GlobalValue::DLLExportStorageClass);
    f->addFnAttr("CMGenxMain");
    f->addFnAttr("oclrt", "1");
    // For messages about the kernel: debug information has only its line.
    f->addFnAttr("cmc_column", std::to_string(sm.getExpansionColumnNumber(k->getLocation())));
    if (is_entry(k))
        note_place(k, f, sm);
    if (threads.items)
        f->addFnAttr("cmc_simt", std::to_string(threads.items)); // for a remark
    std::string entry_grf = entry_registers(k);
    if (entry_grf.empty() && threads.large_grf)
        entry_grf = "256";
    llvm::StringRef grf = entry_grf.empty() ? function_attr(k, FE_ATTR_GRF) : entry_grf;
    if (!grf.empty())
        f->addFnAttr("num-grf-per-thread", grf);
    llvm::StringRef control = function_attr(k, FE_ATTR_FLOAT);
    if (!control.empty())
        f->addFnAttr("CMFloatControl", control);
    f->addFnAttr(llvm::Attribute::NoUnwind);
    if (llvm::any_of(k->parameters(), [&](const ParmVarDecl *p) { return points_to_local(p->getType()); }) &&
        needs_local(k))
        reserve_local(f);
    unsigned at = 0;
    for (unsigned i = 0; i < plans.size(); i++) {
        const ParmVarDecl *p = k->getParamDecl(i);
        std::string desc = param_desc(p);
        for (unsigned end = at + plans[i].count(); at < end; at++) {
            f->addParamAttr(at, llvm::Attribute::get(f->getContext(), "VCArgumentKind", param_kind(p)));
            if (!desc.empty())
                f->addParamAttr(at, llvm::Attribute::get(f->getContext(), "VCArgumentDesc", desc));
        }
    }
    return f;
}

// Marks a variable that is kept in its register: "genx_volatile", "genx_byte_offset"="n" as Intel's compilers write
// them, and the source position for messages.
static void finish_volatile(CodeGenerator &gen, const VarDecl *v, SourceManager &sm, bool zero) {
    auto *g = llvm::dyn_cast_or_null<llvm::GlobalVariable>(gen.GetAddrOfGlobal(GlobalDecl(v), false));
    llvm::StringRef text;
    if (!g)
        return;
    marked_text(v, FE_ATTR_VOLATILE, text);
    if (zero)
        g->addAttribute("cmc_zero");
    g->addAttribute("genx_volatile"); // keeps it from becoming internal, because its uses must not be counted
    if (!text.empty())
        g->addAttribute("genx_byte_offset", text);
    PresumedLoc at = sm.getPresumedLoc(v->getLocation());
    if (at.isValid())
        g->addAttribute("cmc_loc",
                        (std::to_string(at.getLine()) + ":" + std::to_string(at.getColumn()) + ":" + at.getFilename()));
}

// Removes the trap that Clang inserts at the end of a function that returns a value: a kernel cannot trap. After a
// switch that returns for each enumerator, this point is never reached.
static void drop_ends(llvm::Module &mod) {
    llvm::Function *trap = mod.getFunction("llvm.trap");
    if (!trap)
        return;
    for (llvm::User *u : llvm::make_early_inc_range(trap->users())) {
        auto *call = llvm::dyn_cast<llvm::CallInst>(u);
        if (call && llvm::isa_and_nonnull<llvm::UnreachableInst>(call->getNextNode()))
            call->eraseFromParent();
    }
    if (trap->use_empty())
        trap->eraseFromParent();
}

void fe_kernel_finder::finish_module(CodeGenerator &gen, llvm::Module &mod) {
    std::set<llvm::Function *> exported;
    drop_ends(mod);
    fe_place_unroll(mod, unrolled);
    for (const FunctionDecl *k : kernels) {
        auto *f = llvm::dyn_cast<llvm::Function>(gen.GetAddrOfGlobal(GlobalDecl(k), false));
        if (f && !f->isDeclaration())
            exported.insert(finish_kernel(gen, k, f, diags, dialect.unit));
    }
    for (llvm::Function *f : exported) {
        if (dialect.plain_images)
            f->addFnAttr("cmc-plain-2d-images");
    }
    for (const VarDecl *v : volatiles)
        finish_volatile(gen, v, diags.getSourceManager(), dialect.init_globals);
    for (const VarDecl *v : surfaces)
        if (auto *g = llvm::dyn_cast_or_null<llvm::GlobalVariable>(gen.GetAddrOfGlobal(GlobalDecl(v), false)))
            g->setInitializer(llvm::UndefValue::get(g->getValueType())); // C++ initialises it to 0, which is a surface
    for (llvm::GlobalVariable &g : mod.globals())
        if (g.hasInitializer() && !g.hasAttribute("genx_volatile") && !g.getName().starts_with("llvm.")) {
            g.setLinkage(llvm::GlobalValue::InternalLinkage);
            g.setComdat(nullptr);
        }
    for (llvm::Function &f : mod) {
        if (exported.count(&f) || f.isDeclaration())
            continue;
        clean_attributes(f);
        f.setLinkage(llvm::GlobalValue::InternalLinkage);
        f.setComdat(nullptr);
        if (!fe_keep_function(gen, f))
            f.addFnAttr(llvm::Attribute::AlwaysInline);
    }
}
