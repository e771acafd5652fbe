// SPDX-License-Identifier: MIT
// Selects the kernels that !genx.kernels lists, one machine function for each.

#include "sel_priv.h"

#include <assert.h>

// Rounds up to a number of barriers that the hardware can reserve.
static uint32_t barriers_declared(uint32_t n) {
    static const uint8_t steps[] = {0, 1, 2, 4, 8, 16, 24, 32};
    for (size_t i = 0; i < sizeof(steps); i++)
        if (n <= steps[i])
            return steps[i];
    return n;
}

// The headers check the size of shared local memory, but IR from elsewhere may request any size.
static void check_slm(sel *S) {
    const uint32_t max_b = S->m->slm_max_kib * 1024u;
    if (S->fn->slm_b > max_b)
        sel_error(S, "CM0964", "kernel '%s' requests %u bytes of shared local memory; a group has at most %u on %s",
                  S->fn->name, S->fn->slm_b, max_b, S->m->name);
}

static cmc_status choose_grf(sel *S) {
    uint32_t n;
    return genx_grf_request(S->lfn, S->m, &n) ? mir_fn_set_grf(S->fn, n, S->loc, S->d) : CMC_OK;
}

static cmc_status select_kernel(LLVMModuleRef mod, LLVMValueRef node, const isa_model *m, cmc_arena *a, mir_module *mm,
                                cmc_diag *d) {
    LLVMValueRef fn = genx_entry_operand(node, a, GENX_ENTRY_FUNCTION);
    if (!fn || !LLVMIsAFunction(fn) || LLVMIsDeclaration(fn)) {
        cmc_diag_error(d, "CM0962", "!genx.kernels names something that is not a function with a body");
        return CMC_ERR_USER;
    }
    cmc_arena *scratch = cmc_arena_create();
    if (!scratch)
        return CMC_ERR_OOM;
    sel S = {.a = scratch, .m = m, .d = d, .mod = mod, .out = mm, .lfn = fn, .kernel_md = node};
    S.vals.arena = S.blocks.arena = S.ways.arena = S.joins.arena = S.scopes.arena = scratch;
    S.fn = mir_fn_create(mm, genx_entry_name(node, fn, a));
    cmc_status st = CMC_ERR_OOM;
    if (S.fn) {
        S.loc = genx_kernel_loc(fn, S.fn->arena);
        S.fn->slm_b = genx_entry_number(node, a, GENX_ENTRY_SLM);
        uint32_t barriers = genx_entry_number(node, a, GENX_ENTRY_BARRIERS);
        uint32_t named = genx_entry_number(node, a, GENX_ENTRY_NAMED_BARRIERS); // the group's own included
        S.fn->barrier_count = named > barriers ? named : barriers;
        st = choose_grf(&S);
        if (st == CMC_OK)
            st = sel_function(&S);
        check_slm(&S);
        S.fn->barrier_count = barriers_declared(S.fn->barrier_count);
    }
    cmc_arena_destroy(scratch);
    return st;
}

cmc_status sel_module(LLVMModuleRef mod, const isa_model *m, cmc_arena *a, mir_module **out, cmc_diag *d) {
    assert(mod && m && a && out);
    unsigned n;
    size_t errors = cmc_diag_error_count(d);
    *out = mir_module_create(a, m);
    LLVMValueRef *entries = genx_kernel_entries(mod, a, &n);
    if (!*out || !entries)
        return CMC_ERR_OOM;
    if (n == 0) {
        size_t len;
        const cmc_loc loc = {.file = LLVMGetModuleIdentifier(mod, &len)};
        cmc_diag_add(d, CMC_ERROR, "CM0963", loc, "no kernel found; !genx.kernels is missing or empty");
        return CMC_ERR_USER;
    }
    cmc_status s = CMC_OK;
    genx_fix_names(true); // selection only reads the module
    for (unsigned i = 0; i < n && s == CMC_OK; i++)
        s = select_kernel(mod, entries[i], m, a, *out, d);
    genx_fix_names(false);
    if (s != CMC_OK)
        return s;
    return cmc_diag_error_count(d) > errors ? CMC_ERR_USER : CMC_OK;
}
