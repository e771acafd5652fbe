; decide_once: decisions on one value become one decision, with a copy of the code between them for each outcome. Not where the
; copies would be larger than the original, and not around barriers.
; RUN: %opt -passes='function(decide_once,simplifycfg)' -S %s | %FileCheck %s
target datalayout = "e-p:64:64-i64:64-n8:16:32:64"
declare void @llvm.genx.barrier() #0
declare i32 @step(i32) #1
declare void @effect(i32)
attributes #0 = { convergent nounwind }
attributes #1 = { nounwind willreturn memory(none) }

; Three decisions, of which the second has one side only. What is used later goes through a PHI.
; CHECK-LABEL: @three(
; CHECK: br i1 %c, label %[[YES:.*]], label %[[NO:[a-z0-9.]*]]
; CHECK: [[YES]]:
; CHECK-NOT: br i1
; CHECK: call void @effect(i32 1)
; CHECK-NOT: br i1
; CHECK: call void @effect(i32 3)
; CHECK-NOT: br i1
; CHECK: [[A:%.*]] = call i32 @step(i32 5)
; CHECK-NOT: br i1
; CHECK: [[NO]]:
; CHECK-NEXT: call void @effect(i32 2)
; CHECK-NEXT: [[B:%.*]] = call i32 @step(i32 6)
; CHECK: phi i32 [ [[A]], {{.*}} ], [ [[B]], {{.*}} ]
; CHECK-NOT: br i1
; CHECK: ret i32
define i32 @three(i1 %c) {
  br i1 %c, label %t1, label %e1
t1:
  call void @effect(i32 1)
  br label %j1
e1:
  call void @effect(i32 2)
  br label %j1
j1:
  br i1 %c, label %t2, label %j2
t2:
  call void @effect(i32 3)
  br label %j2
j2:
  br i1 %c, label %t3, label %e3
t3:
  %x = call i32 @step(i32 5)
  br label %j3
e3:
  %y = call i32 @step(i32 6)
  br label %j3
j3:
  %r = phi i32 [ %x, %t3 ], [ %y, %e3 ]
  ret i32 %r
}

; A switch, then one with fewer cases and a branch on a comparison of the same value.
; CHECK-LABEL: @cases(
; CHECK: switch i32 %v, label %[[D:[a-z0-9.]+]] [
; CHECK-NEXT: i32 1, label %[[A:[a-z0-9.]+]]
; CHECK-NEXT: i32 7, label %[[B:[a-z0-9.]+]]
; CHECK-NOT: switch
; CHECK: {{^}}[[D]]:
; CHECK-NEXT: call void @effect(i32 3)
; CHECK-NEXT: call void @effect(i32 5)
; CHECK: {{^}}[[A]]:
; CHECK-NEXT: call void @effect(i32 1)
; CHECK-NEXT: call void @effect(i32 5)
; CHECK: {{^}}[[B]]:
; CHECK-NEXT: call void @effect(i32 2)
; CHECK-NEXT: call void @effect(i32 4)
; CHECK-NOT: switch
; CHECK: ret void
define void @cases(i32 %v) {
  switch i32 %v, label %d1 [ i32 1, label %a1
                             i32 7, label %b1 ]
a1:
  call void @effect(i32 1)
  br label %j1
b1:
  call void @effect(i32 2)
  br label %j1
d1:
  call void @effect(i32 3)
  br label %j1
j1:
  switch i32 %v, label %d2 [ i32 7, label %b2 ]
b2:
  call void @effect(i32 4)
  br label %j2
d2:
  call void @effect(i32 5)
  br label %j2
j2:
  ret void
}

; Ten steps between two decisions: copies of them cost more than the second decision.
; CHECK-LABEL: @far(
; CHECK: br i1 %c
; CHECK: br i1 %c
define i32 @far(i1 %c, i32 %x) {
  br i1 %c, label %t1, label %j1
t1:
  call void @effect(i32 1)
  br label %j1
j1:
  %a = call i32 @step(i32 %x)
  %b = call i32 @step(i32 %a)
  %d = call i32 @step(i32 %b)
  %e = call i32 @step(i32 %d)
  %f = call i32 @step(i32 %e)
  br i1 %c, label %t2, label %j2
t2:
  call void @effect(i32 3)
  br label %j2
j2:
  ret i32 %f
}

; CHECK-LABEL: @meets(
; CHECK: br i1 %c
; CHECK: br i1 %c
define void @meets(i1 %c) {
  br i1 %c, label %t1, label %j1
t1:
  call void @effect(i32 1)
  br label %j1
j1:
  call void @llvm.genx.barrier()
  br i1 %c, label %t2, label %j2
t2:
  call void @effect(i32 3)
  br label %j2
j2:
  ret void
}

; In a loop, on a value of the same turn.
; CHECK-LABEL: @turns(
; CHECK: loop:
; CHECK: br i1 %c
; CHECK-NOT: br i1 %c
; CHECK: br i1 %more, label %loop
; CHECK-NOT: br i1 %c
; CHECK: ret void
define void @turns(i32 %n) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %k, %j2 ]
  %c = icmp slt i32 %i, 5
  br i1 %c, label %t1, label %e1
t1:
  call void @effect(i32 1)
  br label %j1
e1:
  call void @effect(i32 2)
  br label %j1
j1:
  %p = phi i32 [ 3, %t1 ], [ 4, %e1 ]
  br i1 %c, label %t2, label %j2
t2:
  call void @effect(i32 %p)
  br label %j2
j2:
  %q = phi i32 [ %p, %t2 ], [ %i, %j1 ]
  %k = add i32 %q, 1
  %more = icmp slt i32 %k, %n
  br i1 %more, label %loop, label %out
out:
  ret void
}
