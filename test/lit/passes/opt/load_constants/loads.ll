; A table in a loop is loaded once, before it; counters are loaded once for reading and writing.
; RUN: %opt "-passes=set_genx_attrs,function(load_constants)" -S %s | %FileCheck %s
declare i32 @llvm.genx.rdregioni.i32.v4i32.i16(<4 x i32>, i32, i32, i32, i16, i32)
declare <4 x i32> @llvm.genx.wrregioni.v4i32.i32.i16.i1(<4 x i32>, i32, i32, i32, i32, i16, i32, i1)

; CHECK-LABEL: @table(
; CHECK: entry:
; CHECK-NEXT: [[C:%.*]] = call <4 x i32> @llvm.genx.wrregioni{{.*}}(<4 x i32> undef, <4 x i32> <i32 5, i32 1, i32 7, i32 2>, i32 4, i32 4, i32 1, i16 0,
; CHECK-NEXT: br label %loop
; CHECK: call i32 @llvm.genx.rdregioni.i32.v4i32.i16(<4 x i32> [[C]],
define i32 @table(i16 %n) {
entry:
  br label %loop
loop:
  %i = phi i16 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %t, %loop ]
  %r = call i32 @llvm.genx.rdregioni.i32.v4i32.i16(<4 x i32> <i32 5, i32 1, i32 7, i32 2>, i32 0, i32 1, i32 0, i16 %i, i32 undef)
  %t = add i32 %s, %r
  %next = add i16 %i, 4
  %go = icmp ult i16 %next, %n
  br i1 %go, label %loop, label %done
done:
  ret i32 %t
}

; CHECK-LABEL: @counters(
; CHECK-NEXT: [[C:%.*]] = call <4 x i32> @llvm.genx.wrregioni{{.*}}(<4 x i32> undef, <4 x i32> zeroinitializer,
; CHECK-NEXT: %r = call i32 @llvm.genx.rdregioni.i32.v4i32.i16(<4 x i32> [[C]],
; CHECK-NEXT: %s = add i32 %r, 1
; CHECK-NEXT: %w = call <4 x i32> @llvm.genx.wrregioni{{.*}}(<4 x i32> [[C]], i32 %s,
define <4 x i32> @counters(i16 %o) {
  %r = call i32 @llvm.genx.rdregioni.i32.v4i32.i16(<4 x i32> zeroinitializer, i32 0, i32 1, i32 0, i16 %o, i32 undef)
  %s = add i32 %r, 1
  %w = call <4 x i32> @llvm.genx.wrregioni.v4i32.i32.i16.i1(<4 x i32> zeroinitializer, i32 %s, i32 0, i32 1, i32 0, i16 %o, i32 undef, i1 true)
  ret <4 x i32> %w
}

; A write alone starts from the constant itself.
; CHECK-LABEL: @write(
; CHECK-NEXT: %w = call <4 x i32> @llvm.genx.wrregioni{{.*}}(<4 x i32> zeroinitializer,
define <4 x i32> @write(i32 %s, i16 %o) {
  %w = call <4 x i32> @llvm.genx.wrregioni.v4i32.i32.i16.i1(<4 x i32> zeroinitializer, i32 %s, i32 0, i32 1, i32 0, i16 %o, i32 undef, i1 true)
  ret <4 x i32> %w
}

; A reader in the entry precedes the entry's end, where the load would suffice for the other block's readers.
; CHECK-LABEL: @both(
; CHECK: entry:
; CHECK-NEXT: [[C:%.*]] = call <4 x i32> @llvm.genx.wrregioni{{.*}}(<4 x i32> undef, <4 x i32> <i32 5, i32 1, i32 7, i32 2>,
; CHECK-NEXT: %r = call i32 @llvm.genx.rdregioni.i32.v4i32.i16(<4 x i32> [[C]],
; CHECK: then:
; CHECK-NEXT: %s = call i32 @llvm.genx.rdregioni.i32.v4i32.i16(<4 x i32> [[C]],
define i32 @both(i16 %n, i16 %m, i1 %c) {
entry:
  %r = call i32 @llvm.genx.rdregioni.i32.v4i32.i16(<4 x i32> <i32 5, i32 1, i32 7, i32 2>, i32 0, i32 1, i32 0, i16 %n, i32 undef)
  br i1 %c, label %then, label %done
then:
  %s = call i32 @llvm.genx.rdregioni.i32.v4i32.i16(<4 x i32> <i32 5, i32 1, i32 7, i32 2>, i32 0, i32 1, i32 0, i16 %m, i32 undef)
  br label %done
done:
  %t = phi i32 [ %r, %entry ], [ %s, %then ]
  ret i32 %t
}
