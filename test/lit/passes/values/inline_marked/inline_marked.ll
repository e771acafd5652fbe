; Inlined functions leave no variables, and functions without calls are removed. A call that must stay stays.
; RUN: %opt -passes=inline_marked -S %s | %FileCheck %s
; CHECK-NOT: @leaf
; CHECK-NOT: @middle
; CHECK-LABEL: define void @k(
; CHECK-NOT: alloca
; CHECK: %[[SUM:.*]] = add i32 %x, 1
; CHECK: store i32 %[[SUM]], ptr %p
; CHECK: call void @called(ptr %p)
; CHECK-NOT: call void @middle
; CHECK-LABEL: define internal void @called(
define internal i32 @leaf(ptr %o) alwaysinline {
  %v = load i32, ptr %o
  %s = add i32 %v, 1
  ret i32 %s
}
define internal void @middle(ptr %p, i32 %x) alwaysinline {
  %object = alloca i32
  store i32 %x, ptr %object
  %s = call i32 @leaf(ptr %object)
  store i32 %s, ptr %p
  ret void
}
define void @k(ptr %p, i32 %x) {
  call void @middle(ptr %p, i32 %x)
  call void @called(ptr %p)
  ret void
}
define internal void @called(ptr %p) noinline {
  store i32 7, ptr %p
  ret void
}
