; Every read wants exactly one write: the values are used directly and the chain dies.
; RUN: %opt "-passes=set_genx_attrs,function(forward_slices,adce)" -S %s | %FileCheck %s
declare <8 x float> @llvm.genx.rdregionf.v8f32.v16f32.i16(<16 x float>, i32, i32, i32, i16, i32)
declare <16 x float> @llvm.genx.wrregionf.v16f32.v8f32.i16.i1(<16 x float>, <8 x float>, i32, i32, i32, i16, i32, i1)

; CHECK-LABEL: @halves(
; CHECK-NEXT: [[S:%.*]] = fsub <8 x float> %a, %b
; CHECK-NEXT: ret <8 x float> [[S]]
define <8 x float> @halves(<8 x float> %a, <8 x float> %b) {
  %w1 = call <16 x float> @llvm.genx.wrregionf.v16f32.v8f32.i16.i1(<16 x float> undef, <8 x float> %a, i32 8, i32 8, i32 1, i16 0, i32 undef, i1 true)
  %w2 = call <16 x float> @llvm.genx.wrregionf.v16f32.v8f32.i16.i1(<16 x float> %w1, <8 x float> %b, i32 8, i32 8, i32 1, i16 32, i32 undef, i1 true)
  %x = call <8 x float> @llvm.genx.rdregionf.v8f32.v16f32.i16(<16 x float> %w2, i32 8, i32 8, i32 1, i16 0, i32 undef)
  %y = call <8 x float> @llvm.genx.rdregionf.v8f32.v16f32.i16(<16 x float> %w2, i32 8, i32 8, i32 1, i16 32, i32 undef)
  %s = fsub <8 x float> %x, %y
  ret <8 x float> %s
}

; A read that spans two writes keeps the chain, and with it every other read.
; CHECK-LABEL: @no_spanning_read(
; CHECK: call <16 x float> @llvm.genx.wrregionf
; CHECK: call <16 x float> @llvm.genx.wrregionf
; CHECK: call <8 x float> @llvm.genx.rdregionf{{.*}} i16 0,
; CHECK: call <8 x float> @llvm.genx.rdregionf{{.*}} i16 16,
define <8 x float> @no_spanning_read(<8 x float> %a, <8 x float> %b) {
  %w1 = call <16 x float> @llvm.genx.wrregionf.v16f32.v8f32.i16.i1(<16 x float> undef, <8 x float> %a, i32 8, i32 8, i32 1, i16 0, i32 undef, i1 true)
  %w2 = call <16 x float> @llvm.genx.wrregionf.v16f32.v8f32.i16.i1(<16 x float> %w1, <8 x float> %b, i32 8, i32 8, i32 1, i16 32, i32 undef, i1 true)
  %x = call <8 x float> @llvm.genx.rdregionf.v8f32.v16f32.i16(<16 x float> %w2, i32 8, i32 8, i32 1, i16 0, i32 undef)
  %y = call <8 x float> @llvm.genx.rdregionf.v8f32.v16f32.i16(<16 x float> %w2, i32 8, i32 8, i32 1, i16 16, i32 undef)
  %s = fsub <8 x float> %x, %y
  ret <8 x float> %s
}

; The later write wins; a read between the two sees the earlier one.
; CHECK-LABEL: @overwritten(
; CHECK-NEXT: [[S:%.*]] = fsub <8 x float> %a, %b
; CHECK-NEXT: ret <8 x float> [[S]]
define <8 x float> @overwritten(<8 x float> %a, <8 x float> %b) {
  %w1 = call <16 x float> @llvm.genx.wrregionf.v16f32.v8f32.i16.i1(<16 x float> undef, <8 x float> %a, i32 8, i32 8, i32 1, i16 0, i32 undef, i1 true)
  %x = call <8 x float> @llvm.genx.rdregionf.v8f32.v16f32.i16(<16 x float> %w1, i32 8, i32 8, i32 1, i16 0, i32 undef)
  %w2 = call <16 x float> @llvm.genx.wrregionf.v16f32.v8f32.i16.i1(<16 x float> %w1, <8 x float> %b, i32 8, i32 8, i32 1, i16 0, i32 undef, i1 true)
  %y = call <8 x float> @llvm.genx.rdregionf.v8f32.v16f32.i16(<16 x float> %w2, i32 8, i32 8, i32 1, i16 0, i32 undef)
  %s = fsub <8 x float> %x, %y
  ret <8 x float> %s
}
