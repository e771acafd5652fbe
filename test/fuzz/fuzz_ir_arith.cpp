// SPDX-License-Identifier: MIT
// Arithmetic intrinsics for the mutants of fuzz_ir, a row for each group. The types of a call follow from the kinds in
// genx.def. A mode for each operand says which values it may have, so that the result is exact on every target.

#include "fuzz_ir.h"

#include <llvm/FuzzMutate/Operations.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PatternMatch.h>

using namespace llvm;
using namespace llvm::fuzzerop;
using namespace llvm::PatternMatch;

namespace {

constexpr unsigned weight = 32;

// A letter for each operand; those after the last one are as '.':
//   . any    s an amount of a shift    q 0 to 3.75 in quarters    i 0 to 15    j 0 to 3    0 zero of either sign
//   o 1, 3 to 15    2 two to an even power    n any of ordinary size
struct row {
    fi_group group;
    const char *modes;
    std::vector<genx_id> ids;
};

#define FOUR(suffix) GENX_SS##suffix, GENX_SU##suffix, GENX_US##suffix, GENX_UU##suffix
const row rows[] = {
    {FI_SATURATED, "", {FOUR(ADD_SAT), FOUR(ADD3_SAT), FOUR(AVG_SAT), FOUR(MUL_SAT), FOUR(MAD_SAT)}},
    {FI_SATURATED, ".s", {FOUR(SHL_SAT)}},
    {FI_MIXED, "", {FOUR(MUL), FOUR(MAD), FOUR(AVG)}},
    {FI_MIXED, ".s", {FOUR(SHL)}},
    {FI_DOT, "", {FOUR(DP4A), FOUR(DP4A_SAT), FOUR(SAD2ADD), FOUR(SAD2ADD_SAT), GENX_SSAD2, GENX_USAD2}},
    {FI_DOT, "qqq", {GENX_DP2, GENX_DP3, GENX_DP4, GENX_DPH, GENX_LINE, GENX_LRP}},
    {FI_CARRY, "", {GENX_ADDC, GENX_SUBB, GENX_ADD3C, GENX_SIMAD, GENX_UIMAD, GENX_SMADW, GENX_UMADW}},
    {FI_CARRY, "", {GENX_CARRY, GENX_BORROW, GENX_SMULH, GENX_UMULH}},
    {FI_BITS, "", {GENX_BFN, GENX_BFI, GENX_BFI1, GENX_BFI2, GENX_SBFE, GENX_UBFE, GENX_BFREV, GENX_CBIT, GENX_LZD}},
    {FI_BITS, ".s", {GENX_ROL, GENX_ROR}},
    {FI_CONVERSION, "", {GENX_FPTOSI_SAT, GENX_FPTOUI_SAT, GENX_CONSTANTI, GENX_CONSTANTF}},
    {FI_CONVERSION, "n", {GENX_TF32_CVT, GENX_BF_CVT}},
    {FI_CONVERSION, "q", {GENX_FRC}},
    {FI_MATH, "2", {GENX_INV, GENX_SQRT, GENX_RSQRT, GENX_LOG, GENX_IEEE_SQRT}},
    {FI_MATH, "2j", {GENX_POW}},
    {FI_MATH, "qo", {GENX_IEEE_DIV}},
    {FI_MATH, "i", {GENX_EXP}},
    {FI_MATH, "0", {GENX_SIN, GENX_COS}},
};
#undef FOUR

const row *row_of(genx_id id) {
    for (const row &r : rows)
        for (genx_id other : r.ids)
            if (id && other == id)
                return &r;
    return nullptr;
}

FixedVectorType *bits_of(Type *t) {
    return FixedVectorType::get(IntegerType::get(t->getContext(), t->getScalarSizeInBits()),
                                cast<FixedVectorType>(t)->getNumElements());
}

// v as a number of the mode's values; itself if it is one already.
Value *small_number(Value *v, uint64_t most, double unit, Instruction *at) {
    const bool whole = unit == 1;
    if (whole ? match(v, m_SIToFP(m_And(m_BitCast(m_Value()), m_SpecificInt(most))))
              : match(v, m_FMul(m_SIToFP(m_And(m_BitCast(m_Value()), m_SpecificInt(most))), m_SpecificFP(unit))))
        return v;
    IRBuilder<> b(at);
    Type *t = v->getType();
    Value *x = b.CreateSIToFP(b.CreateAnd(b.CreateBitCast(v, bits_of(t)), most), t);
    return whole ? x : b.CreateFMul(x, ConstantFP::get(t, unit));
}

// A divisor: which sign a new NaN has is open.
Value *odd_number(Value *v, Instruction *at) {
    if (match(v, m_SIToFP(m_Or(m_And(m_BitCast(m_Value()), m_SpecificInt(15)), m_SpecificInt(1)))))
        return v;
    IRBuilder<> b(at);
    return b.CreateSIToFP(b.CreateOr(b.CreateAnd(b.CreateBitCast(v, bits_of(v->getType())), 15), 1), v->getType());
}

// The bits that mask leaves of v, and those of base.
Value *some_bits(Value *v, uint64_t mask, uint64_t base, Instruction *at) {
    if (match(v, m_BitCast(m_Or(m_And(m_BitCast(m_Value()), m_SpecificInt(mask)), m_SpecificInt(base)))))
        return v;
    IRBuilder<> b(at);
    return b.CreateBitCast(b.CreateOr(b.CreateAnd(b.CreateBitCast(v, bits_of(v->getType())), mask), base),
                           v->getType());
}

// The bits of a bfloat of ordinary size.
Value *ordinary_bits(Value *v, Instruction *at) {
    if (match(v, m_Or(m_And(m_Value(), m_SpecificInt(0x8fff)), m_SpecificInt(0x3000))))
        return v;
    IRBuilder<> b(at);
    return b.CreateOr(b.CreateAnd(v, 0x8fff), 0x3000);
}

Value *in_mode(char mode, Value *v, Instruction *at) {
    const unsigned bits = v->getType()->getScalarSizeInBits();
    if (mode != '.' && mode != 's' && !v->getType()->isFPOrFPVectorTy())
        return ordinary_bits(v, at);
    switch (mode) {
    case 's':
        return fi_in_range(v, bits - 1, at);
    case 'q':
        return small_number(v, 15, 0.25, at);
    case 'i':
        return small_number(v, 15, 1, at);
    case 'o':
        return odd_number(v, at);
    case 'j':
        return small_number(v, 3, 1, at);
    case '0':
        return some_bits(v, uint64_t(1) << (bits - 1), 0, at);
    case 'n':
        return bits == 32 ? some_bits(v, 0x87ffffff, 0x38000000, at) : some_bits(v, 0x8fff, 0x2000, at);
    case '2': // exponents from -6 on, of halfs from -4 on
        return bits == 32 ? some_bits(v, 0x07000000, 0x3c800000, at) : some_bits(v, 0x1000, 0x2c00, at);
    default:
        return v;
    }
}

Type *element_of(char kind, const row &r, LLVMContext &c) {
    static const unsigned numbers[] = {32, 32, 32, 16, 8, 64};
    const unsigned k = fi_draw() % 6;
    switch (tolower(kind)) {
    case 'n':
        return IntegerType::get(c, numbers[k]);
    case 'c':
        return IntegerType::get(c, numbers[k % 5]);
    case 'l':
        return IntegerType::get(c, k ? 32 : 64);
    case 'h':
        return Type::getInt16Ty(c);
    case 'y':
        return Type::getInt8Ty(c);
    case 'o':
        return Type::getFloatTy(c);
    case 'f':
    case 'g':
        return r.group == FI_MATH && strcmp(r.modes, "2") ? Type::getFloatTy(c)
               : k % 3                                    ? Type::getFloatTy(c)
                                                          : Type::getHalfTy(c);
    default:
        return Type::getInt32Ty(c);
    }
}

// A value that depends on x, of the type; floats have a fraction and are now and then large.
Value *value_of(Value *x, Type *t, Instruction *at) {
    IRBuilder<> b(at);
    auto *v = cast<FixedVectorType>(t);
    x = fi_resized(x, v->getNumElements(), at);
    if (!t->isFPOrFPVectorTy())
        return b.CreateSExtOrTrunc(x, t);
    static const double units[] = {0.25, 0x1p-9, 1, 64, 0x1p9, 0x1p33};
    const bool half = t->getScalarType()->isHalfTy();
    Value *part = b.CreateTrunc(x, FixedVectorType::get(half ? b.getInt8Ty() : b.getInt16Ty(), v->getNumElements()));
    return b.CreateFMul(b.CreateSIToFP(part, t), ConstantFP::get(t, units[fi_draw() % (half ? 4 : 6)]));
}

struct call {
    genx_id id;
    const row *r;
    Type *result; // NULL: a structure of two of the first operand's type
    SmallVector<Value *, 4> operands;
};

Type *type_of(char kind, const call &c, unsigned n, LLVMContext &context) {
    if (c.id == GENX_LINE && c.operands.empty())
        n = 4;
    if (kind == '=')
        return c.result;
    if (isdigit(kind))
        return c.operands[kind - '0']->getType();
    if (kind == 'b')
        return Type::getInt8Ty(context);
    if (kind == 'B')
        return c.result->getScalarType()->isFloatTy() ? FixedVectorType::get(Type::getInt16Ty(context), n)
                                                      : FixedVectorType::get(Type::getFloatTy(context), n);
    return FixedVectorType::get(element_of(kind, *c.r, context), n);
}

// The type of the result of n lanes.
Type *result_of(const row &r, genx_id id, unsigned n, LLVMContext &c) {
    if (*genx_info_get(id)->result == 'S')
        return nullptr;
    if (id == GENX_SMADW || id == GENX_UMADW)
        n *= 2;
    if (id == GENX_BF_CVT)
        return FixedVectorType::get(fi_draw() % 2 ? Type::getFloatTy(c) : (Type *)Type::getInt16Ty(c), n);
    return FixedVectorType::get(element_of(*genx_info_get(id)->result, r, c), n);
}

// One value of the type of the call's lanes. Sums of pairs are defined in even lanes only.
Value *result_value(CallInst *call, Instruction *at) {
    IRBuilder<> b(at);
    if (call->getType()->isStructTy())
        return b.CreateXor(b.CreateExtractValue(call, 0), b.CreateExtractValue(call, 1));
    if (!StringRef(genx_info_get(genx_call_id(wrap(call)))->name).contains("sad2"))
        return call;
    SmallVector<int, 32> even;
    for (unsigned l = 0; l < cast<FixedVectorType>(call->getType())->getNumElements(); l++)
        even.push_back((int)(l & ~1u));
    return b.CreateShuffleVector(call, even);
}

Value *build(const row &r, Value *x, Value *y, Instruction *at) {
    call c = {r.ids[fi_draw() % r.ids.size()], &r, nullptr, {}};
    LLVMContext &context = at->getContext();
    const unsigned n = cast<FixedVectorType>(x->getType())->getNumElements();
    c.result = result_of(r, c.id, n, context);
    for (const char *kind = genx_info_get(c.id)->operands; *kind; kind = genx_next_kind(kind)) {
        Type *t = type_of(*kind, c, n, context);
        c.operands.push_back(t->isIntegerTy() ? ConstantInt::get(t, fi_draw() & 255)
                                              : value_of(c.operands.size() % 2 ? y : x, t, at));
    }
    Type *first = c.operands[0]->getType();
    auto *made = cast<CallInst>(fi_build(c.id, c.result ? c.result : StructType::get(first, first), c.operands, at));
    if (c.id == GENX_BFN)
        made->getCalledFunction()->addParamAttr(GENX_BFN_TABLE, Attribute::ImmArg);
    fi_define_arithmetic(*made);
    return result_value(made, at);
}

OpDescriptor of_row(const row &r) {
    auto builder = [&r](ArrayRef<Value *> s, Instruction *at) -> Value * {
        return fi_allows(*at->getModule(), r.group) ? build(r, s[0], s[1], at) : nullptr;
    };
    return {weight, {fi_lanes_of_32(), matchFirstType()}, builder};
}

} // namespace

Value *fi_exact(Value *v, Instruction *at) {
    return in_mode('q', v, at);
}

void fi_define_arithmetic(CallInst &call) {
    const row *r = row_of(genx_call_id(wrap(&call)));
    for (unsigned i = 0; r && r->modes[i] && i < call.arg_size(); i++)
        call.setArgOperand(i, in_mode(r->modes[i], call.getArgOperand(i), &call));
}

fi_group fi_group_of_arithmetic(genx_id id) {
    const row *r = row_of(id);
    return r ? r->group : FI_GROUPS;
}

std::vector<fi_operation> fi_arithmetic_operations() {
    std::vector<fi_operation> all;
    for (const row &r : rows)
        all.push_back({fi_bit(r.group), of_row(r)});
    return all;
}
