// SPDX-License-Identifier: MIT
// Send messages: every published descriptor is understood, is built back from its description, and
// is built from its shape alone (lengths left at zero).

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "msg_rows.h"

static const isa_target targets[] = {ISA_TARGET_SKL, ISA_TARGET_ICL, ISA_TARGET_TGL,
                                     ISA_TARGET_DG2, ISA_TARGET_PVC, ISA_TARGET_BMG};

// The instruction that carries the row's numbers on this target.
static isa_inst carrier(const isa_model *m, const msg_row *row) {
    isa_inst in = {
        .op = m->sfid_in_exdesc && row->xlen ? ISA_SENDS : ISA_SEND, .exec_size = row->exec, .sfid = row->sfid};
    in.desc = row->desc;
    in.exdesc = row->exdesc;
    in.eot = row->msg.end_of_thread;
    if (m->src1_len_in_inst)
        in.src1_len = row->xlen;
    else
        in.exdesc |= (uint32_t)row->xlen << 6;
    if (m->sfid_in_exdesc)
        in.exdesc |= row->sfid | (in.eot ? 0x20u : 0);
    return in;
}

#define SAME(field)                                                                                                    \
    if (want->field != 0 && want->field != got->field)                                                                 \
    fail_msg("%s sfid %u desc 0x%08x: " #field " is %ld, expected %ld", m->name, row->sfid, row->desc,                 \
             (long)got->field, (long)want->field)

static void compare_fields(const isa_model *m, const msg_row *row, const isa_msg *got) {
    const isa_msg *want = &row->msg;
    SAME(kind);
    if (want->simd > m->hdc_min_simd || m->hdc_min_simd == 8)
        SAME(simd);
    SAME(bti);
    SAME(elt_b);
    SAME(reg_elt_b);
    SAME(n_elt);
    SAME(chan_mask);
    SAME(size_b);
    SAME(oword_high);
    SAME(op);
    SAME(returns);
    SAME(addr_size_b);
    SAME(addr_type);
    SAME(transpose);
    SAME(vnni);
    SAME(l1);
    SAME(l3);
    SAME(imm_off);
    SAME(fence_scope);
    SAME(align_b);
    SAME(slot_group);
    SAME(prefetch);
    SAME(end_of_thread);
    assert_int_equal(got->mlen_grf, row->desc >> 25 & 15);
    assert_int_equal(got->rlen_grf, row->desc >> 20 & 31);
    assert_int_equal(got->xlen_grf, row->xlen);
}

static void build_and_compare(const isa_model *m, const msg_row *row, const isa_msg *msg, const char *from) {
    isa_inst want = carrier(m, row), got = {0};
    cmc_diag *d = cmc_diag_create();
    cmc_status s = isa_send_build(m, msg, &got, d);
    if (s != CMC_OK)
        fail_msg("%s sfid %u desc 0x%08x from %s: %s", m->name, row->sfid, row->desc, from,
                 cmc_diag_count(d) ? cmc_diag_get(d, 0)->text : cmc_status_str(s));
    cmc_diag_destroy(d);
    if (got.desc != want.desc || got.exdesc != want.exdesc || got.sfid != want.sfid || got.src1_len != want.src1_len ||
        got.op != want.op || got.eot != want.eot)
        fail_msg("%s sfid %u from %s: built 0x%08x 0x%x len %u op %u, expected 0x%08x 0x%x len %u op %u", m->name,
                 row->sfid, from, got.desc, got.exdesc, got.src1_len, got.op, want.desc, want.exdesc, want.src1_len,
                 want.op);
}

static void check_row(const msg_row *row) {
    for (unsigned t = 0; t < sizeof targets / sizeof targets[0]; t++) {
        if (!(row->targets >> t & 1))
            continue;
        const isa_model *m = isa_model_get(targets[t]);
        isa_inst in = carrier(m, row);
        isa_msg got;
        if (isa_send_describe(m, &in, &got) != CMC_OK)
            fail_msg("%s sfid %u desc 0x%08x is not understood", m->name, row->sfid, row->desc);
        compare_fields(m, row, &got);
        build_and_compare(m, row, &got, "description");
        isa_msg shape = row->msg;
        if (shape.kind == ISA_MSG_LSC_LOAD || shape.sfid == 0)
            shape.sfid = row->sfid;
        build_and_compare(m, row, &shape, "shape");
    }
}

