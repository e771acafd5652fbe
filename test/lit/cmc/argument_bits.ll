; SPDX-License-Identifier: MIT
; Arguments of a kernel that do not fill bytes: the host passes the next larger integer, of which the low bits count.
; RUN: %cmc -march=tgl %s -o %t.bin && %cmrun %t.bin --arg u8:1 --arg svm:16 --arg i32:-5 --arg u8:2 --dump 1:d | %FileCheck %s
; RUN: %cmc -march=pvc -O0 %s -o %t.bin && %cmrun %t.bin --arg u8:1 --arg svm:16 --arg i32:-5 --arg u8:2 --dump 1:d | %FileCheck %s
; RUN: %cmc -march=host %s -o %t.bin
; RUN: %cmrun %t.bin --device host --arg u8:1 --arg svm:16 --arg i32:-5 --arg u8:2 --dump 1:d | %FileCheck %s
; CHECK: {{^}}arg 1: 7 -5 0 1{{$}}
target triple = "spir64-unknown-unknown"
define dllexport spir_kernel void @k(i1 zeroext %flag, ptr addrspace(1) %out, i24 %n, i1 %other) #0 {
  %a = select i1 %flag, i32 7, i32 9
  %s = sext i24 %n to i32
  %b = zext i1 %other to i32
  %both = or i1 %flag, %other
  %c = zext i1 %both to i32
  store i32 %a, ptr addrspace(1) %out
  %p = getelementptr i32, ptr addrspace(1) %out, i64 1
  store i32 %s, ptr addrspace(1) %p
  %q = getelementptr i32, ptr addrspace(1) %out, i64 2
  store i32 %b, ptr addrspace(1) %q
  %r = getelementptr i32, ptr addrspace(1) %out, i64 3
  store i32 %c, ptr addrspace(1) %r
  ret void
}
attributes #0 = { "CMGenxMain" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0, i32 0, i32 0}
!2 = !{!"", !"svmptr_t", !"", !""}
