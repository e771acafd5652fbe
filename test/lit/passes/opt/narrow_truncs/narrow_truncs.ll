; Sums, products, logic and left shifts of 64 bits that are truncated to dwords are computed as dwords.
; RUN: %opt -passes=narrow_truncs -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll

; A scalar in all lanes, an extension of words: the offsets of a gather from shared local memory.
; CHECK-LABEL: @offsets
; CHECK-DAG: [[B:%.*]] = trunc i64 %base to i32
; CHECK-DAG: [[I:%.*]] = zext <4 x i16> %i to <4 x i32>
; CHECK-DAG: [[S:%.*]] = insertelement <4 x i32> poison, i32 [[B]], i32 0
; CHECK-DAG: [[A:%.*]] = shufflevector <4 x i32> [[S]], <4 x i32> poison, <4 x i32> zeroinitializer
; CHECK: [[T:%.*]] = shl <4 x i32> [[I]], <i32 1, i32 1, i32 1, i32 1>
; CHECK: [[R:%.*]] = add <4 x i32> [[A]], [[T]]
; CHECK: ret <4 x i32> [[R]]
define <4 x i32> @offsets(i64 %base, <4 x i16> %i) {
  %one = insertelement <4 x i64> poison, i64 %base, i64 0
  %all = shufflevector <4 x i64> %one, <4 x i64> poison, <4 x i32> zeroinitializer
  %x = zext <4 x i16> %i to <4 x i64>
  %s = shl nuw nsw <4 x i64> %x, splat (i64 1)
  %a = add nuw nsw <4 x i64> %all, %s
  %d = trunc <4 x i64> %a to <4 x i32>
  ret <4 x i32> %d
}

; No flags remain: the product of the low dwords may overflow.
; CHECK-LABEL: @products
; CHECK: mul <2 x i32> %{{[0-9]+}}, %b
; CHECK: sub <2 x i32> <i32 -2, i32 -2>, %
; CHECK-NOT: i64> %
; CHECK: ret
define <2 x i32> @products(<2 x i64> %a, <2 x i32> %b) {
  %x = sext <2 x i32> %b to <2 x i64>
  %p = mul nsw <2 x i64> %a, %x
  %s = sub nsw <2 x i64> splat (i64 4294967294), %p
  %d = trunc <2 x i64> %s to <2 x i32>
  ret <2 x i32> %d
}

; What depends on upper bits stays: a right shift, a left shift by a dword or more, a sum with another user.
; CHECK-LABEL: @upper
; CHECK: lshr i64 %a, 3
; CHECK: shl i64 %a, 33
; CHECK: add i64 %a, %b
; CHECK: [[S:%.*]] = trunc i64 %s to i32
; CHECK: xor i32 [[S]], %
define i64 @upper(i64 %a, i64 %b) {
  %r = lshr i64 %a, 3
  %l = shl i64 %a, 33
  %s = add i64 %a, %b
  %t = trunc i64 %r to i32
  %u = trunc i64 %l to i32
  %o = xor i64 %s, %r
  %v = trunc i64 %o to i32
  %tu = xor i32 %t, %u
  %tv = add i32 %tu, %v
  %z = zext i32 %tv to i64
  %e = add i64 %s, %z
  ret i64 %e
}
