// SPDX-License-Identifier: MIT
// Ids, barriers, parts of predicates, masks of channels and what nobody can judge, for the mutants of fuzz_ir.

#include "fuzz_ir.h"

#include <llvm/FuzzMutate/Operations.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

using namespace llvm;
using namespace llvm::fuzzerop;

namespace {

constexpr unsigned weight = 64;

// One number of the thread or its group, added to all lanes.
OpDescriptor ids() {
    auto builder = [](ArrayRef<Value *> s, Instruction *at) -> Value * {
        static const genx_id threes[] = {GENX_LOCAL_ID, GENX_LOCAL_SIZE, GENX_GROUP_COUNT},
                             ones[] = {GENX_GROUP_ID_X, GENX_GROUP_ID_Y, GENX_GROUP_ID_Z};
        if (!fi_allows(*at->getModule(), FI_THREAD))
            return nullptr;
        IRBuilder<> b(at);
        const unsigned k = fi_draw() % 8, n = cast<FixedVectorType>(s[0]->getType())->getNumElements();
        if (k == 0)
            return b.CreateAdd(s[0], fi_build(GENX_LANE_ID, s[0]->getType(), {}, at));
        Value *id;
        if (k == 1)
            id = b.CreateZExt(
                b.CreateExtractElement(fi_build(GENX_LOCAL_ID16, FixedVectorType::get(b.getInt16Ty(), 4), {}, at),
                                       uint64_t(fi_draw() % 3)),
                b.getInt32Ty());
        else if (k < 5)
            id = b.CreateExtractElement(fi_build(threes[k - 2], FixedVectorType::get(b.getInt32Ty(), 3), {}, at),
                                        uint64_t(fi_draw() % 3));
        else
            id = fi_build(ones[k - 5], b.getInt32Ty(), {}, at);
        return b.CreateAdd(s[0], b.CreateVectorSplat(n, id));
    };
    return {weight, {fi_lanes_of_32()}, builder};
}

// Signal and wait, one after the other: fi_define_barriers keeps them together.
bool is_split(const Instruction &i) {
    const genx_id id = genx_call_id(wrap(&i));
    return id == GENX_SBARRIER || id == GENX_NBARRIER || id == GENX_NBARRIER_ARRIVE;
}

bool is_signal(const Instruction &i) {
    auto *first = dyn_cast<ConstantInt>(i.getOperand(0));
    return is_split(i) && (genx_call_id(wrap(&i)) == GENX_NBARRIER_ARRIVE || (first && !first->isZero()));
}

// The number of a named barrier; NULL for a split one without a number.
const Value *number_of(const Instruction &i) {
    const genx_id id = genx_call_id(wrap(&i));
    return id == GENX_SBARRIER ? nullptr : i.getOperand(id == GENX_NBARRIER ? 1 : 0);
}

// Whether one is the signal and the other the wait of the same barrier.
bool is_pair(const Instruction *signal, const Instruction *wait) {
    return signal && wait && is_split(*signal) && is_split(*wait) && is_signal(*signal) && !is_signal(*wait) &&
           number_of(*signal) == number_of(*wait);
}

void command(genx_id id, ArrayRef<unsigned> numbers, Instruction *at) {
    IRBuilder<> b(at);
    SmallVector<Value *, 4> all;
    for (unsigned n : numbers)
        all.push_back(b.getInt8((uint8_t)n));
    fi_message(id, b.getVoidTy(), all, at);
}

OpDescriptor barriers() {
    auto builder = [](ArrayRef<Value *>, Instruction *at) -> Value * {
        if (!fi_allows(*at->getModule(), FI_BARRIER))
            return nullptr;
        IRBuilder<> b(at);
        switch (fi_draw() % 7) {
        case 0:
            command(GENX_BARRIER, {}, at);
            break;
        case 1:
            command(GENX_FENCE, {33}, at);
            break;
        case 2:
            fi_message(GENX_LSC_FENCE, b.getVoidTy(),
                       {ConstantInt::getTrue(FixedVectorType::get(b.getInt1Ty(), 1)), b.getInt8(0), b.getInt8(0),
                        b.getInt8(0)},
                       at);
            break;
        case 3:
            command(GENX_CACHE_FLUSH, {}, at);
            break;
        case 4:
            command(GENX_SBARRIER, {1}, at);
            command(GENX_SBARRIER, {0}, at);
            break;
        case 5:
            command(GENX_NBARRIER, {1, 1, 1}, at);
            command(GENX_NBARRIER, {0, 1, 0}, at);
            break;
        default:
            command(GENX_NBARRIER_ARRIVE, {1, 0, 1, 1}, at);
            command(GENX_NBARRIER, {0, 1, 0}, at);
        }
        return nullptr;
    };
    return {weight, {fi_lanes_of_32()}, builder};
}

// Predicates

FixedVectorType *bits(LLVMContext &c, unsigned n) {
    return FixedVectorType::get(Type::getInt1Ty(c), n);
}

// Half of the lanes, read or written.
OpDescriptor predicates() {
    auto builder = [](ArrayRef<Value *> s, Instruction *at) -> Value * {
        if (!fi_allows(*at->getModule(), FI_PREDICATE))
            return nullptr;
        IRBuilder<> b(at);
        const unsigned n = cast<FixedVectorType>(s[0]->getType())->getNumElements();
        Value *x = b.CreateICmpSLT(s[0], s[1]), *y = b.CreateICmpULT(s[1], s[0]);
        if (isa<Constant>(x) || isa<Constant>(y))
            return nullptr;
        Value *off = b.getInt32(fi_draw() % 2 * n / 2),
              *part = fi_message(GENX_RDPREDREGION, bits(at->getContext(), n / 2), {y, off}, at);
        Value *all = fi_draw() % 2 ? fi_message(GENX_WRPREDREGION, x->getType(), {x, part, off}, at)
                                   : fi_message(GENX_WRPREDPREDREGION, x->getType(), {x, part, off, y}, at);
        if (fi_draw() % 2)
            all = fi_message(GENX_CONSTANTPRED, x->getType(), {ConstantInt::getTrue(x->getType())}, at);
        return b.CreateSelect(b.CreateXor(all, y), s[0], s[1]);
    };
    return {weight, {fi_lanes_of_32(), matchFirstType()}, builder};
}

// Blocks at any address, and values that stay in memory

OpDescriptor plain_memory() {
    auto builder = [](ArrayRef<Value *> s, Instruction *at) -> Value * {
        if (!fi_allows(*at->getModule(), FI_PREDICATE))
            return nullptr;
        IRBuilder<> b(at);
        if (fi_draw() % 2) {
            Value *off = b.CreateZExt(b.CreateExtractElement(s[0], uint64_t(0)), b.getInt64Ty());
            Value *to = b.CreateAdd(at->getFunction()->getArg(FI_IN), b.CreateAnd(off, 0x1fc0));
            return fi_build(GENX_SVM_BLOCK_LD_UNALIGNED, s[0]->getType(), {to}, at);
        }
        Value *slot = fi_object(s[0]->getType(), *at->getFunction());
        fi_build(GENX_VSTORE, b.getVoidTy(), {s[0], slot}, at);
        return fi_build(GENX_VLOAD, s[0]->getType(), {slot}, at);
    };
    return {weight / 2, {fi_lanes_of_32()}, builder};
}

// What differs from thread to thread, and messages of the user's own: the compiler takes them, or refuses politely.

OpDescriptor of_hardware() {
    auto builder = [](ArrayRef<Value *>, Instruction *at) -> Value * {
        if (!fi_allows(*at->getModule(), FI_UNJUDGED))
            return nullptr;
        static const genx_id ids[] = {GENX_TIMESTAMP, GENX_SR0,      GENX_CR0,         GENX_R0,
                                      GENX_CE0,       GENX_GET_HWID, GENX_PRINT_BUFFER};
        IRBuilder<> b(at);
        const unsigned k = fi_draw() % 7;
        Type *t = k < 3   ? (Type *)FixedVectorType::get(b.getInt32Ty(), 4)
                  : k < 4 ? (Type *)FixedVectorType::get(b.getInt32Ty(), 8)
                          : b.getIntNTy(k == 6 ? 64 : 32);
        Value *v = fi_build(ids[k], t, {}, at);
        return k < 4 ? fi_resized(v, 16, at) : v;
    };
    return {1, {fi_lanes_of_32()}, builder};
}

OpDescriptor raw_sends() {
    auto builder = [](ArrayRef<Value *> s, Instruction *at) -> Value * {
        if (!fi_allows(*at->getModule(), FI_UNJUDGED))
            return nullptr;
        IRBuilder<> b(at);
        const unsigned k = fi_draw() % 3;
        Value *mask =
            ConstantInt::getTrue(bits(at->getContext(), cast<FixedVectorType>(s[0]->getType())->getNumElements()));
        SmallVector<Value *, 12> o = {b.getInt8(0), b.getInt8(3 + fi_draw() % 2), mask, b.getInt8(1)};
        for (unsigned i = k == 0 ? 1 : 0; i < 2; i++)
            o.push_back(b.getInt8(1));
        if (k == 2)
            o.push_back(b.getInt8(1));
        o.back() = b.getInt8(fi_draw() % 16);
        o.push_back(b.getInt32(fi_draw() % 64));
        o.push_back(b.getInt32(fi_draw()));
        o.append({s[0], s[1]});
        if (k == 0)
            o.pop_back();
        if (k == 2)
            o.push_back(s[0]);
        static const genx_id ids[] = {GENX_RAW_SEND2_NORESULT, GENX_RAW_SENDS2_NORESULT, GENX_RAW_SENDS2};
        return fi_message(ids[k], k == 2 ? s[0]->getType() : b.getVoidTy(), o, at);
    };
    return {2, {fi_lanes_of_32(), matchFirstType()}, builder};
}

} // namespace

// Between a goto and its join the barrier's message would have only some channels, which no kernel may do.
void fi_define_barriers(Function &f) {
    bool diverges = false;
    for (const Instruction &i : instructions(f))
        diverges |= genx_call_id(wrap(&i)) == GENX_SIMDCF_GOTO;
    for (BasicBlock &block : f)
        for (Instruction &i : make_early_inc_range(block)) {
            if (diverges && (is_split(i) || genx_call_id(wrap(&i)) == GENX_BARRIER)) {
                i.eraseFromParent();
                continue;
            }
            if (!is_split(i))
                continue;
            if (!is_pair(&i, i.getNextNode()) && !is_pair(i.getPrevNode(), &i))
                i.eraseFromParent();
        }
}

std::vector<fi_operation> fi_thread_operations() {
    return {{fi_bit(FI_THREAD), ids()},           {fi_bit(FI_BARRIER), barriers()},
            {fi_bit(FI_PREDICATE), predicates()}, {fi_bit(FI_PREDICATE), plain_memory()},
            {fi_bit(FI_UNJUDGED), of_hardware()}, {fi_bit(FI_UNJUDGED), raw_sends()}};
}
