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

; The parts of a product are products: the first step of a sum over all lanes, in both forms of a part.
; CHECK-LABEL: @halves
; CHECK: [[P:%.*]] = fmul contract <8 x float> %a, %b
; CHECK: %high = shufflevector <8 x float> [[P]], <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
; CHECK-NEXT: [[A:%.*]] = call <4 x float> @llvm.genx.rdregionf.v4f32.v8f32.i16(<8 x float> %a, i32 0, i32 4, i32 1, i16 0, i32 undef)
; CHECK-NEXT: [[B:%.*]] = call <4 x float> @llvm.genx.rdregionf.v4f32.v8f32.i16(<8 x float> %b, i32 0, i32 4, i32 1, i16 0, i32 undef)
; CHECK-NEXT: call <4 x float> @llvm.fmuladd.v4f32(<4 x float> [[A]], <4 x float> [[B]], <4 x float> %high)
; CHECK-NEXT: [[C:%.*]] = shufflevector <8 x float> %a, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
; CHECK-NEXT: [[D:%.*]] = shufflevector <8 x float> %b, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
; CHECK-NEXT: call <4 x float> @llvm.fmuladd.v4f32(<4 x float> [[C]], <4 x float> [[D]], <4 x float> %low)
define <4 x float> @halves(<8 x float> %a, <8 x float> %b) {
  %p = fmul contract <8 x float> %a, %b
  %low = call <4 x float> @llvm.genx.rdregionf.v4f32.v8f32.i16(<8 x float> %p, i32 0, i32 4, i32 1, i16 0, i32 undef)
  %high = shufflevector <8 x float> %p, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %s = fadd contract <4 x float> %low, %high
  %t = fadd contract <4 x float> %high, %low
  %u = fmul <4 x float> %s, %t
  ret <4 x float> %u
}

; Parts stay where the sum is not marked, the other summand is not a part of the product, the place is not constant, or the
; lanes are apart, which an fma could not read.
; CHECK-LABEL: @other_parts
; CHECK-NOT: fmuladd
; CHECK: ret
define <4 x float> @other_parts(<8 x float> %a, <8 x float> %b, <4 x float> %c, i16 %at) {
  %p = fmul contract <8 x float> %a, %b
  %low = call <4 x float> @llvm.genx.rdregionf.v4f32.v8f32.i16(<8 x float> %p, i32 0, i32 4, i32 1, i16 0, i32 undef)
  %high = call <4 x float> @llvm.genx.rdregionf.v4f32.v8f32.i16(<8 x float> %p, i32 0, i32 4, i32 1, i16 16, i32 undef)
  %any = call <4 x float> @llvm.genx.rdregionf.v4f32.v8f32.i16(<8 x float> %p, i32 0, i32 4, i32 1, i16 %at, i32 undef)
  %even = call <4 x float> @llvm.genx.rdregionf.v4f32.v8f32.i16(<8 x float> %p, i32 0, i32 4, i32 2, i16 0, i32 undef)
  %odd = shufflevector <8 x float> %p, <8 x float> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %s = fadd <4 x float> %low, %high
  %t = fadd contract <4 x float> %low, %c
  %u = fadd contract <4 x float> %any, %high
  %v = fadd contract <4 x float> %even, %odd
  %st = fmul <4 x float> %s, %t
  %uv = fmul <4 x float> %u, %v
  %all = fmul <4 x float> %st, %uv
  ret <4 x float> %all
}
declare <4 x float> @llvm.genx.rdregionf.v4f32.v8f32.i16(<8 x float>, i32, i32, i32, i16, i32)

