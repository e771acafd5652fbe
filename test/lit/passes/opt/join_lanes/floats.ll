; Float arithmetic on single lanes with a constant or with one scalar, and functions of the math unit, on the whole vector.
; RUN: %opt -passes='set_genx_attrs,function(join_lanes<bmg>,adce)' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll

declare float @llvm.genx.rdregionf.f32.v4f32.i16(<4 x float>, i32, i32, i32, i16, i32)
declare <4 x float> @llvm.genx.wrregionf.v4f32.f32.i16.i1(<4 x float>, float, i32, i32, i32, i16, i32, i1)
declare float @llvm.genx.exp.f32(float)

; The scalar is defined after the vector: the product goes before the first of the lanes.
; CHECK-LABEL: @chain
; CHECK: [[A:%.*]] = fadd <4 x float> %v, <float -8.000000e+00, float -8.000000e+00, float -8.000000e+00, float -8.000000e+00>
; CHECK: [[D:%.*]] = fadd float %x, 1.000000e+00
; CHECK: [[O:%.*]] = bitcast float [[D]] to <1 x float>
; CHECK: [[S:%.*]] = call <4 x float> @llvm.genx.rdregionf.v4f32.v1f32.i16(<1 x float> [[O]], i32 0, i32 4, i32 0, i16 0, i32 undef)
; CHECK: [[M:%.*]] = fmul <4 x float> [[A]], [[S]]
; CHECK: [[E:%.*]] = call <4 x float> @llvm.genx.exp.v4f32(<4 x float> [[M]])
; CHECK-NOT: fmul
; CHECK-NOT: call float @llvm.genx.exp
; CHECK: ret
define <4 x float> @chain(<4 x float> %v, float %x) {
  %r0 = call float @llvm.genx.rdregionf.f32.v4f32.i16(<4 x float> %v, i32 0, i32 1, i32 0, i16 0, i32 undef)
  %a0 = fadd float %r0, -8.0
  %r1 = call float @llvm.genx.rdregionf.f32.v4f32.i16(<4 x float> %v, i32 0, i32 1, i32 0, i16 4, i32 undef)
  %a1 = fadd float %r1, -8.0
  %d = fadd float %x, 1.0
  %m0 = fmul float %a0, %d
  %m1 = fmul float %a1, %d
  %r2 = call float @llvm.genx.rdregionf.f32.v4f32.i16(<4 x float> %v, i32 0, i32 1, i32 0, i16 8, i32 undef)
  %a2 = fadd float %r2, -8.0
  %m2 = fmul float %a2, %d
  %r3 = call float @llvm.genx.rdregionf.f32.v4f32.i16(<4 x float> %v, i32 0, i32 1, i32 0, i16 12, i32 undef)
  %a3 = fadd float %r3, -8.0
  %m3 = fmul float %a3, %d
  %e0 = call float @llvm.genx.exp.f32(float %m0)
  %e1 = call float @llvm.genx.exp.f32(float %m1)
  %e2 = call float @llvm.genx.exp.f32(float %m2)
  %e3 = call float @llvm.genx.exp.f32(float %m3)
  %w0 = call <4 x float> @llvm.genx.wrregionf.v4f32.f32.i16.i1(<4 x float> undef, float %e0, i32 0, i32 1, i32 0, i16 0, i32 undef, i1 true)
  %w1 = call <4 x float> @llvm.genx.wrregionf.v4f32.f32.i16.i1(<4 x float> %w0, float %e1, i32 0, i32 1, i32 0, i16 4, i32 undef, i1 true)
  %w2 = call <4 x float> @llvm.genx.wrregionf.v4f32.f32.i16.i1(<4 x float> %w1, float %e2, i32 0, i32 1, i32 0, i16 8, i32 undef, i1 true)
  %w3 = call <4 x float> @llvm.genx.wrregionf.v4f32.f32.i16.i1(<4 x float> %w2, float %e3, i32 0, i32 1, i32 0, i16 12, i32 undef, i1 true)
  ret <4 x float> %w3
}
