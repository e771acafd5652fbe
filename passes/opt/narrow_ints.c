// SPDX-License-Identifier: MIT
// gx_narrow_ints: compute vectors of 32-bit integers in 16 bits if their values fit.
//
//   before                                                 after
//     %a = zext <64 x i8> %x to <64 x i32>                   %a = zext <64 x i8> %x to <64 x i16>
//     %b = zext <64 x i8> %y to <64 x i32>                   %b = zext <64 x i8> %y to <64 x i16>
//     %d = sub <64 x i32> %a, %b      ; -255..255            %d = sub <64 x i16> %a, %b
//     %r = llvm.abs(<64 x i32> %d)    ; 0..255               %n = llvm.abs(<64 x i16> %d)
//                                                            %r = zext <64 x i16> %n to <64 x i32>
//
//     %a = zext <64 x i16> %x to <64 x i32>                  %p = shl i32 1, %n
//     %s = shl <64 x i32> %a, (%n in all lanes)              %w = trunc i32 %p to i16
//     %r = trunc <64 x i32> %s to <64 x i16>                 %r = mul <64 x i16> %x, (%w in all lanes)
//
// Why: C++ promotes bytes and words to int before it computes. A register holds twice as many words as dwords. Where an
// instruction writes at most two registers of 32 bytes, it also processes twice as many words.
// How: computes an interval for each value. Then it groups operations that fit and feed each other. A group is narrowed
// as a whole if that saves more instructions than the conversions at its border cost (other operations take a word as a
// source directly). A value that does not fit joins if only its low 16 bits are used. A count of up to 31 would be out
// of range for words, so such a shift becomes a product, which is 0 for counts above 15. A mask that clears only zero
// bits is removed in any case, and a clamp of an extended word to bytes clamps the word. Needs: constant region
// arguments. Leaves alone: scalars, PHIs, regions with variable offsets.

#include <cmc/genx_bale.h>
#include "passes_priv.h"

#include "llvm_shim.h"

#include <llvm-c/DebugInfo.h>

#include <assert.h>

enum { MAX_DEPTH = 24 };

typedef struct range {
    int64_t lo, hi;
} range;

typedef struct member {
    LLVMValueRef op;
    LLVMValueRef small; // the operation in 16 bits
    uint32_t group;     // union-find: index of another member; the first of a group holds its own
    int64_t gain;       // of the whole group, kept in its first member
} member;

typedef struct narrow {
    gx_ctx *cx;
    LLVMModuleRef mod;
    LLVMBuilderRef b;
    ptrmap ranges;  // value -> range
    ptrmap numbers; // operation -> index in members + 1
    CMC_VEC(member) members;
} narrow;

static const range ANY = {INT32_MIN, UINT32_MAX};

static bool within(range r, int64_t lo, int64_t hi) {
    return r.lo >= lo && r.hi <= hi;
}

static bool fits_signed(range r) {
    return within(r, INT16_MIN, INT16_MAX);
}

static bool fits_unsigned(range r) {
    return within(r, 0, UINT16_MAX);
}

