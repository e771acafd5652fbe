; A variable in shared local memory, also read as volatile.
; RUN: for t in skl icl tgl dg2 pvc lnl bmg; do for o in -O0 -O2; do %cmc -march=$t $o %s -o %t.bin && %cmrun %t.bin --device $t --check --arg svm:64:iota,77:i32 --arg svm:64 --dump 1:i32:2 || exit 1; done; done | %FileCheck %s
; CHECK-COUNT-14: arg 1: 77 0
target triple = "spir64-unknown-unknown"
@a = internal addrspace(3) global i32 undef
define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %v = load i32, ptr addrspace(1) %in
  store i32 %v, ptr addrspace(3) @a
  %w = load i32, ptr addrspace(3) @a
  %x = load volatile i32, ptr addrspace(3) @a
  store i32 %x, ptr addrspace(1) %out
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !3, !3, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
!3 = !{i32 0, i32 0}
