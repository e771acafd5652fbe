// SPDX-License-Identifier: MIT
// gxCosts: the target's cost model for LLVM's passes, which unroll loops and fold branches by it.

#include "llvm_shim.h"
#include "passes_priv.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/TargetTransformInfoImpl.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>

using namespace llvm;

namespace {

// The cost of a vector operation is its number of registers: with the default of 1, SimplifyCFG computes both sides of
// a branch over a thousand lanes. A region intrinsic is not a call: a read folds into the operation that uses it, and
// a write costs what it writes. A loop whose regions move with its counter benefits more from unrolling: each copy has
// constant regions, where the loop needs address registers.
class GxTTI final : public TargetTransformInfoImplCRTPBase<GxTTI> {
    using Base = TargetTransformInfoImplCRTPBase<GxTTI>;
    const isa_model *model;
    enum { MOVING_REGION_FACTOR = 4, MAX_REGS = 10000 };

    int registers(uint64_t bits) const {
        uint64_t regs = (bits / 8 + model->grf_b - 1) / model->grf_b;
        return static_cast<int>(std::min<uint64_t>(std::max<uint64_t>(regs, 1), MAX_REGS));
    }
    uint64_t bitsOf(const Value *v) const {
        return v->getType()->isSized() ? getDataLayout().getTypeSizeInBits(v->getType()).getFixedValue() : 0;
    }
    static StringRef genxName(const User *u) {
        const auto *call = dyn_cast<CallInst>(u);
        const Function *f = call ? call->getCalledFunction() : nullptr;
        StringRef name = f ? f->getName() : "";
        return name.consume_front("llvm.genx.") ? name : "";
    }
    static bool movesWith(const Instruction &i, const Loop &l) {
        StringRef name = genxName(&i);
        if (!name.starts_with("rdregion") && !name.starts_with("wrregion"))
            return false;
        unsigned offset = name.starts_with("rd") ? 4 : 5; // base[, piece], vstride, width, stride, offset
        return i.getNumOperands() > offset && !l.isLoopInvariant(i.getOperand(offset));
    }

  public:
    GxTTI(const DataLayout &dl, const isa_model *m) : Base(dl), model(m) {}
    InstructionCost getInstructionCost(const User *u, ArrayRef<const Value *> ops,
                                       TargetTransformInfo::TargetCostKind k) {
        StringRef genx = genxName(u);
        if (genx.starts_with("rdregion"))
            return isa<Constant>(cast<CallInst>(u)->getArgOperand(4)) ? 0 : 1;
        if (genx.starts_with("wrregion"))
            return registers(bitsOf(cast<CallInst>(u)->getArgOperand(1)));
        if (isa<PHINode>(u)) // the same registers on every iteration
            return 0;
        uint64_t bits = bitsOf(u);
        for (const Value *v : u->operands())
            bits = std::max(bits, bitsOf(v));
        InstructionCost c = genx.empty() ? Base::getInstructionCost(u, ops, k) : InstructionCost(1);
        int regs = registers(bits);
        return regs > 1 ? std::max<InstructionCost>(c, 1) * regs : c;
    }
    void getUnrollingPreferences(Loop *l, ScalarEvolution &se, TargetTransformInfo::UnrollingPreferences &up,
                                 OptimizationRemarkEmitter *ore) {
        Base::getUnrollingPreferences(l, se, up, ore);
        for (const BasicBlock *block : l->blocks())
            for (const Instruction &i : *block)
                if (movesWith(i, *l)) {
                    up.Threshold *= MOVING_REGION_FACTOR;
                    return;
                }
    }
};

} // namespace

TargetTransformInfo gxCosts(const DataLayout &dl, const isa_model *m) {
    return TargetTransformInfo(GxTTI(dl, m));
}
