// SPDX-License-Identifier: MIT
// Selects kernel arguments, thread ids and implicit arguments.
//
// Payload (thread-payload.md 2.1 and 3): r0 is the thread header. r1 holds the packed local ids and stays reserved when
// the kernel does not use them. Cross-thread data follows. Each argument is aligned to its size and does not cross a
// register boundary unless it is larger than a register. Surfaces are binding-table entries 1, 2, 3, ... and take no
// bytes. On targets whose threads load their payload themselves, the prologue loads the same bytes into the same
// registers.

#include "sel_priv.h"

#include <string.h>

enum { FIRST_BTI = 1, FIRST_IMPLICIT = 8, LAST_IMPLICIT = 3 };

static mir_var *fixed_var(sel *S, const char *name, isa_type t, uint32_t size_b, uint32_t at_b, uint16_t align) {
    mir_var *v = sel_var(S, MIR_VAR_GRF, t, size_b, name);
    v->align_b = align;
    v->fixed = true;
    v->fixed_b = at_b;
    v->live_in = true;
    return v;
}

static uint32_t take_bytes(sel *S, uint32_t size_b, uint32_t align) {
    uint32_t grf = S->m->grf_b, off = S->next_off_b;
    if (align > grf || size_b > grf)
        align = grf;
    off = (off + align - 1) / align * align;
    if (size_b <= grf && off / grf != (off + size_b - 1) / grf)
        off = (off + grf - 1) / grf * grf;
    S->next_off_b = off + size_b;
    return off;
}

static LLVMValueRef md_operand(LLVMValueRef md, unsigned i, unsigned *n) {
    LLVMValueRef ops[16];
    unsigned count = (unsigned)LLVMGetMDNodeNumOperands(md);
    if (n)
        *n = count;
    if (i >= count || count > 16)
        return NULL;
    LLVMGetMDNodeOperands(md, ops);
    return ops[i];
}

// Entry k of list i in the kernel's metadata node.
static LLVMValueRef md_entry(sel *S, unsigned i, unsigned k) {
    LLVMValueRef list = S->kernel_md ? md_operand(S->kernel_md, i, NULL) : NULL;
    if (list && LLVMIsAConstantInt(list)) // LLVM-C returns a list of one number as the number itself
        return k == 0 ? list : NULL;
    if (!list || !LLVMIsAMDNode(list))
        return NULL;
    unsigned n = (unsigned)LLVMGetMDNodeNumOperands(list);
    if (k >= n)
        return NULL;
    LLVMValueRef *ops = CMC_NEW_N(S->a, LLVMValueRef, n);
    if (!ops)
        return NULL;
    LLVMGetMDNodeOperands(list, ops);
    return ops[k];
}

static const char *type_desc(sel *S, unsigned k) {
    LLVMValueRef s = md_entry(S, 6, k);
    unsigned len = 0;
    const char *text = s ? LLVMGetMDString(s, &len) : NULL;
    return text && len ? cmc_arena_strndup(S->fn->arena, text, len) : "";
}

static uint64_t arg_kind(sel *S, unsigned k) {
    LLVMValueRef e = md_entry(S, 2, k);
    uint64_t x = 0;
    return e && LLVMIsAConstantInt(e) ? LLVMConstIntGetZExtValue(e) : x;
}

static bool has_word(const char *s, const char *word) {
    return strstr(s, word) != NULL;
}

// True if the kernel has the attribute "cmc-plain-2d-images": image2d_t then has no media blocks
// (-vc-use-plain-2d-images).
static bool plain_images(sel *S) {
    static const char key[] = "cmc-plain-2d-images";
    return LLVMGetStringAttributeAtIndex(S->lfn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, key, sizeof(key) - 1);
}

static void surface_argument(sel *S, LLVMValueRef p, mir_arg *a, const char *desc) {
    a->kind = (uint8_t)mir_surface_kind(desc, plain_images(S));
    a->bti = S->next_bti++;
    a->readonly = has_word(desc, "read_only");
    a->writeonly = has_word(desc, "write_only");
    // The value is the binding-table index. Messages encode the index as a number, so it needs no register.
    sel_val *x = CMC_NEW(S->a, sel_val);
    if (!x || !ptrmap_put(&S->vals, p, x)) {
        S->oom = true;
        return;
    }
    x->off_b = a->bti;
}

