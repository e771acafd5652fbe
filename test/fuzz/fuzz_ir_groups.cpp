// SPDX-License-Identifier: MIT
// The groups of operations of fuzz_ir: which an input contains, may contain, and which targets have them.

#include "fuzz_ir.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/DerivedTypes.h>

using namespace llvm;

const char *fi_group_name(fi_group group) {
    static const char *const names[FI_GROUPS] = {
        "integer",    "float",  "region",  "variable region", "gather and scatter", "atomic", "lsc",
        "lsc atomic", "media",  "typed",   "oword block",     "local memory",       "dpas",   "simd flow",
        "call",       "double", "raw send"};
    return names[group];
}

static bool is_local(const CallInst &call) {
    for (const Use &u : call.args())
        if (auto *c = dyn_cast<ConstantInt>(u.get()); c && c->equalsInt(RN_SLM_BTI))
            return true;
    return false;
}

// Rows that begin alike: the first that fits.
static fi_group group_of_message(const CallInst &call, StringRef name) {
    static const struct {
        const char *part;
        fi_group group;
    } rows[] = {{"typed", FI_TYPED},       {"lsc.xatomic", FI_LSC_ATOMIC},
                {"lsc", FI_LSC},           {"media", FI_MEDIA},
                {"oword", FI_OWORD},       {"slm", FI_LOCAL},
                {"dpas", FI_DPAS},         {"simdcf", FI_SIMD_FLOW},
                {"raw.send", FI_RAW_SEND}, {"gather", FI_GATHER},
                {"scatter", FI_GATHER},    {"atomic", FI_ATOMIC}};
    if (name.contains(".slm") || ((name.contains("gather") || name.contains("scatter")) && is_local(call)))
        return FI_LOCAL;
    for (const auto &row : rows)
        if (name.contains(row.part))
            return row.group;
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
    const fi_group group = group_of_message(*call, genx_info_get(id)->name);
    return group != FI_GROUPS || id == GENX_SVM_BLOCK_LD || id == GENX_SVM_BLOCK_ST ? group
           : is_float                                                               ? FI_FLOAT
                                                                                    : FI_INTEGER;
}

unsigned fi_groups(const Module &m) {
    unsigned all = 0;
    for (const Function &f : m)
        for (const BasicBlock &block : f)
            for (const Instruction &i : block)
                if (fi_group group = fi_group_of(i); group != FI_GROUPS)
                    all |= 1u << group;
    return all;
}

// The module's name lists them: bitcode keeps it.
void fi_allow(Module &m) {
    unsigned all = 1u << FI_INTEGER | 1u << FI_FLOAT | 1u << FI_REGION;
    for (unsigned g = 0; g < FI_GROUPS; g++)
        all |= fi_draw() % 3 == 0 ? 1u << g : 0;
    if (fi_draw() % 8)
        all &= ~(1u << FI_RAW_SEND); // which the evaluator does not know
    m.setSourceFileName("groups " + utostr(all));
}

bool fi_allows(const Module &m, fi_group group) {
    StringRef name = m.getSourceFileName();
    unsigned all = 0;
    return name.consume_front("groups ") && !name.getAsInteger(10, all) && all >> group & 1;
}

static unsigned lanes(const Value *v) {
    auto *t = dyn_cast<FixedVectorType>(v->getType());
    return t ? t->getNumElements() : 1;
}

// A product's second operand, of 8 rows, is as wide as the hardware.
static bool fits_dpas(const isa_model *model, const CallInst &call) {
    const unsigned b = genx_call_id(wrap(&call)) == GENX_DPAS_NOSRC0 ? 0 : 1;
    return model->has_dpas && lanes(call.getArgOperand(b)) == 8u * model->native_exec_32b;
}

bool fi_has_all(const isa_model *model, const Module &m) {
    for (const Function &f : m)
        for (const BasicBlock &block : f)
            for (const Instruction &i : block) {
                const fi_group group = fi_group_of(i);
                const bool lsc = genx_call_id(wrap(&i)) &&
                                 StringRef(genx_info_get(genx_call_id(wrap(&i)))->name).starts_with("lsc.");
                if ((lsc && !model->has_lsc) || (group == FI_DOUBLE && !model->has_fp64) ||
                    (group == FI_DPAS && !fits_dpas(model, cast<CallInst>(i))))
                    return false;
            }
    return true;
}
