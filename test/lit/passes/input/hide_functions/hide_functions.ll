; What is no kernel becomes internal and goes when nobody calls it, here a function of a mask that no subroutine can take.
; RUN: %opt -passes=hide_functions -S %s | %FileCheck %s
; RUN: grep -v genx.kernels %s > %t.ll && %opt -passes=hide_functions -S %t.ll | %FileCheck %s --check-prefix=NONE
; RUN: %cmc -march=tgl %s -S -o - | %FileCheck %s --check-prefix=ASM
; CHECK: define internal i1 @any32(<32 x i1> %m)
; CHECK: define internal i32 @other(i32 %x)
; CHECK: define dllexport spir_kernel void @k(
; NONE: define weak_odr hidden i1 @any32(
; NONE: define dllexport i32 @other(
; ASM: kernel k
; ASM-NOT: kernel
declare i1 @llvm.genx.any.v32i1(<32 x i1>)
declare void @llvm.genx.oword.st.v4i32(i32, i32, <4 x i32>)
define weak_odr hidden i1 @any32(<32 x i1> %m) alwaysinline {
  %v = call i1 @llvm.genx.any.v32i1(<32 x i1> %m)
  ret i1 %v
}
define dllexport i32 @other(i32 %x) {
  ret i32 %x
}
define dllexport spir_kernel void @k(i32 %s, <32 x i32> %x) #0 {
  %m = icmp sgt <32 x i32> %x, zeroinitializer
  %a = call i1 @any32(<32 x i1> %m)
  %r = zext i1 %a to i32
  %v = insertelement <4 x i32> zeroinitializer, i32 %r, i32 0
  call void @llvm.genx.oword.st.v4i32(i32 %s, i32 0, <4 x i32> %v)
  ret void
}
attributes #0 = { "CMGenxMain" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !2, !2, !3, i32 0, i32 0}
!1 = !{i32 2, i32 0}
!2 = !{i32 0, i32 0}
!3 = !{!"buffer_t", !""}
