// SPDX-License-Identifier: MIT
// The operations that mutants of fuzz_ir get: LLVM's, and one descriptor for each group of intrinsics. A descriptor's
// builder draws the intrinsic of the group.

#include "fuzz_ir.h"

#include <llvm/FuzzMutate/Operations.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <random>

using namespace llvm;
using namespace llvm::fuzzerop;

namespace {

// How the operands of a group's intrinsics, after the first, follow from it.
enum shape { UNARY, BINARY, TERNARY, QUATERNARY };

struct group {
    shape operands;
    unsigned bits; // of an element of the operands, all integers; 0: floats
    std::vector<genx_id> ids;
};

const group same_type[] = {
    {UNARY, 32, {GENX_ABSI, GENX_CBIT, GENX_LZD, GENX_FBL, GENX_BFREV, GENX_SFBH, GENX_UFBH}},
    {UNARY, 16, {GENX_ABSI}},
    {UNARY, 8, {GENX_ABSI}},
    {BINARY, 32, {GENX_SMAX, GENX_SMIN, GENX_UMAX, GENX_UMIN, GENX_SMULH, GENX_UMULH}},
    {BINARY, 16, {GENX_SMAX, GENX_SMIN, GENX_UMAX, GENX_UMIN}},
    {BINARY, 8, {GENX_SMAX, GENX_SMIN, GENX_UMAX, GENX_UMIN}},
    {BINARY, 64, {GENX_SMAX, GENX_SMIN, GENX_UMAX, GENX_UMIN}},
    {BINARY, 32, {GENX_SSADD_SAT, GENX_UUADD_SAT, GENX_SSAVG, GENX_UUAVG, GENX_ROL, GENX_ROR}},
    {BINARY, 16, {GENX_SSADD_SAT, GENX_UUADD_SAT, GENX_SSAVG, GENX_UUAVG, GENX_ROL, GENX_ROR}},
    {BINARY, 8, {GENX_SSADD_SAT, GENX_UUADD_SAT, GENX_SSAVG, GENX_UUAVG}},
    {BINARY, 16, {GENX_SSMUL_SAT, GENX_UUMUL_SAT, GENX_SSMUL, GENX_UUMUL}},
    {TERNARY, 32, {GENX_ADD3, GENX_SBFE, GENX_UBFE, GENX_SSMAD, GENX_UUMAD, GENX_SSDP4A, GENX_UUDP4A}},
    {TERNARY, 16, {GENX_ADD3, GENX_SSMAD, GENX_UUMAD, GENX_SSMAD_SAT, GENX_UUMAD_SAT}},
    {QUATERNARY, 32, {GENX_BFI}},
    {UNARY, 0, {GENX_ABSF, GENX_RNDD, GENX_RNDE, GENX_RNDU, GENX_RNDZ, GENX_SAT}},
    {BINARY, 0, {GENX_FMAX, GENX_FMIN}},
};

std::mt19937 draws;

OpDescriptor of_same_type(const group &g) {
    std::vector<SourcePred> sources = {fi_vector_of(g.bits)};
    for (int i = UNARY; i < g.operands; i++)
        sources.push_back(matchFirstType());
    auto builder = [g](ArrayRef<Value *> s, Instruction *at) {
        return fi_build(g.ids[fi_draw() % g.ids.size()], s[0]->getType(), s, at);
    };
    return {8, SmallVector<SourcePred, 2>(sources.begin(), sources.end()), builder};
}

// Halves of an integer vector's elements, saturated.
OpDescriptor narrowing() {
    auto builder = [](ArrayRef<Value *> s, Instruction *at) {
        static const genx_id ids[] = {GENX_SSTRUNC_SAT, GENX_UUTRUNC_SAT, GENX_SUTRUNC_SAT, GENX_USTRUNC_SAT};
        auto *t = cast<FixedVectorType>(s[0]->getType());
        Type *half = IntegerType::get(at->getContext(), t->getScalarSizeInBits() / 2);
        return fi_build(ids[fi_draw() % 4], FixedVectorType::get(half, t->getNumElements()), s, at);
    };
    auto fits = [](ArrayRef<Value *>, const Value *v) {
        unsigned bits = v->getType()->getScalarSizeInBits();
        return isa<FixedVectorType>(v->getType()) && v->getType()->isIntOrIntVectorTy() && (bits == 16 || bits == 32);
    };
    return {3, {SourcePred(fits, std::nullopt)}, builder};
}

// Casts between types of the same number of elements, which LLVM's descriptors lack.
OpDescriptor cast_integer() {
    auto builder = [](ArrayRef<Value *> s, Instruction *at) -> Value * {
        static const unsigned sizes[] = {8, 16, 32, 64};
        Type *e = IntegerType::get(at->getContext(), sizes[fi_draw() / 2 % 4]), *t = s[0]->getType();
        if (auto *v = dyn_cast<FixedVectorType>(t))
            e = FixedVectorType::get(e, v->getNumElements());
        return CastInst::CreateIntegerCast(s[0], e, fi_draw() % 2 != 0, "", at->getIterator());
    };
    return {4, {anyIntOrVecIntType()}, builder};
}

SourcePred predicate() {
    auto fits = [](ArrayRef<Value *>, const Value *v) {
        return isa<FixedVectorType>(v->getType()) && v->getType()->isIntOrIntVectorTy(1);
    };
    return {fits, std::nullopt};
}

OpDescriptor reduction() {
    auto builder = [](ArrayRef<Value *> s, Instruction *at) {
        return fi_build(fi_draw() % 2 ? GENX_ANY : GENX_ALL, Type::getInt1Ty(at->getContext()), s, at);
    };
    return {3, {predicate()}, builder};
}

genx_region region_of(FixedVectorType *t, uint32_t n, uint32_t stride, uint32_t first) {
    genx_region r = {};
    r.vstride = n * stride;
    r.width = r.lanes = n;
    r.stride = stride;
    r.elt_b = t->getScalarSizeInBits() / 8;
    r.off_b = first * r.elt_b;
    r.off_const = true;
    return r;
}

SourcePred source_of_region() {
    auto fits = [](ArrayRef<Value *>, const Value *v) {
        auto *t = dyn_cast<FixedVectorType>(v->getType());
        return t && t->getNumElements() >= 8 && t->getScalarSizeInBits() >= 8;
    };
    return {fits, std::nullopt};
}

// Every first or second element of a vector, from one of its first elements on; half of them.
OpDescriptor read_region() {
    auto builder = [](ArrayRef<Value *> s, Instruction *at) {
        IRBuilder<> b(at);
        auto *t = cast<FixedVectorType>(s[0]->getType());
        unsigned n = t->getNumElements() / 2, stride = 1 + fi_draw() % 2, first = fi_draw() / 2 % (stride == 1 ? n : 2);
        genx_region r = region_of(t, n, stride, first);
        return unwrap(genx_build_rd(wrap(&b), wrap(at->getModule()), wrap(s[0]), &r, false));
    };
    return {6, {source_of_region()}, builder};
}

// The second operand's first elements into the first operand, under a mask.
OpDescriptor write_region() {
    auto builder = [](ArrayRef<Value *> s, Instruction *at) {
        IRBuilder<> b(at);
        auto *t = cast<FixedVectorType>(s[0]->getType());
        unsigned n = t->getNumElements() / 2, stride = 1 + fi_draw() % 2;
        genx_region low = region_of(t, n, 1, 0), to = region_of(t, n, stride, fi_draw() / 2 % 2);
        LLVMValueRef part = genx_build_rd(wrap(&b), wrap(at->getModule()), wrap(s[1]), &low, false);
        Value *zero = Constant::getNullValue(unwrap(part)->getType());
        Value *mask = zero->getType()->isIntOrIntVectorTy() ? b.CreateICmpSLT(unwrap(part), zero)
                                                            : b.CreateFCmpOLT(unwrap(part), zero);
        if (isa<Constant>(mask))
            mask = nullptr;
        Value *v =
            unwrap(genx_build_wr(wrap(&b), wrap(at->getModule()), wrap(s[0]), part, &to, mask ? wrap(mask) : nullptr));
        auto *call = dyn_cast<CallInst>(v);
        if (!call || fi_draw() % 8)
            return v;
        SmallVector<Value *, GENX_WR_N_OPERANDS> same(call->args());
        return fi_build(GENX_WRCONSTREGION, t, same, at);
    };
    return {6, {source_of_region(), matchFirstType()}, builder};
}

// An element for each lane, at addresses in the buffer in; inactive lanes keep the offsets.
OpDescriptor gather() {
    auto builder = [](ArrayRef<Value *> s, Instruction *at) {
        IRBuilder<> b(at);
        auto *t = cast<FixedVectorType>(s[0]->getType());
        unsigned n = t->getNumElements();
        Value *off = b.CreateAnd(s[0], ConstantInt::get(t, RN_IN_INTS / 2 - 4));
        Value *base = b.CreateVectorSplat(n, at->getFunction()->getArg(0));
        Value *to = b.CreateAdd(base, b.CreateZExt(off, FixedVectorType::get(b.getInt64Ty(), n)));
        Value *mask = b.CreateICmpSLT(s[1], s[0]);
        if (isa<Constant>(mask))
            mask = ConstantInt::getTrue(mask->getType());
        return fi_message(GENX_SVM_GATHER, t, {mask, b.getInt32(0), to, s[0]}, at);
    };
    return {4, {fi_lanes_of_32(), matchFirstType()}, builder};
}

// The same from a surface, by message of scaled offsets.
OpDescriptor gather_surface() {
    auto builder = [](ArrayRef<Value *> s, Instruction *at) {
        IRBuilder<> b(at);
        auto *t = cast<FixedVectorType>(s[0]->getType());
        Value *off = b.CreateAnd(s[0], ConstantInt::get(t, RN_SURFACE_B - 4));
        Value *mask = b.CreateICmpULT(s[1], s[0]);
        if (isa<Constant>(mask))
            mask = ConstantInt::getTrue(mask->getType());
        Value *surface = at->getFunction()->getArg(2 + fi_draw() % 2);
        return fi_message(GENX_GATHER_SCALED, t,
                          {mask, b.getInt32(2), b.getInt16(0), surface, b.getInt32(0), off, s[1]}, at);
    };
    return {3, {fi_lanes_of_32(), matchFirstType()}, builder};
}

// To a surface: a lane's place follows from its number, so that lanes do not collide.
OpDescriptor scatter_surface() {
    auto builder = [](ArrayRef<Value *> s, Instruction *at) -> Value * {
        IRBuilder<> b(at);
        auto *t = cast<FixedVectorType>(s[0]->getType());
        SmallVector<Constant *, 16> lanes;
        const unsigned first = fi_draw() % 32 * 16;
        for (unsigned l = 0; l < t->getNumElements(); l++)
            lanes.push_back(b.getInt32((l * 5 % 16 + first) * 4));
        Value *mask = b.CreateICmpSGT(s[1], s[0]);
        if (isa<Constant>(mask))
            mask = ConstantInt::getTrue(mask->getType());
        fi_message(GENX_SCATTER_SCALED, Type::getVoidTy(at->getContext()),
                   {mask, b.getInt32(2), b.getInt16(0), at->getFunction()->getArg(3), b.getInt32(0),
                    ConstantVector::get(lanes), s[1]},
                   at);
        return nullptr; // no value to be used
    };
    return {3, {fi_lanes_of_32(), matchFirstType()}, builder};
}

// Atomics on a surface; the old values depend on the order of lanes at one place, so that places differ.
OpDescriptor atomic() {
    auto builder = [](ArrayRef<Value *> s, Instruction *at) {
        static const genx_id ids[] = {GENX_DWORD_ATOMIC_ADD, GENX_DWORD_ATOMIC_AND,  GENX_DWORD_ATOMIC_IMAX,
                                      GENX_DWORD_ATOMIC_MAX, GENX_DWORD_ATOMIC_IMIN, GENX_DWORD_ATOMIC_MIN};
        IRBuilder<> b(at);
        auto *t = cast<FixedVectorType>(s[0]->getType());
        SmallVector<Constant *, 16> lanes;
        const unsigned first = fi_draw() % 8 * 16;
        for (unsigned l = 0; l < t->getNumElements(); l++)
            lanes.push_back(b.getInt32(RN_SB_ATOMICS + (l * 7 % 16 + first) * 4));
        Value *mask = ConstantInt::getTrue(FixedVectorType::get(b.getInt1Ty(), t->getNumElements()));
        return fi_build(ids[fi_draw() % 6], t,
                        {mask, at->getFunction()->getArg(3), ConstantVector::get(lanes), s[0], s[1]}, at);
    };
    return {3, {fi_lanes_of_32(), matchFirstType()}, builder};
}

void add_exact_floats(std::vector<OpDescriptor> &all) {
    for (auto op : {Instruction::FAdd, Instruction::FSub, Instruction::FMul})
        all.push_back(binOpDescriptor(2, op));
    for (auto p : {CmpInst::FCMP_OLT, CmpInst::FCMP_UNE, CmpInst::FCMP_OGE, CmpInst::FCMP_UNO})
        all.push_back(cmpOpDescriptor(1, Instruction::FCmp, p));
}

} // namespace