; A product that was written to a part of an object, also at a variable place, is read from there, and replaced.
; CHECK-LABEL: @part
; CHECK: [[M:%.*]] = fneg <16 x float> %c
; CHECK: call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %a, <16 x float> %b, <16 x float> [[M]])
; CHECK-NOT: fsub
; CHECK: ret
declare <16 x float> @llvm.genx.rdregionf.v16f32.v64f32.i16(<64 x float>, i32, i32, i32, i16, i32)
declare <64 x float> @llvm.genx.wrregionf.v64f32.v16f32.i16.i1(<64 x float>, <16 x float>, i32, i32, i32, i16, i32, i1)
define <64 x float> @part(<64 x float> %o, <16 x float> %a, <16 x float> %b, <16 x float> %c, i16 %k) {
  %m = fmul contract <16 x float> %a, %b
  %w = call <64 x float> @llvm.genx.wrregionf.v64f32.v16f32.i16.i1(<64 x float> %o, <16 x float> %m, i32 0, i32 16, i32 1, i16 %k, i32 undef, i1 true)
  %r = call <16 x float> @llvm.genx.rdregionf.v16f32.v64f32.i16(<64 x float> %w, i32 0, i32 16, i32 1, i16 %k, i32 undef)
  %s = fsub contract <16 x float> %r, %c
  %x = call <64 x float> @llvm.genx.wrregionf.v64f32.v16f32.i16.i1(<64 x float> %w, <16 x float> %s, i32 0, i32 16, i32 1, i16 %k, i32 undef, i1 true)
  ret <64 x float> %x
}

; The object keeps the product.
; CHECK-LABEL: @kept
; CHECK-NOT: fmuladd
; CHECK: ret
define <64 x float> @kept(<64 x float> %o, <16 x float> %a, <16 x float> %b, <16 x float> %c, i16 %k) {
  %m = fmul contract <16 x float> %a, %b
  %w = call <64 x float> @llvm.genx.wrregionf.v64f32.v16f32.i16.i1(<64 x float> %o, <16 x float> %m, i32 0, i32 16, i32 1, i16 %k, i32 undef, i1 true)
  %r = call <16 x float> @llvm.genx.rdregionf.v16f32.v64f32.i16(<64 x float> %w, i32 0, i32 16, i32 1, i16 %k, i32 undef)
  %s = fsub contract <16 x float> %r, %c
  %x = call <64 x float> @llvm.genx.wrregionf.v64f32.v16f32.i16.i1(<64 x float> %w, <16 x float> %s, i32 0, i32 16, i32 1, i16 0, i32 undef, i1 true)
  ret <64 x float> %x
}

; Another part, and a write of some lanes.
; CHECK-LABEL: @other_part
; CHECK-NOT: fmuladd
; CHECK: ret
declare <64 x float> @llvm.genx.wrregionf.v64f32.v16f32.i16.v16i1(<64 x float>, <16 x float>, i32, i32, i32, i16, i32, <16 x i1>)
define <16 x float> @other_part(<64 x float> %o, <16 x float> %a, <16 x float> %b, <16 x float> %c, i16 %k, i16 %l, <16 x i1> %n) {
  %m = fmul contract <16 x float> %a, %b
  %w = call <64 x float> @llvm.genx.wrregionf.v64f32.v16f32.i16.i1(<64 x float> %o, <16 x float> %m, i32 0, i32 16, i32 1, i16 %k, i32 undef, i1 true)
  %r = call <16 x float> @llvm.genx.rdregionf.v16f32.v64f32.i16(<64 x float> %w, i32 0, i32 16, i32 1, i16 %l, i32 undef)
  %s = fsub contract <16 x float> %r, %c
  %x = call <64 x float> @llvm.genx.wrregionf.v64f32.v16f32.i16.v16i1(<64 x float> %o, <16 x float> %m, i32 0, i32 16, i32 1, i16 %k, i32 undef, <16 x i1> %n)
  %y = call <16 x float> @llvm.genx.rdregionf.v16f32.v64f32.i16(<64 x float> %x, i32 0, i32 16, i32 1, i16 %k, i32 undef)
  %t = fadd contract <16 x float> %y, %s
  ret <16 x float> %t
}
