// SPDX-License-Identifier: MIT
// Expands operations on memory that only other front ends write, by LLVM's own functions.

#include "llvm_shim.h"

#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/CodeGen/AtomicExpandUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/LowerMemIntrinsics.h>

using namespace llvm;

namespace {

enum { LOCAL_VARIABLES = 0 }; // the address space of variables, which are registers

void compareExchange(IRBuilderBase &b, Value *at, Value *old, Value *next, Align align, AtomicOrdering order,
                     SyncScope::ID scope, Value *&success, Value *&loaded) {
    Type *type = next->getType();
    if (type->isFloatingPointTy()) {
        Type *bits = b.getIntNTy(type->getScalarSizeInBits());
        old = b.CreateBitCast(old, bits);
        next = b.CreateBitCast(next, bits);
    }
    Value *pair = b.CreateAtomicCmpXchg(at, old, next, align, order,
                                        AtomicCmpXchgInst::getStrongestFailureOrdering(order), scope);
    success = b.CreateExtractValue(pair, 1);
    loaded = b.CreateBitCast(b.CreateExtractValue(pair, 0), type);
}

bool needsLoop(const AtomicRMWInst &a, bool float_sums) {
    unsigned bits = a.getType()->isPointerTy() ? 0 : a.getType()->getScalarSizeInBits();
    if (bits != 32 && bits != 64)
        return false;
    switch (a.getOperation()) {
    case AtomicRMWInst::Nand:
    case AtomicRMWInst::UIncWrap:
    case AtomicRMWInst::UDecWrap:
        return true;
    case AtomicRMWInst::FAdd:
    case AtomicRMWInst::FSub:
        return !float_sums;
    default:
        return false;
    }
}

bool inMemory(const Value *pointer) {
    return pointer->getType()->getPointerAddressSpace() != LOCAL_VARIABLES;
}

bool hasVariableSize(const MemIntrinsic &m) {
    return !isa<ConstantInt>(m.getLength()) && inMemory(m.getRawDest()) &&
           (isa<MemSetInst>(m) || inMemory(cast<MemTransferInst>(m).getRawSource()));
}

void expandBySize(MemIntrinsic &m) {
    TargetTransformInfo costs(m.getDataLayout());
    bool done = true;
    if (auto *set = dyn_cast<MemSetInst>(&m))
        expandMemSetAsLoop(set);
    else if (auto *copy = dyn_cast<MemCpyInst>(&m))
        expandMemCpyAsLoop(copy, costs);
    else
        done = expandMemMoveAsLoop(cast<MemMoveInst>(&m), costs);
    if (done)
        m.eraseFromParent();
}

} // namespace

extern "C" bool gx_shim_expand_memory(LLVMModuleRef m, bool float_sums) {
    SmallVector<AtomicRMWInst *, 4> atomics;
    SmallVector<MemIntrinsic *, 4> copies;
    for (Function &f : *unwrap(m))
        for (Instruction &i : instructions(f)) {
            if (auto *a = dyn_cast<AtomicRMWInst>(&i); a && needsLoop(*a, float_sums))
                atomics.push_back(a);
            else if (auto *c = dyn_cast<MemIntrinsic>(&i); c && hasVariableSize(*c))
                copies.push_back(c);
        }
    for (AtomicRMWInst *a : atomics)
        expandAtomicRMWToCmpXchg(a, compareExchange);
    for (MemIntrinsic *c : copies)
        expandBySize(*c);
    return !atomics.empty() || !copies.empty();
}
