// SPDX-License-Identifier: MIT
// LSC messages (SFIDs ugm, ugml, slm, tgm): descriptor and extended descriptor <-> isa_msg.
//
//   0x08200580 on ugm, exec size 16   <->   load d32, flat 64-bit addresses, 16 lanes
//
// Opcodes, cache codes and element sizes are rows of tables/msg_lsc.def. The lane count is the instruction's execution
// size, rounded up to the port's native width (8 lanes with 32-byte registers, 16 with 64-byte ones).

#include "msg_priv.h"

#include <assert.h>

enum { BIT_TRANSPOSE = 15, OP_FIRST_XE2 = 0x28, SIZE_HIGH_HALF = 6 };
enum { ACCESS_LD = 1, ACCESS_ST, ACCESS_AT };

static const struct lsc_op {
    uint8_t code, kind, operands;
} lsc_ops[] = {
#define ISA_LSC_OP(code, name, kind, operands) {code, ISA_MSG_##kind, operands},
#include "tables/msg_lsc.def"
};

static const struct lsc_cache {
    uint8_t access, code, l1, l3, first, last;
} lsc_caches[] = {
#define ISA_LSC_CACHE(access, code, l1, l3, first, last) {ACCESS_##access, code, l1, l3, ISA_##first, ISA_##last},
#include "tables/msg_lsc.def"
};

static const struct lsc_size {
    uint8_t mem_b, reg_b;
} lsc_sizes[] = {
#define ISA_LSC_SIZE(code, name, mem, reg) [code] = {mem, reg},
#include "tables/msg_lsc.def"
};

static const uint8_t vector_sizes[8] = {1, 2, 3, 4, 8, 16, 32, 64};

enum {
    N_OPS = sizeof lsc_ops / sizeof lsc_ops[0],
    N_CACHES = sizeof lsc_caches / sizeof lsc_caches[0],
    N_SIZES = sizeof lsc_sizes / sizeof lsc_sizes[0]
};

unsigned msg_lsc_operands(uint8_t code) {
    for (int i = 0; i < N_OPS; i++)
        if (lsc_ops[i].code == code)
            return lsc_ops[i].operands;
    return 0;
}

static bool is_quad(uint8_t kind) {
    return kind == ISA_MSG_LSC_LOAD_QUAD || kind == ISA_MSG_LSC_STORE_QUAD;
}

static bool is_2d(uint8_t kind) {
    return kind == ISA_MSG_LSC_LOAD_2D || kind == ISA_MSG_LSC_STORE_2D;
}

static uint8_t access_of(uint8_t kind) {
    switch (kind) {
    case ISA_MSG_LSC_STORE:
    case ISA_MSG_LSC_STORE_QUAD:
    case ISA_MSG_LSC_STORE_2D:
        return ACCESS_ST;
    case ISA_MSG_LSC_ATOMIC:
        return ACCESS_AT;
    default:
        return ACCESS_LD;
    }
}

static uint8_t round_lanes(const isa_model *m, unsigned lanes) {
    if (lanes <= m->hdc_min_simd)
        return m->hdc_min_simd;
    return (uint8_t)(lanes <= 16 ? 16 : 32);
}

static int32_t sign_extend(uint32_t v, unsigned width) {
    uint32_t top = 1u << (width - 1);
    return (int32_t)((v ^ top) - top);
}

