; Two values move up in the next iteration, %v1 and %w1. A value that another copy overwrites is copied right before it: no value is
; saved, and the copies of a chain are together, so that a register is free before the next one is needed.
; RUN: %cmc %s --passes=set_genx_attrs --stop-after=select -o - | %FileCheck %s

; CHECK: cbr (1|M0) [[BACK:edge[^ ]*]] done
; CHECK: [[BACK]]:
; CHECK-NEXT: copy %v2{{[^ ]*}}<1>:d %v1
; CHECK-NEXT: copy %v1{{[^ ]*}}<1>:d %x
; CHECK-NEXT: copy %w2{{[^ ]*}}<1>:d %w1
; CHECK-NEXT: copy %w1{{[^ ]*}}<1>:d %y
; CHECK-NEXT: copy %i
; CHECK-NEXT: br loop
declare void @llvm.genx.oword.st.v4i32(i32, i32, <4 x i32>)
declare <4 x i32> @llvm.genx.rdregioni.v4i32.v1i32.i16(<1 x i32>, i32, i32, i32, i16, i32)
define dllexport void @k(i32 %s, i32 %a, i32 %b, i32 %n) #0 {
entry:
  br label %loop
loop:
  %v1 = phi i32 [ %a, %entry ], [ %x, %loop ]
  %w1 = phi i32 [ %b, %entry ], [ %y, %loop ]
  %v2 = phi i32 [ %b, %entry ], [ %v1, %loop ]
  %w2 = phi i32 [ %a, %entry ], [ %w1, %loop ]
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %x = add i32 %v1, %w2
  %y = add i32 %w1, %v2
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %loop, label %done
done:
  %q = bitcast i32 %v2 to <1 x i32>
  %r = call <4 x i32> @llvm.genx.rdregioni.v4i32.v1i32.i16(<1 x i32> %q, i32 0, i32 4, i32 0, i16 0, i32 undef)
  call void @llvm.genx.oword.st.v4i32(i32 %s, i32 0, <4 x i32> %r)
  ret void
}
attributes #0 = { "CMGenxMain" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 2, i32 0, i32 0, i32 0}
!2 = !{!"buffer_t", !"", !"", !""}
