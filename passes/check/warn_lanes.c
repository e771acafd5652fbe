// SPDX-License-Identifier: MIT
// gx_warn_lanes: warn about code that costs more instructions than it appears to. Changes nothing; the warning groups
// are off by default.
//
//   %s = fadd <47 x float>        ->  vector of 47 floats is executed as 16+16+8+4+2+1; 48 would take 3 instructions
//                                     [-Wcm-width]
//   %s = fadd <4 x float>         ->  vector of 4 floats is narrower than the native width of 8 [-Wcm-narrow]
//   rdregion %v, offset %o        ->  variable index makes this an indirect access; ... [-Wcm-indirect]
//
// At most one warning of a group per source line, because expressions have many operations. Needs: constants folded
// and loops unrolled, so that the remaining code is the code that runs.

#include "passes_priv.h"

#include <string.h>

typedef struct said {
    const char *group;
    uint32_t line;
} said;

typedef struct wl {
    gx_ctx *cx;
    CMC_VEC(said) said;
} wl;

static bool is_news(wl *w, const char *group, LLVMValueRef i) {
    uint32_t line = genx_loc(i, w->cx->arena).line;
    if (!line) // created by a pass, not written by the user
        return false;
    for (uint32_t k = 0; k < w->said.len; k++)
        if (w->said.data[k].group == group && w->said.data[k].line == line)
            return false;
    return cmc_vec_push(w->cx->arena, &w->said, ((said){group, line}));
}

static const char *element_name(LLVMTypeRef t) {
    bool fl = genx_is_float(t);
    switch (genx_elt_bits(t)) {
    case 8:
        return "bytes";
    case 16:
        return fl ? "halves" : "words";
    case 32:
        return fl ? "floats" : "dwords";
    case 64:
        return fl ? "doubles" : "qwords";
    default:
        return "elements";
    }
}

// The widest instruction on elements of this size: two registers, at most 32 lanes.
static uint32_t widest(const isa_model *m, uint32_t elt_b) {
    uint32_t n = 2u * m->grf_b / elt_b;
    return n > 32 ? 32 : n;
}

// The number of instructions for n lanes; appends their widths to text unless it is NULL.
static uint32_t pieces(uint32_t n, uint32_t max, cmc_str *text) {
    uint32_t count = 0;
    for (uint32_t w = max; w; w /= 2)
        for (; n >= w; n -= w, count++)
            if (text)
                cmc_str_printf(text, "%s%u", count ? "+" : "", w);
    return count;
}

static void warn_width(wl *w, LLVMValueRef i, LLVMTypeRef t) {
    enum { LONGEST_TEXT = 512 };
    uint32_t n = genx_lanes(t), elt_b = genx_elt_bits(t) / 8, max = widest(w->cx->model, elt_b ? elt_b : 1);
    uint32_t native = w->cx->model->grf_b / 4u, best = n;
    if (n < 2 || !elt_b)
        return;
    if (n < native && n < max && is_news(w, "-Wcm-narrow", i))
        gx_warn(w->cx, i, "-Wcm-narrow", "vector of %u %s is narrower than the native width of %u", n, element_name(t),
                native);
    for (uint32_t k = n + 1; k <= n + max; k++)
        if (pieces(k, max, NULL) < pieces(best, max, NULL))
            best = k;
    if (best == n || n > LONGEST_TEXT || !is_news(w, "-Wcm-width", i))
        return;
    cmc_str text = CMC_STR_INIT;
    pieces(n, max, &text);
    uint32_t k = pieces(best, max, NULL);
    gx_warn(w->cx, i, "-Wcm-width", "vector of %u %s is executed as %s; %u would take %u instruction%s", n,
            element_name(t), cmc_str_text(&text), best, k, k == 1 ? "" : "s");
    cmc_str_free(&text);
}

static void warn_indirect(wl *w, LLVMValueRef i) {
    genx_region r;
    if (!genx_region_of(i, &r) || r.off_const || !is_news(w, "-Wcm-indirect", i))
        return;
    gx_warn(w->cx, i, "-Wcm-indirect",
            "variable index makes this an indirect access; '#pragma unroll' would remove it if the index is a loop "
            "counter");
}

// The user does not choose the width of a call without a vector argument: the three local ids, a copy of r0.
static bool takes_vector(LLVMValueRef call) {
    for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++)
        if (genx_is_vec(LLVMTypeOf(LLVMGetOperand(call, k))))
            return true;
    return false;
}

static bool computes(LLVMValueRef i) {
    return LLVMIsABinaryOperator(i) || LLVMIsACmpInst(i) || LLVMIsAUnaryOperator(i) ||
           (LLVMIsACallInst(i) && genx_is_vec(LLVMTypeOf(i)) && !genx_is_rdregion(i) && !genx_is_wrregion(i) &&
            genx_info_get(genx_call_id(i))->memory == GENX_MEM_NONE && takes_vector(i));
}

bool gx_warn_lanes(gx_ctx *cx, LLVMValueRef fn) {
    wl w = {.cx = cx};
    genx_foreach_block(fn, bb)
        genx_foreach_inst(bb, i) {
            LLVMTypeRef t = LLVMTypeOf(LLVMIsACmpInst(i) ? LLVMGetOperand(i, 0) : i);
            if (genx_is_rdregion(i) || genx_is_wrregion(i))
                warn_indirect(&w, i);
            else if (genx_is_vec(t) && !genx_is_bool(t) && computes(i))
                warn_width(&w, i, t);
        }
    return false;
}
