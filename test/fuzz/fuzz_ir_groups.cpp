// SPDX-License-Identifier: MIT
// The groups of operations of fuzz_ir: which an input contains, may contain, and which targets have them.

#include "fuzz_ir.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/DerivedTypes.h>

using namespace llvm;

const char *fi_group_name(fi_group group) {
    static const char *const names[FI_GROUPS] = {
        "integer",       "float",        "region",      "variable region", "gather and scatter",
        "atomic",        "lsc",          "lsc atomic",  "media",           "typed",
        "oword block",   "local memory", "dpas",        "simd flow",       "call",
        "double",        "saturated",    "mixed signs", "dot product",     "carry",
        "bits",          "conversion",   "math",        "scaled lanes",    "float atomic",
        "wide atomic",   "typed atomic", "wide lsc",    "bindless",        "2-D block",
        "2-D of images", "float dpas",   "thread",      "barrier",         "predicate",
        "not judged"};
    return names[group];
}

static bool is_local(const CallInst &call) {
    for (const Use &u : call.args())
        if (auto *c = dyn_cast<ConstantInt>(u.get()); c && c->equalsInt(RN_SLM_BTI))
            return true;
    return false;
}

static bool is_float_product(const CallInst &call) {
    return call.getType()->isFPOrFPVectorTy();
}

// By the size of its elements and their kind.
static fi_group group_of_atomic(const CallInst &call, StringRef name) {
    if (call.getType()->isFPOrFPVectorTy())
        return FI_FLOAT_ATOMIC;
    return call.getType()->getScalarSizeInBits() == 64 ? FI_WIDE_ATOMIC
           : name.starts_with("lsc")                   ? FI_LSC_ATOMIC
                                                       : FI_ATOMIC;
}

static fi_group group_of_lsc(const CallInst &call) {
    Type *t = call.getType()->isVoidTy() && call.arg_size() > LSC_STORE_DATA
                  ? call.getArgOperand(LSC_STORE_DATA)->getType()
                  : call.getType();
    return t->getScalarSizeInBits() == 64 ? FI_WIDE_LSC : FI_LSC;
}

// Rows that begin alike: the first that fits.
static fi_group group_of_message(const CallInst &call, StringRef name) {
    static const struct {
        const char *part;
        fi_group group;
    } rows[] = {{"typed.atomic", FI_TYPED_ATOMIC},
                {"2d.typed", FI_IMAGE_2D},
                {"2d", FI_BLOCK_2D},
                {"typed", FI_TYPED},
                {".bindless", FI_BINDLESS},
                {"media", FI_MEDIA},
                {"oword", FI_OWORD},
                {"slm", FI_LOCAL},
                {"dpasw", FI_UNJUDGED},
                {"simdcf", FI_SIMD_FLOW},
                {"raw.send", FI_UNJUDGED},
                {"barrier", FI_BARRIER},
                {"fence", FI_BARRIER},
                {"cache.flush", FI_BARRIER},
                {"pred", FI_PREDICATE},
                {"vload", FI_PREDICATE},
                {"vstore", FI_PREDICATE},
                {"unaligned", FI_PREDICATE},
                {"local.", FI_THREAD},
                {"group.", FI_THREAD},
                {"lane.id", FI_THREAD},
                {"timestamp", FI_UNJUDGED},
                {"r0", FI_UNJUDGED},
                {"ce0", FI_UNJUDGED},
                {"hwid", FI_UNJUDGED},
                {"print", FI_UNJUDGED}};
    static const char *const early[] = {"svm.gather", "gather.scaled", "scatter.scaled"};
    if (name.contains(".slm") || ((name.contains("gather") || name.contains("scatter")) && is_local(call)))
        return FI_LOCAL;
    for (const auto &row : rows)
        if (name.contains(row.part))
            return row.group;
    if (name.contains("atomic"))
        return group_of_atomic(call, name);
    if (name.contains("dpas"))
        return is_float_product(call) ? FI_FLOAT_DPAS : FI_DPAS;
    if (name.starts_with("lsc"))
        return group_of_lsc(call);
    if (name.contains("gather") || name.contains("scatter"))
        return is_contained(early, name) ? FI_GATHER : FI_SCALED;
    return FI_GROUPS;
}

