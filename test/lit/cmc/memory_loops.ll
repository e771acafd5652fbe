; SPDX-License-Identifier: MIT
; Operations on memory that become loops: atomics without a message of their own, copies and fills of variable size.
; RUN: %cmc -march=tgl %s -o %t.bin && %cmrun %t.bin --check --arg svm:32:iota:ub --arg svm:64 --dump 1:ub | %FileCheck %s
; RUN: %cmc -march=pvc -O0 %s -o %t.bin && %cmrun %t.bin --check --arg svm:32:iota:ub --arg svm:64 --dump 1:ub | %FileCheck %s
; RUN: %cmc -march=host %s -o %t.bin
; RUN: %cmrun %t.bin --device host --arg svm:32:iota:ub --arg svm:64 --dump 1:ub | %FileCheck %s
; By hand: ~(6 & 3) = 0xfffffffd; then 0xfffffffd counts to 0xfffffffe under the limit -1, wraps to 0 above 5, and
; counting down from 0 gives the limit 9. 2.5 + 1.5 - 8 = -4 = 0xc0800000.
; CHECK: {{^}}arg 1: 9 0 0 0 0 0 128 192
; CHECK-SAME: {{^}} 254 255 255 255 0 0 0 0
; Five bytes of 165 and three of 0, then five bytes of the input and three of 0; then the copy that overlaps itself.
; CHECK-SAME: {{^}} 165 165 165 165 165 0 0 0
; CHECK-SAME: {{^}} 0 1 2 3 4 0 0 0
; CHECK-SAME: {{^}} 0 0 1 2 3 4 0 0
target triple = "spir64-unknown-unknown"
declare void @llvm.memset.p1.i64(ptr addrspace(1), i8, i64, i1)
declare void @llvm.memcpy.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)
declare void @llvm.memmove.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)
declare void @llvm.sideeffect()
define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %five = getelementptr i8, ptr addrspace(1) %in, i64 5
  %byte = load i8, ptr addrspace(1) %five
  %n = zext i8 %byte to i64
  store i32 6, ptr addrspace(1) %out
  %a = atomicrmw nand ptr addrspace(1) %out, i32 3 seq_cst
  %b = atomicrmw uinc_wrap ptr addrspace(1) %out, i32 -1 monotonic
  %seen = load i32, ptr addrspace(1) %out
  %c = atomicrmw uinc_wrap ptr addrspace(1) %out, i32 5 monotonic
  %d = atomicrmw udec_wrap ptr addrspace(1) %out, i32 9 monotonic
  %f = getelementptr i8, ptr addrspace(1) %out, i64 4
  store float 2.5, ptr addrspace(1) %f
  %g = atomicrmw fadd ptr addrspace(1) %f, float 1.5 monotonic
  %h = atomicrmw fsub ptr addrspace(1) %f, float 8.0 monotonic
  call void @llvm.sideeffect()
  %p8 = getelementptr i8, ptr addrspace(1) %out, i64 8
  store i32 %seen, ptr addrspace(1) %p8
  %p16 = getelementptr i8, ptr addrspace(1) %out, i64 16
  call void @llvm.memset.p1.i64(ptr addrspace(1) %p16, i8 -91, i64 %n, i1 false)
  %p24 = getelementptr i8, ptr addrspace(1) %out, i64 24
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %p24, ptr addrspace(1) %in, i64 %n, i1 false)
  %p32 = getelementptr i8, ptr addrspace(1) %out, i64 32
  %p33 = getelementptr i8, ptr addrspace(1) %out, i64 33
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %p32, ptr addrspace(1) %in, i64 %n, i1 false)
  call void @llvm.memmove.p1.p1.i64(ptr addrspace(1) %p33, ptr addrspace(1) %p32, i64 %n, i1 false)
  ret void
}
attributes #0 = { "CMGenxMain" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
