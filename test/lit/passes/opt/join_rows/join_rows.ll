; Two rows that the same operations compute and that are written side by side are one row of twice the length.
; RUN: %opt -passes='join_rows<bmg>,adce' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll

declare <64 x half> @llvm.genx.wrregionf.v64f16.v16f16.i16.i1(<64 x half>, <16 x half>, i32, i32, i32, i16, i32, i1) memory(none) nounwind willreturn
declare half @llvm.genx.rdregionf.f16.v64f16.i16(<64 x half>, i32, i32, i32, i16, i32) memory(none) nounwind willreturn
declare <16 x half> @llvm.genx.rdregionf.v16f16.v64f16.i16(<64 x half>, i32, i32, i32, i16, i32) memory(none) nounwind willreturn
declare <16 x half> @llvm.fmuladd.v16f16(<16 x half>, <16 x half>, <16 x half>)

; Every second element: the values that both rows read are doubled once for all rows.
; CHECK-LABEL: @woven
; CHECK: fsub <32 x half>
; CHECK: fmul <32 x half>
; CHECK: fadd <32 x half>
; CHECK: fsub <32 x half>
; CHECK: fmul <32 x half>
; CHECK: [[M:%.*]] = fadd <32 x half>
; CHECK-NEXT: [[W:%.*]] = call <64 x half> @llvm.genx.wrregionf.v64f16.v32f16.i16.i1(<64 x half> {{.*}}, <32 x half> [[M]], i32 32, i32 32, i32 1, i16 64,
; CHECK-NEXT: ret <64 x half> [[W]]
define <64 x half> @woven(<16 x i16> %x0, <16 x i16> %x1, <16 x i16> %x2, <16 x i16> %x3, <16 x half> %z, <16 x half> %k) {
  %h0 = bitcast <16 x i16> %x0 to <16 x half>
  %s0 = fsub <16 x half> %h0, %z
  %t0 = fmul <16 x half> %s0, %k
  %m0 = fadd <16 x half> %t0, %z
  %a = call <64 x half> @llvm.genx.wrregionf.v64f16.v16f16.i16.i1(<64 x half> undef, <16 x half> %m0, i32 32, i32 16, i32 2, i16 0, i32 undef, i1 true)
  %h1 = bitcast <16 x i16> %x1 to <16 x half>
  %s1 = fsub <16 x half> %h1, %z
  %t1 = fmul <16 x half> %s1, %k
  %m1 = fadd <16 x half> %t1, %z
  %b = call <64 x half> @llvm.genx.wrregionf.v64f16.v16f16.i16.i1(<64 x half> %a, <16 x half> %m1, i32 32, i32 16, i32 2, i16 2, i32 undef, i1 true)
  %h2 = bitcast <16 x i16> %x2 to <16 x half>
  %s2 = fsub <16 x half> %h2, %z
  %t2 = fmul <16 x half> %s2, %k
  %m2 = fadd <16 x half> %t2, %z
  %c = call <64 x half> @llvm.genx.wrregionf.v64f16.v16f16.i16.i1(<64 x half> %b, <16 x half> %m2, i32 32, i32 16, i32 2, i16 64, i32 undef, i1 true)
  %h3 = bitcast <16 x i16> %x3 to <16 x half>
  %s3 = fsub <16 x half> %h3, %z
  %t3 = fmul <16 x half> %s3, %k
  %m3 = fadd <16 x half> %t3, %z
  %d = call <64 x half> @llvm.genx.wrregionf.v64f16.v16f16.i16.i1(<64 x half> %c, <16 x half> %m3, i32 32, i32 16, i32 2, i16 66, i32 undef, i1 true)
  ret <64 x half> %d
}

; The odd elements first, and another write between.
; CHECK-LABEL: @apart
; CHECK: [[M:%.*]] = fmul <32 x half>
; CHECK-NEXT: call <64 x half> @llvm.genx.wrregionf.v64f16.v32f16.i16.i1(<64 x half> {{.*}}, <32 x half> [[M]], i32 32, i32 32, i32 1, i16 0,
define <64 x half> @apart(<16 x i16> %x0, <16 x i16> %x1, <16 x half> %z, <16 x half> %k) {
  %h1 = bitcast <16 x i16> %x1 to <16 x half>
  %s1 = fsub <16 x half> %h1, <half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000>
  %m1 = fmul <16 x half> %s1, <half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000>
  %a = call <64 x half> @llvm.genx.wrregionf.v64f16.v16f16.i16.i1(<64 x half> undef, <16 x half> %m1, i32 32, i32 16, i32 2, i16 2, i32 undef, i1 true)
  %b = call <64 x half> @llvm.genx.wrregionf.v64f16.v16f16.i16.i1(<64 x half> %a, <16 x half> %z, i32 16, i32 16, i32 1, i16 64, i32 undef, i1 true)
  %h0 = bitcast <16 x i16> %x0 to <16 x half>
  %s0 = fsub <16 x half> %h0, <half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000>
  %m0 = fmul <16 x half> %s0, <half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000>
  %c = call <64 x half> @llvm.genx.wrregionf.v64f16.v16f16.i16.i1(<64 x half> %b, <16 x half> %m0, i32 32, i32 16, i32 2, i16 0, i32 undef, i1 true)
  ret <64 x half> %c
}

; Rows one after another.
; CHECK-LABEL: @after
; CHECK: [[M:%.*]] = fadd <32 x half>
; CHECK-NEXT: call <64 x half> @llvm.genx.wrregionf.v64f16.v32f16.i16.i1(<64 x half> {{.*}}, <32 x half> [[M]], i32 32, i32 32, i32 1, i16 0,
define <64 x half> @after(<16 x half> %y0, <16 x half> %y1) {
  %s0 = fsub <16 x half> %y0, <half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00>
  %t0 = fmul <16 x half> %s0, <half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000>
  %m0 = fadd <16 x half> %t0, <half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000>
  %a = call <64 x half> @llvm.genx.wrregionf.v64f16.v16f16.i16.i1(<64 x half> undef, <16 x half> %m0, i32 16, i32 16, i32 1, i16 0, i32 undef, i1 true)
  %s1 = fsub <16 x half> %y1, <half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00>
  %t1 = fmul <16 x half> %s1, <half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000>
  %m1 = fadd <16 x half> %t1, <half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000>
  %b = call <64 x half> @llvm.genx.wrregionf.v64f16.v16f16.i16.i1(<64 x half> %a, <16 x half> %m1, i32 16, i32 16, i32 1, i16 32, i32 undef, i1 true)
  ret <64 x half> %b
}

; Neighbouring elements for all lanes of a row are read by one region.
; CHECK-LABEL: @neighbours
; CHECK: call <32 x half> @llvm.genx.rdregionf.v32f16.v64f16.i16(<64 x half> %v, i32 0, i32 2, i32 1, i16 8,
; CHECK: fmul <32 x half>
; CHECK-NOT: fmul
define <64 x half> @neighbours(<16 x i16> %x0, <16 x i16> %x1, <64 x half> %v) {
  %e0 = call half @llvm.genx.rdregionf.f16.v64f16.i16(<64 x half> %v, i32 0, i32 1, i32 0, i16 8, i32 undef)
  %i0 = insertelement <16 x half> poison, half %e0, i64 0
  %p0 = shufflevector <16 x half> %i0, <16 x half> poison, <16 x i32> zeroinitializer
  %h0 = bitcast <16 x i16> %x0 to <16 x half>
  %s0 = fsub <16 x half> %h0, <half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000>
  %m0 = fmul <16 x half> %s0, %p0
  %a = call <64 x half> @llvm.genx.wrregionf.v64f16.v16f16.i16.i1(<64 x half> undef, <16 x half> %m0, i32 32, i32 16, i32 2, i16 0, i32 undef, i1 true)
  %e1 = call half @llvm.genx.rdregionf.f16.v64f16.i16(<64 x half> %v, i32 0, i32 1, i32 0, i16 10, i32 undef)
  %i1 = insertelement <16 x half> poison, half %e1, i64 0
  %p1 = shufflevector <16 x half> %i1, <16 x half> poison, <16 x i32> zeroinitializer
  %h1 = bitcast <16 x i16> %x1 to <16 x half>
  %s1 = fsub <16 x half> %h1, <half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000>
  %m1 = fmul <16 x half> %s1, %p1
  %b = call <64 x half> @llvm.genx.wrregionf.v64f16.v16f16.i16.i1(<64 x half> %a, <16 x half> %m1, i32 32, i32 16, i32 2, i16 2, i32 undef, i1 true)
  ret <64 x half> %b
}

; Not joined: the first row has another user.
; CHECK-LABEL: @read_between
; CHECK-NOT: <32 x half>
; CHECK: ret
define <64 x half> @read_between(<16 x i16> %x0, <16 x i16> %x1, <16 x half> %z, <16 x half> %k) {
  %h0 = bitcast <16 x i16> %x0 to <16 x half>
  %s0 = fsub <16 x half> %h0, %z
  %m0 = fmul <16 x half> %s0, %k
  %a = call <64 x half> @llvm.genx.wrregionf.v64f16.v16f16.i16.i1(<64 x half> undef, <16 x half> %m0, i32 32, i32 16, i32 2, i16 0, i32 undef, i1 true)
  %r = call <16 x half> @llvm.genx.rdregionf.v16f16.v64f16.i16(<64 x half> %a, i32 0, i32 16, i32 1, i16 0, i32 undef)
  %h1 = bitcast <16 x i16> %x1 to <16 x half>
  %s1 = fsub <16 x half> %h1, %r
  %m1 = fmul <16 x half> %s1, %k
  %b = call <64 x half> @llvm.genx.wrregionf.v64f16.v16f16.i16.i1(<64 x half> %a, <16 x half> %m1, i32 32, i32 16, i32 2, i16 2, i32 undef, i1 true)
  ret <64 x half> %b
}

; Not joined: a write between overwrites a part of the second row's place.
; CHECK-LABEL: @overwritten
; CHECK-NOT: <32 x half>
; CHECK: ret
define <64 x half> @overwritten(<16 x i16> %x0, <16 x i16> %x1, <16 x half> %z, <16 x half> %k) {
  %h0 = bitcast <16 x i16> %x0 to <16 x half>
  %s0 = fsub <16 x half> %h0, %z
  %m0 = fmul <16 x half> %s0, %k
  %a = call <64 x half> @llvm.genx.wrregionf.v64f16.v16f16.i16.i1(<64 x half> undef, <16 x half> %m0, i32 32, i32 16, i32 2, i16 0, i32 undef, i1 true)
  %b = call <64 x half> @llvm.genx.wrregionf.v64f16.v16f16.i16.i1(<64 x half> %a, <16 x half> %z, i32 16, i32 16, i32 1, i16 32, i32 undef, i1 true)
  %h1 = bitcast <16 x i16> %x1 to <16 x half>
  %s1 = fsub <16 x half> %h1, %z
  %m1 = fmul <16 x half> %s1, %k
  %c = call <64 x half> @llvm.genx.wrregionf.v64f16.v16f16.i16.i1(<64 x half> %b, <16 x half> %m1, i32 32, i32 16, i32 2, i16 2, i32 undef, i1 true)
  ret <64 x half> %c
}

; Not joined: a write between overwrites a part of the first row.
; CHECK-LABEL: @first_overwritten
; CHECK-NOT: <32 x half>
; CHECK: ret
define <64 x half> @first_overwritten(<16 x i16> %x0, <16 x i16> %x1, <16 x half> %z, <16 x half> %k) {
  %h0 = bitcast <16 x i16> %x0 to <16 x half>
  %s0 = fsub <16 x half> %h0, %z
  %m0 = fmul <16 x half> %s0, %k
  %a = call <64 x half> @llvm.genx.wrregionf.v64f16.v16f16.i16.i1(<64 x half> undef, <16 x half> %m0, i32 32, i32 16, i32 2, i16 0, i32 undef, i1 true)
  %b = call <64 x half> @llvm.genx.wrregionf.v64f16.v16f16.i16.i1(<64 x half> %a, <16 x half> %z, i32 64, i32 16, i32 4, i16 4, i32 undef, i1 true)
  %h1 = bitcast <16 x i16> %x1 to <16 x half>
  %s1 = fsub <16 x half> %h1, %z
  %m1 = fmul <16 x half> %s1, %k
  %c = call <64 x half> @llvm.genx.wrregionf.v64f16.v16f16.i16.i1(<64 x half> %b, <16 x half> %m1, i32 32, i32 16, i32 2, i16 2, i32 undef, i1 true)
  ret <64 x half> %c
}

; Not joined: the operations have different flags.
; CHECK-LABEL: @other_flags
; CHECK-NOT: fmul <32 x half>
; CHECK: ret
define <64 x half> @other_flags(<16 x i16> %x0, <16 x i16> %x1, <16 x half> %z, <16 x half> %k) {
  %h0 = bitcast <16 x i16> %x0 to <16 x half>
  %s0 = fsub <16 x half> %h0, %z
  %m0 = fmul <16 x half> %s0, %k
  %a = call <64 x half> @llvm.genx.wrregionf.v64f16.v16f16.i16.i1(<64 x half> undef, <16 x half> %m0, i32 32, i32 16, i32 2, i16 0, i32 undef, i1 true)
  %h1 = bitcast <16 x i16> %x1 to <16 x half>
  %s1 = fsub <16 x half> %h1, %z
  %m1 = fmul contract <16 x half> %s1, %k
  %b = call <64 x half> @llvm.genx.wrregionf.v64f16.v16f16.i16.i1(<64 x half> %a, <16 x half> %m1, i32 32, i32 16, i32 2, i16 2, i32 undef, i1 true)
  ret <64 x half> %b
}
