; Chains of regions become one region; the old value of a chain stays linear.
; RUN: %opt -passes='set_genx_attrs,function(collapse_regions)' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll --kernel rdrd
; RUN: %genx_eval --compare %s %t.ll --kernel rdcast
; RUN: %genx_eval --compare %s %t.ll --kernel nested
; RUN: %genx_eval --compare %s %t.ll --kernel merge
; RUN: %genx_eval --compare %s %t.ll --kernel whole
; RUN: %genx_eval --compare %s %t.ll --kernel rows
; RUN: %genx_eval --compare %s %t.ll --kernel dead
declare <8 x i32> @llvm.genx.rdregioni.v8i32.v32i32.i16(<32 x i32>, i32, i32, i32, i16, i32)
declare <4 x i32> @llvm.genx.rdregioni.v4i32.v8i32.i16(<8 x i32>, i32, i32, i32, i16, i32)
declare <8 x i16> @llvm.genx.rdregioni.v8i16.v16i16.i16(<16 x i16>, i32, i32, i32, i16, i32)
declare <8 x i32> @llvm.genx.wrregioni.v8i32.v4i32.i16.i1(<8 x i32>, <4 x i32>, i32, i32, i32, i16, i32, i1)
declare <32 x i32> @llvm.genx.wrregioni.v32i32.v8i32.i16.i1(<32 x i32>, <8 x i32>, i32, i32, i32, i16, i32, i1)

; Lanes 1, 3, 5, 7 of lanes 8..15: byte 36, stride 2.
; CHECK-LABEL: @rdrd
; CHECK: call <4 x i32> @llvm.genx.rdregioni.v4i32.v32i32.i16(<32 x i32> %v, i32 {{[0-9]+}}, i32 4, i32 2, i16 36, i32 undef)
; CHECK-NEXT: ret
define <4 x i32> @rdrd(<32 x i32> %v) {
  %a = call <8 x i32> @llvm.genx.rdregioni.v8i32.v32i32.i16(<32 x i32> %v, i32 8, i32 8, i32 1, i16 32, i32 undef)
  %b = call <4 x i32> @llvm.genx.rdregioni.v4i32.v8i32.i16(<8 x i32> %a, i32 8, i32 4, i32 2, i16 4, i32 undef)
  ret <4 x i32> %b
}

; High words of lanes 8..15 through a bitcast: words from byte 34, stride 2.
; CHECK-LABEL: @rdcast
; CHECK: %[[W:.*]] = bitcast <32 x i32> %v to <64 x i16>
; CHECK: call <8 x i16> @llvm.genx.rdregioni.v8i16.v64i16.i16(<64 x i16> %[[W]], i32 16, i32 8, i32 2, i16 34, i32 undef)
define <8 x i16> @rdcast(<32 x i32> %v) {
  %a = call <8 x i32> @llvm.genx.rdregioni.v8i32.v32i32.i16(<32 x i32> %v, i32 8, i32 8, i32 1, i16 32, i32 undef)
  %c = bitcast <8 x i32> %a to <16 x i16>
  %b = call <8 x i16> @llvm.genx.rdregioni.v8i16.v16i16.i16(<16 x i16> %c, i32 16, i32 8, i32 2, i16 2, i32 undef)
  ret <8 x i16> %b
}

