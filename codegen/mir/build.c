// SPDX-License-Identifier: MIT
// Machine IR: creation and editing of modules, functions, variables, blocks and instructions.

#include "mir_priv.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

mir_module *mir_module_create(cmc_arena *a, const isa_model *m) {
    assert(a && m);
    mir_module *mod = CMC_NEW(a, mir_module);
    if (!mod)
        return NULL;
    mod->arena = a;
    mod->model = m;
    return mod;
}

mir_fn *mir_fn_create(mir_module *mod, const char *name) {
    assert(mod && name);
    mir_fn *fn = CMC_NEW(mod->arena, mir_fn);
    if (!fn)
        return NULL;
    fn->arena = mod->arena;
    fn->model = mod->model;
    fn->name = cmc_arena_strdup(mod->arena, name);
    fn->phase = MIR_PHASE_SELECTED;
    fn->grf_count = mod->model->grf_count;
    mir_var *none = NULL;
    if (!fn->name || !cmc_vec_push(fn->arena, &fn->vars, none) || !cmc_vec_push(fn->arena, &mod->fns, fn))
        return NULL;
    return fn;
}

const char *mir_text_symbol(mir_module *mod, const char *bytes, size_t len) {
    assert(bytes || len == 0);
    for (uint32_t i = 0; i < mod->texts.len; i++)
        if (strlen(mod->texts.data[i].bytes) == len && memcmp(mod->texts.data[i].bytes, bytes, len) == 0)
            return mod->texts.data[i].symbol;
    mir_text t = {cmc_arena_printf(mod->arena, "text.%u", (unsigned)mod->texts.len),
                  cmc_arena_strndup(mod->arena, bytes, len)};
    return t.symbol && t.bytes && cmc_vec_push(mod->arena, &mod->texts, t) ? t.symbol : NULL;
}

// "32, 64 or 128"
static void list_grf_counts(const isa_model *m, char *text, size_t size) {
    size_t len = 0;
    for (uint32_t n = isa_grf_count_after(m, 0), next; n != 0; n = next) {
        next = isa_grf_count_after(m, n);
        const char *mark = len == 0 ? "" : next == 0 ? " or " : ", ";
        len += (size_t)snprintf(text + len, size - len, "%s%u", mark, (unsigned)n);
        assert(len < size);
    }
}

cmc_status mir_fn_set_grf(mir_fn *fn, uint32_t count, cmc_loc loc, cmc_diag *d) {
    const isa_model *m = fn->model;
    if (count != MIR_GRF_AUTO && !isa_has_grf_count(m, count)) {
        char counts[64];
        list_grf_counts(m, counts, sizeof counts);
        cmc_diag_add(d, CMC_ERROR, "CG0305", loc, "kernel '%s' requests %u registers, but threads of %s have %s",
                     fn->name, (unsigned)count, m->name, counts);
        return CMC_ERR_USER;
    }
    fn->grf_chosen = true;
    fn->grf_auto = count == MIR_GRF_AUTO && isa_grf_count_after(m, m->grf_count_auto) != 0;
    fn->grf_count = count == MIR_GRF_AUTO ? m->grf_count_auto : count;
    return CMC_OK;
}

// Keeps letters, digits, '_' and '.'; other characters would not parse back.
static char *clean_name(cmc_arena *a, const char *hint) {
    char *s = cmc_arena_strdup(a, hint);
    for (char *p = s; p && *p; p++)
        if (!isalnum((unsigned char)*p) && *p != '_' && *p != '.')
            *p = '_';
    return s;
}

// "hint.id": unique because no other variable's name may end in this id (the parser rejects such names).
static const char *unique_var_name(mir_fn *fn, const char *hint, uint32_t id) {
    char *clean = clean_name(fn->arena, hint && *hint ? hint : "v");
    return clean ? cmc_arena_printf(fn->arena, "%s.%u", clean, (unsigned)id) : NULL;
}

mir_var *mir_var_create(mir_fn *fn, mir_var_kind kind, isa_type type, uint32_t size_b, uint16_t align_b,
                        const char *name_hint) {
    assert(kind != MIR_VAR_NONE);
    assert((align_b & (align_b - 1)) == 0 && "an alignment is a power of two");
    mir_var *v = CMC_NEW(fn->arena, mir_var);
    if (!v)
        return NULL;
    v->id = fn->vars.len;
    v->name = unique_var_name(fn, name_hint, v->id);
    v->kind = (uint8_t)kind;
    v->type = (uint8_t)type;
    v->size_b = size_b;
    v->align_b = align_b ? align_b : 1;
    if (!v->name || !cmc_vec_push(fn->arena, &fn->vars, v))
        return NULL;
    return v;
}

// The hint, made unique if an earlier block has it.
static const char *unique_block_name(mir_fn *fn, const char *hint, uint32_t id) {
    const char *clean = clean_name(fn->arena, hint), *name = clean;
    for (uint32_t n = id; name && mir_index_find(&fn->block_names, name, strlen(name)); n++)
        name = cmc_arena_printf(fn->arena, "%s.%u", clean, (unsigned)n);
    return name;
}

mir_block *mir_block_create(mir_fn *fn, const char *name_hint) {
    mir_block *b = CMC_NEW(fn->arena, mir_block);
    if (!b)
        return NULL;
    b->id = fn->blocks.len;
    if (name_hint && *name_hint) {
        b->name = unique_block_name(fn, name_hint, b->id);
        if (!b->name || !mir_index_add(fn->arena, &fn->block_names, b->name, b))
            return NULL;
    }
    return cmc_vec_push(fn->arena, &fn->blocks, b) ? b : NULL;
}

mir_inst *mir_inst_create(mir_fn *fn, uint16_t op) {
    assert(op != ISA_OP_NONE);
    mir_inst *i = CMC_NEW(fn->arena, mir_inst);
    if (!i)
        return NULL;
    i->i.op = op;
    i->i.exec_size = 1;
    i->id = fn->n_inst_ids++;
    i->target[0] = i->target[1] = MIR_NO_TARGET;
    return i;
}

void mir_block_append(mir_block *b, mir_inst *i) {
    assert(!i->prev && !i->next && "the instruction is in no block");
    i->prev = b->last;
    i->next = NULL;
    if (b->last)
        b->last->next = i;
    else
        b->first = i;
    b->last = i;
}

void mir_inst_insert_before(mir_block *b, mir_inst *at, mir_inst *i) {
    assert(i != at && !i->prev && !i->next && "the instruction is in no block");
    if (!at) {
        mir_block_append(b, i);
        return;
    }
    i->next = at;
    i->prev = at->prev;
    if (at->prev)
        at->prev->next = i;
    else
        b->first = i;
    at->prev = i;
}

void mir_inst_remove(mir_block *b, mir_inst *i) {
    assert((i->prev || b->first == i) && "the instruction is in this block");
    assert((i->next || b->last == i) && "the instruction is in this block");
    if (i->prev)
        i->prev->next = i->next;
    else
        b->first = i->next;
    if (i->next)
        i->next->prev = i->prev;
    else
        b->last = i->prev;
    i->prev = i->next = NULL;
}

isa_operand mir_src(const mir_var *v, int32_t off_b, isa_type t, isa_region rgn) {
    assert(v);
    isa_operand o = {.file = ISA_FILE_VREG, .type = (uint8_t)t, .rgn = rgn, .reg = v->id, .off_b = off_b};
    return o;
}

isa_operand mir_dst(const mir_var *v, int32_t off_b, isa_type t, uint8_t hstride) {
    isa_region rgn = {.h = hstride};
    return mir_src(v, off_b, t, rgn);
}
