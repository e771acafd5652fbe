// SPDX-License-Identifier: MIT
// Images as ocloc's kernels read and write them: samplers against the formulas of the OpenCL C
// specification (8.2), formats against bytes made by hand, arrays and volumes; typed atomics and
// interlaced blocks in assembly.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness.h"
#include "ocl.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Numbers of ze_image_format_layout_t and ze_image_format_type_t.
enum { L_8 = 0, L_32 = 2, L_8888 = 4, L_1616 = 5, L_16161616 = 6, L_32323232 = 8 };
enum { F_UINT = 0, F_SINT, F_UNORM, F_SNORM, F_FLOAT };
#define FORMAT(l, t) ((l) << 8 | (t))

static const char *const devices[] = {"tgllp", "skl", "icllp", "dg2", NULL};
#define BUF(p)                                                                                                         \
    { OCL_BUFFER, p, sizeof p }

enum { W = 5, H = 4, POINTS = 64 };
static float pixels[H][W][4];

static void fill_pixels(void) {
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            for (int c = 0; c < 4; c++)
                pixels[y][x][c] = (float)(x * 10 + y * 100 + c) / 8.0f;
}

// One coordinate: the texels and the weight of the second (specification 8.2.1 to 8.2.3).
static void reference_axis(const sim_sampler *s, double u, int size, int out[2], double *frac) {
    double x = u;
    if (s->address == SIM_ADDRESS_REPEAT)
        x = (u - floor(u)) * size;
    else if (s->address == SIM_ADDRESS_MIRROR) {
        double m = fabs(u - 2.0 * rint(0.5 * u));
        x = m * size;
    } else if (s->normalized)
        x = u * size;
    out[0] = s->linear ? (int)floor(x - 0.5) : (int)floor(x);
    out[1] = out[0] + (s->linear ? 1 : 0);
    *frac = s->linear ? x - 0.5 - floor(x - 0.5) : 0;
    for (int k = 0; k < 2; k++) {
        if (s->address == SIM_ADDRESS_REPEAT)
            out[k] = (out[k] + size) % size;
        else if (s->address != SIM_ADDRESS_BORDER)
            out[k] = out[k] < 0 ? 0 : out[k] > size - 1 ? size - 1 : out[k];
    }
}

static void reference_sample(const sim_sampler *s, const float at[2], float out[4]) {
    int x[2], y[2];
    double fx, fy;
    reference_axis(s, (double)at[0], W, x, &fx);
    reference_axis(s, (double)at[1], H, y, &fy);
    for (int c = 0; c < 4; c++) {
        double sum = 0;
        for (int j = 0; j < 2; j++)
            for (int i = 0; i < 2; i++) {
                bool inside = x[i] >= 0 && x[i] < W && y[j] >= 0 && y[j] < H;
                double t = inside ? (double)pixels[y[j]][x[i]][c] : 0.0;
                sum += t * (i ? fx : 1 - fx) * (j ? fy : 1 - fy);
            }
        out[c] = (float)sum;
    }
}

static const char sample_source[] =
    "kernel void k(read_only image2d_t im, sampler_t s, global const float2 *c, global float4 *o)"
    "{ int i = get_global_id(0); o[i] = read_imagef(im, s, c[i]); }";

static void test_samplers(void **state) {
    (void)state;
    static const sim_sampler samplers[] = {
        {SIM_ADDRESS_CLAMP, false, false}, {SIM_ADDRESS_CLAMP, true, false},  {SIM_ADDRESS_BORDER, false, false},
        {SIM_ADDRESS_BORDER, true, true},  {SIM_ADDRESS_REPEAT, false, true}, {SIM_ADDRESS_REPEAT, true, true},
        {SIM_ADDRESS_MIRROR, false, true}, {SIM_ADDRESS_MIRROR, true, true},  {SIM_ADDRESS_CLAMP, true, true},
        {SIM_ADDRESS_NONE, false, true},
    };
    static float at[POINTS][2], out[POINTS][4];
    fill_pixels();
    sim_surface im = {.kind = SIM_SURF_2D,
                      .base = (uint8_t *)pixels,
                      .width_px = W,
                      .height = H,
                      .pitch_b = sizeof pixels[0],
                      .px_b = 16,
                      .format = FORMAT(L_32323232, F_FLOAT)};
    for (const char *const *dev = devices; *dev != NULL; dev++) {
        ocl_program p;
        ocl_build(*dev, sample_source, "", &p);
        for (unsigned m = 0; m < sizeof samplers / sizeof samplers[0]; m++) {
            sim_sampler s = samplers[m];
            for (int i = 0; i < POINTS; i++) { // from outside to outside, never on an edge
                float u = (float)(i * 7 % 64) / 64.0f * 3.0f - 0.987f;
                float v = (float)(i * 5 % 64) / 64.0f * 3.0f - 1.013f;
                at[i][0] = s.normalized ? u : u * (float)W;
                at[i][1] = s.normalized ? v : v * (float)H;
            }
            ocl_arg args[] = {{OCL_IMAGE, &im, sizeof im}, {OCL_SAMPLER, &s, sizeof s}, BUF(at), BUF(out)};
            ocl_run(&p, "k", (uint32_t[]){1, 1, 1}, (uint32_t[]){POINTS, 1, 1}, args, 4, 0, 1);
            for (int i = 0; i < POINTS; i++) {
                float want[4];
                reference_sample(&s, at[i], want);
                for (int c = 0; c < 4; c++)
                    if (!(fabsf(out[i][c] - want[c]) <= 1e-4f))
                        fail_msg("%s sampler %u at (%g, %g) channel %d: %g, expected %g", *dev, m, (double)at[i][0],
                                 (double)at[i][1], c, (double)out[i][c], (double)want[c]);
            }
        }
        ocl_free(&p);
    }
}

