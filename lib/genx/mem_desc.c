// SPDX-License-Identifier: MIT
// Implements genx_mem.h: describes a call by its row in genx_lanes.def.

#include <cmc/genx_mem.h>

#include <cmc/isa.h>

typedef struct lanes_row {
    uint16_t id;   // genx_id
    uint8_t kind;  // isa_msg_kind
    uint8_t place; // mem_place
    uint8_t op, shift;
    const char *roles;
} lanes_row;

static const lanes_row rows[] = {
#define LANES(id, message, place, op, shift, roles) {GENX_##id, ISA_MSG_##message, MEM_##place, op, shift, roles},
#include <cmc/genx_lanes.def>
#undef LANES
};

enum {
#define LANES(id, message, place, op, shift, roles) ROW_##id,
#include <cmc/genx_lanes.def>
#undef LANES
    N_ROWS
};

// Row numbers, from 1 on. If ROW_x is undeclared, genx.def says LANES but genx_lanes.def has no row for x.
#define NUMBER_LANES(id)       ROW_##id + 1
#define NUMBER_ELEMENTWISE(id) 0
#define NUMBER_OWN(id)         0
static const uint8_t numbers[GENX_COUNT] = {
#define GENX(id, name, memory, convergent, form, result, operands) [GENX_##id] = NUMBER_##form(id),
#include <cmc/genx.def>
#undef GENX
};

#define COUNT_LANES +1
#define COUNT_ELEMENTWISE
#define COUNT_OWN
#define GENX(id, name, memory, convergent, form, result, operands) COUNT_##form
enum {
    N_LANES = 0
#include <cmc/genx.def>
};
#undef GENX
_Static_assert((int)N_LANES == (int)N_ROWS, "genx_lanes.def has a row whose form in genx.def is not LANES");
_Static_assert(N_ROWS <= UINT8_MAX, "row numbers are bytes");

static int8_t *field_of(mem_desc *d, char role) {
    switch (role) {
    case 'p':
        return &d->pred;
    case 'b':
        return &d->blocks;
    case 'k':
        return &d->scale;
    case 's':
        return &d->surface;
    case 'g':
        return &d->global;
    case 'c':
        return &d->channels;
    case 'd':
        return &d->data;
    case 'e':
        return &d->data2;
    case 'o':
        return &d->old;
    default:
        return NULL;
    }
}

static void set_roles(mem_desc *d, const char *roles) {
    for (; roles[d->n_operands]; d->n_operands++) {
        char role = roles[d->n_operands];
        int8_t *field = field_of(d, role);
        if (field)
            *field = (int8_t)d->n_operands;
        else if (role == 'a' && d->n_addr++ == 0)
            d->addr = (int8_t)d->n_operands;
    }
}

bool mem_describe(LLVMValueRef v, mem_desc *out) {
    unsigned number = numbers[genx_call_id(v)];
    if (!number)
        return false;
    const lanes_row *r = &rows[number - 1];
    *out = (mem_desc){.id = r->id,
                      .kind = r->kind,
                      .place = r->place,
                      .op = r->op,
                      .addr_shift = r->shift,
                      .store = *genx_info_get((genx_id)r->id)->result == '-',
                      .pred = -1,
                      .addr = -1,
                      .global = -1,
                      .scale = -1,
                      .surface = -1,
                      .data = -1,
                      .data2 = -1,
                      .old = -1,
                      .blocks = -1,
                      .channels = -1};
    set_roles(out, r->roles);
    return true;
}

static uint64_t constant(LLVMValueRef v, int op) {
    uint64_t x = 0;
    genx_const_u64(LLVMGetOperand(v, (unsigned)op), &x);
    return x;
}

bool mem_is_transposed(LLVMValueRef v, const mem_desc *d) {
    enum { TRANSPOSED = 2 };
    return mem_is_lsc(d) && d->kind != ISA_MSG_LSC_ATOMIC && d->channels < 0 && constant(v, LSC_OP_ORDER) == TRANSPOSED;
}

uint32_t mem_lanes(LLVMValueRef v, const mem_desc *d) {
    return genx_lanes(LLVMTypeOf(LLVMGetOperand(v, (unsigned)d->addr)));
}

uint32_t mem_elements(LLVMValueRef v, const mem_desc *d) {
    LLVMTypeRef t = d->data >= 0 ? LLVMTypeOf(LLVMGetOperand(v, (unsigned)d->data)) : LLVMTypeOf(v);
    uint32_t lanes = mem_lanes(v, d);
    if (LLVMGetTypeKind(t) == LLVMVoidTypeKind || lanes == 0)
        return 1;
    uint32_t n = genx_lanes(t) / lanes;
    return n ? n : 1;
}
