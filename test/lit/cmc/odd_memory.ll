; Integers of widths that no register has, and predicates that are no whole bytes, in memory: LLVM packs vectors of them.
; RUN: %cmc -march=skl %s -o %t.skl.bin
; RUN: %cmrun %t.skl.bin --check --arg svm:64:iota,120:ub --arg svm:64 --dump 1:ub:40 | %FileCheck %s
; RUN: %cmc -march=tgl -O0 %s -o %t.tgl.bin
; RUN: %cmrun %t.tgl.bin --check --arg svm:64:iota,120:ub --arg svm:64 --dump 1:ub:40 | %FileCheck %s
; RUN: %cmc -march=lnl %s -o %t.lnl.bin
; RUN: %cmrun %t.lnl.bin --check --arg svm:64:iota,120:ub --arg svm:64 --dump 1:ub:40 | %FileCheck %s
; The bytes are 120, 121 and so on. Three of them are a number, plus 1; five such numbers from 124 on, plus 0x10000 each; seven bits of
; 130, which are 0100000, inverted; the lowest bits of 133 and 132; the five bits of 121, 25, doubled to 18; 24 bits turned by bytes.
; CHECK: {{^}}arg 1: 121 121 122 0 124 125 127 127 128 130 130 131 133 133 134 136 136 137 139 0 125 1 0 18 135 134 133 0{{( 0)*$}}
target datalayout = "e-p:64:64-i64:64-n8:16:32:64"

define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %a = load i24, ptr addrspace(1) %in, align 1
  %a1 = add i24 %a, 1
  store i24 %a1, ptr addrspace(1) %out, align 1
  %p4 = getelementptr i8, ptr addrspace(1) %in, i64 4
  %v = load <5 x i24>, ptr addrspace(1) %p4, align 1
  %v1 = add <5 x i24> %v, splat (i24 65536)
  %o4 = getelementptr i8, ptr addrspace(1) %out, i64 4
  store <5 x i24> %v1, ptr addrspace(1) %o4, align 1
  %p10 = getelementptr i8, ptr addrspace(1) %in, i64 10
  %m = load <7 x i1>, ptr addrspace(1) %p10, align 1
  %n = xor <7 x i1> %m, splat (i1 true)
  %o20 = getelementptr i8, ptr addrspace(1) %out, i64 20
  store <7 x i1> %n, ptr addrspace(1) %o20, align 1
  %p13 = getelementptr i8, ptr addrspace(1) %in, i64 13
  %c = load i1, ptr addrspace(1) %p13, align 1
  %o21 = getelementptr i8, ptr addrspace(1) %out, i64 21
  store i1 %c, ptr addrspace(1) %o21, align 1
  %p12 = getelementptr i8, ptr addrspace(1) %in, i64 12
  %d = load i1, ptr addrspace(1) %p12, align 1
  %o22 = getelementptr i8, ptr addrspace(1) %out, i64 22
  store i1 %d, ptr addrspace(1) %o22, align 1
  %p1 = getelementptr i8, ptr addrspace(1) %in, i64 1
  %e = load i5, ptr addrspace(1) %p1, align 1
  %f = add i5 %e, %e
  %o23 = getelementptr i8, ptr addrspace(1) %out, i64 23
  store i5 %f, ptr addrspace(1) %o23, align 1
  %p15 = getelementptr i8, ptr addrspace(1) %in, i64 13
  %w = load <24 x i1>, ptr addrspace(1) %p15, align 1
  %r = shufflevector <24 x i1> %w, <24 x i1> poison, <24 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %o24 = getelementptr i8, ptr addrspace(1) %out, i64 24
  store <24 x i1> %r, ptr addrspace(1) %o24, align 1
  ret void
}
attributes #0 = { nounwind "CMGenxMain" "oclrt"="1" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
