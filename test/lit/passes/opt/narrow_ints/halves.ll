; Words that are the bits of halves are packed: computed in dwords, they would take a copy, also with registers of 64 bytes.
; RUN: %opt -passes='narrow_ints<bmg>,adce' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll

; CHECK-LABEL: @e4m3
; CHECK: zext <32 x i8> %x to <32 x i16>
; CHECK: shl <32 x i16>
; CHECK: and <32 x i16>
; CHECK: [[O:%.*]] = or <32 x i16>
; CHECK: zext <32 x i16> [[O]] to <32 x i32>
define <32 x half> @e4m3(<32 x i8> %x) {
  %w = zext <32 x i8> %x to <32 x i32>
  %s8 = shl <32 x i32> %w, <i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8>
  %s = and <32 x i32> %s8, <i32 32768, i32 32768, i32 32768, i32 32768, i32 32768, i32 32768, i32 32768, i32 32768, i32 32768, i32 32768, i32 32768, i32 32768, i32 32768, i32 32768, i32 32768, i32 32768, i32 32768, i32 32768, i32 32768, i32 32768, i32 32768, i32 32768, i32 32768, i32 32768, i32 32768, i32 32768, i32 32768, i32 32768, i32 32768, i32 32768, i32 32768, i32 32768>
  %s7 = shl <32 x i32> %w, <i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7>
  %m = and <32 x i32> %s7, <i32 16256, i32 16256, i32 16256, i32 16256, i32 16256, i32 16256, i32 16256, i32 16256, i32 16256, i32 16256, i32 16256, i32 16256, i32 16256, i32 16256, i32 16256, i32 16256, i32 16256, i32 16256, i32 16256, i32 16256, i32 16256, i32 16256, i32 16256, i32 16256, i32 16256, i32 16256, i32 16256, i32 16256, i32 16256, i32 16256, i32 16256, i32 16256>
  %o = or <32 x i32> %s, %m
  %t = trunc <32 x i32> %o to <32 x i16>
  %h = bitcast <32 x i16> %t to <32 x half>
  ret <32 x half> %h
}
