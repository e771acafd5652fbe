; In another rounding mode, 1024 - 1024 could be -0, also in functions that the kernel calls.
; RUN: %opt -passes='convert_bytes<bmg>' -S %s | %FileCheck %s

; CHECK-LABEL: @called
; CHECK: uitofp
define <16 x half> @called(<16 x i8> %x) {
  %h = uitofp <16 x i8> %x to <16 x half>
  ret <16 x half> %h
}

define void @k() "CMFloatControl"="32" {
  ret void
}
