; What cannot have values is inlined; a function that is marked as a call says so, one that is not does not.
; RUN: %opt -passes=lower_abi -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll --kernel inner
; RUN: %genx_eval --compare %s %t.ll --kernel unmarked
; RUN: %genx_eval --compare %s %t.ll --kernel overlap
target triple = "spir64-unknown-unknown"

; The address is inside of an object whose size the function does not know.
; CHECK-LABEL: @inner(
; CHECK-NOT: call
; CHECK: store i32 3
; CHECK: ret
define <4 x i32> @inner(<4 x i32> %in) {
  %v = alloca <4 x i32>
  store <4 x i32> %in, ptr %v
  %p = getelementptr i8, ptr %v, i64 4
  call void @three(ptr %p)
  %r = load <4 x i32>, ptr %v
  ret <4 x i32> %r
}
; CHECK-LABEL: @unmarked(
; CHECK-NOT: call
; CHECK: ret
define i32 @unmarked(i32 %n) {
  %r = call i32 @more(i32 %n)
  ret i32 %r
}
; Writing one of two names of an object changes the other; two objects are two.
; CHECK-LABEL: @overlap(
; CHECK-NOT: call
; CHECK: [[R:%.*]] = call <4 x i32> @twice(
; CHECK-NOT: call
; CHECK: ret
define <4 x i32> @overlap(<4 x i32> %in, <4 x i32> %other) {
  %v = alloca <4 x i32>
  %w = alloca <4 x i32>
  store <4 x i32> %in, ptr %v
  store <4 x i32> %other, ptr %w
  call void @twice(ptr %v, ptr %v)
  call void @twice(ptr %v, ptr %w)
  %r = load <4 x i32>, ptr %v
  ret <4 x i32> %r
}
define internal void @three(ptr %p) noinline {
  store i32 3, ptr %p
  ret void
}
define internal i32 @more(i32 %n) {
  %m = add i32 %n, 7
  ret i32 %m
}
; a += b; a += b
define internal void @twice(ptr byref(<4 x i32>) %a, ptr byref(<4 x i32>) "cmc_in" %b) noinline {
  %x = load <4 x i32>, ptr %a
  %y = load <4 x i32>, ptr %b
  %s = add <4 x i32> %x, %y
  store <4 x i32> %s, ptr %a
  %z = load <4 x i32>, ptr %b
  %t = add <4 x i32> %s, %z
  store <4 x i32> %t, ptr %a
  ret void
}
