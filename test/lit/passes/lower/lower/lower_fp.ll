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
; CHECK: @llvm.genx.log.v8f32(<8 x float> %a)
; CHECK: fmul
; CHECK: @llvm.genx.exp.v8f32
declare <8 x float> @llvm.pow.v8f32(<8 x float>, <8 x float>)
define <8 x float> @power(<8 x float> %a, <8 x float> %b) {
  %r = call <8 x float> @llvm.pow.v8f32(<8 x float> %a, <8 x float> %b)
  ret <8 x float> %r
}
