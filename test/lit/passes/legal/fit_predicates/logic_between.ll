; A compare moves down to the logic that is its only user, also past the other operand if only logic is between.
; RUN: %opt "-passes=set_genx_attrs,function(fit_predicates<tgl>)" -S %s | %FileCheck %s

; CHECK-LABEL: @ranks(
; CHECK-NEXT: %e = fcmp oeq
; CHECK-NEXT: %k = and <16 x i1> %e,
; CHECK-NEXT: %l = fcmp olt
; CHECK-NEXT: %m = or <16 x i1> %l, %k
define <16 x i16> @ranks(<16 x float> %a, <16 x float> %b) {
  %l = fcmp olt <16 x float> %a, %b
  %e = fcmp oeq <16 x float> %a, %b
  %k = and <16 x i1> %e, <i1 false, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %m = or <16 x i1> %l, %k
  %s = zext <16 x i1> %m to <16 x i16>
  ret <16 x i16> %s
}

; The sum could overwrite an operand of the compare.
; CHECK-LABEL: @other_work(
; CHECK-NEXT: %l = fcmp olt
; CHECK-NEXT: %s = fadd
; CHECK-NEXT: %e = fcmp oeq
define <16 x i16> @other_work(<16 x float> %a, <16 x float> %b) {
  %l = fcmp olt <16 x float> %a, %b
  %s = fadd <16 x float> %a, %b
  %e = fcmp oeq <16 x float> %s, %b
  %k = xor <16 x i1> %e, <i1 false, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %m = or <16 x i1> %l, %k
  %z = zext <16 x i1> %m to <16 x i16>
  ret <16 x i16> %z
}
