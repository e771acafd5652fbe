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