static void get_surface(const isa_model *m, const isa_inst *send, isa_msg *msg) {
    uint32_t ex = send->exdesc;
    switch (msg->addr_type) {
    case ISA_ADDR_BTI:
        msg->bti = (uint8_t)(ex >> 24);
        msg->surf = msg->bti;
        msg->imm_off = m->has_lsc_imm_off ? sign_extend(msg_bits(ex, 12, 12), 12) : 0;
        break;
    case ISA_ADDR_FLAT:
        if (m->has_lsc_imm_off && is_2d(msg->kind)) {
            msg->x_off = (int16_t)sign_extend(msg_bits(ex, 12, 10), 10);
            msg->y_off = (int16_t)sign_extend(ex >> 22, 10);
        } else if (m->has_lsc_imm_off) {
            msg->imm_off = sign_extend(ex >> 12, 20);
        }
        break;
    default:
        if (!send->exdesc_is_reg)
            msg->surf = ex & 0xfffff800u;
        else if (m->has_lsc_imm_off && send->sfid == ISA_SFID_UGM)
            // scattered over the bits that a register does not use
            msg->imm_off = sign_extend(msg_bits(ex, 19, 13) << 4 | msg_bits(ex, 12, 4), 17);
        break;
    }
}

static void get_cache(const isa_model *m, uint32_t desc, isa_msg *msg) {
    unsigned width = 20u - m->lsc_cache_shift;
    msg->cache = (uint8_t)msg_bits(desc, m->lsc_cache_shift, width);
    unsigned code = (unsigned)msg->cache << (4 - width);
    for (int i = 0; i < N_CACHES; i++) {
        const struct lsc_cache *c = &lsc_caches[i];
        if (c->access == access_of(msg->kind) && c->code == code && m->family >= c->first && m->family <= c->last) {
            msg->l1 = c->l1;
            msg->l3 = c->l3;
        }
    }
}

static cmc_status get_data(const isa_model *m, const isa_inst *send, isa_msg *msg) {
    uint32_t desc = send->desc;
    uint32_t size = msg_bits(desc, 9, 3);
    if (size >= N_SIZES)
        return CMC_ERR_UNSUPPORTED;
    msg->elt_b = lsc_sizes[size].mem_b;
    msg->reg_elt_b = lsc_sizes[size].reg_b;
    msg->high_half = size == SIZE_HIGH_HALF;
    msg->transpose = msg_bits(desc, BIT_TRANSPOSE, 1);
    if (is_2d(msg->kind)) {
        msg->vnni = msg_bits(desc, 7, 1);
        if (msg->vnni && msg->kind == ISA_MSG_LSC_STORE_2D)
            return CMC_ERR_UNSUPPORTED;
        msg->addr_size_b = 8;
        msg->simd = 1;
        msg->n_elt = 1;
        // The shape is in the payload; the registers give an upper bound. 32 registers are encoded as 31.
        unsigned regs = msg->kind == ISA_MSG_LSC_STORE_2D ? msg->xlen_grf : msg->rlen_grf;
        msg->size_b = (uint16_t)((regs == 31 ? 32 : regs) * m->grf_b);
        return CMC_OK;
    }
    uint32_t addr = msg_bits(desc, 7, 2);
    if (addr == 0)
        return CMC_ERR_UNSUPPORTED;
    msg->addr_size_b = (uint8_t)(1u << addr);
    msg->simd = round_lanes(m, send->exec_size);
    if (is_quad(msg->kind)) {
        msg->transpose = false;
        msg->chan_mask = (uint8_t)msg_bits(desc, 12, 4);
        msg->n_elt = (uint8_t)__builtin_popcount(msg->chan_mask);
        return msg->chan_mask != 0 ? CMC_OK : CMC_ERR_UNSUPPORTED;
    }
    msg->n_elt = vector_sizes[msg_bits(desc, 12, 3)];
    if (msg->transpose) {
        msg->simd = 1;
        msg->size_b = (uint16_t)(msg->n_elt * msg->reg_elt_b);
    }
    return CMC_OK;
}

