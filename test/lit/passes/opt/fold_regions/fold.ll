; A table that is filled lane by lane is a constant; the last write of a lane counts; masks and places are honoured.
; RUN: %opt "-passes=set_genx_attrs,function(fold_regions)" -S %s | %FileCheck %s
declare <4 x i16> @llvm.genx.wrregioni.v4i16.i16.i16.i1(<4 x i16>, i16, i32, i32, i32, i16, i32, i1)
declare <4 x i16> @llvm.genx.wrregioni.v4i16.v2i16.i16.v2i1(<4 x i16>, <2 x i16>, i32, i32, i32, i16, i32, <2 x i1>)
declare <4 x i16> @llvm.genx.rdregioni.v4i16.v8i16.i16(<8 x i16>, i32, i32, i32, i16, i32)
declare <2 x i16> @llvm.genx.rdregioni.v2i16.v8i16.v2i16(<8 x i16>, i32, i32, i32, <2 x i16>, i32)
declare i16 @llvm.genx.rdregioni.i16.v8i16.i16(<8 x i16>, i32, i32, i32, i16, i32)
declare i1 @llvm.genx.any.v4i1(<4 x i1>)
declare i1 @llvm.genx.all.v4i1(<4 x i1>)

; CHECK-LABEL: @chain(
; CHECK-NEXT: ret <4 x i16> <i16 7, i16 2, i16 undef, i16 5>
define <4 x i16> @chain() {
  %a = call <4 x i16> @llvm.genx.wrregioni.v4i16.i16.i16.i1(<4 x i16> undef, i16 1, i32 0, i32 1, i32 0, i16 0, i32 undef, i1 true)
  %b = call <4 x i16> @llvm.genx.wrregioni.v4i16.i16.i16.i1(<4 x i16> %a, i16 2, i32 0, i32 1, i32 0, i16 2, i32 undef, i1 true)
  %c = call <4 x i16> @llvm.genx.wrregioni.v4i16.i16.i16.i1(<4 x i16> %b, i16 5, i32 0, i32 1, i32 0, i16 6, i32 undef, i1 true)
  %d = call <4 x i16> @llvm.genx.wrregioni.v4i16.i16.i16.i1(<4 x i16> %c, i16 7, i32 0, i32 1, i32 0, i16 0, i32 undef, i1 true)
  ret <4 x i16> %d
}

; A value in the middle that others use is folded for them too.
; CHECK-LABEL: @used_twice(
; CHECK-NEXT: %s = add <4 x i16> <i16 1, i16 9, i16 9, i16 9>, <i16 1, i16 2, i16 9, i16 9>
define <4 x i16> @used_twice() {
  %a = call <4 x i16> @llvm.genx.wrregioni.v4i16.i16.i16.i1(<4 x i16> <i16 9, i16 9, i16 9, i16 9>, i16 1, i32 0, i32 1, i32 0, i16 0, i32 undef, i1 true)
  %b = call <4 x i16> @llvm.genx.wrregioni.v4i16.i16.i16.i1(<4 x i16> %a, i16 2, i32 0, i32 1, i32 0, i16 2, i32 undef, i1 true)
  %s = add <4 x i16> %a, %b
  ret <4 x i16> %s
}

; CHECK-LABEL: @masked(
; CHECK-NEXT: ret <4 x i16> <i16 0, i16 3, i16 2, i16 8>
define <4 x i16> @masked() {
  %a = call <4 x i16> @llvm.genx.wrregioni.v4i16.v2i16.i16.v2i1(<4 x i16> <i16 0, i16 3, i16 2, i16 1>, <2 x i16> <i16 7, i16 8>, i32 4, i32 2, i32 2, i16 2, i32 undef, <2 x i1> <i1 false, i1 true>)
  ret <4 x i16> %a
}

; Rows of two, four elements apart, from the second element on; a place a lane; one element.
; CHECK-LABEL: @reads(
; CHECK: %s = add <4 x i16> <i16 1, i16 2, i16 5, i16 6>, %x
; CHECK: %t = add <2 x i16> <i16 6, i16 0>, %y
; CHECK: %u = add i16 3, %z
define { <4 x i16>, <2 x i16>, i16 } @reads(<4 x i16> %x, <2 x i16> %y, i16 %z) {
  %a = call <4 x i16> @llvm.genx.rdregioni.v4i16.v8i16.i16(<8 x i16> <i16 0, i16 1, i16 2, i16 3, i16 4, i16 5, i16 6, i16 7>, i32 4, i32 2, i32 1, i16 2, i32 undef)
  %s = add <4 x i16> %a, %x
  %b = call <2 x i16> @llvm.genx.rdregioni.v2i16.v8i16.v2i16(<8 x i16> <i16 0, i16 1, i16 2, i16 3, i16 4, i16 5, i16 6, i16 7>, i32 0, i32 1, i32 0, <2 x i16> <i16 12, i16 0>, i32 undef)
  %t = add <2 x i16> %b, %y
  %c = call i16 @llvm.genx.rdregioni.i16.v8i16.i16(<8 x i16> <i16 0, i16 1, i16 2, i16 3, i16 4, i16 5, i16 6, i16 7>, i32 0, i32 1, i32 0, i16 6, i32 undef)
  %u = add i16 %c, %z
  %p = insertvalue { <4 x i16>, <2 x i16>, i16 } undef, <4 x i16> %s, 0
  %q = insertvalue { <4 x i16>, <2 x i16>, i16 } %p, <2 x i16> %t, 1
  %r = insertvalue { <4 x i16>, <2 x i16>, i16 } %q, i16 %u, 2
  ret { <4 x i16>, <2 x i16>, i16 } %r
}

; CHECK-LABEL: @predicates(
; CHECK-NEXT: %r = xor i1 true, false
define i1 @predicates() {
  %a = call i1 @llvm.genx.any.v4i1(<4 x i1> <i1 0, i1 0, i1 1, i1 0>)
  %b = call i1 @llvm.genx.all.v4i1(<4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  %r = xor i1 %a, %b
  ret i1 %r
}

; A variable place stays, and so does a read outside of the vector: it has its own error.
; CHECK-LABEL: @stays(
; CHECK: call i16 @llvm.genx.rdregioni{{.*}} i16 %at,
; CHECK: call i16 @llvm.genx.rdregioni{{.*}} i16 16,
define i16 @stays(i16 %at) {
  %a = call i16 @llvm.genx.rdregioni.i16.v8i16.i16(<8 x i16> <i16 0, i16 1, i16 2, i16 3, i16 4, i16 5, i16 6, i16 7>, i32 0, i32 1, i32 0, i16 %at, i32 undef)
  %b = call i16 @llvm.genx.rdregioni.i16.v8i16.i16(<8 x i16> <i16 0, i16 1, i16 2, i16 3, i16 4, i16 5, i16 6, i16 7>, i32 0, i32 1, i32 0, i16 16, i32 undef)
  %r = add i16 %a, %b
  ret i16 %r
}
