// SPDX-License-Identifier: MIT
// Prints a message as one line of words: "untyped read, 16 lanes, xyzw, bti 1; 2+0 registers, result 8".

#include "msg_priv.h"
#include <assert.h>
#include <stdio.h>

static const char *const kind_names[ISA_MSG_KIND_COUNT] = {
#define ISA_MSG_NAME(kind, words) [ISA_MSG_##kind] = words,
#include "tables/msg_name.def"
};

static const char *const atomic_names[16] = {
#define ISA_MSG_ATOMIC(code, word) [code] = word,
#include "tables/msg_name.def"
};

static const char *const fatomic_names[8] = {
#define ISA_MSG_FATOMIC(code, word) [code] = word,
#include "tables/msg_name.def"
};

static const char *const sampler_names[32] = {
#define ISA_MSG_SAMPLER_TYPE(code, word) [code] = word,
#include "tables/msg_name.def"
};

static const char *const gateway_names[16] = {
#define ISA_MSG_GATEWAY(code, words) [code] = words,
#include "tables/msg_name.def"
};

static const char *const lsc_names[64] = {
#define ISA_LSC_OP(code, name, kind, operands) [code] = name,
#include "tables/msg_lsc.def"
};

static const char *const cache_names[8] = {"default",       "uncached",  "cached",          "write-back",
                                           "write-through", "streaming", "read-invalidate", "const-cached"};
static const char *const scope_names[8] = {"group",    "local",          "tile",           "gpu",
                                           "all gpus", "system release", "system acquire", "scope 7"};
static const char *const fence_names[8] = {"none",  "evict",    "invalidate", "discard",
                                           "clean", "flush l3", "type 6",     "type 7"};

typedef struct out_line {
    char *buf;
    size_t cap, len;
} out_line;

static void put(out_line *o, const char *fmt, ...) CMC_PRINTF(2, 3);
static void put(out_line *o, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    size_t room = o->len < o->cap ? o->cap - o->len : 0;
    int n = vsnprintf(room ? o->buf + o->len : NULL, room, fmt, ap);
    va_end(ap);
    if (n > 0)
        o->len += (size_t)n;
}

static void put_mask(out_line *o, uint8_t mask) {
    put(o, ", ");
    for (unsigned i = 0; i < 4; i++)
        if (mask >> i & 1)
            put(o, "%c", "xyzw"[i]);
}

static void put_surface(out_line *o, const isa_msg *msg, bool a64) {
    if (msg->bti == 254)
        put(o, ", slm");
    else if (msg->bti == 252)
        put(o, ", bindless 0x%x", msg->surf);
    else if (msg->bti < 253)
        put(o, ", bti %u", msg->bti);
    else if (!a64)
        put(o, ", stateless");
}

static void put_op(out_line *o, const isa_msg *msg) {
    const char *name = NULL;
    switch (msg->kind) {
    case ISA_MSG_UNTYPED_ATOMIC:
    case ISA_MSG_TYPED_ATOMIC:
    case ISA_MSG_TYPED_COUNTER:
    case ISA_MSG_A64_ATOMIC:
        name = atomic_names[msg->op & 15];
        break;
    case ISA_MSG_UNTYPED_ATOMIC_FLOAT:
    case ISA_MSG_A64_ATOMIC_FLOAT:
        name = fatomic_names[msg->op & 7];
        break;
    case ISA_MSG_LSC_ATOMIC:
    case ISA_MSG_LSC_OTHER:
        name = lsc_names[msg->op & 63];
        break;
    case ISA_MSG_SAMPLER:
        name = sampler_names[msg->op & 31];
        break;
    case ISA_MSG_GATEWAY_OTHER:
        name = gateway_names[msg->op & 15];
        break;
    default:
        return;
    }
    if (name)
        put(o, " %s", name);
    else
        put(o, " 0x%x", msg->op);
    if (isa_msg_atomic_operands(msg) != 0 || msg->returns)
        put(o, "%s", msg->returns ? ", returns old" : "");
}

