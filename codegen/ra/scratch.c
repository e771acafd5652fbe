// SPDX-License-Identifier: MIT
// Messages between registers and the thread's scratch memory.
//
//   with the legacy data port                           scratch blocks with r0 as header, 1, 2, 4 or 8 times 32 bytes:
//     (W) send.dc0 (8) null %r0 %t ...                    r0.5 holds the base, the descriptor the offset
//   without it                                          transposed blocks of a surface by offset, up to 512 bytes:
//     entry: (W) and (1) %s<1>:ud %r0+20 0xFFFFFC00        the scratch surface's state, once, into a dword of a0
//            (W) shr (1) a0.2<1>:ud %s 4                   without other users
//            (W) mov (1) %base<1>:ud 0x10000
//     (W) send.ugm (1) null %base %t:4 0x80400000:a0.2    offset - 64 KB in the instruction
//
// If addresses take most of a0, each message borrows the dword: it is saved, set, used and restored.
//
// Sources: messages.md 3.12, 4.1 and 4.4, thread-payload.md 6. The immediate offset is a signed 17-bit value, so a
// base of 64 KB reaches 128 KB, as far as a scratch block does.

#include "ra.h"

#include <assert.h>

enum { SURFACE_MASK = 0xFFFFFC00u, SURFACE_SHIFT = 4, BASE_B = 0x10000, FIRST_SUB = 2, N_SUBS = 8, A0_B = 32 };
enum { HDC_LARGEST_B = 256, LSC_LARGEST_B = 512 };

static bool sub_is_free(const live_info *live, uint32_t sub) {
    return (live->phys_addr >> (4 * sub) & 15u) == 0;
}

// Highest number of bytes of a0 in use at one point.
static uint32_t address_peak(const mir_fn *fn, const live_info *live) {
    uint32_t peak = 0;
    for (uint32_t v = 1; v < live->n_vars; v++) // few variables: quadratic in their number
        if (fn->vars.data[v]->kind == MIR_VAR_ADDR && live->vars[v].rects.len) {
            uint32_t sum = 0;
            for (uint32_t w = 1; w < live->n_vars; w++)
                if (fn->vars.data[w]->kind == MIR_VAR_ADDR && live->vars[w].p0 <= live->vars[v].p0 &&
                    live->vars[w].p1 >= live->vars[v].p0)
                    sum += fn->vars.data[w]->size_b;
            peak = sum > peak ? sum : peak;
        }
    return peak;
}

static isa_operand surface_word(const ra_scratch *sc, bool dst) {
    return isa_arf_reg(ISA_ARF_A0, 0, 4 * sc->surface_sub, ISA_UD, dst ? (isa_region){.h = 1} : cg_scalar);
}

static bool find_sub(const live_info *live, ra_scratch *sc) {
    for (uint32_t k = 0; k < N_SUBS - 1; k++) { // dword 0 holds descriptors
        uint32_t sub = 1 + (FIRST_SUB - 1 + k) % (N_SUBS - 1);
        if (sub_is_free(live, sub)) {
            sc->surface_sub = (uint8_t)sub;
            return true;
        }
    }
    return false;
}

cmc_status ra_scratch_open(cg_ctx *cx, mir_fn *fn, const live_info *live, ra_scratch *sc) {
    assert(cx && fn && live && sc);
    if (!sc->ready && cx->m->has_hdc)
        sc->base = cg_r0(cx)->id;
    if (sc->ready || cx->m->has_hdc) {
        sc->ready = true;
        return cx->oom ? CMC_ERR_OOM : CMC_OK;
    }
    if (!find_sub(live, sc) || address_peak(fn, live) > A0_B / 2) {
        sc->borrow = true;
        sc->surface_sub = FIRST_SUB;
    }
    mir_var *r0 = cg_r0(cx);
    cg_at(cx, fn->blocks.data[0], fn->blocks.data[0]->first);
    mir_var *s = cg_temp(cx, ISA_UD, 4, 4, "surface");
    s->no_spill = true;
    cg_inst2(cx, ISA_AND, 1, mir_dst(s, 0, ISA_UD, 1), mir_src(r0, 20, ISA_UD, cg_scalar),
             isa_imm(SURFACE_MASK, ISA_UD));
    isa_operand place = sc->borrow ? mir_dst(s, 0, ISA_UD, 1) : surface_word(sc, true);
    cg_inst2(cx, ISA_SHR, 1, place, mir_src(s, 0, ISA_UD, cg_scalar), isa_imm(SURFACE_SHIFT, ISA_UD));
    sc->surface = s->id;
    mir_var *base = cg_temp(cx, ISA_UD, 4, cx->m->grf_b, "scratch");
    base->no_spill = true;
    cg_inst1(cx, ISA_MOV, 1, mir_dst(base, 0, ISA_UD, 1), isa_imm(BASE_B, ISA_UD));
    sc->base = base->id;
    sc->ready = true;
    return cx->oom ? CMC_ERR_OOM : CMC_OK;
}