static void value_argument(sel *S, LLVMValueRef p, mir_arg *a, const char *desc) {
    LLVMTypeRef t = LLVMTypeOf(p);
    uint32_t size = genx_size_b(t), e = genx_elt_b(t);
    isa_type ty = sel_type(t, true);
    if (size == 0 || ty == ISA_TYPE_NONE) {
        char *s = LLVMPrintTypeToString(t);
        sel_error(S, "CM0940", "kernel '%s': argument %u has type %s, which is not supported", S->fn->name,
                  (unsigned)a->index + 1, s);
        LLVMDisposeMessage(s);
        return;
    }
    uint32_t align = 1;
    while (align < size && align < S->m->grf_b)
        align *= 2;
    uint32_t natural = genx_is_vec(t) ? align : e;
    bool pointer = has_word(desc, "svmptr_t") || LLVMGetTypeKind(t) == LLVMPointerTypeKind;
    a->kind = has_word(desc, "local_ptr") ? MIR_ARG_LOCAL : pointer ? MIR_ARG_SVM : MIR_ARG_VALUE;
    a->off_b = take_bytes(S, size, natural);
    a->size_b = size;
    uint32_t at = MIR_FIRST_ARG_GRF * S->m->grf_b + a->off_b;
    uint32_t file_b = S->fn->grf_count * S->m->grf_b;
    if (at + size > file_b) {
        if (at <= file_b) // report only the first argument that does not fit
            sel_error(S, "CM0941",
                      "kernel '%s': the arguments do not fit in the %u registers of a thread; pass a surface or an "
                      "address of memory that holds them",
                      S->fn->name, (unsigned)S->fn->grf_count);
        return;
    }
    size_t len = 0;
    const char *name = LLVMGetValueName2(p, &len);
    mir_var *v = fixed_var(S, len ? name : "arg", ty, size, at, (uint16_t)natural);
    sel_bind(S, p, v, 0);
}

void sel_arguments(sel *S) {
    unsigned n = LLVMCountParams(S->lfn), index = 0;
    S->next_bti = FIRST_BTI;
    for (unsigned k = 0; k < n; k++) {
        LLVMValueRef p = LLVMGetParam(S->lfn, k);
        uint64_t implicit = arg_kind(S, k) / FIRST_IMPLICIT;
        if (implicit && implicit <= LAST_IMPLICIT) // fill_implicit replaced its uses
            continue;
        const char *desc = type_desc(S, k);
        size_t len = 0;
        const char *name = LLVMGetValueName2(p, &len);
        mir_arg a = {.index = index++, .name = cmc_arena_strndup(S->fn->arena, name, len), .type_name = desc};
        uint64_t kind = arg_kind(S, k);
        if ((kind & 7) == 2)
            surface_argument(S, p, &a, desc);
        else if ((kind & 7) == 1)
            sel_error(S, "CM0940", "kernel '%s': argument %u is a sampler, which is not supported", S->fn->name, k + 1);
        else
            value_argument(S, p, &a, desc);
        cmc_vec_push(S->fn->arena, &S->fn->args, a);
    }
}

static mir_var *implicit_argument(sel *S, mir_var **slot, mir_arg_kind kind, uint32_t size_b, const char *name) {
    if (*slot)
        return *slot;
    uint16_t align = size_b % 8 ? 4 : 8;
    mir_arg a = {.kind = (uint8_t)kind, .index = UINT32_MAX, .size_b = size_b};
    a.off_b = take_bytes(S, size_b, align);
    *slot = fixed_var(S, name, ISA_UD, size_b, MIR_FIRST_ARG_GRF * S->m->grf_b + a.off_b, align);
    cmc_vec_push(S->fn->arena, &S->fn->args, a);
    return *slot;
}

mir_var *sel_header(sel *S) {
    if (!S->r0)
        S->r0 = fixed_var(S, "r0", ISA_UD, 32, 0, S->m->grf_b);
    return S->r0;
}

static mir_var *local_ids(sel *S) {
    if (!S->local_ids)
        S->local_ids = fixed_var(S, "local_ids", ISA_UW, 6, S->m->grf_b, S->m->grf_b);
    S->fn->uses_local_ids = true;
    return S->local_ids;
}

// Copies one scalar of the payload to a dword of d.
static void read_payload(sel *S, mir_var *d, int32_t dst_off_b, const mir_var *from, int32_t off_b, isa_type t) {
    sel_mov(S, 1, sel_dst(d, dst_off_b, ISA_UD, 1), sel_scalar(from, off_b, t), NULL);
}