static void hdc_descriptors_both_ways(void **state) {
    (void)state;
    for (unsigned i = 0; i < n_hdc_rows; i++)
        check_row(&hdc_rows[i]);
}

static void lsc_descriptors_both_ways(void **state) {
    (void)state;
    for (unsigned i = 0; i < n_lsc_rows; i++)
        check_row(&lsc_rows[i]);
}

// Gateway messages work on one lane, whatever the execution size; opcode 4 is the barrier.
static void gateway_messages(void **state) {
    (void)state;
    for (unsigned t = 0; t < sizeof targets / sizeof targets[0]; t++)
        for (uint32_t op = 0; op < 16; op++) {
            const isa_model *m = isa_model_get(targets[t]);
            isa_inst in = {.op = ISA_SEND, .exec_size = 8, .sfid = ISA_SFID_GTWY, .desc = 0x02000000 | op}, back = {0};
            if (m->sfid_in_exdesc)
                in.exdesc = ISA_SFID_GTWY;
            isa_msg msg;
            assert_int_equal(isa_send_describe(m, &in, &msg), CMC_OK);
            assert_int_equal(msg.kind, op == 4 ? ISA_MSG_BARRIER : ISA_MSG_GATEWAY_OTHER);
            assert_int_equal(msg.op, op);
            assert_int_equal(msg.simd, 1);
            assert_false(msg.header);
            assert_int_equal(isa_send_build(m, &msg, &back, NULL), CMC_OK);
            assert_int_equal(back.desc, in.desc);
            in.eot = true;
            assert_int_equal(isa_send_describe(m, &in, &msg), CMC_OK);
            assert_int_equal(msg.kind, op == 0 ? ISA_MSG_EOT : op == 4 ? ISA_MSG_BARRIER : ISA_MSG_GATEWAY_OTHER);
            in.sfid = ISA_SFID_TS; // the thread spawner ends a thread where the gateway does not, and does nothing else
            bool ends = m->eot_sfid == ISA_SFID_TS;
            assert_int_equal(isa_send_describe(m, &in, &msg), ends ? CMC_OK : CMC_ERR_UNSUPPORTED);
            assert_int_equal(msg.simd, ends);
            in.eot = false;
            assert_int_equal(isa_send_describe(m, &in, &msg), CMC_ERR_UNSUPPORTED);
        }
}

static void unknown_messages_keep_their_lengths(void **state) {
    (void)state;
    static const struct {
        isa_target target;
        uint8_t sfid;
        uint32_t desc;
    } rows[] = {
        {ISA_TARGET_TGL, ISA_SFID_DC0, 0x02288301}, // oword dual block
        {ISA_TARGET_TGL, ISA_SFID_UGM, 0x08200580}, // no LSC there
        {ISA_TARGET_BMG, ISA_SFID_DC0, 0x02180001}, // no HDC there
        {ISA_TARGET_DG2, ISA_SFID_UGM, 0x0820003f}, // no such opcode
        {ISA_TARGET_DG2, ISA_SFID_UGM, 0x08200e80}, // no such element size
        {ISA_TARGET_TGL, ISA_SFID_URB, 0x02200000},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        isa_inst in = {.op = ISA_SEND, .exec_size = 8, .sfid = rows[i].sfid, .desc = rows[i].desc};
        isa_msg msg;
        assert_int_equal(isa_send_describe(isa_model_get(rows[i].target), &in, &msg), CMC_ERR_UNSUPPORTED);
        assert_int_equal(msg.kind, ISA_MSG_UNKNOWN);
        assert_int_equal(msg.mlen_grf, rows[i].desc >> 25 & 15);
        assert_int_equal(msg.rlen_grf, rows[i].desc >> 20 & 31);
    }
}

static void register_descriptor_is_unknown(void **state) {
    (void)state;
    isa_inst in = {.op = ISA_SEND, .exec_size = 8, .sfid = ISA_SFID_DC0, .desc_is_reg = true, .exdesc = 2 << 6};
    isa_msg msg;
    assert_int_equal(isa_send_describe(isa_model_get(ISA_TARGET_TGL), &in, &msg), CMC_ERR_UNSUPPORTED);
    assert_int_equal(msg.xlen_grf, 2);
    assert_int_equal(msg.mlen_grf, 0);
}