void fi_seed(unsigned seed) {
    draws.seed(seed);
}

unsigned fi_draw() {
    return (unsigned)draws() >> 4;
}

Value *fi_apply(OpDescriptor &op, ArrayRef<Instruction *> values, Instruction *at) {
    SmallVector<Value *, 4> all;
    for (SourcePred &wanted : op.SourcePreds) {
        SmallVector<Value *, 64> fit;
        for (Instruction *i : values)
            if (wanted.matches(all, i))
                fit.push_back(i);
        if (fit.empty())
            return nullptr;
        all.push_back(fit[fi_draw() % fit.size()]);
    }
    return op.BuilderFunc(all, at);
}

std::vector<Instruction *> fi_instructions(BasicBlock &block, Instruction *end) {
    std::vector<Instruction *> all;
    for (Instruction &i : block) {
        if (&i == end)
            break;
        all.push_back(&i);
    }
    return all;
}

Value *fi_build(genx_id id, Type *result, ArrayRef<Value *> operands, Instruction *at) {
    IRBuilder<> b(at);
    SmallVector<LLVMValueRef, 16> args;
    for (Value *v : operands)
        args.push_back(wrap(v));
    return unwrap(
        genx_build(wrap(&b), wrap(at->getModule()), id, wrap(result), args.data(), (unsigned)args.size(), ""));
}

