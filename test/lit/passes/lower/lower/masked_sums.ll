; A sum with a value or zero is a sum under the mask, in place; predicates of 16 lanes go through PHIs as numbers.
; RUN: %opt -passes='lower<tgl>' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll

; Sign extension is -1: the difference with it is the sum with 1.
; CHECK-LABEL: @counts
; CHECK: [[A:%[a-z0-9]+]] = add <16 x i32> %x, {{.*}}i32 1
; CHECK: [[B:%[a-z0-9]+]] = call <16 x i32> @llvm.genx.wrregioni.{{.*}}(<16 x i32> %x, <16 x i32> [[A]], i32 16, i32 16, i32 1, i16 0, i32 undef, <16 x i1> %m)
; CHECK: [[C:%[a-z0-9]+]] = sub <16 x i32> [[B]], {{.*}}i32 -1
; CHECK: call <16 x i32> @llvm.genx.wrregioni.{{.*}}(<16 x i32> [[B]], <16 x i32> [[C]], i32 16, i32 16, i32 1, i16 0, i32 undef, <16 x i1> %l)
; CHECK-NOT: select
; CHECK: ret
define <16 x i32> @counts(<16 x i32> %x, <16 x i32> %v) {
  %m = icmp sgt <16 x i32> %v, splat (i32 10)
  %z = zext <16 x i1> %m to <16 x i32>
  %a = add <16 x i32> %x, %z
  %l = icmp slt <16 x i32> %v, splat (i32 3)
  %s = sext <16 x i1> %l to <16 x i32>
  %r = sub <16 x i32> %a, %s
  ret <16 x i32> %r
}

; Zero under the mask is what it is without, and a difference from it is no change of x; a number that others use is made once.
; CHECK-LABEL: @not
; CHECK-NOT: wrregion
; CHECK: ret
define <8 x i32> @not(<8 x i32> %x, <8 x i32> %y) {
  %m = icmp sgt <8 x i32> %x, %y
  %s = select <8 x i1> %m, <8 x i32> %y, <8 x i32> zeroinitializer
  %d = sub <8 x i32> %s, %x
  %z = zext <8 x i1> %m to <8 x i32>
  %a = add <8 x i32> %d, %z
  %b = xor <8 x i32> %a, %z
  ret <8 x i32> %b
}

; Zero where the mask holds: the sum is under the opposite.
; CHECK-LABEL: @zero_first
; CHECK: [[X:%[a-z0-9]+]] = xor <16 x i32> %h, %y
; CHECK: [[N:%[a-z0-9]+]] = xor <16 x i1> %m, <i1 true
; CHECK: call <16 x i32> @llvm.genx.wrregioni.{{.*}}(<16 x i32> %h, <16 x i32> [[X]], i32 16, i32 16, i32 1, i16 0, i32 undef, <16 x i1> [[N]])
; CHECK-NOT: select
; CHECK: ret
define <16 x i32> @zero_first(<16 x i32> %x, <16 x i32> %y) {
  %b = and <16 x i32> %x, splat (i32 1)
  %m = icmp eq <16 x i32> %b, zeroinitializer
  %h = lshr <16 x i32> %x, splat (i32 1)
  %s = select <16 x i1> %m, <16 x i32> zeroinitializer, <16 x i32> %y
  %r = xor <16 x i32> %h, %s
  ret <16 x i32> %r
}

; CHECK-LABEL: @carried
; CHECK: bitcast <16 x i1> %first to i16
; CHECK: phi i16 [ %{{[0-9]+}}, %entry ], [ %{{[0-9]+}}, %loop ]
; CHECK: bitcast i16 %{{[0-9]+}} to <16 x i1>
; CHECK-NOT: <16 x i16>
; CHECK: ret
define <16 x i32> @carried(<16 x i32> %v) {
entry:
  %first = icmp slt <16 x i32> %v, splat (i32 100)
  br label %loop
loop:
  %p = phi <16 x i1> [ %first, %entry ], [ %next, %loop ]
  %x = phi <16 x i32> [ %v, %entry ], [ %s, %loop ]
  %n = phi i32 [ 0, %entry ], [ %n1, %loop ]
  %d = add <16 x i32> %x, splat (i32 7)
  %s = select <16 x i1> %p, <16 x i32> %d, <16 x i32> %x
  %next = icmp slt <16 x i32> %s, splat (i32 40)
  %n1 = add i32 %n, 1
  %c = icmp ult i32 %n1, 5
  br i1 %c, label %loop, label %end
end:
  ret <16 x i32> %s
}
