// SPDX-License-Identifier: MIT
// Builtins of memory, messages and groups of threads; see builtins.h. Surfaces are binding-table indices, offsets are
// in bytes. A mask has an integer for each lane, of which the lowest bit counts.

#ifndef CM_DETAIL_BUILTINS_MEMORY_H
#define CM_DETAIL_BUILTINS_MEMORY_H

// One element for each lane.
template <class R, class O, class M> R __cm_gather(unsigned surface, unsigned global_b, O offsets, M mask);
template <class V, class O, class M> void __cm_scatter(unsigned surface, unsigned global_b, O offsets, M mask, V value);
template <class R, class A, class M> R __cm_svm_gather(A addresses, M mask);
template <class V, class A, class M> void __cm_svm_scatter(A addresses, M mask, V value);
// Up to four components for each lane, grouped by component. channels has a bit for each component that moves; later
// components keep their old values.
template <class R, class O, class M>
R __cm_gather4(unsigned surface, int channels, unsigned global_b, O offsets, M mask, R old);
template <class V, class O, class M>
void __cm_scatter4(unsigned surface, int channels, unsigned global_b, O offsets, M mask, V value);
template <class R, class O, class M> R __cm_svm_gather4(unsigned long base, int channels, O offsets, M mask, R old);
template <class V, class O, class M>
void __cm_svm_scatter4(unsigned long base, int channels, O offsets, M mask, V value);
template <class R, class O, class M> R __cm_gather4_typed(unsigned surface, int channels, O u, O v, O r, M mask, R old);
template <class V, class O, class M>
void __cm_scatter4_typed(unsigned surface, int channels, O u, O v, O r, M mask, V value);

// Atomics return the old values. Sources that the operation does not use are ignored.
template <class R, class O, class M> R __cm_atomic(int op, unsigned surface, O offsets, R src0, R src1, M mask);
template <class R, class A, class M> R __cm_svm_atomic(int op, A addresses, R src0, R src1, M mask);
template <class R, class O, class M>
R __cm_typed_atomic(int op, unsigned surface, O u, O v, O r, O lod, R src0, R src1, M mask);

// Load/store cache. space: 0 surface, 1 address, 2 local memory, 3 bindless surface.
template <class R, class A, class M>
R __cm_lsc_load(int space, int l1, int l3, int ds, int vs, unsigned surface, A addr, M mask);
template <class V, class A, class M>
void __cm_lsc_store(int space, int l1, int l3, int ds, int vs, unsigned surface, A addr, M mask, V value);
template <class A, class M>
void __cm_lsc_prefetch(int space, int l1, int l3, int ds, int vs, unsigned surface, A addr, M mask);
template <class R, class A, class M>
R __cm_lsc_load4(int space, int l1, int l3, int channels, unsigned surface, A addr, M mask);
template <class V, class A, class M>
void __cm_lsc_store4(int space, int l1, int l3, int channels, unsigned surface, A addr, M mask, V value);
template <class R, class A, class M>
R __cm_lsc_atomic(int op, int space, int l1, int l3, unsigned surface, A addr, R src0, R src1, M mask);
template <class R, class A> R __cm_lsc_block_load(int space, int l1, int l3, unsigned surface, A addr);
template <class V, class A> void __cm_lsc_block_store(int space, int l1, int l3, unsigned surface, A addr, V value);
template <class A> void __cm_lsc_block_prefetch(int space, int l1, int l3, unsigned surface, A addr, int size_b);
// kind: 0 plain, 1 transposed, 2 VNNI. Width, height and pitch of the surface are bytes, rows and bytes, minus 1.
template <class R>
R __cm_lsc_load2d(int l1, int l3, int kind, int blocks, int width, int height, unsigned long base, unsigned surface_w,
                  unsigned surface_h, unsigned pitch, int x, int y);
template <class T>
void __cm_lsc_prefetch2d(int l1, int l3, int kind, int blocks, int width, int height, unsigned long base,
                         unsigned surface_w, unsigned surface_h, unsigned pitch, int x, int y, T element);
template <class V>
void __cm_lsc_store2d(int l1, int l3, int kind, int blocks, int width, int height, unsigned long base,
                      unsigned surface_w, unsigned surface_h, unsigned pitch, int x, int y, V value);
template <class T>
void __cm_lsc_prefetch2d_image(int l1, int l3, int width, int height, unsigned surface, int x_b, int y, T element);
template <class R, class D>
R __cm_lsc_load2d_desc(int l1, int l3, int kind, int blocks, int width, int height, D desc, int x, int y,
                       unsigned short pred);
template <class T, class D>
void __cm_lsc_prefetch2d_desc(int l1, int l3, int kind, int blocks, int width, int height, D desc, int x, int y,
                              unsigned short pred, T element);
template <class V, class D>
void __cm_lsc_store2d_desc(int l1, int l3, int kind, int blocks, int width, int height, D desc, int x, int y,
                           unsigned short pred, V value);

// A message with all its bits given; counts are in registers.
template <class R, class A, class B, class M>
R __cm_raw_send(int modifier, int exec, int sfid, int nsrc0, int nsrc1, int ndst, unsigned exdesc, unsigned desc,
                A src0, B src1, R old, M mask);

extern "C" {
void __cm_slm_init(int size_b);
unsigned __cm_slm_alloc(int size_b);
unsigned __cm_slm_part(int size_b);
void __cm_sbarrier(int signal);
void __cm_nbarrier_init(int count);
unsigned __cm_nbarrier_alloc(int count);
void __cm_nbarrier_signal(int id, int mode, int producers, int consumers);
void __cm_nbarrier_wait(int id);
void __cm_lsc_fence(int sfid, int op, int scope);
}

#endif
