// SPDX-License-Identifier: MIT
// Accesses of arrays in memory: see private_arrays.c.
//
//   add (1) %a<1>:uw %i<0;1,0>:uw &%m+64           add (1) %at<1>:uw %i<0;1,0>:uw 0x40:uw // from memory's start
//   mov (8) %x<1>:w %m[%a.0,0]<1;1,0>:w            add (8) %lanes<1>:uw %pattern<1;1,0>:uw %at<0;1,0>:uw
//                                                  add (8) %addr<1>:ud %base<0;1,0>:ud %lanes<1;1,0>:uw
//                                                  (W) send %wide, %addr                      // a dword for each lane
//                                                  mov (8) %lane<1>:uw %wide<2;1,0>:uw
//                                                  mov (8) %x<1>:w %lane<1;1,0>:w
//
// Lanes that are off may have any address, so messages take the predicate and channels of their instruction. An element
// that all lanes share is then read by each of them. Known offsets are accessed in blocks. Bytes of a block that are
// not overwritten are read first.

#include "private_priv.h"

enum { BASE_MASK = 0xFFFFFC00u, SURFACE_SHIFT = 4, STATELESS = 255, OWORD_B = 16, CHUNK_B = 256 };

// Memory

static bool in_memory(const private_job *j, const isa_operand *o) {
    return o->file == ISA_FILE_VREG && o->reg < j->n_vars && j->home[o->reg] >= 0;
}

static void open_memory(private_job *j) {
    cg_ctx *cx = j->cx;
    const mir_var *r0 = cg_r0(cx);
    cg_at(cx, j->fn->blocks.data[0], j->fn->blocks.data[0]->first);
    mir_var *base = cg_temp(cx, ISA_UD, 4, 4, "private");
    cg_inst2(cx, ISA_AND, 1, mir_dst(base, 0, ISA_UD, 1), mir_src(r0, 20, ISA_UD, cg_scalar),
             isa_imm(BASE_MASK, ISA_UD));
    mir_var *shifted = cg_temp(cx, ISA_UD, 4, 4, "private");
    cg_inst2(cx, ISA_SHR, 1, mir_dst(shifted, 0, ISA_UD, 1), mir_src(base, 0, ISA_UD, cg_scalar),
             isa_imm(SURFACE_SHIFT, ISA_UD));
    j->base = cx->m->has_lsc ? shifted : base;
    j->base_ow = shifted;
    j->start = cg_undef(cx, cg_temp(cx, ISA_UD, 4, 4, "start"));
}

// Start and length of a block are multiples of this number of bytes.
static int32_t block_unit(const private_job *j) {
    return j->cx->m->has_lsc ? 4 : OWORD_B;
}

static mir_msg lsc_msg(const private_job *j, bool write, uint32_t elt_b) {
    return (mir_msg){.kind = write ? ISA_MSG_LSC_STORE : ISA_MSG_LSC_LOAD,
                     .sfid = ISA_SFID_UGM,
                     .elt_b = (uint8_t)elt_b,
                     .n_elt = 1,
                     .addr_size_b = 4,
                     .addr_type = ISA_ADDR_SS,
                     .surface_is_var = true,
                     .surface = mir_src(j->base, 0, ISA_UD, cg_scalar)};
}

// Moves a block of registers to or from an address; hdc: in owords from the start of scratch memory.
static cmc_status move_block(const private_job *j, isa_operand at, const mir_var *regs, uint32_t size_b, bool write) {
    bool lsc = j->cx->m->has_lsc;
    mir_msg m = lsc ? lsc_msg(j, write, 4)
                    : (mir_msg){.kind = write ? ISA_MSG_OWORD_WRITE : ISA_MSG_OWORD_READ, .surface_bti = STATELESS};
    m.transpose = lsc;
    m.size_b = size_b;
    m.addr[0] = at;
    mir_inst i = {.i = {.op = MIR_MSG, .exec_size = 1, .no_mask = true}, .msg = &m, .loc = j->cx->loc};
    *(write ? &m.data : &i.i.dst) = mir_dst(regs, 0, ISA_UD, 1);
    return lower_block(j->cx, &i);
}