// A layer or slice z of 3 x 2 pixels holds z * 100 + y * 10 + x.
static uint32_t volume[4][2][3];

static void fill_volume(void) {
    for (uint32_t z = 0; z < 4; z++)
        for (uint32_t y = 0; y < 2; y++)
            for (uint32_t x = 0; x < 3; x++)
                volume[z][y][x] = z * 100 + y * 10 + x;
}

static const char volume_source[] =
    "constant sampler_t S = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;\n"
    "kernel void v(read_only image3d_t i, read_only image2d_array_t a, read_only image1d_array_t l,"
    " read_only image1d_t p, global uint *o, write_only image2d_array_t w, write_only image3d_t t,"
    " write_only image1d_array_t r)\n"
    "{ int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);\n"
    "  global uint *q = o + ((z * 2 + y) * 3 + x) * 5;\n"
    "  q[0] = read_imageui(i, S, (int4)(x, y, z, 0)).x; q[1] = read_imageui(a, (int4)(x, y, z, "
    "0)).x;\n"
    "  q[2] = read_imageui(l, S, (float2)(x + 0.5f, z + 0.25f)).x; q[3] = read_imageui(p, x).x;\n"
    "  q[4] = get_image_depth(i) + get_image_array_size(a) * 10;\n"
    "  write_imageui(w, (int4)(x, y, z, 0), (uint4)(q[0] + 1));\n"
    "  write_imageui(t, (int4)(x, y, z, 0), (uint4)(q[0] + 2));\n"
    "  if (y == 0) write_imageui(r, (int2)(x, z), (uint4)(q[0] + 3)); }";

static void test_volumes(void **state) {
    (void)state;
    static uint32_t out[24][5], w[4][2][3], t[4][2][3], r[4][2][3];
    fill_volume();
    sim_surface v = {.kind = SIM_SURF_3D,
                     .base = (uint8_t *)volume,
                     .width_px = 3,
                     .height = 2,
                     .pitch_b = 12,
                     .px_b = 4,
                     .format = FORMAT(L_32, F_UINT),
                     .depth = 4,
                     .slice_pitch_b = 24};
    sim_surface a = v, l = v, p = v, wa = v, t3 = v, r1 = v;
    a.kind = wa.kind = SIM_SURF_2D_ARRAY;
    l.kind = r1.kind = SIM_SURF_1D_ARRAY; // row 0 of each slice
    p.kind = SIM_SURF_1D;
    wa.base = (uint8_t *)w, t3.base = (uint8_t *)t, r1.base = (uint8_t *)r;
    for (const char *const *dev = devices; *dev != NULL; dev++) {
        memset(w, 0, sizeof w), memset(t, 0, sizeof t), memset(r, 0, sizeof r);
        ocl_program prog;
        ocl_build(*dev, volume_source, "", &prog);
        ocl_arg args[] = {{OCL_IMAGE, &v, 0}, {OCL_IMAGE, &a, 0},  {OCL_IMAGE, &l, 0},  {OCL_IMAGE, &p, 0},
                          BUF(out),           {OCL_IMAGE, &wa, 0}, {OCL_IMAGE, &t3, 0}, {OCL_IMAGE, &r1, 0}};
        ocl_run(&prog, "v", (uint32_t[]){1, 1, 1}, (uint32_t[]){3, 2, 4}, args, 8, 0, 1);
        for (uint32_t i = 0; i < 24; i++) {
            uint32_t x = i % 3, y = i / 3 % 2, z = i / 6, own = z * 100 + y * 10 + x;
            assert_int_equal(out[i][0], own);
            assert_int_equal(out[i][1], own);
            assert_int_equal(out[i][2], z * 100 + x);
            assert_int_equal(out[i][3], x);
            assert_int_equal(out[i][4], 44);
            assert_int_equal(w[z][y][x], own + 1);
            assert_int_equal(t[z][y][x], own + 2);
            assert_int_equal(r[z][y][x], y == 0 ? own + 3 : 0);
        }
        ocl_free(&prog);
    }
}

