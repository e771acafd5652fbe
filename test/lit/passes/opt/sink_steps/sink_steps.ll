; A counter is stepped after the comparison of its old value; a step that the block itself uses stays.
; RUN: %opt -passes='function(sink_steps)' -S %s | %FileCheck %s
; CHECK-LABEL: loop:
; CHECK: %last = icmp ult i32 %i, 15
; CHECK-NEXT: %next = add i32 %i, 1
; CHECK-NEXT: br i1 %last
define void @old(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %n, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %last = icmp ult i32 %i, 15
  br i1 %last, label %loop, label %done
done:
  ret void
}
; Where no sum of the loop wraps, the new count is compared.
; CHECK-LABEL: @limit
; CHECK: %odd = and i32 %i, 1
; CHECK: %next = add i32 %i, 2
; CHECK-NEXT: %last = icmp ult i32 %next, 17
define void @limit(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 2
  %odd = and i32 %i, 1
  store i32 %odd, ptr %p
  %last = icmp ult i32 %i, 15
  br i1 %last, label %loop, label %done
done:
  ret void
}
; CHECK-LABEL: @down
; CHECK: %next = add i32 %i, -3
; CHECK-NEXT: %last = icmp slt i32 %next, -8
define void @down() {
entry:
  br label %loop
loop:
  %i = phi i32 [ 90, %entry ], [ %next, %loop ]
  %next = add i32 %i, -3
  %last = icmp slt i32 %i, -5
  br i1 %last, label %done, label %loop
done:
  ret void
}
; A limit, a last step or a start that wraps; a count that runs away from its limit.
; CHECK-LABEL: @wraps
; CHECK: %last = icmp ult i32 %i, -1
; CHECK-NEXT: %next = add i32 %i, 1
define void @wraps() {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %last = icmp ult i32 %i, -1
  br i1 %last, label %loop, label %done
done:
  ret void
}
; CHECK-LABEL: @last_step
; CHECK: %last = icmp ult i8 %i, -60
; CHECK-NEXT: %next = add i8 %i, 50
define void @last_step() {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %next, %loop ]
  %next = add i8 %i, 50
  %last = icmp ult i8 %i, -60
  br i1 %last, label %loop, label %done
done:
  ret void
}
; CHECK-LABEL: @start
; CHECK: %last = icmp ult i32 %i, 15
; CHECK-NEXT: %next = add i32 %i, 1
define void @start() {
entry:
  br label %loop
loop:
  %i = phi i32 [ -1, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %last = icmp ult i32 %i, 15
  br i1 %last, label %loop, label %done
done:
  ret void
}
; CHECK-LABEL: @away
; CHECK: %last = icmp ugt i32 %i, 15
; CHECK-NEXT: %next = add i32 %i, 1
define void @away() {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %last = icmp ugt i32 %i, 15
  br i1 %last, label %loop, label %done
done:
  ret void
}
; Equality is the same however numbers wrap.
; CHECK-LABEL: @unequal
; CHECK: %next = add i8 %i, 7
; CHECK-NEXT: %last = icmp ne i8 %next, 4
define void @unequal(i8 %n) {
entry:
  br label %loop
loop:
  %i = phi i8 [ %n, %entry ], [ %next, %loop ]
  %next = add i8 %i, 7
  %last = icmp ne i8 %i, -3
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
; Signed and greater: no sum wraps in the first loop; in the second the new value of the first round would.
; CHECK-LABEL: @above
; CHECK: %next = add i32 %i, -3
; CHECK-NEXT: %go = icmp sgt i32 %next, 2
define void @above() {
entry:
  br label %loop
loop:
  %i = phi i32 [ 90, %entry ], [ %next, %loop ]
  %next = add i32 %i, -3
  %go = icmp sgt i32 %i, 5
  br i1 %go, label %loop, label %done
done:
  ret void
}
; CHECK-LABEL: @least
; CHECK: %go = icmp sgt i32 %i, 3
; CHECK-NEXT: %next = add i32 %i, -1
define void @least() {
entry:
  br label %loop
loop:
  %i = phi i32 [ -2147483648, %entry ], [ %next, %loop ]
  %next = add i32 %i, -1
  %go = icmp sgt i32 %i, 3
  br i1 %go, label %loop, label %done
done:
  ret void
}