static void put_hdc(out_line *o, const isa_msg *msg) {
    bool owords =
        msg->kind <= ISA_MSG_OWORD_WRITE || msg->kind == ISA_MSG_A64_BLOCK_READ || msg->kind == ISA_MSG_A64_BLOCK_WRITE;
    bool a64 = msg->kind >= ISA_MSG_A64_BLOCK_READ && msg->kind <= ISA_MSG_A64_ATOMIC_FLOAT;
    if (msg->kind == ISA_MSG_HDC_FENCE) {
        put(o, ", %s%s", msg->bti == 254 ? "slm" : "global", msg->returns ? ", commit" : "");
        if (msg->op)
            put(o, ", flush 0x%x", msg->op);
        return;
    }
    if (msg->kind == ISA_MSG_SCRATCH_READ || msg->kind == ISA_MSG_SCRATCH_WRITE) {
        put(o, ", %u bytes at %d", msg->size_b, msg->imm_off);
        return;
    }
    bool hwords = msg->align_b == 32;
    if (hwords)
        put(o, ", %u hword%s", msg->size_b / 32, msg->size_b == 32 ? "" : "s");
    else if (owords || msg->kind == ISA_MSG_OWORD_DUAL_READ || msg->kind == ISA_MSG_OWORD_DUAL_WRITE)
        put(o, ", %u oword%s%s", msg->size_b / 16, msg->size_b == 16 ? "" : "s", msg->oword_high ? " (high)" : "");
    if (msg->kind == ISA_MSG_A64_BLOCK_READ && msg->align_b == 4)
        put(o, ", dword aligned");
    if (msg->simd > 1) {
        if (msg->simd4x2)
            put(o, ", simd4x2");
        else
            put(o, ", %u lanes", msg->simd);
        if (msg->chan_mask)
            put_mask(o, msg->chan_mask);
        else
            put(o, ", %u x %u byte%s", msg->n_elt, msg->elt_b, msg->elt_b == 1 ? "" : "s");
    }
    if (msg->slot_group == 2)
        put(o, ", high lanes");
    if (msg->status)
        put(o, ", with status");
    put_surface(o, msg, a64);
}

static void put_lsc(out_line *o, const isa_msg *msg) {
    static const char *const addr[4] = {"flat", "bss", "ss", "bti"};
    static const char *const sfid[16] = {
        [ISA_SFID_UGML] = "ugml", [ISA_SFID_CRE] = "tgm", [ISA_SFID_SLM] = "slm", [ISA_SFID_UGM] = "ugm"};
    if (msg->kind == ISA_MSG_LSC_FENCE) {
        put(o, " %s, %s, %s", sfid[msg->sfid & 15] ? sfid[msg->sfid & 15] : "?", fence_names[msg->op & 7],
            scope_names[msg->fence_scope & 7]);
        return;
    }
    put(o, ", %s, d%u", sfid[msg->sfid & 15] ? sfid[msg->sfid & 15] : "?", msg->elt_b * 8);
    if (msg->reg_elt_b != msg->elt_b)
        put(o, "u%u%s", msg->reg_elt_b * 8, msg->high_half ? "h" : "");
    if (msg->chan_mask)
        put_mask(o, msg->chan_mask);
    else if (msg->n_elt > 1)
        put(o, "x%u", msg->n_elt);
    put(o, "%s%s", msg->transpose ? " transposed" : "", msg->vnni ? " vnni" : "");
    if (msg->simd > 1)
        put(o, ", %u lanes", msg->simd);
    put(o, ", a%u %s", msg->addr_size_b * 8, addr[msg->addr_type & 3]);
    if (msg->addr_type == ISA_ADDR_BTI)
        put(o, " %u", msg->bti);
    if (msg->imm_off)
        put(o, " offset %d", msg->imm_off);
    if (msg->x_off || msg->y_off)
        put(o, " offset (%d, %d)", msg->x_off, msg->y_off);
    if (msg->l1 || msg->l3)
        put(o, ", l1 %s, l3 %s", cache_names[msg->l1 & 7], cache_names[msg->l3 & 7]);
    if (msg->prefetch)
        put(o, ", prefetch");
}

size_t isa_msg_print(const isa_model *m, const isa_msg *msg, char *buf, size_t cap) {
    assert(msg && (buf || cap == 0));
    (void)m;
    out_line o = {buf, cap, 0};
    if (cap > 0)
        buf[0] = '\0';
    put(&o, "%s", msg->kind < ISA_MSG_KIND_COUNT ? kind_names[msg->kind] : kind_names[0]);
    put_op(&o, msg);
    if (msg->kind >= ISA_MSG_OWORD_READ && msg->kind <= ISA_MSG_HDC_FENCE)
        put_hdc(&o, msg);
    else if (msg->kind >= ISA_MSG_LSC_LOAD && msg->kind <= ISA_MSG_LSC_OTHER)
        put_lsc(&o, msg);
    else if (msg->kind == ISA_MSG_SAMPLER && msg->op != ISA_SAMPLER_FLUSH)
        put(&o, ", %u lanes, bti %u, sampler %u", msg->simd, msg->bti, msg->sampler);
    put(&o, "; %u%s+%u registers, result %u", msg->mlen_grf, msg->header ? "h" : "", msg->xlen_grf, msg->rlen_grf);
    return o.len;
}
