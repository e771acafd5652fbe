// SPDX-License-Identifier: MIT
// Plain LLVM instructions on lanes: binary operations, comparisons, casts, address arithmetic.
// Poison that a flag (nuw, nsw, exact, disjoint, nneg) makes is an undefined lane.

#include "ge_priv.h"

#include <math.h>

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 uwide;

static bool signed_overflow(LLVMOpcode op, int64_t a, int64_t b, unsigned bits) {
    wide r;
    switch (op) {
    case LLVMAdd:
        r = (wide)a + b;
        break;
    case LLVMSub:
        r = (wide)a - b;
        break;
    case LLVMMul:
        r = (wide)a * b;
        break;
    default:
        r = (wide)a * ((wide)1 << b);
        break; // shl
    }
    const wide limit = (wide)1 << (bits - 1);
    return r < -limit || r >= limit;
}

static bool unsigned_overflow(LLVMOpcode op, uint64_t a, uint64_t b, unsigned bits) {
    switch (op) {
    case LLVMAdd:
        return (wide)a + (wide)b > (wide)ge_mask(bits);
    case LLVMSub:
        return a < b;
    case LLVMMul:
        return (uwide)a * b > ge_mask(bits);
    default:
        return b && a >> (bits - b);
    }
}

static bool poisoned(const ge_inst *i, uint64_t a, uint64_t b, unsigned bits) {
    switch (i->op) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
        if (i->op == LLVMShl && b >= bits)
            return true;
        if (LLVMIsAConstantExpr(i->inst))
            return false;
        return (LLVMGetNSW(i->inst) &&
                signed_overflow(i->op, ge_sext(a, bits), i->op == LLVMShl ? (int64_t)b : ge_sext(b, bits), bits)) ||
               (LLVMGetNUW(i->inst) && unsigned_overflow(i->op, a, b, bits));
    case LLVMLShr:
    case LLVMAShr:
        return b >= bits || (LLVMGetExact(i->inst) && b && (a & ge_mask((unsigned)b)));
    case LLVMUDiv:
        return LLVMGetExact(i->inst) && b && a % b;
    case LLVMSDiv:
        return LLVMGetExact(i->inst) && b && ge_sext(a, bits) % ge_sext(b, bits);
    case LLVMOr:
        return LLVMGetIsDisjoint(i->inst) && (a & b);
    default:
        return false;
    }
}

static cmc_status int_lane(ge_inst *i, uint64_t a, uint64_t b, unsigned bits, uint64_t *r) {
    const int64_t sa = ge_sext(a, bits), sb = ge_sext(b, bits);
    const bool divides = i->op == LLVMSDiv || i->op == LLVMSRem || i->op == LLVMUDiv || i->op == LLVMURem;
    if (divides && b == 0)
        return ge_undefined(i->cx, i->inst, "division by zero");
    if ((i->op == LLVMSDiv || i->op == LLVMSRem) && sb == -1 && (wide)sa == -((wide)1 << (bits - 1)))
        return ge_undefined(i->cx, i->inst, "quotient of %lld and -1 does not fit", (long long)sa);
    switch (i->op) {
    case LLVMAdd:
        *r = a + b;
        break;
    case LLVMSub:
        *r = a - b;
        break;
    case LLVMMul:
        *r = a * b;
        break;
    case LLVMUDiv:
        *r = a / b;
        break;
    case LLVMURem:
        *r = a % b;
        break;
    case LLVMSDiv:
        *r = (uint64_t)(sa / sb);
        break;
    case LLVMSRem:
        *r = (uint64_t)(sa % sb);
        break;
    case LLVMShl:
        *r = a << b;
        break;
    case LLVMLShr:
        *r = a >> b;
        break;
    case LLVMAShr:
        *r = (uint64_t)(sa >> b);
        break;
    case LLVMAnd:
        *r = a & b;
        break;
    case LLVMOr:
        *r = a | b;
        break;
    case LLVMXor:
        *r = a ^ b;
        break;
    default:
        return ge_unsupported(i->cx, i->inst, "this operation");
    }
    return CMC_OK;
}