static int64_t min64(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static int64_t max64(int64_t a, int64_t b) {
    return a > b ? a : b;
}

// Intervals

static range range_of(narrow *N, LLVMValueRef v, unsigned depth);

static range constant_range(LLVMValueRef c) {
    range r = {INT64_MAX, INT64_MIN};
    unsigned bits = genx_elt_bits(LLVMTypeOf(c));
    for (uint32_t k = 0; k < genx_lanes(LLVMTypeOf(c)); k++) {
        uint64_t raw;
        bool undef = false;
        if (!genx_const_lane(c, k, &raw, &undef))
            return ANY;
        if (undef && LLVMIsPoison(genx_is_vec(LLVMTypeOf(c)) ? LLVMGetAggregateElement(c, k) : c))
            continue;
        if (undef)
            return ANY;
        int64_t x = bits == 32 ? (int32_t)raw : (int64_t)raw;
        r = (range){min64(r.lo, x), max64(r.hi, x)};
    }
    return r.lo > r.hi ? (range){0, 0} : r; // poison in all lanes
}

static range extension_range(LLVMValueRef v) {
    assert(LLVMIsACastInst(v) && "the caller checked");
    unsigned from = genx_elt_bits(LLVMTypeOf(LLVMGetOperand(v, 0)));
    if (from == 0) // of a predicate
        from = 1;
    if (from > 16)
        return ANY;
    if (LLVMGetInstructionOpcode(v) == LLVMZExt)
        return (range){0, (1 << from) - 1};
    return (range){-(1 << (from - 1)), (1 << (from - 1)) - 1};
}

static range product(range a, range b) {
    if (!within(a, INT32_MIN, INT32_MAX) || !within(b, INT32_MIN, INT32_MAX))
        return ANY;
    int64_t p[4] = {a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi};
    range r = {p[0], p[0]};
    for (unsigned k = 1; k < 4; k++)
        r = (range){min64(r.lo, p[k]), max64(r.hi, p[k])};
    return r;
}

static range shifted(LLVMOpcode o, range a, range s) {
    if (!within(a, INT32_MIN, INT32_MAX) || (o == LLVMLShr && a.lo < 0))
        return ANY;
    bool known = within(s, 0, 15);
    if (o == LLVMShl)
        return known ? product(a, (range){(int64_t)1 << s.lo, (int64_t)1 << s.hi}) : ANY;
    int64_t least = known ? s.lo : 0, most = known ? s.hi : 31;
    return (range){a.lo >> (a.lo < 0 ? least : most), a.hi >> (a.hi < 0 ? most : least)};
}

static range logic_range(LLVMOpcode o, range a, range b) {
    if (o == LLVMAnd && (a.lo >= 0 || b.lo >= 0))
        return (range){0, a.lo < 0 ? b.hi : b.lo < 0 ? a.hi : min64(a.hi, b.hi)};
    if (a.lo < 0 || b.lo < 0)
        return ANY;
    int64_t m = max64(a.hi, b.hi);
    for (unsigned k = 1; k < 32; k *= 2)
        m |= m >> k;
    return (range){0, m};
}

static range binary_range(LLVMOpcode o, range a, range b) {
    switch (o) {
    case LLVMAdd:
        return (range){a.lo + b.lo, a.hi + b.hi};
    case LLVMSub:
        return (range){a.lo - b.hi, a.hi - b.lo};
    case LLVMMul:
        return product(a, b);
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
        return shifted(o, a, b);
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
        return logic_range(o, a, b);
    default:
        return ANY;
    }
}

typedef enum { CALL_OTHER, CALL_ABS, CALL_SMIN, CALL_SMAX, CALL_UMIN, CALL_UMAX } call_kind;

static call_kind kind_of_call(LLVMValueRef v) {
    static const struct {
        const char *name;
        genx_id id;
        call_kind kind;
    } calls[] = {{"abs", GENX_ABSI, CALL_ABS},
                 {"smin", GENX_SMIN, CALL_SMIN},
                 {"smax", GENX_SMAX, CALL_SMAX},
                 {"umin", GENX_UMIN, CALL_UMIN},
                 {"umax", GENX_UMAX, CALL_UMAX}};
    genx_id id = genx_call_id(v);
    for (unsigned k = 0; k < sizeof(calls) / sizeof(*calls); k++)
        if (id == calls[k].id || bale_is_llvm(v, calls[k].name))
            return calls[k].kind;
    return CALL_OTHER;
}

static range call_range(narrow *N, LLVMValueRef v, unsigned depth) {
    call_kind k = kind_of_call(v);
    if (genx_is_rdregion(v))
        return range_of(N, LLVMGetOperand(v, 0), depth);
    if (k == CALL_OTHER)
        return ANY;
    range a = range_of(N, LLVMGetOperand(v, 0), depth);
    if (k == CALL_ABS)
        return a.lo < -INT32_MAX ? ANY : (range){a.lo > 0 ? a.lo : a.hi < 0 ? -a.hi : 0, max64(a.hi, -a.lo)};
    range b = range_of(N, LLVMGetOperand(v, 1), depth);
    if (!within(a, INT32_MIN, INT32_MAX) || !within(b, INT32_MIN, INT32_MAX))
        return ANY;
    if ((k == CALL_UMIN || k == CALL_UMAX) && (a.lo < 0 || b.lo < 0))
        return ANY;
    if (k == CALL_SMIN || k == CALL_UMIN)
        return (range){min64(a.lo, b.lo), min64(a.hi, b.hi)};
    return (range){max64(a.lo, b.lo), max64(a.hi, b.hi)};
}

// Whether all lanes of a shufflevector come from its first operand, as far as they are defined.
static bool is_of_first(LLVMValueRef v) {
    int lanes = (int)genx_lanes(LLVMTypeOf(LLVMGetOperand(v, 0)));
    for (unsigned k = 0; k < LLVMGetNumMaskElements(v); k++)
        if (LLVMGetMaskValue(v, k) >= lanes)
            return false;
    return true;
}

static range lanes_range(narrow *N, LLVMValueRef v, unsigned depth) {
    if (LLVMIsAShuffleVectorInst(v))
        return is_of_first(v) ? range_of(N, LLVMGetOperand(v, 0), depth) : ANY;
    return LLVMIsPoison(LLVMGetOperand(v, 0)) ? range_of(N, LLVMGetOperand(v, 1), depth) : ANY;
}

static range compute_range(narrow *N, LLVMValueRef v, unsigned depth) {
    if (LLVMIsConstant(v))
        return constant_range(v);
    if (!LLVMIsAInstruction(v) || depth == MAX_DEPTH)
        return ANY;
    LLVMOpcode o = LLVMGetInstructionOpcode(v);
    if (o == LLVMZExt || o == LLVMSExt)
        return extension_range(v);
    if (o == LLVMCall)
        return call_range(N, v, depth + 1);
    if (o == LLVMShuffleVector || o == LLVMInsertElement)
        return lanes_range(N, v, depth + 1);
    if (o == LLVMSelect) {
        range a = range_of(N, LLVMGetOperand(v, 1), depth + 1), b = range_of(N, LLVMGetOperand(v, 2), depth + 1);
        return (range){min64(a.lo, b.lo), max64(a.hi, b.hi)};
    }
    if (LLVMIsABinaryOperator(v))
        return binary_range(o, range_of(N, LLVMGetOperand(v, 0), depth + 1),
                            range_of(N, LLVMGetOperand(v, 1), depth + 1));
    return ANY;
}

// The interval of all elements of v as signed 32-bit integers; ANY if they may wrap.
static range range_of(narrow *N, LLVMValueRef v, unsigned depth) {
    if (LLVMGetTypeKind(genx_elt_type(LLVMTypeOf(v))) != LLVMIntegerTypeKind || genx_elt_bits(LLVMTypeOf(v)) != 32)
        return ANY;
    range *known = ptrmap_get(&N->ranges, v);
    if (known)
        return *known;
    range r = compute_range(N, v, depth);
    if (!within(r, INT32_MIN, INT32_MAX))
        r = ANY;
    known = CMC_NEW(N->cx->arena, range);
    if (known && depth < MAX_DEPTH / 2) { // a result cut short by the depth limit must not be cached
        *known = r;
        ptrmap_put(&N->ranges, v, known);
    }
    return r;
}

// Members

static unsigned data_operands(LLVMValueRef v, unsigned *first) {
    *first = LLVMGetInstructionOpcode(v) == LLVMSelect ? 1 : 0;
    if (genx_is_rdregion(v) || kind_of_call(v) == CALL_ABS)
        return 1;
    return 2;
}

// Operations whose low bits depend only on the low bits of the sources, and which can mix word and dword sources.
static bool is_low_bits(LLVMOpcode o) {
    switch (o) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
        return true;
    default:
        return false;
    }
}

