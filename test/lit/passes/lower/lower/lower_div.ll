; Integer division where the math unit has none: a float estimate of the reciprocal, one Newton step with the high half of a
; product, two corrections. tgl keeps the instruction. The evaluator compares both on random and edge values.
; RUN: %opt -passes='lower<dg2>' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll --kernel quotient
; RUN: %genx_eval --compare %s %t.ll --kernel remainder
; RUN: %genx_eval --compare %s %t.ll --kernel signed_quotient
; RUN: %genx_eval --compare %s %t.ll --kernel signed_remainder
; RUN: %opt -passes='lower<tgl>' -S %s | %FileCheck %s --check-prefix=NATIVE

; CHECK-LABEL: @quotient
; CHECK: [[F:%.*]] = uitofp <8 x i32> %{{.*}} to <8 x float>
; CHECK: call <8 x float> @llvm.genx.inv.v8f32(<8 x float> [[F]])
; 2^32 - 1024 (0x41EFFFFF80000000), not 2^32 - 512: then a reciprocal that is one unit too large gives 13 / 3 = 5.
; CHECK: fmul <8 x float> {{.*}}0x41EFFFFF80000000
; CHECK: fptoui <8 x float>
; CHECK: @llvm.genx.umulh
; CHECK: @llvm.genx.umulh
; CHECK: icmp uge
; CHECK: icmp uge
; CHECK-NOT: udiv
; NATIVE: udiv <8 x i32> %a, %d
define <8 x i32> @quotient(<8 x i32> %a, <8 x i32> %b) {
  %d = or <8 x i32> %b, splat (i32 1)
  %q = udiv <8 x i32> %a, %d
  ret <8 x i32> %q
}

; CHECK-LABEL: @remainder
; CHECK-NOT: urem
; NATIVE: urem
define <8 x i32> @remainder(<8 x i32> %a, <8 x i32> %b) {
  %d = or <8 x i32> %b, splat (i32 1)
  %r = urem <8 x i32> %a, %d
  ret <8 x i32> %r
}

; A divisor that is never -1: 2^31 / -1 has no value.
; CHECK-LABEL: @signed_quotient
; CHECK-NOT: sdiv
; NATIVE: sdiv
define <8 x i32> @signed_quotient(<8 x i32> %a, <8 x i32> %b) {
  %e = and <8 x i32> %b, splat (i32 -3)
  %d = or <8 x i32> %e, splat (i32 1)
  %q = sdiv <8 x i32> %a, %d
  ret <8 x i32> %q
}

; CHECK-LABEL: @signed_remainder
; CHECK-NOT: srem
; NATIVE: srem
define <8 x i32> @signed_remainder(<8 x i32> %a, <8 x i32> %b) {
  %e = and <8 x i32> %b, splat (i32 -3)
  %d = or <8 x i32> %e, splat (i32 1)
  %r = srem <8 x i32> %a, %d
  ret <8 x i32> %r
}
