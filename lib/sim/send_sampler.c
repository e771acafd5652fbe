// SPDX-License-Identifier: MIT
// Sampler messages: ld and ld_lz (pixels at integer coordinates), sample, sample_lz and sample_l
// (coordinates through a sampler), resinfo (sizes).
//
// Images have one level of detail, so every sample is of level 0. Texels and weights follow the OpenCL C
// specification, section 8.2: nearest floor(u), linear between the centres around u - 0.5. Linear filters of integer
// formats take the nearest texel. Parameters are blocks of 32-bit lanes: sample_l has the level first, ld has it
// third.

#include "fpconv.h"
#include "pixel.h"
#include "send_priv.h"
#include "watch.h"

#include <math.h>

enum { SAMPLER_STATE_B = 16 };

// The texels that one coordinate selects. -1: the border.
typedef struct axis {
    int64_t i[2];
    double frac; // weight of the second; 0 = only the first
} axis;

static int64_t wrap(int64_t i, int64_t size, uint8_t mode) {
    switch (mode) {
    case SIM_ADDRESS_REPEAT:
        return i < 0 ? i + size : i >= size ? i - size : i;
    case SIM_ADDRESS_BORDER:
        return i < 0 || i >= size ? -1 : i;
    default: // a mirrored coordinate is inside, but its neighbour may be one outside
        return i < 0 ? 0 : i >= size ? size - 1 : i;
    }
}

static double in_texels(const sim_sampler *s, double u, int64_t size) {
    if (!(u == u))
        return 0;
    if (s->address == SIM_ADDRESS_REPEAT && s->normalized)
        u -= floor(u);
    if (s->address == SIM_ADDRESS_MIRROR && s->normalized)
        u = fabs(u - 2.0 * __builtin_roundeven(0.5 * u));
    if (s->normalized)
        u *= (double)size;
    return u < -1e9 ? -1e9 : u > 1e9 ? 1e9 : u;
}

static axis texels(const sim_sampler *s, double u, int64_t size, bool linear) {
    double x = in_texels(s, u, size);
    if (!linear) {
        int64_t i = wrap((int64_t)floor(x), size, s->address);
        return (axis){{i, i}, 0};
    }
    double low = floor(x - 0.5);
    int64_t i = (int64_t)low;
    return (axis){{wrap(i, size, s->address), wrap(i + 1, size, s->address)}, x - 0.5 - low};
}

// One sampler message.
typedef struct sample {
    const sim_surface *f;
    sim_sampler how;
    unsigned dims;   // coordinates that are filtered: 1 to 3
    bool array;      // one more coordinate names the layer
    unsigned coord0; // parameter number of the first coordinate
    unsigned n_params, block;
} sample;

static bool is_float_format(const sim_surface *f) {
    return (f->format & 255u) >= 2; // after unsigned and signed integers
}

static float float_param(const sim_msg *x, const sample *s, unsigned k, unsigned lane) {
    if (s->coord0 + k >= s->n_params)
        return 0;
    unsigned reg = x->m->header + (s->coord0 + k) * s->block;
    return sim_f32_from(sim_lane_param(x, reg, lane));
}

// Colour of one texel, as floats or unchanged for integer formats.
static bool texel(sim_msg *x, const sample *s, const int64_t at[3], unsigned lane, uint32_t out[4]) {
    static const uint8_t black[16];
    bool border = at[0] < 0 || at[1] < 0 || at[2] < 0;
    const uint8_t *p = border ? NULL : sim_image_at(s->f, at);
    if (p != NULL)
        sim_image_watch(x, SIM_ACCESS_READ, s->f, at, p, NULL, lane);
    if (sim_image_load(s->f, p != NULL ? p : black, out))
        return true;
    sim_fault(x->t, x->in, "image format 0x%x is not supported", s->f->format);
    return false;
}

