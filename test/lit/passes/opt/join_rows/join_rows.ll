; Two rows that the same operations compute and that are written side by side are one row of twice the length.
; RUN: %opt -passes='join_rows<bmg>,adce' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll

declare <64 x half> @llvm.genx.wrregionf.v64f16.v16f16.i16.i1(<64 x half>, <16 x half>, i32, i32, i32, i16, i32, i1) memory(none) nounwind willreturn
declare half @llvm.genx.rdregionf.f16.v64f16.i16(<64 x half>, i32, i32, i32, i16, i32) memory(none) nounwind willreturn
declare <16 x half> @llvm.genx.rdregionf.v16f16.v64f16.i16(<64 x half>, i32, i32, i32, i16, i32) memory(none) nounwind willreturn
declare <64 x half> @llvm.genx.wrregionf.v64f16.f16.i16.i1(<64 x half>, half, i32, i32, i32, i16, i32, i1) memory(none) nounwind willreturn
declare <16 x i8> @llvm.genx.rdregioni.v16i8.v128i8.i16(<128 x i8>, i32, i32, i32, i16, i32) memory(none) nounwind willreturn
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

; A lane of the first row that is written again before the second row keeps its last value.
; CHECK-LABEL: @replaced
; CHECK-NOT: <32 x half>
; CHECK: ret <64 x half>
define <64 x half> @replaced(<16 x half> %y0, <16 x half> %y1, half %k) {
  %s0 = fsub <16 x half> %y0, <half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00>
  %t0 = fmul <16 x half> %s0, <half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000>
  %m0 = fadd <16 x half> %t0, <half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000>
  %a = call <64 x half> @llvm.genx.wrregionf.v64f16.v16f16.i16.i1(<64 x half> undef, <16 x half> %m0, i32 16, i32 16, i32 1, i16 0, i32 undef, i1 true)
  %c = call <64 x half> @llvm.genx.wrregionf.v64f16.f16.i16.i1(<64 x half> %a, half %k, i32 0, i32 1, i32 0, i16 6, i32 undef, i1 true)
  %s1 = fsub <16 x half> %y1, <half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00, half 0xH3C00>
  %t1 = fmul <16 x half> %s1, <half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000>
  %m1 = fadd <16 x half> %t1, <half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000, half 0xH4000>
  %b = call <64 x half> @llvm.genx.wrregionf.v64f16.v16f16.i16.i1(<64 x half> %c, <16 x half> %m1, i32 16, i32 16, i32 1, i16 32, i32 undef, i1 true)
  ret <64 x half> %b
}

