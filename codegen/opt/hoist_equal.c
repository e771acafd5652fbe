// SPDX-License-Identifier: MIT
// hoist_equal: hoist constants that both successors of a branch begin with to before the branch, and the only move of a
// successor when the other one writes its bytes, too.
//
//   before                                       after
//     a:    (W&~f0.0) cbr out loop                 a:    (W) mov (16|M0) %sum<1>:f 0x0:f
//     loop: (W) mov (16|M0) %sum<1>:f 0x0:f              (W&~f0.0) cbr out loop
//           ...                                    loop: ...
//     out:  (W) mov (16|M0) %sum<1>:f 0x0:f        out:  ...
//           ...
//
//   before                                       after
//     a:    (W&~f0.0) cbr else then                a:    (W) mov (1|M0) %x+4<1>:f 0x0:f
//     then: ...                                          (W&~f0.0) cbr else then
//           (W) math.inv (1|M0) %x+4<1>:f ...      then: ...
//           br end                                       (W) math.inv (1|M0) %x+4<1>:f ...
//     else: (W) mov (1|M0) %x+4<1>:f 0x0:f               br end
//           br end                                 else: br end                               ; layout removes it
//
// Why: a loop with its exit test at the end is guarded by a test of whether it runs at all. The initial values of its
// variables are also their final values when it does not run. A block with only a move costs a jump: around it, or to
// it and back. Needs: coalesce, lower_copy. Of two successors, handles only moves of constants among the first
// instructions of a block with one predecessor. These moves read nothing, so only their order per variable matters.

#include "live/touch.h"
#include "codegen_priv.h"

// How far into a block the search goes: a loop's variables are set together, beside a few addresses.
enum { MAX_START = 96 };

// Of general registers only, because the branch may read a flag.
static bool is_constant_move(cg_ctx *cx, const mir_inst *i) {
    if (!cg_is_var(&i->i.dst) || cg_var(cx, i->i.dst.reg)->kind != MIR_VAR_GRF)
        return false;
    bool move = i->i.op == ISA_MOV && i->i.no_mask && !i->i.pred && !i->i.cmod && i->i.src[0].file == ISA_FILE_IMM;
    return move || i->i.op == MIR_UNDEF;
}

// Whether i reads or writes a variable, or may.
static bool touches_var(const mir_inst *i, uint32_t var) {
    return mir_inst_is_call(i) || cg_mentions_var(i, var);
}

// The equal move in the other block, if nothing before it touches the variable; else NULL.
static mir_inst *twin_of(cg_ctx *cx, const mir_inst *x, const mir_block *other) {
    mir_inst *y = other->first;
    for (uint32_t n = 0; y && n < MAX_START; n++, y = y->next) {
        if (is_constant_move(cx, y) && y->i.dst.reg == x->i.dst.reg && y->i.dst.off_b == x->i.dst.off_b &&
            cg_same_value(&x->i, &y->i))
            return y;
        if (touches_var(y, x->i.dst.reg))
            return NULL;
    }
    return NULL;
}

// Does nothing before x in its block touch the variable that x writes?
static bool comes_first(const mir_block *bb, const mir_inst *x) {
    mir_inst *k = bb->first;
    while (k != x && !touches_var(k, x->i.dst.reg))
        k = k->next;
    return k == x;
}

static bool hoist(cg_ctx *cx, mir_block *from, mir_block *a, mir_block *b) {
    bool changed = false;
    mir_inst *x = a->first, *next;
    for (uint32_t n = 0; x && n < MAX_START; n++, x = next) {
        next = x->next;
        mir_inst *y = is_constant_move(cx, x) && comes_first(a, x) ? twin_of(cx, x, b) : NULL;
        if (!y)
            continue;
        mir_inst_remove(b, y);
        mir_inst_remove(a, x);
        mir_inst_insert_before(from, from->last, x);
        changed = true;
    }
    return changed;
}

// Of a constant or of a whole variable's part, in general registers, of all lanes.
static bool is_plain_move(cg_ctx *cx, const mir_inst *i) {
    if (i->i.op != ISA_MOV || !i->i.no_mask || i->i.pred || i->i.cmod || !cg_is_var(&i->i.dst))
        return false;
    const isa_operand *from = &i->i.src[0];
    bool reads_var = cg_is_var(from) && cg_var(cx, from->reg)->kind == MIR_VAR_GRF && from->reg != i->i.dst.reg;
    return cg_var(cx, i->i.dst.reg)->kind == MIR_VAR_GRF && (reads_var || from->file == ISA_FILE_IMM);
}