fi_group fi_group_of(const Instruction &i) {
    const bool is_float = i.getType()->isFPOrFPVectorTy();
    if (i.getType()->getScalarType()->isDoubleTy())
        return FI_DOUBLE;
    const auto *call = dyn_cast<CallInst>(&i);
    if (!call)
        return isa<BinaryOperator>(i) || isa<CastInst>(i) ? (is_float ? FI_FLOAT : FI_INTEGER) : FI_GROUPS;
    if (call->getCalledFunction() && !call->getCalledFunction()->isDeclaration())
        return FI_CALL;
    const genx_id id = genx_call_id(wrap(&i));
    if (genx_is_rdregion(wrap(&i)) || genx_is_wrregion(wrap(&i))) {
        const unsigned at = genx_is_rdregion(wrap(&i)) ? GENX_RD_OFFSET : GENX_WR_OFFSET;
        return isa<Constant>(call->getArgOperand(at)) ? FI_REGION : FI_VARIABLE_REGION;
    }
    fi_group group = fi_group_of_arithmetic(id);
    if (group == FI_GROUPS && id)
        group = group_of_message(*call, genx_info_get(id)->name);
    return group != FI_GROUPS || id == GENX_SVM_BLOCK_LD || id == GENX_SVM_BLOCK_ST ? group
           : is_float                                                               ? FI_FLOAT
                                                                                    : FI_INTEGER;
}

uint64_t fi_groups(const Module &m) {
    uint64_t all = 0;
    for (const Function &f : m)
        for (const BasicBlock &block : f)
            for (const Instruction &i : block)
                if (fi_group group = fi_group_of(i); group != FI_GROUPS)
                    all |= uint64_t(1) << group;
    return all;
}

// The module's name lists them: bitcode keeps it. The less common groups are rarer, so that there is a target for most
// inputs.
void fi_allow(Module &m) {
    uint64_t all = 1u << FI_INTEGER | 1u << FI_FLOAT | 1u << FI_REGION;
    for (unsigned g = 0; g < FI_GROUPS; g++)
        all |= fi_draw() % (g < FI_SATURATED ? 3 : 6) == 0 ? uint64_t(1) << g : 0;
    if (fi_draw() % 4)
        all &= ~(uint64_t(1) << FI_UNJUDGED);
    if (fi_draw() % 2 && all >> FI_BLOCK_2D & 1) // what the targets with 2-D blocks have
        all |= uint64_t(1) << FI_IMAGE_2D | uint64_t(1) << FI_FLOAT_DPAS | uint64_t(1) << FI_WIDE_LSC;
    m.setSourceFileName("groups " + utostr(all));
}

uint64_t fi_allowed(const Module &m) {
    StringRef name = m.getSourceFileName();
    uint64_t all = 0;
    return name.consume_front("groups ") && !name.getAsInteger(10, all) ? all : 0;
}

bool fi_allows(const Module &m, fi_group group) {
    return fi_allowed(m) >> group & 1;
}

static unsigned lanes(const Value *v) {
    auto *t = dyn_cast<FixedVectorType>(v->getType());
    return t ? t->getNumElements() : 1;
}

static uint64_t number(const CallInst &call, unsigned operand) {
    auto *c = dyn_cast<ConstantInt>(call.getArgOperand(operand));
    return c ? c->getZExtValue() : 0;
}

// A product's rows are as wide as the hardware; some have numbers of 32 bits, or results of halfs.
static bool fits_dpas(const isa_model *model, const CallInst &call) {
    enum { TF32 = 12 };
    const genx_id id = genx_call_id(wrap(&call));
    const unsigned info = id == GENX_DPAS_NOSRC0 ? 2 : 3;
    const uint64_t rows = id == GENX_DPAS2 ? number(call, 6) : number(call, info) >> 24;
    return model->has_dpas && lanes(&call) == rows * model->native_exec_32b &&
           ((number(call, info) & 255) != TF32 || model->native_exec_32b >= 16) &&
           (!call.getType()->getScalarType()->isHalfTy() || model->dpas_narrow_acc);
}

static bool has_message(const isa_model *model, const CallInst &call, StringRef name) {
    if (name.starts_with("lsc.") && !model->has_lsc)
        return false;
    if (name.contains("2d") && name.starts_with("lsc."))
        return model->has_lsc_block2d && (!name.contains("typed") || !model->has_hdc);
    if (name.contains("nbarrier"))
        return model->has_named_barrier;
    if (name.contains(".fadd") || name.contains(".fsub"))
        return model->has_lsc;
    return !name.starts_with("dpas") || name.contains("dpasw") || fits_dpas(model, call);
}

bool fi_has_all(const isa_model *model, const Module &m) {
    for (const Function &f : m)
        for (const BasicBlock &block : f)
            for (const Instruction &i : block) {
                const genx_id id = genx_call_id(wrap(&i));
                if (fi_group_of(i) == FI_DOUBLE && !model->has_fp64)
                    return false;
                if (id && !has_message(model, cast<CallInst>(i), genx_info_get(id)->name))
                    return false;
            }
    return true;
}
