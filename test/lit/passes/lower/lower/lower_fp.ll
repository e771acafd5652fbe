; Division is multiplication by the math unit's reciprocal; exp and pow go through base 2.
; RUN: %opt -passes=lower -S %s | %FileCheck %s

; CHECK-LABEL: @divide
; CHECK: %[[I:.*]] = call <8 x float> @llvm.genx.inv.v8f32(<8 x float> %b)
; CHECK: fmul <8 x float> %a, %[[I]]
define <8 x float> @divide(<8 x float> %a, <8 x float> %b) {
  %r = fdiv <8 x float> %a, %b
  ret <8 x float> %r
}

; CHECK-LABEL: @reciprocal
; CHECK: %[[I:.*]] = call <8 x float> @llvm.genx.inv.v8f32(<8 x float> %b)
; CHECK-NEXT: ret <8 x float> %[[I]]
define <8 x float> @reciprocal(<8 x float> %b) {
  %r = fdiv <8 x float> splat (float 1.0), %b
  ret <8 x float> %r
}

; The reciprocal of a constant is a constant, rounded as the math unit's: 1/3 = 0x3eaaaaab, 1/255 = 0x1c04 as a half.
; CHECK-LABEL: @by_three
; CHECK: fmul <8 x float> %a, {{.*}}float 0x3FD5555560000000
; CHECK-NOT: genx.inv
define <8 x float> @by_three(<8 x float> %a) {
  %r = fdiv <8 x float> %a, splat (float 3.0)
  ret <8 x float> %r
}

; CHECK-LABEL: @by_255
; CHECK: fmul <8 x half> %a, {{.*}}half 0xH1C04
define <8 x half> @by_255(<8 x half> %a) {
  %r = fdiv <8 x half> %a, splat (half 255.0)
  ret <8 x half> %r
}

; Not when it, or the constant, is a denormal.
; CHECK-LABEL: @unusual
; CHECK: @llvm.genx.inv.f32
; CHECK: @llvm.genx.inv.f32
; CHECK: @llvm.genx.inv.f16
define void @unusual(<8 x float> %a, <8 x half> %h, ptr %p) {
  %r = fdiv <8 x float> %a, splat (float 0x47E8000000000000)
  %s = fdiv <8 x float> %r, splat (float 0x3800000000000000)
  %t = fdiv <8 x half> %h, splat (half 0xH7800)
  store <8 x float> %s, ptr %p
  store <8 x half> %t, ptr %p
  ret void
}

; A divisor that all lanes share is inverted once.
; CHECK-LABEL: @shared
; CHECK: %[[I:.*]] = call float @llvm.genx.inv.f32(float
; CHECK: fmul <8 x float> %a,
define <8 x float> @shared(<8 x float> %a, float %s) {
  %one = insertelement <8 x float> poison, float %s, i64 0
  %all = shufflevector <8 x float> %one, <8 x float> poison, <8 x i32> zeroinitializer
  %r = fdiv <8 x float> %a, %all
  ret <8 x float> %r
}

; CHECK-LABEL: @shared_lane
; CHECK: rdregionf
; CHECK: call float @llvm.genx.inv.f32(float
define <8 x float> @shared_lane(<8 x float> %a, <8 x float> %b) {
  %all = shufflevector <8 x float> %b, <8 x float> poison, <8 x i32> splat (i32 5)
  %r = fdiv <8 x float> %a, %all
  ret <8 x float> %r
}

; CHECK-LABEL: @power
; CHECK: %[[SIZE:.*]] = call <8 x float> @llvm.fabs.v8f32(<8 x float> %a)
; CHECK: %[[LOG:.*]] = call <8 x float> @llvm.genx.log.v8f32(<8 x float> %[[SIZE]])
; CHECK: fmul <8 x float> %b, %[[LOG]]
; CHECK: @llvm.genx.exp.v8f32
declare <8 x float> @llvm.pow.v8f32(<8 x float>, <8 x float>)
define <8 x float> @power(<8 x float> %a, <8 x float> %b) {
  %r = call <8 x float> @llvm.pow.v8f32(<8 x float> %a, <8 x float> %b)
  ret <8 x float> %r
}

; A constant exponent decides at once: an even one needs nothing else, one with a fraction makes NaNs.
; CHECK-LABEL: @even_power
; CHECK: @llvm.genx.exp.v8f32
; CHECK-NEXT: ret
define <8 x float> @even_power(<8 x float> %a) {
  %r = call <8 x float> @llvm.pow.v8f32(<8 x float> %a, <8 x float> splat (float 4.0))
  ret <8 x float> %r
}

; CHECK-LABEL: @power_with_fraction
; CHECK: %[[R:.*]] = call <8 x float> @llvm.genx.exp.v8f32
; CHECK-NOT: copysign
; CHECK: select <8 x i1> %{{.*}}, <8 x float> <float 0x7FF8{{.*}}, <8 x float> %[[R]]
define <8 x float> @power_with_fraction(<8 x float> %a) {
  %r = call <8 x float> @llvm.pow.v8f32(<8 x float> %a, <8 x float> splat (float 1.5))
  ret <8 x float> %r
}
