; Accesses that promise less than the size of an element: messages want elements at multiples of their size, so parts travel.
; RUN: %cmc -march=skl %s -o %t.skl.bin
; RUN: %cmrun %t.skl.bin --check --arg svm:64:iota:ub --arg svm:128 --dump 1:ub:80 | %FileCheck %s
; RUN: %cmc -march=dg2 -O0 %s -o %t.dg2.bin
; RUN: %cmrun %t.dg2.bin --check --arg svm:64:iota:ub --arg svm:128 --dump 1:ub:80 | %FileCheck %s
; RUN: %cmc -march=bmg %s -o %t.bmg.bin
; RUN: %cmrun %t.bmg.bin --check --arg svm:64:iota:ub --arg svm:128 --dump 1:ub:80 | %FileCheck %s
; Each byte is its place. A number from byte 1; five from 6 on, to byte 5; three doubles from 4, to 28; a float from 1, to 54. Of the
; five, the last two are above 300000000; for these the numbers from byte 5 on are read, 7 for the others, and all but the second go to 59.
; CHECK: {{^}}arg 1: 1 2 3 4 0 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 0 0 0 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 0 0 1 2 3 4 0 7 0 0 0 0 0 0 0 7 0 0 0 17 18 19 20 21 22 23 24 0{{$}}
target datalayout = "e-p:64:64-i64:64-n8:16:32:64"
define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %p1 = getelementptr i8, ptr addrspace(1) %in, i64 1
  %a = load i32, ptr addrspace(1) %p1, align 1
  %p2 = getelementptr i8, ptr addrspace(1) %in, i64 6
  %b = load <5 x i32>, ptr addrspace(1) %p2, align 2
  %p3 = getelementptr i8, ptr addrspace(1) %in, i64 4
  %c = load <3 x double>, ptr addrspace(1) %p3, align 4
  %d = load float, ptr addrspace(1) %p1, align 1
  %m = icmp ugt <5 x i32> %b, splat (i32 300000000)
  %p5 = getelementptr i8, ptr addrspace(1) %in, i64 5
  %e = call <5 x i32> @llvm.masked.load.v5i32.p1(ptr addrspace(1) %p5, i32 1, <5 x i1> %m, <5 x i32> splat (i32 7))
  store i32 %a, ptr addrspace(1) %out, align 4
  %o1 = getelementptr i8, ptr addrspace(1) %out, i64 5
  store <5 x i32> %b, ptr addrspace(1) %o1, align 1
  %o2 = getelementptr i8, ptr addrspace(1) %out, i64 28
  store <3 x double> %c, ptr addrspace(1) %o2, align 4
  %o3 = getelementptr i8, ptr addrspace(1) %out, i64 54
  store float %d, ptr addrspace(1) %o3, align 2
  %o4 = getelementptr i8, ptr addrspace(1) %out, i64 59
  call void @llvm.masked.store.v5i32.p1(<5 x i32> %e, ptr addrspace(1) %o4, i32 1, <5 x i1> <i1 1, i1 0, i1 1, i1 1, i1 1>)
  ret void
}
declare <5 x i32> @llvm.masked.load.v5i32.p1(ptr addrspace(1), i32, <5 x i1>, <5 x i32>)
declare void @llvm.masked.store.v5i32.p1(<5 x i32>, ptr addrspace(1), i32, <5 x i1>)
attributes #0 = { nounwind "CMGenxMain" "oclrt"="1" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
