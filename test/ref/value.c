// SPDX-License-Identifier: MIT
// Values of the evaluator: from LLVM types and constants, to and from bytes, printed and compared.

#include "ge_priv.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static bool shape_of(LLVMTypeRef t, ge_value *v) {
    switch (LLVMGetTypeKind(t)) {
    case LLVMIntegerTypeKind:
        v->kind = GE_INT;
        v->bits = (uint16_t)LLVMGetIntTypeWidth(t);
        return v->bits <= 64;
    case LLVMHalfTypeKind:
        v->kind = GE_HALF;
        v->bits = 16;
        return true;
    case LLVMBFloatTypeKind:
        v->kind = GE_BFLOAT;
        v->bits = 16;
        return true;
    case LLVMFloatTypeKind:
        v->kind = GE_FLOAT;
        v->bits = 32;
        return true;
    case LLVMDoubleTypeKind:
        v->kind = GE_DOUBLE;
        v->bits = 64;
        return true;
    case LLVMPointerTypeKind:
        v->kind = GE_PTR;
        v->bits = 64;
        return true;
    default:
        return false;
    }
}

static void make_lanes(ge_ctx *cx, ge_value *v) {
    v->v = CMC_NEW_N(cx->arena, uint64_t, v->n ? v->n : 1);
    v->u = CMC_NEW_N(cx->arena, uint8_t, v->n ? v->n : 1);
    memset(v->u, ge_undef_mask(v->bits), v->n);
}

static ge_value make_fields(ge_ctx *cx, LLVMTypeRef type, uint32_t n) {
    ge_value v = {.kind = GE_STRUCT, .n = n, .fields = CMC_NEW_N(cx->arena, ge_value, n ? n : 1)};
    const bool is_array = LLVMGetTypeKind(type) == LLVMArrayTypeKind;
    for (uint32_t i = 0; i < n; i++)
        v.fields[i] = ge_value_make(cx, is_array ? LLVMGetElementType(type) : LLVMStructGetTypeAtIndex(type, i));
    return v;
}

ge_value ge_value_make(ge_ctx *cx, LLVMTypeRef type) {
    ge_value v = {.n = 1};
    switch (LLVMGetTypeKind(type)) {
    case LLVMVoidTypeKind:
        return (ge_value){.kind = GE_VOID};
    case LLVMStructTypeKind:
        return make_fields(cx, type, LLVMCountStructElementTypes(type));
    case LLVMArrayTypeKind:
        return make_fields(cx, type, (uint32_t)LLVMGetArrayLength2(type));
    case LLVMVectorTypeKind:
        v.vector = true;
        v.n = LLVMGetVectorSize(type);
        type = LLVMGetElementType(type);
        break;
    default:
        break;
    }
    if (!shape_of(type, &v))
        return (ge_value){.kind = GE_VOID};
    make_lanes(cx, &v);
    return v;
}

ge_value ge_value_int(ge_ctx *cx, LLVMTypeRef type, uint64_t value) {
    ge_value v = ge_value_make(cx, type);
    for (uint32_t i = 0; v.v && i < v.n; i++)
        ge_set(&v, i, value);
    return v;
}

void ge_value_copy(ge_value *to, const ge_value *from) {
    if (from->kind == GE_STRUCT) {
        for (uint32_t i = 0; i < from->n; i++)
            ge_value_copy(&to->fields[i], &from->fields[i]);
    } else if (from->kind != GE_VOID) {
        memcpy(to->v, from->v, from->n * sizeof *from->v);
        memcpy(to->u, from->u, from->n);
    }
}

// Bytes

static bool is_packed_bits(const ge_value *v) {
    return v->bits % 8 != 0;
}

uint64_t ge_store_size(const ge_value *v) {
    if (v->kind != GE_STRUCT)
        return ((uint64_t)v->n * v->bits + 7) / 8;
    uint64_t sum = 0; // without padding: only used for structs by ge_bitcast, which LLVM does not allow
    for (uint32_t i = 0; i < v->n; i++)
        sum += ge_store_size(&v->fields[i]);
    return sum;
}

static void bits_to_bytes(const ge_value *v, uint8_t *data, uint8_t *undef) {
    memset(data, 0, ge_store_size(v));
    memset(undef, 0, ge_store_size(v));
    for (uint64_t at = 0; at < (uint64_t)v->n * v->bits; at++) {
        const uint32_t lane = (uint32_t)(at / v->bits), bit = (uint32_t)(at % v->bits);
        data[at / 8] |= (uint8_t)((v->v[lane] >> bit & 1) << at % 8);
        undef[at / 8] |= (uint8_t)(v->u[lane] >> bit / 8 & 1);
    }
}

void ge_to_bytes(const ge_value *v, uint8_t *data, uint8_t *undef) {
    if (is_packed_bits(v)) {
        bits_to_bytes(v, data, undef);
        return;
    }
    const unsigned size = v->bits / 8u;
    for (uint32_t i = 0; i < v->n; i++)
        for (unsigned b = 0; b < size; b++) {
            data[i * size + b] = (uint8_t)(v->v[i] >> 8 * b);
            undef[i * size + b] = v->u[i] >> b & 1;
        }
}