static cmc_status float_lane(ge_inst *i, ge_kind k, uint64_t a, uint64_t b, uint64_t *r) {
    const double x = ge_to_double(k, ge_flush(i->cx, k, a)), y = ge_to_double(k, ge_flush(i->cx, k, b));
    double d;
    if (ge_nan_of(k, (const uint64_t[]){a, b}, 2, r))
        return CMC_OK;
    switch (i->op) {
    case LLVMFAdd:
        d = x + y;
        break;
    case LLVMFSub:
        d = x - y;
        break;
    case LLVMFMul:
        d = x * y;
        break;
    case LLVMFDiv:
        d = x / y;
        break;
    case LLVMFRem:
        d = fmod(x, y);
        break;
    default:
        return ge_unsupported(i->cx, i->inst, "this operation");
    }
    *r = ge_flush(i->cx, k, ge_from_double(k, d));
    return CMC_OK;
}

// Undefined bytes

// Memory knows which bytes are defined; what only moves bytes, or masks them, keeps it.

// A bit for each bit of an undefined byte.
static uint64_t undef_bits(const ge_value *v, uint32_t lane) {
    uint64_t r = 0;
    for (unsigned k = 0; k < 8; k++)
        r |= (v->u[lane] >> k & 1 ? (uint64_t)255 : 0) << 8 * k;
    return r & ge_mask(v->bits);
}

static void set_bytes(ge_value *r, uint32_t lane, uint64_t v, uint64_t undef) {
    ge_set(r, lane, v & ~undef);
    undef &= ge_mask(r->bits);
    for (unsigned k = 0; k < 8; k++)
        if (undef >> 8 * k & 255)
            r->u[lane] |= (uint8_t)(1u << k);
}

// A zero decides and, ones decide or, whatever the other side is.
static bool logic_bytes(const ge_inst *i, uint32_t l) {
    const ge_value *a = &i->arg[0], *b = &i->arg[1];
    const uint64_t ua = undef_bits(a, l), ub = undef_bits(b, l), x = a->v[l], y = b->v[l];
    switch (i->op) {
    case LLVMAnd:
        set_bytes(i->ret, l, x & y, (ua & ub) | (ua & y) | (ub & x));
        return true;
    case LLVMOr:
        if (!LLVMIsAConstantExpr(i->inst) && LLVMGetIsDisjoint(i->inst) && (x & y & ~ua & ~ub))
            return false;
        set_bytes(i->ret, l, x | y, (ua & ub) | (ua & ~y) | (ub & ~x));
        return true;
    case LLVMXor:
        set_bytes(i->ret, l, x ^ y, ua | ub);
        return true;
    default:
        return false;
    }
}

// A shift by a known count that promises nothing about the bits that it drops.
static bool shift_bytes(const ge_inst *i, uint32_t l) {
    const ge_value *a = &i->arg[0];
    const uint64_t n = i->arg[1].v[l], u = undef_bits(a, l);
    if (ge_lane_undef(&i->arg[1], l) || n >= a->bits || LLVMIsAConstantExpr(i->inst))
        return false;
    switch (i->op) {
    case LLVMShl:
        if (LLVMGetNSW(i->inst) || LLVMGetNUW(i->inst))
            return false;
        set_bytes(i->ret, l, a->v[l] << n, u << n);
        return true;
    case LLVMLShr:
        if (LLVMGetExact(i->inst))
            return false;
        set_bytes(i->ret, l, a->v[l] >> n, u >> n);
        return true;
    case LLVMAShr:
        if (LLVMGetExact(i->inst))
            return false;
        set_bytes(i->ret, l, (uint64_t)(ge_sext(a->v[l], a->bits) >> n), (uint64_t)(ge_sext(u, a->bits) >> n));
        return true;
    default:
        return false;
    }
}

