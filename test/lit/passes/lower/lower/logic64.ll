; Logic on whole 64-bit vectors is done on neighbouring dwords; where a factor is the same for all lanes, or a constant of unequal
; halves, each half has its own.
; RUN: %opt -passes=lower -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll

; CHECK-LABEL: @whole
; CHECK: xor <8 x i32>
; CHECK: or <8 x i32> {{.*}}, <i32 -16711936, i32 -16711936,
; CHECK-NOT: {{(xor|or)}} <4 x i64>
; CHECK: ret
define <4 x i64> @whole(<4 x i64> %a) {
  %s = lshr <4 x i64> %a, splat (i64 12)
  %x = xor <4 x i64> %a, %s
  %r = or <4 x i64> %x, splat (i64 -71777214294589696)
  ret <4 x i64> %r
}

; CHECK-LABEL: @parts
; CHECK: and <4 x i64>
; CHECK: or <4 x i64>
define <4 x i64> @parts(<4 x i64> %a, i64 %n) {
  %m = and <4 x i64> %a, splat (i64 1095216660480)
  %i = insertelement <4 x i64> poison, i64 %n, i64 0
  %v = shufflevector <4 x i64> %i, <4 x i64> poison, <4 x i32> zeroinitializer
  %r = or <4 x i64> %m, %v
  ret <4 x i64> %r
}
