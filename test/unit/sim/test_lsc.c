// SPDX-License-Identifier: MIT
// Messages of the load/store cache on dg2, pvc and lnl, with descriptors built by hand from
// messages.md section 4. Eight lanes on 32-byte registers, sixteen on 64-byte ones, so that
// payloads count the same registers.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <cmc/isa.h>
#include <cmc/sim.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Alignas(4096) uint8_t in[4096], out[4096];
static const char *target;
static unsigned lanes;

static uint32_t u32(const uint8_t *p, size_t i) {
    uint32_t v;
    memcpy(&v, p + 4 * i, 4);
    return v;
}
static void set_u32(uint8_t *p, size_t i, uint32_t v) {
    memcpy(p + 4 * i, &v, 4);
}
static uint16_t u16(const uint8_t *p, size_t i) {
    uint16_t v;
    memcpy(&v, p + 2 * i, 2);
    return v;
}

static void fill(void) {
    for (unsigned i = 0; i < sizeof in; i++) {
        in[i] = (uint8_t)(i * 11 + i / 256);
        out[i] = 0xee;
    }
}

// Addresses: r6 = lane * step (dwords), r10 = in + that, r14 = out + that, one quadword a lane.
static void prologue(cmc_str *s, unsigned step) {
    uint64_t a = (uint64_t)(uintptr_t)in, b = (uint64_t)(uintptr_t)out;
    cmc_str_printf(s,
                   "(W) mov (8|M0) r5.0<1>:uw 0x76543210:uv\n"
                   "(W) add (8|M0) r5.8<1>:uw r5.0<8;8,1>:uw 8:uw\n"
                   "(W) mul (%u|M0) r6.0<1>:ud r5.0<1;1,0>:uw %u:uw\n",
                   lanes, step);
    for (unsigned k = 0; k < 2; k++)
        cmc_str_printf(s,
                       "(W) add (%u|M0) r%u.0<2>:ud r6.0<1;1,0>:ud 0x%x:ud\n"
                       "(W) mov (%u|M0) r%u.1<2>:ud 0x%x:ud\n",
                       lanes, 10 + 4 * k, (unsigned)(k ? b : a), lanes, 10 + 4 * k, (unsigned)((k ? b : a) >> 32));
}

static cmc_status launch(const char *text, char *msg, size_t cap) {
    static const sim_surface table[3] = {{0},
                                         {.kind = SIM_SURF_BUFFER, .base = in, .size_b = 2048},
                                         {.kind = SIM_SURF_BUFFER, .base = out, .size_b = 2048}};
    const isa_model *m = isa_model_find(target);
    cmc_diag *d = cmc_diag_create();
    cmc_str bytes = CMC_STR_INIT;
    sim_code *code = NULL;
    sim_memory *mem = sim_memory_create();
    assert_true(sim_memory_add(mem, in, sizeof in));
    assert_true(sim_memory_add(mem, out, sizeof out));
    cmc_status s = isa_assemble(m, text, strlen(text), false, &bytes, d);
    if (s == CMC_OK)
        s = sim_code_create(m, (const uint8_t *)bytes.data, bytes.len, &code, d);
    sim_launch l = {.code = code,
                    .mem = mem,
                    .surfaces = table,
                    .n_surfaces = 3,
                    .bindless = table,
                    .n_bindless = 3,
                    .groups = {1, 1, 1},
                    .local = {1, 1, 1},
                    .simd = 1,
                    .slm_b = 1024,
                    .max_instructions = 1000,
                    .n_workers = 1};
    if (s == CMC_OK)
        s = sim_run(&l, NULL, d);
    snprintf(msg, cap, "%s", cmc_diag_count(d) ? cmc_diag_get(d, 0)->text : "");
    sim_code_destroy(code);
    sim_memory_destroy(mem);
    cmc_str_free(&bytes);
    cmc_diag_destroy(d);
    return s;
}

// Lines of body with "#" for the number of lanes.
static cmc_status try_body(unsigned step, const char *body, char *msg, size_t cap) {
    cmc_str s = CMC_STR_INIT;
    prologue(&s, step);
    for (const char *p = body; *p != 0; p++)
        if (*p == '#')
            cmc_str_printf(&s, "%u", lanes);
        else
            cmc_str_printf(&s, "%c", *p);
    cmc_str_append(&s, "(W) mov (8|M0) r127.0<1>:ud r0.0<1;1,0>:ud\n"
                       "(W) send.gtwy (1|M0) null r127 null:0 0x0 0x02000010 {EOT}\n");
    cmc_status st = launch(s.data, msg, cap);
    cmc_str_free(&s);
    return st;
}