// Moves bytes [lo, hi) of an array; both are multiples of the block unit.
static cmc_status move_bytes(const private_job *j, uint32_t var, int32_t lo, int32_t hi, const mir_var *regs,
                             bool write) {
    cg_ctx *cx = j->cx;
    uint32_t at = (uint32_t)(j->home[var] + lo);
    isa_operand place = isa_imm(at, ISA_UD);
    if (!cx->m->has_lsc) {
        mir_var *t = cg_temp(cx, ISA_UD, 4, 4, "at");
        cg_inst2(cx, ISA_ADD, 1, mir_dst(t, 0, ISA_UD, 1), mir_src(j->base_ow, 0, ISA_UD, cg_scalar),
                 isa_imm(at / OWORD_B, ISA_UD));
        place = mir_src(t, 0, ISA_UD, cg_scalar);
    }
    return move_block(j, place, regs, (uint32_t)(hi - lo), write);
}

static mir_var *block_temp(const private_job *j, int32_t size_b) {
    int32_t grf_b = j->cx->m->grf_b;
    return cg_temp(j->cx, ISA_UD, (uint32_t)((size_b + grf_b - 1) / grf_b * grf_b), (uint16_t)grf_b, "block");
}

static int32_t round_down(int32_t x, int32_t unit) {
    return x & -unit;
}

// Lanes

// Copies the mask of an instruction: lanes that are off may have any address.
static void take_mask(const private_job *j, isa_inst *msg, const isa_inst *from) {
    msg->no_mask = from->no_mask || !j->simd_flow;
    msg->chan_off = from->chan_off;
    if (from->op == ISA_SEL || from->op == ISA_CSEL)
        return;
    msg->pred = from->pred;
    msg->pred_inv = from->pred_inv;
    msg->vflag = from->vflag;
    msg->flag_reg = from->flag_reg;
    msg->flag_sub = from->flag_sub;
}

static bool all_lanes(const private_job *j, const isa_inst *i) {
    isa_inst m = {0};
    take_mask(j, &m, i);
    return m.no_mask && m.pred == ISA_PRED_NONE;
}

static isa_region lanes_of(uint32_t n) {
    return n == 1 ? cg_scalar : cg_unit;
}

static mir_var *word_temp(const private_job *j, uint32_t n) {
    uint32_t size_b = n * 2, grf_b = j->cx->m->grf_b;
    return cg_temp(j->cx, ISA_UW, size_b, (uint16_t)(size_b < grf_b ? size_b : grf_b), "lanes");
}

// The words 0, 1, 2 and so on.
static const mir_var *ramp(const private_job *j, uint32_t n) {
    cg_ctx *cx = j->cx;
    const mir_var *r = word_temp(j, n < 8 ? 8 : n);
    cg_inst1(cx, ISA_MOV, 8, mir_dst(r, 0, ISA_UW, 1), isa_imm(0x76543210, ISA_UV));
    for (uint32_t have = 8; have < n; have *= 2)
        cg_inst2(cx, ISA_ADD, (uint8_t)have, mir_dst(r, (int32_t)have * 2, ISA_UW, 1), mir_src(r, 0, ISA_UW, cg_unit),
                 isa_imm(have, ISA_UW));
    return r;
}

// ramp(n) / width * row_b + ramp(n) % width * elt_b
static const mir_var *make_pattern(const private_job *j, const private_pattern *p) {
    cg_ctx *cx = j->cx;
    const mir_var *sum = word_temp(j, p->n), *col = word_temp(j, p->n);
    uint8_t ex = (uint8_t)p->n;
    isa_operand to = mir_dst(sum, 0, ISA_UW, 1), from = mir_src(sum, 0, ISA_UW, lanes_of(p->n));
    isa_operand col_to = mir_dst(col, 0, ISA_UW, 1), col_from = mir_src(col, 0, ISA_UW, lanes_of(p->n));
    isa_operand lane = mir_src(ramp(j, p->n), 0, ISA_UW, lanes_of(p->n));
    if (p->width >= p->n || p->row_b == p->width * p->elt_b) {
        cg_inst2(cx, ISA_MUL, ex, to, lane, isa_imm(p->elt_b, ISA_UW));
        return sum;
    }
    cg_inst2(cx, ISA_SHR, ex, to, lane, isa_imm((uint64_t)__builtin_ctz(p->width), ISA_UW));
    cg_inst2(cx, ISA_MUL, ex, to, from, isa_imm(p->row_b, ISA_UW));
    cg_inst2(cx, ISA_AND, ex, col_to, lane, isa_imm(p->width - 1, ISA_UW));
    cg_inst2(cx, ISA_MUL, ex, col_to, col_from, isa_imm(p->elt_b, ISA_UW));
    cg_inst2(cx, ISA_ADD, ex, to, from, col_from);
    return sum;
}