// Formats: memory of one pixel, its channels as floats or integers.
typedef struct format_row {
    uint32_t format;
    uint16_t swizzle;
    unsigned px_b;
    uint8_t bytes[16];
    bool is_float;
    float f[4];
    int32_t i[4];
} format_row;

static const format_row formats[] = {
    {FORMAT(L_8888, F_UNORM), 0, 4, {0, 255, 51, 102}, true, {0, 1, 0.2f, 0.4f}, {0}},
    {FORMAT(L_8888, F_UNORM), 0x4123, 4, {0, 255, 51, 102}, true, {0.2f, 1, 0, 0.4f}, {0}},
    {FORMAT(L_8888, F_SNORM), 0, 4, {0x81, 127, 0, 0x7f}, true, {-1, 1, 0, 1}, {0}},
    {FORMAT(L_8, F_UNORM), 0, 1, {255}, true, {1, 0, 0, 1}, {0}},
    {FORMAT(L_1616, F_UNORM), 0, 4, {0xff, 0xff, 0x33, 0x33}, true, {1, 0.2f, 0, 1}, {0}},
    {FORMAT(L_16161616, F_FLOAT), 0, 8, {0, 0x3c, 0, 0xc0, 0xff, 0x7b, 1, 0}, true, {1, -2, 65504, 0x1p-24f}, {0}},
    {FORMAT(L_32, F_FLOAT), 0, 4, {0, 0, 0x80, 0xbf}, true, {-1, 0, 0, 1}, {0}},
    {FORMAT(L_8888, F_UINT), 0, 4, {1, 2, 254, 255}, false, {0}, {1, 2, 254, 255}},
    {FORMAT(L_8888, F_SINT), 0, 4, {1, 2, 254, 255}, false, {0}, {1, 2, -2, -1}},
    {FORMAT(L_1616, F_SINT), 0, 4, {0, 0x80, 0xff, 0x7f}, false, {0}, {-32768, 32767, 0, 1}},
    {FORMAT(L_32, F_UINT), 0, 4, {4, 3, 2, 1}, false, {0}, {0x01020304, 0, 0, 1}},
};

static const char format_source[] =
    "kernel void f(read_only image2d_t a, write_only image2d_t b, global float4 *o)"
    "{ float4 v = read_imagef(a, (int2)(0, 0)); o[0] = v; write_imagef(b, (int2)(1, 0), v); }\n"
    "kernel void i(read_only image2d_t a, write_only image2d_t b, global int4 *o)"
    "{ int4 v = read_imagei(a, (int2)(0, 0)); o[0] = v; write_imagei(b, (int2)(1, 0), v); }";

static void test_formats(void **state) {
    (void)state;
    for (const char *const *dev = devices; *dev != NULL; dev++) {
        ocl_program p;
        ocl_build(*dev, format_source, "", &p);
        for (unsigned k = 0; k < sizeof formats / sizeof formats[0]; k++) {
            const format_row *row = &formats[k];
            uint8_t source[32] = {0}, target[32] = {0};
            static float out_f[4];
            static int32_t out_i[4];
            memcpy(source, row->bytes, row->px_b);
            sim_surface a = {.kind = SIM_SURF_2D,
                             .base = source,
                             .width_px = 1,
                             .height = 1,
                             .pitch_b = 16,
                             .px_b = row->px_b,
                             .format = row->format,
                             .swizzle = row->swizzle};
            sim_surface b = a;
            b.base = target, b.width_px = 2;
            ocl_arg args[] = {{OCL_IMAGE, &a, 0}, {OCL_IMAGE, &b, 0}, BUF(out_f)};
            if (!row->is_float)
                args[2] = (ocl_arg)BUF(out_i);
            ocl_run(&p, row->is_float ? "f" : "i", (uint32_t[]){1, 1, 1}, (uint32_t[]){1, 1, 1}, args, 3, 0, 1);
            for (int c = 0; c < 4; c++) {
                if (row->is_float)
                    assert_true(fabsf(out_f[c] - row->f[c]) < 1e-6f);
                else
                    assert_int_equal(out_i[c], row->i[c]);
            }
            assert_memory_equal(target + row->px_b, row->bytes, row->px_b);
        }
        ocl_free(&p);
    }
}

