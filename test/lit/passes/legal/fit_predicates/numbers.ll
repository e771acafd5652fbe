; A compare of numbers that other blocks test as well is repeated there: making a word of it would take two instructions more, and its test
; as many. A PHI's may have been updated.
; RUN: %opt "-passes=set_genx_attrs,function(fit_predicates<tgl>)" -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll

; CHECK-LABEL: @tests(
; CHECK: entry:
; CHECK-NEXT: br label %turn
; CHECK: turn:
; CHECK-NOT: select
; CHECK: [[M0:%.*]] = icmp sgt i32 %n, 0
; CHECK-NEXT: br i1 [[M0]],
; CHECK: [[M1:%.*]] = icmp sgt i32 %n, 1
; CHECK-NEXT: br i1 [[M1]],
; CHECK: [[M2:%.*]] = icmp sgt i32 %n, 2
; CHECK-NEXT: br i1 [[M2]],
; CHECK: [[M3:%.*]] = icmp sgt i32 %n, 3
; CHECK-NEXT: br i1 [[M3]],
; CHECK: [[M4:%.*]] = icmp sgt i32 %n, 4
; CHECK-NEXT: br i1 [[M4]],
; CHECK: [[M5:%.*]] = icmp sgt i32 %n, 5
; CHECK-NEXT: br i1 [[M5]],
define i32 @tests(i32 %n, i32 %x) {
entry:
  %m0 = icmp sgt i32 %n, 0
  %m1 = icmp sgt i32 %n, 1
  %m2 = icmp sgt i32 %n, 2
  %m3 = icmp sgt i32 %n, 3
  %m4 = icmp sgt i32 %n, 4
  %m5 = icmp sgt i32 %n, 5
  br label %turn
turn:
  %i = phi i32 [ 0, %entry ], [ %j, %e6 ]
  %s = phi i32 [ 0, %entry ], [ %s6, %e6 ]
  br label %e0
e0:
  %s0 = phi i32 [ %s, %turn ]
  br i1 %m0, label %t0, label %e1
t0:
  %a0 = mul i32 %s0, 3
  %b0 = add i32 %a0, %x
  br label %e1
e1:
  %s1 = phi i32 [ %s0, %e0 ], [ %b0, %t0 ]
  br i1 %m1, label %t1, label %e2
t1:
  %a1 = mul i32 %s1, 4
  %b1 = add i32 %a1, %x
  br label %e2
e2:
  %s2 = phi i32 [ %s1, %e1 ], [ %b1, %t1 ]
  br i1 %m2, label %t2, label %e3
t2:
  %a2 = mul i32 %s2, 5
  %b2 = add i32 %a2, %x
  br label %e3
e3:
  %s3 = phi i32 [ %s2, %e2 ], [ %b2, %t2 ]
  br i1 %m3, label %t3, label %e4
t3:
  %a3 = mul i32 %s3, 6
  %b3 = add i32 %a3, %x
  br label %e4
e4:
  %s4 = phi i32 [ %s3, %e3 ], [ %b3, %t3 ]
  br i1 %m4, label %t4, label %e5
t4:
  %a4 = mul i32 %s4, 7
  %b4 = add i32 %a4, %x
  br label %e5
e5:
  %s5 = phi i32 [ %s4, %e4 ], [ %b4, %t4 ]
  br i1 %m5, label %t5, label %e6
t5:
  %a5 = mul i32 %s5, 8
  %b5 = add i32 %a5, %x
  br label %e6
e6:
  %s6 = phi i32 [ %s5, %e5 ], [ %b5, %t5 ]
  %j = add i32 %i, 1
  %again = icmp slt i32 %j, 4
  br i1 %again, label %turn, label %out
out:
  ret i32 %s6
}

; The predicate with the most users stays in a flag that no block needs.
; CHECK-LABEL: @stays(
; CHECK: %m0 = icmp sgt i32 %n, 0
; CHECK-NEXT: br label %t0
; CHECK-NOT: icmp sgt i32 %n, 0
; CHECK: ret i32
define i32 @stays(i32 %n, i32 %x) {
entry:
  %m0 = icmp sgt i32 %n, 0
  %m1 = icmp sgt i32 %n, 1
  %m2 = icmp sgt i32 %n, 2
  %m3 = icmp sgt i32 %n, 3
  %m4 = icmp sgt i32 %n, 4
  %m5 = icmp sgt i32 %n, 5
  br label %t0
t0:
  %s0 = phi i32 [ %x, %entry ]
  br i1 %m0, label %a0, label %t1
a0:
  %v0 = mul i32 %s0, 3
  br label %t1
t1:
  %s1 = phi i32 [ %s0, %t0 ], [ %v0, %a0 ]
  br i1 %m1, label %a1, label %t2
a1:
  %v1 = mul i32 %s1, 4
  br label %t2
t2:
  %s2 = phi i32 [ %s1, %t1 ], [ %v1, %a1 ]
  br i1 %m0, label %a2, label %t3
a2:
  %v2 = mul i32 %s2, 5
  br label %t3
t3:
  %s3 = phi i32 [ %s2, %t2 ], [ %v2, %a2 ]
  br i1 %m2, label %a3, label %t4
a3:
  %v3 = mul i32 %s3, 6
  br label %t4
t4:
  %s4 = phi i32 [ %s3, %t3 ], [ %v3, %a3 ]
  br i1 %m0, label %a4, label %t5
a4:
  %v4 = mul i32 %s4, 7
  br label %t5
t5:
  %s5 = phi i32 [ %s4, %t4 ], [ %v4, %a4 ]
  br i1 %m3, label %a5, label %t6
a5:
  %v5 = mul i32 %s5, 8
  br label %t6
t6:
  %s6 = phi i32 [ %s5, %t5 ], [ %v5, %a5 ]
  br i1 %m0, label %a6, label %t7
a6:
  %v6 = mul i32 %s6, 9
  br label %t7
t7:
  %s7 = phi i32 [ %s6, %t6 ], [ %v6, %a6 ]
  br i1 %m4, label %a7, label %t8
a7:
  %v7 = mul i32 %s7, 10
  br label %t8
t8:
  %s8 = phi i32 [ %s7, %t7 ], [ %v7, %a7 ]
  br i1 %m0, label %a8, label %t9
a8:
  %v8 = mul i32 %s8, 11
  br label %t9
t9:
  %s9 = phi i32 [ %s8, %t8 ], [ %v8, %a8 ]
  br i1 %m5, label %a9, label %t10
a9:
  %v9 = mul i32 %s9, 12
  br label %t10
t10:
  %s10 = phi i32 [ %s9, %t9 ], [ %v9, %a9 ]
  ret i32 %s10
}