static void run(unsigned step, const char *body) {
    char msg[512];
    if (try_body(step, body, msg, sizeof msg) != CMC_OK)
        fail_msg("%s: %s\n%s", target, msg, body);
}

static void on(const char *name) {
    target = name;
    lanes = isa_model_find(name)->grf_b / 4u;
    fill();
}
#define EACH(...) for (const char *names[] = {__VA_ARGS__, NULL}, **n_ = names; *n_ != NULL && (on(*n_), true); n_++)

static void test_sizes(void **state) {
    (void)state;
    EACH("dg2", "pvc", "lnl") {
        run(8, "send.ugm (#|M0) r20 r10 null:0 0x0 0x04100980\n"   // d8u32
               "send.ugm (#|M0) r21 r10 null:0 0x0 0x04100B80\n"   // d16u32
               "send.ugm (#|M0) r22 r10 null:0 0x0 0x04100D80\n"   // d16u32h
               "send.ugm (#|M0) null r14 r20:2 0x0 0x04001584\n"   // d32x2: both
               "send.ugm (#|M0) r24 r10 null:0 0x0 0x04200780\n"); // d64
        for (unsigned i = 0; i < lanes; i++) {
            assert_int_equal(u32(out, 2 * i), in[8 * i]);
            assert_int_equal(u32(out, 2 * i + 1), u16(in, 4 * i));
        }
        fill();
        run(8, "send.ugm (#|M0) r22 r10 null:0 0x0 0x04100D80\n"
               "send.ugm (#|M0) null r14 r22:1 0x0 0x04000D84\n"); // the upper half again
        for (unsigned i = 0; i < lanes; i++) {
            assert_int_equal(u16(out, 4 * i), u16(in, 4 * i));
            assert_int_equal(u16(out, 4 * i + 1), 0xeeee);
        }
        fill();
        run(8, "send.ugm (#|M0) r24 r10 null:0 0x0 0x04200780\n"
               "send.ugm (#|M0) null r14 r24:2 0x0 0x04000784\n");
        assert_memory_equal(out, in, 8 * lanes);
    }
}

static void test_masks(void **state) {
    (void)state;
    EACH("dg2", "pvc", "lnl") { // X and Z; lanes 1 and 2 only
        run(16, "(W) mov (1|M0) f0.0<1>:uw 6:uw\n"
                "(W) mov (#|M0) r20.0<1>:ud 0:ud\n(W) mov (#|M0) r21.0<1>:ud 0:ud\n"
                "(f0.0) send.ugm (#|M0) r20 r10 null:0 0x0 0x04205582\n"
                "send.ugm (#|M0) null r14 r20:2 0x0 0x04005586\n");
        for (unsigned i = 0; i < lanes; i++) {
            bool on_lane = i == 1 || i == 2;
            assert_int_equal(u32(out, 4 * i), on_lane ? u32(in, 4 * i) : 0);
            assert_int_equal(u32(out, 4 * i + 1), 0xeeeeeeee);
            assert_int_equal(u32(out, 4 * i + 2), on_lane ? u32(in, 4 * i + 2) : 0);
        }
    }
}

static void test_surfaces(void **state) {
    (void)state;
    EACH("dg2", "pvc", "lnl") {
        // Binding table 1; bindless 2 by offset 2 << 6; outside: zeros, nothing written.
        run(4, "send.ugm (#|M0) r20 r6 null:0 0x01000000 0x62100500\n"
               "(W) mov (1|M0) a0.0<1>:ud 0x80:ud\n"
               "send.ugm (#|M0) null r6 r20:1 a0.0 0x22000504 {ExBSO}\n"
               "(W) add (#|M0) r7.0<1>:ud r6.0<1;1,0>:ud 2048:uw\n"
               "send.ugm (#|M0) r21 r7 null:0 0x01000000 0x62100500\n"
               "send.ugm (#|M0) null r7 r20:1 0x02000000 0x62000504\n"
               "(W) add (#|M0) r8.0<1>:ud r6.0<1;1,0>:ud 512:uw\n"
               "send.ugm (#|M0) null r8 r21:1 0x02000000 0x62000504\n");
        assert_memory_equal(out, in, 4 * lanes);
        for (unsigned i = 0; i < lanes; i++) {
            assert_int_equal(u32(out, 128 + i), 0);
            assert_int_equal(u32(out, 512 + i), 0xeeeeeeee);
        }
    }
    EACH("lnl") { // immediate offsets: flat 16, bti 16
        run(4, "send.ugm (#|M0) r20 r10 null:0 0x10000 0x04100580\n"
               "send.ugm (#|M0) null r6 r20:1 0x02010000 0x62000504\n");
        assert_memory_equal(out + 16, in + 16, 4 * lanes);
        assert_int_equal(u32(out, 0), 0xeeeeeeee);
    }
}