// Do the low 16 bits of the result depend only on the low 16 bits of the sources? Otherwise the sources must fit.
static bool is_modular(LLVMValueRef v) {
    LLVMOpcode o = LLVMGetInstructionOpcode(v);
    return is_low_bits(o) || o == LLVMShl || o == LLVMSelect || genx_is_rdregion(v);
}

static bool sources_fit(narrow *N, LLVMValueRef v) {
    LLVMOpcode o = LLVMGetInstructionOpcode(v);
    call_kind k = kind_of_call(v);
    range a = range_of(N, LLVMGetOperand(v, 0), 0);
    if (o == LLVMLShr)
        return fits_unsigned(a);
    if (o == LLVMAShr)
        return fits_signed(a);
    if (k == CALL_ABS)
        return fits_signed(a) && a.lo > INT16_MIN;
    range b = range_of(N, LLVMGetOperand(v, 1), 0);
    if (k == CALL_SMIN || k == CALL_SMAX)
        return fits_signed(a) && fits_signed(b);
    return fits_unsigned(a) && fits_unsigned(b);
}

// Whether all lanes are equal.
static bool is_uniform(LLVMValueRef v, unsigned depth) {
    uint64_t bits;
    genx_region r;
    bool undef = false;
    if (LLVMIsConstant(v)) // its first lane is taken
        return genx_const_splat(v, &bits) && genx_const_lane(v, 0, &bits, &undef) && !undef;
    if (depth == MAX_DEPTH || !LLVMIsAInstruction(v))
        return false;
    if (genx_is_rdregion(v))
        return genx_region_of(v, &r) && !r.off_vector && r.stride == 0 && (r.vstride == 0 || r.width >= r.lanes);
    if (LLVMIsAShuffleVectorInst(v)) {
        bool equal = LLVMGetMaskValue(v, 0) >= 0;
        for (unsigned k = 0; k < LLVMGetNumMaskElements(v); k++)
            equal &= LLVMGetMaskValue(v, k) == LLVMGetMaskValue(v, 0);
        return equal;
    }
    if (LLVMIsACastInst(v))
        return genx_is_vec(LLVMTypeOf(LLVMGetOperand(v, 0))) && is_uniform(LLVMGetOperand(v, 0), depth + 1);
    return LLVMIsABinaryOperator(v) && is_uniform(LLVMGetOperand(v, 0), depth + 1) &&
           is_uniform(LLVMGetOperand(v, 1), depth + 1);
}

