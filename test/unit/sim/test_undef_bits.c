// SPDX-License-Identifier: MIT
// Undefined bits of integer results, against all values that the undefined bits of the sources can have: a bit of the
// result that changes must be undefined. Sums, products and positions must not be undefined where no value changes them
// for the operands that a bit field gives.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../../lib/sim/check/undef.h"

#include <stdio.h>

enum { OPEN = 4, ROUNDS = 4000 }; // undefined bits of a source, operands of an operation

static uint64_t seed = 1;

static uint64_t draw(void) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

// A number of 32 bits in which few bits are undefined; some numbers are short, some have zeros at their ends.
static ud_value draw_value(bool is_signed) {
    ud_value r = {.v = (uint32_t)draw() >> draw() % 32};
    if (draw() % 4 == 0)
        r.v = (uint32_t)(r.v << draw() % 32);
    for (unsigned k = (unsigned)(draw() % (OPEN + 1)); k > 0; k--)
        r.u |= (uint64_t)1 << draw() % 32;
    if (draw() % 3 == 0)
        r.u = 0;
    if (is_signed) {
        r.v = (uint64_t)(int64_t)(int32_t)r.v;
        r.u = (uint64_t)(int64_t)(int32_t)r.u;
    }
    return r;
}

static uint64_t dot(const sim_inst *in, uint64_t base, uint64_t x, uint64_t y) {
    for (unsigned k = 0; k < 32; k += 8) {
        int64_t a = in->src[1].type == ISA_D ? (int8_t)(x >> k) : (int64_t)(x >> k & 255u);
        int64_t b = in->src[2].type == ISA_D ? (int8_t)(y >> k) : (int64_t)(y >> k & 255u);
        base += (uint64_t)(a * b);
    }
    return base;
}

static int64_t first_one(uint32_t x, bool from_below) {
    if (x == 0)
        return from_below ? -1 : 32;
    return from_below ? __builtin_ctz(x) : __builtin_clz(x);
}

static uint64_t result(const sim_inst *in, const uint64_t x[3]) {
    unsigned by = (unsigned)x[1] & 31u;
    uint32_t a = (uint32_t)x[0];
    switch (in->op_id) {
    case ISA_ADD:
        return x[0] + x[1];
    case ISA_ADD3:
        return x[0] + x[1] + x[2];
    case ISA_MUL:
        return x[0] * x[1];
    case ISA_MAD:
        return x[0] + x[1] * x[2];
    case ISA_AVG:
        return (uint64_t)((int64_t)(x[0] + x[1] + 1) >> 1);
    case ISA_DP4A:
        return dot(in, x[0], x[1], x[2]);
    case ISA_SHL:
        return x[0] << by;
    case ISA_SHR:
        return a >> by;
    case ISA_ASR:
        return (uint64_t)((int64_t)x[0] >> by);
    case ISA_LZD:
        return (uint64_t)first_one(a, false);
    case ISA_FBL:
        return (uint64_t)first_one(a, true);
    default: // fbh
        if (in->src[0].type == ISA_D && (int32_t)a < 0)
            a = ~a;
        return a == 0 ? UINT64_MAX : (uint64_t)first_one(a, false);
    }
}

// The n-th of the values that undefined bits allow: its bits go to them from below. Sign bits are one bit.
static uint64_t choice(const ud_value *v, uint64_t *n, bool is_signed) {
    uint64_t r = v->v & ~v->u;
    for (unsigned k = 0; k < 32; k++) {
        if (!(v->u >> k & 1u))
            continue;
        if (*n & 1u)
            r |= (uint64_t)1 << k;
        *n >>= 1;
    }
    return is_signed ? (uint64_t)(int64_t)(int32_t)r : r;
}

static uint64_t changed_bits(const sim_inst *in, const ud_value v[3], bool is_signed) {
    unsigned open = 0;
    uint64_t first = 0, changed = 0;
    for (unsigned s = 0; s < 3; s++)
        open += (unsigned)__builtin_popcountll(v[s].u & UINT32_MAX);
    for (uint64_t n = 0; n < (uint64_t)1 << open; n++) {
        uint64_t left = n, x[3];
        for (unsigned s = 0; s < 3; s++)
            x[s] = choice(&v[s], &left, is_signed);
        uint64_t r = result(in, x);
        first = n == 0 ? r : first;
        changed |= r ^ first;
    }
    return changed;
}

static const struct {
    isa_op op;
    unsigned n_src;
} ops[] = {
    {ISA_ADD, 2}, {ISA_ADD3, 3}, {ISA_MUL, 2}, {ISA_MAD, 3}, {ISA_AVG, 2}, {ISA_DP4A, 3},
    {ISA_SHL, 2}, {ISA_SHR, 2},  {ISA_ASR, 2}, {ISA_LZD, 1}, {ISA_FBL, 1}, {ISA_FBH, 1},
};