// A register extended descriptor without its own length: src1's length follows from the message.
static void hidden_length_follows_from_the_shape(void **state) {
    (void)state;
    isa_inst in = {.op = ISA_SEND, .exec_size = 16, .sfid = ISA_SFID_UGM, .desc = 0x42000504, .exdesc_is_reg = true};
    isa_msg msg;
    assert_int_equal(isa_send_describe(isa_model_get(ISA_TARGET_PVC), &in, &msg), CMC_OK);
    assert_int_equal(msg.kind, ISA_MSG_LSC_STORE);
    assert_int_equal(msg.xlen_grf, 1);
}

static void refusals_say_why(void **state) {
    (void)state;
    static const struct {
        isa_target target;
        isa_msg msg;
        cmc_status status;
    } rows[] = {
        {ISA_TARGET_BMG, {.kind = ISA_MSG_OWORD_READ, .size_b = 16}, CMC_ERR_UNSUPPORTED},
        {ISA_TARGET_TGL, {.kind = ISA_MSG_LSC_LOAD, .elt_b = 4, .n_elt = 1, .simd = 8}, CMC_ERR_UNSUPPORTED},
        {ISA_TARGET_SKL, {.kind = ISA_MSG_OWORD_READ, .size_b = 16, .bti = 254}, CMC_ERR_UNSUPPORTED},
        {ISA_TARGET_DG2, {.kind = ISA_MSG_LSC_LOAD_2D, .elt_b = 4, .size_b = 512}, CMC_ERR_UNSUPPORTED},
        {ISA_TARGET_DG2, {.kind = ISA_MSG_NAMED_BARRIER}, CMC_ERR_UNSUPPORTED},
        {ISA_TARGET_TGL, {.kind = ISA_MSG_OWORD_READ, .size_b = 48}, CMC_ERR_RANGE},
        {ISA_TARGET_TGL, {.kind = ISA_MSG_A64_SCATTERED_READ, .simd = 8, .elt_b = 4, .n_elt = 3}, CMC_ERR_RANGE},
        {ISA_TARGET_TGL, {.kind = ISA_MSG_A64_ATOMIC, .simd = 16, .elt_b = 4, .op = 7}, CMC_ERR_RANGE},
        {ISA_TARGET_TGL, {.kind = ISA_MSG_BYTE_READ, .simd = 32, .elt_b = 4}, CMC_ERR_RANGE},
        {ISA_TARGET_TGL, {.kind = ISA_MSG_SCRATCH_WRITE, .size_b = 32, .imm_off = 4096 * 32}, CMC_ERR_RANGE},
        {ISA_TARGET_DG2, {.kind = ISA_MSG_LSC_LOAD, .elt_b = 4, .n_elt = 1, .simd = 32}, CMC_ERR_RANGE},
        {ISA_TARGET_DG2, {.kind = ISA_MSG_LSC_LOAD, .elt_b = 4, .n_elt = 16, .simd = 8}, CMC_ERR_RANGE},
        {ISA_TARGET_DG2, {.kind = ISA_MSG_LSC_LOAD, .elt_b = 4, .simd = 8, .l1 = 3, .l3 = 3}, CMC_ERR_RANGE},
        {ISA_TARGET_DG2, {.kind = ISA_MSG_LSC_LOAD, .elt_b = 4, .simd = 8, .imm_off = 16}, CMC_ERR_UNSUPPORTED},
        {ISA_TARGET_TGL, {.kind = ISA_MSG_UNKNOWN}, CMC_ERR_UNSUPPORTED},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cmc_diag *d = cmc_diag_create();
        isa_inst in = {0};
        cmc_status s = isa_send_build(isa_model_get(rows[i].target), &rows[i].msg, &in, d);
        if (s != rows[i].status || cmc_diag_error_count(d) != 1)
            fail_msg("row %zu: %s", i, cmc_status_str(s));
        cmc_diag_destroy(d);
    }
}

