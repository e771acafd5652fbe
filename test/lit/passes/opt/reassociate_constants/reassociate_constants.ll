; Sums of two values and a constant add the constant last, so that two of them share a sum after early-cse.
; RUN: %opt -passes='function(reassociate_constants,early-cse)' -S %s | %FileCheck %s
; CHECK-LABEL: @rows
; CHECK-NEXT: [[S:%.*]] = add i64 %p, %x
; CHECK-NEXT: [[B:%.*]] = add i64 [[S]], 256
; CHECK-NEXT: [[D:%.*]] = add i64 [[S]], 512
; CHECK-NEXT: mul i64 [[B]], [[D]]
define i64 @rows(i64 %p, i64 %x) {
  %a = add i64 %p, 256
  %b = add i64 %a, %x
  %c = add i64 %p, 512
  %d = add i64 %x, %c
  %m = mul i64 %b, %d
  ret i64 %m
}
; A constant that something else needs stays where it is.
; CHECK-LABEL: @kept
; CHECK-NEXT: %a = add i64 %p, 256
; CHECK-NEXT: %b = add i64 %a, %x
define i64 @kept(i64 %p, i64 %x) {
  %a = add i64 %p, 256
  %b = add i64 %a, %x
  %m = mul i64 %a, %b
  ret i64 %m
}
