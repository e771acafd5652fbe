; SPDX-License-Identifier: MIT
; A region of one lane whose offset is a vector of one number, under a mask of one lane. Values by hand.
; RUN: %cmc -march=tgl %s -o %t.bin && %cmrun %t.bin --check --arg svm:16:iota,10:d --arg svm:32 --arg d:8,12 --dump 1:d | %FileCheck %s
; RUN: %cmc -march=pvc -O0 %s -o %t.bin && %cmrun %t.bin --check --arg svm:16:iota,10:d --arg svm:32 --arg d:8,12 --dump 1:d | %FileCheck %s
; RUN: %cmc -march=host %s -o %t.bin && %cmrun %t.bin --device host --arg svm:16:iota,10:d --arg svm:32 --arg d:8,12 --dump 1:d | %FileCheck %s
; CHECK: arg 1: 10 11 99 13 13 0 0 0
target triple = "spir64-unknown-unknown"
declare <1 x i32> @llvm.genx.rdregioni.v1i32.v4i32.v1i16(<4 x i32>, i32, i32, i32, <1 x i16>, i32)
declare <4 x i32> @llvm.genx.wrregioni.v4i32.v1i32.v1i16.v1i1(<4 x i32>, <1 x i32>, i32, i32, i32, <1 x i16>, i32, <1 x i1>)
define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, <2 x i32> %at) #0 {
  %a = load <4 x i32>, ptr addrspace(1) %in
  %at0 = shufflevector <2 x i32> %at, <2 x i32> poison, <1 x i32> zeroinitializer
  %at1 = shufflevector <2 x i32> %at, <2 x i32> poison, <1 x i32> <i32 1>
  %o0 = trunc <1 x i32> %at0 to <1 x i16>
  %o1 = trunc <1 x i32> %at1 to <1 x i16>
  %m = icmp eq <1 x i32> %at0, <i32 8>
  %n = icmp eq <1 x i32> %at1, <i32 8>
  %v = call <4 x i32> @llvm.genx.wrregioni.v4i32.v1i32.v1i16.v1i1(<4 x i32> %a, <1 x i32> <i32 99>, i32 0, i32 1, i32 0, <1 x i16> %o0, i32 undef, <1 x i1> %m)
  %w = call <4 x i32> @llvm.genx.wrregioni.v4i32.v1i32.v1i16.v1i1(<4 x i32> %v, <1 x i32> <i32 77>, i32 0, i32 1, i32 0, <1 x i16> %o1, i32 undef, <1 x i1> %n)
  %r = call <1 x i32> @llvm.genx.rdregioni.v1i32.v4i32.v1i16(<4 x i32> %w, i32 0, i32 1, i32 0, <1 x i16> %o1, i32 undef)
  store <4 x i32> %w, ptr addrspace(1) %out
  %p = getelementptr i8, ptr addrspace(1) %out, i64 16
  store <1 x i32> %r, ptr addrspace(1) %p, align 4
  ret void
}
attributes #0 = { "CMGenxMain" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t", !""}