static bool is_shift(LLVMOpcode o) {
    return o == LLVMShl || o == LLVMLShr || o == LLVMAShr;
}

// A shift whose count may exceed that of words; as a product of words it is right all the same.
static bool is_scaling(narrow *N, LLVMValueRef v) {
    return LLVMGetInstructionOpcode(v) == LLVMShl && !within(range_of(N, LLVMGetOperand(v, 1), 0), 0, 15);
}

static bool right_operation(narrow *N, LLVMValueRef v) {
    genx_region r;
    LLVMTypeRef t = LLVMTypeOf(v);
    if ((!genx_is_vec(t) && !genx_is_rdregion(v)) || LLVMGetTypeKind(genx_elt_type(t)) != LLVMIntegerTypeKind ||
        genx_elt_bits(t) != 32)
        return false;
    if (genx_is_rdregion(v))
        return genx_region_of(v, &r) && r.off_const;
    LLVMOpcode o = LLVMGetInstructionOpcode(v);
    if (is_shift(o) && within(range_of(N, LLVMGetOperand(v, 1), 0), 0, 15))
        return true;
    if (is_shift(o))
        return o == LLVMShl && !LLVMIsConstant(LLVMGetOperand(v, 1)) && is_uniform(LLVMGetOperand(v, 1), 0);
    return is_modular(v) || kind_of_call(v) != CALL_OTHER;
}

