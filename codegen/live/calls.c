// SPDX-License-Identifier: MIT
// How many registers are taken while subroutines run, seen from their calls.
//
//   kernel:  a, b alive over the first call of f; c over the second      f needs 20 registers at its busiest point
//   in f:    20 registers and, for the first call, those of a and b: what c takes is not added to them
//
// A curve of bytes by point counts in a subroutine only what that, or a subroutine that it calls, touches. At each call
// stands what is missing to the sum of the subroutine's worst point and of what passes it on this call. Callees come
// first, so calls in subroutines count in their own worst points.

#include "live.h"

#include <string.h>

// The most that the curve has in the blocks of a subroutine.
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
            n + 1) // to be heard, what found no place asks for more than there is
            need += c->full_b + (need + most < c->limit_b ? c->limit_b - need - most : 0);
        for (uint32_t k = 0; k < s->calls.len; k++) {
            uint32_t b = s->calls.data[k];
            int32_t n_extra = need + c->pass_b[b] - sum[live_last_point(live, b, fn->blocks.len)];
            extra[b] = n_extra > 0 ? n_extra : 0;
        }
    }
    return true;
}