void ge_from_bytes(ge_value *v, const uint8_t *data, const uint8_t *undef) {
    for (uint32_t i = 0; i < v->n; i++) {
        uint64_t bits = 0;
        uint8_t u = 0;
        for (unsigned b = 0; b < v->bits; b++) {
            const uint64_t at = (uint64_t)i * v->bits + b;
            bits |= (uint64_t)(data[at / 8] >> at % 8 & 1) << b;
            u |= (uint8_t)(undef[at / 8] << b / 8);
        }
        v->v[i] = bits;
        v->u[i] = u;
    }
}

void ge_bitcast(ge_ctx *cx, const ge_value *from, ge_value *to) {
    if (from->bits == to->bits && from->n == to->n) {
        memcpy(to->v, from->v, from->n * sizeof *from->v);
        memcpy(to->u, from->u, from->n);
        return;
    }
    const uint64_t size = ge_store_size(from);
    uint8_t *data = cmc_arena_alloc(cx->arena, size), *undef = cmc_arena_alloc(cx->arena, size);
    ge_to_bytes(from, data, undef);
    ge_from_bytes(to, data, undef);
}

// Constants

static cmc_status constant_lane(ge_ctx *cx, LLVMValueRef c, ge_value *out, uint32_t lane) {
    if (LLVMIsUndef(c) || LLVMIsPoison(c)) {
        ge_set_undef(out, lane);
    } else if (LLVMIsAConstantInt(c)) {
        ge_set(out, lane, LLVMConstIntGetZExtValue(c));
    } else if (LLVMIsAConstantFP(c)) {
        // The exact bits: as a double they would lose a signaling NaN.
        LLVMTypeRef as_int = LLVMIntTypeInContext(LLVMGetModuleContext(cx->module), out->bits);
        ge_set(out, lane, LLVMConstIntGetZExtValue(LLVMConstBitCast(c, as_int)));
    } else if (LLVMIsNull(c)) {
        ge_set(out, lane, 0);
    } else {
        ge_value v;
        CMC_TRY(ge_constant(cx, c, &v));
        if (v.n != 1)
            return ge_unsupported(cx, c, "constant of this form");
        out->v[lane] = v.v[0];
        out->u[lane] = v.u[0];
    }
    return CMC_OK;
}

static cmc_status constant_aggregate(ge_ctx *cx, LLVMValueRef c, ge_value *out) {
    for (uint32_t i = 0; i < out->n; i++) {
        LLVMValueRef e = LLVMGetAggregateElement(c, i);
        if (!e)
            return ge_unsupported(cx, c, "constant of this form");
        if (out->kind == GE_STRUCT)
            CMC_TRY(ge_constant(cx, e, &out->fields[i]));
        else
            CMC_TRY(constant_lane(cx, e, out, i));
    }
    return CMC_OK;
}

static cmc_status constant_global(ge_ctx *cx, LLVMValueRef g, ge_value *out) {
    for (uint32_t i = 0; i < cx->globals.len; i++)
        if (cx->globals.data[i].value == g) {
            ge_set(out, 0, cx->globals.data[i].buffer->base);
            return CMC_OK;
        }
    if (!LLVMIsAGlobalVariable(g))
        return ge_unsupported(cx, g, "address of this value");
    LLVMTypeRef type = LLVMGlobalGetValueType(g);
    ge_buffer *b = ge_buffer_add(cx, LLVMGetValueName(g), LLVMABISizeOfType(cx->layout, type), -1);
    if (!b || !cmc_vec_push(cx->arena, &cx->globals, ((struct ge_global){g, b})))
        return CMC_ERR_OOM;
    ge_set(out, 0, b->base);
    LLVMValueRef init = LLVMGetInitializer(g);
    ge_value v;
    if (!init || LLVMIsNull(init))
        return CMC_OK;
    CMC_TRY(ge_constant(cx, init, &v));
    if (v.kind != GE_STRUCT) {
        ge_to_bytes(&v, b->data, b->undef);
        return CMC_OK;
    }
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    for (uint32_t i = 0; i < v.n; i++) {
        if (v.fields[i].kind == GE_STRUCT)
            return ge_unsupported(cx, g, "nested initializer");
        const uint64_t at = kind == LLVMStructTypeKind ? LLVMOffsetOfElement(cx->layout, type, i)
                                                       : i * LLVMABISizeOfType(cx->layout, LLVMGetElementType(type));
        ge_to_bytes(&v.fields[i], b->data + at, b->undef + at);
    }
    return CMC_OK;
}

