// SPDX-License-Identifier: MIT
// The pessimistic machine of the scoreboard checker: which instructions are in flight, and which must wait for them.
//
// An in-order instruction is in flight until an annotation waits for it or its pipe has issued `depth` later ones; an
// out-of-order one until its token is waited for or allocated again. A new instruction's bytes are compared with those
// of every instruction in flight:
//
//   older          newer            read after write  write after write  write after read
//   in order       same pipe        wait              -                  -
//   in order       other pipe       wait              wait               wait
//   in order       out of order     wait              wait               wait
//   out of order   any              .dst              .dst               .src, no wait in one unit
//
// Branches, nop and illegal count as instructions of the integer pipe, and sync does not count, as in iga64
// -Xauto-deps.
// iga64 -Xauto-deps counts.

#include "hazard.h"

// Waits

static void wait_distance(hz_thread *ht, unsigned pipe, unsigned dist) {
    if (ht->issued[pipe] >= dist && ht->done[pipe] < ht->issued[pipe] - dist + 1)
        ht->done[pipe] = ht->issued[pipe] - dist + 1;
}

static void forget(hz_thread *ht, unsigned k) {
    ht->tokens &= ~(1u << k);
}

// A unit takes its instructions in order. When one has been read or is complete, the earlier ones have been read, and
// earlier math and dpas are complete. A dpas chain has one token, that of its last instruction.
static void unit_reached(hz_thread *ht, const hz_flight *f, bool complete) {
    for (uint32_t left = ht->tokens; left != 0; left &= left - 1) {
        unsigned k = (unsigned)__builtin_ctz(left);
        hz_flight *o = &ht->token[k];
        if (o->st->unit != f->st->unit || f->seq - o->seq > UINT32_MAX / 2)
            continue;
        o->reading = false;
        if (!o->writing || (complete && o->st->unit >= HZ_UNIT_MATH))
            forget(ht, k);
    }
    if (complete && f->st->unit == HZ_UNIT_DPAS)
        ht->n_loose = 0;
}

static void wait_token(hz_thread *ht, unsigned k, bool complete) {
    if (!(ht->tokens >> k & 1u))
        return;
    unit_reached(ht, &ht->token[k], complete);
    if (complete)
        forget(ht, k);
}

static void wait_reads(hz_thread *ht, uint32_t tokens) {
    for (uint32_t left = tokens & ht->tokens; left != 0; left &= left - 1)
        wait_token(ht, (unsigned)__builtin_ctz(left), false);
}

void hz_wait(hz_thread *ht, const hz_inst *st) {
    if (st->dist != 0)
        for (unsigned p = 0; p < HZ_PIPES; p++)
            if (st->dist_pipes >> p & 1u)
                wait_distance(ht, p, st->dist);
    // Allocating a token waits for its current owner.
    if (st->token_mode == ISA_TOKEN_DST || st->token_mode == ISA_TOKEN_SET)
        wait_token(ht, st->token, true);
    else if (st->token_mode == ISA_TOKEN_SRC)
        wait_token(ht, st->token, false);
    wait_reads(ht, st->all_reads);
    for (uint32_t left = st->all_writes & ht->tokens; left != 0; left &= left - 1)
        wait_token(ht, (unsigned)__builtin_ctz(left), true);
}

// Conflicts

// Whether the newer instruction must wait for the older one's access to the same bytes.
static hz_kind judge(const hz_flight *old, const hz_span *o, const hz_flight *new, const hz_span *n) {
    const hz_inst *st = new->st;
    uint32_t active = new->active;
    bool in_order = old->st->pipe < HZ_PIPES;
    bool same_pipe = in_order && old->st->pipe == st->pipe;
    bool same_unit = !in_order && st->pipe == HZ_OUT_OF_ORDER && old->st->unit == st->unit;
    // An out-of-order instruction takes the rounding mode with it.
    if (o->file == HZ_STATE && !in_order)
        return HZ_NO_CONFLICT;
    // Hardware tracks reads of flags and accumulators in order; two pipes that write the same register race, and
    // nothing tracks what the math unit or a message writes.
    const bool raced = !in_order || (n->write && st->pipe < HZ_PIPES);
    if (o->file == HZ_INTERLOCKED && !(o->write && raced))
        return HZ_NO_CONFLICT;
    if (o->write) {
        if (!old->writing || (n->write && same_pipe))
            return HZ_NO_CONFLICT;
        if (same_unit && st->is_dpas && old->st->chained)
            return HZ_NO_CONFLICT;
        // In divergent code a result for inactive channels has no reader here, even when a NoMask instruction reads
        // its bytes: Intel's compiler follows the channels.
        if (!n->write && !in_order && !(old->channels & active))
            return HZ_NO_CONFLICT;
        return n->write ? HZ_WAW : HZ_RAW;
    }
    if (!n->write || !old->reading || same_pipe || same_unit)
        return HZ_NO_CONFLICT;
    return HZ_WAR;
}

