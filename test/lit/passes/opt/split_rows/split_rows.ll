; A matrix of the whole register file, 4 rows of 256, that is accessed by columns is split into its rows.
; RUN: %opt -passes='set_genx_attrs,function(split_rows,adce)' -S %s | %FileCheck %s
declare <32 x float> @llvm.genx.rdregionf.v32f32.v1024f32.i16(<1024 x float>, i32, i32, i32, i16, i32)
declare <256 x float> @llvm.genx.rdregionf.v256f32.v1024f32.i16(<1024 x float>, i32, i32, i32, i16, i32)
declare <1024 x float> @llvm.genx.wrregionf.v1024f32.v32f32.i16.i1(<1024 x float>, <32 x float>, i32, i32, i32, i16, i32, i1)
declare <1024 x float> @llvm.genx.wrregionf.v1024f32.f32.i16.i1(<1024 x float>, float, i32, i32, i32, i16, i32, i1)
declare <1024 x float> @llvm.genx.wrregionf.v1024f32.v32f32.i16.v32i1(<1024 x float>, <32 x float>, i32, i32, i32, i16, i32, <32 x i1>)

; The PHI becomes one per row; each row is read and written at the computed place; a whole row is the row.
; CHECK-LABEL: @columns(
; CHECK-COUNT-4: phi <256 x float> [ zeroinitializer, %entry ]
; CHECK: call <8 x float> @llvm.genx.rdregionf.v8f32.v256f32.i16(<256 x float> {{.*}}, i32 {{[0-9]+}}, i32 8, i32 1, i16 %o,
; CHECK: call <256 x float> @llvm.genx.wrregionf.v256f32.v8f32.i16.i1(<256 x float> {{.*}}, <8 x float> {{.*}}, i32 {{[0-9]+}}, i32 8, i32 1, i16 %o,
; CHECK-NOT: <1024 x float>
; CHECK: ret <256 x float>
define <256 x float> @columns(i16 %n, <32 x float> %x) {
entry:
  br label %loop
loop:
  %m = phi <1024 x float> [ zeroinitializer, %entry ], [ %w, %loop ]
  %i = phi i16 [ 0, %entry ], [ %next, %loop ]
  %o = shl i16 %i, 5
  %r = call <32 x float> @llvm.genx.rdregionf.v32f32.v1024f32.i16(<1024 x float> %m, i32 256, i32 8, i32 1, i16 %o, i32 undef)
  %s = fadd <32 x float> %r, %x
  %w = call <1024 x float> @llvm.genx.wrregionf.v1024f32.v32f32.i16.i1(<1024 x float> %m, <32 x float> %s, i32 256, i32 8, i32 1, i16 %o, i32 undef, i1 true)
  %next = add i16 %i, 1
  %more = icmp ult i16 %next, %n
  br i1 %more, label %loop, label %end
end:
  %row = call <256 x float> @llvm.genx.rdregionf.v256f32.v1024f32.i16(<1024 x float> %w, i32 0, i32 256, i32 1, i16 2048, i32 undef)
  ret <256 x float> %row
}

; An element of row 1 at a count that ends with its loop.
; CHECK-LABEL: @element(
; CHECK: call <256 x float> @llvm.genx.wrregionf.v256f32.f32.i16.i1(<256 x float> {{.*}}, float -1.000000e+00, i32 0, i32 1, i32 0, i16 %b,
; CHECK-NOT: <1024 x float>
; CHECK: ret <256 x float>
define <256 x float> @element(i16 %o, i32 %from, <32 x float> %x) {
entry:
  %start = and i32 %from, 255
  %v = call <1024 x float> @llvm.genx.wrregionf.v1024f32.v32f32.i16.i1(<1024 x float> zeroinitializer, <32 x float> %x, i32 256, i32 8, i32 1, i16 %o, i32 undef, i1 true)
  br label %loop
loop:
  %m = phi <1024 x float> [ %v, %entry ], [ %w, %loop ]
  %i = phi i32 [ %start, %entry ], [ %next, %loop ]
  %t = trunc i32 %i to i16
  %b = shl i16 %t, 2
  %o1 = or i16 %b, 1024
  %w = call <1024 x float> @llvm.genx.wrregionf.v1024f32.f32.i16.i1(<1024 x float> %m, float -1.0, i32 0, i32 1, i32 0, i16 %o1, i32 undef, i1 true)
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %i, 255
  br i1 %more, label %loop, label %end
end:
  %row = call <256 x float> @llvm.genx.rdregionf.v256f32.v1024f32.i16(<1024 x float> %w, i32 0, i32 256, i32 1, i16 1024, i32 undef)
  ret <256 x float> %row
}

; Wholes: a loop that goes one element too far, a masked write, rows that overlap a little, and a use of the matrix itself.
; CHECK-LABEL: @too_far(
; CHECK: phi <1024 x float>
; CHECK-LABEL: @masked(
; CHECK: call <1024 x float> @llvm.genx.wrregionf.v1024f32.v32f32.i16.v32i1
; CHECK-LABEL: @between(
; CHECK: call <256 x float> @llvm.genx.rdregionf.v256f32.v1024f32.i16(<1024 x float> %v, {{.*}} i16 4,
; CHECK-LABEL: @whole(
; CHECK: call <1024 x float> @llvm.genx.wrregionf.v1024f32.v32f32.i16.i1
define <256 x float> @too_far(i16 %o, i32 %from, <32 x float> %x) {
entry:
  %start = and i32 %from, 255
  %v = call <1024 x float> @llvm.genx.wrregionf.v1024f32.v32f32.i16.i1(<1024 x float> zeroinitializer, <32 x float> %x, i32 256, i32 8, i32 1, i16 %o, i32 undef, i1 true)
  br label %loop
loop:
  %m = phi <1024 x float> [ %v, %entry ], [ %w, %loop ]
  %i = phi i32 [ %start, %entry ], [ %next, %loop ]
  %t = trunc i32 %i to i16
  %b = shl i16 %t, 2
  %w = call <1024 x float> @llvm.genx.wrregionf.v1024f32.f32.i16.i1(<1024 x float> %m, float -1.0, i32 0, i32 1, i32 0, i16 %b, i32 undef, i1 true)
  %next = add nuw nsw i32 %i, 1
  %more = icmp ule i32 %i, 255
  br i1 %more, label %loop, label %end
end:
  %row = call <256 x float> @llvm.genx.rdregionf.v256f32.v1024f32.i16(<1024 x float> %w, i32 0, i32 256, i32 1, i16 0, i32 undef)
  ret <256 x float> %row
}
define <256 x float> @masked(i16 %o, <32 x float> %x, <32 x i1> %p) {
  %v = call <1024 x float> @llvm.genx.wrregionf.v1024f32.v32f32.i16.v32i1(<1024 x float> zeroinitializer, <32 x float> %x, i32 256, i32 8, i32 1, i16 %o, i32 undef, <32 x i1> %p)
  %row = call <256 x float> @llvm.genx.rdregionf.v256f32.v1024f32.i16(<1024 x float> %v, i32 0, i32 256, i32 1, i16 0, i32 undef)
  ret <256 x float> %row
}
define <256 x float> @between(i16 %o, <32 x float> %x) {
  %v = call <1024 x float> @llvm.genx.wrregionf.v1024f32.v32f32.i16.i1(<1024 x float> zeroinitializer, <32 x float> %x, i32 256, i32 8, i32 1, i16 %o, i32 undef, i1 true)
  %row = call <256 x float> @llvm.genx.rdregionf.v256f32.v1024f32.i16(<1024 x float> %v, i32 0, i32 256, i32 1, i16 4, i32 undef)
  ret <256 x float> %row
}
define <1024 x float> @whole(i16 %o, <32 x float> %x) {
  %v = call <1024 x float> @llvm.genx.wrregionf.v1024f32.v32f32.i16.i1(<1024 x float> zeroinitializer, <32 x float> %x, i32 256, i32 8, i32 1, i16 %o, i32 undef, i1 true)
  ret <1024 x float> %v
}
