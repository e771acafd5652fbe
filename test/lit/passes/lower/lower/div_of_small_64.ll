; A 64-bit division whose dividend is below 2^32 is a division of dwords. A divisor of 2^32 or more gives 0 and leaves the
; dividend. Without an instruction for dwords the same as div_by_doubles.ll; targets that have one keep the general way.
; RUN: %opt -passes='lower<bmg>' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll
; RUN: %opt -passes='lower<dg2>' -S %s -o %t2.ll
; RUN: %genx_eval --compare %s %t2.ll
; RUN: %opt -passes='lower<tgl>' -S %s -o %t3.ll
; RUN: %genx_eval --compare %s %t3.ll

; CHECK-LABEL: @quotient
; CHECK: fptoui double
; CHECK: select i1
; CHECK-NOT: umulh
; CHECK: ret
define i64 @quotient(i32 %a, i64 %b) {
  %d = or i64 %b, 1
  %x = zext i32 %a to i64
  %q = udiv i64 %x, %d
  ret i64 %q
}

; CHECK-LABEL: @remainder
; CHECK: fptoui double
; CHECK: select i1
; CHECK-NOT: umulh
; CHECK: ret
define i64 @remainder(i64 %a, i64 %b) {
  %d = or i64 %b, 1
  %x = lshr i64 %a, 40
  %q = urem i64 %x, %d
  ret i64 %q
}

; Both below 2^32: nothing is selected.
; CHECK-LABEL: @small_divisor
; CHECK-NOT: select
; CHECK-NOT: umulh
; CHECK: ret
define i64 @small_divisor(i32 %a, i32 %b) {
  %c = or i32 %b, 1
  %x = zext i32 %a to i64
  %d = zext i32 %c to i64
  %q = udiv i64 %x, %d
  ret i64 %q
}

; Magnitudes below 2^32, with signs of 64 bits: -2^31 / -1 is 2^31.
; CHECK-LABEL: @signed_quotient
; CHECK-NOT: select
; CHECK-NOT: umulh
; CHECK: ret
define i64 @signed_quotient(i32 %a, i32 %b) {
  %c = or i32 %b, 1
  %x = sext i32 %a to i64
  %d = sext i32 %c to i64
  %q = sdiv i64 %x, %d
  ret i64 %q
}

; CHECK-LABEL: @signed_remainder
; CHECK-NOT: umulh
; CHECK: ret
define i64 @signed_remainder(i32 %a, i64 %b) {
  %d = or i64 %b, 1
  %x = sext i32 %a to i64
  %r = srem i64 %x, %d
  ret i64 %r
}

; A dividend that may be large.
; CHECK-LABEL: @large
; CHECK: umulh
define i64 @large(i64 %a, i32 %b) {
  %c = or i32 %b, 1
  %d = zext i32 %c to i64
  %q = udiv i64 %a, %d
  ret i64 %q
}
