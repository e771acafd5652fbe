// SPDX-License-Identifier: MIT
// The text of a scoreboard finding: which bytes, which instruction should have produced or read them, and the
// annotation that would have waited.

#include "hazard.h"

#include <stdio.h>

static const isa_operand *operand(const isa_inst *raw, uint8_t who) {
    switch (who) {
    case ISA_WHO_DST:
        return &raw->dst;
    case ISA_WHO_SRC0:
        return &raw->src[0];
    case ISA_WHO_SRC1:
        return &raw->src[1];
    case ISA_WHO_SRC2:
        return &raw->src[2];
    default:
        return NULL;
    }
}

static void name_arf(const hz_code *h, uint32_t at, char *out, size_t cap) {
    static const struct {
        uint32_t base;
        uint8_t index_b, elt_b; // 0: general register size
        const char *name;
    } arfs[] = {
        {SIM_ARF_ACC, 0, 4, "acc"}, {SIM_ARF_DBG, 16, 4, "dbg"}, {SIM_ARF_CR, 16, 4, "cr"}, {SIM_ARF_SR, 16, 4, "sr"},
        {SIM_ARF_SP, 32, 4, "sp"},  {SIM_ARF_CE, 4, 4, "ce"},    {SIM_ARF_F, 4, 2, "f"},    {SIM_ARF_A0, 32, 2, "a"},
    };
    for (unsigned i = 0; i < sizeof arfs / sizeof arfs[0]; i++) {
        if (at < arfs[i].base)
            continue;
        unsigned step = arfs[i].index_b != 0 ? arfs[i].index_b : h->model->grf_b;
        snprintf(out, cap, "%s%u.%u", arfs[i].name, (at - arfs[i].base) / step,
                 (at - arfs[i].base) % step / arfs[i].elt_b);
        return;
    }
}

// "r12.4:d": register and element, in the type of the conflicting operand.
static void name_bytes(const hz_code *h, const isa_inst *raw, const hz_conflict *c, char *out, size_t cap) {
    if (c->at >= SIM_GRF_B) {
        name_arf(h, c->at, out, cap);
        return;
    }
    const isa_operand *o = operand(raw, c->who);
    uint8_t type = o != NULL && o->type != ISA_TYPE_NONE ? o->type : ISA_UD;
    unsigned size = isa_type_size_b((isa_type)type);
    snprintf(out, cap, "r%u.%u:%s", c->at / h->model->grf_b, c->at % h->model->grf_b / size,
             isa_type_name((isa_type)type));
}

static void needed(const hz_code *h, const hz_conflict *c, char *out, size_t cap) {
    static const char tags[HZ_PIPES] = {'F', 'I', 'L', 'M', 'S'};
    const hz_inst *st = c->old->st;
    if (st->pipe == HZ_OUT_OF_ORDER) {
        if (st->token_mode == ISA_TOKEN_SET)
            snprintf(out, cap, "$%u.%s", st->token, c->kind == HZ_WAR ? "src" : "dst");
        else
            snprintf(out, cap, "the chain's token");
        return;
    }
    unsigned d = c->distance > h->model->max_regdist ? h->model->max_regdist : c->distance;
    if (h->model->pipe_count <= 1)
        snprintf(out, cap, "@%u", d);
    else
        snprintf(out, cap, "%c@%u", tags[st->pipe], d);
}

void hz_report(sim_watch *w, const hz_code *h, const sim_thread *t, const sim_inst *in, const hz_conflict *c) {
    static const char *const verbs[] = {
        [HZ_RAW] = "reads", [HZ_WAW] = "writes", [HZ_WAR] = "overwrites", [HZ_STATE_EARLY] = "touches"};
    static const char *const rest[] = {[HZ_RAW] = "has written it",
                                       [HZ_WAW] = "has written it",
                                       [HZ_WAR] = "has read it",
                                       [HZ_STATE_EARLY] = "is complete"};
    const sim_code *code = t->code;
    char where[32], need[64], old[256] = "";
    name_bytes(h, &code->raws[in - code->insts], c, where, sizeof where);
    needed(h, c, need, sizeof need);
    isa_print(code->model, &code->raws[c->old->in - code->insts], NULL, old, sizeof old);
    sim_report(w, SIM_CHECK_HAZARD, t, in, -1, NULL, "%s %s before 0x%x: %s %s; needs %s", verbs[c->kind], where,
               c->old->in->pc_b, old, rest[c->kind], need);
}
