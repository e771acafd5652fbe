// SPDX-License-Identifier: MIT
// Describes kernels: the list !genx.kernels, and what the functions reserve, become host_kernels.

#include "host_priv.h"

#include <string.h>

enum { FIRST_BTI = 1, FIRST_IMPLICIT = 8, LAST_IMPLICIT = 3, KIND_MASK = 7, KIND_SAMPLER = 1, KIND_SURFACE = 2 };
enum { PAYLOAD_ALIGN_B = 64 };

typedef struct describer {
    cmc_arena *a;
    cmc_diag *d;
    LLVMValueRef entry; // of !genx.kernels
    host_kernel *k;
    cmc_str signature;
    uint32_t next_bti, next_off_b;
} describer;

static LLVMValueRef list_item(describer *s, unsigned list, unsigned i) {
    unsigned n = 0;
    LLVMValueRef *items = genx_list(genx_entry_operand(s->entry, s->a, list), s->a, &n);
    return items && i < n ? items[i] : NULL;
}

static uint32_t number(LLVMValueRef v) {
    return v && LLVMIsAConstantInt(v) ? (uint32_t)LLVMConstIntGetZExtValue(v) : 0;
}

static const char *text(describer *s, LLVMValueRef v) {
    unsigned len = 0;
    const char *t = v && LLVMIsAMDString(v) ? LLVMGetMDString(v, &len) : NULL;
    return t ? cmc_arena_strndup(s->a, t, len) : "";
}

static void surface(describer *s, mir_arg *arg) {
    arg->kind = (uint8_t)mir_surface_kind(arg->type_name, false);
    arg->bti = (uint8_t)s->next_bti++;
    arg->readonly = strstr(arg->type_name, "read_only") != NULL;
    arg->writeonly = strstr(arg->type_name, "write_only") != NULL;
    cmc_str_printf(&s->signature, "%c", CMC_HOST_I32);
}

static uint32_t take_bytes(describer *s, uint32_t size_b) {
    uint32_t align = 1;
    while (align < size_b && align < PAYLOAD_ALIGN_B)
        align *= 2;
    uint32_t off = (s->next_off_b + align - 1) / align * align;
    s->next_off_b = off + size_b;
    return off;
}

static char letter_of(LLVMTypeRef t) {
    switch (LLVMGetTypeKind(t)) {
    case LLVMPointerTypeKind:
        return CMC_HOST_I64;
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind:
        return CMC_HOST_I16;
    case LLVMFloatTypeKind:
        return CMC_HOST_F32;
    case LLVMDoubleTypeKind:
        return CMC_HOST_F64;
    case LLVMIntegerTypeKind:
        switch (LLVMGetIntTypeWidth(t)) {
        case 1:
        case 8:
            return CMC_HOST_I8;
        case 16:
            return CMC_HOST_I16;
        case 32:
            return CMC_HOST_I32;
        case 64:
            return CMC_HOST_I64;
        default:
            return 0;
        }
    default:
        return genx_is_vec(t) && genx_elt_b(t) ? CMC_HOST_BYTES : 0;
    }
}

static void value(describer *s, LLVMValueRef p, mir_arg *arg) {
    LLVMTypeRef t = LLVMTypeOf(p);
    char letter = letter_of(t);
    if (!letter) {
        char *type = LLVMPrintTypeToString(t);
        cmc_diag_add(s->d, CMC_ERROR, "CM0940", genx_kernel_loc(s->k->fn, s->a),
                     "kernel '%s': argument %u has type %s, which is not supported", s->k->name, arg->index + 1, type);
        LLVMDisposeMessage(type);
        return;
    }
    bool pointer = strstr(arg->type_name, "svmptr_t") || LLVMGetTypeKind(t) == LLVMPointerTypeKind;
    bool local = strstr(arg->type_name, "local_ptr");
    arg->kind = local ? MIR_ARG_LOCAL : pointer ? MIR_ARG_SVM : MIR_ARG_VALUE;
    arg->size_b = genx_is_bool(t) ? 1 : genx_size_b(t);
    arg->off_b = take_bytes(s, arg->size_b);
    cmc_str_printf(&s->signature, "%c", letter);
}