cmc_status msg_lsc_describe(const isa_model *m, const isa_inst *send, isa_msg *msg) {
    assert(m->has_lsc && "only targets with LSC send to its units");
    uint8_t code = (uint8_t)msg_bits(send->desc, 0, 6);
    if (!m->has_lsc || msg_bits(send->desc, 6, 1) != 0 || send->desc >> 31 != 0)
        return CMC_ERR_UNSUPPORTED;
    const struct lsc_op *op = NULL;
    for (int i = 0; i < N_OPS && op == NULL; i++)
        if (lsc_ops[i].code == code)
            op = &lsc_ops[i];
    if (op == NULL || (code >= OP_FIRST_XE2 && m->has_hdc)) // these opcodes replaced the data ports
        return CMC_ERR_UNSUPPORTED;
    msg->header = false;
    msg->kind = op->kind;
    msg->op = code;
    msg->addr_type = (uint8_t)msg_bits(send->desc, 29, 2);
    get_cache(m, send->desc, msg);
    if (op->kind == ISA_MSG_LSC_FENCE) {
        msg->fence_scope = (uint8_t)msg_bits(send->desc, 9, 3);
        msg->op = (uint8_t)msg_bits(send->desc, 12, 3);
        msg->simd = 1;
        return CMC_OK;
    }
    get_surface(m, send, msg);
    cmc_status s = get_data(m, send, msg);
    if (s != CMC_OK) {
        msg->kind = ISA_MSG_UNKNOWN;
        return s;
    }
    bool load = op->kind == ISA_MSG_LSC_LOAD || op->kind == ISA_MSG_LSC_LOAD_QUAD || op->kind == ISA_MSG_LSC_LOAD_2D;
    msg->prefetch = load && msg->rlen_grf == 0;
    msg->returns = op->kind == ISA_MSG_LSC_ATOMIC && msg->rlen_grf != 0;
    return CMC_OK;
}

static int opcode_of(const isa_msg *msg) {
    for (int i = 0; i < N_OPS; i++) {
        bool many = msg->kind == ISA_MSG_LSC_ATOMIC || msg->kind == ISA_MSG_LSC_OTHER;
        if (lsc_ops[i].kind == msg->kind && (!many || lsc_ops[i].code == msg->op))
            return lsc_ops[i].code;
    }
    return -1;
}

static int size_code(const isa_msg *msg) {
    unsigned reg_b = msg->reg_elt_b;
    if (reg_b == 0) // a lane keeps a small element in a dword; 2-D blocks pack them
        reg_b = is_2d(msg->kind) || msg->elt_b > 4 ? msg->elt_b : 4;
    for (int i = 0; i < N_SIZES; i++)
        if (lsc_sizes[i].mem_b == msg->elt_b && lsc_sizes[i].reg_b == reg_b && msg->high_half == (i == SIZE_HIGH_HALF))
            return i;
    return -1;
}

static int vector_code(const isa_msg *msg) {
    unsigned limit = msg->transpose ? 64 : 8;
    for (int i = 0; i < 8; i++)
        if (vector_sizes[i] == (msg->n_elt == 0 ? 1 : msg->n_elt) && vector_sizes[i] <= limit)
            return i;
    return -1;
}

static int cache_code(const isa_model *m, const isa_msg *msg) {
    unsigned width = 20u - m->lsc_cache_shift;
    if (msg->l1 == 0 && msg->l3 == 0)
        return msg->cache < 1u << width ? msg->cache : -1;
    for (int i = 0; i < N_CACHES; i++) {
        const struct lsc_cache *c = &lsc_caches[i];
        if (c->access == access_of(msg->kind) && c->l1 == msg->l1 && c->l3 == msg->l3 && m->family >= c->first &&
            m->family <= c->last)
            return c->code >> (4 - width);
    }
    return -1;
}

static cmc_status refuse(cmc_diag *d, cmc_status s, const char *what, unsigned a, unsigned b) {
    cmc_diag_error(d, s == CMC_ERR_UNSUPPORTED ? "ISA0101" : "ISA0102", "%s (%u, %u)", what, a, b);
    return s;
}