static void print_says_what_it_is(void **state) {
    (void)state;
    static const struct {
        isa_target target;
        uint8_t sfid, exec;
        uint32_t desc, exdesc;
        const char *text;
    } rows[] = {
        {ISA_TARGET_TGL, ISA_SFID_DC0, 8, 0x02280301, 0, "oword block read, 4 owords, bti 1; 1h+0 registers, result 2"},
        {ISA_TARGET_TGL, ISA_SFID_DC1, 16, 0x04205e00, 0, "untyped read, 16 lanes, x, bti 0; 2+0 registers, result 2"},
        {ISA_TARGET_TGL, ISA_SFID_DC0, 8, 0x0219e000, 0, "memory fence, global, commit; 1h+0 registers, result 1"},
        {ISA_TARGET_TGL, ISA_SFID_DC1, 8, 0x0210b701, 0x40,
         "untyped atomic add, returns old, 8 lanes, 1 x 4 bytes, bti 1; 1+1 registers, result 1"},
        {ISA_TARGET_DG2, ISA_SFID_UGM, 16, 0x08200580, 0,
         "load, ugm, d32, 16 lanes, a64 flat; 4+0 registers, result 2"},
    };
    char buf[160];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const isa_model *m = isa_model_get(rows[i].target);
        isa_inst in = {.op = ISA_SEND,
                       .exec_size = rows[i].exec,
                       .sfid = rows[i].sfid,
                       .desc = rows[i].desc,
                       .exdesc = rows[i].exdesc};
        isa_msg msg;
        isa_send_describe(m, &in, &msg);
        assert_int_equal(isa_msg_print(m, &msg, buf, sizeof buf), strlen(rows[i].text));
        assert_string_equal(buf, rows[i].text);
        assert_int_equal(isa_msg_print(m, &msg, buf, 6), strlen(rows[i].text));
        assert_int_equal(strlen(buf), 5);
        assert_int_equal(isa_msg_print(m, &msg, NULL, 0), strlen(rows[i].text));
    }
}

static uint64_t seed = 1;

static uint32_t draw(void) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed >> 16);
}

// The first field in which two messages differ, or NULL.
static const char *difference(const isa_msg *a, const isa_msg *b) {
#define FIELD(name)                                                                                                    \
    if (a->name != b->name)                                                                                            \
    return #name
    FIELD(kind);
    FIELD(sfid);
    FIELD(mlen_grf);
    FIELD(rlen_grf);
    FIELD(simd);
    FIELD(bti);
    FIELD(elt_b);
    FIELD(reg_elt_b);
    FIELD(n_elt);
    FIELD(chan_mask);
    FIELD(size_b);
    FIELD(oword_high);
    FIELD(op);
    FIELD(returns);
    FIELD(addr_size_b);
    FIELD(addr_type);
    FIELD(transpose);
    FIELD(vnni);
    FIELD(cache);
    FIELD(l1);
    FIELD(l3);
    FIELD(imm_off);
    FIELD(x_off);
    FIELD(y_off);
    FIELD(surf);
    FIELD(fence_scope);
    FIELD(media_mod);
    FIELD(end_of_thread);
    FIELD(prefetch);
    FIELD(inv_after_read);
    FIELD(as_bytes);
    FIELD(align_b);
    FIELD(slot_group);
    FIELD(sampler);
    FIELD(status);
    FIELD(simd4x2);
    FIELD(high_half);
#undef FIELD
    return NULL;
}

// Bits that our compiler never sets: what any descriptor means, built again, means the same. A field that only the
// reader knows, or only the writer, would come back as another one. The device checks other bits, which have no
// meaning.
static void any_descriptor_twice(void **state) {
    (void)state;
    unsigned known = 0;
    bool seen[ISA_MSG_KIND_COUNT] = {false};
    for (int t = 1; t < ISA_TARGET_COUNT; t++) {
        const isa_model *m = isa_model_get((isa_target)t);
        for (unsigned k = 0; k < 100000; k++) {
            isa_inst in = {.op = ISA_SEND, .exec_size = (uint8_t)(draw() % 2 ? 16 : 8)};
            in.sfid = (uint8_t)(draw() % 16);
            in.desc = (draw() & 0x000fffff) | (1 + draw() % 7) << 20 | (1 + draw() % 7) << 25;
            in.dst = isa_grf(4, 0, ISA_UD, (isa_region){0, 0, 1});
            in.src[0] = isa_grf(6, 0, ISA_UD, (isa_region){1, 1, 0});
            in.src[1] = isa_null(ISA_UD);
            isa_inst back = in;
            isa_msg msg = {0}, again = {0};
            if (isa_send_describe(m, &in, &msg) != CMC_OK || isa_send_build(m, &msg, &back, NULL) != CMC_OK)
                continue;
            known++;
            seen[msg.kind] = true;
            assert_int_equal(isa_send_describe(m, &back, &again), CMC_OK);
            if (msg.kind == ISA_MSG_MEDIA_WRITE || msg.kind == ISA_MSG_LSC_STORE_2D)
                again.size_b = msg.size_b; // follows from the data, which this send lacks
            if (m->hdc_min_simd != 8 || msg.kind == ISA_MSG_SAMPLER)
                again.simd = msg.simd; // several codes for one number of lanes
            const char *other = difference(&msg, &again);
            if (other)
                fail_msg("%s: sfid %u, kind %u: descriptor 0x%08x, built as 0x%08x, has another %s", m->name, in.sfid,
                         msg.kind, in.desc, back.desc, other);
        }
    }
    assert_true(known > 10000);
    for (unsigned kind = ISA_MSG_OWORD_READ; kind < ISA_MSG_BARRIER; kind++)
        if (!seen[kind])
            fail_msg("no descriptor of kind %u was drawn", kind);
}

