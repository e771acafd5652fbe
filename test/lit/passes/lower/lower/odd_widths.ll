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
; RUN: %genx_eval --compare %s %t.ll --kernel from_floats
; RUN: %genx_eval --compare %s %t.ll --kernel bytes
; RUN: %genx_eval --compare %s %t.ll --kernel words
; RUN: %genx_eval --compare %s %t.ll --kernel rows_of_bytes
; RUN: %genx_eval --compare %s %t.ll --kernel to_rows_of_bytes
; RUN: %genx_eval --compare %s %t.ll --kernel pieces
; RUN: %genx_eval --compare %s %t.ll --kernel one_bit
; RUN: %genx_eval --compare %s %t.ll --kernel neighbours
; CHECK-NOT: = {{(call|zext|sext)}} {{.*}}i{{7|13|24|31|33|39|40|48|63}}

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

; Of floats: computed in the next legal width, clamped to what the narrow one holds. Within the range, as elsewhere the result is open.
define <4 x i32> @from_floats(<4 x i32> %a) {
  %s = and <4 x i32> %a, splat (i32 -8388545)
  %i = shl <4 x i32> %s, splat (i32 20)
  %n = ashr <4 x i32> %i, splat (i32 26)
  %f = sitofp <4 x i32> %n to <4 x float>
  %h = sitofp <4 x i32> %n to <4 x half>
  %x = fptosi <4 x float> %f to <4 x i7>
  %p = call <4 x float> @llvm.fabs.v4f32(<4 x float> %f)
  %y = fptoui <4 x float> %p to <4 x i33>
  %big = fmul <4 x float> %f, splat (float 1.0e+03)
  %u = call <4 x i13> @llvm.fptoui.sat.v4i13.v4f32(<4 x float> %big)
  %v = call <4 x i13> @llvm.fptosi.sat.v4i13.v4f32(<4 x float> %big)
  %w = call <4 x i5> @llvm.fptosi.sat.v4i5.v4f16(<4 x half> %h)
  %x32 = sext <4 x i7> %x to <4 x i32>
  %y32 = trunc <4 x i33> %y to <4 x i32>
  %u32 = zext <4 x i13> %u to <4 x i32>
  %v32 = sext <4 x i13> %v to <4 x i32>
  %w32 = sext <4 x i5> %w to <4 x i32>
  %1 = mul <4 x i32> %x32, splat (i32 3)
  %2 = add <4 x i32> %1, %y32
  %3 = mul <4 x i32> %2, splat (i32 5)
  %4 = xor <4 x i32> %3, %u32
  %5 = mul <4 x i32> %4, splat (i32 7)
  %6 = xor <4 x i32> %5, %v32
  %7 = mul <4 x i32> %6, splat (i32 11)
  %8 = xor <4 x i32> %7, %w32
  ret <4 x i32> %8
}

; Bytes of elements that are whole bytes; bits of those that are not. Instcombine makes the first of three bytes that are one number.
; CHECK-LABEL: @bytes
; CHECK: wrregioni.v4i8.v3i8
define i32 @bytes(<8 x i8> %a) {
  %v = shufflevector <8 x i8> %a, <8 x i8> poison, <3 x i32> <i32 0, i32 1, i32 2>
  %x = bitcast <3 x i8> %v to i24
  %r = sext i24 %x to i32
  ret i32 %r
}

define <3 x i16> @words(i64 %a) {
  %x = trunc i64 %a to i48
  %v = bitcast i48 %x to <3 x i16>
  ret <3 x i16> %v
}

; CHECK-LABEL: @rows_of_bytes
; CHECK: rdregioni.v12i8.v16i8.i16(<16 x i8> {{[^,]*}}, i32 4, i32 3, i32 1, i16 0
define <3 x i32> @rows_of_bytes(<4 x i32> %a) {
  %x = trunc <4 x i32> %a to <4 x i24>
  %v = bitcast <4 x i24> %x to <3 x i32>
  ret <3 x i32> %v
}

define <5 x i32> @to_rows_of_bytes(<15 x i8> %a) {
  %x = bitcast <15 x i8> %a to <5 x i24>
  %r = sext <5 x i24> %x to <5 x i32>
  ret <5 x i32> %r
}

define i64 @pieces(<8 x i16> %a, i64 %b) {
  %x = trunc <8 x i16> %a to <8 x i5>
  %n = bitcast <8 x i5> %x to i40
  %t = trunc i64 %b to i39
  %v = bitcast i39 %t to <3 x i13>
  %w = zext <3 x i13> %v to <3 x i16>
  %m = sext i40 %n to i64
  %e = extractelement <3 x i16> %w, i32 1
  %f = zext i16 %e to i64
  %r = add i64 %m, %f
  ret i64 %r
}

; One bit of an element, which instcombine sees as an element of a predicate.
define i32 @one_bit(<3 x i64> %a) {
  %x = trunc <3 x i64> %a to <3 x i63>
  %m = bitcast <3 x i63> %x to <189 x i1>
  %b = extractelement <189 x i1> %m, i32 65
  %r = sext i1 %b to i32
  ret i32 %r
}

; Bits of two neighbours.
define i32 @neighbours(<6 x i16> %a) {
  %x = trunc <6 x i16> %a to <6 x i13>
  %m = bitcast <6 x i13> %x to <3 x i26>
  %b = extractelement <3 x i26> %m, i32 1
  %r = zext i26 %b to i32
  ret i32 %r
}
declare <4 x float> @llvm.fabs.v4f32(<4 x float>)
declare <4 x i13> @llvm.fptoui.sat.v4i13.v4f32(<4 x float>)
declare <4 x i13> @llvm.fptosi.sat.v4i13.v4f32(<4 x float>)
declare <4 x i5> @llvm.fptosi.sat.v4i5.v4f16(<4 x half>)
