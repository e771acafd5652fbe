; Cross-thread data starts at r2. Arguments are at their natural alignment, none crosses a register, surfaces count
; from binding-table entry 1 and take no bytes; implicit arguments follow.
; RUN: %cmc %s --stop-after=select -o - | %FileCheck %s

; CHECK: arg value index=0 off=0 size=1
; CHECK-NEXT: arg value index=1 off=4 size=4
; CHECK-NEXT: arg buffer index=2 off=0 size=0 bti=1
; CHECK-NEXT: arg svm index=3 off=8 size=8
; CHECK-NEXT: arg value index=4 off=16 size=2
; CHECK-NEXT: arg value index=5 off=32 size=32
; CHECK-NEXT: arg image2d index=6 off=0 size=0 bti=2
; CHECK-NEXT: arg value index=7 off=64 size=12
; CHECK-NEXT: arg local_size off=76 size=12
; CHECK: %[[N:.*]] 4 :d align=4 live_in fixed=r2+4
; CHECK: live_in fixed=r3+0
; The second element of the local size: bytes 4..7 of it, at r4 + 16.
; CHECK: %[[LS:local_size[^ ]*]] 12 :ud align=4 live_in fixed=r4+12
; CHECK: mov (1|M0) %{{[^ ]+}}+4<1>:ud %[[LS]]+4<0;1,0>:ud
declare void @llvm.genx.oword.st.v8i32(i32, i32, <8 x i32>)
declare <3 x i32> @llvm.genx.local.size.v3i32()
declare i32 @llvm.genx.rdregioni.i32.v3i32.i16(<3 x i32>, i32, i32, i32, i16, i32)
define dllexport void @k(i8 %b, i32 %n, i32 %buf, i64 %p, i16 %h, <8 x i32> %v, i32 %img, <3 x i32> %t) #0 {
  %ls = call <3 x i32> @llvm.genx.local.size.v3i32()
  %y = call i32 @llvm.genx.rdregioni.i32.v3i32.i16(<3 x i32> %ls, i32 0, i32 1, i32 0, i16 4, i32 undef)
  %o = add i32 %y, %n
  call void @llvm.genx.oword.st.v8i32(i32 %buf, i32 %o, <8 x i32> %v)
  ret void
}
attributes #0 = { "CMGenxMain" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !2, !2, !3, i32 0, i32 0}
!1 = !{i32 0, i32 0, i32 2, i32 0, i32 0, i32 0, i32 2, i32 0}
!2 = !{i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0}
!3 = !{!"", !"", !"buffer_t", !"svmptr_t", !"", !"", !"image2d_t", !""}
