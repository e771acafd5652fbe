; A product that is added to something, both marked, becomes fmuladd; nothing else does.
; RUN: %opt -passes=form_fma -S %s | %FileCheck %s

; CHECK-LABEL: @sum
; CHECK: call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %a, <16 x float> %b, <16 x float> %c)
; CHECK-NOT: fadd
; CHECK: ret
define <16 x float> @sum(<16 x float> %a, <16 x float> %b, <16 x float> %c) {
  %m = fmul contract <16 x float> %a, %b
  %s = fadd contract <16 x float> %m, %c
  ret <16 x float> %s
}

; c - a*b: the product's factor is negated. a*b - c: what is taken away is.
; CHECK-LABEL: @differences
; CHECK: [[N:%.*]] = fneg <8 x float> %a
; CHECK: [[D:%.*]] = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> [[N]], <8 x float> %b, <8 x float> %c)
; CHECK: [[M:%.*]] = fneg <8 x float> %c
; CHECK: call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %b, <8 x float> [[D]], <8 x float> [[M]])
define <8 x float> @differences(<8 x float> %a, <8 x float> %b, <8 x float> %c) {
  %m = fmul contract <8 x float> %a, %b
  %d = fsub contract <8 x float> %c, %m
  %p = fmul contract <8 x float> %b, %d
  %e = fsub contract <8 x float> %p, %c
  ret <8 x float> %e
}

; The product is used twice: both sums are one instruction, or results would depend on how often it is used.
; CHECK-LABEL: @twice
; CHECK-COUNT-2: call float @llvm.fmuladd.f32(float %a, float %b,
define float @twice(float %a, float %b, float %c, float %d) {
  %m = fmul contract float %a, %b
  %s = fadd contract float %m, %c
  %t = fadd contract float %m, %d
  %r = fmul float %s, %t
  ret float %r
}

; CHECK-LABEL: @unmarked
; CHECK-NOT: fmuladd
; CHECK: ret
define float @unmarked(float %a, float %b, float %c) {
  %m = fmul float %a, %b
  %s = fadd contract float %m, %c
  %n = fmul contract float %a, %c
  %t = fadd float %n, %s
  ret float %t
}