static void three(sel *S, LLVMValueRef v, const mir_var *from, int32_t step, isa_type t) {
    mir_var *d = sel_var_for(S, LLVMTypeOf(v), v);
    uint32_t n = genx_lanes(LLVMTypeOf(v));
    for (uint32_t k = 0; k < n && k < 3; k++)
        read_payload(S, d, (int32_t)k * 4, from, (int32_t)k * step, t);
    sel_bind(S, v, d, 0);
}

// The address of a text that the host reads. The loader fills in both halves of the address.
static void text_address(sel *S, LLVMValueRef v) {
    LLVMValueRef g = LLVMGetOperand(v, 0), init = LLVMIsAGlobalVariable(g) ? LLVMGetInitializer(g) : NULL;
    size_t len = 0;
    const char *text = init && LLVMIsNull(init) ? "" : NULL;
    if (!text && init && LLVMIsAConstantDataArray(init) && LLVMIsConstantString(init))
        text = LLVMGetAsString(init, &len);
    if (!text || genx_elt_bits(LLVMTypeOf(v)) != 64) {
        sel_error(S, "CM0942",
                  "llvm.genx.print.format.index must take the address of a constant string and return an i64");
        return;
    }
    const char *end = memchr(text, 0, len), *symbol = mir_text_symbol(S->out, text, end ? (size_t)(end - text) : len);
    mir_var *d = sel_var_for(S, LLVMTypeOf(v), v);
    S->oom |= !symbol;
    for (int32_t half = 0; half < 2; half++) {
        sel_mov(S, 1, sel_dst(d, 4 * half, ISA_UD, 1), isa_imm(0, ISA_UD), NULL);
        S->bb->last->symbol = symbol;
        S->bb->last->symbol_high = half == 1;
    }
    sel_bind(S, v, d, 0);
}

// llvm.genx.r0: the thread header. The header has eight dwords; the rest of a wider register reads as zero.
static void read_header(sel *S, LLVMValueRef v) {
    uint32_t size_b = genx_size_b(LLVMTypeOf(v)), have_b = sel_header(S)->size_b;
    if (size_b > S->m->grf_b) {
        sel_error(S, "CM0949", "llvm.genx.r0 has %u bytes, but a register has %u", (unsigned)size_b,
                  (unsigned)S->m->grf_b);
        return;
    }
    mir_var *d = sel_var_for(S, LLVMTypeOf(v), v);
    sel_val h = {.var = sel_header(S)};
    if (size_b > have_b)
        sel_constant(S, LLVMConstNull(LLVMTypeOf(v)), d, 0);
    sel_copy(S, d, 0, &h, size_b < have_b ? size_b : have_b);
    sel_bind(S, v, d, 0);
}

bool sel_thread_query(sel *S, LLVMValueRef v) {
    genx_id id = genx_call_id(v);
    static const int32_t group_at[] = {4, 24, 28}; // r0.1, r0.6, r0.7
    switch (id) {
    case GENX_GROUP_ID_X:
    case GENX_GROUP_ID_Y:
    case GENX_GROUP_ID_Z:
        sel_bind(S, v, sel_header(S), group_at[id - GENX_GROUP_ID_X]);
        return true;
    case GENX_LOCAL_ID:
        three(S, v, local_ids(S), 2, ISA_UW);
        return true;
    case GENX_LOCAL_ID16:
        sel_bind(S, v, local_ids(S), 0);
        return true;
    case GENX_LOCAL_SIZE:
        three(S, v, implicit_argument(S, &S->local_size, MIR_ARG_LOCAL_SIZE, 12, "local_size"), 4, ISA_UD);
        return true;
    case GENX_GROUP_COUNT:
        three(S, v, implicit_argument(S, &S->group_count, MIR_ARG_GROUP_COUNT, 12, "group_count"), 4, ISA_UD);
        return true;
    case GENX_PRINT_BUFFER:
        sel_bind(S, v, implicit_argument(S, &S->printf_buffer, MIR_ARG_PRINTF_BUFFER, 8, "printf_buffer"), 0);
        return true;
    case GENX_PRINT_FORMAT_INDEX:
        text_address(S, v);
        return true;
    case GENX_R0:
        read_header(S, v);
        return true;
    default:
        return false;
    }
}
