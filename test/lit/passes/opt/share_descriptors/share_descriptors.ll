; Messages of one parent whose coordinates differ by constants use the descriptor of the first one.
; RUN: %opt "-passes=set_genx_attrs,function(share_descriptors<bmg>,adce)" -S %s | %FileCheck %s
; RUN: %opt "-passes=set_genx_attrs,function(share_descriptors<pvc>,adce)" -S %s | %FileCheck %s --check-prefix=PVC
declare <16 x i32> @llvm.genx.wrregioni.v16i32.i32.i16.i1(<16 x i32>, i32, i32, i32, i32, i16, i32, i1)
declare <128 x half> @llvm.genx.lsc.load.2d.ugm.desc.v128f16.v2i8(i1, <2 x i8>, i8, i16, i16, <16 x i32>, i32, i32, <128 x half>)
declare void @llvm.genx.lsc.prefetch.2d.ugm.desc.v2i8.v1f16(i1, <2 x i8>, i8, i16, i16, <16 x i32>, i32, i32, <1 x half>)

; x is 0, then 16, then %x + 8 twice with another y: two descriptors. The second message had offsets of its own, 2 and 3.
; CHECK-LABEL: @both(
; CHECK: [[D:%.*]] = call <16 x i32> @llvm.genx.wrregioni.v16i32.i32.i16.i1(<16 x i32> %base, i32 0, i32 0, i32 1, i32 0, i16 20, i32 undef, i1 true)
; CHECK: load.2d.ugm.desc.v128f16.v2i8({{.*}}, <16 x i32> [[D]], i32 0, i32 0,
; CHECK: load.2d.ugm.desc.v128f16.v2i8({{.*}}, <16 x i32> [[D]], i32 18, i32 3,
; CHECK: [[E:%.*]] = call {{.*}}(<16 x i32> %{{.*}}, i32 %x8, i32 0, i32 1, i32 0, i16 20,
; CHECK: prefetch.2d.ugm.desc.v2i8.v1f16({{.*}}, <16 x i32> [[E]], i32 0, i32 0,
; CHECK: prefetch.2d.ugm.desc.v2i8.v1f16({{.*}}, <16 x i32> [[E]], i32 -8, i32 4,
; CHECK-NOT: wrregion
; CHECK: ret
; PVC-LABEL: @both(
; PVC-COUNT-6: wrregion
; PVC: ret
define <128 x half> @both(<16 x i32> %base, i32 %x, i32 %y) {
  %d = call <16 x i32> @llvm.genx.wrregioni.v16i32.i32.i16.i1(<16 x i32> %base, i32 0, i32 0, i32 1, i32 0, i16 20, i32 undef, i1 true)
  %a = call <128 x half> @llvm.genx.lsc.load.2d.ugm.desc.v128f16.v2i8(i1 true, <2 x i8> zeroinitializer, i8 1, i16 16, i16 8, <16 x i32> %d, i32 0, i32 0, <128 x half> undef)
  %e = call <16 x i32> @llvm.genx.wrregioni.v16i32.i32.i16.i1(<16 x i32> %base, i32 16, i32 0, i32 1, i32 0, i16 20, i32 undef, i1 true)
  %b = call <128 x half> @llvm.genx.lsc.load.2d.ugm.desc.v128f16.v2i8(i1 true, <2 x i8> zeroinitializer, i8 1, i16 16, i16 8, <16 x i32> %e, i32 2, i32 3, <128 x half> undef)
  %x8 = add i32 %x, 8
  %f = call <16 x i32> @llvm.genx.wrregioni.v16i32.i32.i16.i1(<16 x i32> %base, i32 %y, i32 0, i32 1, i32 0, i16 24, i32 undef, i1 true)
  %g = call <16 x i32> @llvm.genx.wrregioni.v16i32.i32.i16.i1(<16 x i32> %f, i32 %x8, i32 0, i32 1, i32 0, i16 20, i32 undef, i1 true)
  call void @llvm.genx.lsc.prefetch.2d.ugm.desc.v2i8.v1f16(i1 true, <2 x i8> zeroinitializer, i8 1, i16 16, i16 8, <16 x i32> %g, i32 0, i32 0, <1 x half> undef)
  %y4 = add i32 %y, 4
  %h = call <16 x i32> @llvm.genx.wrregioni.v16i32.i32.i16.i1(<16 x i32> %base, i32 %x, i32 0, i32 1, i32 0, i16 20, i32 undef, i1 true)
  %i = call <16 x i32> @llvm.genx.wrregioni.v16i32.i32.i16.i1(<16 x i32> %h, i32 %y4, i32 0, i32 1, i32 0, i16 24, i32 undef, i1 true)
  call void @llvm.genx.lsc.prefetch.2d.ugm.desc.v2i8.v1f16(i1 true, <2 x i8> zeroinitializer, i8 1, i16 16, i16 8, <16 x i32> %i, i32 0, i32 0, <1 x half> undef)
  %s = fadd <128 x half> %a, %b
  ret <128 x half> %s
}

; Left alone: an offset that does not fit, one that is not a multiple of four bytes, another parent, another element.
; CHECK-LABEL: @other(
; CHECK-COUNT-5: wrregion
; CHECK: ret
define void @other(<16 x i32> %base, <16 x i32> %second) {
  %d = call <16 x i32> @llvm.genx.wrregioni.v16i32.i32.i16.i1(<16 x i32> %base, i32 0, i32 0, i32 1, i32 0, i16 20, i32 undef, i1 true)
  call void @llvm.genx.lsc.prefetch.2d.ugm.desc.v2i8.v1f16(i1 true, <2 x i8> zeroinitializer, i8 1, i16 16, i16 8, <16 x i32> %d, i32 0, i32 0, <1 x half> undef)
  %e = call <16 x i32> @llvm.genx.wrregioni.v16i32.i32.i16.i1(<16 x i32> %base, i32 512, i32 0, i32 1, i32 0, i16 20, i32 undef, i1 true)
  call void @llvm.genx.lsc.prefetch.2d.ugm.desc.v2i8.v1f16(i1 true, <2 x i8> zeroinitializer, i8 1, i16 16, i16 8, <16 x i32> %e, i32 0, i32 0, <1 x half> undef)
  %f = call <16 x i32> @llvm.genx.wrregioni.v16i32.i32.i16.i1(<16 x i32> %base, i32 1, i32 0, i32 1, i32 0, i16 20, i32 undef, i1 true)
  call void @llvm.genx.lsc.prefetch.2d.ugm.desc.v2i8.v1f16(i1 true, <2 x i8> zeroinitializer, i8 1, i16 16, i16 8, <16 x i32> %f, i32 0, i32 0, <1 x half> undef)
  %g = call <16 x i32> @llvm.genx.wrregioni.v16i32.i32.i16.i1(<16 x i32> %second, i32 4, i32 0, i32 1, i32 0, i16 20, i32 undef, i1 true)
  call void @llvm.genx.lsc.prefetch.2d.ugm.desc.v2i8.v1f16(i1 true, <2 x i8> zeroinitializer, i8 1, i16 16, i16 8, <16 x i32> %g, i32 0, i32 0, <1 x half> undef)
  %h = call <16 x i32> @llvm.genx.wrregioni.v16i32.i32.i16.i1(<16 x i32> %base, i32 4, i32 0, i32 1, i32 0, i16 16, i32 undef, i1 true)
  call void @llvm.genx.lsc.prefetch.2d.ugm.desc.v2i8.v1f16(i1 true, <2 x i8> zeroinitializer, i8 1, i16 16, i16 8, <16 x i32> %h, i32 0, i32 0, <1 x half> undef)
  ret void
}
