// SPDX-License-Identifier: MIT
// step_headers: make a header from that of an earlier message by writing what differs.
//
//   before                                             after
//     mov (8|M0) %h<1>:ud %r0<1;1,0>:ud                  mov (8|M0) %h<1>:ud %r0<1;1,0>:ud
//     mov (1|M0) %h<1>:ud %x<0;1,0>:ud                   mov (1|M0) %h<1>:ud %x<0;1,0>:ud
//     mov (1|M0) %h+4<1>:ud 0x0:ud                       mov (1|M0) %h+4<1>:ud 0x0:ud
//     mov (1|M0) %h+8<1>:ud 0x1F:ud                      mov (1|M0) %h+8<1>:ud 0x1F:ud
//     send %a %h                                         send %a %h
//     mov (8|M0) %g<1>:ud %r0<1;1,0>:ud                  mov (1|M0) %h+4<1>:ud 0x1:ud
//     mov (1|M0) %g<1>:ud %x<0;1,0>:ud                   send %b %h
//     mov (1|M0) %g+4<1>:ud 0x1:ud
//     mov (1|M0) %g+8<1>:ud 0x1F:ud
//     send %b %g
//
// Why: the blocks of a tile differ in one coordinate, and each header took an instruction for every field.
// How: a forward walk through each block remembers which instruction wrote each byte of the latest header. The next one
// takes its register if at least two of its writes repeat what is there. The new fields are then written once the
// earlier message has read its header. Instructions may read fields of a header too, because coalescing computes a
// coordinate in its place; they read the register of the earlier one then, which must not be needed any more. Two reads
// alone keep their headers, and so do two messages in a loop: the wait of the second one would cost more than the
// fields. Does not handle: headers of two messages, written in another block, or written before the earlier message.

#include "codegen_priv.h"

#include <string.h>

enum { MAX_BYTES = 64, MAX_WRITES = 12, FAR_BACK = 48, WORTH_IT = 2, MANY = 2 };

typedef struct uses {
    uint32_t reads, sends, writes;
    uint32_t home, last; // the block + 1, the position of the last read
    bool spread;         // in several blocks
    bool excluded;       // its place matters, its address is taken, or it is more than a header
} uses;

typedef struct headers {
    cg_ctx *cx;
    mir_fn *fn;
    uses *uses;
    uint32_t now;                      // variable of the latest header; 0 = none
    uint32_t pos, last;                // the position in the walk, that of the last read of this register
    const mir_inst *sent;              // its message
    const mir_inst *writer[MAX_BYTES]; // of each of its bytes; NULL = unknown
    uint32_t *takers;                  // by variable: messages that could take its register after it
    bool apply;                        // else takers are counted
    bool in_loop;
} headers;

// Facts

static void count_here(headers *h, uint32_t var, uint32_t block) {
    uses *u = &h->uses[var];
    u->spread |= u->home && u->home != block + 1;
    u->home = block + 1;
}

static void count(headers *h, const mir_inst *i, uint32_t block) {
    if (i->i.op != MIR_UNDEF && i->i.dst.file == ISA_FILE_VREG) {
        h->uses[i->i.dst.reg].writes++;
        count_here(h, i->i.dst.reg, block);
    }
    for (uint32_t k = 0; k < 3; k++) {
        const isa_operand *s = &i->i.src[k];
        if (s->file == ISA_FILE_VREG) {
            h->uses[s->reg].reads++;
            h->uses[s->reg].sends += cg_is_send(i);
            h->uses[s->reg].last = h->pos;
            h->uses[s->reg].excluded |= s->indirect;
            count_here(h, s->reg, block);
        } else if (s->file == ISA_FILE_VADDR) {
            h->uses[s->reg].excluded = true;
        }
    }
}

static void collect(headers *h) {
    mir_fn *fn = h->fn;
    for (uint32_t v = 1; v < fn->vars.len; v++) {
        const mir_var *x = fn->vars.data[v];
        h->uses[v].excluded |= x->kind != MIR_VAR_GRF || x->live_in || x->fixed || x->bound || x->no_spill ||
                               x->even_grf || x->same_sub_as || x->size_b > fn->model->grf_b || x->size_b > MAX_BYTES;
        if (x->same_sub_as)
            h->uses[x->same_sub_as].excluded = true;
    }
    for (uint32_t b = 0; b < fn->blocks.len; b++)
        for (const mir_inst *i = fn->blocks.data[b]->first; i; i = i->next)
            h->pos++, count(h, i, b);
    h->pos = 0;
}

