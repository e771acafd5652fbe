; A loop that tests at its head then tests at its end, and once before it; so does an inner loop.
; RUN: %opt -passes='function(loop-simplify,lcssa,rotate_loops)' -S %s | %FileCheck %s
; CHECK-LABEL: define i32 @nest(
; CHECK: entry:
; CHECK: %[[A:.*]] = icmp slt i32 0, %n
; CHECK-NEXT: br i1 %[[A]], label %{{.*}}, label %done
; CHECK: outer.body:
; CHECK: %[[B:.*]] = icmp slt i32 0, %[[I:.*]]
; CHECK-NEXT: br i1 %[[B]], label %{{.*}}, label %outer.next
; CHECK: inner.body:
; CHECK: %j1 = add i32 %{{.*}}, 1
; CHECK: %[[C:.*]] = icmp slt i32 %j1, %[[I]]
; CHECK-NEXT: br i1 %[[C]], label %inner.body, label
; CHECK: outer.next:
; CHECK: %i1 = add i32 %{{.*}}, 1
; CHECK: %[[D:.*]] = icmp slt i32 %i1, %n
; CHECK-NEXT: br i1 %[[D]], label %outer.body, label
define i32 @nest(i32 %n) {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i1, %outer.next ]
  %s = phi i32 [ 0, %entry ], [ %s1, %outer.next ]
  %a = icmp slt i32 %i, %n
  br i1 %a, label %outer.body, label %done
outer.body:
  br label %inner
inner:
  %j = phi i32 [ 0, %outer.body ], [ %j1, %inner.body ]
  %s1 = phi i32 [ %s, %outer.body ], [ %s2, %inner.body ]
  %b = icmp slt i32 %j, %i
  br i1 %b, label %inner.body, label %outer.next
inner.body:
  %s2 = xor i32 %s1, %j
  %j1 = add i32 %j, 1
  br label %inner
outer.next:
  %i1 = add i32 %i, 1
  br label %outer
done:
  ret i32 %s
}
