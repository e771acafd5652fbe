; Local memory has no atomic sum of floats, in whichever form a front end requests it.
; RUN: not %cmc %s -march=pvc -o %t.bin 2>&1 | %FileCheck %s
; CHECK: error: {{.*}}local memory has no floating-point atomic addition; use a loop of compare and exchange
declare <16 x float> @llvm.genx.dword.atomic.fadd.v16f32.v16i1.v16i32(<16 x i1>, i32, <16 x i32>, <16 x float>, <16 x float>)
define dllexport spir_kernel void @k(<16 x i32> %at, <16 x float> %x) #0 {
  %old = call <16 x float> @llvm.genx.dword.atomic.fadd.v16f32.v16i1.v16i32(<16 x i1> <i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1>, i32 254, <16 x i32> %at, <16 x float> %x, <16 x float> undef)
  ret void
}
attributes #0 = { "CMGenxMain" "VCSLMSize"="1024" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 1024, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"", !""}