typedef enum contact { NO_CONTACT, OVERWRITTEN, NEEDED } contact;

// What instruction i does with the bytes that move x writes.
static contact contact_of(const mir_fn *fn, mir_inst *i, const mir_inst *x, const touch *bytes, bool simd_flow) {
    touches t = touches_of(fn, i, simd_flow);
    contact found = mir_inst_is_call(i) ? NEEDED : NO_CONTACT;
    for (uint32_t who = ISA_WHO_SRC2 + 1; who-- > ISA_WHO_DST;) { // the sources first
        const isa_operand *o = touch_operand(i, who);
        bool same = o->file == ISA_FILE_VREG && o->reg == x->i.dst.reg;
        if (!same || found == NEEDED ||
            (!o->indirect && i->i.op != MIR_UNDEF && (t.who[who].hi <= bytes->lo || t.who[who].lo >= bytes->hi)))
            continue;
        bool covers = who == ISA_WHO_DST && !o->indirect && t.who[who].full && t.who[who].lo <= bytes->lo &&
                      t.who[who].hi >= bytes->hi;
        found = covers ? OVERWRITTEN : NEEDED;
    }
    return found;
}

// Does the block write the bytes that move x writes before it reads them?
static bool overwrites(const mir_fn *fn, const mir_block *bb, const mir_inst *x, bool simd_flow) {
    touches t = touches_of(fn, x, simd_flow);
    contact c = NO_CONTACT;
    for (mir_inst *i = bb->first; i && c == NO_CONTACT; i = i->next)
        c = contact_of(fn, i, x, &t.who[ISA_WHO_DST], simd_flow);
    return c == OVERWRITTEN;
}

// Which variables messages write: a move to one of them waits until the message before it has written its registers.
static bool *written_by_messages(const cg_ctx *cx, const mir_fn *fn) {
    bool *written = CMC_NEW_N(cx->scratch, bool, fn->vars.len);
    for (uint32_t b = 0; written && b < fn->blocks.len; b++)
        for (mir_inst *i = fn->blocks.data[b]->first; i; i = i->next)
            if (cg_is_send(i) && cg_is_var(&i->i.dst))
                written[i->i.dst.reg] = true;
    return written;
}

// Hoists the only move of `side` if `other` overwrites what it writes.
static bool hoist_only_move(cg_ctx *cx, const mir_fn *fn, const bool *by_message, mir_block *from, mir_block *side,
                            const mir_block *other) {
    mir_inst *x = side->first;
    if (!x || !is_plain_move(cx, x) || !x->next || x->next != side->last || side->last->i.op != MIR_BR ||
        by_message[x->i.dst.reg])
        return false;
    if (!overwrites(fn, other, x, cg_has_simd_flow(fn)))
        return false;
    mir_inst_remove(side, x);
    mir_inst_insert_before(from, from->last, x);
    return true;
}

// By block: number of incoming edges.
static uint32_t *count_ways(const cg_ctx *cx, const mir_fn *fn) {
    uint32_t *n = CMC_NEW_N(cx->scratch, uint32_t, fn->blocks.len);
    for (uint32_t b = 0; n && b < fn->blocks.len; b++)
        for (mir_succ s = mir_succ_of(fn, fn->blocks.data[b]); mir_succ_next(&s);)
            n[s.id]++;
    return n;
}

cmc_status cg_pass_hoist_equal(cg_ctx *cx, mir_fn *fn) {
    const uint32_t *ways = count_ways(cx, fn);
    const bool *by_message = written_by_messages(cx, fn);
    if (!ways || !by_message)
        return CMC_ERR_OOM;
    for (uint32_t b = 0; b < fn->blocks.len; b++) {
        mir_block *from = fn->blocks.data[b];
        const mir_inst *branch = from->last;
        if (!branch || branch->i.op != MIR_CBR || branch->target[0] == branch->target[1] ||
            ways[branch->target[0]] != 1 || ways[branch->target[1]] != 1 || branch->target[0] == 0 ||
            branch->target[1] == 0)
            continue;
        mir_block *a = fn->blocks.data[branch->target[0]], *c = fn->blocks.data[branch->target[1]];
        cx->changed |= hoist(cx, from, a, c);
        cx->changed |=
            hoist_only_move(cx, fn, by_message, from, a, c) || hoist_only_move(cx, fn, by_message, from, c, a);
    }
    return CMC_OK;
}
