// SPDX-License-Identifier: MIT
// lower_cm: printf in kernels.
//
//   before  %r = call i32 @__cm_printf(ptr @.str, i32 %a, float %b)
//   after   %buf = call i64 @llvm.genx.print.buffer()
//           %at  = llvm.genx.svm.atomic.add(%buf, 28)                        reserves 28 bytes, if they fit
//           llvm.genx.svm.scatter(%at <= limit, %buf + %at + lanes * 4, record)
//           %r   = select %at <= limit, 28, -1
//
// The record has OpenCL's format, so that Intel's driver prints it: the format string's address, then for each
// conversion a dword with the value's type, and the value in 4 or 8 bytes. The buffer's first dword counts the bytes
// in use. The sequence has no branches, so a printf may appear anywhere. An address is
// llvm.genx.print.format.index(ptr), which selection turns into a relocation.

#include "cm_priv.h"

#include <string.h>

enum { MAX_VALUES = 64, MAX_FORMAT_B = 128, MAX_DWORDS = 2 + 3 * MAX_VALUES, BUFFER_B = 4 << 20, PIECE_LANES = 16 };
enum { TYPE_INT = 3, TYPE_FLOAT = 4, TYPE_STRING = 5, TYPE_LONG = 6, TYPE_POINTER = 7, TYPE_DOUBLE = 8 };

typedef struct record {
    LLVMValueRef call;
    char letters[MAX_VALUES]; // conversion letters
    uint32_t n_letters;
    LLVMValueRef dwords[MAX_DWORDS + PIECE_LANES];
    uint32_t n_dwords;
} record;

// The characters of a string literal, without the terminating zero; NULL for anything else.
static const char *literal(LLVMValueRef v, size_t *len) {
    if (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMAddrSpaceCast)
        v = LLVMGetOperand(v, 0);
    LLVMValueRef init = LLVMIsAGlobalVariable(v) && LLVMIsGlobalConstant(v) ? LLVMGetInitializer(v) : NULL;
    *len = 0;
    if (!init || LLVMGetTypeKind(LLVMTypeOf(init)) != LLVMArrayTypeKind)
        return NULL;
    if (LLVMIsNull(init))
        return "";
    const char *s = LLVMIsAConstantDataArray(init) && LLVMIsConstantString(init) ? LLVMGetAsString(init, len) : NULL;
    const char *end = s ? memchr(s, 0, *len) : NULL;
    if (!end)
        return NULL;
    *len = (size_t)(end - s);
    return s;
}

// s follows a '%'. Returns the length of the conversion; 0 after an error.
static size_t conversion(cm_lower *l, record *r, const char *s, size_t len) {
    size_t n = 0;
    while (n < len && memchr("-+ #0123456789.", s[n], 15))
        n++;
    while (n < len && memchr("hljztL", s[n], 6))
        n++;
    char c = n < len ? s[n] : 0;
    if (c == '%' && n == 0)
        return 1;
    if (c == 'n')
        gx_error(l->cx, r->call, "CM0250",
                 "printf does not support %%n because the host formats a kernel's text later");
    else if (c == '*')
        gx_error(l->cx, r->call, "CM0250",
                 "printf does not support '*' in its format; write the width or precision as a number");
    else if (!c)
        gx_error(l->cx, r->call, "CM0250", "the format of printf ends inside a conversion");
    else if (!memchr("diouxXcspfFeEgGaA", c, 17))
        gx_error(l->cx, r->call, "CM0250",
                 "unknown conversion '%%%.*s' in the format of printf; expected d i o u x X c s p f e g a",
                 (int)(n + 1), s);
    else if (r->n_letters == MAX_VALUES)
        gx_error(l->cx, r->call, "CM0251", "printf cannot print more than %d values; use several calls", MAX_VALUES);
    else {
        r->letters[r->n_letters++] = c;
        return n + 1;
    }
    return 0;
}

