; One of two structures that are loaded and stored as a whole.
; RUN: for t in skl tgl dg2 pvc bmg; do for o in -O0 -O2; do %cmc -march=$t $o %s -o %t.bin && %cmrun %t.bin --device $t --check --arg svm:64:iota,1:i32 --arg svm:64 --arg i32:1 --dump 1:i32:8 || exit 1; done; done | %FileCheck %s --check-prefix=ONE
; RUN: for t in icl tgl dg2 pvc lnl; do for o in -O0 -O2; do %cmc -march=$t $o %s -o %t.bin && %cmrun %t.bin --device $t --check --arg svm:64:iota,1:i32 --arg svm:64 --arg i32:0 --dump 1:i32:8 || exit 1; done; done | %FileCheck %s --check-prefix=NULL
; ONE-COUNT-10: arg 1: 1 0 0 0 5 6 7 8
; NULL-COUNT-10: arg 1: 9 0 0 0 13 14 15 16
target triple = "spir64-unknown-unknown"
define dllexport spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %out, i32 %n) {
entry:
  %s0 = load { i32, <4 x i32> }, ptr addrspace(1) %a
  %p = getelementptr i8, ptr addrspace(1) %a, i64 32
  %s1 = load { i32, <4 x i32> }, ptr addrspace(1) %p
  %c = icmp sgt i32 %n, 0
  %s2 = select i1 %c, { i32, <4 x i32> } %s0, { i32, <4 x i32> } %s1
  store { i32, <4 x i32> } %s2, ptr addrspace(1) %out
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t", !""}