static isa_msg hdc_message(uint32_t bytes, bool write) {
    return (isa_msg){.kind = write ? ISA_MSG_SCRATCH_WRITE : ISA_MSG_SCRATCH_READ,
                     .header = true,
                     .size_b = (uint16_t)bytes,
                     .simd = 1};
}

static isa_msg lsc_message(uint32_t bytes, bool write) {
    uint32_t elt_b = bytes > HDC_LARGEST_B ? 8 : 4;
    return (isa_msg){.kind = write ? ISA_MSG_LSC_STORE : ISA_MSG_LSC_LOAD,
                     .sfid = ISA_SFID_UGM,
                     .simd = 1,
                     .elt_b = (uint8_t)elt_b,
                     .n_elt = (uint8_t)(bytes / elt_b),
                     .transpose = true,
                     .addr_size_b = 4,
                     .addr_type = ISA_ADDR_SS,
                     .imm_off = -BASE_B};
}

static mir_var *borrow_word(cg_ctx *cx, const ra_scratch *sc) {
    mir_var *saved = cg_temp(cx, ISA_UD, 4, 4, "a0");
    saved->no_spill = true;
    cg_inst1(cx, ISA_MOV, 1, mir_dst(saved, 0, ISA_UD, 1), surface_word(sc, false))->borrows = true;
    cg_inst1(cx, ISA_MOV, 1, surface_word(sc, true), mir_src(cg_var(cx, sc->surface), 0, ISA_UD, cg_scalar))->borrows =
        true;
    return saved;
}

static cmc_status message(cg_ctx *cx, ra_scratch *sc, const mir_var *t, int32_t off_b, const ra_move *move) {
    uint32_t bytes = move->rows * cx->m->grf_b;
    bool write = move->write;
    bool hdc = cx->m->has_hdc;
    isa_msg msg = hdc ? hdc_message(bytes, write) : lsc_message(bytes, write);
    isa_operand regs = mir_src(t, off_b, ISA_TYPE_NONE, (isa_region){0});
    isa_operand null = isa_null(ISA_TYPE_NONE);
    isa_inst i = {.op = ISA_SEND,
                  .exec_size = (uint8_t)(hdc ? cx->m->grf_b / 4 : 1),
                  .no_mask = true,
                  .dst = write ? null : regs};
    i.src[0] = mir_src(cg_var(cx, sc->base), 0, ISA_TYPE_NONE, (isa_region){0});
    i.src[1] = write ? regs : null;
    if (!hdc) {
        i.exdesc_is_reg = true;
        i.exdesc_sub = sc->surface_sub;
    }
    mir_var *saved = sc->borrow ? borrow_word(cx, sc) : NULL;
    mir_inst *send = cg_inst(cx, i.op, i.exec_size);
    send->i = i;
    send->borrows = sc->borrow;
    if (saved)
        cg_inst1(cx, ISA_MOV, 1, surface_word(sc, true), mir_src(saved, 0, ISA_UD, cg_scalar))->borrows = true;
    ra_move m = *move;
    m.inst = send;
    m.msg = msg;
    cx->oom |= !cmc_vec_push(cx->scratch, &sc->moves, m);
    return ra_scratch_address(cx, &m, 0);
}

cmc_status ra_scratch_address(const cg_ctx *cx, const ra_move *m, uint32_t scratch_b) {
    isa_msg msg = m->msg;
    msg.imm_off += (int32_t)scratch_b;
    return isa_send_build(cx->m, &msg, &m->inst->i, cx->diag);
}

uint32_t ra_scratch_messages(const isa_model *m, uint32_t rows) {
    uint32_t n = 0, largest = (m->has_hdc ? HDC_LARGEST_B : LSC_LARGEST_B) / m->grf_b;
    for (uint32_t size = largest; rows; rows %= size, size /= 2)
        n += rows / size;
    return n;
}

cmc_status ra_scratch_move(cg_ctx *cx, ra_scratch *sc, const mir_var *t, uint32_t first_row, uint32_t rows,
                           uint32_t slot, uint32_t slot_row, bool write) {
    assert(rows > 0 && sc->ready && "ra_scratch_open sets it up first");
    assert(slot < sc->rows.len && slot_row + rows <= sc->rows.data[slot]);
    uint32_t grf_b = cx->m->grf_b, largest = (cx->m->has_hdc ? HDC_LARGEST_B : LSC_LARGEST_B) / grf_b;
    for (uint32_t done = 0, n; done < rows; done += n) {
        for (n = largest; n > rows - done;)
            n /= 2;
        ra_move m = {.slot = slot, .row = slot_row + done, .rows = n, .write = write};
        CMC_TRY(message(cx, sc, t, (int32_t)((first_row + done) * grf_b), &m));
    }
    return CMC_OK;
}