static void test_all_values(void **state) {
    (void)state;
    for (unsigned i = 0; i < sizeof ops / sizeof ops[0] * ROUNDS; i++) {
        bool is_signed = i & 1u;
        sim_inst in = {.op_id = (uint16_t)ops[i / ROUNDS].op, .shift_mask = 31};
        ud_value v[3] = {{0}};
        for (unsigned s = 0; s < ops[i / ROUNDS].n_src; s++) {
            in.src[s].type = is_signed ? ISA_D : ISA_UD;
            v[s] = draw_value(is_signed);
        }
        uint64_t changed = changed_bits(&in, v, is_signed) & UINT32_MAX;
        uint64_t said = ud_bits(&in, in.op_id, v, 32, is_signed).u & UINT32_MAX;
        if (changed & ~said)
            fail_msg("%s of %llx/%llx, %llx/%llx, %llx/%llx: bits %llx change, %llx are called undefined",
                     isa_op_get(ops[i / ROUNDS].op)->mnemonic, (unsigned long long)v[0].v, (unsigned long long)v[0].u,
                     (unsigned long long)v[1].v, (unsigned long long)v[1].u, (unsigned long long)v[2].v,
                     (unsigned long long)v[2].u, (unsigned long long)changed, (unsigned long long)said);
    }
}

static void test_carries(void **state) {
    (void)state;
    for (unsigned i = 0; i < ROUNDS; i++) {
        sim_inst in = {.op_id = i & 1u ? ISA_SUBB : ISA_ADDC};
        ud_value v[2] = {draw_value(false), draw_value(false)};
        bool seen[2] = {false, false};
        unsigned open = (unsigned)(__builtin_popcountll(v[0].u) + __builtin_popcountll(v[1].u));
        for (uint64_t n = 0; n < (uint64_t)1 << open; n++) {
            uint64_t left = n, a = choice(&v[0], &left, false), b = choice(&v[1], &left, false);
            seen[i & 1u ? a < b : (a + b) >> 32] = true;
        }
        assert_int_equal(ud_carry(&in, &v[0], &v[1]), seen[0] && seen[1]);
    }
}

// Bits that no undefined bit changes, of operands whose undefined bits are at one end.
static void test_exact(void **state) {
    (void)state;
    static const struct {
        isa_op op;
        ud_value v[3];
        uint32_t undefined;
    } rows[] = {
        {ISA_MUL, {{5, 0xf0000000, 0}, {7, 0, 0}}, 0xf0000000},
        {ISA_MUL, {{5, 0xf0000000, 0}, {16, 0, 0}}, 0},
        {ISA_MUL, {{5, 0xf0000000, 0}, {0, 0, 0}}, 0},
        {ISA_MUL, {{0, 0xff, 0}, {0, 0xff, 0}}, 0xffff},
        {ISA_MAD, {{1, 0, 0}, {5, 0xf0000000, 0}, {7, 0, 0}}, 0xf0000000},
        {ISA_ADD, {{0, 0xff, 0}, {1, 0, 0}}, 0x1ff},
        {ISA_ADD, {{0, 0x80, 0}, {0x10, 0, 0}}, 0x80},
        {ISA_ADD3, {{0, 0xf000, 0}, {1, 0, 0}, {2, 0, 0}}, 0xf000},
        {ISA_DP4A, {{0, 0, 0}, {1, 0xff000000, 0}, {0x00010101, 0, 0}}, 0},
        {ISA_DP4A, {{0, 0, 0}, {1, 0xff000000, 0}, {0x02010101, 0, 0}}, 0x1fe},
        {ISA_SHL, {{0xf0, 0, 0}, {4, 1, 0}}, 0xffffff00},
        {ISA_SHR, {{0xf0, 0, 0}, {2, 1, 0}}, 0x3f},
        {ISA_LZD, {{0x8000, 0xff, 0}}, 0},
        {ISA_FBL, {{0x80, 0xff00, 0}}, 0},
        {ISA_FBL, {{0x80, 0x40, 0}}, 0xffffffff},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        sim_inst in = {.op_id = (uint16_t)rows[i].op, .shift_mask = 31};
        uint64_t said = ud_bits(&in, in.op_id, rows[i].v, 32, false).u & UINT32_MAX;
        if (said != rows[i].undefined)
            fail_msg("row %u: bits %llx", i, (unsigned long long)said);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_values),
        cmocka_unit_test(test_carries),
        cmocka_unit_test(test_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
