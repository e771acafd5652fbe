; A switch is compares and branches; a loop around it runs each case once: 10, 20, 30 and the default 99.
; RUN: %cmc %s -o %t.bin
; RUN: %cmrun %t.bin --arg buf:64:zero --arg d:4 --dump 0:d:16 | %FileCheck %s
; RUN: %genx_eval %s --kernel k --arg surf:64:zero --arg 4 --print 0:i32:16 | %FileCheck %s
; CHECK: 10 10 10 10 20 20 20 20 30 30 30 30 99 99 99 99
declare void @llvm.genx.oword.st.v4i32(i32, i32, <4 x i32>)
define dllexport void @k(i32 %s, i32 %n) #0 {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %next ]
  switch i32 %i, label %other [ i32 0, label %a
                                i32 1, label %b
                                i32 2, label %c ]
a:
  br label %next
b:
  br label %next
c:
  br label %next
other:
  br label %next
next:
  %x = phi i32 [ 10, %a ], [ 20, %b ], [ 30, %c ], [ 99, %other ]
  %v0 = insertelement <4 x i32> poison, i32 %x, i32 0
  %v = shufflevector <4 x i32> %v0, <4 x i32> poison, <4 x i32> zeroinitializer
  call void @llvm.genx.oword.st.v4i32(i32 %s, i32 %i, <4 x i32> %v)
  %j = add i32 %i, 1
  %m = icmp ult i32 %j, %n
  br i1 %m, label %loop, label %done
done:
  ret void
}
attributes #0 = { "CMGenxMain" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !2, !2, !3, i32 0, i32 0}
!1 = !{i32 2, i32 0}
!2 = !{i32 0, i32 0}
!3 = !{!"buffer_t", !""}
