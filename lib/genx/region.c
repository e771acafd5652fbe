// SPDX-License-Identifier: MIT
// Turns lists of lane offsets into hardware regions. Rules: isa-semantics 5.1, numbers in the comments.

#include <cmc/genx_region.h>

#include <assert.h>

static bool is_stride(int32_t s, const uint8_t *legal, unsigned n) {
    for (unsigned i = 0; i < n; i++)
        if (s == legal[i])
            return true;
    return false;
}

// True if the lanes are rows of width w with element stride h and row stride v (in elements).
static bool fits(const int32_t *off_b, unsigned n, unsigned elt_b, unsigned w, isa_region *out) {
    static const uint8_t h_legal[] = {0, 1, 2, 4}, v_legal[] = {0, 1, 2, 4, 8, 16, 32};
    if (n % w)
        return false;
    int32_t e = (int32_t)elt_b;
    int32_t hb = w > 1 ? off_b[1] - off_b[0] : 0;
    int32_t vb = n > w ? off_b[w] - off_b[0] : (int32_t)w * hb;
    if (hb % e || vb % e || hb < 0 || vb < 0)
        return false;
    if (!is_stride(hb / e, h_legal, 4) || (n > w && !is_stride(vb / e, v_legal, 7)))
        return false;
    for (unsigned k = 0; k < n; k++)
        if (off_b[k] != off_b[0] + (int32_t)(k / w) * vb + (int32_t)(k % w) * hb)
            return false;
    if (n == w && !is_stride(vb / e, v_legal, 7)) // one row: rule 3 requires v = w * h, which must be encodable
        return false;
    *out = (isa_region){.v = (uint8_t)(vb / e), .w = (uint8_t)w, .h = (uint8_t)(hb / e)};
    return true;
}

// Rule 7: a row lies within one register.
static bool rows_stay(const isa_model *m, const int32_t *off_b, unsigned n, unsigned elt_b, unsigned w) {
    int32_t grf = m->grf_b;
    for (unsigned k = 0; k + w <= n; k += w)
        if (off_b[k] / grf != (off_b[k + w - 1] + (int32_t)elt_b - 1) / grf)
            return false;
    return true;
}

// Rule 8: the lanes lie in at most two registers, starting with the first lane's.
static bool two_grf(const isa_model *m, const int32_t *off_b, unsigned n, unsigned elt_b) {
    int32_t start = off_b[0] / m->grf_b * m->grf_b;
    for (unsigned k = 0; k < n; k++)
        if (off_b[k] < start || off_b[k] + (int32_t)elt_b > start + 2 * m->grf_b)
            return false;
    return true;
}

static bool is_pow2(unsigned n) {
    return n && !(n & (n - 1));
}

bool rgn_source(const isa_model *m, const int32_t *off_b, unsigned n, unsigned elt_b, isa_region *out) {
    assert(n >= 1 && "a region has lanes");
    static const uint8_t widths[] = {8, 16, 4, 2, 1};
    isa_region half;
    if (!is_pow2(n) || n > RGN_MAX_LANES || !two_grf(m, off_b, n, elt_b))
        return false;
    if (elt_b == 8 && !rgn_source(m, off_b, n, 4, &half)) // halves of 64-bit elements have twice the stride
        return false;
    bool same = true;
    for (unsigned k = 1; k < n; k++)
        same = same && off_b[k] == off_b[0];
    if (same) { // rules 4 and 5
        *out = (isa_region){0, 1, 0};
        return true;
    }
    for (unsigned i = 0; i < sizeof(widths); i++) {
        unsigned w = widths[i];
        if (w > n || !fits(off_b, n, elt_b, w, out))
            continue;
        if (w == 1 || rows_stay(m, off_b, n, elt_b, w)) {
            if (out->h == 0 && out->w > 1 && out->v == 0)
                *out = (isa_region){0, 1, 0};
            return true;
        }
    }
    return false;
}

