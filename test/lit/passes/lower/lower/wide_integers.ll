; 64-bit integers: shifts by a count that varies, conversions, division, saturation, bit counting.
; RUN: %opt -passes=lower -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll

; CHECK-LABEL: @shift
; CHECK-NOT: shl <4 x i64>
define <4 x i64> @shift(<4 x i64> %a, <4 x i64> %n) {
  %m = and <4 x i64> %n, splat (i64 63)
  %r = shl <4 x i64> %a, %m
  ret <4 x i64> %r
}

; CHECK-LABEL: @quotient
; CHECK: llvm.genx.inv
; CHECK-NOT: sdiv
define <4 x i64> @quotient(<4 x i64> %a, <4 x i64> %b) {
  %d = or <4 x i64> %b, splat (i64 1)
  %e = and <4 x i64> %d, splat (i64 9223372036854775807)
  %r = sdiv <4 x i64> %a, %e
  ret <4 x i64> %r
}

; One rounding: the lower dword is a sticky bit.
; CHECK-LABEL: @to_float
; CHECK: uitofp <4 x i32>
; CHECK-NOT: <4 x i64> %{{.*}} to <4 x float>
define <4 x float> @to_float(<4 x i64> %a) {
  %r = sitofp <4 x i64> %a to <4 x float>
  ret <4 x float> %r
}

; CHECK-LABEL: @from_float
; CHECK: fptoui <4 x float> %{{.*}} to <4 x i32>
declare <4 x i64> @llvm.fptosi.sat.v4i64.v4f32(<4 x float>)
define <4 x i64> @from_float(<4 x float> %a) {
  %r = call <4 x i64> @llvm.fptosi.sat.v4i64.v4f32(<4 x float> %a)
  ret <4 x i64> %r
}

; CHECK-LABEL: @saturated
; CHECK-NOT: call <4 x i64> @llvm.sadd.sat
declare <4 x i64> @llvm.sadd.sat.v4i64(<4 x i64>, <4 x i64>)
define <4 x i64> @saturated(<4 x i64> %a, <4 x i64> %b) {
  %r = call <4 x i64> @llvm.sadd.sat.v4i64(<4 x i64> %a, <4 x i64> %b)
  ret <4 x i64> %r
}

; CHECK-LABEL: @zeros
; CHECK: llvm.genx.lzd
declare <4 x i64> @llvm.ctlz.v4i64(<4 x i64>, i1)
define <4 x i64> @zeros(<4 x i64> %a) {
  %r = call <4 x i64> @llvm.ctlz.v4i64(<4 x i64> %a, i1 false)
  ret <4 x i64> %r
}