// Patterns are computed once at the start of the kernel, because loops use them too; further ones are computed where
// they are needed.
static const mir_var *find_pattern(private_job *j, private_pattern p) {
    for (uint32_t k = 0; k < j->n_patterns; k++) {
        const private_pattern *q = &j->patterns[k];
        if (q->n == p.n && q->width == p.width && q->row_b == p.row_b && q->elt_b == p.elt_b)
            return q->var;
    }
    if (j->n_patterns == MAX_PATTERNS)
        return make_pattern(j, &p);
    mir_block *block = j->cx->block;
    mir_inst *at = j->cx->at;
    cmc_loc loc = j->cx->loc;
    cg_at(j->cx, j->fn->blocks.data[0], j->start);
    p.var = make_pattern(j, &p);
    cg_at(j->cx, block, at);
    j->cx->loc = loc;
    j->patterns[j->n_patterns++] = p;
    return p.var;
}

static isa_operand add_pattern(private_job *j, isa_operand a, const private_pattern *p) {
    const mir_var *lanes = find_pattern(j, *p), *sum = word_temp(j, p->n);
    cg_inst2(j->cx, ISA_ADD, (uint8_t)p->n, mir_dst(sum, 0, ISA_UW, 1), mir_src(lanes, 0, ISA_UW, lanes_of(p->n)), a);
    return mir_src(sum, 0, ISA_UW, lanes_of(p->n));
}

typedef struct place { // of the lanes of an operand in memory
    isa_operand first; // words: the offset of the first lane, or of each row
    uint32_t rows;     // number of words in first
    uint32_t width;    // lanes in a row
    uint32_t n, row_b, elt_b;
    uint32_t size_b; // of a lane
} place;

// The offset of the first lane as a word; for vectors with one address per row, of each row.
static isa_operand start_of(private_job *j, const isa_operand *o, uint32_t rows) {
    if (!o->indirect)
        return isa_imm((uint32_t)(j->home[o->reg] + o->off_b) & (PRIVATE_REACH_B - 1), ISA_UW);
    const mir_var *t = cg_var(j->cx, j->twin[o->vaddr]);
    isa_operand at = mir_src(t, 2 * o->addr_sub, ISA_UW, lanes_of(rows));
    if (!o->addr_imm)
        return at;
    mir_var *sum = cg_temp(j->cx, ISA_UW, rows * 2, (uint16_t)(rows * 2), "at");
    cg_inst2(j->cx, ISA_ADD, (uint8_t)rows, mir_dst(sum, 0, ISA_UW, 1), at, isa_imm((uint16_t)o->addr_imm, ISA_UW));
    return mir_src(sum, 0, ISA_UW, lanes_of(rows));
}

// Whether all lanes of a source are the same element.
static bool is_one_element(const place *p) {
    return p->rows == 1 && p->elt_b == 0 && (p->row_b == 0 || p->width == p->n);
}

static place place_of(private_job *j, const isa_operand *o, const isa_inst *i, bool dst) {
    uint32_t n = i->exec_size;
    uint32_t size_b = isa_type_size_b((isa_type)o->type);
    place p = {.n = n, .rows = 1, .width = n, .size_b = size_b, .elt_b = o->rgn.h * size_b};
    if (!dst && o->rgn.v == ISA_VXH) {
        p.width = o->rgn.w;
        p.rows = n / p.width;
    } else if (!dst && n > 1) {
        p.width = o->rgn.w;
        p.row_b = o->rgn.v * size_b;
        if (p.width == 1) { // <V;1,0>
            p.width = n;
            p.elt_b = p.row_b;
        }
        if (is_one_element(&p) && all_lanes(j, i)) // otherwise lane 0 may be off while others are on
            p.n = 1;
    }
    p.first = start_of(j, o, p.rows);
    return p;
}

// The offsets of all lanes as words.
static isa_operand lane_offsets(private_job *j, const place *p) {
    isa_operand a = p->first;
    if (p->rows > 1 && p->width > 1) // repeat each row's word for its lanes
        a.rgn = (isa_region){1, (uint8_t)p->width, 0};
    if (p->n == 1 || is_one_element(p) || (p->rows > 1 && p->width == 1))
        return a;
    if (p->rows == 1)
        a.rgn = cg_scalar;
    private_pattern lanes = {
        .n = p->n, .width = p->width < p->n ? p->width : p->n, .row_b = p->rows > 1 ? 0 : p->row_b, .elt_b = p->elt_b};
    lanes.row_b = lanes.width == lanes.n ? 0 : lanes.row_b;
    return add_pattern(j, a, &lanes);
}

