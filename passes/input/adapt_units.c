// SPDX-License-Identifier: MIT
// gx_adapt_calls: surfaces, registers, private memory and sends of other front ends.
//
//   predefined.surface(i32 0)                     ->  254, the surface of local memory
//   read.predef.reg(i32 7, undef)                 ->  r0()
//   i32 address.convert(ptr %p)                   ->  ptrtoint %p
//   gather.private(%m, ptr %a, <8 x i32> %i, %o)  ->  llvm.masked.gather(getelementptr %a, %i)
//   raw.send(0, %m, %exdesc, %desc, %x, %old)     ->  raw.send2(0, 4, %m, registers of %x, of the result, function, ...)

#include "foreign.h"

#include <string.h>

static LLVMValueRef number(LLVMTypeRef t, uint64_t x) {
    return LLVMConstInt(t, x, 0);
}

static bool constant(LLVMValueRef call, unsigned op, uint64_t *x) {
    return op < LLVMGetNumArgOperands(call) && genx_const_u64(LLVMGetOperand(call, op), x);
}

// Surfaces

LLVMValueRef adapt_predefined_surface(adapt *A, LLVMValueRef call, const char *name) {
    enum { LOCAL_MEMORY = 0, LOCAL_BTI = 254 };
    uint64_t id;
    if (!constant(call, 0, &id) || LLVMTypeOf(call) != A->i32)
        return adapt_refuse(A, call, name, "takes a constant and returns an i32");
    if (id != LOCAL_MEMORY)
        return adapt_refuse(A, call, name, "of surface %u is not supported; expected 0, local memory", (unsigned)id);
    return number(A->i32, LOCAL_BTI);
}

LLVMValueRef adapt_convert_address(adapt *A, LLVMValueRef call, const char *name) {
    LLVMValueRef p = LLVMGetNumArgOperands(call) == 1 ? LLVMGetOperand(call, 0) : NULL;
    LLVMTypeRef t = LLVMTypeOf(call);
    if (!p || LLVMGetTypeKind(t) != LLVMIntegerTypeKind)
        return adapt_refuse(A, call, name, "takes one address and returns an integer");
    if (LLVMTypeOf(p) == t)
        return p;
    if (LLVMGetTypeKind(LLVMTypeOf(p)) == LLVMIntegerTypeKind)
        return LLVMBuildIntCast2(A->b, p, t, 0, "");
    if (LLVMGetTypeKind(LLVMTypeOf(p)) != LLVMPointerTypeKind)
        return adapt_refuse(A, call, name, "takes a pointer, or a surface that is an argument of a kernel");
    return LLVMBuildPtrToInt(A->b, p, t, "");
}

// Registers

enum {
    PREDEFINED_GROUP_ID_X = 3,
    PREDEFINED_GROUP_ID_Z = 5,
    PREDEFINED_TSC = 6,
    PREDEFINED_R0 = 7,
    PREDEFINED_HW_TID = 12,
    PREDEFINED_SR0 = 13,
    PREDEFINED_CR0 = 14,
    PREDEFINED_CE0 = 15,
    N_PREDEFINED = 18
};

static const char *const register_names[N_PREDEFINED] = {
    "null",
    "the thread's x",
    "the thread's y",
    "group id x",
    "group id y",
    "group id z",
    "tm0",
    "r0",
    "arguments",
    "the return value",
    "the stack pointer",
    "the frame pointer",
    "hw_tid",
    "sr0",
    "cr0",
    "ce0",
    "dbg0",
    "the thread's color",
};

static const char *register_name(uint64_t id) {
    return id < N_PREDEFINED ? register_names[id] : "an unknown register";
}

static genx_id register_query(uint64_t id) {
    switch (id) {
    case PREDEFINED_TSC:
        return GENX_TIMESTAMP;
    case PREDEFINED_R0:
        return GENX_R0;
    case PREDEFINED_HW_TID:
        return GENX_GET_HWID;
    case PREDEFINED_SR0:
        return GENX_SR0;
    case PREDEFINED_CR0:
        return GENX_CR0;
    case PREDEFINED_CE0:
        return GENX_CE0;
    default:
        return id >= PREDEFINED_GROUP_ID_X && id <= PREDEFINED_GROUP_ID_Z
                   ? (genx_id)(GENX_GROUP_ID_X + (id - PREDEFINED_GROUP_ID_X))
                   : GENX_NONE;
    }
}

