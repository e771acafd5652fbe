; Structures that subroutines return are split after the call, also where paths meet, and assembled before a return only.
; RUN: %opt -passes='function(split_results)' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll --kernel meet
; RUN: %genx_eval --compare %s %t.ll --kernel choose
; RUN: %genx_eval --compare %s %t.ll --kernel again
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: define internal { <8 x i32>, i32 } @up(
define internal { <8 x i32>, i32 } @up(<8 x i32> %v, i32 %n) noinline "CMSubroutine" {
  %w = insertelement <8 x i32> %v, i32 %n, i32 0
  %m = add i32 %n, 1
  %a = insertvalue { <8 x i32>, i32 } undef, <8 x i32> %w, 0
  %b = insertvalue { <8 x i32>, i32 } %a, i32 %m, 1
  ret { <8 x i32>, i32 } %b
}

; CHECK-LABEL: @meet(
; CHECK: no:
; CHECK: [[R:%.*]] = call { <8 x i32>, i32 } @up(
; CHECK: done:
; CHECK-NOT: phi {
; CHECK-DAG: phi <8 x i32>
; CHECK-DAG: phi i32
; CHECK-NOT: extractvalue
; CHECK: ret <8 x i32>
define <8 x i32> @meet(<8 x i32> %v, i32 %n) {
entry:
  %c = icmp slt i32 %n, 10
  br i1 %c, label %yes, label %no
yes:
  %a = call { <8 x i32>, i32 } @up(<8 x i32> %v, i32 %n)
  br label %done
no:
  %z = call { <8 x i32>, i32 } @up(<8 x i32> zeroinitializer, i32 5)
  br label %done
done:
  %p = phi { <8 x i32>, i32 } [ %a, %yes ], [ %z, %no ]
  %x = extractvalue { <8 x i32>, i32 } %p, 0
  %m = extractvalue { <8 x i32>, i32 } %p, 1
  %r = insertelement <8 x i32> %x, i32 %m, i32 3
  ret <8 x i32> %r
}

; CHECK-LABEL: @choose(
; CHECK-NOT: select i1 %c, {
; CHECK: select i1 %c, i32
; CHECK: ret i32
define i32 @choose(<8 x i32> %v, i32 %n) {
  %c = icmp slt i32 %n, 10
  %a = call { <8 x i32>, i32 } @up(<8 x i32> %v, i32 %n)
  %b = call { <8 x i32>, i32 } @up(<8 x i32> %v, i32 3)
  %s = select i1 %c, { <8 x i32>, i32 } %a, { <8 x i32>, i32 } %b
  %m = extractvalue { <8 x i32>, i32 } %s, 1
  ret i32 %m
}

; What is returned as it came is put together again, as selection wants it.
; CHECK-LABEL: define internal { <8 x i32>, i32 } @pass_on(
; CHECK: [[C:%.*]] = call { <8 x i32>, i32 } @up(
; CHECK-DAG: [[V:%.*]] = extractvalue { <8 x i32>, i32 } [[C]], 0
; CHECK-DAG: [[N:%.*]] = extractvalue { <8 x i32>, i32 } [[C]], 1
; CHECK: [[I:%.*]] = insertvalue { <8 x i32>, i32 } undef, <8 x i32> [[V]], 0
; CHECK-NEXT: [[J:%.*]] = insertvalue { <8 x i32>, i32 } [[I]], i32 [[N]], 1
; CHECK-NEXT: ret { <8 x i32>, i32 } [[J]]
define internal { <8 x i32>, i32 } @pass_on(<8 x i32> %v, i32 %n) noinline "CMSubroutine" {
  %a = call { <8 x i32>, i32 } @up(<8 x i32> %v, i32 %n)
  ret { <8 x i32>, i32 } %a
}
define i32 @again(<8 x i32> %v, i32 %n) {
  %a = call { <8 x i32>, i32 } @pass_on(<8 x i32> %v, i32 %n)
  %m = extractvalue { <8 x i32>, i32 } %a, 1
  ret i32 %m
}
