; What is overwritten before it is read begins undefined; writes of what nobody reads go; around a loop, what a later turn reads
; stays.
; RUN: %opt "-passes=set_genx_attrs,function(drop_dead_elements)" -S %s | %FileCheck %s
declare <4 x i32> @llvm.genx.rdregioni.v4i32.v8i32.i16(<8 x i32>, i32, i32, i32, i16, i32)
declare <8 x i32> @llvm.genx.wrregioni.v8i32.v4i32.i16.i1(<8 x i32>, <4 x i32>, i32, i32, i32, i16, i32, i1)
declare <8 x i32> @llvm.genx.wrregioni.v8i32.v4i32.i16.v4i1(<8 x i32>, <4 x i32>, i32, i32, i32, i16, i32, <4 x i1>)

; CHECK-LABEL: @covered(
; CHECK-NEXT: %a = call {{.*}}(<8 x i32> undef, <4 x i32> %x,
; CHECK-NEXT: %b = call {{.*}}(<8 x i32> %a, <4 x i32> %y,
define <8 x i32> @covered(<4 x i32> %x, <4 x i32> %y) {
  %a = call <8 x i32> @llvm.genx.wrregioni.v8i32.v4i32.i16.i1(<8 x i32> zeroinitializer, <4 x i32> %x, i32 4, i32 4, i32 1, i16 0, i32 undef, i1 true)
  %b = call <8 x i32> @llvm.genx.wrregioni.v8i32.v4i32.i16.i1(<8 x i32> %a, <4 x i32> %y, i32 4, i32 4, i32 1, i16 16, i32 undef, i1 true)
  ret <8 x i32> %b
}

; CHECK-LABEL: @half_read(
; CHECK-NEXT: %b = call {{.*}}(<8 x i32> undef, <4 x i32> %y,
; CHECK-NEXT: %r = call {{.*}}(<8 x i32> %b,
define <4 x i32> @half_read(<8 x i32> %v, <4 x i32> %x, <4 x i32> %y) {
  %a = call <8 x i32> @llvm.genx.wrregioni.v8i32.v4i32.i16.i1(<8 x i32> %v, <4 x i32> %x, i32 4, i32 4, i32 1, i16 0, i32 undef, i1 true)
  %b = call <8 x i32> @llvm.genx.wrregioni.v8i32.v4i32.i16.i1(<8 x i32> %a, <4 x i32> %y, i32 4, i32 4, i32 1, i16 16, i32 undef, i1 true)
  %c = call <8 x i32> @llvm.genx.wrregioni.v8i32.v4i32.i16.i1(<8 x i32> %b, <4 x i32> %x, i32 4, i32 4, i32 1, i16 0, i32 undef, i1 true)
  %r = call <4 x i32> @llvm.genx.rdregioni.v4i32.v8i32.i16(<8 x i32> %c, i32 4, i32 4, i32 1, i16 16, i32 undef)
  ret <4 x i32> %r
}

; Lanes that a mask leaves keep the old value.
; CHECK-LABEL: @masked(
; CHECK: (<8 x i32> %v, <4 x i32> %x,
; CHECK: (<8 x i32> %a, <4 x i32> %y,
define <8 x i32> @masked(<8 x i32> %v, <4 x i32> %x, <4 x i32> %y, <4 x i1> %m) {
  %a = call <8 x i32> @llvm.genx.wrregioni.v8i32.v4i32.i16.v4i1(<8 x i32> %v, <4 x i32> %x, i32 4, i32 4, i32 1, i16 0, i32 undef, <4 x i1> %m)
  %b = call <8 x i32> @llvm.genx.wrregioni.v8i32.v4i32.i16.i1(<8 x i32> %a, <4 x i32> %y, i32 4, i32 4, i32 1, i16 16, i32 undef, i1 true)
  ret <8 x i32> %b
}

; The upper half goes around; the lower half is new in every turn.
; CHECK-LABEL: @loop(
; CHECK: %a = call {{.*}}(<8 x i32> %v, <4 x i32> %x,
; CHECK: %s = add <8 x i32> %a, %a
define <8 x i32> @loop(<8 x i32> %v0, <4 x i32> %x, i32 %n) {
entry:
  br label %turn
turn:
  %v = phi <8 x i32> [ %v0, %entry ], [ %s, %turn ]
  %i = phi i32 [ 0, %entry ], [ %j, %turn ]
  %a = call <8 x i32> @llvm.genx.wrregioni.v8i32.v4i32.i16.i1(<8 x i32> %v, <4 x i32> %x, i32 4, i32 4, i32 1, i16 0, i32 undef, i1 true)
  %s = add <8 x i32> %a, %a
  %j = add i32 %i, 1
  %go = icmp ult i32 %j, %n
  br i1 %go, label %turn, label %done
done:
  ret <8 x i32> %s
}
