; One offset of a chain is known only at run time: that of the inner region, or of the outer one. The constant part of the
; other is added to it.
; RUN: %opt -passes='set_genx_attrs,function(collapse_regions)' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: for k in inner inner_rows inner_odd outer outer_row inner_write outer_write inner_cast outer_cast two inner_wide; do %genx_eval --compare %s %t.ll --kernel $k --rounds 200 || exit 1; done
declare <8 x i32> @llvm.genx.rdregioni.v8i32.v32i32.i16(<32 x i32>, i32, i32, i32, i16, i32)
declare <4 x i32> @llvm.genx.rdregioni.v4i32.v8i32.i16(<8 x i32>, i32, i32, i32, i16, i32)
declare <2 x i32> @llvm.genx.rdregioni.v2i32.v8i32.i16(<8 x i32>, i32, i32, i32, i16, i32)
declare <4 x i16> @llvm.genx.rdregioni.v4i16.v16i16.i16(<16 x i16>, i32, i32, i32, i16, i32)
declare i32 @llvm.genx.rdregioni.i32.v8i32.i16(<8 x i32>, i32, i32, i32, i16, i32)
declare <8 x i32> @llvm.genx.wrregioni.v8i32.v4i32.i16.i1(<8 x i32>, <4 x i32>, i32, i32, i32, i16, i32, i1)
declare <32 x i32> @llvm.genx.wrregioni.v32i32.v8i32.i16.i1(<32 x i32>, <8 x i32>, i32, i32, i32, i16, i32, i1)

