; Lanes of a local array as halves, as numbers of 64 bits and as bytes.
; RUN: for t in skl tgl dg2 pvc bmg; do for o in -O0 -O2; do %cmc -march=$t $o %s -o %t.bin && \
; RUN:   %cmrun %t.bin --check --arg svm:64:iota,0:d --arg svm:64 --dump 1:d:12 | %FileCheck %s || exit 1; done; done
; Dword k is k. Elements 0 to 3 as words are 0 0 1 0, as quads 0 2 4 6 in their lower halves, as bytes 0.
; CHECK: {{^}}arg 1: 0 0 1 0 0 2 4 6 0 0 0 0{{$}}
declare <4 x half> @llvm.masked.gather.v4f16.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x half>)
declare <4 x i64> @llvm.masked.gather.v4i64.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x i64>)
declare <4 x i8> @llvm.masked.gather.v4i8.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x i8>)
define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %a = alloca [64 x i8], align 64
  %v = load <16 x i32>, ptr addrspace(1) %in
  store <16 x i32> %v, ptr %a
  %i = load <4 x i32>, ptr addrspace(1) %in
  %p = getelementptr half, ptr %a, <4 x i32> %i
  %h = call <4 x half> @llvm.masked.gather.v4f16.v4p0(<4 x ptr> %p, i32 2, <4 x i1> splat (i1 true), <4 x half> undef)
  %hb = bitcast <4 x half> %h to <4 x i16>
  %h32 = zext <4 x i16> %hb to <4 x i32>
  %p2 = getelementptr i64, ptr %a, <4 x i32> %i
  %q = call <4 x i64> @llvm.masked.gather.v4i64.v4p0(<4 x ptr> %p2, i32 8, <4 x i1> splat (i1 true), <4 x i64> undef)
  %q32 = trunc <4 x i64> %q to <4 x i32>
  %p3 = getelementptr i8, ptr %a, <4 x i32> %i
  %b = call <4 x i8> @llvm.masked.gather.v4i8.v4p0(<4 x ptr> %p3, i32 1, <4 x i1> splat (i1 true), <4 x i8> undef)
  %b32 = zext <4 x i8> %b to <4 x i32>
  store <4 x i32> %h32, ptr addrspace(1) %out
  %o1 = getelementptr <4 x i32>, ptr addrspace(1) %out, i64 1
  store <4 x i32> %q32, ptr addrspace(1) %o1
  %o2 = getelementptr <4 x i32>, ptr addrspace(1) %out, i64 2
  store <4 x i32> %b32, ptr addrspace(1) %o2
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