static bool used_as_words(narrow *N, LLVMValueRef v, unsigned depth);

// Whether a use needs only the low 16 bits: it cuts the value, or is an operation that will be narrowed too.
static bool use_takes_low_bits(narrow *N, LLVMUseRef u, unsigned depth) {
    LLVMValueRef user = LLVMGetUser(u), v = LLVMGetUsedValue(u);
    if (!LLVMIsAInstruction(user))
        return false;
    LLVMOpcode o = LLVMGetInstructionOpcode(user);
    if (o == LLVMTrunc)
        return genx_elt_bits(LLVMTypeOf(user)) <= 16;
    bool count = is_shift(o) && LLVMGetOperand(user, 1) == v;
    return !count && right_operation(N, user) && is_modular(user) && used_as_words(N, user, depth + 1);
}

// Whether only the low 16 bits of v are used.
static bool used_as_words(narrow *N, LLVMValueRef v, unsigned depth) {
    enum { MAX_CHAIN = 6, MAX_USES = 4 };
    unsigned n = 0;
    if (depth == MAX_CHAIN)
        return false;
    genx_foreach_use(v, u) {
        if (n++ == MAX_USES || !use_takes_low_bits(N, u, depth))
            return false;
    }
    return n > 0;
}

static bool fits(narrow *N, LLVMValueRef v) {
    range r = range_of(N, v, 0);
    return fits_signed(r) || fits_unsigned(r);
}

static bool may_join(narrow *N, LLVMValueRef v) {
    if (!right_operation(N, v))
        return false;
    if (is_modular(v) && fits(N, v))
        return true;
    return is_modular(v) ? used_as_words(N, v, 0) : fits(N, v) && sources_fit(N, v);
}

static void add_member(narrow *N, LLVMValueRef v) {
    uint32_t k = N->members.len;
    if (cmc_vec_push(N->cx->arena, &N->members, ((member){.op = v, .group = k})))
        ptrmap_put(&N->numbers, v, (void *)(uintptr_t)(k + 1)); // without memory, v is not a member
}

static uint32_t index_of(narrow *N, LLVMValueRef v) {
    return (uint32_t)(uintptr_t)ptrmap_get(&N->numbers, v);
}

static uint32_t first_of(narrow *N, uint32_t k) {
    while (N->members.data[k].group != k)
        k = N->members.data[k].group = N->members.data[N->members.data[k].group].group;
    return k;
}

// Gain

static uint32_t instructions(const narrow *N, uint32_t lanes, uint32_t elt_b) {
    uint32_t most = 2 * N->cx->model->grf_b / elt_b;
    most = most > 32 ? 32 : most;
    return (lanes + most - 1) / most;
}

static bool is_extension(LLVMValueRef v) {
    return LLVMIsAInstruction(v) &&
           (LLVMGetInstructionOpcode(v) == LLVMZExt || LLVMGetInstructionOpcode(v) == LLVMSExt) &&
           genx_elt_bits(LLVMTypeOf(LLVMGetOperand(v, 0))) <= 16;
}

// A conversion to bytes with saturation.
static bool is_clamp(LLVMValueRef v) {
    genx_id id = genx_call_id(v);
    return (id == GENX_SSTRUNC_SAT || id == GENX_SUTRUNC_SAT || id == GENX_USTRUNC_SAT || id == GENX_UUTRUNC_SAT) &&
           genx_elt_bits(LLVMTypeOf(v)) == 8;
}

