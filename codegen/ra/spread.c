// SPDX-License-Identifier: MIT
// Spreading: results of messages move to registers that were not in use just before.
//
//   before (packed from the file's start)         after
//     send %a at r27 ...                            send %a at r27 ...
//     send null ... %a                              send null ... %a
//     send %b at r27 ...   (waits for the reads)    send %b at r29 ...
//     send null ... %b                              send null ... %b
//
// A file that is full somewhere is packed everywhere: each variable is at the first free place. Messages after one
// another would then wait for the last one's registers, each for a whole latency. So once all variables have places,
// those that messages write look for another one, in the order of their starts: the next one that is free after that of
// the one before. All others stay. Copies that fell away because both sides share a place keep it.

#include "allocate.h"

#include <assert.h>
#include <string.h>

enum { MOST_ROWS = 16 }; // larger results have few places to choose from

typedef struct spreader {
    allocator *al;
    bool *written, *stays; // by variable: by a message; not to be moved
    bool *taken;           // by place
} spreader;

static bool may_move(const spreader *s, const mir_var *v) {
    uint32_t rows = alloc_footprint(s->al, v) / s->al->file.row_b;
    return s->written[v->id] && !s->stays[v->id] && !v->fixed && !v->live_in && rows > 0 && rows <= MOST_ROWS;
}

// A move of which nothing is left: source and result are at one place.
static bool falls_away(const spreader *s, const mir_inst *i) {
    const isa_operand *d = &i->i.dst, *o = &i->i.src[0];
    if ((i->i.op != ISA_MOV && i->i.op != MIR_COPY) || !cg_is_var(d) || !cg_is_var(o))
        return false;
    const mir_var *v = s->al->fn->vars.data[d->reg], *w = s->al->fn->vars.data[o->reg];
    return (int32_t)v->alloc_b + d->off_b == (int32_t)w->alloc_b + o->off_b;
}

static void note_operand(spreader *s, const mir_inst *i, const isa_operand *o, bool dst, bool pinned) {
    if (o->file != ISA_FILE_VREG && o->file != ISA_FILE_VADDR)
        return;
    bool by_message = dst && cg_is_send(i);
    s->written[o->reg] |= by_message;
    s->stays[o->reg] |= pinned || o->indirect || o->file == ISA_FILE_VADDR || (dst && !by_message);
}

static void note_all(spreader *s) {
    const mir_fn *fn = s->al->fn;
    for (uint32_t b = 0; b < fn->blocks.len; b++)
        for (const mir_inst *i = fn->blocks.data[b]->first; i; i = i->next) {
            if (i->i.op == MIR_UNDEF)
                continue;
            bool pinned = falls_away(s, i);
            for (uint32_t k = 0; k < 3; k++)
                note_operand(s, i, &i->i.src[k], false, pinned);
            note_operand(s, i, &i->i.dst, true, pinned);
        }
    for (uint32_t v = 1; v < fn->vars.len; v++)
        if (fn->vars.data[v]->same_sub_as)
            s->stays[v] = s->stays[fn->vars.data[v]->same_sub_as] = true;
}

// Marks the places of v at which it would meet another variable.
static void mark_taken(spreader *s, const mir_var *v, uint32_t step, uint32_t n_places) {
    allocator *al = s->al;
    memset(s->taken, 0, n_places);
    alloc_find_near(al, v->id);
    for (uint32_t k = 0; k < al->near.len; k++) {
        alloc_find_taken(al, v->id, al->near.data[k]);
        for (uint32_t x = 0; x < al->taken.len; x++) {
            alloc_interval places = alloc_places_in(al->taken.data[x], step, n_places);
            for (int32_t at = places.first; at <= places.last; at++)
                s->taken[at] = true;
        }
    }
}

// The first free place at or after the cursor, around the file; its own if there is no other.
static uint32_t next_place(spreader *s, const mir_var *v, uint32_t cursor) {
    allocator *al = s->al;
    uint32_t step = alloc_step(al, v), n_places = (al->file.size_b - alloc_footprint(al, v)) / step + 1;
    mark_taken(s, v, step, n_places);
    uint32_t from = (cursor + step - 1) / step;
    for (uint32_t k = 0; k < n_places; k++) {
        uint32_t place = (from + k) % n_places;
        if (!s->taken[place] && alloc_may_start(al, v, place * step))
            return place * step;
    }
    return v->alloc_b;
}

void alloc_spread(allocator *al) {
    assert(al->file.kind == MIR_VAR_GRF);
    uint32_t n_vars = al->fn->vars.len + 1, cursor = 0;
    spreader s = {.al = al,
                  .written = CMC_NEW_N(al->cx->scratch, bool, n_vars),
                  .stays = CMC_NEW_N(al->cx->scratch, bool, n_vars),
                  .taken = CMC_NEW_N(al->cx->scratch, bool, al->file.size_b + 1)};
    al->is_placed = CMC_NEW_N(al->cx->scratch, bool, n_vars);
    if (!s.written || !s.stays || !s.taken || !al->is_placed) {
        al->cx->oom = true;
        return;
    }
    for (uint32_t k = 0; k < al->n_order; k++)
        al->is_placed[al->order[k]] = true;
    note_all(&s);
    alloc_sort_by_start(al);
    for (uint32_t k = 0; k < al->n_order && !al->cx->oom; k++) {
        mir_var *v = al->fn->vars.data[al->order[k]];
        if (!may_move(&s, v))
            continue;
        al->is_placed[v->id] = false;
        v->alloc_b = next_place(&s, v, cursor);
        al->is_placed[v->id] = true;
        cursor = v->alloc_b + alloc_footprint(al, v);
    }
}