static bool is_one_dword(genx_id id) {
    return id != GENX_TIMESTAMP && id != GENX_R0 && id != GENX_SR0 && id != GENX_CR0;
}

LLVMValueRef adapt_read_register(adapt *A, LLVMValueRef call, const char *name) {
    uint64_t id;
    LLVMTypeRef t = LLVMTypeOf(call);
    uint32_t size_b = LLVMGetTypeKind(t) == LLVMStructTypeKind ? 0 : genx_size_b(t);
    if (!constant(call, 0, &id))
        return adapt_refuse(A, call, name, "takes the number of a register as a constant");
    genx_id query = register_query(id);
    if (query == GENX_NONE)
        return adapt_refuse(A, call, name, "of register %u (%s) is not supported", (unsigned)id, register_name(id));
    if (!size_b || size_b % 4 || (is_one_dword(query) && size_b != 4))
        return adapt_refuse(A, call, name, "of register %u (%s) has a result of %u bytes, expected %s", (unsigned)id,
                            register_name(id), size_b, is_one_dword(query) ? "4" : "whole dwords");
    if (!is_one_dword(query))
        return adapt_dwords(A, query, t);
    return LLVMBuildBitCast(A->b, genx_build(A->b, A->mod, query, A->i32, NULL, 0, ""), t, "");
}

LLVMValueRef adapt_write_register(adapt *A, LLVMValueRef call, const char *name) {
    uint64_t id = N_PREDEFINED;
    (void)constant(call, 0, &id);
    return adapt_refuse(A, call, name, "of register %u (%s) is not supported%s", (unsigned)id, register_name(id),
                        id == PREDEFINED_CR0 ? "; the attribute \"CMFloatControl\" sets modes of floats" : "");
}

// Private memory: lanes of a local variable, at element numbers.

enum {
    PRIVATE_MASK,
    PRIVATE_ADDRESS,
    PRIVATE_INDEX,
    PRIVATE_DATA,
    N_PRIVATE
}; // operands; data: old values of a gather

static LLVMValueRef masked(adapt *A, LLVMValueRef call, LLVMTypeRef data, bool store) {
    const char *name = store ? "llvm.masked.scatter" : "llvm.masked.gather";
    LLVMValueRef index = LLVMGetOperand(call, PRIVATE_INDEX), value = LLVMGetOperand(call, PRIVATE_DATA);
    LLVMValueRef p = LLVMBuildGEP2(A->b, genx_elt_type(data), LLVMGetOperand(call, PRIVATE_ADDRESS), &index, 1, "");
    LLVMTypeRef types[2] = {data, LLVMTypeOf(p)};
    LLVMValueRef mask = LLVMGetOperand(call, PRIVATE_MASK), align = number(A->i32, genx_elt_b(data));
    LLVMValueRef loads[4] = {p, align, mask, value}, stores[4] = {value, p, align, mask};
    LLVMValueRef f = LLVMGetIntrinsicDeclaration(A->mod, LLVMLookupIntrinsicID(name, strlen(name)), types, 2);
    return LLVMBuildCall2(A->b, LLVMGlobalGetValueType(f), f, store ? stores : loads, 4, "");
}

static bool has_lanes(LLVMValueRef call, LLVMTypeRef data) {
    if (LLVMGetNumArgOperands(call) != N_PRIVATE || !genx_is_vec(data) || genx_is_bool(data) ||
        LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, PRIVATE_ADDRESS))) != LLVMPointerTypeKind)
        return false;
    LLVMTypeRef mask = LLVMTypeOf(LLVMGetOperand(call, PRIVATE_MASK)),
                index = LLVMTypeOf(LLVMGetOperand(call, PRIVATE_INDEX));
    return genx_is_bool(mask) && genx_is_vec(mask) && genx_lanes(mask) == genx_lanes(data) && genx_is_vec(index) &&
           genx_lanes(index) == genx_lanes(data);
}

LLVMValueRef adapt_private_gather(adapt *A, LLVMValueRef call, const char *name) {
    LLVMTypeRef t = LLVMTypeOf(call);
    if (!has_lanes(call, t) || LLVMTypeOf(LLVMGetOperand(call, PRIVATE_DATA)) != t)
        return adapt_refuse(A, call, name, "takes a mask, a pointer, element numbers and old values, one per lane");
    return masked(A, call, t, false);
}