; A write into what was read and is written back is a write of those lanes alone.
; CHECK-LABEL: @nested
; CHECK-NOT: rdregion
; CHECK: call <32 x i32> @llvm.genx.wrregioni.v32i32.v4i32.i16.i1(<32 x i32> %v, <4 x i32> %x, i32 {{[0-9]+}}, i32 4, i32 2, i16 36, i32 undef, i1 true)
; CHECK-NEXT: ret
define <32 x i32> @nested(<32 x i32> %v, <4 x i32> %x) {
  %a = call <8 x i32> @llvm.genx.rdregioni.v8i32.v32i32.i16(<32 x i32> %v, i32 8, i32 8, i32 1, i16 32, i32 undef)
  %b = call <8 x i32> @llvm.genx.wrregioni.v8i32.v4i32.i16.i1(<8 x i32> %a, <4 x i32> %x, i32 8, i32 4, i32 2, i16 4, i32 undef, i1 true)
  %c = call <32 x i32> @llvm.genx.wrregioni.v32i32.v8i32.i16.i1(<32 x i32> %v, <8 x i32> %b, i32 8, i32 8, i32 1, i16 32, i32 undef, i1 true)
  ret <32 x i32> %c
}

; CHECK-LABEL: @merge
; CHECK-NOT: select
; CHECK: call <32 x i32> @llvm.genx.wrregioni.v32i32.v8i32.i16.v8i1(<32 x i32> %v, <8 x i32> %x, i32 8, i32 8, i32 1, i16 32, i32 undef, <8 x i1> %m)
define <32 x i32> @merge(<32 x i32> %v, <8 x i32> %x, <8 x i32> %k) {
  %m = icmp sgt <8 x i32> %k, zeroinitializer
  %a = call <8 x i32> @llvm.genx.rdregioni.v8i32.v32i32.i16(<32 x i32> %v, i32 8, i32 8, i32 1, i16 32, i32 undef)
  %s = select <8 x i1> %m, <8 x i32> %x, <8 x i32> %a
  %c = call <32 x i32> @llvm.genx.wrregioni.v32i32.v8i32.i16.i1(<32 x i32> %v, <8 x i32> %s, i32 8, i32 8, i32 1, i16 32, i32 undef, i1 true)
  ret <32 x i32> %c
}

; CHECK-LABEL: @whole
; CHECK-NEXT: ret <8 x i32> %y
define <8 x i32> @whole(<8 x i32> %v, <8 x i32> %y, <32 x i32> %z) {
  %w = call <32 x i32> @llvm.genx.wrregioni.v32i32.v8i32.i16.i1(<32 x i32> %z, <8 x i32> %y, i32 8, i32 8, i32 1, i16 64, i32 undef, i1 true)
  %r = call <8 x i32> @llvm.genx.rdregioni.v8i32.v32i32.i16(<32 x i32> %w, i32 8, i32 8, i32 1, i16 64, i32 undef)
  ret <8 x i32> %r
}

; Two rows of four, then the same column of both: one stride.
; CHECK-LABEL: @rows
; CHECK: rdregioni.v4i32.v32i32.i16(<32 x i32> %v, i32 16, i32 2, i32 2, i16 8, i32 undef)
define <4 x i32> @rows(<32 x i32> %v) {
  %a = call <8 x i32> @llvm.genx.rdregioni.v8i32.v32i32.i16(<32 x i32> %v, i32 16, i32 4, i32 1, i16 8, i32 undef)
  %b = call <4 x i32> @llvm.genx.rdregioni.v4i32.v8i32.i16(<8 x i32> %a, i32 8, i32 4, i32 2, i16 0, i32 undef)
  ret <4 x i32> %b
}

; The first write is covered by the second.
; CHECK-LABEL: @dead
; CHECK-COUNT-1: wrregion
; CHECK-NOT: call
; CHECK: ret
define <32 x i32> @dead(<32 x i32> %v, <8 x i32> %x, <8 x i32> %y) {
  %a = call <32 x i32> @llvm.genx.wrregioni.v32i32.v8i32.i16.i1(<32 x i32> %v, <8 x i32> %x, i32 8, i32 8, i32 1, i16 32, i32 undef, i1 true)
  %b = call <32 x i32> @llvm.genx.wrregioni.v32i32.v8i32.i16.i1(<32 x i32> %a, <8 x i32> %y, i32 8, i32 8, i32 1, i16 32, i32 undef, i1 true)
  ret <32 x i32> %b
}
