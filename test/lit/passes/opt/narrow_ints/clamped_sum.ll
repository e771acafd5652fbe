; A sum of bytes that is clamped to bytes is computed in words where that takes fewer instructions.
; RUN: %opt -passes='narrow_ints<tgl>,adce' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll

declare <32 x i8> @llvm.genx.ustrunc.sat.v32i8.v32i32(<32 x i32>)

; CHECK-LABEL: @sharper
; CHECK: [[D:%.*]] = sub <32 x i16>
; CHECK: call <32 x i8> @llvm.genx.ustrunc.sat.v32i8.v32i16(<32 x i16> [[D]])
define <32 x i8> @sharper(<32 x i8> %x, <32 x i8> %y) {
  %a = zext <32 x i8> %x to <32 x i32>
  %b = zext <32 x i8> %y to <32 x i32>
  %t = mul <32 x i32> %a, <i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3>
  %d = sub <32 x i32> %t, %b
  %r = call <32 x i8> @llvm.genx.ustrunc.sat.v32i8.v32i32(<32 x i32> %d)
  ret <32 x i8> %r
}
