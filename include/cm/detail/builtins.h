// SPDX-License-Identifier: MIT
// All builtins of the compiler. The functions have no body: the pass lower_cm finds each call by its name and replaces
// it with llvm.genx intrinsics or plain IR (passes/cm/cm_builtins.def has one row for each).
//
// V, R, S, M denote raw vectors (ext_vector_type) or, for a single element, plain numbers.

#ifndef CM_DETAIL_BUILTINS_H
#define CM_DETAIL_BUILTINS_H

// Regions of an object in memory that is base_b bytes long. Strides and width are in elements, offset is in bytes.
// After inlining, everything except the offset must be constant.
template <class R> R __cm_rd(const void *base, int base_b, int vstride, int width, int stride, int offset_b);
template <class V> void __cm_wr(void *base, int base_b, int vstride, int width, int stride, int offset_b, V value);
// The address of one element of size_b bytes.
extern "C" void *__cm_element(const void *base, int base_b, int offset_b, int size_b);
// Writes the elements whose mask has its lowest bit set.
template <class V, class M>
void __cm_wr_mask(void *base, int base_b, int vstride, int width, int stride, int offset_b, V value, M mask);

// An assignment to a whole object. Inside SIMD control flow it writes only the active channels. (Initial values are
// plain C++.)
template <class V> void __cm_set(V *object, V value);

// SIMD control flow (cm/simdcf.h): a branch condition for each channel.
template <class M> bool __cm_simd_any(M mask);
extern "C" unsigned __cm_unmask_begin(void);
extern "C" void __cm_unmask_end(unsigned channels);

// Regions of a value.
template <class R, class V> R __cm_rd_value(V value, int vstride, int width, int stride, int offset_b);
template <class R, class V, class I> R __cm_iselect(V value, I index);

// Masks. Merge uses the lowest bit of each element; any and all test for elements that are not zero.
template <class V, class M> V __cm_merge(V if_set, V if_clear, M mask);
template <class M> M __cm_unpack_mask(unsigned bits);
template <class M> unsigned __cm_pack_mask(M mask);
template <class M> unsigned short __cm_any(M mask);
template <class M> unsigned short __cm_all(M mask);

// A whole constant table as a vector.
template <class R> R __cm_table(const void *table);
template <class R> R __cm_table(const void __attribute__((opencl_constant)) * table);

// Saturating conversion: to the full range of an integer, to [0, 1] of a float.
template <class R, class V> R __cm_convert_sat(V value, int r_signed, int v_signed);
template <class R, class V> R __cm_add_sat(V, V, int r_signed, int v_signed);
template <class R, class V> R __cm_mul_sat(V, V, int r_signed, int v_signed);
template <class R, class V> R __cm_shl_sat(V, V, int r_signed, int v_signed);