// Assembly

static uint32_t image[8][8], result[64];

static void run_asm(const char *target, const char *text) {
    const sim_surface surfaces[3] = {
        {0},
        {.kind = SIM_SURF_2D,
         .base = (uint8_t *)image,
         .width_px = 8,
         .height = 8,
         .pitch_b = 32,
         .px_b = 4,
         .format = FORMAT(L_32, F_UINT)},
        {.kind = SIM_SURF_BUFFER, .base = (uint8_t *)result, .size_b = sizeof result},
    };
    sim_kernel_run k = {.target = target, .text = text, .surfaces = surfaces, .n_surfaces = 3};
    char msg[512];
    for (unsigned i = 0; i < 64; i++)
        image[i / 8][i % 8] = i;
    memset(result, 0, sizeof result);
    cmc_status s = run_kernel(&k, msg, sizeof msg, NULL);
    if (s != CMC_OK)
        print_error("%s\n", msg);
    assert_int_equal(s, CMC_OK);
}

#define EOT                                                                                                            \
    "(W) mov (8|M0) r127.0<1>:ud r0.0<1;1,0>:ud\n"                                                                     \
    "(W) send.ts (8|M0) null r127 null 0x0 0x02000010 {EOT}\n"
#define EOT_GTWY                                                                                                       \
    "(W) mov (8|M0) r127.0<1>:ud r0.0<1;1,0>:ud\n"                                                                     \
    "(W) send.gtwy (8|M0) null r127 null:0 0x0 0x02000010 {EOT}\n"
#define COORDS /* u = lane, v = 2 */                                                                                   \
    "(W) mov (8|M0) r5.0<1>:uw 0x76543210:uv\n"                                                                        \
    "mov (8|M0) r6.0<1>:ud r5.0<1;1,0>:uw\n"                                                                           \
    "mov (8|M0) r7.0<1>:ud 2:ud\n"                                                                                     \
    "add (8|M0) r8.0<1>:ud r6.0<1;1,0>:ud 100:ud\n"                                                                    \
    "shl (8|M0) r9.0<1>:ud r6.0<1;1,0>:ud 2:ud\n"

static void check_added(void) {
    for (unsigned x = 0; x < 8; x++) {
        assert_int_equal(result[x], 16 + x);
        assert_int_equal(image[2][x], 16 + x + 100 + x);
        assert_int_equal(image[3][x], 24 + x);
    }
}

static void test_typed_atomic(void **state) {
    (void)state;
    // HDC: U in src0, V and the operand in src1; add, with the old value.
    run_asm("tgl", COORDS "send.dc1 (8|M0) r10 r6 r7 0x80 0x0211A701\n"
                          "send.dc0 (8|M0) null r9 r10 0x40 0x02030802\n" EOT);
    check_added();
    // LSC: U and V in src0.
    run_asm("dg2", COORDS "send.tgm (8|M0) r10 r6 r8:1 0x01000000 0x6410050C\n"
                          "send.dc0 (8|M0) null r9 r10:1 0x0 0x02030802\n" EOT_GTWY);
    check_added();
}

static void test_interlaced(void **state) {
    (void)state;
    // 16 bytes of 4 rows at row 1 of the bottom field: rows 3, 5, 7 and 7 again.
    run_asm("tgl", "(W) mov (8|M0) r120.0<1>:ud 0:ud\n"
                   "(W) mov (1|M0) r120.1<1>:ud 1:ud\n"
                   "(W) mov (1|M0) r120.2<1>:ud 0x3000F:ud\n"
                   "(W) send.dc1 (8|M0) r10 r120 null 0x0 0x02290701\n"
                   "(W) mov (8|M0) r121.0<1>:ud 0:ud\n"
                   "(W) send.dc0 (8|M0) null r121 r10 0x80 0x020A0302\n" EOT);
    static const unsigned rows[4] = {3, 5, 7, 7};
    for (unsigned i = 0; i < 16; i++)
        assert_int_equal(result[i], rows[i / 4] * 8 + i % 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_samplers),     cmocka_unit_test(test_volumes),    cmocka_unit_test(test_formats),
        cmocka_unit_test(test_typed_atomic), cmocka_unit_test(test_interlaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