// Single bits that our compiler leaves clear, by message: type [18:14] in the data port, the bit, what it says.
static void rare_bits(void **state) {
    (void)state;
    enum { INV, RETURNS, SECOND_SLOT, HIGH_OWORD };
    static const struct {
        uint8_t sfid, type, bit, says;
    } rows[] = {
        {ISA_SFID_DC0, 0, 13, INV},
        {ISA_SFID_DC0, 1, 13, INV},
        {ISA_SFID_DC0, 2, 13, INV},
        {ISA_SFID_DC0, 3, 13, INV},
        {ISA_SFID_DC0, 4, 13, INV},
        {ISA_SFID_DC0, 5, 13, INV},
        {ISA_SFID_DC1, 0x10, 13, INV},
        {ISA_SFID_DC1, 0x02, 13, RETURNS},
        {ISA_SFID_DC1, 0x03, 13, RETURNS},
        {ISA_SFID_DC1, 0x06, 13, RETURNS},
        {ISA_SFID_DC1, 0x07, 13, RETURNS},
        {ISA_SFID_DC1, 0x12, 13, RETURNS},
        {ISA_SFID_DC1, 0x13, 13, RETURNS},
        {ISA_SFID_DC1, 0x1b, 13, RETURNS},
        {ISA_SFID_DC1, 0x1c, 13, RETURNS},
        {ISA_SFID_DC1, 0x1d, 13, RETURNS},
        {ISA_SFID_DC1, 0x1e, 13, RETURNS},
        {ISA_SFID_DC1, 0x06, 12, SECOND_SLOT},
        {ISA_SFID_DC1, 0x05, 13, SECOND_SLOT},
        {ISA_SFID_DC1, 0x0d, 13, SECOND_SLOT},
        {ISA_SFID_DC0, 0, 8, HIGH_OWORD},
        {ISA_SFID_DC0, 8, 8, HIGH_OWORD},
    };
    const isa_model *m = isa_model_find("tgl");
    for (unsigned k = 0; k < sizeof rows / sizeof rows[0]; k++)
        for (unsigned on = 0; on < 2; on++) {
            bool typed = rows[k].says == SECOND_SLOT && rows[k].bit == 13; // slot groups are 1 and 2
            isa_inst in = {.op = ISA_SEND, .exec_size = 8, .sfid = rows[k].sfid};
            isa_msg msg = {0};
            in.desc = 1u << 25 | 1u << 20 | 1u << 19 | (uint32_t)rows[k].type << 14 | on << rows[k].bit | 1;
            in.desc |= typed && !on ? 1u << 12 : 0;
            in.desc |= rows[k].type >= 3 && rows[k].type <= 5 && rows[k].sfid == ISA_SFID_DC0 ? 5u << 9 : 0;
            in.desc |= rows[k].says == RETURNS || rows[k].type == 0x06 ? 1u << 8 : 0; // operation 1
            if (isa_send_describe(m, &in, &msg) != CMC_OK)
                fail_msg("row %u is not understood", k);
            bool got = rows[k].says == INV           ? msg.inv_after_read
                       : rows[k].says == RETURNS     ? msg.returns
                       : rows[k].says == SECOND_SLOT ? msg.slot_group == 2
                                                     : msg.oword_high;
            if (got != on)
                fail_msg("row %u, bit %u", k, on);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hdc_descriptors_both_ways),
        cmocka_unit_test(any_descriptor_twice),
        cmocka_unit_test(rare_bits),
        cmocka_unit_test(lsc_descriptors_both_ways),
        cmocka_unit_test(gateway_messages),
        cmocka_unit_test(unknown_messages_keep_their_lengths),
        cmocka_unit_test(register_descriptor_is_unknown),
        cmocka_unit_test(hidden_length_follows_from_the_shape),
        cmocka_unit_test(refusals_say_why),
        cmocka_unit_test(print_says_what_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
