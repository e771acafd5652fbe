; Intrinsics on integers of widths that no register has: computed in the next legal width.
; RUN: %opt -passes='lower<tgl>' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll --kernel order
; RUN: %genx_eval --compare %s %t.ll --kernel saturated
; RUN: %genx_eval --compare %s %t.ll --kernel funnel
; RUN: %genx_eval --compare %s %t.ll --kernel turned
; RUN: %genx_eval --compare %s %t.ll --kernel sums
; RUN: %genx_eval --compare %s %t.ll --kernel overflows
; RUN: %genx_eval --compare %s %t.ll --kernel loop
; CHECK-NOT: = {{(call|zext|sext)}} {{.*}}i{{7|13|24|31|48}}

define <4 x i32> @order(<4 x i32> %a, <4 x i32> %b) {
  %x = trunc <4 x i32> %a to <4 x i7>
  %y = trunc <4 x i32> %b to <4 x i7>
  %s = call <4 x i7> @llvm.smin.v4i7(<4 x i7> %x, <4 x i7> %y)
  %u = call <4 x i7> @llvm.umax.v4i7(<4 x i7> %x, <4 x i7> %y)
  %c = call <4 x i7> @llvm.abs.v4i7(<4 x i7> %s, i1 false)
  %d = call <4 x i7> @llvm.fshl.v4i7(<4 x i7> %c, <4 x i7> %u, <4 x i7> splat (i7 5))
  %r = sext <4 x i7> %d to <4 x i32>
  ret <4 x i32> %r
}

define <4 x i32> @saturated(<4 x i32> %a, <4 x i32> %b) {
  %x = trunc <4 x i32> %a to <4 x i24>
  %y = trunc <4 x i32> %b to <4 x i24>
  %n = and <4 x i24> %y, splat (i24 15)
  %p = call <4 x i24> @llvm.sadd.sat.v4i24(<4 x i24> %x, <4 x i24> %y)
  %q = call <4 x i24> @llvm.usub.sat.v4i24(<4 x i24> %x, <4 x i24> %y)
  %s = call <4 x i24> @llvm.sshl.sat.v4i24(<4 x i24> %x, <4 x i24> %n)
  %d = xor <4 x i24> %p, %q
  %e = xor <4 x i24> %d, %s
  %r = sext <4 x i24> %e to <4 x i32>
  ret <4 x i32> %r
}

; A count of 13 is a count of 0: 13 is no power of two.
; CHECK-LABEL: @funnel
; CHECK-NOT: and <4 x i32> {{.*}}i32 12)
define <4 x i32> @funnel(<4 x i32> %a, <4 x i32> %b) {
  %x = trunc <4 x i32> %a to <4 x i13>
  %y = trunc <4 x i32> %b to <4 x i13>
  %l = call <4 x i13> @llvm.fshl.v4i13(<4 x i13> %x, <4 x i13> %y, <4 x i13> %x)
  %s = call <4 x i13> @llvm.fshr.v4i13(<4 x i13> %x, <4 x i13> %y, <4 x i13> %y)
  %d = xor <4 x i13> %l, %s
  %r = zext <4 x i13> %d to <4 x i32>
  ret <4 x i32> %r
}

define i64 @turned(i64 %a) {
  %x = trunc i64 %a to i48
  %b = call i48 @llvm.bswap.i48(i48 %x)
  %c = call i48 @llvm.bitreverse.i48(i48 %x)
  %d = sub i48 %b, %c
  %r = sext i48 %d to i64
  ret i64 %r
}

define i32 @sums(<8 x i32> %a) {
  %x = trunc <8 x i32> %a to <8 x i24>
  %s = call i24 @llvm.vector.reduce.add.v8i24(<8 x i24> %x)
  %m = call i24 @llvm.vector.reduce.smax.v8i24(<8 x i24> %x)
  %d = mul i24 %s, %m
  %r = sext i24 %d to i32
  ret i32 %r
}

; A product of 31 bits wraps long before its 32 bits say so.
define <4 x i32> @overflows(<4 x i32> %a, <4 x i32> %b) {
  %x = trunc <4 x i32> %a to <4 x i31>
  %y = trunc <4 x i32> %b to <4 x i31>
  %p = call {<4 x i31>, <4 x i1>} @llvm.smul.with.overflow.v4i31(<4 x i31> %x, <4 x i31> %y)
  %q = call {<4 x i31>, <4 x i1>} @llvm.umul.with.overflow.v4i31(<4 x i31> %x, <4 x i31> %y)
  %m = extractvalue {<4 x i31>, <4 x i1>} %p, 1
  %n = extractvalue {<4 x i31>, <4 x i1>} %q, 1
  %s = select <4 x i1> %m, <4 x i32> splat (i32 1), <4 x i32> zeroinitializer
  %r = select <4 x i1> %n, <4 x i32> splat (i32 2), <4 x i32> %s
  ret <4 x i32> %r
}

; Registers carry i24 around the loop in dwords.
; CHECK-LABEL: @loop
; CHECK: phi <3 x i32>
define <3 x i32> @loop(<3 x i32> %a) {
entry:
  %t = trunc <3 x i32> %a to <3 x i24>
  br label %again
again:
  %i = phi i32 [ 0, %entry ], [ %i1, %again ]
  %v = phi <3 x i24> [ %t, %entry ], [ %w, %again ]
  %s = shufflevector <3 x i24> %v, <3 x i24> %t, <3 x i32> <i32 2, i32 3, i32 1>
  %w = mul <3 x i24> %s, splat (i24 77777)
  %i1 = add i32 %i, 1
  %more = icmp ult i32 %i1, 5
  br i1 %more, label %again, label %exit
exit:
  %r = sext <3 x i24> %w to <3 x i32>
  ret <3 x i32> %r
}
