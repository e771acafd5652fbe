; Gathers and scatters of eight bytes at each address. Lane 1 is off: it keeps the old bytes, and writes nothing.
; RUN: for t in skl tgl dg2 pvc bmg; do for o in -O0 -O2; do %cmc -march=$t $o %s -o %t.bin && \
; RUN:   %cmrun %t.bin --check --arg svm:64:iota:i64 --arg svm:64 --dump 1:i64:8 | %FileCheck %s || exit 1; done; done
; Lane k reads number 7 - k and writes it to number 2 * k of the output; lane 1 has bytes of 9.
; CHECK: {{^}}arg 1: 7 0 0 0 5 0 4 0{{$}}
declare <32 x i8> @llvm.genx.svm.gather.v32i8.v4i1.v4i64(<4 x i1>, i32, <4 x i64>, <32 x i8>)
declare void @llvm.genx.svm.scatter.v4i1.v4i64.v32i8(<4 x i1>, i32, <4 x i64>, <32 x i8>)
define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %i = ptrtoint ptr addrspace(1) %in to i64
  %o = ptrtoint ptr addrspace(1) %out to i64
  %i0 = insertelement <4 x i64> undef, i64 %i, i64 0
  %is = shufflevector <4 x i64> %i0, <4 x i64> undef, <4 x i32> zeroinitializer
  %from = add <4 x i64> %is, <i64 56, i64 48, i64 40, i64 32>
  %o0 = insertelement <4 x i64> undef, i64 %o, i64 0
  %os = shufflevector <4 x i64> %o0, <4 x i64> undef, <4 x i32> zeroinitializer
  %to = add <4 x i64> %os, <i64 0, i64 16, i64 32, i64 48>
  %x = call <32 x i8> @llvm.genx.svm.gather.v32i8.v4i1.v4i64(<4 x i1> <i1 1, i1 0, i1 1, i1 1>, i32 3, <4 x i64> %from, <32 x i8> splat (i8 9))
  call void @llvm.genx.svm.scatter.v4i1.v4i64.v32i8(<4 x i1> <i1 1, i1 0, i1 1, i1 1>, i32 3, <4 x i64> %to, <32 x i8> %x)
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
