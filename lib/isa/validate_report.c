// SPDX-License-Identifier: MIT
// Reports violations; also defines the predicates that several groups of rules share.

#include "validate_priv.h"

#include <assert.h>
#include <stdio.h>

static void report(vctx *v, bool certain, unsigned rule, const char *fmt, va_list ap) {
    char code[16], text[256];
    vsnprintf(text, sizeof text, fmt, ap);
    snprintf(code, sizeof code, "ISA%02u", rule);
    cmc_diag_add(v->d, certain ? CMC_ERROR : CMC_WARNING, code, (cmc_loc){NULL, 0, 0}, "%s: %s", v->op->mnemonic, text);
    v->n_errors += certain;
}

void v_fail(vctx *v, unsigned rule, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    report(v, true, rule, fmt, ap);
    va_end(ap);
}

void v_warn(vctx *v, unsigned rule, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    report(v, false, rule, fmt, ap);
    va_end(ap);
}

void v_doubt(vctx *v, bool certain, unsigned rule, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    report(v, certain, rule, fmt, ap);
    va_end(ap);
}

bool v_is_scalar(const vctx *v, const isa_operand *src) {
    for (unsigned i = 0; i < v->in->exec_size; i++)
        if (isa_region_offset_b(src->rgn, (isa_type)src->type, i) != 0)
            return false;
    return true;
}

int32_t v_stride_b(const vctx *v, const isa_operand *src) {
    if (v->in->exec_size < 2)
        return 0;
    int32_t step = isa_region_offset_b(src->rgn, (isa_type)src->type, 1);
    for (unsigned i = 2; i < v->in->exec_size; i++)
        if (isa_region_offset_b(src->rgn, (isa_type)src->type, i) != step * (int32_t)i)
            return -1;
    return step;
}

bool v_is_raw_move(const vctx *v) {
    assert(v->n_src > 0 || v->in->op != ISA_MOV);
    const isa_operand *s = &v->in->src[0], *dst = &v->in->dst;
    if (v->in->op != ISA_MOV || s->mod != ISA_MOD_NONE || v->in->sat || v_size_b(s) != v_size_b(dst))
        return false;
    return s->type == dst->type || (!v_is_float(s) && !v_is_float(dst));
}

bool v_is_mixed_half(const vctx *v) {
    bool half = v->in->dst.type == ISA_HF, single = v->in->dst.type == ISA_F;
    for (unsigned i = 0; i < v->n_src; i++) {
        half = half || v->in->src[i].type == ISA_HF;
        single = single || v->in->src[i].type == ISA_F;
    }
    return half && single;
}
