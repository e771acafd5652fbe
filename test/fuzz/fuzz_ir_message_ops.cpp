// SPDX-License-Identifier: MIT
// The messages that mutants of fuzz_ir get. A builder draws the form; fi_define_message gives it an address.

#include "fuzz_ir.h"

#include <llvm/FuzzMutate/Operations.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IRBuilder.h>

using namespace llvm;
using namespace llvm::fuzzerop;

namespace {

constexpr unsigned weight = 24;

Constant *all_true(LLVMContext &context, unsigned n) {
    return ConstantInt::getTrue(FixedVectorType::get(Type::getInt1Ty(context), n));
}

FixedVectorType *words(LLVMContext &context, unsigned n) {
    return FixedVectorType::get(Type::getInt32Ty(context), n);
}

unsigned lanes(const Value *v) {
    return cast<FixedVectorType>(v->getType())->getNumElements();
}

enum { FLAT, TABLE, LOCAL, PLACES };

// What LSC messages of lanes begin with, up to the address, which only says what it depends on.
SmallVector<Value *, 16> lsc_start(Value *mask, unsigned where, unsigned op, unsigned vector, unsigned channels,
                                   Value *x, Instruction *at) {
    IRBuilder<> b(at);
    const unsigned numbers[] = {3, vector, 1, channels};
    SmallVector<Value *, 16> all = {mask,         b.getInt8((uint8_t)op), b.getInt8(0),
                                    b.getInt8(0), b.getInt16(1),          b.getInt32(0)};
    for (unsigned n : numbers)
        all.push_back(b.getInt8((uint8_t)n));
    auto *wide = FixedVectorType::get(b.getInt64Ty(), lanes(x));
    all.push_back(
        where != FLAT ? x : b.Insert(BinaryOperator::CreateAdd(Constant::getNullValue(wide), b.CreateZExt(x, wide))));
    return all;
}

Value *lsc_surface(unsigned where, bool writes, Instruction *at) {
    Function &k = *at->getFunction();
    return where == TABLE ? (Value *)k.getArg(writes || fi_draw() % 2 ? FI_SB : FI_SA) : IRBuilder<>(at).getInt32(0);
}

bool may_use(unsigned where, Instruction *at) {
    return where != LOCAL || fi_allows(*at->getModule(), FI_LOCAL);
}

// One to four elements a lane; of 16 lanes, as many as fit into the first 256 bytes of local memory.
unsigned some_count(unsigned where, unsigned n) {
    const unsigned most = where == LOCAL && n > 16 ? 2 : 4;
    return 1 + fi_draw() % most;
}

OpDescriptor lsc_load() {
    auto builder = [](ArrayRef<Value *> s, Instruction *at) -> Value * {
        static const genx_id plain[] = {GENX_LSC_LOAD_STATELESS, GENX_LSC_LOAD_BTI, GENX_LSC_LOAD_SLM},
                             merge[] = {GENX_LSC_LOAD_MERGE_STATELESS, GENX_LSC_LOAD_MERGE_BTI,
                                        GENX_LSC_LOAD_MERGE_SLM},
                             quad[] = {GENX_LSC_LOAD_MERGE_QUAD_STATELESS, GENX_LSC_LOAD_MERGE_QUAD_BTI,
                                       GENX_LSC_LOAD_MERGE_QUAD_SLM};
        const unsigned where = fi_draw() % PLACES, n = lanes(s[0]), form = fi_draw() % 3;
        if (!fi_allows(*at->getModule(), FI_LSC) || !may_use(where, at))
            return nullptr;
        const unsigned count = some_count(where, n), channels = form == 2 ? 1 + fi_draw() % 15 : 0,
                       all = n * (form == 2 ? (unsigned)llvm::popcount(channels) : count);
        Value *mask = form ? fi_some_mask(s[0], s[1], at) : all_true(at->getContext(), n);
        auto o = lsc_start(mask, where, 0, form == 2 ? 1 : count, channels, s[0], at);
        o.push_back(lsc_surface(where, false, at));
        if (form)
            o.push_back(fi_resized(s[1], all, at));
        Value *v = fi_message((form == 2 ? quad : form ? merge : plain)[where], words(at->getContext(), all), o, at);
        return fi_resized(v, n, at);
    };
    return {weight, {fi_lanes_of_32(), matchFirstType()}, builder};
}

OpDescriptor lsc_store() {
    auto builder = [](ArrayRef<Value *> s, Instruction *at) -> Value * {
        static const genx_id plain[] = {GENX_LSC_STORE_STATELESS, GENX_LSC_STORE_BTI, GENX_LSC_STORE_SLM},
                             quad[] = {GENX_LSC_STORE_QUAD_STATELESS, GENX_LSC_STORE_QUAD_BTI, GENX_LSC_STORE_QUAD_SLM};
        const unsigned where = fi_draw() % PLACES, n = lanes(s[0]), channels = fi_draw() % 2 ? 1 + fi_draw() % 15 : 0;
        if (!fi_allows(*at->getModule(), FI_LSC) || !may_use(where, at))
            return nullptr;
        const unsigned count = some_count(where, n), all = n * (channels ? (unsigned)llvm::popcount(channels) : count);
        auto o = lsc_start(fi_some_mask(s[0], s[1], at), where, 0, channels ? 1 : count, channels,
                           Constant::getNullValue(s[0]->getType()), at);
        o.push_back(fi_resized(s[1], all, at));
        o.push_back(lsc_surface(where, true, at));
        return fi_message((channels ? quad : plain)[where], Type::getVoidTy(at->getContext()), o, at);
    };
    return {weight, {fi_lanes_of_32(), matchFirstType()}, builder};
}

// The operations on integers; those without operands ignore theirs.
OpDescriptor lsc_atomic() {
    auto builder = [](ArrayRef<Value *> s, Instruction *at) -> Value * {
        static const unsigned codes[] = {0x0c, 0x0d, 0x08, 0x09, 0x10, 0x11, 0x0e, 0x0f, 0x0b, 0x18, 0x19, 0x1a, 0x12};
        static const genx_id ids[] = {GENX_LSC_XATOMIC_STATELESS, GENX_LSC_XATOMIC_BTI, GENX_LSC_XATOMIC_SLM};
        const unsigned where = fi_draw() % PLACES, k = fi_draw() % (sizeof codes / sizeof codes[0]), code = codes[k];
        if (!fi_allows(*at->getModule(), FI_LSC_ATOMIC) || !may_use(where, at))
            return nullptr;
        const unsigned sources = code == 0x12 ? 2 : code == 0x08 || code == 0x09 ? 0 : 1;
        auto o =
            lsc_start(fi_some_mask(s[0], s[1], at), where, code, 1, 0, Constant::getNullValue(s[0]->getType()), at);
        for (unsigned i = 0; i < 2; i++)
            o.push_back(i < sources ? s[i] : Constant::getNullValue(s[0]->getType()));
        o.push_back(lsc_surface(where, true, at));
        o.push_back(s[1]);
        return fi_message(ids[where], s[0]->getType(), o, at);
    };
    return {weight, {fi_lanes_of_32(), matchFirstType()}, builder};
}

// Lanes of local memory, by the messages that all targets have.
OpDescriptor local_memory() {
    auto builder = [](ArrayRef<Value *> s, Instruction *at) -> Value * {
        if (!fi_allows(*at->getModule(), FI_LOCAL))
            return nullptr;
        IRBuilder<> b(at);
        const bool store = fi_draw() % 2;
        Value *local = b.getInt32(RN_SLM_BTI);
        Value *o[] = {fi_some_mask(s[0], s[1], at), b.getInt32(2), b.getInt16(0), local, b.getInt32(0), s[0], s[1]};
        if (!store)
            return fi_message(GENX_GATHER_SCALED, s[0]->getType(), o, at);
        o[5] = Constant::getNullValue(s[0]->getType());
        fi_message(GENX_SCATTER_SCALED, b.getVoidTy(), o, at);
        return nullptr;
    };
    return {weight, {fi_lanes_of_32(), matchFirstType()}, builder};
}

OpDescriptor oword() {
    auto builder = [](ArrayRef<Value *> s, Instruction *at) -> Value * {
        if (!fi_allows(*at->getModule(), FI_OWORD))
            return nullptr;
        IRBuilder<> b(at);
        Function &k = *at->getFunction();
        if (fi_draw() % 3 == 0)
            return fi_message(GENX_OWORD_ST, b.getVoidTy(), {k.getArg(FI_SB), b.getInt32(fi_draw() % 128), s[0]}, at);
        Value *off = b.CreateExtractElement(s[0], uint64_t(fi_draw() % lanes(s[0])));
        return fi_message(fi_draw() % 2 ? GENX_OWORD_LD : GENX_OWORD_LD_UNALIGNED, s[0]->getType(),
                          {b.getInt32(0), k.getArg(fi_draw() % 2 ? FI_SA : FI_SB), off}, at);
    };
    return {weight, {fi_lanes_of_32()}, builder};
}

// Blocks of 64 bytes; of bytes or of 32-bit numbers.
OpDescriptor media() {
    auto builder = [](ArrayRef<Value *> s, Instruction *at) -> Value * {
        if (!fi_allows(*at->getModule(), FI_MEDIA))
            return nullptr;
        IRBuilder<> b(at);
        Function &k = *at->getFunction();
        const unsigned width = 8u << fi_draw() % 3;
        const bool bytes = fi_draw() % 2;
        Type *t = bytes ? FixedVectorType::get(b.getInt8Ty(), 64) : words(b.getContext(), 16);
        Value *one = fi_resized(s[0], 16, at);
        if (fi_draw() % 3 == 0)
            return fi_message(GENX_MEDIA_ST, b.getVoidTy(),
                              {b.getInt32(0), k.getArg(FI_IB), b.getInt32(0), b.getInt32(width),
                               b.getInt32(fi_draw() & 0x1c), b.getInt32(fi_draw() & 15),
                               bytes ? b.CreateBitCast(one, t) : one},
                              at);
        Value *x = b.CreateExtractElement(one, uint64_t(0)), *y = b.CreateExtractElement(one, uint64_t(1));
        Value *v =
            fi_message(GENX_MEDIA_LD, t, {b.getInt32(0), k.getArg(FI_IA), b.getInt32(0), b.getInt32(width), x, y}, at);
        return bytes ? fi_resized(v, 32, at) : v;
    };
    return {weight, {fi_lanes_of_32()}, builder};
}

OpDescriptor typed() {
    auto builder = [](ArrayRef<Value *> s, Instruction *at) -> Value * {
        IRBuilder<> b(at);
        const bool lsc = fi_draw() % 2, store = fi_draw() % 3 == 0;
        if (!fi_allows(*at->getModule(), FI_TYPED) || (lsc && !fi_allows(*at->getModule(), FI_LSC)))
            return nullptr;
        const unsigned n = lanes(s[0]), channels = store ? 1 : 1 + fi_draw() % 15, all = n * llvm::popcount(channels);
        Value *image = at->getFunction()->getArg(store ? FI_IB : FI_IA), *mask = fi_some_mask(s[0], s[1], at),
              *zero = Constant::getNullValue(s[0]->getType()), *data = fi_resized(s[1], all, at);
        Type *result = store ? b.getVoidTy() : (Type *)words(b.getContext(), all);
        Value *v = lsc ? fi_message(store ? GENX_LSC_STORE_QUAD_TYPED_BTI : GENX_LSC_LOAD_MERGE_QUAD_TYPED_BTI, result,
                                    {mask, b.getInt8(0), b.getInt8(0), b.getInt8((uint8_t)channels), image, s[0], s[1],
                                     zero, zero, data},
                                    at)
                       : fi_message(store ? GENX_SCATTER4_TYPED : GENX_GATHER4_TYPED, result,
                                    {b.getInt32(channels), mask, image, s[0], s[1], zero, data}, at);
        return v ? fi_resized(v, n, at) : nullptr;
    };
    return {weight, {fi_lanes_of_32(), matchFirstType()}, builder};
}

// Products of bytes: exact. The hardware has 8 or 16 columns.
OpDescriptor dpas() {
    auto builder = [](ArrayRef<Value *> s, Instruction *at) -> Value * {
        if (!fi_allows(*at->getModule(), FI_DPAS))
            return nullptr;
        IRBuilder<> b(at);
        StringRef name = at->getModule()->getSourceFileName();
        const unsigned columns = name.size() % 2 ? 8 : 16, rows = 1u << fi_draw() % 4, form = fi_draw() % 3;
        const unsigned pb = 7 + fi_draw() % 2, pa = 7 + fi_draw() % 2;
        Value *acc = fi_resized(s[0], columns * rows, at), *right = fi_resized(s[1], 8 * columns, at),
              *left = fi_resized(s[2], 8 * rows, at), *info = b.getInt32(pb | pa << 8 | 8u << 16 | rows << 24), *v;
        if (form == 0)
            v = fi_message(GENX_DPAS2, acc->getType(),
                           {acc, right, left, b.getInt32(pb), b.getInt32(pa), b.getInt32(8), b.getInt32(rows),
                            b.getInt32(1), b.getInt32(1)},
                           at);
        else if (form == 1)
            v = fi_message(GENX_DPAS, acc->getType(), {acc, right, left, info}, at);
        else
            v = fi_message(GENX_DPAS_NOSRC0, acc->getType(), {right, left, info}, at);
        return fi_resized(v, lanes(s[0]), at);
    };
    return {weight, {fi_lanes_of_32(), matchFirstType(), matchFirstType()}, builder};
}

// A message of the user's own, which the evaluator does not know: the compiler takes it, or refuses it politely.
OpDescriptor raw_send() {
    auto builder = [](ArrayRef<Value *> s, Instruction *at) -> Value * {
        if (!fi_allows(*at->getModule(), FI_UNJUDGED))
            return nullptr;
        IRBuilder<> b(at);
        Value *mask = all_true(b.getContext(), lanes(s[0]));
        return fi_message(GENX_RAW_SEND2, s[0]->getType(),
                          {b.getInt8(0), b.getInt8(3 + fi_draw() % 2), mask, b.getInt8(1), b.getInt8(1),
                           b.getInt8(fi_draw() % 16), b.getInt32(fi_draw() % 64), b.getInt32(fi_draw()), s[0], s[1]},
                          at);
    };
    return {2, {fi_lanes_of_32(), matchFirstType()}, builder};
}

} // namespace