static bool read_format(cm_lower *l, record *r) {
    size_t len;
    const char *s = literal(LLVMGetOperand(r->call, 0), &len);
    if (!s) {
        gx_error(l->cx, r->call, "CM0252",
                 "the format of printf must be a string literal because the host reads it from the program");
        return false;
    }
    if (len >= MAX_FORMAT_B) {
        gx_error(l->cx, r->call, "CM0252",
                 "the format of printf has %u bytes, expected fewer than %d; use several calls", (unsigned)len,
                 MAX_FORMAT_B);
        return false;
    }
    for (size_t i = 0; i < len; i++)
        if (s[i] == '%') {
            size_t n = conversion(l, r, s + i + 1, len - i - 1);
            if (!n)
                return false;
            i += n;
        }
    uint32_t values = (uint32_t)LLVMGetNumArgOperands(r->call) - 1;
    if (values > MAX_VALUES)
        gx_error(l->cx, r->call, "CM0251", "printf has %u values after the format, expected at most %d",
                 (unsigned)values, MAX_VALUES);
    else if (values < r->n_letters)
        gx_error(l->cx, r->call, "CM0251", "the format of printf has %u conversion%s, but %s%u value%s",
                 (unsigned)r->n_letters, r->n_letters == 1 ? "" : "s", values ? "only " : "", (unsigned)values,
                 values == 1 ? " follows" : "s follow");
    return values <= MAX_VALUES && values >= r->n_letters;
}

static void push(record *r, LLVMValueRef dword) {
    r->dwords[r->n_dwords++] = dword;
}

// Pushes 64 bits, lower half first.
static void push_long(cm_lower *l, record *r, LLVMValueRef v) {
    LLVMValueRef two = LLVMBuildBitCast(l->b, v, LLVMVectorType(l->i32, 2), "");
    for (uint32_t k = 0; k < 2; k++)
        push(r, LLVMBuildExtractElement(l->b, two, cm_i32(l, k), ""));
}

// The address of a string literal, or of one of several; NULL for other pointers.
static LLVMValueRef text_address(cm_lower *l, LLVMValueRef v) {
    size_t len;
    if (LLVMIsASelectInst(v)) {
        LLVMValueRef a = text_address(l, LLVMGetOperand(v, 1)), b = text_address(l, LLVMGetOperand(v, 2));
        return a && b ? LLVMBuildSelect(l->b, LLVMGetOperand(v, 0), a, b, "") : NULL;
    }
    if (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMAddrSpaceCast)
        v = LLVMGetOperand(v, 0);
    return literal(v, &len) ? genx_build(l->b, l->mod, GENX_PRINT_FORMAT_INDEX, l->i64, &v, 1, "text") : NULL;
}

static bool push_pointer(cm_lower *l, record *r, LLVMValueRef v, char letter) {
    LLVMValueRef a = text_address(l, v);
    if (letter != 's') {
        push(r, cm_i32(l, TYPE_POINTER));
        push_long(l, r, a ? a : LLVMBuildPtrToInt(l->b, v, l->i64, ""));
        return true;
    }
    if (!a) {
        gx_error(l->cx, r->call, "CM0253",
                 "%%s of printf takes a string literal because the host reads it from the program");
        return false;
    }
    push(r, cm_i32(l, TYPE_STRING));
    push_long(l, r, a);
    return true;
}

static bool push_value(cm_lower *l, record *r, LLVMValueRef v, char letter) {
    // Default argument promotion has made a float a double, which not every target can compute.
    if (LLVMIsAFPExtInst(v) && genx_elt_bits(LLVMTypeOf(LLVMGetOperand(v, 0))) == 32)
        v = LLVMGetOperand(v, 0);
    LLVMTypeRef t = LLVMTypeOf(v);
    bool is_float = genx_is_float(t);
    if (LLVMGetTypeKind(t) == LLVMPointerTypeKind)
        return push_pointer(l, r, v, letter);
    if (genx_is_vec(t) || (genx_elt_bits(t) != 32 && genx_elt_bits(t) != 64)) {
        gx_error(l->cx, r->call, "CM0253", "printf prints only numbers of 32 or 64 bits");
        return false;
    }
    if (letter == 's') {
        gx_error(l->cx, r->call, "CM0253", "%%s of printf takes a string literal, but the value is a number");
        return false;
    }
    if (genx_elt_bits(t) == 64) {
        push(r, cm_i32(l, is_float ? TYPE_DOUBLE : letter == 'p' ? TYPE_POINTER : TYPE_LONG));
        push_long(l, r, v);
    } else {
        push(r, cm_i32(l, is_float ? TYPE_FLOAT : TYPE_INT));
        push(r, is_float ? LLVMBuildBitCast(l->b, v, l->i32, "") : v);
    }
    return true;
}