// The addresses in the form of a message, plus 'by' bytes.
static isa_operand addresses(const private_job *j, isa_operand words, uint32_t n, uint32_t by) {
    cg_ctx *cx = j->cx;
    mir_var *t =
        cg_temp(cx, ISA_UD, (uint32_t)cg_round_up((int32_t)n * 4, cx->m->grf_b), (uint16_t)cx->m->grf_b, "addr");
    isa_operand to = mir_dst(t, 0, ISA_UD, 1), base = mir_src(j->base, 0, ISA_UD, cg_scalar);
    if (cx->m->has_lsc && cg_is_imm(&words))
        cg_inst1(cx, ISA_MOV, (uint8_t)n, to, isa_imm(words.imm + by, ISA_UD));
    else if (cg_is_imm(&words))
        cg_inst2(cx, ISA_ADD, (uint8_t)n, to, base, isa_imm(words.imm + by, ISA_UD));
    else if (cx->m->has_lsc)
        cg_inst1(cx, ISA_MOV, (uint8_t)n, to, words);
    else
        cg_inst2(cx, ISA_ADD, (uint8_t)n, to, base, words);
    if (by && !cg_is_imm(&words))
        cg_inst2(cx, ISA_ADD, (uint8_t)n, to, mir_src(t, 0, ISA_UD, lanes_of(n)), isa_imm(by, ISA_UD));
    return mir_src(t, 0, ISA_UD, lanes_of(n));
}

static mir_msg lane_msg(const private_job *j, bool write, uint32_t elt_b) {
    if (j->cx->m->has_lsc)
        return lsc_msg(j, write, elt_b);
    if (elt_b < 4)
        return (mir_msg){
            .kind = write ? ISA_MSG_BYTE_WRITE : ISA_MSG_BYTE_READ, .surface_bti = STATELESS, .elt_b = (uint8_t)elt_b};
    return (mir_msg){
        .kind = write ? ISA_MSG_UNTYPED_WRITE : ISA_MSG_UNTYPED_READ, .surface_bti = STATELESS, .chan_mask = 1};
}

// Moves one element per lane between memory and registers, where it takes at least a dword.
static cmc_status move_lanes(const private_job *j, isa_operand addr, uint32_t n, uint32_t elt_b, const mir_var *regs,
                             const isa_inst *mask, bool write) {
    mir_msg m = lane_msg(j, write, elt_b);
    m.lanes = (uint8_t)n;
    m.addr[0] = addr;
    mir_inst i = {.i = {.op = MIR_MSG, .exec_size = (uint8_t)n}, .msg = &m, .loc = j->cx->loc};
    take_mask(j, &i.i, mask);
    *(write ? &m.data : &i.i.dst) = mir_dst(regs, 0, ISA_UD, 1);
    return lower_lanes(j->cx, &i);
}

static isa_type bits_of(uint32_t size_b) {
    return size_b == 1 ? ISA_UB : size_b == 2 ? ISA_UW : ISA_UD;
}

static mir_var *lane_temp(const private_job *j, uint32_t n, uint32_t size_b) {
    return cg_temp(j->cx, bits_of(size_b), (uint32_t)cg_round_up((int32_t)(n * size_b), j->cx->m->grf_b),
                   (uint16_t)j->cx->m->grf_b, "lane");
}

// Whether the lanes are contiguous in memory too, so that one block suffices. Only LSC blocks may start at any dword.
static bool is_block(const private_job *j, const place *p, const isa_inst *mask) {
    bool dense =
        p->rows == 1 && (p->width >= p->n || p->row_b == p->width * p->elt_b) && (p->elt_b == p->size_b || p->n == 1);
    return j->cx->m->has_lsc && dense && p->size_b >= 4 && all_lanes(j, mask);
}

