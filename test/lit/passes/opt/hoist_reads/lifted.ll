; The difference reads what the first write overwrites: it is computed before that write, where two copies would be needed otherwise.
; RUN: %opt "-passes=set_genx_attrs,function(hoist_reads<tgl>)" -S %s | %FileCheck %s

; CHECK-LABEL: @haar(
; CHECK: %sum = fadd
; CHECK: %diff = fsub
; CHECK: %w = call <16 x float> @llvm.genx.wrregionf
; CHECK: %y = fmul <8 x float> %diff,
; CHECK: %x = call <16 x float> @llvm.genx.wrregionf
define <16 x float> @haar(<16 x float> %a) {
  %v = fadd <16 x float> %a, splat (float 1.0e+00)
  %even = call <8 x float> @llvm.genx.rdregionf.v8f32.v16f32.i16(<16 x float> %v, i32 16, i32 8, i32 2, i16 0, i32 undef)
  %odd = call <8 x float> @llvm.genx.rdregionf.v8f32.v16f32.i16(<16 x float> %v, i32 16, i32 8, i32 2, i16 4, i32 undef)
  %sum = fadd <8 x float> %even, %odd
  %s = fmul <8 x float> %sum, splat (float 5.0e-01)
  %w = call <16 x float> @llvm.genx.wrregionf.v16f32.v8f32.i16.i1(<16 x float> %v, <8 x float> %s, i32 8, i32 8, i32 1, i16 0, i32 undef, i1 true)
  %diff = fsub <8 x float> %even, %odd
  %y = fmul <8 x float> %diff, splat (float 5.0e-01)
  %x = call <16 x float> @llvm.genx.wrregionf.v16f32.v8f32.i16.i1(<16 x float> %w, <8 x float> %y, i32 8, i32 8, i32 1, i16 32, i32 undef, i1 true)
  ret <16 x float> %x
}

declare <8 x float> @llvm.genx.rdregionf.v8f32.v16f32.i16(<16 x float>, i32, i32, i32, i16, i32)
declare <16 x float> @llvm.genx.wrregionf.v16f32.v8f32.i16.i1(<16 x float>, <8 x float>, i32, i32, i32, i16, i32, i1)