static cmc_status put_block_offsets(const isa_model *m, const isa_msg *msg, uint32_t *exdesc, cmc_diag *d) {
    enum { MASK = 2 * ISA_BLOCK_2D_OFFSETS - 1 };
    int x = msg->x_off, y = msg->y_off;
    if (!m->has_lsc_imm_off || !is_2d(msg->kind) || msg->addr_type != ISA_ADDR_FLAT)
        return refuse(d, CMC_ERR_UNSUPPORTED, "message takes no block offset (kind, address type)", msg->kind,
                      msg->addr_type);
    if (!isa_block_2d_offset_fits(x) || !isa_block_2d_offset_fits(y))
        return refuse(d, CMC_ERR_RANGE, "block offset does not fit in 10 bits (columns, rows)", (unsigned)x,
                      (unsigned)y);
    *exdesc = (uint32_t)(x & MASK) << 12 | (uint32_t)(y & MASK) << 22;
    return CMC_OK;
}

static cmc_status put_surface(const isa_model *m, const isa_msg *msg, uint32_t *exdesc, cmc_diag *d) {
    unsigned width = msg->addr_type == ISA_ADDR_FLAT ? 20 : msg->addr_type == ISA_ADDR_BTI ? 12 : 17;
    int32_t off = msg->imm_off;
    bool surface = msg->addr_type == ISA_ADDR_BSS || msg->addr_type == ISA_ADDR_SS;
    *exdesc = 0;
    if (msg->x_off != 0 || msg->y_off != 0)
        return put_block_offsets(m, msg, exdesc, d);
    if (off != 0) {
        if (!m->has_lsc_imm_off || is_2d(msg->kind) || (surface && msg->sfid != ISA_SFID_UGM))
            return refuse(d, CMC_ERR_UNSUPPORTED, "message takes no immediate offset (offset, kind)", (unsigned)off,
                          msg->kind);
        if (off < -(1 << (width - 1)) || off >= 1 << (width - 1) || off % 4 != 0)
            return refuse(d, CMC_ERR_RANGE, "immediate offset does not fit (offset, bits)", (unsigned)off, width);
    }
    uint32_t bits = (uint32_t)off & ((1u << width) - 1u);
    switch (msg->addr_type) {
    case ISA_ADDR_FLAT:
        *exdesc = bits << 12;
        break;
    case ISA_ADDR_BTI:
        *exdesc = (uint32_t)msg->bti << 24 | bits << 12;
        break;
    default:
        *exdesc = off != 0 ? (bits >> 4) << 19 | (bits & 15u) << 12 : msg->surf & 0xfffff800u;
        break;
    }
    return CMC_OK;
}

static cmc_status put_data(const isa_model *m, isa_msg *msg, uint32_t *desc, cmc_diag *d) {
    int size = size_code(msg);
    if (size < 0)
        return refuse(d, CMC_ERR_RANGE, "unsupported element size (bytes in memory, in registers)", msg->elt_b,
                      msg->reg_elt_b);
    msg->reg_elt_b = lsc_sizes[size].reg_b;
    *desc |= (uint32_t)size << 9 | (uint32_t)msg->transpose << BIT_TRANSPOSE;
    if (is_2d(msg->kind)) {
        if (!m->has_lsc_block2d)
            return refuse(d, CMC_ERR_UNSUPPORTED, "the target has no 2-D block messages (kind, bytes)", msg->kind,
                          msg->size_b);
        msg->addr_size_b = 8;
        *desc |= (uint32_t)msg->vnni << 7;
        return CMC_OK;
    }
    if (msg->addr_size_b == 0)
        msg->addr_size_b = msg->sfid == ISA_SFID_SLM || msg->addr_type != ISA_ADDR_FLAT ? 4 : 8;
    *desc |= (msg->addr_size_b == 2 ? 1u : msg->addr_size_b == 4 ? 2u : 3u) << 7;
    if (is_quad(msg->kind)) {
        if (msg->chan_mask == 0 || msg->chan_mask > 15)
            return refuse(d, CMC_ERR_RANGE, "channel mask must be 1 to 15 (mask, kind)", msg->chan_mask, msg->kind);
        msg->n_elt = (uint8_t)__builtin_popcount(msg->chan_mask);
        *desc |= (uint32_t)msg->chan_mask << 12;
        return CMC_OK;
    }
    int vec = vector_code(msg);
    if (vec < 0 || (msg->transpose && msg->elt_b < 4))
        return refuse(d, CMC_ERR_RANGE, "unsupported vector (elements, bytes)", msg->n_elt, msg->elt_b);
    msg->n_elt = vector_sizes[vec];
    *desc |= (uint32_t)vec << 12;
    return CMC_OK;
}

