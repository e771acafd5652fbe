; PHIs are copies on edges: the two values of this loop change places each time round, so one is saved first. The value
; after the loop is the one of the last round: its copies run on the back edge alone.
; RUN: %cmc %s --passes=set_genx_attrs --stop-after=select -o - | %FileCheck %s

; CHECK: loop:
; CHECK: cmp (1|M0) (lt)%[[F:[^ ]+]].0 null<1>:d
; CHECK: (W&%[[F]].0) cbr (1|M0) [[BACK:edge[^ ]*]] done
; CHECK: done:
; CHECK: msg.oword_write
; CHECK: [[BACK]]:
; CHECK: copy %[[T:t[^ ]*]]<1>:d %[[B:b[^ ]*]]<0;1,0>:d 4
; CHECK: copy %[[B]]<1>:d %[[A:a[^ ]*]]<0;1,0>:d 4
; CHECK: copy %[[A]]<1>:d %[[T]]<0;1,0>:d 4
; CHECK: br loop
declare void @llvm.genx.oword.st.v4i32(i32, i32, <4 x i32>)
declare <4 x i32> @llvm.genx.rdregioni.v4i32.v1i32.i16(<1 x i32>, i32, i32, i32, i16, i32)
define dllexport void @k(i32 %s, i32 %x, i32 %y, i32 %n) #0 {
entry:
  br label %loop
loop:
  %a = phi i32 [ %x, %entry ], [ %b, %loop ]
  %b = phi i32 [ %y, %entry ], [ %a, %loop ]
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %loop, label %done
done:
  %v = bitcast i32 %a to <1 x i32>
  %w = call <4 x i32> @llvm.genx.rdregioni.v4i32.v1i32.i16(<1 x i32> %v, i32 0, i32 4, i32 0, i16 0, i32 undef)
  call void @llvm.genx.oword.st.v4i32(i32 %s, i32 0, <4 x i32> %w)
  ret void
}
attributes #0 = { "CMGenxMain" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 2, i32 0, i32 0, i32 0}
!2 = !{!"buffer_t", !"", !"", !""}