// Arithmetic with a hardware instruction of its own.
template <class V> V __cm_abs(V);
template <class V> V __cm_smin(V, V);
template <class V> V __cm_smax(V, V);
template <class V> V __cm_umin(V, V);
template <class V> V __cm_umax(V, V);
template <class V> V __cm_fmin(V, V);
template <class V> V __cm_fmax(V, V);
template <class V> V __cm_inv(V);
template <class V> V __cm_sqrt(V);
template <class V> V __cm_rsqrt(V);
template <class V> V __cm_exp2(V);
template <class V> V __cm_log2(V);
template <class V> V __cm_sin(V);
template <class V> V __cm_cos(V);
template <class V> V __cm_pow(V, V);
template <class V> V __cm_frc(V);
template <class V> V __cm_rndd(V);
template <class V> V __cm_rndu(V);
template <class V> V __cm_rnde(V);
template <class V> V __cm_rndz(V);
template <class R, class V> R __cm_cbit(V);
template <class V> V __cm_fbl(V);
template <class V> V __cm_ufbh(V);
template <class V> V __cm_sfbh(V);
template <class V> V __cm_bfrev(V);
template <class V> V __cm_lzd(V);
template <class V> V __cm_smulh(V, V);
template <class V> V __cm_umulh(V, V);
template <class V> V __cm_avg(V, V, int is_signed);
template <class V> V __cm_addc(V, V, V *carry);
template <class V> V __cm_subb(V, V, V *borrow);
template <class V, class W> V __cm_dp4a(V src0, W src1, W src2, int r_signed, int v_signed, int sat);
template <class V> V __cm_rol(V, V);
template <class V> V __cm_ror(V, V);
template <class V> V __cm_bfi(V width, V offset, V value, V src);
template <class V> V __cm_sbfe(V width, V offset, V src);
template <class V> V __cm_ubfe(V width, V offset, V src);
template <class V> V __cm_bfn(V, V, V, char function);
template <class V> V __cm_ieee_sqrt(V);
template <class V> V __cm_ieee_div(V, V);
template <class V> V __cm_fma(V, V, V);
template <class V> V __cm_frem(V, V);
template <class V> V __cm_c_exp(V);
template <class V> V __cm_c_log(V);
template <class V> V __cm_c_log10(V);
template <class V> V __cm_c_pow(V, V);
template <class R, class V> R __cm_bf_cvt(V);
template <class R, class V> R __cm_tf32_cvt(V);
template <class R, class B, class A> R __cm_dpas(R src0, B src1, A src2, int info);
template <class R, class B, class A> R __cm_dpas_nosrc0(B src1, A src2, int info);
template <class R, class B, class A> R __cm_dpasw(R src0, B src1, A src2, int info);
template <class R, class B, class A> R __cm_dpasw_nosrc0(B src1, A src2, int info);
template <class R> R __cm_timestamp();
template <class R> R __cm_r0();
template <class R> R __cm_sr0();
// Reductions as a tree; a float sum has the tree's order.
template <class T, class V> T __cm_reduce_add(V);
template <class T, class V> T __cm_reduce_mul(V);
template <class T, class V> T __cm_reduce_min(V, int is_signed);
template <class T, class V> T __cm_reduce_max(V, int is_signed);

// Memory. Surfaces are binding-table indices; offsets are bytes.
template <class R> R __cm_media_read(unsigned surface, int modifiers, int plane, int rows, int row_b, int x, int y);
template <class V>
void __cm_media_write(unsigned surface, int modifiers, int plane, int rows, int row_b, int x, int y, V value);
template <class R> R __cm_oword_read(unsigned surface, int is_modified, int offset_b);
template <class R> R __cm_oword_read_dword(unsigned surface, int is_modified, int offset_b);
template <class V> void __cm_oword_write(unsigned surface, int offset_b, V value);
template <class R> R __cm_svm_read(unsigned long address);
template <class R> R __cm_svm_read_dword(unsigned long address);
template <class V> void __cm_svm_write(unsigned long address, V value);

// Text for the host; the format and the %s arguments are string literals.
template <class... A> int __cm_printf(const char *format, A... values);

extern "C" {
// Errors at the user's line when the first argument is a wrong constant. Generates no code.
void __cm_check_select(int i, int size, int stride, int n);
void __cm_check_select_2d(int i, int v_size, int v_stride, int rows, int j, int h_size, int h_stride, int cols);
void __cm_check_index(int i, int n);
void __cm_check_index_2d(int i, int rows, int j, int cols);
void __cm_check_row(int i, int rows);
void __cm_check_column(int j, int cols);
void __cm_check_replicate(int i, int span, int n);
void __cm_check_flag(int saturate);
void __cm_check_accumulator(int is_zero);
// 1, the stride of contiguous elements. An error at the user's line when the elements are not contiguous and the
// result is used.
__attribute__((const)) int __cm_packed_stride(int stride, int vstride, int rows, int cols);

unsigned __cm_hwid(void);
unsigned __cm_group_id(int dim);
unsigned __cm_group_count(int dim);
unsigned __cm_local_id(int dim);
unsigned __cm_local_size(int dim);
void __cm_barrier(void);
void __cm_fence(int mask);
}

#endif
