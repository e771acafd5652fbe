// SPDX-License-Identifier: MIT
// The genx dialect: table lookup, types and constants. genx_build.c has the builders.
//
// An intrinsic is identified by its name alone (LLVM gives all of them id 0). The entry is the longest table name that
// is followed by the end of the name or by the '.' of a type suffix.

#include <cmc/genx.h>

#include <llvm-c/DebugInfo.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const genx_info table[GENX_COUNT] = {
#define IS_ELEMENTWISE true
#define IS_LANES       false
#define IS_OWN         false
    [GENX_NONE] = {"", GENX_MEM_RW, false, false, "?", "?"},
#define GENX(id, name, memory, convergent, form, result, operands)                                                     \
    [GENX_##id] = {name, GENX_MEM_##memory, convergent, IS_##form, result, operands},
#include <cmc/genx.def>
#undef GENX
};

static const char prefix[] = "llvm.genx.";

const genx_info *genx_info_get(genx_id id) {
    assert(id < GENX_COUNT && "ids come from genx.def");
    return &table[id < GENX_COUNT ? id : GENX_NONE];
}

bool genx_is_flow(LLVMValueRef v, const char *what) {
    static const char flow[] = "cmc.simdcf.";
    size_t len = 0, n = sizeof(flow) - 1, w = strlen(what);
    const char *name = genx_callee_name(v, &len);
    return name && len >= n + w && memcmp(name, flow, n) == 0 && memcmp(name + n, what, w) == 0 &&
           (len == n + w || name[n + w] == '.');
}

bool genx_is_genx_name(const char *name, size_t len) {
    return len > sizeof(prefix) - 1 && memcmp(name, prefix, sizeof(prefix) - 1) == 0;
}

// '.' orders before every other character, so "oword.ld" comes directly before its longer forms.
static unsigned order(char c) {
    return c == '.' ? 1 : (unsigned char)c;
}