static cmc_status arguments(describer *s) {
    unsigned n = LLVMCountParams(s->k->fn);
    bool *filled = CMC_NEW_N(s->a, bool, n + 1);
    s->next_bti = FIRST_BTI;
    s->k->is_filled = filled;
    for (unsigned i = 0; filled && i < n; i++) {
        LLVMValueRef p = LLVMGetParam(s->k->fn, i);
        uint32_t kind = number(list_item(s, GENX_ENTRY_KINDS, i)), implicit = kind / FIRST_IMPLICIT;
        filled[i] = implicit && implicit <= LAST_IMPLICIT;
        if (filled[i])
            continue;
        size_t len = 0;
        const char *name = LLVMGetValueName2(p, &len);
        mir_arg arg = {.index = s->k->args.len,
                       .name = cmc_arena_strndup(s->a, name, len),
                       .type_name = text(s, list_item(s, GENX_ENTRY_TYPES, i))};
        if ((kind & KIND_MASK) == KIND_SURFACE)
            surface(s, &arg);
        else if ((kind & KIND_MASK) == KIND_SAMPLER)
            cmc_diag_add(s->d, CMC_ERROR, "CM0940", genx_kernel_loc(s->k->fn, s->a),
                         "kernel '%s': argument %u is a sampler, which is not supported", s->k->name, i + 1);
        else
            value(s, p, &arg);
        if (!cmc_vec_push(s->a, &s->k->args, arg))
            return CMC_ERR_OOM;
    }
    s->k->signature = cmc_arena_strdup(s->a, cmc_str_text(&s->signature));
    return filled && s->k->signature && !s->signature.oom ? CMC_OK : CMC_ERR_OOM;
}

// What the functions of a module need. All its kernels get what one of them needs: a function may be called from each.
typedef struct needs {
    uint32_t barriers, slm_b;
    bool prints, has_dpas;
} needs;

static void add_needs(LLVMValueRef call, needs *all) {
    enum { MOST_BARRIERS = 32 };
    genx_id id = genx_call_id(call);
    bool arrive = id == GENX_NBARRIER_ARRIVE, named = arrive || id == GENX_NBARRIER;
    uint64_t n = 0;
    if (named)
        (void)genx_const_u64(LLVMGetOperand(call, arrive ? 0 : 1), &n);
    if ((named || id == GENX_BARRIER || id == GENX_SBARRIER) && all->barriers <= n && n < MOST_BARRIERS)
        all->barriers = (uint32_t)n + 1;
    if (id == GENX_SLM_INIT && genx_const_u64(LLVMGetOperand(call, 0), &n) && n > all->slm_b)
        all->slm_b = (uint32_t)n;
    all->prints |= id == GENX_PRINT_BUFFER;
    all->has_dpas |= id == GENX_DPAS || id == GENX_DPAS_NOSRC0 || id == GENX_DPAS2;
}

static needs needs_of(LLVMModuleRef mod) {
    needs all = {0};
    genx_foreach_function(mod, fn)
        genx_foreach_block(fn, bb)
            genx_foreach_inst(bb, i)
                add_needs(i, &all);
    return all;
}

static uint32_t larger(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

// A row that no argument of the call belongs to: the runtime then makes the buffer that a thread points to.
static bool add_print_buffer(describer *s) {
    enum { ADDRESS_B = 8 };
    mir_arg arg = {.index = UINT32_MAX,
                   .kind = MIR_ARG_PRINTF_BUFFER,
                   .size_b = ADDRESS_B,
                   .off_b = take_bytes(s, ADDRESS_B),
                   .name = "printf_buffer",
                   .type_name = ""};
    return cmc_vec_push(s->a, &s->k->args, arg);
}

static cmc_status describe(describer *s, const needs *all) {
    host_kernel *k = s->k;
    k->fn = genx_entry_operand(s->entry, s->a, GENX_ENTRY_FUNCTION);
    if (!k->fn || !LLVMIsAFunction(k->fn) || LLVMIsDeclaration(k->fn)) {
        cmc_diag_error(s->d, "CM0962", "!genx.kernels names something that is not a function with a body");
        return CMC_ERR_USER;
    }
    k->name = genx_entry_name(s->entry, k->fn, s->a);
    if (!k->name)
        return CMC_ERR_OOM;
    k->has_dpas = all->has_dpas;
    k->slm_b = larger(all->slm_b, genx_entry_number(s->entry, s->a, GENX_ENTRY_SLM));
    k->barrier_count = larger(all->barriers, genx_entry_number(s->entry, s->a, GENX_ENTRY_BARRIERS));
    k->barrier_count = larger(k->barrier_count, genx_entry_number(s->entry, s->a, GENX_ENTRY_NAMED_BARRIERS));
    CMC_TRY(arguments(s));
    return !all->prints || add_print_buffer(s) ? CMC_OK : CMC_ERR_OOM;
}

cmc_status host_describe(LLVMModuleRef mod, cmc_arena *a, host_kernels *out, cmc_diag *d) {
    unsigned n = 0;
    size_t errors = cmc_diag_error_count(d);
    LLVMValueRef *entries = genx_kernel_entries(mod, a, &n);
    if (!entries)
        return CMC_ERR_OOM;
    const needs all = needs_of(mod);
    for (unsigned i = 0; i < n; i++) {
        host_kernel k = {0};
        describer s = {.a = a, .d = d, .entry = entries[i], .k = &k};
        cmc_status status = describe(&s, &all);
        cmc_str_free(&s.signature);
        CMC_TRY(status);
        if (!cmc_vec_push(a, &out->list, k))
            return CMC_ERR_OOM;
    }
    return cmc_diag_error_count(d) > errors ? CMC_ERR_USER : CMC_OK;
}
