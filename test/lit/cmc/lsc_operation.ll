; An atomic operation that the load/store cache does not have is named with the intrinsic; 8 is IINC.
; RUN: not %cmc -march=pvc %s -o %t.bin 2>&1 | %FileCheck %s
; RUN: sed 's/i8 0, i8 1, i8 0, i16 1/i8 8, i8 1, i8 0, i16 1/' %s > %t.ll && %cmc -march=pvc %t.ll -o %t.bin
; CHECK: error: {{.*}}llvm.genx.lsc.xatomic.slm: pvc has no atomic operation 0 in its load/store cache
; CHECK-NOT: error
declare <16 x i32> @llvm.genx.lsc.xatomic.slm.v16i32.v16i1.v16i32(<16 x i1>, i8, i8, i8, i16, i32, i8, i8, i8, i8, <16 x i32>, <16 x i32>, <16 x i32>, i32, <16 x i32>)
define dllexport spir_kernel void @k(<16 x i32> %at) #0 {
  %r = call <16 x i32> @llvm.genx.lsc.xatomic.slm.v16i32.v16i1.v16i32(<16 x i1> splat (i1 true), i8 0, i8 1, i8 0, i16 1, i32 0, i8 3, i8 1, i8 1, i8 0, <16 x i32> %at, <16 x i32> %at, <16 x i32> %at, i32 0, <16 x i32> %at)
  ret void
}
attributes #0 = { "CMGenxMain" "VCFunction" "VCSLMSize"="1024" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 1024, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0}
!2 = !{!""}
