// SPDX-License-Identifier: MIT
// Records the position of '#pragma unroll', for the warning that a loop cannot be unrolled as requested.
//
//   #pragma unroll                  the loop's node in LLVM IR has the loop's position:  !{!self, !loop's line, ...}
//   for (int i = 0; i < n; i++)     and receives the pragma's position:  !{!"cmc.unroll.at", i32 line, i32 column}
//
// Clang drops the position of the pragma in code generation. Does not handle: two loops that begin at the same
// position, such as those of a macro; both get the position of one of their pragmas.

#include "fe_priv.h"
#include "fe_visitor.h"

#include <clang/AST/Attr.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

using namespace clang;

namespace {

class unroll_finder : public fe_visitor {
  public:
    unroll_finder(const SourceManager &manager, fe_unroll_places &to) : sm(manager), places(to) {}
    bool VisitAttributedStmt(AttributedStmt *s) override {
        for (const Attr *a : s->getAttrs())
            if (const auto *hint = dyn_cast<LoopHintAttr>(a))
                places[place(s->getSubStmt()->getBeginLoc())] = place(hint->getLocation());
        return true;
    }

  private:
    fe_place place(SourceLocation loc) const {
        PresumedLoc p = sm.getPresumedLoc(sm.getExpansionLoc(loc));
        return p.isInvalid() ? fe_place(0, 0) : fe_place(p.getLine(), p.getColumn());
    }
    const SourceManager &sm;
    fe_unroll_places &places;
};

// The loop's node with the pragma's position appended; the node itself when the position is unknown.
llvm::MDNode *with_place(llvm::MDNode *loop, const fe_unroll_places &places) {
    for (const llvm::MDOperand &op : loop->operands()) {
        const auto *at = llvm::dyn_cast_or_null<llvm::DILocation>(op.get());
        if (!at)
            continue;
        auto found = places.find({at->getLine(), at->getColumn()});
        if (found == places.end() || !found->second.first)
            return loop;
        llvm::LLVMContext &c = loop->getContext();
        auto number = [&](unsigned n) {
            return llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(c), n));
        };
        llvm::SmallVector<llvm::Metadata *, 8> ops(loop->op_begin(), loop->op_end());
        ops.push_back(llvm::MDNode::get(
            c, {llvm::MDString::get(c, "cmc.unroll.at"), number(found->second.first), number(found->second.second)}));
        llvm::MDNode *out = llvm::MDNode::getDistinct(c, ops);
        out->replaceOperandWith(0, out); // a loop's node begins with itself
        return out;
    }
    return loop;
}

} // namespace

void fe_find_unroll(Decl *d, const SourceManager &sm, fe_unroll_places &places) {
    unroll_finder(sm, places).TraverseDecl(d);
}

void fe_place_unroll(llvm::Module &mod, const fe_unroll_places &places) {
    std::map<llvm::MDNode *, llvm::MDNode *> made;
    for (llvm::Function &f : mod)
        for (llvm::BasicBlock &b : f) {
            llvm::Instruction *end = places.empty() ? nullptr : b.getTerminator();
            llvm::MDNode *loop = end ? end->getMetadata(llvm::LLVMContext::MD_loop) : nullptr;
            if (!loop)
                continue;
            llvm::MDNode *&now = made[loop];
            now = now ? now : with_place(loop, places);
            end->setMetadata(llvm::LLVMContext::MD_loop, now);
        }
}
