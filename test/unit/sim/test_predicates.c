// SPDX-License-Identifier: MIT
// Every form of a predicate, on every family that has it, at every channel offset, execution size and flag, inverted
// and not, masked and not: which lanes a move writes, against the definition of the form.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bench.h"

enum { GROUPS_FROM = ISA_PRED_ANY2H, GROUPS_TO = ISA_PRED_ALL32H };

// The flag bit of a channel, which a form reads from the register's half or whole: half 1 is bits 31:16.
static bool flag_bit(uint32_t flag, unsigned half, unsigned channel) {
    unsigned bit = 16 * half + channel;
    return bit < 32 && flag >> bit & 1u;
}

// Whether the form holds for a channel. n: channels of the instruction, from `first` on.
static bool holds(unsigned form, uint32_t flag, unsigned half, unsigned channel, unsigned first, unsigned n) {
    unsigned width = 1, from = channel, set = 0;
    if (form == ISA_PRED_ANYV || form == ISA_PRED_ALLV) {
        set = flag_bit(flag, 0, channel) + (unsigned)flag_bit(flag, 1, channel);
        return form == ISA_PRED_ANYV ? set > 0 : set == 2;
    }
    if (form >= GROUPS_FROM && form <= GROUPS_TO) {
        static const unsigned widths[] = {2, 4, 8, 16, 32};
        width = widths[(form - GROUPS_FROM) / 2];
        from = channel / width * width;
    } else if (form == ISA_PRED_ANY || form == ISA_PRED_ALL) {
        width = n;
        from = first;
    }
    for (unsigned k = 0; k < width; k++)
        set += flag_bit(flag, half, from + k);
    bool all = form == ISA_PRED_ALLV || form == ISA_PRED_ALL ||
               (form >= GROUPS_FROM && form <= GROUPS_TO && (form - GROUPS_FROM) % 2 == 1);
    return all ? set == width : set > 0;
}

static const uint32_t flags[] = {0,          0xffffffff, 0x00000001, 0x80000000, 0x5555aaaa, 0x0ff000ff, 0xfffefffe,
                                 0x7fff7fff, 0x00f0f00f, 0x33cc0304, 0xffff0000, 0x0000ffff, 0xff7ffbff, 0x12480c30};

static void check_lanes(const bench *b, const isa_inst *in, uint32_t flag, uint32_t active) {
    for (unsigned i = 0; i < in->exec_size; i++) {
        unsigned channel = in->chan_off + i;
        bool want = holds(in->pred, flag, in->flag_sub, channel, in->chan_off, in->exec_size) != in->pred_inv;
        want = want && (in->no_mask || (active >> channel & 1u));
        uint16_t got;
        memcpy(&got, b->t->regs + 30 * b->t->grf_b + 2 * i, 2);
        if (got != (want ? 1 : 0xeeee))
            fail_msg("%s: form %u%s of f%u.%u = 0x%08x, %u channels from %u: lane %u is 0x%x", b->m->name, in->pred,
                     in->pred_inv ? " inverted" : "", in->flag_reg, in->flag_sub, flag, in->exec_size, in->chan_off, i,
                     got);
    }
}

// Returns false if the family has no such instruction.
static bool check_form(bench *b, const isa_inst *in) {
    uint8_t bytes[16];
    sim_code *code = NULL;
    if (isa_encode(b->m, in, bytes, NULL) != CMC_OK || sim_code_create(b->m, bytes, 16, &code, NULL) != CMC_OK)
        return false;
    for (unsigned k = 0; k < sizeof flags / sizeof flags[0]; k++) {
        uint32_t other = ~flags[k], active = k % 2 ? 0x6db6db6d : UINT32_MAX;
        bench_reset(b, code);
        b->t->active = b->t->dispatch = active;
        memcpy(b->t->regs + SIM_ARF_F, in->flag_reg == 0 ? &flags[k] : &other, 4);
        memcpy(b->t->regs + SIM_ARF_F + 4, in->flag_reg == 1 ? &flags[k] : &other, 4);
        assert_true(bench_run(b));
        check_lanes(b, in, flags[k], active);
    }
    sim_code_destroy(code);
    return true;
}

// All flags, both senses, with and without the execution mask.
static unsigned check_place(bench *b, unsigned form, unsigned n, unsigned first) {
    unsigned checked = 0;
    for (unsigned k = 0; k < 16; k++) {
        isa_inst in = {.op = ISA_MOV, .exec_size = (uint8_t)n, .chan_off = (uint8_t)first, .pred = (uint8_t)form};
        in.no_mask = k & 1u;
        in.pred_inv = k >> 1 & 1u;
        in.flag_reg = k >> 2 & 1u;
        in.flag_sub = k >> 3 & 1u;
        if (16u * in.flag_sub + first + n > 32)
            continue;
        in.dst = isa_grf(30, 0, ISA_UW, (isa_region){0, 0, 1});
        in.src[0] = isa_imm(1, ISA_UW);
        checked += check_form(b, &in);
    }
    return checked;
}

static void test_all_forms(void **state) {
    (void)state;
    for (unsigned family = 1; family < ISA_FAMILY_COUNT; family++) {
        bench b = bench_make(bench_model(family));
        unsigned forms = 0;
        for (unsigned form = ISA_PRED_NORMAL; form <= ISA_PRED_ALL; form++) {
            unsigned checked = 0;
            for (unsigned n = 1; n <= 32; n *= 2)
                for (unsigned first = 0; first + n <= 32; first += n < 4 ? 4 : n)
                    checked += check_place(&b, form, n, first);
            forms += checked > 0;
        }
        assert_true(forms == 13 || forms == 3); // Xe-HPC and later have normal, any and all only
        bench_free(&b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_forms)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
