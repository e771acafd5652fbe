; A long part of a vector is the data of a message, and the vector is written again in between. When the copy of all of it turns out
; not to be needed, the part is copied alone, in as many instructions as it takes.
; RUN: %cmc -march=icl %s -o %t.bin
; RUN: %cmrun %t.bin --check --arg svm:800:fill,3:q --arg svm:800 --dump 0:q:3:0 --dump 1:q:5:0 --dump 1:q:3:97 | %FileCheck %s
; CHECK: {{^}}arg 0: 3 24 24{{$}}
; CHECK-NEXT: {{^}}arg 1: 3 3 3 3 3{{$}}
; CHECK-NEXT: {{^}}arg 1: 3 3 3{{$}}
target datalayout = "e-p:64:64-i64:64-n8:16:32:64"
define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %v = load <100 x i64>, ptr addrspace(1) %in, align 16
  %n = insertelement <100 x i64> %v, i64 0, i64 0
  %s = shl <100 x i64> %v, %n
  store <100 x i64> %v, ptr addrspace(1) %out, align 1
  store <100 x i64> %s, ptr addrspace(1) %in, align 16
  ret void
}
attributes #0 = { nounwind "CMGenxMain" "oclrt"="1" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