// Addresses with more registers than the lanes need, as Intel's compiler sends 8 lanes on dg2: data are the second
// source.
static void test_wide_addresses(void **state) {
    (void)state;
    EACH("dg2", "pvc", "lnl") {
        memset(out, 0, sizeof out);
        run(4, "send.ugm (#|M0) r20 r6 null:0 0x01000000 0x62100500\n"
               "(W) mov (#|M0) r21.0<1>:ud 1:ud\n"
               "(W) mov (#|M0) r7.0<1>:ud 0x77:ud\n"
               "send.ugm (#|M0) null r6 r20:2 0x02000000 0x64000504\n"   // store
               "send.ugm (#|M0) null r6 r20:2 0x02000000 0x6400050C\n"); // add
        for (unsigned i = 0; i < lanes; i++)
            assert_int_equal(u32(out, i), 2 * u32(in, i));
    }
}

static void test_blocks(void **state) {
    (void)state;
    EACH("dg2", "pvc", "lnl") {
        bool big = lanes == 16;
        run(4, big ? "(W) send.ugm (1|M0) r20 r10 null:0 0x0 0x0210D580\n"
                     "(W) send.ugm (1|M0) null r14 r20:1 0x0 0x0200D584\n"
                     "(W) send.slm (1|M0) null r6 r20:1 0x0 0x0200D504\n"
                     "send.slm (#|M0) r24 r6 null:0 0x0 0x02100500\n"
                   : "(W) send.ugm (1|M0) r20 r10 null:0 0x0 0x0220D580\n"
                     "(W) send.ugm (1|M0) null r14 r20:2 0x0 0x0200D584\n"
                     "(W) send.slm (1|M0) null r6 r20:2 0x0 0x0200D504\n"
                     "send.slm (#|M0) r24 r6 null:0 0x0 0x02100500\n");
        assert_memory_equal(out, in, 64);
    }
}

// One operation on a dword of memory m with operands a and b: new value.
typedef struct atomic_row {
    unsigned desc;
    bool operands;
    uint32_t m, a, b, after;
} atomic_row;

#define F(x) 0x##x
static const atomic_row atomics[] = {
    {0x04100588, false, 0xffffffff, 0, 0, 0},         // inc
    {0x04100589, false, 0, 0, 0, 0xffffffff},         // dec
    {0x0410058A, false, 77, 0, 0, 77},                // load
    {0x0410058B, true, 77, 5, 0, 5},                  // store, returns the old value
    {0x0410058C, true, 0xffffffff, 2, 0, 1},          // add
    {0x0410058D, true, 1, 2, 0, 0xffffffff},          // sub
    {0x0410058E, true, 5, 0x80000000, 0, 0x80000000}, // signed min
    {0x0410058F, true, 5, 0x80000000, 0, 5},          // signed max
    {0x04100590, true, 5, 0x80000000, 0, 5},          // unsigned min
    {0x04100591, true, 5, 0x80000000, 0, 0x80000000}, // unsigned max
    {0x04100592, true, 5, 5, 9, 9},                   // compare first, then new
    {0x04100592, true, 6, 5, 9, 6},
    {0x04100593, true, F(3f800000), F(40000000), 0, F(40400000)}, // float add
    {0x04100594, true, F(3f800000), F(40000000), 0, F(bf800000)}, // float sub
    {0x04100595, true, F(3f800000), F(bf800000), 0, F(bf800000)}, // float min
    {0x04100595, true, F(7fc00000), F(3f800000), 0, F(3f800000)}, // the number
    {0x04100596, true, F(3f800000), F(bf800000), 0, F(3f800000)}, // float max
    {0x04100597, true, F(80000000), F(00000000), 7, 7},           // float compare: zeros are equal
    {0x04100598, true, 0xff00, 0x0ff0, 0, 0x0f00},                // and
    {0x04100599, true, 0xff00, 0x0ff0, 0, 0xfff0},                // or
    {0x0410059A, true, 0xff00, 0x0ff0, 0, 0xf0f0},                // xor
    {0x04100B8C, true, 0x1ffff, 2, 0, 0x10001},                   // 16 bits: the rest stays
    {0x04100B93, true, 0xaaaa3c00, 0x4000, 0, 0xaaaa4200},        // half add
};

