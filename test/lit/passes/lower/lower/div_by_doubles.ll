; 32-bit integer division on targets with doubles: few lanes take the quotient of doubles, corrected once; more lanes than a
; register has doubles take integers (lower_div.ll). The evaluator compares both on random and edge values.
; RUN: %opt -passes='lower<bmg>' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll --kernel quotient
; RUN: %genx_eval --compare %s %t.ll --kernel remainder
; RUN: %genx_eval --compare %s %t.ll --kernel signed_quotient
; RUN: %genx_eval --compare %s %t.ll --kernel signed_remainder
; RUN: %genx_eval --compare %s %t.ll --kernel many

; 1 + 2^-40 is 0x3FF0000000001000.
; CHECK-LABEL: @quotient
; CHECK-DAG: [[X:%.*]] = uitofp <8 x i32> %a to <8 x double>
; CHECK-DAG: [[Y:%.*]] = uitofp <8 x i32> %d to <8 x double>
; CHECK-DAG: [[F:%.*]] = uitofp <8 x i32> %d to <8 x float>
; CHECK: [[I:%.*]] = call <8 x float> @llvm.genx.inv.v8f32(<8 x float> [[F]])
; CHECK: [[M:%.*]] = fneg <8 x float> [[I]]
; CHECK: [[N:%.*]] = fpext <8 x float> [[M]] to <8 x double>
; CHECK: [[E:%.*]] = call <8 x double> @llvm.fma.v8f64(<8 x double> [[Y]], <8 x double> [[N]], <8 x double> <double 0x3FF0000000001000, {{.*}}>)
; CHECK: [[P:%.*]] = fmul <8 x double> [[X]], [[N]]
; CHECK: [[Q:%.*]] = call <8 x double> @llvm.fma.v8f64(<8 x double> [[P]], <8 x double> [[E]], <8 x double> [[P]])
; CHECK: [[R:%.*]] = fneg <8 x double> [[Q]]
; CHECK: [[S:%.*]] = fptoui <8 x double> [[R]] to <8 x i32>
; CHECK: ret <8 x i32> [[S]]
define <8 x i32> @quotient(<8 x i32> %a, <8 x i32> %b) {
  %d = or <8 x i32> %b, splat (i32 1)
  %q = udiv <8 x i32> %a, %d
  ret <8 x i32> %q
}

; CHECK-LABEL: @remainder
; CHECK: fptoui
; CHECK-NEXT: mul
; CHECK-NEXT: sub
; CHECK-NEXT: ret
define i32 @remainder(i32 %a, i32 %b) {
  %d = or i32 %b, 1
  %r = urem i32 %a, %d
  ret i32 %r
}

; The signs need nothing: the conversion rounds towards zero, from above in magnitude. A divisor that is never -1.
; CHECK-LABEL: @signed_quotient
; CHECK-DAG: sitofp i32 %a to double
; CHECK-DAG: sitofp i32 %d to double
; CHECK-DAG: sitofp i32 %d to float
; CHECK: fptosi double
; CHECK-NEXT: ret
define i32 @signed_quotient(i32 %a, i32 %b) {
  %e = and i32 %b, -3
  %d = or i32 %e, 1
  %q = sdiv i32 %a, %d
  ret i32 %q
}

; CHECK-LABEL: @signed_remainder
; CHECK: fptosi <4 x double>
; CHECK-NEXT: mul
; CHECK-NEXT: sub
; CHECK-NEXT: ret
define <4 x i32> @signed_remainder(<4 x i32> %a, <4 x i32> %b) {
  %e = and <4 x i32> %b, splat (i32 -3)
  %d = or <4 x i32> %e, splat (i32 1)
  %r = srem <4 x i32> %a, %d
  ret <4 x i32> %r
}

; CHECK-LABEL: @many
; CHECK-NOT: double
; CHECK: @llvm.genx.umulh
define <16 x i32> @many(<16 x i32> %a, <16 x i32> %b) {
  %d = or <16 x i32> %b, splat (i32 1)
  %q = udiv <16 x i32> %a, %d
  ret <16 x i32> %q
}
