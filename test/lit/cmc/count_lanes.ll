; Instcombine counts the lanes of a predicate in an integer with a bit for each, here 100; whatever is made of the count is a word.
; RUN: %cmc -march=tgl %s -o %t.tgl.bin
; RUN: %cmrun %t.tgl.bin --check --arg svm:200:iota,950:w --arg svm:16 --dump 1:d:3 | %FileCheck %s
; RUN: %cmc -march=bmg -O0 %s -o %t.bmg.bin
; RUN: %cmrun %t.bmg.bin --check --arg svm:200:iota,950:w --arg svm:16 --dump 1:d:3 | %FileCheck %s
; 950 to 999 are 50 numbers below 1000: not below 40, and even.
; CHECK: {{^}}arg 1: 50 0 1{{$}}
target datalayout = "e-p:64:64-i64:64-n8:16:32:64"
declare i100 @llvm.ctpop.i100(i100)
define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %a = load <100 x i16>, ptr addrspace(1) %in, align 2
  %x = icmp slt <100 x i16> %a, splat (i16 1000)
  %n = bitcast <100 x i1> %x to i100
  %c = call i100 @llvm.ctpop.i100(i100 %n)
  %count = trunc i100 %c to i32
  %few = icmp ult i100 %c, 40
  %low = and i100 %c, 1
  %even = icmp eq i100 %low, 0
  %r1 = zext i1 %few to i32
  %r2 = zext i1 %even to i32
  store i32 %count, ptr addrspace(1) %out
  %p1 = getelementptr i32, ptr addrspace(1) %out, i64 1
  store i32 %r1, ptr addrspace(1) %p1
  %p2 = getelementptr i32, ptr addrspace(1) %out, i64 2
  store i32 %r2, ptr addrspace(1) %p2
  ret void
}
attributes #0 = { nounwind "CMGenxMain" "oclrt"="1" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