// The first of rows [lo, hi) whose character at i is not before key. The rows are equal up to i.
static unsigned first_row(unsigned lo, unsigned hi, size_t i, unsigned key) {
    while (lo < hi) {
        unsigned mid = (lo + hi) / 2;
        if (order(table[mid].name[i]) < key)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

// Narrows the range of rows with each character of the name. A row that ends where the name or one of its parts ends is
// the first of the range.
static genx_id find_row(const char *name, size_t len) {
    name += sizeof(prefix) - 1;
    len -= sizeof(prefix) - 1;
    genx_id found = GENX_NONE;
    unsigned lo = 1, hi = GENX_COUNT;
    for (size_t i = 0; lo < hi; i++) {
        if (i > 0 && (i == len || name[i] == '.') && table[lo].name[i] == '\0')
            found = (genx_id)lo;
        if (i == len)
            break;
        unsigned key = order(name[i]);
        lo = first_row(lo, hi, i, key);
        hi = first_row(lo, hi, i, key + 1);
    }
    return found;
}

// Passes look up the same few names for every call, so recent lookups are cached by the address of the name. Another
// name can later be at the same address, so the bytes are compared.
enum { RECENT = 256, RECENT_LEN = 62 };
typedef struct recent_name {
    uint8_t len;
    char name[RECENT_LEN];
    genx_id id;
} recent_name;
static _Thread_local recent_name recent[RECENT];

genx_id genx_find(const char *name, size_t len) {
    if (!genx_is_genx_name(name, len))
        return GENX_NONE;
    if (len > RECENT_LEN)
        return find_row(name, len);
    uintptr_t at = (uintptr_t)name >> 3;
    recent_name *r = &recent[(at ^ at >> 8) % RECENT];
    if (r->len != len || memcmp(r->name, name, len) != 0) {
        r->len = (uint8_t)len;
        memcpy(r->name, name, len);
        r->id = find_row(name, len);
    }
    return r->id;
}

// What is known of a callee, while names are fixed.
enum { KNOWN = 512 };
typedef struct known_callee {
    LLVMValueRef fn;
    uint32_t when; // the period of fixed names
    genx_id id;
    const char *name;
    size_t len;
} known_callee;
static _Thread_local known_callee known[KNOWN];
static _Thread_local uint32_t period, last_period; // period 0: names are not fixed

void genx_fix_names(bool on) {
    period = on ? ++last_period : 0;
}

static known_callee look_up(LLVMValueRef fn) {
    known_callee c = {.fn = fn, .when = period};
    c.name = LLVMGetValueName2(fn, &c.len);
    c.id = genx_find(c.name, c.len);
    return c;
}

// NULL: v is not a direct call. Valid until the next call.
static const known_callee *callee_of(LLVMValueRef v) {
    LLVMValueRef f = LLVMIsACallInst(v) ? LLVMGetCalledValue(v) : NULL;
    if (!f || !LLVMIsAFunction(f))
        return NULL;
    uintptr_t at = (uintptr_t)f >> 4;
    known_callee *c = &known[(at ^ at >> 9) % KNOWN];
    if (c->fn != f || c->when != period || !period)
        *c = look_up(f);
    return c;
}

genx_id genx_call_id(LLVMValueRef v) {
    const known_callee *c = callee_of(v);
    return c ? c->id : GENX_NONE;
}

const char *genx_callee_name(LLVMValueRef v, size_t *len) {
    const known_callee *c = callee_of(v);
    *len = c ? c->len : 0;
    return c ? c->name : NULL;
}

bool genx_is_vec(LLVMTypeRef t) {
    return LLVMGetTypeKind(t) == LLVMVectorTypeKind;
}

LLVMTypeRef genx_elt_type(LLVMTypeRef t) {
    return genx_is_vec(t) ? LLVMGetElementType(t) : t;
}

uint32_t genx_lanes(LLVMTypeRef t) {
    return genx_is_vec(t) ? LLVMGetVectorSize(t) : 1;
}

// Of a type that is not a vector.
static uint32_t bits_of(LLVMTypeRef e) {
    switch (LLVMGetTypeKind(e)) {
    case LLVMIntegerTypeKind:
        return LLVMGetIntTypeWidth(e);
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind:
        return 16;
    case LLVMFloatTypeKind:
        return 32;
    case LLVMDoubleTypeKind:
        return 64;
    case LLVMPointerTypeKind:
        return 64;
    default:
        return 0;
    }
}

uint32_t genx_elt_bits(LLVMTypeRef t) {
    return bits_of(genx_elt_type(t));
}

uint32_t genx_elt_b(LLVMTypeRef t) {
    return genx_elt_bits(t) / 8;
}

uint32_t genx_size_b(LLVMTypeRef t) {
    return genx_is_vec(t) ? bits_of(LLVMGetElementType(t)) / 8 * LLVMGetVectorSize(t) : bits_of(t) / 8;
}

LLVMTypeRef genx_with_lanes(LLVMTypeRef elt, uint32_t n, bool scalar_if_one) {
    return n == 1 && scalar_if_one ? elt : LLVMVectorType(elt, n);
}

bool genx_is_bool(LLVMTypeRef t) {
    LLVMTypeRef e = genx_elt_type(t);
    return LLVMGetTypeKind(e) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(e) == 1;
}

bool genx_is_float(LLVMTypeRef t) {
    LLVMTypeKind k = LLVMGetTypeKind(genx_elt_type(t));
    return k == LLVMHalfTypeKind || k == LLVMBFloatTypeKind || k == LLVMFloatTypeKind || k == LLVMDoubleTypeKind;
}

bool genx_is_rdregion(LLVMValueRef v) {
    return genx_is_rd_id(genx_call_id(v));
}

bool genx_is_wrregion(LLVMValueRef v) {
    return genx_is_wr_id(genx_call_id(v));
}

LLVMValueRef genx_incoming(LLVMValueRef phi, LLVMBasicBlockRef from) {
    for (unsigned k = 0; k < LLVMCountIncoming(phi); k++)
        if (LLVMGetIncomingBlock(phi, k) == from)
            return LLVMGetIncomingValue(phi, k);
    return NULL;
}

LLVMValueRef genx_after_phis(LLVMBasicBlockRef bb) {
    LLVMValueRef i = LLVMGetFirstInstruction(bb);
    while (LLVMIsAPHINode(i))
        i = LLVMGetNextInstruction(i);
    return i;
}

LLVMBasicBlockRef genx_only_pred(LLVMBasicBlockRef bb) {
    LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(bb));
    if (!u || LLVMGetNextUse(u) || !LLVMIsATerminatorInst(LLVMGetUser(u)))
        return NULL;
    return LLVMGetInstructionParent(LLVMGetUser(u));
}

bool genx_const_i64(LLVMValueRef v, int64_t *out) {
    if (!LLVMIsAConstantInt(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64)
        return false;
    *out = LLVMConstIntGetSExtValue(v);
    return true;
}

bool genx_const_u64(LLVMValueRef v, uint64_t *out) {
    if (!LLVMIsAConstantInt(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64)
        return false;
    *out = LLVMConstIntGetZExtValue(v);
    return true;
}

static bool const_u32(LLVMValueRef v, uint32_t *out) {
    uint64_t x;
    if (!genx_const_u64(v, &x))
        return false;
    *out = (uint32_t)x;
    return true;
}

bool genx_region_of(LLVMValueRef v, genx_region *out) {
    genx_id id = genx_call_id(v);
    bool rd = genx_is_rd_id(id);
    if (!rd && !genx_is_wr_id(id))
        return false;
    unsigned first = rd ? GENX_RD_VSTRIDE : GENX_WR_VSTRIDE; // from here on both have the same operands
    LLVMTypeRef t = LLVMTypeOf(rd ? v : LLVMGetOperand(v, GENX_WR_NEW));
    genx_region r = {.lanes = genx_lanes(t), .elt_b = genx_elt_b(t)};
    if (!const_u32(LLVMGetOperand(v, first), &r.vstride) || !const_u32(LLVMGetOperand(v, first + 1), &r.width) ||
        !const_u32(LLVMGetOperand(v, first + 2), &r.stride) || r.width == 0)
        return false;
    r.offset = LLVMGetOperand(v, rd ? GENX_RD_OFFSET : GENX_WR_OFFSET);
    r.off_vector = genx_is_vec(LLVMTypeOf(r.offset));
    if (r.off_vector && LLVMIsConstant(r.offset) && genx_lanes(LLVMTypeOf(r.offset)) == 1)
        r.offset = LLVMGetAggregateElement(r.offset, 0), r.off_vector = false;
    r.off_const = !r.off_vector && const_u32(r.offset, &r.off_b);
    if (!r.off_const && !r.off_vector && LLVMIsConstant(r.offset)) // an undefined offset may be any value
        r.off_const = true;
    if (!const_u32(LLVMGetOperand(v, rd ? GENX_RD_PARENT_WIDTH : GENX_WR_PARENT_WIDTH), &r.parent_width))
        r.parent_width = 0;
    if (r.width > r.lanes)
        r.width = r.lanes;
    if (r.lanes % r.width)
        return false;
    *out = r;
    return true;
}

bool genx_mask_is_true(LLVMValueRef wr) {
    assert(genx_is_wrregion(wr) && "only writes have a mask");
    LLVMValueRef mask = LLVMGetOperand(wr, GENX_WR_MASK);
    uint64_t bits;
    if (LLVMIsAConstantInt(mask)) // what most writes have
        return LLVMConstIntGetZExtValue(mask) & 1;
    return LLVMIsConstant(mask) && genx_const_splat(mask, &bits) && (bits & 1);
}

static bool const_bits(LLVMValueRef e, uint64_t *bits, bool *undef) {
    *undef = false;
    if (LLVMIsUndef(e)) {
        *bits = 0;
        *undef = true;
        return true;
    }
    if (LLVMIsNull(e)) {
        *bits = 0;
        return true;
    }
    LLVMTypeRef t = LLVMTypeOf(e);
    if (LLVMGetTypeKind(t) == LLVMIntegerTypeKind)
        return genx_const_u64(e, bits);
    uint32_t w = genx_elt_bits(t);
    if (w == 0 || LLVMGetTypeKind(t) == LLVMPointerTypeKind)
        return false;
    LLVMValueRef i = LLVMConstBitCast(e, LLVMIntTypeInContext(LLVMGetTypeContext(t), w));
    return genx_const_u64(i, bits);
}

// Lane k of a constant that is a bitcast: LLVM does not fold bitcast (<1 x i32> ... to <4 x i8>).
static bool bitcast_lane(LLVMValueRef c, uint32_t k, uint64_t *bits, bool *undef) {
    LLVMValueRef from = LLVMGetOperand(c, 0);
    uint32_t to_bits = genx_elt_bits(LLVMTypeOf(c)), from_bits = genx_elt_bits(LLVMTypeOf(from));
    uint64_t lane = 0, at = (uint64_t)k * to_bits;
    bool u;
    *bits = 0;
    *undef = false;
    if (to_bits == 0 || from_bits == 0 || to_bits > 64)
        return false;
    for (uint32_t i = 0; i < to_bits; i++, at++) {
        if ((i == 0 || at % from_bits == 0) && !genx_const_lane(from, (uint32_t)(at / from_bits), &lane, &u))
            return false;
        *bits |= (lane >> at % from_bits & 1) << i;
    }
    return true;
}

bool genx_const_lane(LLVMValueRef c, uint32_t k, uint64_t *bits, bool *undef) {
    if (!LLVMIsConstant(c))
        return false;
    if (LLVMIsAConstantExpr(c) && LLVMGetConstOpcode(c) == LLVMBitCast)
        return bitcast_lane(c, k, bits, undef);
    if (LLVMIsUndef(c) || !genx_is_vec(LLVMTypeOf(c)))
        return const_bits(c, bits, undef);
    LLVMValueRef e = LLVMGetAggregateElement(c, k);
    return e && const_bits(e, bits, undef);
}

LLVMValueRef genx_const_element(LLVMValueRef c, uint32_t k) {
    LLVMValueRef e = LLVMGetAggregateElement(c, k);
    uint64_t bits;
    bool undef;
    if (e || !genx_const_lane(c, k, &bits, &undef))
        return e;
    LLVMTypeRef t = genx_elt_type(LLVMTypeOf(c));
    LLVMValueRef i = LLVMConstInt(LLVMIntTypeInContext(LLVMGetTypeContext(t), genx_elt_bits(t)), bits, 0);
    return LLVMTypeOf(i) == t ? i : LLVMConstBitCast(i, t);
}

bool genx_const_splat(LLVMValueRef c, uint64_t *bits) {
    uint32_t n = genx_lanes(LLVMTypeOf(c));
    bool have = false;
    *bits = 0;
    if (LLVMIsConstant(c) && LLVMIsNull(c))
        return true;
    for (uint32_t k = 0; k < n; k++) {
        uint64_t b;
        bool undef;
        if (!genx_const_lane(c, k, &b, &undef))
            return false;
        if (undef)
            continue;
        if (have && b != *bits)
            return false;
        *bits = b;
        have = true;
    }
    return true;
}

LLVMValueRef genx_not_of(LLVMValueRef v) {
    uint64_t bits;
    if (!LLVMIsAInstruction(v) || LLVMGetInstructionOpcode(v) != LLVMXor || !genx_is_bool(LLVMTypeOf(v)))
        return NULL;
    LLVMValueRef c = LLVMGetOperand(v, 1);
    return LLVMIsConstant(c) && genx_const_splat(c, &bits) && (bits & 1) ? LLVMGetOperand(v, 0) : NULL;
}

// The file of the compilation, with the name and the directory that the compiler got; NULL without debug information.
static LLVMMetadataRef main_file(LLVMModuleRef m) {
    LLVMValueRef cu = NULL;
    if (LLVMGetNamedMetadataNumOperands(m, "llvm.dbg.cu") != 1)
        return NULL;
    LLVMGetNamedMetadataOperands(m, "llvm.dbg.cu", &cu);
    return cu ? LLVMDIScopeGetFile(LLVMValueAsMetadata(cu)) : NULL;
}

// Clang splits an absolute name into the prefix that it shares with its directory, and the rest. Relative names are
// unchanged. A name below the compiler's own directory may be either: it is whole as the main file's is.
static const char *whole_name(const char *file, unsigned n_file, const char *dir, unsigned n_dir, LLVMModuleRef m,
                              cmc_arena *a) {
    unsigned n_start = 0, n_main = 0;
    if (!file || !n_file)
        return NULL;
    LLVMMetadataRef first = main_file(m);
    const char *start = first ? LLVMDIFileGetDirectory(first, &n_start) : NULL;
    const char *main_name = first ? LLVMDIFileGetFilename(first, &n_main) : NULL;
    bool here = n_dir == n_start && start && dir && memcmp(dir, start, n_dir) == 0;
    bool split = file[0] != '/' && dir && n_dir && start && (!here || (n_main && main_name[0] == '/'));
    return split ? cmc_arena_printf(a, "%.*s/%.*s", (int)n_dir, dir, (int)n_file, file)
                 : cmc_arena_strndup(a, file, n_file);
}

static const char *file_name(LLVMValueRef inst, LLVMModuleRef m, cmc_arena *a) {
    unsigned n_file = 0, n_dir = 0;
    const char *file = LLVMGetDebugLocFilename(inst, &n_file), *dir = LLVMGetDebugLocDirectory(inst, &n_dir);
    return whole_name(file, n_file, dir, n_dir, m, a);
}

cmc_loc genx_place(LLVMMetadataRef at, LLVMModuleRef m, cmc_arena *a) {
    unsigned n_file = 0, n_dir = 0;
    LLVMMetadataRef in = LLVMDIScopeGetFile(LLVMDILocationGetScope(at));
    const char *file = LLVMDIFileGetFilename(in, &n_file), *dir = LLVMDIFileGetDirectory(in, &n_dir);
    return (cmc_loc){whole_name(file, n_file, dir, n_dir, m, a), LLVMDILocationGetLine(at),
                     LLVMDILocationGetColumn(at)};
}

LLVMValueRef genx_single_user(LLVMValueRef v) {
    LLVMUseRef u = LLVMGetFirstUse(v);
    return u && !LLVMGetNextUse(u) ? LLVMGetUser(u) : NULL;
}

bool genx_single_use(LLVMValueRef v) {
    return genx_single_user(v) != NULL;
}

bool genx_is_logic(LLVMValueRef v) {
    LLVMOpcode o = LLVMIsAInstruction(v) ? LLVMGetInstructionOpcode(v) : LLVMRet;
    return o == LLVMAnd || o == LLVMOr || o == LLVMXor;
}

bool genx_is_int_op(LLVMOpcode o) {
    switch (o) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
        return true;
    default:
        return false;
    }
}

cmc_loc genx_loc(LLVMValueRef inst, cmc_arena *a) {
    cmc_loc loc = {0};
    if (!LLVMIsAInstruction(inst) || !LLVMInstructionGetDebugLoc(inst))
        return loc;
    loc.line = LLVMGetDebugLocLine(inst);
    loc.col = LLVMGetDebugLocColumn(inst);
    loc.file = file_name(inst, genx_module_of(inst), a);
    return loc;
}

// The value of a function's attribute; NULL when it has no such attribute.
static const char *text_attribute(LLVMValueRef fn, const char *key, cmc_arena *a) {
    unsigned len = 0;
    LLVMAttributeRef at =
        LLVMGetStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, key, (unsigned)strlen(key));
    const char *text = at ? LLVMGetStringAttributeValue(at, &len) : NULL;
    return text ? cmc_arena_strndup(a, text, len) : NULL;
}

// Debug information has no column for a function, and has a header's line for the kernel of a function object: the
// front end records these in attributes.
cmc_loc genx_kernel_loc(LLVMValueRef fn, cmc_arena *a) {
    cmc_loc loc = {0};
    const char *place = text_attribute(fn, "cmc_place", a), *column = text_attribute(fn, "cmc_column", a);
    if (place) { // line:column:file
        char *rest;
        loc.line = (uint32_t)strtoul(place, &rest, 10);
        loc.col = *rest ? (uint32_t)strtoul(rest + 1, &rest, 10) : 0;
        loc.file = *rest ? rest + 1 : NULL;
    } else if (LLVMGetSubprogram(fn)) {
        loc.line = LLVMGetDebugLocLine(fn);
        loc.col = column ? (uint32_t)strtoul(column, NULL, 10) : 0;
        loc.file = file_name(fn, LLVMGetGlobalParent(fn), a);
    }
    return loc;
}

static bool same_offset(const genx_region *a, const genx_region *b) {
    if (a->off_vector || b->off_vector)
        return false;
    return a->off_const ? b->off_const && a->off_b == b->off_b : !b->off_const && a->offset == b->offset;
}

bool genx_region_same(const genx_region *a, const genx_region *b) {
    if (a->lanes != b->lanes || a->elt_b != b->elt_b || !same_offset(a, b))
        return false;
    for (uint32_t k = 0; k < a->lanes; k++)
        if (genx_region_lane_b(a, k) - (int64_t)a->off_b != genx_region_lane_b(b, k) - (int64_t)b->off_b)
            return false;
    return true;
}

bool genx_regions_overlap(const genx_region *a, const genx_region *b) {
    // The last lane ends last: it is in the last row and column, and strides are not negative.
    if (a->off_b >= genx_region_lane_b(b, b->lanes - 1) + b->elt_b ||
        b->off_b >= genx_region_lane_b(a, a->lanes - 1) + a->elt_b)
        return false;
    for (uint32_t i = 0; i < a->lanes; i++)
        for (uint32_t k = 0; k < b->lanes; k++) {
            int64_t x = genx_region_lane_b(a, i), y = genx_region_lane_b(b, k);
            if (x < y + (int64_t)b->elt_b && y < x + (int64_t)a->elt_b)
                return true;
        }
    return false;
}

const char *genx_op_name(cmc_arena *a, LLVMValueRef v) {
    if (LLVMIsACallInst(v)) {
        LLVMValueRef f = LLVMGetCalledValue(v);
        size_t len = 0;
        const char *name = f ? LLVMGetValueName2(f, &len) : "";
        return len ? cmc_arena_printf(a, "call of %s", name) : "indirect call";
    }
    char *text = LLVMPrintValueToString(v);
    const char *p = text;
    for (const char *q = text; *q; q++)
        if (q[0] == '=' && q[1] == ' ') {
            p = q + 2;
            break;
        }
    p += strspn(p, " ");
    const char *out = cmc_arena_strndup(a, p, strcspn(p, " \n"));
    LLVMDisposeMessage(text);
    return out;
}

bool genx_float_bits(LLVMValueRef fn, uint32_t *bits) {
    LLVMAttributeRef mode = genx_float_mode(fn);
    unsigned len;
    if (mode)
        *bits = (uint32_t)strtoul(LLVMGetStringAttributeValue(mode, &len), NULL, 10);
    return mode != NULL;
}

LLVMAttributeRef genx_float_mode(LLVMValueRef fn) {
    static const char *const keys[] = {"CMFloatControl", "VCFloatControl"};
    const LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
    LLVMAttributeRef mode = NULL;
    for (size_t k = 0; k < sizeof(keys) / sizeof(keys[0]) && !mode; k++)
        mode = LLVMGetStringAttributeAtIndex(fn, at, keys[k], (unsigned)strlen(keys[k]));
    return mode;
}