SourcePred fi_vector_of(unsigned bits) {
    auto fits = [bits](ArrayRef<Value *>, const Value *v) {
        Type *e = v->getType()->getScalarType();
        return isa<FixedVectorType>(v->getType()) && (bits ? e->isIntegerTy(bits) : e->isFloatTy() || e->isHalfTy());
    };
    return {fits, std::nullopt};
}

SourcePred fi_lanes_of_32() {
    auto fits = [](ArrayRef<Value *>, const Value *v) {
        auto *t = dyn_cast<FixedVectorType>(v->getType());
        return t && t->getElementType()->isIntegerTy(32) && (t->getNumElements() == 8 || t->getNumElements() == 16);
    };
    return {fits, std::nullopt};
}

Value *fi_resized(Value *v, unsigned n, Instruction *at) {
    const unsigned there = cast<FixedVectorType>(v->getType())->getNumElements();
    SmallVector<int, 128> places;
    for (unsigned i = 0; i < n; i++)
        places.push_back((int)(i % there));
    return n == there ? v : IRBuilder<>(at).CreateShuffleVector(v, places);
}

std::vector<TypeGetter> fi_types() {
    std::vector<TypeGetter> all = {Type::getInt1Ty, Type::getInt8Ty, Type::getInt16Ty, Type::getInt32Ty,
                                   Type::getInt64Ty};
    static const unsigned lanes[] = {4, 8, 16, 32};
    static const unsigned bits[] = {1, 8, 16, 32, 64};
    for (unsigned n : lanes)
        for (unsigned b : bits)
            all.push_back([n, b](LLVMContext &c) -> Type * {
                return FixedVectorType::get(IntegerType::get(c, b), n == 4 && b == 1 ? 8 : n);
            });
    all.push_back([](LLVMContext &c) -> Type * { return FixedVectorType::get(Type::getFloatTy(c), 16); });
    all.push_back([](LLVMContext &c) -> Type * { return FixedVectorType::get(Type::getHalfTy(c), 16); });
    return all;
}

std::vector<fi_operation> fi_operations() {
    std::vector<OpDescriptor> plain;
    std::vector<fi_operation> all;
    describeFuzzerIntOps(plain);
    describeFuzzerVectorOps(plain);
    add_exact_floats(plain);
    plain.push_back(selectDescriptor(3));
    for (const group &g : same_type)
        plain.push_back(of_same_type(g));
    for (const OpDescriptor &op : {narrowing(), cast_integer(), reduction(), read_region(), write_region(), gather(),
                                   gather_surface(), scatter_surface(), atomic()})
        plain.push_back(op);
    for (const OpDescriptor &op : plain)
        all.push_back({0, op});
    for (const auto &more : {fi_message_operations(), fi_flow_operations(), fi_arithmetic_operations(),
                             fi_lane_operations(), fi_block_operations(), fi_thread_operations()})
        all.insert(all.end(), more.begin(), more.end());
    return all;
}