; Bytes that halves replace in place: both slices are read before the first row is written.
; CHECK-LABEL: @in_place
; CHECK: [[V:%.*]] = bitcast <64 x half> %v to <128 x i8>
; CHECK: [[B:%.*]] = call <32 x i8> @llvm.genx.rdregioni.v32i8.v128i8.i16(<128 x i8> {{.*}}, i32 32, i32 32, i32 1, i16 64,
; CHECK: [[X:%.*]] = zext <32 x i8> [[B]] to <32 x i16>
; CHECK: or <32 x i16> [[X]]
; CHECK: [[S:%.*]] = fsub <32 x half>
; CHECK: call <64 x half> @llvm.genx.wrregionf.v64f16.v32f16.i16.i1(<64 x half> {{.*}}, <32 x half> [[S]], i32 32, i32 32, i32 1, i16 0,
; CHECK: call <32 x i8> @llvm.genx.rdregioni.v32i8.v128i8.i16(<128 x i8> {{.*}}, i32 32, i32 32, i32 1, i16 96,
; CHECK: call <64 x half> @llvm.genx.wrregionf.v64f16.v32f16.i16.i1(<64 x half> {{.*}}, <32 x half> {{.*}}, i32 32, i32 32, i32 1, i16 64,
define <64 x half> @in_place(<64 x half> %v) {
  %v0 = bitcast <64 x half> %v to <128 x i8>
  %b0 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v128i8.i16(<128 x i8> %v0, i32 16, i32 16, i32 1, i16 64, i32 undef)
  %x0 = zext <16 x i8> %b0 to <16 x i16>
  %o0 = or <16 x i16> %x0, <i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600>
  %h0 = bitcast <16 x i16> %o0 to <16 x half>
  %s0 = fsub <16 x half> %h0, <half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400>
  %w0 = call <64 x half> @llvm.genx.wrregionf.v64f16.v16f16.i16.i1(<64 x half> %v, <16 x half> %s0, i32 16, i32 16, i32 1, i16 0, i32 undef, i1 true)
  %v1 = bitcast <64 x half> %w0 to <128 x i8>
  %b1 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v128i8.i16(<128 x i8> %v1, i32 16, i32 16, i32 1, i16 80, i32 undef)
  %x1 = zext <16 x i8> %b1 to <16 x i16>
  %o1 = or <16 x i16> %x1, <i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600>
  %h1 = bitcast <16 x i16> %o1 to <16 x half>
  %s1 = fsub <16 x half> %h1, <half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400>
  %w1 = call <64 x half> @llvm.genx.wrregionf.v64f16.v16f16.i16.i1(<64 x half> %w0, <16 x half> %s1, i32 16, i32 16, i32 1, i16 32, i32 undef, i1 true)
  %v2 = bitcast <64 x half> %w1 to <128 x i8>
  %b2 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v128i8.i16(<128 x i8> %v2, i32 16, i32 16, i32 1, i16 96, i32 undef)
  %x2 = zext <16 x i8> %b2 to <16 x i16>
  %o2 = or <16 x i16> %x2, <i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600>
  %h2 = bitcast <16 x i16> %o2 to <16 x half>
  %s2 = fsub <16 x half> %h2, <half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400>
  %w2 = call <64 x half> @llvm.genx.wrregionf.v64f16.v16f16.i16.i1(<64 x half> %w1, <16 x half> %s2, i32 16, i32 16, i32 1, i16 64, i32 undef, i1 true)
  %v3 = bitcast <64 x half> %w2 to <128 x i8>
  %b3 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v128i8.i16(<128 x i8> %v3, i32 16, i32 16, i32 1, i16 112, i32 undef)
  %x3 = zext <16 x i8> %b3 to <16 x i16>
  %o3 = or <16 x i16> %x3, <i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600>
  %h3 = bitcast <16 x i16> %o3 to <16 x half>
  %s3 = fsub <16 x half> %h3, <half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400>
  %w3 = call <64 x half> @llvm.genx.wrregionf.v64f16.v16f16.i16.i1(<64 x half> %w2, <16 x half> %s3, i32 16, i32 16, i32 1, i16 96, i32 undef, i1 true)
  ret <64 x half> %w3
}

; The first row replaces bytes that the second row reads.
; CHECK-LABEL: @replaces_bytes
; CHECK-NOT: <32 x i8>
; CHECK: ret <64 x half>
define <64 x half> @replaces_bytes(<64 x half> %v) {
  %v0 = bitcast <64 x half> %v to <128 x i8>
  %b0 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v128i8.i16(<128 x i8> %v0, i32 16, i32 16, i32 1, i16 0, i32 undef)
  %x0 = zext <16 x i8> %b0 to <16 x i16>
  %o0 = or <16 x i16> %x0, <i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600>
  %h0 = bitcast <16 x i16> %o0 to <16 x half>
  %s0 = fsub <16 x half> %h0, <half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400>
  %w0 = call <64 x half> @llvm.genx.wrregionf.v64f16.v16f16.i16.i1(<64 x half> %v, <16 x half> %s0, i32 16, i32 16, i32 1, i16 0, i32 undef, i1 true)
  %v1 = bitcast <64 x half> %w0 to <128 x i8>
  %b1 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v128i8.i16(<128 x i8> %v1, i32 16, i32 16, i32 1, i16 16, i32 undef)
  %x1 = zext <16 x i8> %b1 to <16 x i16>
  %o1 = or <16 x i16> %x1, <i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600>
  %h1 = bitcast <16 x i16> %o1 to <16 x half>
  %s1 = fsub <16 x half> %h1, <half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400>
  %w1 = call <64 x half> @llvm.genx.wrregionf.v64f16.v16f16.i16.i1(<64 x half> %w0, <16 x half> %s1, i32 16, i32 16, i32 1, i16 32, i32 undef, i1 true)
  ret <64 x half> %w1
}

; Even and odd bytes become even and odd halves. Rows that are read back and written again are one write.
; CHECK-LABEL: @read_back
; CHECK: [[B:%.*]] = call <32 x i8> @llvm.genx.rdregioni.v32i8.v128i8.i16(<128 x i8> %x, i32 32, i32 32, i32 1, i16 32,
; CHECK: zext <32 x i8> [[B]] to <32 x i16>
; CHECK: fsub <32 x half>
; CHECK: [[M:%.*]] = fmul <32 x half>
; CHECK-NEXT: [[W:%.*]] = call <64 x half> @llvm.genx.wrregionf.v64f16.v32f16.i16.i1(<64 x half> undef, <32 x half> [[M]], i32 32, i32 32, i32 1, i16 64,
; CHECK-NEXT: ret <64 x half> [[W]]
define <64 x half> @read_back(<128 x i8> %x, half %k) {
  %k0 = insertelement <16 x half> poison, half %k, i64 0
  %kk = shufflevector <16 x half> %k0, <16 x half> poison, <16 x i32> zeroinitializer
  %b0 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v128i8.i16(<128 x i8> %x, i32 32, i32 16, i32 2, i16 32, i32 undef)
  %x0 = zext <16 x i8> %b0 to <16 x i16>
  %o0 = or <16 x i16> %x0, <i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600>
  %h0 = bitcast <16 x i16> %o0 to <16 x half>
  %s0 = fsub <16 x half> %h0, <half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400>
  %w0 = call <64 x half> @llvm.genx.wrregionf.v64f16.v16f16.i16.i1(<64 x half> undef, <16 x half> %s0, i32 32, i32 16, i32 2, i16 64, i32 undef, i1 true)
  %r0 = call <16 x half> @llvm.genx.rdregionf.v16f16.v64f16.i16(<64 x half> %w0, i32 32, i32 16, i32 2, i16 64, i32 undef)
  %m0 = fmul <16 x half> %r0, %kk
  %u0 = call <64 x half> @llvm.genx.wrregionf.v64f16.v16f16.i16.i1(<64 x half> %w0, <16 x half> %m0, i32 32, i32 16, i32 2, i16 64, i32 undef, i1 true)
  %b1 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v128i8.i16(<128 x i8> %x, i32 32, i32 16, i32 2, i16 33, i32 undef)
  %x1 = zext <16 x i8> %b1 to <16 x i16>
  %o1 = or <16 x i16> %x1, <i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600, i16 25600>
  %h1 = bitcast <16 x i16> %o1 to <16 x half>
  %s1 = fsub <16 x half> %h1, <half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400, half 0xH6400>
  %w1 = call <64 x half> @llvm.genx.wrregionf.v64f16.v16f16.i16.i1(<64 x half> %u0, <16 x half> %s1, i32 32, i32 16, i32 2, i16 66, i32 undef, i1 true)
  %r1 = call <16 x half> @llvm.genx.rdregionf.v16f16.v64f16.i16(<64 x half> %w1, i32 32, i32 16, i32 2, i16 66, i32 undef)
  %m1 = fmul <16 x half> %r1, %kk
  %u1 = call <64 x half> @llvm.genx.wrregionf.v64f16.v16f16.i16.i1(<64 x half> %w1, <16 x half> %m1, i32 32, i32 16, i32 2, i16 66, i32 undef, i1 true)
  ret <64 x half> %u1
}
