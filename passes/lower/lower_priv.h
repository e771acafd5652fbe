// SPDX-License-Identifier: MIT
// Internals of gx_lower: rules. A rule matches one instruction and returns its replacement, or NULL if it does not
// apply. New instructions go before the matched one, and the rules run on them again.

#ifndef CMC_PASSES_LOWER_PRIV_H
#define CMC_PASSES_LOWER_PRIV_H

#include <cmc/genx_bale.h>
#include "passes_priv.h"

typedef struct lw {
    gx_ctx *cx;
    LLVMModuleRef mod;
    LLVMContextRef c;
    LLVMBuilderRef b;
} lw;

typedef LLVMValueRef (*lw_rule)(lw *L, LLVMValueRef v);

// lower_align.c
LLVMValueRef lw_align(lw *L, LLVMValueRef v);
LLVMValueRef lw_one_offset(lw *L, LLVMValueRef v);
// lower_vec.c
LLVMValueRef lw_extract(lw *L, LLVMValueRef v);
LLVMValueRef lw_insert(lw *L, LLVMValueRef v);
LLVMValueRef lw_shuffle(lw *L, LLVMValueRef v);
LLVMValueRef lw_trunc(lw *L, LLVMValueRef v);
// lower_bool.c
LLVMValueRef lw_bool_cast(lw *L, LLVMValueRef v);
LLVMValueRef lw_masked_sum(lw *L, LLVMValueRef v);
LLVMValueRef lw_bool_compare(lw *L, LLVMValueRef v);
LLVMValueRef lw_mask_test(lw *L, LLVMValueRef v);
LLVMValueRef lw_masked_write(lw *L, LLVMValueRef v);
LLVMValueRef lw_select(lw *L, LLVMValueRef v);
LLVMValueRef lw_fcmp(lw *L, LLVMValueRef v);
bool lw_bool_phis(lw *L, LLVMValueRef fn);
// lower_mask.c
LLVMValueRef lw_odd(lw *L, LLVMValueRef v);
LLVMValueRef lw_mask_part(lw *L, LLVMValueRef v);
// lower_odd.c
LLVMValueRef lw_odd_call(lw *L, LLVMValueRef v);
// lower_odd_bits.c
LLVMValueRef lw_odd_bits(lw *L, LLVMValueRef x, LLVMTypeRef t); // a bitcast, not of predicates; NULL: unsupported
// lower_bool_ops.c
LLVMValueRef lw_bool_op(lw *L, LLVMValueRef v);
// lower_words.c
LLVMValueRef lw_known_words(lw *L, LLVMValueRef v);
// lower_int.c
LLVMValueRef lw_widen(lw *L, LLVMValueRef v);
LLVMValueRef lw_intrinsic(lw *L, LLVMValueRef v);
// lower_i64.c
typedef struct lw_halves {
    LLVMValueRef lo, hi;
} lw_halves;
LLVMValueRef lw_int64(lw *L, LLVMValueRef v);
lw_halves lw_split(lw *L, LLVMValueRef x);               // 64-bit elements to their dwords
LLVMValueRef lw_join(lw *L, lw_halves h, LLVMTypeRef t); // and back
LLVMValueRef lw_compare64(lw *L, LLVMIntPredicate p, LLVMValueRef x, LLVMValueRef y);
// lower_rare.c
LLVMValueRef lw_rare(lw *L, LLVMValueRef v);
// lower_wide.c
LLVMValueRef lw_wide(lw *L, LLVMValueRef v);
LLVMValueRef lw_high_product(lw *L, LLVMValueRef a, LLVMValueRef b); // upper 64 bits of the unsigned product
// lower_permute.c
LLVMValueRef lw_permute(lw *L, LLVMValueRef v);
// lower_genx.c
LLVMValueRef lw_genx(lw *L, LLVMValueRef v);
LLVMValueRef lw_gather(lw *L, LLVMValueRef v);
// lower_bits.c
LLVMValueRef lw_bits(lw *L, LLVMValueRef v);
// lower_pair.c
LLVMValueRef lw_pair(lw *L, LLVMValueRef v);
// lower_ieee.c
LLVMValueRef lw_ieee(lw *L, LLVMValueRef v);
// lower_frem.c
LLVMValueRef lw_frem(lw *L, LLVMValueRef v);
// lower_pow.c
LLVMValueRef lw_power(lw *L, LLVMValueRef v);
// lower_reduce.c
LLVMValueRef lw_reduce(lw *L, LLVMValueRef v);
// lower_div.c
typedef struct lw_quotient {
    LLVMValueRef q, r;
} lw_quotient;
LLVMValueRef lw_divide(lw *L, LLVMValueRef v);
lw_quotient lw_divide32(lw *L, LLVMValueRef a,
                        LLVMValueRef b); // unsigned dwords, any target without an instruction for it
// lower_bfloat.c
LLVMValueRef lw_bfloat(lw *L, LLVMValueRef v);
// lower_fp.c
LLVMValueRef lw_float(lw *L, LLVMValueRef v);

// lower_build.c
LLVMTypeRef lw_int(lw *L, unsigned bits);
LLVMTypeRef lw_like(LLVMTypeRef shape, LLVMTypeRef elt); // the same lanes with another element type
LLVMValueRef lw_const(LLVMTypeRef t, uint64_t x);        // splat of an integer
LLVMValueRef lw_real(LLVMTypeRef t, double x);
LLVMValueRef lw_genx1(lw *L, genx_id id, LLVMValueRef x, LLVMTypeRef t);
LLVMValueRef lw_llvm(lw *L, const char *name, LLVMTypeRef t, LLVMValueRef *args, unsigned n);
LLVMValueRef lw_read_1d(lw *L, LLVMValueRef src, uint32_t first, uint32_t stride, uint32_t n, bool scalar);
LLVMValueRef lw_splat(lw *L, LLVMValueRef scalar, uint32_t n);
LLVMValueRef lw_to_words(lw *L, LLVMValueRef mask); // <n x i1> to <n x i16> of 1 and 0
LLVMValueRef lw_from_words(lw *L, LLVMValueRef words);
LLVMValueRef lw_count_lanes(lw *L, LLVMValueRef mask);     // the number of lanes that are set, as a word
unsigned lw_legal_bits(unsigned bits);                     // the smallest register width for this many bits
bool lw_is_odd(LLVMTypeRef t);                             // an integer of a width that no register has
LLVMValueRef lw_widened(lw *L, LLVMValueRef x, bool sign); // x extended to a legal register width

#endif