// Moves the two dwords of 64-bit lanes separately, for messages limited to dwords.
static cmc_status move_halves(const private_job *j, const place *p, isa_operand words, const mir_var *regs,
                              const isa_inst *mask, bool write) {
    for (uint32_t h = 0; h < 2; h++) {
        mir_var *half = lane_temp(j, p->n, 4);
        isa_operand part = mir_src(regs, (int32_t)(4 * h), ISA_UD, p->n == 1 ? cg_scalar : (isa_region){2, 1, 0});
        if (write)
            cg_inst1(j->cx, ISA_MOV, (uint8_t)p->n, mir_dst(half, 0, ISA_UD, 1), part);
        CMC_TRY(move_lanes(j, addresses(j, words, p->n, 4 * h), p->n, 4, half, mask, write));
        if (!write)
            cg_inst1(j->cx, ISA_MOV, (uint8_t)p->n, mir_dst(regs, (int32_t)(4 * h), ISA_UD, 2),
                     mir_src(half, 0, ISA_UD, lanes_of(p->n)));
    }
    return CMC_OK;
}

// Moves lanes between memory and regs, where they are packed.
static cmc_status move_place(private_job *j, const place *p, const mir_var *regs, const isa_inst *mask, bool write) {
    cg_ctx *cx = j->cx;
    if (is_block(j, p, mask))
        return move_block(j, addresses(j, p->first, 1, 0), regs, p->n * p->size_b, write);
    isa_operand words = lane_offsets(j, p);
    if (p->size_b == 8 && !cx->m->has_lsc)
        return move_halves(j, p, words, regs, mask, write);
    isa_operand addr = addresses(j, words, p->n, 0);
    if (p->size_b >= 4)
        return move_lanes(j, addr, p->n, p->size_b, regs, mask, write);
    mir_var *wide = lane_temp(j, p->n, 4);
    isa_type t = bits_of(p->size_b);
    uint8_t step = (uint8_t)(4 / p->size_b);
    if (write)
        cg_inst1(cx, ISA_MOV, (uint8_t)p->n, mir_dst(wide, 0, ISA_UD, 1), mir_src(regs, 0, t, lanes_of(p->n)));
    CMC_TRY(move_lanes(j, addr, p->n, p->size_b, wide, mask, write));
    if (!write)
        cg_inst1(cx, ISA_MOV, (uint8_t)p->n, mir_dst(regs, 0, t, 1),
                 mir_src(wide, 0, t, p->n == 1 ? cg_scalar : (isa_region){step, 1, 0}));
    return CMC_OK;
}

// Instructions

// Computes the same offsets, from the array's offset in memory, in a general register.
static void make_twin(private_job *j, mir_block *b, mir_inst *i) {
    const isa_operand *base = &i->i.src[1];
    const mir_var *a = j->fn->vars.data[i->i.dst.reg];
    cg_at(j->cx, b, i);
    if (!j->twin[a->id]) {
        uint32_t size_b = a->size_b;
        mir_var *t = cg_temp(j->cx, ISA_UW, size_b,
                             (uint16_t)(size_b > 16  ? 32
                                        : size_b > 8 ? 16
                                        : size_b > 4 ? 8
                                                     : size_b),
                             "at");
        j->twin[a->id] = t->id;
    }
    uint32_t c = (uint32_t)(j->home[base->reg] + base->off_b) & (PRIVATE_REACH_B - 1);
    i->i.dst.reg = j->twin[a->id];
    i->i.src[1] = isa_imm(c, ISA_UW);
    if (c == 0) {
        i->i.op = ISA_MOV;
        i->i.src[1] = cg_none();
    }
    j->cx->changed = true;
}

static cmc_status read_lanes(private_job *j, mir_inst *i, isa_operand *o) {
    place p = place_of(j, o, &i->i, false);
    mir_var *regs = lane_temp(j, p.n, p.size_b);
    CMC_TRY(move_place(j, &p, regs, &i->i, false));
    isa_operand now = mir_src(regs, 0, (isa_type)o->type, lanes_of(p.n));
    now.mod = o->mod;
    *o = now;
    return CMC_OK;
}

static cmc_status read_bytes(private_job *j, isa_operand *o, const touch *t) {
    int32_t lo = round_down(t->lo, block_unit(j)), hi = cg_round_up(t->hi, block_unit(j));
    mir_var *regs = block_temp(j, hi - lo);
    CMC_TRY(move_bytes(j, o->reg, lo, hi, regs, false));
    o->reg = regs->id;
    o->off_b -= lo;
    return CMC_OK;
}

