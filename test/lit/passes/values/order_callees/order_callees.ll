; Functions that are inlined come in front, callees before callers; the others keep their order.
; RUN: %opt -passes=order_callees -S %s | %FileCheck %s
; CHECK: define internal void @leaf()
; CHECK: define internal void @middle()
; CHECK: define void @k1()
; CHECK: define internal void @called()
; CHECK: define void @k2()
; CHECK-NOT: define
define void @k1() {
  call void @middle()
  call void @called()
  ret void
}
define internal void @middle() alwaysinline {
  call void @leaf()
  ret void
}
define internal void @called() noinline {
  call void @leaf()
  ret void
}
define internal void @leaf() alwaysinline {
  ret void
}
define void @k2() {
  call void @leaf()
  ret void
}
