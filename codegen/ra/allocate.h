// SPDX-License-Identifier: MIT
// The allocator of one register file, shared by its placement in fixed orders (allocate.c) and by eviction (repack.c).

#ifndef CMC_CODEGEN_ALLOCATE_H
#define CMC_CODEGEN_ALLOCATE_H

#include "ra.h"

typedef CMC_VEC(uint32_t) id_list;
typedef CMC_VEC(const mir_inst *) reader_list;

// Time is cut into slices, and each row lists its variables by slice. A query for a short live range looks at few
// neighbours, however long the kernel is.
enum { POINTS_A_SLICE = 256 };

typedef struct alloc_interval { // of addresses, both inclusive
    int32_t first, last;
} alloc_interval;

// The places, `step` bytes apart and n_places in number, whose addresses lie in an interval; first > last: none.
static inline alloc_interval alloc_places_in(alloc_interval x, uint32_t step, uint32_t n_places) {
    int32_t s = (int32_t)step, first = x.first < 0 ? 0 : (x.first + s - 1) / s, last = x.last < 0 ? -1 : x.last / s;
    return (alloc_interval){first, last < (int32_t)n_places ? last : (int32_t)n_places - 1};
}

typedef struct allocator {
    cg_ctx *cx;
    mir_fn *fn;
    const live_info *live;
    ra_file file;
    id_list *rows; // variables in each row, by slice
    uint32_t n_rows, n_slices;
    uint32_t *stamp; // by variable: last query that looked at it
    uint32_t query;
    bool evict;            // variables may take the places of others
    int32_t **until;       // by variable, by rectangle: the last point of it and of those before it
    uint32_t cursor;       // where the round-robin search continues
    uint32_t small_cursor; // the same for variables smaller than a register
    uint32_t small_rows;   // which are placed in the first so many
    uint32_t *order;
    uint8_t *rank; // by variable: how often it did not fit
    uint32_t n_order;
    uint32_t failed;               // the variable that did not fit
    id_list bound;                 // variables with exclusive registers
    reader_list *readers;          // by variable: three-source instructions that read it
    bool spread;                   // avoid places where the sources of a reader collide in a bank
    const mir_inst **step_of;      // by variable: the instruction that computes it by adding to a sum
    const mir_inst *step;          // the instruction whose sum's place is being tried
    id_list *alive;                // by slice: the variables that live in it
    bool *is_placed;               // by variable; for alloc_find_near
    id_list near;                  // the result of alloc_find_near
    CMC_VEC(alloc_interval) taken; // the result of alloc_find_taken
} allocator;

// Bytes that the operands of v touch, from its start.
static inline uint32_t alloc_footprint(const allocator *al, const mir_var *v) {
    uint32_t extent = (uint32_t)al->live->vars[v->id].extent_b;
    return extent > v->size_b ? extent : v->size_b;
}
// Whether two rectangles share bytes at some point, r moved by r_off bytes and s by s_off.
static inline bool alloc_overlap(const live_rect *r, int32_t r_off, const live_rect *s, int32_t s_off) {
    return s->p1 >= r->p0 && s->p0 <= r->p1 && !(r->passes && s->passes) && s->lo + s_off < r->hi + r_off &&
           r->lo + r_off < s->hi + s_off;
}
// Finds the placed variables that live at some point at which the variable lives: al->near.
void alloc_find_near(allocator *al, uint32_t id);
// Finds the addresses at which a variable would meet a placed one: al->taken, apart from each other.
void alloc_find_taken(allocator *al, uint32_t id, uint32_t other);
// The first rectangle at or after 'from' that may live at point p or later, of 'len'. Those before it have ended.
uint32_t alloc_skip_ended(const int32_t *until, uint32_t len, uint32_t from, int32_t p);
// Whether rectangles of variable x, moved by x_off bytes, overlap rectangles of y moved by y_off.
bool alloc_meet(const allocator *al, uint32_t x, int32_t x_off, uint32_t y, int32_t y_off);
// Whether the variable may be placed there, apart from the other variables.
bool alloc_may_start(const allocator *al, const mir_var *v, uint32_t at);
// Whether the place has the sub-register of the variable that v must match, if that is placed.
bool alloc_sub_register_fits(const allocator *al, const mir_var *v, uint32_t at);
// Distance of the addresses at which a variable may be placed.
uint32_t alloc_step(const allocator *al, const mir_var *v);
// Places all variables anew, larger ones first. A variable that does not fit takes the place of others, which are
// placed again. False: some variable finds no place within the limits of the search; 'failed' is one.
bool alloc_repack(allocator *al);
// Sorts 'order' by the starts of live ranges.
void alloc_sort_by_start(allocator *al);
// After all variables of the file have places: moves results of messages apart from those before them (spread.c).
void alloc_spread(allocator *al);

#endif