// Can the user read a word in place of the dword that it reads now?
static bool takes_words(LLVMValueRef user) {
    if (!LLVMIsAInstruction(user))
        return false;
    LLVMOpcode o = LLVMGetInstructionOpcode(user);
    return is_low_bits(o) || o == LLVMICmp || o == LLVMTrunc || o == LLVMSIToFP || o == LLVMUIToFP || is_clamp(user);
}

// Whether v is cut to words that a copy must pack: for anything but an operation, which reads every second word.
static bool cuts_in_moves(LLVMValueRef v) {
    genx_foreach_use(v, u) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMGetInstructionOpcode(user) != LLVMTrunc)
            continue;
        genx_foreach_use(user, w) {
            if (!LLVMIsABinaryOperator(LLVMGetUser(w)))
                return true;
        }
    }
    return false;
}

// Whether words that v is cut to are the bits of halves, which instructions read packed only.
static bool cuts_to_halves(LLVMValueRef v) {
    genx_foreach_use(v, u) {
        LLVMValueRef user = LLVMGetUser(u), cast = LLVMIsATruncInst(user) ? genx_single_user(user) : NULL;
        if (cast && LLVMIsABitCastInst(cast) && genx_is_float(LLVMTypeOf(cast)))
            return true;
    }
    return false;
}

// Whether x is an extension of words that only v reads and that selection could not fold into v: the sources of sel
// have one type.
static bool is_moved(LLVMValueRef v, LLVMValueRef x) {
    call_kind k = kind_of_call(v);
    return k != CALL_OTHER && k != CALL_ABS && is_extension(x) && genx_single_use(x) &&
           genx_elt_bits(LLVMTypeOf(LLVMGetOperand(x, 0))) == 16;
}

static int64_t gain_of(narrow *N, LLVMValueRef v) {
    uint32_t n = genx_lanes(LLVMTypeOf(v));
    int64_t gain = genx_is_rdregion(v) ? 0 : (int64_t)instructions(N, n, 4) - instructions(N, n, 2);
    unsigned first, count = data_operands(v, &first);
    for (unsigned k = first; k < first + count; k++) {
        LLVMValueRef x = LLVMGetOperand(v, k);
        if (!is_uniform(x, 0) && !LLVMIsConstant(x) && !is_extension(x) && !index_of(N, x))
            gain -= instructions(N, genx_lanes(LLVMTypeOf(x)), 2);
        gain += is_moved(v, x) ? instructions(N, n, 4) : 0;
    }
    bool widened = false;
    genx_foreach_use(v, u) {
        widened |= !index_of(N, LLVMGetUser(u)) && !takes_words(LLVMGetUser(u));
        gain += is_clamp(LLVMGetUser(u)) ? (int64_t)instructions(N, n, 4) - instructions(N, n, 2) : 0;
    }
    if (fits(N, v) ? cuts_to_halves(v) : cuts_in_moves(v))
        gain += instructions(N, n, 4);
    return widened ? gain - instructions(N, n, 4) : gain;
}

static void group_members(narrow *N) {
    for (uint32_t k = 0; k < N->members.len; k++) {
        LLVMValueRef v = N->members.data[k].op;
        unsigned first, count = data_operands(v, &first);
        for (unsigned i = first; i < first + count; i++) {
            uint32_t of = index_of(N, LLVMGetOperand(v, i));
            if (of)
                N->members.data[first_of(N, of - 1)].group = first_of(N, k);
        }
    }
    for (uint32_t k = 0; k < N->members.len; k++)
        N->members.data[first_of(N, k)].gain += gain_of(N, N->members.data[k].op);
}

// Rewriting

static LLVMTypeRef words(narrow *N, LLVMTypeRef t) {
    LLVMTypeRef i16 = LLVMInt16TypeInContext(LLVMGetModuleContext(N->mod));
    return genx_is_vec(t) ? LLVMVectorType(i16, genx_lanes(t)) : i16;
}

