// SPDX-License-Identifier: MIT
// Register pressure inside subroutines, charged to their calls.
//
//   kernel:  a, b live across the first call of f; c across the second    f needs 20 registers at its busiest point
//   in f:    20 registers plus, for the first call, a and b; c is not added to them
//
// The curve of live bytes by point counts, in a subroutine, only variables that it or one of its callees touches. The
// sum of the subroutine's worst point and of the bytes that pass it on a call may exceed the curve at that call. The
// difference is added there. Callees are processed first, so calls in subroutines count in the worst points of these.

#include "live.h"

#include <assert.h>
#include <string.h>

// The maximum of the curve in the blocks of a subroutine.
static int32_t busiest(const mir_fn *fn, const live_info *live, const sub_info *s, const int32_t *sum,
                       const int32_t *extra) {
    int32_t most = 0;
    for (uint32_t k = 0; k < s->blocks.len; k++) {
        uint32_t b = s->blocks.data[k];
        int32_t end = live_last_point(live, b, fn->blocks.len);
        for (int32_t p = live->block_slot[b] * 2; p <= end; p++) {
            int32_t n = sum[p] + (p == end ? extra[b] : 0);
            most = n > most ? n : most;
        }
    }
    return most;
}

bool live_call_needs(cmc_arena *a, const mir_fn *fn, const live_info *live, const live_calls *c, const int32_t *delta,
                     int32_t *extra) {
    assert(a && delta && extra);
    int32_t *sum = live->subs->n ? CMC_NEW_N(a, int32_t, live->n_points + 1) : NULL;
    memset(extra, 0, fn->blocks.len * sizeof(*extra));
    if (!sum)
        return live->subs->n == 0;
    for (int32_t p = 0; p < live->n_points; p++)
        sum[p] = delta[p] + (p ? sum[p - 1] : 0);
    for (uint32_t n = 0; n < live->subs->n; n++) {
        const sub_info *s = &live->subs->of[n];
        int32_t need = busiest(fn, live, s, sum, extra), most = 0;
        need = need > c->limit_b ? c->limit_b : need;
        for (uint32_t k = 0; k < s->calls.len; k++)
            most = c->pass_b[s->calls.data[k]] > most ? c->pass_b[s->calls.data[k]] : most;
        if (live->subs->of_block[c->full_block] ==
            n + 1) // for the variable that did not fit, exceed the limit in any case
            need += c->full_b + (need + most < c->limit_b ? c->limit_b - need - most : 0);
        for (uint32_t k = 0; k < s->calls.len; k++) {
            uint32_t b = s->calls.data[k];
            int32_t n_extra = need + c->pass_b[b] - sum[live_last_point(live, b, fn->blocks.len)];
            extra[b] = n_extra > 0 ? n_extra : 0;
        }
    }
    return true;
}