static cmc_status constant_expr(ge_ctx *cx, LLVMValueRef c, ge_value *out) {
    const unsigned n = (unsigned)LLVMGetNumOperands(c);
    ge_value *args = CMC_NEW_N(cx->arena, ge_value, n ? n : 1);
    for (unsigned i = 0; i < n; i++)
        CMC_TRY(ge_constant(cx, LLVMGetOperand(c, i), &args[i]));
    ge_inst inst = {.cx = cx, .inst = c, .op = LLVMGetConstOpcode(c), .arg = args, .n_args = n, .ret = out};
    switch (inst.op) {
    case LLVMGetElementPtr:
        return ge_gep(&inst);
    case LLVMAdd:
    case LLVMSub:
    case LLVMXor:
        return ge_binary(&inst);
    case LLVMExtractElement:
    case LLVMInsertElement:
        return ge_extract_insert(&inst);
    case LLVMShuffleVector:
        return ge_shuffle(&inst);
    default:
        return ge_cast(&inst);
    }
}

cmc_status ge_constant(ge_ctx *cx, LLVMValueRef c, ge_value *out) {
    *out = ge_value_make(cx, LLVMTypeOf(c));
    if (out->kind == GE_VOID)
        return ge_unsupported(cx, c, "constant of this type");
    if (LLVMIsUndef(c) || LLVMIsPoison(c))
        return CMC_OK;
    if (LLVMIsAConstantExpr(c))
        return constant_expr(cx, c, out);
    if (LLVMIsAGlobalValue(c))
        return constant_global(cx, c, out);
    if (out->kind == GE_STRUCT || out->vector)
        return constant_aggregate(cx, c, out);
    return constant_lane(cx, c, out, 0);
}

// Text and comparison

static const char *kind_name(const ge_value *v, char buf[8]) {
    static const char *const names[] = {
        [GE_HALF] = "half", [GE_BFLOAT] = "bfloat", [GE_FLOAT] = "float", [GE_DOUBLE] = "double", [GE_PTR] = "ptr"};
    if (v->kind != GE_INT)
        return names[v->kind];
    buf[0] = 'i';
    buf[1] = (char)('0' + v->bits / 10);
    buf[2] = (char)('0' + v->bits % 10);
    buf[3] = 0;
    if (v->bits < 10) {
        buf[1] = buf[2];
        buf[2] = 0;
    }
    return buf;
}

static void print_lane(const ge_value *v, uint32_t i, cmc_str *out) {
    if (v->u[i])
        cmc_str_append(out, "undef");
    else if (ge_is_float(v->kind))
        cmc_str_printf(out, "%.17g", ge_to_double(v->kind, v->v[i]));
    else if (v->kind == GE_PTR)
        cmc_str_printf(out, "0x%" PRIx64, v->v[i]);
    else if (v->bits == 1)
        cmc_str_append(out, v->v[i] ? "1" : "0");
    else
        cmc_str_printf(out, "%" PRId64, ge_sext(v->v[i], v->bits));
}

void ge_value_print(const ge_value *v, cmc_str *out) {
    char buf[8];
    if (v->kind == GE_VOID) {
        cmc_str_append(out, "void");
        return;
    }
    if (v->kind == GE_STRUCT) {
        cmc_str_append(out, "{");
        for (uint32_t i = 0; i < v->n; i++) {
            cmc_str_append(out, i ? ", " : "");
            ge_value_print(&v->fields[i], out);
        }
        cmc_str_append(out, "}");
        return;
    }
    if (!v->vector) {
        cmc_str_printf(out, "%s ", kind_name(v, buf));
        print_lane(v, 0, out);
        return;
    }
    cmc_str_printf(out, "<%u x %s> [", v->n, kind_name(v, buf));
    for (uint32_t i = 0; i < v->n; i++) {
        cmc_str_append(out, i ? ", " : "");
        print_lane(v, i, out);
    }
    cmc_str_append(out, "]");
}

static bool lane_refines(const ge_value *a, const ge_value *b, uint32_t i) {
    uint64_t care = 0;
    for (unsigned byte = 0; byte < 8; byte++)
        if (!(a->u[i] >> byte & 1))
            care |= (uint64_t)0xff << 8 * byte;
    care &= ge_mask(a->bits);
    if (!care)
        return true;
    if (b->u[i] & ~a->u[i] & ge_undef_mask(a->bits))
        return false;
    if (ge_is_float(a->kind) && !a->u[i] && isnan(ge_to_double(a->kind, a->v[i])))
        return isnan(ge_to_double(b->kind, b->v[i]));
    return (a->v[i] & care) == (b->v[i] & care);
}

bool ge_value_refines(const ge_value *a, const ge_value *b, uint32_t *lane) {
    if (a->kind != b->kind || a->n != b->n || a->bits != b->bits) {
        *lane = 0;
        return false;
    }
    for (uint32_t i = 0; i < a->n && a->kind != GE_VOID; i++) {
        const bool ok =
            a->kind == GE_STRUCT ? ge_value_refines(&a->fields[i], &b->fields[i], lane) : lane_refines(a, b, i);
        if (ok)
            continue;
        if (a->kind != GE_STRUCT)
            *lane = i;
        return false;
    }
    return true;
}
