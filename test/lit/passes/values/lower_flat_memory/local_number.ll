; A pointer to shared local memory made of a number: an offset in local memory, on every target.
; RUN: for t in skl icl tgl dg2 pvc lnl bmg; do for o in -O0 -O2; do %cmc -march=$t $o %s -o %t.bin && %cmrun %t.bin --device $t --check --arg i32:64 --arg svm:64 --dump 1:i32:2 || exit 1; done; done | %FileCheck %s
; CHECK-COUNT-14: arg 1: 77 0
target triple = "spir64-unknown-unknown"
define dllexport spir_kernel void @k(i32 %at, ptr addrspace(1) %out) {
  %p = inttoptr i32 %at to ptr addrspace(3)
  store i32 77, ptr addrspace(3) %p
  %v = load i32, ptr addrspace(3) %p
  store i32 %v, ptr addrspace(1) %out
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 4096, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"", !"svmptr_t"}
