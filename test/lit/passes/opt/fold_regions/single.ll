; The only element of a vector: a bitcast, so that simplifycfg selects the result of one exponential instead of jumping around it.
; RUN: %opt -passes='set_genx_attrs,function(fold_regions,simplifycfg)' -S %s | %FileCheck %s
declare float @llvm.genx.rdregionf.f32.v1f32.i16(<1 x float>, i32, i32, i32, i16, i32)
declare <1 x float> @llvm.genx.exp.v1f32(<1 x float>)
; CHECK-LABEL: @f
; CHECK-NOT: br
; CHECK: [[E:%.*]] = call <1 x float> @llvm.genx.exp
; CHECK-NEXT: [[B:%.*]] = bitcast <1 x float> [[E]] to float
; CHECK-NEXT: select i1 %c, float [[B]], float 0.000000e+00
define float @f(i1 %c, float %x) {
  br i1 %c, label %then, label %end
then:
  %v = bitcast float %x to <1 x float>
  %p = call <1 x float> @llvm.genx.exp.v1f32(<1 x float> %v)
  %e = call float @llvm.genx.rdregionf.f32.v1f32.i16(<1 x float> %p, i32 0, i32 1, i32 0, i16 0, i32 undef)
  br label %end
end:
  %r = phi float [ %e, %then ], [ 0.0, %0 ]
  ret float %r
}
