; A function whose callers all have its float mode has no mode of its own: it may be inlined. One that a kernel of another mode
; calls, or a function without the attribute, keeps its mode.
; RUN: %opt -passes=keep_modes -S %s | %FileCheck %s
; CHECK: define internal float @same(float %x) #[[INLINE:[0-9]+]]
; CHECK: define internal float @through(float %x) #[[INLINE]]
; CHECK: define internal float @both(float %x) #[[KEPT:[0-9]+]]
; CHECK: define internal float @plain(float %x) {
; CHECK: define internal float @below(float %x) #[[KEPT]]
; CHECK: attributes #[[INLINE]] = { alwaysinline }
; CHECK: attributes #[[KEPT]] = { noinline "CMFloatControl"="16" }
define internal float @same(float %x) #1 {
  %y = fadd float %x, 1.0
  ret float %y
}
define internal float @through(float %x) #1 {
  %y = call float @same(float %x)
  ret float %y
}
define internal float @both(float %x) #1 {
  %y = fadd float %x, 2.0
  ret float %y
}
define internal float @plain(float %x) {
  %y = call float @below(float %x)
  ret float %y
}
define internal float @below(float %x) #1 {
  %y = fadd float %x, 3.0
  ret float %y
}
define dllexport spir_kernel void @up(float %x, ptr %p) #0 {
  %a = call float @through(float %x)
  %b = call float @both(float %a)
  %c = call float @plain(float %b)
  store float %c, ptr %p
  ret void
}
define dllexport spir_kernel void @near(float %x, ptr %p) #2 {
  %a = call float @both(float %x)
  store float %a, ptr %p
  ret void
}
attributes #0 = { "CMGenxMain" "CMFloatControl"="16" }
attributes #1 = { alwaysinline "CMFloatControl"="16" }
attributes #2 = { "CMGenxMain" "CMFloatControl"="0" }
