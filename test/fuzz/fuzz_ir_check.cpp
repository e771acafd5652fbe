// SPDX-License-Identifier: MIT
// Checks that the operations of fuzz_ir make every intrinsic of genx.def, but for a short list: a new one cannot be
// forgotten.

#include "fuzz_ir.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>

#include <bitset>
#include <cstdio>

using namespace llvm;
using namespace llvm::fuzzerop;

namespace {

constexpr unsigned least_calls = 64, calls_each = 40; // of an operation, and for each intrinsic that it makes

struct exception {
    genx_id id;
    const char *reason;
} const exceptions[] = {
    {GENX_PRINT_FORMAT_INDEX, "its operand is a string of the module, which no value of a mutant is"},
};

using id_set = std::bitset<GENX_COUNT>;

// A module of all groups with the operation in it; what it calls is added.
void make_some(OpDescriptor &op, bool odd, id_set &made) {
    LLVMContext context;
    SMDiagnostic error;
    std::unique_ptr<Module> m = parseIR(MemoryBufferRef(fi_base, "base"), error, context);
    m->setSourceFileName((odd ? "groups " : "groups 0") + std::to_string(~uint64_t(0)));
    for (unsigned n = 0; n < least_calls; n++) {
        BasicBlock &block = m->getFunction("k")->back();
        fi_apply(op, fi_instructions(m->getFunction("k")->getEntryBlock(), nullptr), block.getTerminator());
    }
    fi_make_defined(*m);
    for (const Function &f : *m)
        if (const genx_id id = genx_find(f.getName().data(), f.getName().size()))
            made.set(id);
}

// What the operation makes, as often as it takes to draw each.
id_set made_by(OpDescriptor &op) {
    id_set made;
    for (unsigned calls = 0; calls < least_calls || calls < calls_each * made.count(); calls += least_calls)
        make_some(op, calls / least_calls % 2, made);
    return made;
}

} // namespace

bool fi_check_intrinsics() {
    id_set made;
    made.set(GENX_NONE);
    for (const exception &e : exceptions)
        made.set(e.id);
    fi_seed(1);
    for (fi_operation &one : fi_operations())
        made |= made_by(one.op);
    for (unsigned id = 0; id < GENX_COUNT; id++)
        if (!made[id])
            fprintf(stderr, "fuzz_ir: no operation makes llvm.genx.%s\n", genx_info_get((genx_id)id)->name);
    return made.all();
}
