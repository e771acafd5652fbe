// SPDX-License-Identifier: MIT
// Selects accesses to file-scope variables that stay in registers.
//
//   %x = call <16 x float> @llvm.genx.vload(ptr @va)      →   copy %x %va 64
//   call void @llvm.genx.vstore(<16 x float> %y, ptr @vd)     copy %vd %y 64
//
// with   var grf %va 64 :f align=4 bound fixed=r10+0          if !genx.volatile places it at byte 640, on 64-byte
// registers. The coalescer merges both sides where it can; an operation then reads and writes the variable in place.
//
// A bound variable must not overlap the thread header, the local ids, the arguments or other bound variables.

#include "sel_priv.h"

#include <stdlib.h>
#include <string.h>

enum { EOT_REGISTERS = 16 };

// "line:column:file"
static cmc_loc parse_loc(sel *S, LLVMValueRef text) {
    unsigned n = 0;
    const char *s = text && LLVMIsAMDString(text) ? LLVMGetMDString(text, &n) : NULL;
    cmc_loc loc = {0};
    const char *copy = s && n ? cmc_arena_strndup(S->fn->arena, s, n) : NULL;
    char *end;
    if (!copy)
        return loc;
    loc.line = (uint32_t)strtoul(copy, &end, 10);
    loc.col = *end == ':' ? (uint32_t)strtoul(end + 1, &end, 10) : 0;
    loc.file = *end == ':' ? end + 1 : NULL;
    return loc;
}

// Finds the entry of !genx.volatile for g: its offset in bytes, negative if it has no fixed place, and its source
// location.
static bool find_entry(sel *S, LLVMValueRef g, int64_t *offset, cmc_loc *loc) {
    unsigned n = LLVMGetNamedMetadataNumOperands(S->mod, "genx.volatile");
    LLVMValueRef *nodes = CMC_NEW_N(S->a, LLVMValueRef, n + 1), ops[3];
    if (!nodes)
        return false;
    LLVMGetNamedMetadataOperands(S->mod, "genx.volatile", nodes);
    for (unsigned i = 0; i < n; i++) {
        if (LLVMGetMDNodeNumOperands(nodes[i]) != 3)
            continue;
        LLVMGetMDNodeOperands(nodes[i], ops);
        if (ops[0] != g || !LLVMIsAConstantInt(ops[1]))
            continue;
        *offset = LLVMConstIntGetSExtValue(ops[1]);
        *loc = parse_loc(S, ops[2]);
        return true;
    }
    return false;
}

// The length of the name without the number that machine IR appends.
static int name_len(const mir_var *v) {
    const char *dot = strrchr(v->name, '.');
    return (int)(dot ? (size_t)(dot - v->name) : strlen(v->name));
}

static void refuse(sel *S, const mir_var *v, const char *what) {
    cmc_diag_add(S->d, CMC_ERROR, "CM0944", v->loc, "variable '%.*s' at byte %u of the register file, r%u, %s",
                 name_len(v), v->name, (unsigned)v->fixed_b, (unsigned)(v->fixed_b / S->m->grf_b), what);
}

static void bind_place(sel *S, mir_var *v, int64_t offset) {
    v->fixed = v->bound = true;
    v->fixed_b = (uint32_t)offset;
    uint32_t elt_b = isa_type_size_b((isa_type)v->type);
    if (offset % elt_b)
        refuse(S, v, "must start at a multiple of its elements' size");
    else if (v->size_b > S->m->grf_b && offset % S->m->grf_b)
        refuse(S, v, "is larger than a register and must start on one");
    else if (v->fixed_b / S->m->grf_b != (v->fixed_b + v->size_b - 1) / S->m->grf_b && v->size_b <= S->m->grf_b)
        refuse(S, v, "crosses a register boundary");
    uint64_t end = (uint64_t)offset + v->size_b;
    if (end > (uint64_t)S->fn->grf_count * S->m->grf_b && !S->fn->grf_chosen &&
        end <= (uint64_t)S->m->grf_count_large * S->m->grf_b) { // a place beyond the small file selects the large one
        S->fn->grf_count = S->m->grf_count_large;
        S->fn->grf_chosen = true;
    }
    if (end > (uint64_t)S->fn->grf_count * S->m->grf_b) {
        refuse(S, v, "ends outside the register file");
        v->fixed = v->bound = false;
    }
}