static bool cast_bytes(const ge_inst *i, uint32_t l) {
    const ge_value *a = &i->arg[0];
    const uint64_t u = undef_bits(a, l);
    bool plain = LLVMIsAConstantExpr(i->inst) || i->op != LLVMZExt || !LLVMGetNNeg(i->inst);
    switch (i->op) {
    case LLVMSExt:
        set_bytes(i->ret, l, (uint64_t)ge_sext(a->v[l], a->bits), (uint64_t)ge_sext(u, a->bits));
        return true;
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMAddrSpaceCast:
        set_bytes(i->ret, l, a->v[l], u);
        return plain;
    default:
        return false;
    }
}

cmc_status ge_binary(ge_inst *i) {
    const ge_value *a = &i->arg[0], *b = &i->arg[1];
    const bool divides = i->op == LLVMSDiv || i->op == LLVMSRem || i->op == LLVMUDiv || i->op == LLVMURem;
    for (uint32_t l = 0; l < i->ret->n; l++) {
        uint64_t r = 0;
        if (ge_lane_undef(a, l) || ge_lane_undef(b, l)) {
            if (divides && ge_lane_undef(b, l))
                return ge_undefined(i->cx, i->inst, "division by an undefined value in lane %u", l);
            if (!logic_bytes(i, l) && !shift_bytes(i, l))
                ge_set_undef(i->ret, l);
            continue;
        }
        if (ge_is_float(a->kind)) {
            CMC_TRY(float_lane(i, a->kind, a->v[l], b->v[l], &r));
        } else if (divides && !b->v[l]) {
            CMC_TRY(int_lane(i, a->v[l], b->v[l], a->bits, &r)); // reports it
        } else if (poisoned(i, a->v[l], b->v[l], a->bits)) {
            ge_set_undef(i->ret, l);
            continue;
        } else {
            CMC_TRY(int_lane(i, a->v[l], b->v[l], a->bits, &r));
        }
        ge_set(i->ret, l, r);
    }
    return CMC_OK;
}

static bool int_compare(LLVMIntPredicate p, uint64_t a, uint64_t b, unsigned bits) {
    const int64_t sa = ge_sext(a, bits), sb = ge_sext(b, bits);
    switch (p) {
    case LLVMIntEQ:
        return a == b;
    case LLVMIntNE:
        return a != b;
    case LLVMIntUGT:
        return a > b;
    case LLVMIntUGE:
        return a >= b;
    case LLVMIntULT:
        return a < b;
    case LLVMIntULE:
        return a <= b;
    case LLVMIntSGT:
        return sa > sb;
    case LLVMIntSGE:
        return sa >= sb;
    case LLVMIntSLT:
        return sa < sb;
    case LLVMIntSLE:
        return sa <= sb;
    }
    return false;
}

// LLVM's predicate numbers are bits: 1 equal, 2 greater, 4 less, 8 unordered.
static bool float_compare(LLVMRealPredicate p, double a, double b) {
    const unsigned is = isnan(a) || isnan(b) ? 8 : a == b ? 1 : a > b ? 2 : 4;
    return (unsigned)p & is;
}

cmc_status ge_compare_op(ge_inst *i) {
    const ge_value *a = &i->arg[0], *b = &i->arg[1];
    for (uint32_t l = 0; l < i->ret->n; l++) {
        if (ge_lane_undef(a, l) || ge_lane_undef(b, l)) {
            ge_set_undef(i->ret, l);
        } else if (i->op == LLVMICmp) {
            ge_set(i->ret, l, int_compare(LLVMGetICmpPredicate(i->inst), a->v[l], b->v[l], a->bits));
        } else {
            const double x = ge_to_double(a->kind, ge_flush(i->cx, a->kind, a->v[l]));
            const double y = ge_to_double(b->kind, ge_flush(i->cx, b->kind, b->v[l]));
            ge_set(i->ret, l, float_compare(LLVMGetFCmpPredicate(i->inst), x, y));
        }
    }
    return CMC_OK;
}

