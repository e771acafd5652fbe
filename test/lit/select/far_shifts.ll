; Lanes shifted by more than they have bits hold anything, and the others what they should.
; RUN: %cmc -march=icl %s -o %t.icl.bin
; RUN: %cmrun %t.icl.bin --check --arg svm:16:fill,3:d --arg svm:32:fill,5:q --dump 0:d:2 --dump 1:q:2 | %FileCheck %s
; RUN: %cmc -march=pvc -O0 %s -o %t.pvc.bin
; RUN: %cmrun %t.pvc.bin --check --arg svm:16:fill,3:d --arg svm:32:fill,5:q --dump 0:d:2 --dump 1:q:2 | %FileCheck %s
; CHECK: {{^}}arg 0: 6 12{{$}}
; CHECK-NEXT: {{^}}arg 1: 160 10{{$}}
target datalayout = "e-p:64:64-i64:64-n8:16:32:64"
define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %wide) #0 {
  %v = load <4 x i32>, ptr addrspace(1) %in, align 16
  %s = shl <4 x i32> %v, <i32 1, i32 2, i32 10746294, i32 -5>
  store <4 x i32> %s, ptr addrspace(1) %in, align 16
  %w = load <4 x i64>, ptr addrspace(1) %wide, align 16
  %t = shl <4 x i64> %w, <i64 5, i64 1, i64 64, i64 -1>
  store <4 x i64> %t, ptr addrspace(1) %wide, align 16
  ret void
}
attributes #0 = { nounwind "CMGenxMain" "oclrt"="1" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
