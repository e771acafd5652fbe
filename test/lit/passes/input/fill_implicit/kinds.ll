; Arguments that the driver fills in, by their kind: the size of a group, the number of groups, the place in the group. The host does
; not set them.
; RUN: for t in skl icl tgl dg2 pvc lnl bmg; do for o in -O0 -O2; do %cmc -march=$t $o %s -o %t.bin && %cmrun %t.bin --device $t --check --arg svm:64 --dump 0:i32:2 -l 3,1,1 -g 2,1,1 || exit 1; done; done | %FileCheck %s
; CHECK-COUNT-14: arg 0: 3 0
; RUN: sed 's/i32 8, i32 0/i32 16, i32 0/' %s > %t.ll && %cmc %t.ll -o %t.bin && %cmrun %t.bin --check --arg svm:64 --dump 0:i32:2 -l 3,1,1 -g 2,1,1 | %FileCheck %s --check-prefix=COUNT
; COUNT: arg 0: 2 0
; RUN: sed 's/i32 8, i32 0/i32 24, i32 0/; s/<3 x i32>/<3 x i16>/; s/store i32 %%v/store i16 %%v/' %s > %t.ll
; RUN: %cmc -march=pvc %t.ll -o %t.bin && %cmrun %t.bin --check --arg svm:64:fill,-1:i16 --dump 0:i16:2 | %FileCheck %s --check-prefix=PLACE
; PLACE: arg 0: 0 -1
; RUN: sed 's/i32 8, i32 0/i32 88, i32 0/' %s > %t.ll && not %cmc %t.ll -o %t.bin 2>&1 | %FileCheck %s --check-prefix=OTHER
; OTHER: error: entry 1 of !genx.kernels, 'k': argument 1 has kind 88, an implicit argument that is not supported; expected 8 (local size), 16 (group count) or 24 (local id) [CM0015]
; RUN: sed 's/<3 x i32>/<4 x i32>/' %s > %t.ll && not %cmc %t.ll -o %t.bin 2>&1 | %FileCheck %s --check-prefix=TYPE
; TYPE: argument 1 has kind 8, which has up to three integers, but another type [CM0015]
target triple = "spir64-unknown-unknown"
define dllexport spir_kernel void @k(<3 x i32> %size, ptr addrspace(1) %out) {
  %v = extractelement <3 x i32> %size, i32 0
  store i32 %v, ptr addrspace(1) %out
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !3, !3, !2, i32 0, i32 0}
!1 = !{i32 8, i32 0}
!2 = !{!"", !"svmptr_t"}
!3 = !{i32 0, i32 0}
