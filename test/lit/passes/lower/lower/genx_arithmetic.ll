; genx intrinsics without an instruction: before Gen11, before Xe-HPG, with sources and results of different types.
; RUN: %opt -passes='lower<tgl>' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll --ftz
; RUN: %opt -passes='lower<skl>' -S %s -o %t.skl.ll
; RUN: %genx_eval --compare %s %t.skl.ll --ftz
; RUN: %opt -passes='lower<dg2>' -S %s -o %t.dg2.ll
; RUN: %FileCheck %s --input-file=%t.dg2.ll --check-prefix=DG2
; RUN: %genx_eval --compare %s %t.dg2.ll --ftz

; a ^ (b & c), where the target has bfn it stays.
; CHECK-LABEL: @bfn
; CHECK-NOT: call{{.*}}bfn
; CHECK: xor <8 x i32>
; DG2-LABEL: @bfn
; DG2: call{{.*}}llvm.genx.bfn
declare <8 x i32> @llvm.genx.bfn.v8i32(<8 x i32>, <8 x i32>, <8 x i32>, i8)
define <8 x i32> @bfn(<8 x i32> %a, <8 x i32> %b, <8 x i32> %c) {
  %r = call <8 x i32> @llvm.genx.bfn.v8i32(<8 x i32> %a, <8 x i32> %b, <8 x i32> %c, i8 106)
  ret <8 x i32> %r
}

; CHECK-LABEL: @carry
; CHECK: llvm.genx.carry
declare { <8 x i32>, <8 x i32> } @llvm.genx.addc.v8i32.v8i32(<8 x i32>, <8 x i32>)
define <8 x i32> @carry(<8 x i32> %a, <8 x i32> %b) {
  %s = call { <8 x i32>, <8 x i32> } @llvm.genx.addc.v8i32.v8i32(<8 x i32> %a, <8 x i32> %b)
  %r = extractvalue { <8 x i32>, <8 x i32> } %s, 0
  ret <8 x i32> %r
}

; CHECK-LABEL: @field
; CHECK: llvm.genx.bfi1
; CHECK: llvm.genx.bfi2
declare <8 x i32> @llvm.genx.bfi.v8i32(<8 x i32>, <8 x i32>, <8 x i32>, <8 x i32>)
define <8 x i32> @field(<8 x i32> %w, <8 x i32> %o, <8 x i32> %x, <8 x i32> %b) {
  %r = call <8 x i32> @llvm.genx.bfi.v8i32(<8 x i32> %w, <8 x i32> %o, <8 x i32> %x, <8 x i32> %b)
  ret <8 x i32> %r
}

; CHECK-LABEL: @product
; CHECK: llvm.genx.smulh
; CHECK-NOT: mul.sat
declare <8 x i32> @llvm.genx.ssmul.sat.v8i32.v8i32(<8 x i32>, <8 x i32>)
define <8 x i32> @product(<8 x i32> %a, <8 x i32> %b) {
  %r = call <8 x i32> @llvm.genx.ssmul.sat.v8i32.v8i32(<8 x i32> %a, <8 x i32> %b)
  ret <8 x i32> %r
}

; CHECK-LABEL: @sum_of_product
; CHECK-NOT: mad.sat
; CHECK: llvm.genx.uutrunc.sat
declare <8 x i16> @llvm.genx.uumad.sat.v8i16.v8i16(<8 x i16>, <8 x i16>, <8 x i16>)
define <8 x i16> @sum_of_product(<8 x i16> %a, <8 x i16> %b, <8 x i16> %c) {
  %r = call <8 x i16> @llvm.genx.uumad.sat.v8i16.v8i16(<8 x i16> %a, <8 x i16> %b, <8 x i16> %c)
  ret <8 x i16> %r
}

; Correct rounding from fma; zeros, infinities and NaNs beside it.
; CHECK-LABEL: @quotient
; CHECK: llvm.genx.inv
; CHECK-COUNT-6: llvm.fma
declare <8 x float> @llvm.genx.ieee.div.v8f32(<8 x float>, <8 x float>)
define <8 x float> @quotient(<8 x float> %a, <8 x float> %b) {
  %r = call <8 x float> @llvm.genx.ieee.div.v8f32(<8 x float> %a, <8 x float> %b)
  ret <8 x float> %r
}

; A mean needs no saturation; a constant is what it says.
; CHECK-LABEL: @mean
; CHECK-NOT: avg.sat
; CHECK: call <8 x i32> @llvm.genx.uuavg.
; CHECK-NOT: constanti
; CHECK: ret
declare <8 x i32> @llvm.genx.uuavg.sat.v8i32.v8i32(<8 x i32>, <8 x i32>)
declare <8 x i32> @llvm.genx.constanti.v8i32(<8 x i32>)
define <8 x i32> @mean(<8 x i32> %a, <8 x i32> %b) {
  %r = call <8 x i32> @llvm.genx.uuavg.sat.v8i32.v8i32(<8 x i32> %a, <8 x i32> %b)
  %c = call <8 x i32> @llvm.genx.constanti.v8i32(<8 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8>)
  %s = add <8 x i32> %r, %c
  ret <8 x i32> %s
}