// A message whose header no other message reads.
static bool has_header(const headers *h, const mir_inst *i) {
    const isa_operand *s = &i->i.src[0];
    return cg_is_hw(i) && cg_is_send(i) && !i->i.eot && cg_is_var(s) && s->off_b == 0 && !h->uses[s->reg].excluded &&
           h->uses[s->reg].sends == 1 && (h->uses[s->reg].reads == 1 || !h->uses[s->reg].spread);
}

// A write that could be left out: packed integers from a variable or a number.
static bool is_field(const mir_inst *i) {
    const isa_operand *s = &i->i.src[0];
    return cg_is_hw(i) && i->i.op == ISA_MOV && cg_is_raw_mov(&i->i) && i->i.no_mask && !i->i.pred && !i->symbol &&
           !i->i.acc_wr_en && (cg_is_imm(s) || (cg_is_var(s) && !s->indirect)) && i->i.dst.rgn.h == 1;
}

// One header

typedef struct header {
    mir_inst *write[MAX_WRITES]; // in order
    bool kept[MAX_WRITES];
    uint32_t n;
    mir_inst *undef;
    bool is_read; // by instructions other than the message
} header;

// The writes of the header that send reads, back to the earlier message; false if they are not all there.
static bool find_writes(const headers *h, const mir_inst *send, header *out) {
    uint32_t var = send->i.src[0].reg, steps = 0;
    *out = (header){.is_read = h->uses[var].reads > 1};
    for (mir_inst *i = send->prev; i && i != h->sent && steps < FAR_BACK; i = i->prev, steps++) {
        if (i->i.dst.file != ISA_FILE_VREG || i->i.dst.reg != var || i->i.dst.indirect)
            continue;
        if (i->i.op == MIR_UNDEF) {
            out->undef = i;
            continue;
        }
        if (!cg_is_hw(i) || cg_is_send(i) || i->i.pred || !i->i.no_mask || out->n == MAX_WRITES)
            return false;
        memmove(out->write + 1, out->write, out->n * sizeof(*out->write));
        out->write[0] = i;
        out->n++;
    }
    return out->n != 0 && out->n == h->uses[var].writes;
}

static void extent(const mir_inst *i, int32_t *lo, int32_t *hi) {
    cg_extent(&i->i.dst, i->i.exec_size, true, lo, hi);
}

// Whether the bytes of write k are in the register already; those that a later write replaces only count if an
// instruction may read them before.
static bool is_there(const headers *h, const header *x, uint32_t k) {
    int32_t lo, hi, a, b;
    extent(x->write[k], &lo, &hi);
    if (!is_field(x->write[k]))
        return false;
    for (int32_t at = lo; at < hi; at++) {
        bool replaced = false;
        for (uint32_t j = k + 1; j < x->n && !replaced && !x->is_read; j++) {
            extent(x->write[j], &a, &b);
            replaced = x->write[j]->i.dst.rgn.h == 1 && a <= at && at < b;
        }
        const mir_inst *w = replaced ? NULL : h->writer[at];
        if (!replaced && (!w || w->i.dst.off_b != x->write[k]->i.dst.off_b || !cg_same_value(&w->i, &x->write[k]->i)))
            return false;
    }
    return true;
}

// Decides which writes stay: those of new values, and those over a write that stays.
static uint32_t choose(const headers *h, header *x) {
    uint32_t dropped = 0;
    for (uint32_t k = 0; k < x->n; k++) {
        int32_t lo, hi, a, b;
        x->kept[k] = !is_there(h, x, k);
        extent(x->write[k], &lo, &hi);
        for (uint32_t j = 0; j < k; j++) {
            extent(x->write[j], &a, &b);
            x->kept[k] |= x->kept[j] && a < hi && lo < b;
        }
        dropped += !x->kept[k];
    }
    return dropped;
}

// Whether the source of a write still has its value at the message.
static bool is_current(const mir_inst *i, const mir_inst *send) {
    const isa_operand *s = &i->i.src[0];
    for (const mir_inst *j = i->next; cg_is_var(s) && j && j != send; j = j->next)
        if (j->i.dst.indirect || (j->i.dst.file == ISA_FILE_VREG && j->i.dst.reg == s->reg))
            return false;
    return true;
}

static void note(headers *h, const mir_inst *i, const mir_inst *send) {
    int32_t lo, hi;
    bool known = is_field(i) && is_current(i, send);
    extent(i, &lo, &hi);
    for (int32_t at = lo; at < hi && at < MAX_BYTES; at++)
        h->writer[at] = known ? i : NULL;
}

