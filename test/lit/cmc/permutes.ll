; SPDX-License-Identifier: MIT
; LLVM's intrinsics that move or number lanes. Values by hand: %a is 0 to 7.
; RUN: %cmc -march=tgl %s -o %t.bin && %cmrun %t.bin --check --arg svm:16:iota:w --arg svm:192 --dump 1:w | %FileCheck %s
; RUN: %cmc -march=pvc -O0 %s -o %t.bin && %cmrun %t.bin --check --arg svm:16:iota:w --arg svm:192 --dump 1:w | %FileCheck %s
; RUN: %cmc -march=host %s -o %t.bin && %cmrun %t.bin --device host --arg svm:16:iota:w --arg svm:192 --dump 1:w | %FileCheck %s
; CHECK: arg 1: 7 6 5 4 3 2 1 0
; CHECK-SAME: {{^}} 3 4 5 6 7 7 6 5
; CHECK-SAME: {{^}} 6 7 7 6 5 4 3 2
; CHECK-SAME: {{^}} 1 0 3 2 5 4 7 6
; CHECK-SAME: {{^}} 0 1 2 3 4 5 6 7
; CHECK-SAME: {{^}} 1 1 1 0 0 0 0 0
; CHECK-SAME: {{^}} 0 0 0 0 0 0 0 0
; CHECK-SAME: {{^}} 0 1 0 1 0 1 0 1
target triple = "spir64-unknown-unknown"
declare <8 x i16> @llvm.vector.reverse.v8i16(<8 x i16>)
declare <8 x i16> @llvm.vector.splice.v8i16(<8 x i16>, <8 x i16>, i32)
declare <8 x i16> @llvm.vector.interleave2.v8i16(<4 x i16>, <4 x i16>)
declare { <4 x i16>, <4 x i16> } @llvm.vector.deinterleave2.v8i16(<8 x i16>)
declare <8 x i16> @llvm.experimental.stepvector.v8i16()
declare <8 x i1> @llvm.get.active.lane.mask.v8i1.i32(i32, i32)
declare <8 x i1> @llvm.vector.reverse.v8i1(<8 x i1>)
define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %a = load <8 x i16>, ptr addrspace(1) %in
  %three = load i32, ptr addrspace(1) %in
  %from = and i32 %three, 0
  %count = add i32 %from, 3
  %reverse = call <8 x i16> @llvm.vector.reverse.v8i16(<8 x i16> %a)
  %later = call <8 x i16> @llvm.vector.splice.v8i16(<8 x i16> %a, <8 x i16> %reverse, i32 3)
  %last = call <8 x i16> @llvm.vector.splice.v8i16(<8 x i16> %a, <8 x i16> %reverse, i32 -2)
  %d = call { <4 x i16>, <4 x i16> } @llvm.vector.deinterleave2.v8i16(<8 x i16> %a)
  %even = extractvalue { <4 x i16>, <4 x i16> } %d, 0
  %odd = extractvalue { <4 x i16>, <4 x i16> } %d, 1
  %swapped = call <8 x i16> @llvm.vector.interleave2.v8i16(<4 x i16> %odd, <4 x i16> %even)
  %steps = call <8 x i16> @llvm.experimental.stepvector.v8i16()
  %some = call <8 x i1> @llvm.get.active.lane.mask.v8i1.i32(i32 %from, i32 %count)
  %none = call <8 x i1> @llvm.get.active.lane.mask.v8i1.i32(i32 %count, i32 %from)
  %bits = trunc <8 x i16> %reverse to <8 x i1>
  %turned = call <8 x i1> @llvm.vector.reverse.v8i1(<8 x i1> %bits)
  %some_w = zext <8 x i1> %some to <8 x i16>
  %none_w = zext <8 x i1> %none to <8 x i16>
  %turned_w = zext <8 x i1> %turned to <8 x i16>
  %p1 = getelementptr i8, ptr addrspace(1) %out, i64 16
  %p2 = getelementptr i8, ptr addrspace(1) %out, i64 32
  %p3 = getelementptr i8, ptr addrspace(1) %out, i64 48
  %p4 = getelementptr i8, ptr addrspace(1) %out, i64 64
  %p5 = getelementptr i8, ptr addrspace(1) %out, i64 80
  %p6 = getelementptr i8, ptr addrspace(1) %out, i64 96
  %p7 = getelementptr i8, ptr addrspace(1) %out, i64 112
  store <8 x i16> %reverse, ptr addrspace(1) %out
  store <8 x i16> %later, ptr addrspace(1) %p1
  store <8 x i16> %last, ptr addrspace(1) %p2
  store <8 x i16> %swapped, ptr addrspace(1) %p3
  store <8 x i16> %steps, ptr addrspace(1) %p4
  store <8 x i16> %some_w, ptr addrspace(1) %p5
  store <8 x i16> %none_w, ptr addrspace(1) %p6
  store <8 x i16> %turned_w, ptr addrspace(1) %p7
  ret void
}
attributes #0 = { "CMGenxMain" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