static int64_t layer_of(float v, int64_t layers) {
    double r = __builtin_roundeven((double)v);
    return !(r > 0) ? 0 : r >= (double)layers ? layers - 1 : (int64_t)r;
}

static bool sample_lane(sim_msg *x, const sample *s, unsigned lane, uint32_t out[4]) {
    int64_t size[3];
    sim_image_size(s->f, size);
    axis a[3] = {{{0, 0}, 0}, {{0, 0}, 0}, {{0, 0}, 0}};
    bool linear = s->how.linear && is_float_format(s->f);
    for (unsigned k = 0; k < s->dims; k++)
        a[k] = texels(&s->how, (double)float_param(x, s, k, lane), size[k], linear);
    if (s->array)
        a[s->dims].i[0] = layer_of(float_param(x, s, s->dims, lane), size[s->dims]);
    if (!linear)
        return texel(x, s, (int64_t[]){a[0].i[0], a[1].i[0], a[2].i[0]}, lane, out);
    double sum[4] = {0};
    for (unsigned corner = 0; corner < 1u << s->dims; corner++) {
        double weight = 1;
        int64_t at[3];
        for (unsigned k = 0; k < 3; k++) {
            unsigned side = k < s->dims ? corner >> k & 1u : 0;
            at[k] = a[k].i[side];
            if (k < s->dims)
                weight *= side ? a[k].frac : 1 - a[k].frac;
        }
        uint32_t c[4];
        if (!texel(x, s, at, lane, c))
            return false;
        for (unsigned ch = 0; ch < 4 && weight != 0; ch++)
            sum[ch] += weight * (double)sim_f32_from(c[ch]);
    }
    for (unsigned ch = 0; ch < 4; ch++)
        out[ch] = sim_f32_bits((float)sum[ch]);
    return true;
}

static bool load_lane(sim_msg *x, const sample *s, unsigned lane, uint32_t out[4]) {
    int64_t at[3] = {0};
    for (unsigned k = 0; k < 3; k++) {
        unsigned param = k + (x->m->op == ISA_SAMPLER_LD && k == 2); // u, v, level, r
        if (param < s->n_params)
            at[k] = (int32_t)sim_lane_param(x, x->m->header + param * s->block, lane);
    }
    const uint8_t *p = sim_image_at(s->f, at);
    sim_image_watch(x, SIM_ACCESS_READ, s->f, at, p, NULL, lane);
    memset(out, 0, 4 * sizeof *out);
    if (p == NULL || sim_image_load(s->f, p, out))
        return true;
    sim_fault(x->t, x->in, "image format 0x%x is not supported", s->f->format);
    return false;
}

// Returns width, height, depth or layers, and levels.
static bool size_lane(sim_msg *x, const sample *s, unsigned lane, uint32_t out[4]) {
    (void)x, (void)lane;
    int64_t size[3];
    sim_image_size(s->f, size);
    for (unsigned k = 0; k < 3; k++)
        out[k] = (uint32_t)size[k];
    out[3] = 1;
    return true;
}

static uint16_t narrowed(const sample *s, uint8_t op, uint32_t v) {
    if (op == ISA_SAMPLER_RESINFO || !is_float_format(s->f))
        return (uint16_t)v;
    return sim_float_to_half(sim_f32_from(v), SIM_RNE);
}

// Results are written when all are known, because they may overwrite the coordinates. A header's channel mask (dword
// 2, bits 15:12) omits channels, a short result omits the last ones.
static void put_results(sim_msg *x, const sample *s, uint32_t mask, uint32_t c[][4]) {
    unsigned block = sim_regs_of(x, (unsigned)x->m->simd * x->m->reg_elt_b);
    unsigned off = x->m->header ? sim_u32_get(sim_payload(x, 0) + 8) >> 12 & 15u : 0;
    unsigned room = (x->m->rlen_grf == 31 ? 32u : x->m->rlen_grf) / block, k = 0;
    for (unsigned ch = 0; ch < 4 && k < room; ch++) {
        if (off >> ch & 1u)
            continue;
        uint8_t *reg = sim_response(x, k++ * block);
        for (uint32_t left = mask; left != 0; left &= left - 1) {
            unsigned lane = (unsigned)__builtin_ctz(left);
            uint16_t h = narrowed(s, x->m->op, c[lane][ch]);
            if (x->m->elt_b == 2)
                memcpy(reg + lane * 2u, &h, 2);
            else
                sim_u32_put(reg + lane * 4u, c[lane][ch]);
        }
    }
}