static cmc_status put_lanes(const isa_model *m, isa_msg *msg, cmc_diag *d) {
    if (msg->transpose || is_2d(msg->kind)) {
        msg->simd = 1;
        return CMC_OK;
    }
    if (msg->simd > m->lsc_max_exec)
        return refuse(d, CMC_ERR_RANGE, "too many lanes for one message (lanes, limit)", msg->simd, m->lsc_max_exec);
    msg->simd = round_lanes(m, msg->simd);
    return CMC_OK;
}

cmc_status msg_lsc_build(const isa_model *m, isa_msg *msg, uint32_t *desc, uint32_t *exdesc, cmc_diag *d) {
    assert(desc && exdesc);
    if (!m->has_lsc)
        return refuse(d, CMC_ERR_UNSUPPORTED, "the target has no load/store cache messages (kind, SFID)", msg->kind,
                      msg->sfid);
    if (msg->sfid == 0)
        msg->sfid = ISA_SFID_UGM;
    int op = opcode_of(msg);
    int cache = cache_code(m, msg);
    if (op < 0 || (op >= OP_FIRST_XE2 && m->has_hdc))
        return refuse(d, CMC_ERR_UNSUPPORTED, "unsupported load/store cache operation (kind, code)", msg->kind,
                      msg->op);
    if (cache < 0)
        return refuse(d, CMC_ERR_RANGE, "unsupported pair of cache hints for this access (L1, L3)", msg->l1, msg->l3);
    *desc = (uint32_t)op | (uint32_t)cache << m->lsc_cache_shift | (uint32_t)msg->addr_type << 29;
    *exdesc = 0;
    msg->header = false;
    if (msg->kind == ISA_MSG_LSC_FENCE) { // bit 8 is set as Intel's compilers do
        *desc |= (uint32_t)(msg->op & 7u) << 12 | (uint32_t)(msg->fence_scope & 7u) << 9 | 1u << 8;
        return CMC_OK;
    }
    CMC_TRY(put_lanes(m, msg, d));
    CMC_TRY(put_data(m, msg, desc, d));
    return put_surface(m, msg, exdesc, d);
}

// The payload lengths of a message. TGM addresses are 2-D by default: one group of registers for each coordinate.
msg_lens msg_lsc_lens(const isa_model *m, const isa_msg *msg) {
    assert(msg->kind >= ISA_MSG_LSC_LOAD && msg->kind <= ISA_MSG_LSC_OTHER);
    msg_lens l = {.mlen = 1};
    if (msg->kind == ISA_MSG_LSC_FENCE) {
        l.rlen = 1;
        return l;
    }
    unsigned data;
    if (is_2d(msg->kind)) {
        data = msg_regs(m, msg->size_b);
    } else if (msg->transpose) {
        data = msg_regs(m, (unsigned)msg->n_elt * msg->reg_elt_b);
    } else {
        unsigned coords = msg->sfid == ISA_SFID_CRE ? 2 : 1;
        l.mlen = coords * msg_regs(m, (unsigned)msg->simd * msg->addr_size_b);
        data = msg->n_elt * msg_regs(m, (unsigned)msg->simd * msg->reg_elt_b);
    }
    if (msg->kind == ISA_MSG_LSC_ATOMIC) {
        l.xlen = data * msg_lsc_operands(msg->op);
        l.rlen = msg->returns ? data : 0;
    } else if (access_of(msg->kind) == ACCESS_ST) {
        l.xlen = data;
    } else if (!msg->prefetch) {
        l.rlen = data;
    }
    return l;
}
