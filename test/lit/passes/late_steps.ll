; A counter is stepped behind the comparison of its old value; a step that the block itself uses stays.
; RUN: %opt -passes='function(late_steps)' -S %s | %FileCheck %s
; CHECK-LABEL: loop:
; CHECK: %last = icmp ult i32 %i, 15
; CHECK-NEXT: %next = add i32 %i, 1
; CHECK-NEXT: br i1 %last
define void @old(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %last = icmp ult i32 %i, 15
  br i1 %last, label %loop, label %done
done:
  ret void
}
; CHECK-LABEL: @new
; CHECK: %next = add i32 %i, 1
; CHECK-NEXT: %last = icmp ult i32 %next, 15
define void @new(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %last = icmp ult i32 %next, 15
  %odd = and i32 %i, 1
  store i32 %odd, ptr %p
  br i1 %last, label %loop, label %done
done:
  ret void
}
