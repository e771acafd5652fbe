// SPDX-License-Identifier: MIT
// gx_shim_decide_once: copies of whole regions of blocks; contract in llvm_shim.h.

#include "llvm_shim.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

using namespace llvm;

namespace {

// A region with one way in and one way out, copied for each outcome of its first decision.
class Decision {
  public:
    Decision(ArrayRef<BasicBlock *> all, BasicBlock *after) : blocks(all.begin(), all.end()), end(after) {
        Instruction *t = blocks[0]->getTerminator();
        auto *sw = dyn_cast<SwitchInst>(t);
        value = sw ? sw->getCondition() : cast<BranchInst>(t)->getCondition();
    }

    bool duplicable() const {
        return none_of(drop_begin(blocks), [](const BasicBlock *bb) {
            return any_of(*bb, [](const Instruction &i) {
                auto *call = dyn_cast<CallBase>(&i);
                return isa<AllocaInst>(i) || i.getType()->isTokenTy() || i.isEHPad() ||
                       isa<IndirectBrInst, CallBrInst>(i) ||
                       (call && (call->isConvergent() || call->cannotDuplicate()));
            });
        });
    }

    void run() {
        BasicBlock *head = blocks[0];
        blocks[0] = SplitBlock(head, head->getTerminator());
        inside.insert(blocks.begin(), blocks.end());
        closeExit();
        Instruction *dispatch = blocks[0]->getTerminator()->clone();
        unsigned outcomes = dispatch->getNumSuccessors();
        SmallVector<SmallVector<BasicBlock *, 32>, 4> copies(outcomes);
        copies[0] = blocks;
        for (unsigned o = 1; o < outcomes; o++)
            copies[o] = copyBlocks();
        head->getTerminator()->eraseFromParent();
        dispatch->insertInto(head, head->end());
        for (unsigned o = 0; o < outcomes; o++)
            dispatch->setSuccessor(o, copies[o][0]);
        for (unsigned o = 0; o < outcomes; o++)
            settle(copies[o], dispatch, o);
        EliminateUnreachableBlocks(*head->getParent());
    }

  private:
    // A block that all paths out of the region go through, with a PHI for each value that is used after the region.
    void closeExit() {
        SmallVector<BasicBlock *, 8> last;
        for (BasicBlock *p : predecessors(end))
            if (inside.contains(p) && !is_contained(last, p))
                last.push_back(p);
        exit = SplitBlockPredecessors(end, last, ".decided");
        for (BasicBlock *bb : blocks)
            for (Instruction &i : *bb)
                closeValue(i);
    }

    void closeValue(Instruction &i) {
        SmallVector<Use *, 4> outside;
        for (Use &u : i.uses()) {
            auto *user = cast<Instruction>(u.getUser());
            auto *phi = dyn_cast<PHINode>(user);
            if (!inside.contains(phi ? phi->getIncomingBlock(u) : user->getParent()))
                outside.push_back(&u);
        }
        if (outside.empty())
            return;
        auto *phi = PHINode::Create(i.getType(), 2, i.getName() + ".decided", exit->begin());
        for (BasicBlock *p : predecessors(exit))
            phi->addIncoming(&i, p);
        for (Use *u : outside)
            u->set(phi);
    }

    SmallVector<BasicBlock *, 32> copyBlocks() {
        ValueToValueMapTy map;
        SmallVector<BasicBlock *, 32> copy;
        for (BasicBlock *bb : blocks) {
            copy.push_back(CloneBasicBlock(bb, map, ".o"));
            copy.back()->insertInto(exit->getParent(), exit);
            map[bb] = copy.back();
        }
        remapInstructionsInBlocks(copy, map);
        for (PHINode &phi : exit->phis())
            for (unsigned k = 0, n = phi.getNumIncomingValues(); k < n; k++)
                if (inside.contains(phi.getIncomingBlock(k)))
                    phi.addIncoming(mapped(map, phi.getIncomingValue(k)),
                                    cast<BasicBlock>(mapped(map, phi.getIncomingBlock(k))));
        return copy;
    }

    static Value *mapped(ValueToValueMapTy &map, Value *v) {
        auto it = map.find(v);
        return it == map.end() ? v : static_cast<Value *>(it->second);
    }

    static void branchTo(Instruction *t, unsigned to) {
        BasicBlock *bb = t->getParent(), *chosen = t->getSuccessor(to);
        for (unsigned k = 0; k < t->getNumSuccessors(); k++)
            if (k != to)
                t->getSuccessor(k)->removePredecessor(bb, true);
        BranchInst::Create(chosen, t->getIterator())->setDebugLoc(t->getDebugLoc());
        t->eraseFromParent();
    }

    // The value that the outcome gives; nullptr: the default of a switch.
    Constant *known(Instruction *dispatch, unsigned o) const {
        auto *sw = dyn_cast<SwitchInst>(dispatch);
        if (!sw)
            return ConstantInt::getBool(value->getContext(), o == 0);
        return o == 0 ? nullptr : (sw->case_begin() + (o - 1))->getCaseValue();
    }

    void settle(ArrayRef<BasicBlock *> copy, Instruction *dispatch, unsigned o) {
        branchTo(copy[0]->getTerminator(), o);
        Constant *c = known(dispatch, o);
        SmallPtrSet<BasicBlock *, 32> here(copy.begin(), copy.end());
        if (c)
            value->replaceUsesWithIf(c, [&](Use &u) {
                auto *user = dyn_cast<Instruction>(u.getUser());
                return user && here.contains(user->getParent());
            });
        for (BasicBlock *bb : copy) {
            auto *sw = dyn_cast<SwitchInst>(bb->getTerminator());
            if (c)
                ConstantFoldTerminator(bb);
            else if (sw && sw->getCondition() == value && casesOf(*sw, *cast<SwitchInst>(dispatch)))
                branchTo(sw, 0);
        }
    }

    static bool casesOf(SwitchInst &some, SwitchInst &all) {
        return llvm::all_of(some.cases(),
                            [&](auto &c) { return all.findCaseValue(c.getCaseValue()) != all.case_default(); });
    }

    SmallVector<BasicBlock *, 32> blocks;
    SmallPtrSet<BasicBlock *, 32> inside;
    BasicBlock *end, *exit = nullptr;
    Value *value;
};

} // namespace

extern "C" bool gx_shim_decide_once(LLVMBasicBlockRef *blocks, size_t n, LLVMBasicBlockRef end) {
    SmallVector<BasicBlock *, 32> all;
    for (size_t k = 0; k < n; k++)
        all.push_back(unwrap(blocks[k]));
    Decision d(all, unwrap(end));
    if (!d.duplicable())
        return false;
    d.run();
    return true;
}