static uint64_t from_int(ge_kind k, uint64_t v, bool is_signed) {
    // A 64-bit integer does not fit a double: converted to float directly, not through it.
    if (k == GE_FLOAT)
        return ge_from_double(k, is_signed ? (double)(float)(int64_t)v : (double)(float)v);
    return ge_from_double(k, is_signed ? (double)(int64_t)v : (double)v);
}

static cmc_status cast_lane(ge_inst *i, const ge_value *a, uint32_t l) {
    const uint64_t v = a->v[l];
    uint64_t r = 0;
    switch (i->op) {
    case LLVMTrunc:
        r = v;
        break;
    case LLVMZExt:
        if (!LLVMIsAConstantExpr(i->inst) && LLVMGetNNeg(i->inst) && ge_sext(v, a->bits) < 0) {
            ge_set_undef(i->ret, l);
            return CMC_OK;
        }
        r = v;
        break;
    case LLVMSExt:
        r = (uint64_t)ge_sext(v, a->bits);
        break;
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMAddrSpaceCast:
        r = v;
        break;
    case LLVMFPTrunc:
    case LLVMFPExt:
        r = ge_flush(i->cx, i->ret->kind, ge_convert(i->ret->kind, a->kind, ge_flush(i->cx, a->kind, v)));
        break;
    case LLVMSIToFP:
        r = from_int(i->ret->kind, (uint64_t)ge_sext(v, a->bits), true);
        break;
    case LLVMUIToFP:
        if (LLVMGetNNeg(i->inst) && ge_sext(v, a->bits) < 0) {
            ge_set_undef(i->ret, l);
            return CMC_OK;
        }
        r = from_int(i->ret->kind, v, false);
        break;
    case LLVMFPToSI:
    case LLVMFPToUI:
        r = ge_to_int(ge_to_double(a->kind, v), i->ret->bits, i->op == LLVMFPToSI);
        break;
    default:
        return ge_unsupported(i->cx, i->inst, "this cast");
    }
    ge_set(i->ret, l, r);
    return CMC_OK;
}

cmc_status ge_cast(ge_inst *i) {
    const ge_value *a = &i->arg[0];
    if (i->op == LLVMBitCast) {
        ge_bitcast(i->cx, a, i->ret);
        return CMC_OK;
    }
    for (uint32_t l = 0; l < i->ret->n; l++) {
        if (ge_lane_undef(a, l) && cast_bytes(i, l))
            continue;
        if (ge_lane_undef(a, l))
            ge_set_undef(i->ret, l);
        else
            CMC_TRY(cast_lane(i, a, l));
    }
    return CMC_OK;
}

cmc_status ge_gep(ge_inst *i) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(i->inst);
    ge_value sum = *i->ret;
    for (uint32_t l = 0; l < sum.n; l++) {
        const ge_value *base = &i->arg[0];
        const uint32_t bl = base->n == 1 ? 0 : l;
        sum.v[l] = base->v[bl];
        sum.u[l] = base->u[bl];
    }
    for (unsigned k = 1; k < i->n_args; k++) {
        const ge_value *index = &i->arg[k];
        uint64_t scale = 0, field_off = 0;
        if (k > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            const unsigned field = (unsigned)index->v[0];
            field_off = LLVMOffsetOfElement(i->cx->layout, type, field);
            type = LLVMStructGetTypeAtIndex(type, field);
        } else {
            if (k > 1)
                type = LLVMGetElementType(type);
            scale = LLVMABISizeOfType(i->cx->layout, type);
        }
        for (uint32_t l = 0; l < sum.n; l++) {
            const uint32_t il = index->n == 1 ? 0 : l;
            if (ge_lane_undef(index, il))
                ge_set_undef(&sum, l);
            sum.v[l] += field_off + scale * (uint64_t)ge_sext(index->v[il], index->bits);
        }
    }
    return CMC_OK;
}