// Adds the record's bytes to the count and returns the old count.
static LLVMValueRef reserve(cm_lower *l, LLVMValueRef buffer, uint32_t size_b) {
    LLVMTypeRef v1 = LLVMVectorType(l->i32, 1);
    LLVMValueRef on = LLVMConstAllOnes(LLVMVectorType(l->i1, 1)), size = cm_i32(l, size_b);
    LLVMValueRef args[4] = {on, cm_splat(l, buffer, 1), LLVMConstVector(&size, 1), LLVMGetUndef(v1)};
    LLVMValueRef old = genx_build(l->b, l->mod, GENX_SVM_ATOMIC_ADD, v1, args, 4, "used");
    return LLVMBuildExtractElement(l->b, old, cm_i32(l, 0), "");
}

// Writes dwords [first, first + n) of the record; later lanes are off. There is no room if old is at least `end`.
static void write_piece(cm_lower *l, const record *r, uint32_t first, uint32_t n, LLVMValueRef buffer, LLVMValueRef old,
                        uint32_t end) {
    const uint32_t lanes = cmc_round_up_pow2(n);
    LLVMValueRef data = LLVMGetPoison(LLVMVectorType(l->i32, lanes)), off[PIECE_LANES], limit[PIECE_LANES];
    for (uint32_t k = 0; k < lanes; k++) {
        off[k] = cm_i32(l, 4 * (first + k));
        limit[k] = cm_i32(l, k < n ? end : 0);
        if (k < n)
            data = LLVMBuildInsertElement(l->b, data, r->dwords[first + k], cm_i32(l, k), "");
    }
    LLVMValueRef all = cm_splat(l, old, lanes);
    LLVMValueRef room = LLVMBuildICmp(l->b, LLVMIntULT, all, LLVMConstVector(limit, lanes), "room");
    LLVMValueRef at = LLVMBuildAdd(l->b, all, LLVMConstVector(off, lanes), "");
    LLVMValueRef wide = LLVMBuildZExt(l->b, at, LLVMVectorType(l->i64, lanes), "");
    LLVMValueRef address = LLVMBuildAdd(l->b, cm_splat(l, buffer, lanes), wide, "");
    LLVMValueRef args[4] = {room, cm_i32(l, 0), address, data};
    genx_build(l->b, l->mod, GENX_SVM_SCATTER, LLVMVoidTypeInContext(l->llvm), args, 4, "");
}

static LLVMValueRef write_record(cm_lower *l, const record *r) {
    uint32_t size_b = 4 * r->n_dwords, end = BUFFER_B - size_b + 1;
    LLVMValueRef buffer = genx_build(l->b, l->mod, GENX_PRINT_BUFFER, l->i64, NULL, 0, "buffer");
    LLVMValueRef old = reserve(l, buffer, size_b);
    for (uint32_t first = 0; first < r->n_dwords; first += PIECE_LANES) {
        uint32_t left = r->n_dwords - first;
        write_piece(l, r, first, left < PIECE_LANES ? left : PIECE_LANES, buffer, old, end);
    }
    LLVMValueRef room = LLVMBuildICmp(l->b, LLVMIntULT, old, cm_i32(l, end), "");
    return LLVMBuildSelect(l->b, room, cm_i32(l, size_b), cm_i32(l, UINT32_MAX), "");
}

LLVMValueRef gx_cm_printf(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    record *r = CMC_NEW(l->cx->arena, record);
    if (!r)
        return NULL;
    r->call = call;
    if (!read_format(l, r))
        return NULL;
    push_long(l, r, text_address(l, LLVMGetOperand(call, 0)));
    for (uint32_t k = 0; k < r->n_letters; k++)
        if (!push_value(l, r, LLVMGetOperand(call, 1 + k), r->letters[k]))
            return NULL;
    return write_record(l, r);
}
