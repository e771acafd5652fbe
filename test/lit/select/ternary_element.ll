; A product and sum of one element is written in its place, whatever the distance of the region's elements.
; RUN: %cmc -march=tgl -S %s -o - | %FileCheck %s
; CHECK: mad (1|M0) [[R:r[0-9]+]].4<1>:f
; CHECK-NOT: mov {{.*}}[[R]].4
; CHECK: send
declare <8 x float> @llvm.genx.oword.ld.v8f32(i32, i32, i32)
declare void @llvm.genx.oword.st.v8f32(i32, i32, <8 x float>)
declare <8 x float> @llvm.genx.wrregionf.v8f32.v1f32.i16.i1(<8 x float>, <1 x float>, i32, i32, i32, i16, i32, i1)
declare <1 x float> @llvm.fma.v1f32(<1 x float>, <1 x float>, <1 x float>)
define dllexport spir_kernel void @k(i32 %in, float %x, float %y) #0 {
  %v = call <8 x float> @llvm.genx.oword.ld.v8f32(i32 0, i32 %in, i32 0)
  %a = insertelement <1 x float> undef, float %x, i32 0
  %b = insertelement <1 x float> undef, float %y, i32 0
  %m = call <1 x float> @llvm.fma.v1f32(<1 x float> %a, <1 x float> %b, <1 x float> %a)
  %w = call <8 x float> @llvm.genx.wrregionf.v8f32.v1f32.i16.i1(<8 x float> %v, <1 x float> %m, i32 2, i32 1, i32 2, i16 16, i32 undef, i1 true)
  call void @llvm.genx.oword.st.v8f32(i32 %in, i32 0, <8 x float> %w)
  ret void
}
attributes #0 = { nounwind "CMGenxMain" "oclrt"="1" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !2, !2, !3, i32 0, i32 0}
!1 = !{i32 2, i32 0, i32 0}
!2 = !{i32 0, i32 0, i32 0}
!3 = !{!"buffer_t", !"", !""}
