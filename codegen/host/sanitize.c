// SPDX-License-Identifier: MIT
// -fsanitize: mistakes end the launch with the line of the source.
//
//   call @llvm.ubsantrap(kind), !dbg k.cm:7:12     services->trap("k.cm:7:12: division by zero")
//   a load of 4 bytes at a flat address            services->check_addresses(1, 4, address, "k.cm:9:3"); the load
//
// The front end writes the traps for plain C++, trap_indices those for parts of vectors and matrices.

#include "host_priv.h"

#include <llvm-c/DebugInfo.h>

static const char *text_of(uint64_t kind) {
    static const struct {
        uint8_t kind;
        const char *text;
    } rows[] = {
#define CMC_TRAP(name, kind, text) {kind, text},
#include <cmc/genx_traps.def>
#undef CMC_TRAP
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].kind == kind)
            return rows[i].text;
    return "undefined behaviour";
}

// FILE:LINE:COLUMN of an instruction and what follows them; without a location what follows alone.
static LLVMValueRef with_place(host *h, LLVMValueRef inst, const char *separator, const char *text) {
    LLVMMetadataRef at = LLVMInstructionGetDebugLoc(inst);
    cmc_loc place = at ? genx_place(at, h->mod, h->a) : (cmc_loc){0};
    cmc_str all = CMC_STR_INIT;
    if (place.file && place.line)
        cmc_str_printf(&all, "%s:%u:%u%s", place.file, place.line, place.col, separator);
    cmc_str_append(&all, text);
    LLVMValueRef bytes = LLVMConstStringInContext2(h->llvm, cmc_str_text(&all), all.len, 0);
    cmc_str_free(&all);
    return host_constant(h, bytes, "cmc.text");
}

LLVMValueRef host_stop(host *h, LLVMValueRef call, int param) {
    (void)param;
    LLVMValueRef args[] = {with_place(h, call, ": ", text_of((uint64_t)host_const_arg(call, 0))), host_i32(h, 0)};
    host_call_service(h, offsetof(cmc_host_services, trap), args, sizeof args / sizeof args[0]);
    return NULL;
}

void host_check_flat(host *h, LLVMValueRef call, LLVMValueRef at, LLVMValueRef on, uint32_t size_b, bool write) {
    if (!h->checks_addresses)
        return;
    uint32_t n = genx_lanes(LLVMTypeOf(at));
    LLVMValueRef addresses = host_buffer(h, 1, 0, at);
    LLVMValueRef mask = on ? host_buffer(h, 2, 0, host_bytes_of_mask(h, on)) : LLVMConstNull(h->ptr);
    LLVMValueRef args[] = {host_i32(h, n), host_i32(h, size_b), addresses,
                           mask,           host_i32(h, write),  with_place(h, call, "", "")};
    host_call_service(h, offsetof(cmc_host_services, check_addresses), args, sizeof args / sizeof args[0]);
}
