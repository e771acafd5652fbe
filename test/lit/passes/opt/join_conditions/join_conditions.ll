; Writes of single lanes under compares of one scalar with numbers of their own.
; RUN: %opt "-passes=set_genx_attrs,function(join_conditions)" -S %s | %FileCheck %s

; Numbers that fall by one: the lanes' sums with the scalar are compared with the first number. The scalar is bounded, since its
; sum with 3 could leave the type. The value is any scalar.
; CHECK-LABEL: @progression(
; CHECK: [[B:%.*]] = call i32 @llvm.smin.i32(i32 %x, i32 1073741824)
; CHECK: [[Y:%.*]] = add <4 x i32> {{%.*}}, <i32 0, i32 1, i32 2, i32 3>
; CHECK: [[C:%.*]] = icmp slt <4 x i32> [[Y]], <i32 9, i32 9, i32 9, i32 9>
; CHECK: call <8 x float> @llvm.genx.wrregionf.v8f32.v4f32.i16.v4i1(<8 x float> %v, <4 x float> {{%.*}}, i32 4, i32 4, i32 1, i16 8, i32 undef, <4 x i1> [[C]])
; CHECK-NEXT: ret
define <8 x float> @progression(<8 x float> %v, i32 %x, float %f) {
  %c0 = icmp slt i32 %x, 9
  %c1 = icmp slt i32 %x, 8
  %c2 = icmp slt i32 %x, 7
  %c3 = icmp slt i32 %x, 6
  %a = call <8 x float> @llvm.genx.wrregionf.v8f32.f32.i16.i1(<8 x float> %v, float %f, i32 0, i32 1, i32 0, i16 8, i32 undef, i1 %c0)
  %b = call <8 x float> @llvm.genx.wrregionf.v8f32.f32.i16.i1(<8 x float> %a, float %f, i32 0, i32 1, i32 0, i16 12, i32 undef, i1 %c1)
  %c = call <8 x float> @llvm.genx.wrregionf.v8f32.f32.i16.i1(<8 x float> %b, float %f, i32 0, i32 1, i32 0, i16 16, i32 undef, i1 %c2)
  %d = call <8 x float> @llvm.genx.wrregionf.v8f32.f32.i16.i1(<8 x float> %c, float %f, i32 0, i32 1, i32 0, i16 20, i32 undef, i1 %c3)
  ret <8 x float> %d
}

; Numbers in any order, values of their own, and five lanes: three more, which are never written.
; CHECK-LABEL: @any_numbers(
; CHECK: [[D:%.*]] = icmp sgt <8 x i16> {{%.*}}, <i16 5, i16 -5, i16 6, i16 -6, i16 7, i16 32767, i16 32767, i16 32767>
; CHECK: call <8 x float> @llvm.genx.wrregionf.v8f32.v8f32.i16.v8i1(<8 x float> %v, <8 x float> <float 1.000000e+00, float 2.000000e+00, float 3.000000e+00, float 4.000000e+00, float 5.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00>, i32 8, i32 8, i32 1, i16 0, i32 undef, <8 x i1> [[D]])
define <8 x float> @any_numbers(<8 x float> %v, i16 %x) {
  %c0 = icmp sgt i16 %x, 5
  %c1 = icmp sgt i16 %x, -5
  %c2 = icmp sgt i16 %x, 6
  %c3 = icmp sgt i16 %x, -6
  %c4 = icmp sgt i16 %x, 7
  %a = call <8 x float> @llvm.genx.wrregionf.v8f32.f32.i16.i1(<8 x float> %v, float 3.0, i32 0, i32 1, i32 0, i16 8, i32 undef, i1 %c2)
  %b = call <8 x float> @llvm.genx.wrregionf.v8f32.f32.i16.i1(<8 x float> %a, float 1.0, i32 0, i32 1, i32 0, i16 0, i32 undef, i1 %c0)
  %c = call <8 x float> @llvm.genx.wrregionf.v8f32.f32.i16.i1(<8 x float> %b, float 2.0, i32 0, i32 1, i32 0, i16 4, i32 undef, i1 %c1)
  %d = call <8 x float> @llvm.genx.wrregionf.v8f32.f32.i16.i1(<8 x float> %c, float 4.0, i32 0, i32 1, i32 0, i16 12, i32 undef, i1 %c3)
  %e = call <8 x float> @llvm.genx.wrregionf.v8f32.f32.i16.i1(<8 x float> %d, float 5.0, i32 0, i32 1, i32 0, i16 16, i32 undef, i1 %c4)
  ret <8 x float> %e
}

; Two rows in one chain, which a write that always happens ends: one compare for each.
; CHECK-LABEL: @rows(
; CHECK: [[Y:%.*]] = add <4 x i32> {{%.*}}, <i32 0, i32 1, i32 2, i32 3>
; CHECK: [[C:%.*]] = icmp slt <4 x i32> [[Y]], <i32 9, i32 9, i32 9, i32 9>
; CHECK: [[W:%.*]] = call <8 x float> @llvm.genx.wrregionf.v8f32.v4f32.i16.v4i1(<8 x float> %v, {{.*}}, <4 x i1> [[C]])
; CHECK: [[D:%.*]] = icmp slt <4 x i32> [[Y]], <i32 19, i32 19, i32 19, i32 19>
; CHECK: [[X:%.*]] = call <8 x float> @llvm.genx.wrregionf.v8f32.v4f32.i16.v4i1(<8 x float> [[W]], {{.*}}, i16 16, i32 undef, <4 x i1> [[D]])
; CHECK: %i = call {{.*}}(<8 x float> [[X]], float 2.000000e+00
define <8 x float> @rows(<8 x float> %v, i32 %x) {
  %c0 = icmp slt i32 %x, 9
  %c1 = icmp slt i32 %x, 8
  %c2 = icmp slt i32 %x, 7
  %c3 = icmp slt i32 %x, 6
  %c4 = icmp slt i32 %x, 19
  %c5 = icmp slt i32 %x, 18
  %c6 = icmp slt i32 %x, 17
  %c7 = icmp slt i32 %x, 16
  %a = call <8 x float> @llvm.genx.wrregionf.v8f32.f32.i16.i1(<8 x float> %v, float 1.0, i32 0, i32 1, i32 0, i16 0, i32 undef, i1 %c0)
  %b = call <8 x float> @llvm.genx.wrregionf.v8f32.f32.i16.i1(<8 x float> %a, float 1.0, i32 0, i32 1, i32 0, i16 4, i32 undef, i1 %c1)
  %c = call <8 x float> @llvm.genx.wrregionf.v8f32.f32.i16.i1(<8 x float> %b, float 1.0, i32 0, i32 1, i32 0, i16 8, i32 undef, i1 %c2)
  %d = call <8 x float> @llvm.genx.wrregionf.v8f32.f32.i16.i1(<8 x float> %c, float 1.0, i32 0, i32 1, i32 0, i16 12, i32 undef, i1 %c3)
  %e = call <8 x float> @llvm.genx.wrregionf.v8f32.f32.i16.i1(<8 x float> %d, float 1.0, i32 0, i32 1, i32 0, i16 16, i32 undef, i1 %c4)
  %f = call <8 x float> @llvm.genx.wrregionf.v8f32.f32.i16.i1(<8 x float> %e, float 1.0, i32 0, i32 1, i32 0, i16 20, i32 undef, i1 %c5)
  %g = call <8 x float> @llvm.genx.wrregionf.v8f32.f32.i16.i1(<8 x float> %f, float 1.0, i32 0, i32 1, i32 0, i16 24, i32 undef, i1 %c6)
  %h = call <8 x float> @llvm.genx.wrregionf.v8f32.f32.i16.i1(<8 x float> %g, float 1.0, i32 0, i32 1, i32 0, i16 28, i32 undef, i1 %c7)
  %i = call <8 x float> @llvm.genx.wrregionf.v8f32.f32.i16.i1(<8 x float> %h, float 2.0, i32 0, i32 1, i32 0, i16 12, i32 undef, i1 true)
  ret <8 x float> %i
}

; Left alone: a lane that is written twice, one under another scalar's compare, a gap.
; CHECK-LABEL: @other(
; CHECK-NOT: icmp {{.*}} <
; CHECK: ret
define <8 x float> @other(<8 x float> %v, i32 %x, i32 %y) {
  %c0 = icmp slt i32 %x, 9
  %c1 = icmp slt i32 %x, 8
  %c2 = icmp slt i32 %y, 7
  %a = call <8 x float> @llvm.genx.wrregionf.v8f32.f32.i16.i1(<8 x float> %v, float 1.0, i32 0, i32 1, i32 0, i16 0, i32 undef, i1 %c0)
  %b = call <8 x float> @llvm.genx.wrregionf.v8f32.f32.i16.i1(<8 x float> %a, float 1.0, i32 0, i32 1, i32 0, i16 4, i32 undef, i1 %c1)
  %c = call <8 x float> @llvm.genx.wrregionf.v8f32.f32.i16.i1(<8 x float> %b, float 1.0, i32 0, i32 1, i32 0, i16 8, i32 undef, i1 %c1)
  %d = call <8 x float> @llvm.genx.wrregionf.v8f32.f32.i16.i1(<8 x float> %c, float 2.0, i32 0, i32 1, i32 0, i16 8, i32 undef, i1 %c0)
  %e = call <8 x float> @llvm.genx.wrregionf.v8f32.f32.i16.i1(<8 x float> %d, float 2.0, i32 0, i32 1, i32 0, i16 12, i32 undef, i1 %c0)
  %f = call <8 x float> @llvm.genx.wrregionf.v8f32.f32.i16.i1(<8 x float> %e, float 2.0, i32 0, i32 1, i32 0, i16 16, i32 undef, i1 %c1)
  %g = call <8 x float> @llvm.genx.wrregionf.v8f32.f32.i16.i1(<8 x float> %f, float 2.0, i32 0, i32 1, i32 0, i16 24, i32 undef, i1 %c1)
  %h = call <8 x float> @llvm.genx.wrregionf.v8f32.f32.i16.i1(<8 x float> %g, float 2.0, i32 0, i32 1, i32 0, i16 28, i32 undef, i1 %c2)
  ret <8 x float> %h
}
declare <8 x float> @llvm.genx.wrregionf.v8f32.f32.i16.i1(<8 x float>, float, i32, i32, i32, i16, i32, i1)
