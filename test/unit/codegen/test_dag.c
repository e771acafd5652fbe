// SPDX-License-Identifier: MIT
// What the scheduler takes a message for: every kind of message that a descriptor can say either writes and keeps its
// place, or only reads. A load that passed a store of the same memory would be wrong code that few programs show.

#include "sched/dag.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
// cmocka wants the four above first
#include <cmocka.h>

// Kinds that read memory and change nothing. Every other kind orders all that touches the same memory.
static const isa_msg_kind reads[] = {
    ISA_MSG_OWORD_READ,       ISA_MSG_OWORD_READ_UNALIGNED,
    ISA_MSG_BYTE_READ,        ISA_MSG_DWORD_READ,
    ISA_MSG_QWORD_READ,       ISA_MSG_UNTYPED_READ,
    ISA_MSG_TYPED_READ,       ISA_MSG_MEDIA_READ,
    ISA_MSG_A64_BLOCK_READ,   ISA_MSG_A64_SCATTERED_READ,
    ISA_MSG_A64_UNTYPED_READ, ISA_MSG_OWORD_DUAL_READ,
    ISA_MSG_HWORD_READ,       ISA_MSG_SAMPLER,
    ISA_MSG_SCRATCH_READ,     ISA_MSG_LSC_LOAD,
    ISA_MSG_LSC_LOAD_QUAD,    ISA_MSG_LSC_LOAD_2D,
};

static bool only_reads(isa_msg_kind kind) {
    for (unsigned i = 0; i < sizeof reads / sizeof reads[0]; i++)
        if (reads[i] == kind)
            return true;
    return false;
}

static uint64_t seed = 1;

static uint32_t draw(void) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed >> 16);
}

static mir_inst draw_send(void) {
    mir_inst i = {.i = {.op = ISA_SEND, .exec_size = 16}};
    i.i.sfid = (uint8_t)(draw() % 16);
    i.i.desc = (draw() & 0x0007ffff) | (1 + draw() % 4) << 25 | (draw() % 4) << 20;
    if (draw() % 2) // a stateless, local or low surface number
        i.i.desc = (i.i.desc & ~0xffu) | (draw() % 3 == 0 ? 254 : draw() % 3 == 0 ? 255 : draw() % 8);
    i.i.dst = isa_grf(4, 0, ISA_UD, (isa_region){0, 0, 1});
    i.i.src[0] = isa_grf(6, 0, ISA_UD, (isa_region){1, 1, 0});
    i.i.src[1] = isa_null(ISA_UD);
    return i;
}

static void check_one(const isa_model *m, const mir_inst *i, const isa_msg *msg) {
    dag_memory got;
    assert_true(dag_memory_of(m, i, &got));
    bool keeps = msg->inv_after_read || (msg->kind >= ISA_MSG_LSC_LOAD && msg->kind <= ISA_MSG_LSC_LOAD_2D &&
                                         msg->rlen_grf == 0); // a prefetch
    bool write = !only_reads((isa_msg_kind)msg->kind) || (keeps && msg->kind != ISA_MSG_SCRATCH_READ);
    bool none = msg->kind == ISA_MSG_BARRIER || msg->kind == ISA_MSG_EOT; // orders nothing by itself, or everything
    if (!none && got.write != write)
        fail_msg("%s: kind %u, sfid %u, descriptor 0x%08x: %s", m->name, msg->kind, i->i.sfid, i->i.desc,
                 got.write ? "taken for a write" : "taken for a read");
    assert_int_equal(got.load, !got.write && msg->rlen_grf != 0);
    if (write && !none && msg->kind < ISA_MSG_HDC_FENCE && msg->kind != ISA_MSG_SCRATCH_WRITE)
        assert_int_not_equal(got.places, 0);
}

static void test_kinds(void **state) {
    (void)state;
    bool seen[ISA_MSG_KIND_COUNT] = {false};
    for (int t = 1; t < ISA_TARGET_COUNT; t++) {
        const isa_model *m = isa_model_get((isa_target)t);
        for (unsigned k = 0; k < 60000; k++) {
            mir_inst i = draw_send();
            isa_msg msg = {0};
            if (isa_send_describe(m, &i.i, &msg) != CMC_OK)
                continue;
            seen[msg.kind] = true;
            check_one(m, &i, &msg);
        }
    }
    for (unsigned i = 0; i < sizeof reads / sizeof reads[0]; i++)
        if (!seen[reads[i]])
            fail_msg("no descriptor was drawn for kind %u", reads[i]);
    assert_true(seen[ISA_MSG_MEDIA_WRITE] && seen[ISA_MSG_LSC_STORE] && seen[ISA_MSG_LSC_STORE_2D]);
    assert_true(seen[ISA_MSG_TYPED_WRITE] && seen[ISA_MSG_BYTE_WRITE] && seen[ISA_MSG_A64_ATOMIC]);
}

// A store and a load of the same memory share a place, of different surfaces they do not.
static void test_places(void **state) {
    (void)state;
    static const struct {
        const char *target;
        uint8_t sfid;
        uint32_t a, b;
        bool meet;
    } rows[] = {
        {"tgl", 10, 0x020A0201, 0x02180201, true},  // oword blocks of surface 1
        {"tgl", 10, 0x020A0201, 0x02180202, false}, // of surfaces 1 and 2
        {"tgl", 10, 0x020A02FF, 0x02180201, true},  // stateless, and a surface
        {"tgl", 10, 0x020A02FE, 0x02180201, false}, // local memory, and a surface
        {"tgl", 10, 0x020A02FE, 0x021802FE, true},  {"tgl", 12, 0x020D42FF, 0x021D02FF, true}, // A64 blocks
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const isa_model *m = isa_model_find(rows[i].target);
        mir_inst s[2] = {draw_send(), draw_send()};
        dag_memory got[2];
        for (unsigned k = 0; k < 2; k++) {
            s[k].i.sfid = rows[i].sfid;
            s[k].i.desc = k ? rows[i].b : rows[i].a;
            assert_true(dag_memory_of(m, &s[k], &got[k]));
        }
        if (((got[0].places & got[1].places) != 0) != rows[i].meet)
            fail_msg("row %u: places 0x%x and 0x%x", i, got[0].places, got[1].places);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_kinds), cmocka_unit_test(test_places)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
