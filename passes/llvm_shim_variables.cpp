// SPDX-License-Identifier: MIT
// gx_shim_one_space, gx_shim_home_variables: the locations of variables; contracts in llvm_shim.h.

#include "llvm_shim.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace {

// How many elements of a location form a step from an address space, "N, swap, xderef", at i.
size_t stepAt(ArrayRef<uint64_t> all, size_t i) {
    const bool literal = all[i] >= dwarf::DW_OP_lit0 && all[i] <= dwarf::DW_OP_lit31;
    const size_t n = literal ? 1 : all[i] == dwarf::DW_OP_constu ? 2 : all.size();
    return i + n + 1 < all.size() && all[i + n] == dwarf::DW_OP_swap && all[i + n + 1] == dwarf::DW_OP_xderef ? n + 2
                                                                                                              : 0;
}

// A location in the one address space of the host.
DIExpression *inOneSpace(DIExpression *e) {
    SmallVector<uint64_t, 16> kept;
    ArrayRef<uint64_t> all = e->getElements();
    for (size_t i = 0; i < all.size();) {
        if (size_t n = stepAt(all, i))
            i += n;
        else
            kept.push_back(all[i++]);
    }
    return kept.size() == all.size() ? e : DIExpression::get(e->getContext(), kept);
}

void adaptGlobals(Module &m) {
    SmallVector<Metadata *, 8> kept;
    for (GlobalVariable &g : m.globals()) {
        SmallVector<DIGlobalVariableExpression *, 1> all;
        g.getDebugInfo(all);
        g.eraseMetadata(LLVMContext::MD_dbg);
        for (DIGlobalVariableExpression *e : all) {
            if (!g.isConstant())
                continue;
            e = DIGlobalVariableExpression::get(m.getContext(), e->getVariable(), inOneSpace(e->getExpression()));
            g.addDebugInfo(e);
            kept.push_back(e);
        }
    }
    for (DICompileUnit *unit : m.debug_compile_units())
        unit->replaceGlobalVariables(MDTuple::get(m.getContext(), kept));
}

// The value that a record gives to its whole variable; NULL where it says anything else.
Value *wholeValue(DbgVariableRecord &r, const DataLayout &layout) {
    if (!r.isDbgValue() || r.isKillLocation() || r.hasArgList() || r.getExpression()->getNumElements())
        return nullptr;
    Value *v = r.getVariableLocationOp(0);
    const TypeSize bits = layout.getTypeStoreSizeInBits(v->getType());
    return r.getVariable()->getSizeInBits() == std::optional<uint64_t>(bits.getFixedValue()) ? v : nullptr;
}

} // namespace

extern "C" void gx_shim_one_space(LLVMModuleRef mod) {
    Module &m = *unwrap(mod);
    adaptGlobals(m);
    for (Function &f : m)
        for (Instruction &i : instructions(f))
            for (DbgVariableRecord &r : filterDbgVars(i.getDbgRecordRange()))
                r.setExpression(inOneSpace(r.getExpression()));
}

extern "C" void gx_shim_home_variables(LLVMValueRef function, gx_home_fn home, void *user) {
    Function &f = *unwrap<Function>(function);
    for (Instruction &i : instructions(f))
        for (DbgVariableRecord &r : filterDbgVars(i.getDbgRecordRange())) {
            Value *v = isa<PHINode>(i) ? nullptr : wholeValue(r, f.getDataLayout());
            if (!v)
                continue;
            Value *at = unwrap(home(user, wrap(&i), wrap(v), r.getVariable(), r.getDebugLoc()->getInlinedAt()));
            r.replaceVariableLocationOp(0u, at);
            r.setExpression(DIExpression::get(r.getContext(), {dwarf::DW_OP_deref}));
        }
}
