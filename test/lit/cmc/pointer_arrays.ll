; SPDX-License-Identifier: MIT
; An array of pointers to global memory, of which a computed index picks one. The input is 0 to 15; byte 4 picks the second.
; RUN: %cmc -march=tgl %s -o %t.bin && %cmrun %t.bin --check --arg svm:64:iota:d --arg svm:16 --dump 1:d | %FileCheck %s
; RUN: %cmc -march=pvc -O0 %s -o %t.bin && %cmrun %t.bin --check --arg svm:64:iota:d --arg svm:16 --dump 1:d | %FileCheck %s
; RUN: %cmc -march=host %s -o %t.bin
; RUN: %cmrun %t.bin --device host --arg svm:64:iota:d --arg svm:16 --dump 1:d | %FileCheck %s
; CHECK: {{^}}arg 1: 8 9 0 0{{$}}
target triple = "spir64-unknown-unknown"
define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %s = alloca [4 x ptr addrspace(1)], align 8
  %four = getelementptr i8, ptr addrspace(1) %in, i64 4
  %x = load i32, ptr addrspace(1) %four
  %i = and i32 %x, 3
  %b = getelementptr i8, ptr addrspace(1) %in, i64 32
  store ptr addrspace(1) %in, ptr %s
  %p1 = getelementptr [4 x ptr addrspace(1)], ptr %s, i32 0, i32 1
  store ptr addrspace(1) %b, ptr %p1
  %p2 = getelementptr [4 x ptr addrspace(1)], ptr %s, i32 0, i32 2
  store ptr addrspace(1) %in, ptr %p2
  %p3 = getelementptr [4 x ptr addrspace(1)], ptr %s, i32 0, i32 3
  store ptr addrspace(1) %in, ptr %p3
  %p = getelementptr [4 x ptr addrspace(1)], ptr %s, i32 0, i32 %i
  %l = load ptr addrspace(1), ptr %p
  %v = load <2 x i32>, ptr addrspace(1) %l
  store <2 x i32> %v, ptr addrspace(1) %out
  ret void
}
attributes #0 = { "CMGenxMain" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