static cmc_status write_lanes(private_job *j, mir_block *b, mir_inst *i) {
    place p = place_of(j, &i->i.dst, &i->i, true);
    mir_var *regs = lane_temp(j, p.n, p.size_b);
    i->i.dst = mir_dst(regs, 0, (isa_type)i->i.dst.type, 1);
    cg_at(j->cx, b, i->next);
    j->cx->loc = i->loc;
    return move_place(j, &p, regs, &i->i, true);
}

// Writes through a block; bytes of the block that are not overwritten are read first.
static cmc_status write_bytes(private_job *j, mir_block *b, mir_inst *i, isa_operand *o, const touch *t) {
    uint32_t var = o->reg;
    int32_t lo = round_down(t->lo, block_unit(j)), hi = cg_round_up(t->hi, block_unit(j));
    mir_var *regs = block_temp(j, hi - lo);
    if (!t->full || lo != t->lo || hi != t->hi)
        CMC_TRY(move_bytes(j, var, lo, hi, regs, false));
    o->reg = regs->id;
    o->off_b -= lo;
    cg_at(j->cx, b, i->next);
    j->cx->loc = i->loc;
    return move_bytes(j, var, lo, hi, regs, true);
}

static bool is_whole(const private_job *j, const touch *t) {
    return t->full && t->lo % block_unit(j) == 0 && t->hi % block_unit(j) == 0;
}

// Copies piece by piece, because the whole may exceed the registers.
static cmc_status rewrite_copy(private_job *j, mir_block *b, mir_inst *i) {
    for (uint32_t at = 0; at < i->len_b; at += CHUNK_B) {
        uint32_t n = i->len_b - at < CHUNK_B ? i->len_b - at : CHUNK_B;
        isa_operand dst = i->i.dst, src = i->i.src[0];
        dst.off_b += (int32_t)at;
        src.off_b += (int32_t)at;
        touch from = {src.off_b, src.off_b + (int32_t)n, false}, to = {dst.off_b, dst.off_b + (int32_t)n, true};
        cg_at(j->cx, b, i);
        if (in_memory(j, &src))
            CMC_TRY(read_bytes(j, &src, &from));
        mir_inst *copy = cg_copy(j->cx, dst, src, n);
        cg_at(j->cx, b, copy);
        if (in_memory(j, &dst))
            CMC_TRY(write_bytes(j, b, copy, &copy->i.dst, &to));
    }
    mir_inst_remove(b, i);
    return CMC_OK;
}

static cmc_status rewrite(private_job *j, mir_block *b, mir_inst *i) {
    isa_operand *dst = &i->i.dst;
    if (i->i.op == MIR_UNDEF) {
        if (in_memory(j, dst))
            mir_inst_remove(b, i);
        return CMC_OK;
    }
    if (i->i.op == MIR_COPY && (in_memory(j, dst) || in_memory(j, &i->i.src[0])))
        return rewrite_copy(j, b, i);
    touches t = touches_of(j->fn, i, j->simd_flow);
    for (uint32_t k = 0; k < 3; k++) {
        isa_operand *o = &i->i.src[k];
        cg_at(j->cx, b, i);
        if (in_memory(j, o))
            CMC_TRY(o->indirect ? read_lanes(j, i, o) : read_bytes(j, o, &t.who[ISA_WHO_SRC0 + k]));
    }
    cg_at(j->cx, b, i);
    if (!in_memory(j, dst))
        return CMC_OK;
    const touch *d = &t.who[ISA_WHO_DST];
    bool lanes = dst->indirect || (!cg_is_send(i) && i->i.op != ISA_DPAS && !is_whole(j, d));
    return lanes ? write_lanes(j, b, i) : write_bytes(j, b, i, dst, d);
}

cmc_status private_rewrite(private_job *j) {
    open_memory(j);
    for (uint32_t b = 0; b < j->fn->blocks.len; b++)
        for (mir_inst *i = j->fn->blocks.data[b]->first; i; i = i->next)
            if (i->i.src[1].file == ISA_FILE_VADDR && j->home[i->i.src[1].reg] >= 0)
                make_twin(j, j->fn->blocks.data[b], i);
    for (uint32_t b = 0; b < j->fn->blocks.len; b++)
        for (mir_inst *i = j->fn->blocks.data[b]->first, *next; i && !j->cx->oom; i = next) {
            next = i->next;
            CMC_TRY(rewrite(j, j->fn->blocks.data[b], i));
        }
    return CMC_OK;
}