void fi_keep_constants(CallInst &call) {
    for (unsigned i = 0; i < call.arg_size(); i++)
        if (isa<ConstantInt>(call.getArgOperand(i)) && !fi_takes_address(call, i))
            call.getCalledFunction()->addParamAttr(i, Attribute::ImmArg);
}

Value *fi_message(genx_id id, Type *result, ArrayRef<Value *> operands, Instruction *at) {
    auto *call = cast<CallInst>(fi_build(id, result, operands, at));
    fi_keep_constants(*call);
    fi_define_message(*call);
    fi_define_block(*call);
    fi_define_dpas(*call);
    return result->isVoidTy() ? nullptr : call;
}

Value *fi_some_mask(Value *x, Value *y, Instruction *at) {
    Value *mask = IRBuilder<>(at).CreateICmpSLT(y, x);
    return isa<Constant>(mask) ? ConstantInt::getTrue(mask->getType()) : mask;
}

std::vector<fi_operation> fi_message_operations() {
    return {{fi_bit(FI_LSC), lsc_load()},       {fi_bit(FI_LSC), lsc_store()}, {fi_bit(FI_LSC_ATOMIC), lsc_atomic()},
            {fi_bit(FI_LOCAL), local_memory()}, {fi_bit(FI_OWORD), oword()},   {fi_bit(FI_MEDIA), media()},
            {fi_bit(FI_TYPED), typed()},        {fi_bit(FI_DPAS), dpas()},     {fi_bit(FI_UNJUDGED), raw_send()}};
}