static LLVMValueRef small_operand(narrow *N, LLVMValueRef x) {
    uint32_t k = index_of(N, x);
    if (k && N->members.data[k - 1].small)
        return N->members.data[k - 1].small;
    LLVMTypeRef t = words(N, LLVMTypeOf(x));
    if (is_extension(x)) {
        LLVMValueRef from = LLVMGetOperand(x, 0);
        return LLVMTypeOf(from) == t ? from : LLVMBuildCast(N->b, LLVMGetInstructionOpcode(x), from, t, "");
    }
    return LLVMBuildTrunc(N->b, x, t, "");
}

static LLVMValueRef small_call(narrow *N, LLVMValueRef v) {
    LLVMTypeRef t = words(N, LLVMTypeOf(v));
    genx_id id = genx_call_id(v);
    LLVMValueRef args[2] = {small_operand(N, LLVMGetOperand(v, 0))};
    unsigned n = LLVMGetNumArgOperands(v);
    if (n == 2) // the second operand of llvm.abs is a flag
        args[1] = kind_of_call(v) == CALL_ABS ? LLVMGetOperand(v, 1) : small_operand(N, LLVMGetOperand(v, 1));
    if (id != GENX_NONE)
        return genx_build(N->b, N->mod, id, t, args, n, "");
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(N->mod, LLVMGetIntrinsicID(LLVMGetCalledValue(v)), &t, 1);
    return LLVMBuildCall2(N->b, LLVMGlobalGetValueType(fn), fn, args, n, "");
}

// 2 to the power of a count that is equal in all lanes, or 0 if that is no word.
static LLVMValueRef power_of_two(narrow *N, LLVMValueRef count) {
    LLVMTypeRef t = words(N, LLVMTypeOf(count)), i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(N->mod));
    LLVMValueRef one = LLVMConstInt(i32, 1, false), lane = LLVMConstInt(i32, 0, false);
    LLVMValueRef n = LLVMBuildExtractElement(N->b, count, lane, "");
    LLVMValueRef p = LLVMBuildTrunc(N->b, LLVMBuildShl(N->b, one, n, ""), LLVMGetElementType(t), "");
    return genx_build_splat(N->b, p, genx_lanes(t));
}

static LLVMValueRef make_small(narrow *N, LLVMValueRef v) {
    genx_region r;
    if (genx_is_rdregion(v)) {
        genx_region_of(v, &r);
        r.off_b /= 2;
        r.elt_b = 2;
        r.offset = NULL;
        return genx_build_rd(N->b, N->mod, small_operand(N, LLVMGetOperand(v, 0)), &r, !genx_is_vec(LLVMTypeOf(v)));
    }
    LLVMOpcode o = LLVMGetInstructionOpcode(v);
    if (o == LLVMCall)
        return small_call(N, v);
    if (o == LLVMSelect) {
        LLVMValueRef yes = small_operand(N, LLVMGetOperand(v, 1)), no = small_operand(N, LLVMGetOperand(v, 2));
        return LLVMBuildSelect(N->b, LLVMGetOperand(v, 0), yes, no, "");
    }
    LLVMValueRef a = small_operand(N, LLVMGetOperand(v, 0));
    if (is_scaling(N, v))
        return LLVMBuildMul(N->b, a, power_of_two(N, LLVMGetOperand(v, 1)), "");
    return LLVMBuildBinOp(N->b, o, a, small_operand(N, LLVMGetOperand(v, 1)), "");
}

static void rewrite(narrow *N, member *m) {
    LLVMPositionBuilderBefore(N->b, m->op);
    LLVMSetCurrentDebugLocation2(N->b, LLVMInstructionGetDebugLoc(m->op));
    m->small = make_small(N, m->op);
}

// Extends the narrow value for the users that remain 32 bits wide.
static void widen_uses(narrow *N, const member *m) {
    LLVMPositionBuilderBefore(N->b, m->op);
    LLVMSetCurrentDebugLocation2(N->b, LLVMInstructionGetDebugLoc(m->op));
    LLVMOpcode o = fits_unsigned(range_of(N, m->op, 0)) ? LLVMZExt : LLVMSExt;
    LLVMReplaceAllUsesWith(m->op, LLVMBuildCast(N->b, o, m->small, LLVMTypeOf(m->op), ""));
}

