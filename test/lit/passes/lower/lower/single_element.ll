; A vector of which LLVM filled one element only, and computes in all: each lane has the element, none is undefined.
; RUN: %opt -passes=lower -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll

; CHECK-LABEL: @first_alone
; CHECK-NOT: wrregion
; CHECK: icmp eq <7 x i16>
define <7 x i16> @first_alone(i16 %x, <7 x i16> %a) {
  %v = insertelement <7 x i16> poison, i16 %x, i64 0
  %c = icmp eq <7 x i16> %v, <i16 2, i16 2, i16 2, i16 2, i16 2, i16 2, i16 2>
  %all = shufflevector <7 x i1> %c, <7 x i1> poison, <7 x i32> zeroinitializer
  %r = select <7 x i1> %all, <7 x i16> %a, <7 x i16> zeroinitializer
  ret <7 x i16> %r
}

; Elements that follow are written beside it.
; CHECK-LABEL: @two
; CHECK-COUNT-2: wrregion
define <4 x i16> @two(i16 %x, i16 %y) {
  %v = insertelement <4 x i16> poison, i16 %x, i64 0
  %w = insertelement <4 x i16> %v, i16 %y, i64 1
  ret <4 x i16> %w
}