static void test_atomics(void **state) {
    (void)state;
    EACH("dg2", "pvc", "lnl") {
        for (size_t k = 0; k < sizeof atomics / sizeof atomics[0]; k++) {
            const atomic_row *r = &atomics[k];
            unsigned op = r->desc & 0x3f, blocks = !r->operands ? 0 : op == 0x12 || op == 0x17 ? 2 : 1;
            char body[512];
            fill();
            for (unsigned i = 0; i < lanes; i++)
                set_u32(in, i, r->m);
            char src1[16] = "null:0";
            if (blocks != 0)
                snprintf(src1, sizeof src1, "r20:%u", blocks);
            snprintf(body, sizeof body,
                     "(W) mov (#|M0) r20.0<1>:ud 0x%x:ud\n(W) mov (#|M0) r21.0<1>:ud 0x%x:ud\n"
                     "send.ugm (#|M0) r24 r10 %s 0x0 0x%08x\n"
                     "send.ugm (#|M0) null r14 r24:1 0x0 0x04000584\n",
                     r->a, r->b, src1, r->desc);
            run(4, body);
            for (unsigned i = 0; i < lanes; i++) {
                uint32_t old = (r->desc >> 9 & 7) == 5 ? r->m & 0xffff : r->m;
                if (u32(in, i) != r->after || u32(out, i) != old)
                    fail_msg("%s row %zu lane %u: memory %#x, expected %#x; returned %#x, expected %#x", target, k, i,
                             u32(in, i), r->after, u32(out, i), old);
            }
        }
    }
    EACH("pvc", "lnl") { // 64 bits: all lanes add to one place
        double sum = 0.5;
        memcpy(in, &sum, 8);
        memset(in + 8, 0, 8);
        run(0, "(W) mov (#|M0) r20.0<1>:df 1.5:f\n"
               "send.ugm (#|M0) null r10 r20:2 0x0 0x04000793\n"
               "(W) mov (#|M0) r22.0<2>:ud 0xFFFFFFFF:ud\n(W) mov (#|M0) r22.1<2>:ud 0:ud\n"
               "(W) add (#|M0) r10.0<2>:ud r10.0<2;1,0>:ud 8:uw\n"
               "send.ugm (#|M0) null r10 r22:2 0x0 0x0400078C\n");
        uint64_t q;
        memcpy(&sum, in, 8);
        memcpy(&q, in + 8, 8);
        assert_true(sum == 0.5 + 1.5 * lanes);
        assert_true(q == UINT64_C(0xffffffff) * lanes);
    }
}

// 2-D blocks. The surface: 64 bytes wide, 6 rows, 128 bytes from row to row.
static void run_2d(const char *more, int x, int y, unsigned w, unsigned h, unsigned n, unsigned exdesc, unsigned desc,
                   unsigned regs) {
    char body[1024];
    uint64_t a = (uint64_t)(uintptr_t)in;
    snprintf(body, sizeof body,
             "(W) mov (8|M0) r16.0<1>:ud 0:ud\n"
             "(W) mov (1|M0) r16.0<1>:ud 0x%x:ud\n(W) mov (1|M0) r16.1<1>:ud 0x%x:ud\n"
             "(W) mov (1|M0) r16.2<1>:ud 63:ud\n(W) mov (1|M0) r16.3<1>:ud 5:ud\n"
             "(W) mov (1|M0) r16.4<1>:ud 127:ud\n(W) mov (1|M0) r16.5<1>:d %d:d\n"
             "(W) mov (1|M0) r16.6<1>:d %d:d\n(W) mov (1|M0) r16.7<1>:ud 0x%x:ud\n"
             "(W) send.ugm (1|M0) r20 r16 null:0 0x%x 0x%x\n"
             "(W) send.ugm (1|M0) null r14 r20:%u 0x0 0x0200%c584\n%s",
             (unsigned)a, (unsigned)(a >> 32), x, y, (w - 1) | (h - 1) << 8 | (n - 1) << 16, exdesc, desc, regs,
             regs == 1   ? 'D'
             : regs == 2 ? 'E'
                         : 'F',
             more);
    run(4, body);
}

