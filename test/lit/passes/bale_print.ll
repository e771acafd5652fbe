; What becomes one instruction.
; RUN: %opt -passes='genx_attrs,function(bale_print)' -disable-output %s 2>&1 | %FileCheck %s
declare <16 x i8> @llvm.genx.rdregioni.v16i8.v64i8.i16(<64 x i8>, i32, i32, i32, i16, i32)
declare <16 x i16> @llvm.genx.rdregioni.v16i16.v32i16.i16(<32 x i16>, i32, i32, i32, i16, i32)
declare <32 x i16> @llvm.genx.wrregioni.v32i16.v16i16.i16.i1(<32 x i16>, <16 x i16>, i32, i32, i32, i16, i32, i1)
declare <8 x float> @llvm.genx.sat.v8f32(<8 x float>)
declare <8 x float> @llvm.fabs.v8f32(<8 x float>)

; CHECK: bales of inplace
; CHECK-NEXT: bale %w: wrregion (add (rdregion, rdregion))
define <32 x i16> @inplace(<32 x i16> %v) {
  %a = call <16 x i16> @llvm.genx.rdregioni.v16i16.v32i16.i16(<32 x i16> %v, i32 32, i32 16, i32 2, i16 2, i32 undef)
  %b = call <16 x i16> @llvm.genx.rdregioni.v16i16.v32i16.i16(<32 x i16> %v, i32 32, i32 16, i32 2, i16 0, i32 undef)
  %s = add <16 x i16> %a, %b
  %w = call <32 x i16> @llvm.genx.wrregioni.v32i16.v16i16.i16.i1(<32 x i16> %v, <16 x i16> %s, i32 32, i32 16, i32 2, i16 2, i32 undef, i1 true)
  ret <32 x i16> %w
}

; A byte operand fits in the first place only: the second extension is its own instruction.
; CHECK: bales of two_bytes
; CHECK-NEXT: bale %y: zext (rdregion)
; CHECK-NEXT: bale %s: add (zext (rdregion), value)
define <16 x i16> @two_bytes(<64 x i8> %m) {
  %a = call <16 x i8> @llvm.genx.rdregioni.v16i8.v64i8.i16(<64 x i8> %m, i32 16, i32 16, i32 1, i16 0, i32 undef)
  %b = call <16 x i8> @llvm.genx.rdregioni.v16i8.v64i8.i16(<64 x i8> %m, i32 16, i32 16, i32 1, i16 16, i32 undef)
  %x = zext <16 x i8> %a to <16 x i16>
  %y = zext <16 x i8> %b to <16 x i16>
  %s = add <16 x i16> %x, %y
  ret <16 x i16> %s
}

; CHECK: bales of modifiers
; CHECK-NEXT: bale %r: sat (fmul (fneg (fabs (value)), value))
define <8 x float> @modifiers(<8 x float> %a, <8 x float> %b) {
  %x = call <8 x float> @llvm.fabs.v8f32(<8 x float> %a)
  %n = fneg <8 x float> %x
  %m = fmul <8 x float> %n, %b
  %r = call <8 x float> @llvm.genx.sat.v8f32(<8 x float> %m)
  ret <8 x float> %r
}

; Reading %v after it was continued would keep both alive: the read is a mov of its own.
; CHECK: bales of late
; CHECK: bale %a: rdregion
define <16 x i16> @late(<32 x i16> %v, <16 x i16> %x, ptr %p) {
  %a = call <16 x i16> @llvm.genx.rdregioni.v16i16.v32i16.i16(<32 x i16> %v, i32 16, i32 16, i32 1, i16 0, i32 undef)
  %w = call <32 x i16> @llvm.genx.wrregioni.v32i16.v16i16.i16.i1(<32 x i16> %v, <16 x i16> %x, i32 16, i32 16, i32 1, i16 0, i32 undef, i1 true)
  store <32 x i16> %w, ptr %p
  %s = add <16 x i16> %a, %x
  ret <16 x i16> %s
}