typedef bool (*lane_fn)(sim_msg *x, const sample *s, unsigned lane, uint32_t out[4]);

static lane_fn lane_of(const isa_msg *m) {
    switch (m->op) {
    case ISA_SAMPLER_LD:
    case ISA_SAMPLER_LD_LZ:
        return load_lane;
    case ISA_SAMPLER_SAMPLE:
    case ISA_SAMPLER_SAMPLE_L:
    case ISA_SAMPLER_SAMPLE_LZ:
        return sample_lane;
    case ISA_SAMPLER_RESINFO:
        return size_lane;
    default:
        return NULL;
    }
}

// The message's texel offsets must be zero: no OpenCL compiler sets them.
static bool plain_header(sim_msg *x) {
    if (!x->m->header || (sim_u32_get(sim_payload(x, 0) + 8) & 0xfffu) == 0)
        return true;
    sim_fault(x->t, x->in, "sampler message with texel offsets is not supported");
    return false;
}

static bool find_sampler(sim_msg *x, sample *s) {
    const sim_launch *l = x->t->worker->shared->l;
    uint32_t index = x->m->sampler; // a header has the address of the states
    if (x->m->header)
        index += sim_u32_get(sim_payload(x, 0) + 12) / SAMPLER_STATE_B;
    if (index >= l->n_samplers) {
        sim_fault(x->t, x->in, "sampler %u is used, but the kernel has %u", index, l->n_samplers);
        return false;
    }
    s->how = l->samplers[index];
    s->coord0 = x->m->op == ISA_SAMPLER_SAMPLE_L ? 1 : 0;
    return true;
}

static bool make_sample(sim_msg *x, sample *s) {
    s->f = sim_msg_image(x);
    if (s->f == NULL || !plain_header(x))
        return false;
    uint8_t kind = s->f->kind;
    s->array = kind == SIM_SURF_1D_ARRAY || kind == SIM_SURF_2D_ARRAY;
    s->dims = kind == SIM_SURF_3D ? 3 : kind == SIM_SURF_2D || kind == SIM_SURF_2D_ARRAY ? 2 : 1;
    s->block = sim_regs_of(x, x->m->simd * 4u);
    if (!sim_msg_sizes(x, (x->m->header + s->block) * x->grf_b, 0))
        return false;
    s->n_params = (unsigned)(x->m->mlen_grf + x->m->xlen_grf - x->m->header) / s->block;
    return lane_of(x->m) != sample_lane || find_sampler(x, s);
}

void sim_msg_sampler(sim_msg *x) {
    if (x->m->op == ISA_SAMPLER_FLUSH) {
        if (!x->s->no_return)
            memset(sim_response(x, 0), 0, x->grf_b);
        return;
    }
    lane_fn fn = lane_of(x->m);
    sample s = {0};
    if (fn == NULL) {
        sim_fault(x->t, x->in, "sampler message type %u is not supported", x->m->op);
        return;
    }
    if (!make_sample(x, &s) || x->s->no_return)
        return;
    uint32_t c[SIM_MAX_LANES][4];
    uint32_t mask = x->m->simd >= 32 ? x->mask : x->mask & ((1u << x->m->simd) - 1);
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        if (!fn(x, &s, lane, c[lane]))
            return;
    }
    put_results(x, &s, mask, c);
}