static uint16_t at_16(int x, int y) { // what a read of 16-bit elements sees
    return x < 0 || x >= 32 || y < 0 || y >= 6 ? 0 : u16(in, (size_t)(y * 64 + x));
}

static void test_2d(void **state) {
    (void)state;
    EACH("pvc", "lnl") {
        // 16 x 4 words at (-2, 3): rows 6 and on are outside.
        run_2d("", -2, 3, 16, 4, 1, 0, 0x02200203, 2);
        for (int i = 0; i < 64; i++)
            assert_int_equal(u16(out, (size_t)i), at_16(i % 16 - 2, i / 16 + 3));
        // The same with pairs of rows in dwords.
        fill();
        run_2d("", -2, 3, 16, 4, 1, 0, 0x02200283, 2);
        for (int i = 0; i < 64; i++)
            assert_int_equal(u16(out, (size_t)i), at_16(i % 32 / 2 - 2, i / 32 * 2 + i % 2 + 3));
        // Two blocks of 8 x 4 words beside each other.
        fill();
        run_2d("", 20, 0, 8, 4, 2, 0, 0x02200203, 2);
        for (int i = 0; i < 64; i++)
            assert_int_equal(u16(out, (size_t)i), at_16(20 + i / 32 * 8 + i % 8, i % 32 / 8));
        // Transposed: 4 x 8 dwords become 8 a row; six rows exist.
        fill();
        run_2d("", 2, 0, 4, 8, 1, 0, 0x02208403, 2);
        for (unsigned i = 0; i < 32; i++)
            assert_int_equal(u32(out, i), i % 8 < 6 ? u32(in, i % 8 * 32 + i / 8 + 2) : 0);
    }
    EACH("lnl") { // offsets of columns and rows in the descriptor: -1 and 2
        run_2d("", -1, 1, 16, 2, 1, 0x3ffu << 12 | 2u << 22, 0x02100203, 1);
        for (int i = 0; i < 32; i++)
            assert_int_equal(u16(out, (size_t)i), at_16(i % 16 - 2, i / 16 + 3));
    }
    EACH("pvc", "lnl") { // 8 x 2 words from (0, 0) to (28, 5): four of one row are inside
        run_2d("(W) mov (1|M0) r16.5<1>:d 28:w\n(W) mov (1|M0) r16.6<1>:d 5:w\n"
               "(W) send.ugm (1|M0) null r16 r20:1 0x0 0x02000207\n",
               0, 0, 8, 2, 1, 0, 0x02100203, 1);
        for (size_t i = 0; i < sizeof in; i++) {
            size_t from = i >= 5 * 128 + 56 && i < 5 * 128 + 64 ? i - (5 * 128 + 56) : i;
            assert_int_equal(in[i], (uint8_t)(from * 11 + from / 256));
        }
    }
}

static void test_errors(void **state) {
    (void)state;
    char msg[512];
    EACH("dg2") {
        assert_int_equal(try_body(4, "(W) send.ugm (1|M0) r20 r10 null:0 0x0 0x02400203\n", msg, sizeof msg),
                         CMC_ERR_USER);
        assert_non_null(strstr(msg, "dg2 has no 2-D block messages"));
    }
    EACH("pvc") {
        assert_int_equal(try_body(4, "send.ugm (#|M0) r20 r10 null:0 0x0 0x04100581\n", msg, sizeof msg), CMC_ERR_USER);
        assert_non_null(strstr(msg, "not supported"));
        // A prefetch from nowhere is nothing; a load is a fault that names the lane.
        run(4, "(W) mov (#|M0) r10.1<2>:ud 0x123:ud\n"
               "send.ugm (#|M0) null r10 null:0 0x0 0x04080580\n");
        assert_int_equal(try_body(4,
                                  "(W) mov (#|M0) r10.1<2>:ud 0x123:ud\n"
                                  "send.ugm (#|M0) r20 r10 null:0 0x0 0x04100580\n",
                                  msg, sizeof msg),
                         CMC_ERR_USER);
        assert_non_null(strstr(msg, "lane 0: read of 4 bytes at 0x123"));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),  cmocka_unit_test(test_masks),          cmocka_unit_test(test_surfaces),
        cmocka_unit_test(test_blocks), cmocka_unit_test(test_wide_addresses), cmocka_unit_test(test_atomics),
        cmocka_unit_test(test_2d),     cmocka_unit_test(test_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
