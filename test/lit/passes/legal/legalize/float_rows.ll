; Float instructions of these targets read only what lies like their result. A strided read is a copy in any case, so it is
; sliced for itself and the operation stays wide. On other targets, and for integers, the read is part of the operation.
; RUN: %opt -passes='function(legalize<pvc>)' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll
; RUN: %opt -passes='function(legalize<tgl>)' -S %s -o %t.tgl.ll
; RUN: %FileCheck %s --check-prefix=TGL --input-file=%t.tgl.ll
; RUN: %genx_eval --compare %s %t.tgl.ll

declare <16 x float> @llvm.genx.rdregionf.v16f32.v64f32.i16(<64 x float>, i32, i32, i32, i16, i32)
declare <16 x i32> @llvm.genx.rdregioni.v16i32.v64i32.i16(<64 x i32>, i32, i32, i32, i16, i32)

; CHECK-LABEL: @column
; CHECK: call <8 x float> @llvm.genx.rdregionf.v8f32.v64f32.i16(<64 x float> %v, i32 32, i32 8, i32 4, i16 8,
; CHECK: call <8 x float> @llvm.genx.rdregionf.v8f32.v64f32.i16(<64 x float> %v, i32 32, i32 8, i32 4, i16 136,
; CHECK: fadd <16 x float>
; CHECK: fptrunc <16 x float>
; TGL-LABEL: @column
; TGL: fadd <4 x float>
define <16 x half> @column(<64 x float> %v, <16 x float> %w) {
  %r = call <16 x float> @llvm.genx.rdregionf.v16f32.v64f32.i16(<64 x float> %v, i32 64, i32 16, i32 4, i16 8, i32 undef)
  %s = fadd <16 x float> %r, %w
  %h = fptrunc <16 x float> %s to <16 x half>
  ret <16 x half> %h
}

; Both operands, and a read with a second user.
; CHECK-LABEL: @both
; CHECK: fmul <16 x float>
; CHECK: fptrunc <16 x float>
define <16 x half> @both(<64 x float> %v, <64 x float> %w) {
  %r = call <16 x float> @llvm.genx.rdregionf.v16f32.v64f32.i16(<64 x float> %v, i32 64, i32 16, i32 4, i16 0, i32 undef)
  %x = call <16 x float> @llvm.genx.rdregionf.v16f32.v64f32.i16(<64 x float> %w, i32 64, i32 16, i32 4, i16 4, i32 undef)
  %m = fmul <16 x float> %r, %x
  %h = fptrunc <16 x float> %m to <16 x half>
  %g = fptrunc <16 x float> %r to <16 x half>
  %s = fadd <16 x half> %h, %g
  ret <16 x half> %s
}

; CHECK-LABEL: @numbers
; CHECK: add <8 x i32>
; CHECK: add <8 x i32>
define <16 x i32> @numbers(<64 x i32> %v, <16 x i32> %w) {
  %r = call <16 x i32> @llvm.genx.rdregioni.v16i32.v64i32.i16(<64 x i32> %v, i32 64, i32 16, i32 4, i16 8, i32 undef)
  %s = add <16 x i32> %r, %w
  ret <16 x i32> %s
}

; Rows side by side: one instruction reads them all.
; CHECK-LABEL: @whole
; CHECK: fadd <16 x float>
define <16 x float> @whole(<64 x float> %v, <16 x float> %w) {
  %r = call <16 x float> @llvm.genx.rdregionf.v16f32.v64f32.i16(<64 x float> %v, i32 8, i32 8, i32 1, i16 64, i32 undef)
  %s = fadd <16 x float> %r, %w
  ret <16 x float> %s
}