// The variable of a global. Returns NULL, with an error, if the global does not stay in registers.
static mir_var *variable_of(sel *S, LLVMValueRef g, LLVMTypeRef t) {
    sel_val *known = ptrmap_get(&S->vals, g);
    int64_t offset;
    cmc_loc loc;
    if (known)
        return known->var;
    if (!LLVMIsAGlobalVariable(g) || !find_entry(S, g, &offset, &loc)) {
        sel_error(S, "CM0943",
                  "genx.vload and genx.vstore need a file-scope variable with the attribute genx_volatile");
        return NULL;
    }
    mir_var *v = sel_var_for(S, t, g);
    v->loc = loc;
    if (offset >= 0)
        bind_place(S, v, offset);
    sel_bind(S, g, v, 0);
    return v;
}

bool sel_global_access(sel *S, LLVMValueRef v) {
    genx_id id = genx_call_id(v);
    if (id == GENX_VLOAD) {
        mir_var *g = variable_of(S, LLVMGetOperand(v, 0), LLVMTypeOf(v));
        mir_var *d = sel_var_for(S, LLVMTypeOf(v), v);
        sel_val from = {.var = g};
        if (g)
            sel_copy(S, d, 0, &from, genx_size_b(LLVMTypeOf(v)));
        sel_bind(S, v, d, 0);
        return true;
    }
    if (id != GENX_VSTORE)
        return false;
    LLVMValueRef value = LLVMGetOperand(v, 0);
    mir_var *g = variable_of(S, LLVMGetOperand(v, 1), LLVMTypeOf(value));
    if (g && LLVMIsAConstant(value))
        sel_constant(S, value, g, 0);
    else if (g)
        sel_copy(S, g, 0, sel_value(S, value), genx_size_b(LLVMTypeOf(value)));
    return true;
}

// Overlaps with other fixed variables

static bool meets(const mir_var *v, uint32_t at_b, uint32_t len_b) {
    return v->fixed_b < at_b + len_b && at_b < v->fixed_b + v->size_b;
}

static void check_payload(sel *S, const mir_var *v) {
    uint32_t grf_b = S->m->grf_b;
    if (meets(v, 0, grf_b))
        refuse(S, v, "overlaps r0, the thread's header");
    if (S->fn->uses_local_ids && meets(v, MIR_LOCAL_IDS_GRF * grf_b, grf_b))
        refuse(S, v, "overlaps r1, the local ids");
    for (uint32_t k = 0; k < S->fn->args.len; k++) {
        const mir_arg *a = &S->fn->args.data[k];
        if (!a->size_b || !meets(v, MIR_FIRST_ARG_GRF * grf_b + a->off_b, a->size_b))
            continue;
        refuse(S, v, cmc_arena_printf(S->a, "overlaps the kernel's argument '%s'", a->name ? a->name : "?"));
    }
    if (v->fixed_b <= (S->fn->grf_count - EOT_REGISTERS) * grf_b && meets(v, (S->fn->grf_count - 1) * grf_b, 1))
        refuse(S, v, "leaves none of the last 16 registers free to end the thread");
}

void sel_check_bound(sel *S) {
    for (uint32_t i = 1; i < S->fn->vars.len; i++) {
        const mir_var *v = S->fn->vars.data[i];
        if (!v->bound)
            continue;
        check_payload(S, v);
        for (uint32_t k = 1; k < i; k++) {
            const mir_var *w = S->fn->vars.data[k];
            if (w->bound && meets(v, w->fixed_b, w->size_b))
                refuse(S, v, cmc_arena_printf(S->a, "overlaps the variable '%.*s'", name_len(w), w->name));
        }
    }
}