bool rgn_dest(const isa_model *m, const int32_t *off_b, unsigned n, unsigned elt_b, uint8_t *hstride) {
    assert(n >= 1 && "a region has lanes");
    if (!is_pow2(n) || n > RGN_MAX_LANES || !two_grf(m, off_b, n, elt_b))
        return false;
    int32_t step = n > 1 ? off_b[1] - off_b[0] : (int32_t)elt_b;
    if (step % (int32_t)elt_b)
        return false;
    int32_t h = step / (int32_t)elt_b;
    if (h != 1 && h != 2 && h != 4)
        return false;
    if (h * (int32_t)elt_b > 16) // halves of 64-bit elements have twice the stride
        return false;
    for (unsigned k = 0; k < n; k++)
        if (off_b[k] != off_b[0] + (int32_t)k * step)
            return false;
    *hstride = (uint8_t)h;
    return true;
}

bool rgn_ternary(const isa_model *m, const int32_t *off_b, unsigned n, unsigned elt_b, isa_region *out) {
    assert(n >= 1 && "a region has lanes");
    if (!rgn_source(m, off_b, n, elt_b, out))
        return false;
    if (out->v == 0 && out->w == 1)
        return true;
    for (unsigned k = 0; k < n; k++) // rule 46: unit stride is the only stride that fits every source
        if (off_b[k] != off_b[0] + (int32_t)(k * elt_b))
            return false;
    return true;
}

// Halves of 64-bit elements have twice the stride.
static bool halves_fit(isa_region r, unsigned elt_b) {
    return elt_b < 8 || (r.v <= 16 && r.h <= 2);
}

bool rgn_indirect(const isa_model *m, const int32_t *off_b, unsigned n, unsigned elt_b, isa_region *out) {
    assert(n >= 1 && "a region has lanes");
    static const uint8_t widths[] = {1, 2, 4, 8, 16}; // width 1 first: its rows never cross a register
    int32_t span = off_b[n - 1] - off_b[0] + (int32_t)elt_b;
    if (!is_pow2(n) || n > RGN_MAX_LANES || span > m->grf_b + (int32_t)elt_b)
        return false;
    int32_t rel[RGN_MAX_LANES];
    for (unsigned k = 0; k < n; k++)
        rel[k] = off_b[k] - off_b[0];
    for (unsigned i = 0; i < sizeof(widths); i++)
        if (widths[i] <= n && fits(rel, n, elt_b, widths[i], out))
            return (widths[i] == 1 || out->v == 0) && halves_fit(*out, elt_b);
    return false;
}

void rgn_lanes(const genx_region *r, unsigned first, unsigned n, int32_t *off_b) {
    assert(r && !r->off_vector && first + n <= r->lanes && "one offset, and the region has these lanes");
    for (unsigned k = 0; k < n; k++)
        off_b[k] = (int32_t)genx_region_lane_b(r, first + k);
}

void rgn_contiguous(unsigned first, unsigned n, unsigned elt_b, int32_t *off_b) {
    for (unsigned k = 0; k < n; k++)
        off_b[k] = (int32_t)((first + k) * elt_b);
}

genx_region rgn_to_genx(isa_region hw, const int32_t *off_b, unsigned n, unsigned elt_b) {
    assert(n > 0 && elt_b > 0 && "a region has elements");
    genx_region r = {.vstride = hw.v,
                     .width = hw.w,
                     .stride = hw.h,
                     .off_const = true,
                     .off_b = (uint32_t)off_b[0],
                     .lanes = n,
                     .elt_b = elt_b};
    bool line = true; // a single row is equivalent and the usual form
    int32_t step = n > 1 ? off_b[1] - off_b[0] : 0;
    for (unsigned k = 0; k < n; k++)
        line = line && off_b[k] == off_b[0] + (int32_t)k * step;
    if (line) {
        r.width = n;
        r.stride = (uint32_t)step / elt_b;
        r.vstride = n * r.stride;
    }
    return r;
}