// Whether a field of the register is still read when the new header is written or later.
static bool is_needed(const headers *h, const mir_inst *send, const header *x) {
    if (h->last >= h->pos)
        return true;
    for (const mir_inst *i = x->write[0]; i != send; i = i->next)
        for (uint32_t k = 0; k < 3; k++)
            if (i->i.src[k].file == ISA_FILE_VREG && i->i.src[k].reg == h->now)
                return true;
    return false;
}

// From the first write of the header on.
static void rename_reads(headers *h, mir_inst *from, uint32_t var) {
    uint32_t left = h->uses[var].reads;
    for (mir_inst *i = from; i && left; i = i->next)
        for (uint32_t k = 0; k < 3; k++)
            if (i->i.src[k].file == ISA_FILE_VREG && i->i.src[k].reg == var) {
                i->i.src[k].reg = h->now;
                left--;
            }
}

static void extend(headers *h, uint32_t var) {
    h->last = h->uses[var].last > h->last ? h->uses[var].last : h->last;
}

static void count_taker(headers *h, const mir_inst *send, const header *x) {
    h->takers[h->now]++;
    extend(h, send->i.src[0].reg);
    for (uint32_t k = 0; k < x->n; k++)
        if (x->kept[k])
            note(h, x->write[k], send);
    h->sent = send;
}

static void take_register(headers *h, mir_block *b, mir_inst *send, header *x) {
    extend(h, send->i.src[0].reg);
    rename_reads(h, x->write[0], send->i.src[0].reg);
    for (uint32_t k = 0; k < x->n; k++)
        if (x->kept[k]) {
            x->write[k]->i.dst.reg = h->now;
            note(h, x->write[k], send);
        } else {
            mir_inst_remove(b, x->write[k]);
        }
    if (x->undef)
        mir_inst_remove(b, x->undef);
    h->sent = send;
    h->cx->changed = true;
}

static void on_message(headers *h, mir_block *b, mir_inst *send) {
    header x;
    uint32_t var = send->i.src[0].reg;
    const mir_var *own = h->fn->vars.data[var], *now = h->now ? h->fn->vars.data[h->now] : NULL;
    if (!find_writes(h, send, &x))
        return;
    if (now && now->align_b >= own->align_b && now->size_b == own->size_b && !is_needed(h, send, &x) &&
        choose(h, &x) >= WORTH_IT) {
        if (!h->apply) {
            count_taker(h, send, &x);
            return;
        }
        bool cheap = !h->in_loop && cg_is_null(&send->i.dst);
        if (cheap || h->takers[h->now] >= MANY) {
            take_register(h, b, send, &x);
            return;
        }
    }
    memset(h->writer, 0, sizeof h->writer);
    h->now = var;
    h->last = h->uses[var].last == h->pos ? 0 : h->uses[var].last; // the message itself has read it
    h->sent = send;
    for (uint32_t k = 0; k < x.n; k++)
        note(h, x.write[k], send);
}

// Walk

static void on_access(void *user, const isa_access *a) {
    headers *h = user;
    if (!a->write || a->file == ISA_FILE_ARF)
        return;
    for (uint32_t k = 0; k < MAX_BYTES; k++) {
        const isa_operand *s = h->writer[k] ? &h->writer[k]->i.src[0] : NULL;
        if (s && cg_is_var(s) && (a->file != ISA_FILE_VREG || a->who == ISA_WHO_INDIRECT || a->reg == s->reg))
            h->writer[k] = NULL;
    }
}

static void run_block(headers *h, mir_block *b, bool apply) {
    h->apply = apply;
    h->now = 0;
    h->sent = NULL;
    memset(h->writer, 0, sizeof h->writer);
    for (mir_inst *i = b->first, *next; i; i = next) {
        next = i->next;
        h->pos++;
        if (has_header(h, i))
            on_message(h, b, i);
        cg_effects(h->fn, i, false, on_access, h);
    }
}

cmc_status cg_pass_step_headers(cg_ctx *cx, mir_fn *fn) {
    headers h = {.cx = cx, .fn = fn};
    uint32_t n = fn->blocks.len;
    const cmc_graph *g = cg_flow_graph(cx, fn);
    h.uses = CMC_NEW_N(cx->scratch, uses, fn->vars.len);
    h.takers = CMC_NEW_N(cx->scratch, uint32_t, fn->vars.len);
    if (!g || !h.uses || !h.takers)
        return CMC_ERR_OOM;
    collect(&h);
    for (uint32_t b = 0; b < n; b++) {
        h.in_loop = cmc_graph_loop_header(g, b) < n;
        uint32_t pos = h.pos;
        run_block(&h, fn->blocks.data[b], false);
        h.pos = pos;
        run_block(&h, fn->blocks.data[b], true);
    }
    return CMC_OK;
}