static bool compare_spans(const hz_flight *old, const hz_span *o, unsigned n_old, const hz_flight *new,
                          const hz_span *n, unsigned n_new, hz_conflict *c) {
    for (unsigned i = 0; i < n_new; i++)
        for (unsigned k = 0; k < n_old; k++) {
            if (o[k].lo >= n[i].hi || n[i].lo >= o[k].hi)
                continue;
            hz_kind kind = judge(old, &o[k], new, &n[i]);
            if (kind == HZ_NO_CONFLICT)
                continue;
            *c = (hz_conflict){.kind = kind, .old = old, .at = o[k].lo > n[i].lo ? o[k].lo : n[i].lo, .who = n[i].who};
            return true;
        }
    return false;
}

static bool compare(const hz_flight *old, const hz_flight *new, hz_conflict *c) {
    if (((old->writes & (new->reads | new->writes)) | (old->reads & new->writes)) == 0)
        return false;
    const hz_inst *st = new->st;
    return compare_spans(old, old->st->spans, old->st->n_spans, new, st->spans, st->n_spans, c) ||
           compare_spans(old, old->dyn, old->n_dyn, new, st->spans, st->n_spans, c) ||
           compare_spans(old, old->st->spans, old->st->n_spans, new, new->dyn, new->n_dyn, c) ||
           compare_spans(old, old->dyn, old->n_dyn, new, new->dyn, new->n_dyn, c);
}

// An access to a state register waits for all earlier in-order instructions.
static bool touches_state(const hz_flight *old, const hz_flight *new, hz_conflict *c) {
    if (!new->st->state)
        return false;
    *c = (hz_conflict){.kind = HZ_STATE_EARLY, .old = old};
    for (unsigned i = 0; i < new->st->n_spans; i++)
        if (new->st->spans[i].file == HZ_STATE)
            c->at = new->st->spans[i].lo;
    return true;
}

static bool find_in_order(const hz_code *h, const hz_thread *ht, const hz_flight *new, hz_conflict *c) {
    for (unsigned p = 0; p < HZ_PIPES; p++) {
        uint32_t end = ht->issued[p], from = end > h->depth[p] ? end - h->depth[p] : 0;
        if (from < ht->done[p])
            from = ht->done[p];
        for (uint32_t s = end; s > from; s--)
            if (compare(&ht->ring[p][(s - 1) % HZ_RING], new, c) ||
                touches_state(&ht->ring[p][(s - 1) % HZ_RING], new, c)) {
                c->distance = end - (s - 1);
                return true;
            }
    }
    return false;
}

static bool find_out_of_order(const hz_thread *ht, const hz_flight *new, hz_conflict *c) {
    for (uint32_t left = ht->tokens; left != 0; left &= left - 1)
        if (compare(&ht->token[__builtin_ctz(left)], new, c))
            return true;
    for (uint32_t i = 0; i < ht->n_loose; i++)
        if (compare(&ht->loose[i], new, c))
            return true;
    return false;
}

// Issue

static hz_flight *place(hz_thread *ht, const hz_inst *st) {
    if (st->pipe < HZ_PIPES)
        return &ht->ring[st->pipe][ht->issued[st->pipe] % HZ_RING];
    if (st->pipe == HZ_OUT_OF_ORDER && st->token_mode == ISA_TOKEN_SET)
        return &ht->token[st->token];
    return &ht->loose[ht->n_loose < HZ_LOOSE - 1 ? ht->n_loose : HZ_LOOSE - 1];
}

hz_flight *hz_slot(hz_thread *ht, const sim_inst *in, const hz_inst *st) {
    hz_flight *f = place(ht, st);
    f->in = in;
    f->st = st;
    f->reading = f->writing = true;
    f->active = f->channels = UINT32_MAX;
    f->seq = st->pipe == HZ_OUT_OF_ORDER ? ht->n_unordered++ : 0;
    f->reads = st->reads;
    f->writes = st->writes;
    f->n_dyn = 0;
    return f;
}

void hz_issue(hz_thread *ht, const hz_inst *st) {
    if (st->pipe < HZ_PIPES)
        ht->issued[st->pipe]++;
    else if (st->pipe == HZ_OUT_OF_ORDER && st->token_mode == ISA_TOKEN_SET)
        ht->tokens |= 1u << st->token;
    else if (st->chained && ht->n_loose < HZ_LOOSE - 1)
        ht->n_loose++;
}

bool hz_find(const hz_code *h, const hz_thread *ht, const hz_flight *new, hz_conflict *c) {
    return find_out_of_order(ht, new, c) || find_in_order(h, ht, new, c);
}

void hz_jump(hz_thread *ht) {
    memcpy(ht->done, ht->issued, sizeof ht->done);
}

void hz_reset(hz_thread *ht) {
    memset(ht->issued, 0, sizeof ht->issued);
    memset(ht->done, 0, sizeof ht->done);
    ht->tokens = ht->n_loose = 0;
}
