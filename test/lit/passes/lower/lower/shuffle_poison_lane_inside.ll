; Rows 5, 18 and 27, 40: the last lane is poison, but a region that reads it would leave the 31 words of the source.
; RUN: %cmc %s --stop-after=lower -o %t.ll
; RUN: %genx_eval --compare %s %t.ll | %FileCheck %s
; CHECK: same on 16 inputs
define <4 x i16> @f(<31 x i16> %v) {
  %r = shufflevector <31 x i16> %v, <31 x i16> poison, <4 x i32> <i32 5, i32 18, i32 27, i32 poison>
  ret <4 x i16> %r
}