; Lanes 1, 3, 5, 7 of the eight at %o: the offset grows by 4.
; CHECK-LABEL: @inner(
; CHECK: %[[O:.*]] = add i16 %o, 4
; CHECK-NEXT: call <4 x i32> @llvm.genx.rdregioni.v4i32.v32i32.i16(<32 x i32> %v, i32 {{[0-9]+}}, i32 4, i32 2, i16 %[[O]], i32
; CHECK-NEXT: ret
define <4 x i32> @inner(<32 x i32> %v, i16 %i) {
  %o = and i16 %i, 92
  %a = call <8 x i32> @llvm.genx.rdregioni.v8i32.v32i32.i16(<32 x i32> %v, i32 8, i32 8, i32 1, i16 %o, i32 undef)
  %b = call <4 x i32> @llvm.genx.rdregioni.v4i32.v8i32.i16(<8 x i32> %a, i32 8, i32 4, i32 2, i16 4, i32 undef)
  ret <4 x i32> %b
}

; Two rows of four, eight apart; the last two of each: byte 8 of the first row.
; CHECK-LABEL: @inner_rows(
; CHECK: add i16 %o, 8
; CHECK-NEXT: call <4 x i32> @llvm.genx.rdregioni.v4i32.v32i32.i16(<32 x i32> %v, i32 8, i32 2, i32 1, i16 %
; CHECK-NEXT: ret
define <4 x i32> @inner_rows(<32 x i32> %v, i16 %i) {
  %o = and i16 %i, 60
  %a = call <8 x i32> @llvm.genx.rdregioni.v8i32.v32i32.i16(<32 x i32> %v, i32 8, i32 4, i32 1, i16 %o, i32 undef)
  %b = call <4 x i32> @llvm.genx.rdregioni.v4i32.v8i32.i16(<8 x i32> %a, i32 4, i32 2, i32 1, i16 8, i32 undef)
  ret <4 x i32> %b
}

; Lane 5 of every third element: 60 bytes on.
; CHECK-LABEL: @inner_odd(
; CHECK: add i16 %o, 60
; CHECK-NEXT: call i32 @llvm.genx.rdregioni.i32.v32i32.i16(<32 x i32> %v
define i32 @inner_odd(<32 x i32> %v, i16 %i) {
  %o = and i16 %i, 28
  %a = call <8 x i32> @llvm.genx.rdregioni.v8i32.v32i32.i16(<32 x i32> %v, i32 24, i32 8, i32 3, i16 %o, i32 undef)
  %b = call i32 @llvm.genx.rdregioni.i32.v8i32.i16(<8 x i32> %a, i32 0, i32 1, i32 0, i16 20, i32 undef)
  ret i32 %b
}

; CHECK-LABEL: @outer(
; CHECK: add i16 %o, 32
; CHECK-NEXT: call <2 x i32> @llvm.genx.rdregioni.v2i32.v32i32.i16(<32 x i32> %v
; CHECK-NEXT: ret
define <2 x i32> @outer(<32 x i32> %v, i16 %i) {
  %o = and i16 %i, 20
  %a = call <8 x i32> @llvm.genx.rdregioni.v8i32.v32i32.i16(<32 x i32> %v, i32 8, i32 8, i32 1, i16 32, i32 undef)
  %b = call <2 x i32> @llvm.genx.rdregioni.v2i32.v8i32.i16(<8 x i32> %a, i32 2, i32 2, i32 1, i16 %o, i32 undef)
  ret <2 x i32> %b
}

; Rows that are apart: a variable offset does not lead to a region.
; CHECK-LABEL: @outer_row(
; CHECK-COUNT-2: rdregioni
define <2 x i32> @outer_row(<32 x i32> %v, i16 %i) {
  %o = and i16 %i, 20
  %a = call <8 x i32> @llvm.genx.rdregioni.v8i32.v32i32.i16(<32 x i32> %v, i32 8, i32 4, i32 1, i16 32, i32 undef)
  %b = call <2 x i32> @llvm.genx.rdregioni.v2i32.v8i32.i16(<8 x i32> %a, i32 2, i32 2, i32 1, i16 %o, i32 undef)
  ret <2 x i32> %b
}

; CHECK-LABEL: @inner_write(
; CHECK: add i16 %o, 4
; CHECK-NEXT: call <32 x i32> @llvm.genx.wrregioni.v32i32.v4i32.i16.i1(<32 x i32> %v, <4 x i32> %x, i32 {{[0-9]+}}, i32 4, i32 2, i16 %
; CHECK-NEXT: ret
define <32 x i32> @inner_write(<32 x i32> %v, <4 x i32> %x, i16 %i) {
  %o = and i16 %i, 92
  %a = call <8 x i32> @llvm.genx.rdregioni.v8i32.v32i32.i16(<32 x i32> %v, i32 8, i32 8, i32 1, i16 %o, i32 undef)
  %b = call <8 x i32> @llvm.genx.wrregioni.v8i32.v4i32.i16.i1(<8 x i32> %a, <4 x i32> %x, i32 8, i32 4, i32 2, i16 4, i32 undef, i1 true)
  %c = call <32 x i32> @llvm.genx.wrregioni.v32i32.v8i32.i16.i1(<32 x i32> %v, <8 x i32> %b, i32 8, i32 8, i32 1, i16 %o, i32 undef, i1 true)
  ret <32 x i32> %c
}

; CHECK-LABEL: @outer_write(
; CHECK: add i16 %o, 64
; CHECK-NEXT: call <32 x i32> @llvm.genx.wrregioni.v32i32.v4i32.i16.i1(<32 x i32> %v, <4 x i32> %x
; CHECK-NEXT: ret
define <32 x i32> @outer_write(<32 x i32> %v, <4 x i32> %x, i16 %i) {
  %o = and i16 %i, 12
  %a = call <8 x i32> @llvm.genx.rdregioni.v8i32.v32i32.i16(<32 x i32> %v, i32 8, i32 8, i32 1, i16 64, i32 undef)
  %b = call <8 x i32> @llvm.genx.wrregioni.v8i32.v4i32.i16.i1(<8 x i32> %a, <4 x i32> %x, i32 4, i32 4, i32 1, i16 %o, i32 undef, i1 true)
  %c = call <32 x i32> @llvm.genx.wrregioni.v32i32.v8i32.i16.i1(<32 x i32> %v, <8 x i32> %b, i32 8, i32 8, i32 1, i16 64, i32 undef, i1 true)
  ret <32 x i32> %c
}

; Words of dwords at a variable offset: not handled.
; CHECK-LABEL: @inner_cast(
; CHECK-COUNT-2: rdregioni
define <4 x i16> @inner_cast(<32 x i32> %v, i16 %i) {
  %o = and i16 %i, 92
  %a = call <8 x i32> @llvm.genx.rdregioni.v8i32.v32i32.i16(<32 x i32> %v, i32 8, i32 8, i32 1, i16 %o, i32 undef)
  %c = bitcast <8 x i32> %a to <16 x i16>
  %b = call <4 x i16> @llvm.genx.rdregioni.v4i16.v16i16.i16(<16 x i16> %c, i32 8, i32 4, i32 2, i16 2, i32 undef)
  ret <4 x i16> %b
}

; CHECK-LABEL: @outer_cast(
; CHECK: add i16 %o, 32
; CHECK: call <4 x i16> @llvm.genx.rdregioni.v4i16.v64i16.i16(
; CHECK-NEXT: ret
define <4 x i16> @outer_cast(<32 x i32> %v, i16 %i) {
  %o = and i16 %i, 14
  %a = call <8 x i32> @llvm.genx.rdregioni.v8i32.v32i32.i16(<32 x i32> %v, i32 8, i32 8, i32 1, i16 32, i32 undef)
  %c = bitcast <8 x i32> %a to <16 x i16>
  %b = call <4 x i16> @llvm.genx.rdregioni.v4i16.v16i16.i16(<16 x i16> %c, i32 8, i32 4, i32 2, i16 %o, i32 undef)
  ret <4 x i16> %b
}

; Two variable offsets stay.
; CHECK-LABEL: @two(
; CHECK-COUNT-2: rdregioni
define <2 x i32> @two(<32 x i32> %v, i16 %i, i16 %j) {
  %o = and i16 %i, 92
  %p = and i16 %j, 20
  %a = call <8 x i32> @llvm.genx.rdregioni.v8i32.v32i32.i16(<32 x i32> %v, i32 8, i32 8, i32 1, i16 %o, i32 undef)
  %b = call <2 x i32> @llvm.genx.rdregioni.v2i32.v8i32.i16(<8 x i32> %a, i32 2, i32 2, i32 1, i16 %p, i32 undef)
  ret <2 x i32> %b
}

; The inner region's promise on the width of its rows stays with it.
; CHECK-LABEL: @inner_wide(
; CHECK: call <2 x i32> @llvm.genx.rdregioni.v2i32.v32i32.i16(<32 x i32> %v, i32 {{[0-9]+}}, i32 2, i32 3, i16 %{{.*}}, i32 16)
define <2 x i32> @inner_wide(<32 x i32> %v, i16 %i) {
  %o = and i16 %i, 28
  %a = call <8 x i32> @llvm.genx.rdregioni.v8i32.v32i32.i16(<32 x i32> %v, i32 8, i32 8, i32 1, i16 %o, i32 16)
  %b = call <2 x i32> @llvm.genx.rdregioni.v2i32.v8i32.i16(<8 x i32> %a, i32 6, i32 2, i32 3, i16 8, i32 undef)
  ret <2 x i32> %b
}
