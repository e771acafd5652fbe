; Alone, before lower: values of types that no register has stay whole, the rest is sliced.
; RUN: %opt -passes='set_genx_attrs,function(legalize)' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll
; CHECK: [[N:%.*]] = trunc <17 x i32> %v to <17 x i5>
; CHECK: [[D:%.*]] = add <17 x i5> [[N]], [[N]]
; CHECK: [[W:%.*]] = zext <17 x i5> [[D]] to <17 x i32>
; CHECK-NOT: mul <17 x i32>
; CHECK: mul <1 x i32>
define <17 x i32> @f(<17 x i32> %v) {
  %n = trunc <17 x i32> %v to <17 x i5>
  %d = add <17 x i5> %n, %n
  %w = zext <17 x i5> %d to <17 x i32>
  %r = mul <17 x i32> %w, %v
  ret <17 x i32> %r
}
