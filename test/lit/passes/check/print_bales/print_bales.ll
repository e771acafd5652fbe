; What becomes one instruction.
; RUN: %opt -passes='set_genx_attrs,function(print_bales)' -disable-output %s 2>&1 | %FileCheck %s
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

; The bits of an operation, asked for zero, are its condition; those that something else needs as well are compared.
; CHECK: bales of test
; CHECK-NEXT: bale %c: icmp (and (value, rdregion), constant)
; CHECK: bale %d: or (value, value)
; CHECK-NEXT: bale %e: icmp (value, constant)
define <16 x i16> @test(<32 x i16> %v, <16 x i16> %x) {
  %r = call <16 x i16> @llvm.genx.rdregioni.v16i16.v32i16.i16(<32 x i16> %v, i32 32, i32 16, i32 2, i16 0, i32 undef)
  %a = and <16 x i16> %x, %r
  %c = icmp eq <16 x i16> %a, zeroinitializer
  %s = select <16 x i1> %c, <16 x i16> %x, <16 x i16> splat (i16 1)
  %d = or <16 x i16> %s, %x
  %e = icmp ne <16 x i16> %d, zeroinitializer
  %t = select <16 x i1> %e, <16 x i16> %d, <16 x i16> splat (i16 1)
  ret <16 x i16> %t
}

; No instruction reads every third byte of several: what two read is copied once, so that they are wide.
; CHECK: bales of thirds
; CHECK-NEXT: bale %a: rdregion
; CHECK-NEXT: bale %s: add (value, value)
; CHECK-NEXT: bale %t: sub (value, value)
; CHECK: bales of third
; CHECK-NEXT: bale %s: add (rdregion, value)
define <16 x i16> @thirds(<32 x i16> %v, <16 x i16> %x) {
  %a = call <16 x i16> @llvm.genx.rdregioni.v16i16.v32i16.i16(<32 x i16> %v, i32 48, i32 16, i32 3, i16 2, i32 undef)
  %s = add <16 x i16> %a, %x
  %t = sub <16 x i16> %s, %a
  ret <16 x i16> %t
}
define <16 x i16> @third(<32 x i16> %v, <16 x i16> %x) {
  %a = call <16 x i16> @llvm.genx.rdregioni.v16i16.v32i16.i16(<32 x i16> %v, i32 48, i32 16, i32 3, i16 2, i32 undef)
  %s = add <16 x i16> %a, %x
  ret <16 x i16> %s
}

; Rows of neighbours are cut for a three-source instruction; pairs would leave nothing of it.
; CHECK: bales of rows
; CHECK-NEXT: bale %s: call (value, rdregion, value)
; CHECK: bales of pairs
; CHECK-NEXT: bale %a: rdregion
define <48 x float> @rows(<64 x float> %m, <48 x float> %x) {
  %a = call <48 x float> @llvm.genx.rdregionf.v48f32.v64f32.i16(<64 x float> %m, i32 32, i32 24, i32 1, i16 4, i32 undef)
  %s = call <48 x float> @llvm.fmuladd.v48f32(<48 x float> %x, <48 x float> %a, <48 x float> %x)
  ret <48 x float> %s
}
define <16 x float> @pairs(<64 x float> %m, <16 x float> %x) {
  %a = call <16 x float> @llvm.genx.rdregionf.v16f32.v64f32.i16(<64 x float> %m, i32 4, i32 2, i32 1, i16 0, i32 undef)
  %s = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %x, <16 x float> %a, <16 x float> %x)
  ret <16 x float> %s
}
declare <48 x float> @llvm.genx.rdregionf.v48f32.v64f32.i16(<64 x float>, i32, i32, i32, i16, i32)
declare <16 x float> @llvm.genx.rdregionf.v16f32.v64f32.i16(<64 x float>, i32, i32, i32, i16, i32)
declare <48 x float> @llvm.fmuladd.v48f32(<48 x float>, <48 x float>, <48 x float>)
declare <16 x float> @llvm.fmuladd.v16f32(<16 x float>, <16 x float>, <16 x float>)

; High halves of products are taken of regions too.
; CHECK: bales of high
; CHECK-NEXT: bale %h: umulh (rdregion, value)
define <8 x i32> @high(<16 x i32> %v, <8 x i32> %x) {
  %a = call <8 x i32> @llvm.genx.rdregioni.v8i32.v16i32.i16(<16 x i32> %v, i32 16, i32 8, i32 2, i16 0, i32 undef)
  %h = call <8 x i32> @llvm.genx.umulh.v8i32.v8i32(<8 x i32> %a, <8 x i32> %x)
  ret <8 x i32> %h
}
declare <8 x i32> @llvm.genx.rdregioni.v8i32.v16i32.i16(<16 x i32>, i32, i32, i32, i16, i32)
declare <8 x i32> @llvm.genx.umulh.v8i32.v8i32(<8 x i32>, <8 x i32>)