// Clamps a word instead of its extension. The extension of an unsigned word is the same number to signed and unsigned
// clamps; that of a signed word is so only to a clamp of signed numbers.
static bool clamp_word(narrow *N, LLVMValueRef v) {
    LLVMValueRef x = is_clamp(v) ? LLVMGetOperand(v, 0) : NULL;
    if (!x || !is_extension(x) || genx_elt_bits(LLVMTypeOf(LLVMGetOperand(x, 0))) != 16)
        return false;
    genx_id id = genx_call_id(v);
    bool to_signed = id == GENX_SSTRUNC_SAT || id == GENX_SUTRUNC_SAT;
    bool from_signed = id == GENX_SSTRUNC_SAT || id == GENX_USTRUNC_SAT, zext = LLVMGetInstructionOpcode(x) == LLVMZExt;
    if (!zext && !from_signed)
        return false;
    genx_id now = to_signed ? zext ? GENX_SUTRUNC_SAT : GENX_SSTRUNC_SAT : zext ? GENX_UUTRUNC_SAT : GENX_USTRUNC_SAT;
    LLVMValueRef word = LLVMGetOperand(x, 0);
    LLVMPositionBuilderBefore(N->b, v);
    LLVMSetCurrentDebugLocation2(N->b, LLVMInstructionGetDebugLoc(v));
    LLVMReplaceAllUsesWith(v, genx_build(N->b, N->mod, now, LLVMTypeOf(v), &word, 1, ""));
    return true;
}

// Removes a mask such as x & 65535 where x has no higher bits.
static bool drop_mask(narrow *N, LLVMValueRef v) {
    if (LLVMGetInstructionOpcode(v) != LLVMAnd)
        return false;
    range x = range_of(N, LLVMGetOperand(v, 0), 0), m = range_of(N, LLVMGetOperand(v, 1), 0);
    if (m.lo != m.hi || (m.lo & (m.lo + 1)) != 0 || !within(x, 0, m.lo))
        return false;
    LLVMReplaceAllUsesWith(v, LLVMGetOperand(v, 0));
    return true;
}

bool gx_narrow_ints(gx_ctx *cx, LLVMValueRef fn) {
    narrow N = {
        .cx = cx, .mod = LLVMGetGlobalParent(fn), .ranges = {.arena = cx->arena}, .numbers = {.arena = cx->arena}};
    uint32_t n_blocks = 0;
    LLVMBasicBlockRef *order = genx_block_order(cx->arena, fn, &n_blocks);
    bool changed = false;
    for (uint32_t k = 0; order && k < n_blocks; k++)
        genx_foreach_inst(order[k], i)
            changed |= drop_mask(&N, i);
    if (changed)
        gx_shim_delete_dead(fn);
    for (uint32_t k = 0; order && k < n_blocks; k++)
        genx_foreach_inst(order[k], i)
            if (may_join(&N, i))
                add_member(&N, i);
    group_members(&N);
    N.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(N.mod));
    for (uint32_t k = 0; k < N.members.len; k++)
        if (N.members.data[first_of(&N, k)].gain > 0) {
            rewrite(&N, &N.members.data[k]);
            changed = true;
        }
    for (uint32_t k = 0; k < N.members.len; k++)
        if (N.members.data[k].small)
            widen_uses(&N, &N.members.data[k]);
    for (uint32_t k = 0; order && k < n_blocks; k++)
        genx_foreach_inst(order[k], i)
            changed |= clamp_word(&N, i);
    LLVMDisposeBuilder(N.b);
    if (changed)
        gx_shim_delete_dead(fn);
    return changed;
}
