; A called function with a float mode of its own, here rounding up: the mode holds inside it only.
; RUN: for t in skl icl tgl dg2 pvc lnl bmg; do for o in -O0 -O2; do %cmc -march=$t $o %s -o %t.bin && %cmrun %t.bin --device $t --check --arg svm:64:iota,1:f32 --arg svm:64 --dump 1:f32:3 || exit 1; done; done | %FileCheck %s
; CHECK-COUNT-14: arg 1: 1.00000012 2.00000024 3.00000024
target triple = "spir64-unknown-unknown"
define internal spir_func <8 x float> @f(<8 x float> %x) #1 {
  %q = fadd <8 x float> %x, splat (float 0x3E60000000000000)
  ret <8 x float> %q
}
define dllexport spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %out) #0 {
  %x = load <8 x float>, ptr addrspace(1) %a
  %q = call spir_func <8 x float> @f(<8 x float> %x)
  store <8 x float> %q, ptr addrspace(1) %out
  ret void
}
attributes #0 = { "CMGenxMain" "CMFloatControl"="0" }
attributes #1 = { noinline "CMFloatControl"="16" "CMStackCall" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
