// SPDX-License-Identifier: MIT
// The locations of variables, for a debugger. Gap: LLVM-C 19 cannot read them.
//
//   before: a variable is a value, or lies in one of the GPU's address spaces
//   after:  a variable lies in memory of its own, which each of its values is stored to
//
// A vector in several of the host's registers has no location that gdb reads right: it takes the second half from the
// register with the next number. And a value that nothing needs any more would be "optimized out".

#include "host_priv.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace {

// How many elements of a location form a step from an address space, "N, swap, xderef", at i.
size_t step_at(ArrayRef<uint64_t> all, size_t i) {
    const bool literal = all[i] >= dwarf::DW_OP_lit0 && all[i] <= dwarf::DW_OP_lit31;
    const size_t n = literal ? 1 : all[i] == dwarf::DW_OP_constu ? 2 : all.size();
    return i + n + 1 < all.size() && all[i + n] == dwarf::DW_OP_swap && all[i + n + 1] == dwarf::DW_OP_xderef ? n + 2
                                                                                                              : 0;
}

// A location in the one address space of the host.
DIExpression *in_one_space(DIExpression *e) {
    SmallVector<uint64_t, 16> kept;
    ArrayRef<uint64_t> all = e->getElements();
    for (size_t i = 0; i < all.size();) {
        if (size_t n = step_at(all, i))
            i += n;
        else
            kept.push_back(all[i++]);
    }
    return kept.size() == all.size() ? e : DIExpression::get(e->getContext(), kept);
}

// Each thread has its own variables of the file, which no location describes: gdb must not look for another symbol of
// that name. Constants are one for all.
void adapt_globals(Module &m) {
    SmallVector<Metadata *, 8> kept;
    for (GlobalVariable &g : m.globals()) {
        SmallVector<DIGlobalVariableExpression *, 1> all;
        g.getDebugInfo(all);
        g.eraseMetadata(LLVMContext::MD_dbg);
        for (DIGlobalVariableExpression *e : all) {
            if (!g.isConstant())
                continue;
            e = DIGlobalVariableExpression::get(m.getContext(), e->getVariable(), in_one_space(e->getExpression()));
            g.addDebugInfo(e);
            kept.push_back(e);
        }
    }
    for (DICompileUnit *unit : m.debug_compile_units())
        unit->replaceGlobalVariables(MDTuple::get(m.getContext(), kept));
}

// The value that a record gives to its whole variable; NULL where it says anything else.
Value *whole_value(DbgVariableRecord &r, const DataLayout &layout) {
    if (!r.isDbgValue() || r.isKillLocation() || r.hasArgList() || r.getExpression()->getNumElements())
        return nullptr;
    Value *v = r.getVariableLocationOp(0);
    const TypeSize bits = layout.getTypeStoreSizeInBits(v->getType());
    return r.getVariable()->getSizeInBits() == std::optional<uint64_t>(bits.getFixedValue()) ? v : nullptr;
}

class homes {
    Function &f;
    DenseMap<std::pair<DebugVariable, Type *>, AllocaInst *> all;

  public:
    explicit homes(Function &function) : f(function) {}
    AllocaInst *of(DbgVariableRecord &r, Type *type) {
        AllocaInst *&home = all[{DebugVariable(&r), type}];
        if (!home)
            home = new AllocaInst(type, 0, "", f.getEntryBlock().begin());
        return home;
    }
};

// Volatile: only the debugger reads it.
void store_at(DbgVariableRecord &r, Instruction &before, Value *v, AllocaInst *home) {
    BasicBlock::iterator at = before.getIterator();
    at.setHeadBit(true); // ahead of the records
    new StoreInst(v, home, true, home->getAlign(), at);
    r.replaceVariableLocationOp(0u, home);
    r.setExpression(DIExpression::get(r.getContext(), {dwarf::DW_OP_deref}));
}

void adapt(Function &f) {
    const DataLayout &layout = f.getDataLayout();
    homes memory(f);
    for (BasicBlock &block : f)
        for (Instruction &i : block)
            for (DbgVariableRecord &r : filterDbgVars(i.getDbgRecordRange())) {
                r.setExpression(in_one_space(r.getExpression()));
                if (Value *v = whole_value(r, layout); v && !isa<PHINode>(i))
                    store_at(r, i, v, memory.of(r, v->getType()));
            }
}

} // namespace

extern "C" void host_place_variables(LLVMModuleRef mod) {
    adapt_globals(*unwrap(mod));
    for (Function &f : *unwrap(mod))
        if (f.getSubprogram() && !f.isDeclaration())
            adapt(f);
}