LLVMValueRef adapt_private_scatter(adapt *A, LLVMValueRef call, const char *name) {
    if (LLVMGetNumArgOperands(call) != N_PRIVATE || !has_lanes(call, LLVMTypeOf(LLVMGetOperand(call, PRIVATE_DATA))))
        return adapt_refuse(A, call, name, "takes a mask, a pointer, element numbers and values, one per lane");
    masked(A, call, LLVMTypeOf(LLVMGetOperand(call, PRIVATE_DATA)), true);
    return adapt_nothing(A, call);
}

// Sends

typedef struct send {
    bool two, result, ends;        // a second source, a result; it ends the thread
    unsigned exdesc, src1;         // operand numbers
    uint64_t modifier, sfid, bits; // bits: the extended descriptor
} send;

static bool read_send(LLVMValueRef call, const char *name, send *s) {
    enum { SFID_BITS = 15, END = 0x20 };
    s->two = name[8] == 's'; // "raw.sends"
    s->result = LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind;
    s->exdesc = s->two ? 3 : 2;
    s->src1 = s->exdesc + 2;
    unsigned n = s->src1 + 1 + s->two + s->result;
    if (LLVMGetNumArgOperands(call) != n || !constant(call, 0, &s->modifier) || !constant(call, s->exdesc, &s->bits) ||
        !genx_is_bool(LLVMTypeOf(LLVMGetOperand(call, 1))))
        return false;
    s->sfid = s->bits & SFID_BITS;
    if (s->two && !constant(call, 2, &s->sfid))
        return false;
    s->ends = s->bits & END;
    s->bits &= ~(uint64_t)(SFID_BITS | END);
    return true;
}

static LLVMValueRef registers(adapt *A, LLVMTypeRef t) {
    uint32_t grf_b = A->cx->model->grf_b;
    return number(A->i8, (genx_size_b(t) + grf_b - 1) / grf_b);
}

// The logarithm of the number of lanes; an i1 means 16 of them.
static uint64_t lanes_log(LLVMTypeRef mask) {
    uint64_t n = 0;
    if (!genx_is_vec(mask))
        return 4;
    while ((1u << n) < genx_lanes(mask))
        n++;
    return n;
}

// The last message of a kernel only ends the thread, as its return does.
static LLVMValueRef end_thread(adapt *A, LLVMValueRef call, const char *name) {
    LLVMValueRef next = LLVMGetNextInstruction(call), fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    if (!gx_is_kernel(fn) || !LLVMIsAReturnInst(next))
        return adapt_refuse(A, call, name, "ends the thread, which only the end of a kernel may do");
    return adapt_nothing(A, call);
}

LLVMValueRef adapt_raw_send(adapt *A, LLVMValueRef call, const char *name) {
    static const genx_id ids[2][2] = {{GENX_RAW_SEND2_NORESULT, GENX_RAW_SEND2},
                                      {GENX_RAW_SENDS2_NORESULT, GENX_RAW_SENDS2}};
    send s = {0};
    LLVMValueRef args[12];
    unsigned n = 0;
    if (!read_send(call, name, &s))
        return adapt_refuse(A, call, name,
                            "takes a constant modifier, a mask, a constant extended descriptor, a descriptor and data");
    if (s.ends)
        return end_thread(A, call, name);
    LLVMTypeRef t = LLVMTypeOf(call);
    args[n++] = number(A->i8, s.modifier);
    args[n++] = number(A->i8, lanes_log(LLVMTypeOf(LLVMGetOperand(call, 1))));
    args[n++] = LLVMGetOperand(call, 1);
    for (unsigned k = 0; k <= s.two; k++)
        args[n++] = registers(A, LLVMTypeOf(LLVMGetOperand(call, s.src1 + k)));
    if (s.result)
        args[n++] = registers(A, t);
    args[n++] = number(A->i8, s.sfid);
    args[n++] = number(A->i32, s.bits);
    args[n++] = LLVMGetOperand(call, s.exdesc + 1);
    for (unsigned k = 0; k <= s.two; k++)
        args[n++] = LLVMGetOperand(call, s.src1 + k);
    if (s.result)
        args[n++] = LLVMGetOperand(call, s.src1 + 1 + s.two);
    LLVMValueRef r = genx_build(A->b, A->mod, ids[s.two][s.result], t, args, n, "");
    return s.result ? r : adapt_nothing(A, call);
}
