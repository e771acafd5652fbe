// SPDX-License-Identifier: MIT
// Basic helpers of selection: errors, types, variables, instructions, and regions of variables.

#include "sel_priv.h"

#include <assert.h>
#include <string.h>

// Errors about a value that is not supported. The users of the value have no operand, so further errors in the function
// are consequences.
static bool refuses_value(const char *code) {
    static const char *const codes[] = {"CM0920", "CM0925", "CM0932", "CM0940", "CM0960"};
    for (size_t i = 0; i < sizeof(codes) / sizeof(*codes); i++)
        if (!strcmp(code, codes[i]))
            return true;
    return false;
}

// Without a line, as in IR without debug information, the message names the file and the function.
static void report(sel *S, const char *code, const char *text) {
    size_t len = 0, unused;
    if (S->lfn && S->refused == S->lfn)
        return;
    S->refused = refuses_value(code) ? S->lfn : NULL;
    const char *fn = S->lfn ? LLVMGetValueName2(S->lfn, &len) : "";
    cmc_loc loc = S->loc;
    if (!loc.line && S->mod)
        loc.file = LLVMGetModuleIdentifier(S->mod, &unused);
    const char *quoted = cmc_arena_printf(S->a, "'%s'", fn);
    if (loc.line || !len || !quoted || strstr(text, quoted))
        cmc_diag_add(S->d, CMC_ERROR, code, loc, "%s", text);
    else
        cmc_diag_add(S->d, CMC_ERROR, code, loc, "in function '%s': %s", fn, text);
}

void sel_error(sel *S, const char *code, const char *fmt, ...) {
    assert(code && fmt);
    cmc_str text = CMC_STR_INIT;
    va_list ap;
    va_start(ap, fmt);
    cmc_str_vprintf(&text, fmt, ap);
    va_end(ap);
    report(S, code, cmc_str_text(&text));
    cmc_str_free(&text);
}

isa_type sel_type(LLVMTypeRef t, bool is_signed) {
    LLVMTypeRef e = genx_elt_type(t);
    switch (LLVMGetTypeKind(e)) {
    case LLVMHalfTypeKind:
        return ISA_HF;
    case LLVMBFloatTypeKind: // passes compute in float; only moves of bits are left
        return ISA_UW;
    case LLVMFloatTypeKind:
        return ISA_F;
    case LLVMDoubleTypeKind:
        return ISA_DF;
    case LLVMPointerTypeKind:
        return ISA_UQ;
    case LLVMIntegerTypeKind:
        switch (LLVMGetIntTypeWidth(e)) {
        case 8:
            return is_signed ? ISA_B : ISA_UB;
        case 16:
            return is_signed ? ISA_W : ISA_UW;
        case 32:
            return is_signed ? ISA_D : ISA_UD;
        case 64:
            return is_signed ? ISA_Q : ISA_UQ;
        }
        return ISA_TYPE_NONE;
    default:
        return ISA_TYPE_NONE;
    }
}

// Variables are naturally aligned up to the register size. A variable of at most one register then never crosses a
// register boundary, and the region rules can be checked before allocation.
mir_var *sel_var(sel *S, mir_var_kind kind, isa_type t, uint32_t size_b, const char *hint) {
    assert(size_b > 0);
    assert(kind != MIR_VAR_NONE);
    uint32_t align = cmc_round_up_pow2(size_b);
    if (align > S->m->grf_b)
        align = S->m->grf_b;
    if (kind == MIR_VAR_FLAG)
        align = size_b;
    if (kind == MIR_VAR_ADDR)
        align = 2;
    mir_var *v = mir_var_create(S->fn, kind, t, size_b, (uint16_t)align, hint);
    if (!v) {
        S->oom = true;
        return &S->dummy_var;
    }
    return v;
}

static void unknown_type(sel *S, LLVMTypeRef t) {
    char *s = LLVMPrintTypeToString(t);
    sel_error(S, "CM0920", "values of type %s are not supported", s);
    LLVMDisposeMessage(s);
}

static bool has_no_register(LLVMTypeRef t) {
    LLVMTypeRef e = genx_elt_type(t);
    return LLVMGetTypeKind(e) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(e) > 1 &&
           sel_type(t, true) == ISA_TYPE_NONE;
}

bool sel_knows_types(sel *S, LLVMValueRef v) {
    LLVMTypeRef bad = has_no_register(LLVMTypeOf(v)) ? LLVMTypeOf(v) : NULL;
    for (int k = 0; k < LLVMGetNumOperands(v) && !bad; k++)
        if (has_no_register(LLVMTypeOf(LLVMGetOperand(v, (unsigned)k))))
            bad = LLVMTypeOf(LLVMGetOperand(v, (unsigned)k));
    if (bad)
        unknown_type(S, bad);
    return !bad;
}

mir_var *sel_var_for(sel *S, LLVMTypeRef t, LLVMValueRef name) {
    uint32_t size = genx_size_b(t);
    isa_type type = sel_type(t, true);
    if (size == 0 || type == ISA_TYPE_NONE) {
        unknown_type(S, t);
        size = size ? size : 4;
        type = ISA_UD;
    }
    size_t len = 0;
    const char *hint = name ? LLVMGetValueName2(name, &len) : NULL;
    return sel_var(S, MIR_VAR_GRF, type, size, len ? hint : "t");
}

mir_inst *sel_inst(sel *S, uint16_t op, uint32_t lanes) {
    assert(S->bb && "a block is open");
    assert(lanes >= 1 && lanes <= 32);
    mir_inst *i = mir_inst_create(S->fn, op);
    if (!i) {
        S->oom = true;
        memset(&S->dummy_inst, 0, sizeof(S->dummy_inst));
        return &S->dummy_inst;
    }
    i->i.exec_size = (uint8_t)lanes;
    i->i.no_mask = true;
    i->loc = S->loc;
    mir_block_append(S->bb, i);
    return i;
}

isa_operand sel_scalar(const mir_var *var, int32_t off_b, isa_type t) {
    assert(var);
    return mir_src(var, off_b, t, (isa_region){0, 1, 0});
}

isa_operand sel_region(sel *S, const mir_var *var, const int32_t *off_b, uint32_t lanes, isa_type t) {
    assert(var && off_b && lanes >= 1);
    isa_region hw = {0, 1, 0};
    if (!rgn_source(S->m, off_b, lanes, isa_type_size_b(t), &hw)) {
        const char *what = "an instruction";
        sel_error(S, "CM0921", "internal: %s reads a region of %u lanes that was not split", what, (unsigned)lanes);
    }
    return mir_src(var, off_b[0], t, hw);
}

isa_operand sel_lanes(sel *S, const mir_var *var, int32_t off_b, uint32_t lanes, isa_type t) {
    assert(var && lanes >= 1);
    int32_t off[RGN_MAX_LANES];
    if (lanes > RGN_MAX_LANES)
        lanes = RGN_MAX_LANES;
    for (uint32_t k = 0; k < lanes; k++)
        off[k] = off_b + (int32_t)(k * isa_type_size_b(t));
    return sel_region(S, var, off, lanes, t);
}
