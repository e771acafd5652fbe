// SPDX-License-Identifier: MIT
// The float mode of a function: rounding, and whether denormals are zero. It is set around the call of the function's
// body, which is not inlined: LLVM moves arithmetic across the instructions that change the mode.

#include "host_priv.h"

#include <string.h>

// Bits of cr0: how results are rounded; denormals are kept, of double and of float.
enum { CR0_ROUND_SHIFT = 4, CR0_ROUND_MASK = 3, CR0_KEEP_DF = 1 << 6, CR0_KEEP_F = 1 << 7, CR0_KEEP_HF = 1 << 10 };

typedef struct machine_row {
    const char *arch;
    bool in_memory;                     // the instructions take the address of the register's value
    const char *read, *write;           // intrinsics
    uint32_t base, flush;               // with all exceptions off; denormals are zero
    uint32_t round[CR0_ROUND_MASK + 1]; // to nearest even, up, down, to zero
} machine_row;

static const machine_row machines[] = {
    {"x86_64", true, "llvm.x86.sse.stmxcsr", "llvm.x86.sse.ldmxcsr", 0x1f80, 0x8040, {0, 0x4000, 0x2000, 0x6000}},
    {"aarch64",
     false,
     "llvm.aarch64.get.fpcr",
     "llvm.aarch64.set.fpcr",
     0,
     1u << 24,
     {0, 1u << 22, 2u << 22, 3u << 22}},
};

static const machine_row *machine_of(const host *h) {
    for (size_t i = 0; i < sizeof machines / sizeof machines[0]; i++)
        if (strcmp(machines[i].arch, h->arch) == 0)
            return &machines[i];
    return NULL;
}

uint32_t host_mode_of(LLVMValueRef fn) {
    uint32_t bits = 0;
    (void)genx_float_bits(fn, &bits);
    return bits;
}

bool host_keeps_half_denormals(LLVMValueRef fn) {
    return host_mode_of(fn) & CR0_KEEP_HF;
}

static LLVMValueRef call_plain(host *h, const char *name, LLVMValueRef *args, unsigned n) {
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(h->mod, LLVMLookupIntrinsicID(name, strlen(name)), NULL, 0);
    return LLVMBuildCall2(h->b, LLVMGlobalGetValueType(fn), fn, args, n, "");
}

static uint32_t register_value(const machine_row *m, uint32_t mode) {
    bool keep = mode & (CR0_KEEP_DF | CR0_KEEP_F);
    return m->base | m->round[mode >> CR0_ROUND_SHIFT & CR0_ROUND_MASK] | (keep ? 0 : m->flush);
}

LLVMValueRef host_call_in_mode(host *h, LLVMValueRef body, LLVMValueRef *args, unsigned n, uint32_t mode) {
    const machine_row *m = machine_of(h);
    unsigned noinline = LLVMGetEnumAttributeKindForName("noinline", strlen("noinline"));
    LLVMTypeRef type = LLVMGlobalGetValueType(body);
    if (!m)
        return LLVMBuildCall2(h->b, type, body, args, n, "");
    LLVMAddAttributeAtIndex(body, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(h->llvm, noinline, 0));
    LLVMValueRef old, fresh;
    if (m->in_memory) {
        old = LLVMBuildAlloca(h->b, h->i32, "");
        fresh = LLVMBuildAlloca(h->b, h->i32, "");
        LLVMBuildStore(h->b, host_i32(h, register_value(m, mode)), fresh);
        call_plain(h, m->read, &old, 1);
    } else {
        old = call_plain(h, m->read, NULL, 0);
        fresh = host_i64(h, register_value(m, mode));
    }
    call_plain(h, m->write, &fresh, 1);
    LLVMValueRef r = LLVMBuildCall2(h->b, type, body, args, n, "");
    call_plain(h, m->write, &old, 1);
    return r;
}
