; Negations and magnitudes of doubles are source modifiers, also of conversions: no move of their own.
; RUN: %cmc %s -march=pvc -S -o - | %FileCheck %s

; CHECK: (W) math.inv
; CHECK: (W) mov (1|M0) [[D:r[0-9.]+]]<1>:df -{{r[0-9.]+}}<0;1,0>:f
; CHECK: (W) mad (1|M0) [[E:r[0-9.]+]]<1>:df {{.*}}
; CHECK: (W) mov (1|M0) {{r[0-9.]+}}<{{[12]}}>:d -[[E]]<0;1,0>:df
; CHECK-NOT: :df
define dllexport void @k(i32 %t0, float %f, double %d) {
  %g = call float @llvm.genx.inv.f32(float %f)
  %n = fneg float %g
  %x = fpext float %n to double
  %s = call double @llvm.fma.f64(double %x, double %d, double %x)
  %m = fneg double %s
  %i = fptosi double %m to i32
  %v = insertelement <1 x i32> undef, i32 %i, i32 0
  call void @llvm.genx.oword.st.v1i32(i32 0, i32 0, <1 x i32> %v)
  ret void
}

declare double @llvm.fma.f64(double, double, double)
declare float @llvm.genx.inv.f32(float)
declare void @llvm.genx.oword.st.v1i32(i32, i32, <1 x i32>)
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !2, !3, !4, i32 0, i32 0}
!1 = !{i32 2, i32 0, i32 0}
!2 = !{i32 32, i32 36, i32 40}
!3 = !{i32 0, i32 0, i32 0}
!4 = !{!"buffer_t", !"", !""}
