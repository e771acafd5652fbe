; What fits 16 bits is computed in 16 bits where that is fewer instructions; what might not fit stays.
; RUN: %opt -passes='narrow_ints<tgl>,adce' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll
; With registers of 64 bytes doublewords take as few instructions.
; RUN: %opt -passes='narrow_ints<pvc>,adce' -S %s -o %t.pvc.ll
; RUN: %FileCheck %s --check-prefix=PVC --input-file=%t.pvc.ll
; RUN: %genx_eval --compare %s %t.pvc.ll

declare <32 x i32> @llvm.genx.absi.v32i32(<32 x i32>)
declare <32 x i32> @llvm.abs.v32i32(<32 x i32>, i1)
declare <32 x i32> @llvm.smin.v32i32(<32 x i32>, <32 x i32>)
declare <32 x i32> @llvm.umax.v32i32(<32 x i32>, <32 x i32>)
declare <16 x i32> @llvm.genx.rdregioni.v16i32.v32i32.i16(<32 x i32>, i32, i32, i32, i16, i32)

; The distance of bytes: every step is within -255 and 255.
; CHECK-LABEL: @distance
; CHECK: sub <32 x i16>
; CHECK: call <32 x i16> @llvm.genx.absi.v32i16(<32 x i16>
; CHECK: [[S:%.*]] = add <32 x i16>
; CHECK: zext <32 x i16> [[S]] to <32 x i32>
; PVC-LABEL: @distance
; PVC: sub <32 x i32>
define <32 x i32> @distance(<32 x i8> %x, <32 x i8> %y, <32 x i16> %z) {
  %a = zext <32 x i8> %x to <32 x i32>
  %b = zext <32 x i8> %y to <32 x i32>
  %d = sub <32 x i32> %a, %b
  %r = call <32 x i32> @llvm.genx.absi.v32i32(<32 x i32> %d)
  %s = add <32 x i32> %r, %r
  ret <32 x i32> %s
}

; 65535 + 255 does not fit, nor does -32768 - 32767.
; CHECK-LABEL: @too_large
; CHECK: add <32 x i32>
; CHECK: sub <32 x i32>
define <32 x i32> @too_large(<32 x i16> %x, <32 x i16> %y, <32 x i8> %z) {
  %a = zext <32 x i16> %x to <32 x i32>
  %b = zext <32 x i8> %z to <32 x i32>
  %p = add <32 x i32> %a, %b
  %c = sext <32 x i16> %x to <32 x i32>
  %d = sext <32 x i16> %y to <32 x i32>
  %q = sub <32 x i32> %c, %d
  %s = add <32 x i32> %p, %q
  ret <32 x i32> %s
}

; A sum of words is cut to words again at the end, in unsigned numbers up to 65535.
; CHECK-LABEL: @unsigned
; CHECK: [[M:%.*]] = mul <32 x i16>
; CHECK: [[O:%.*]] = or <32 x i16> [[M]]
; CHECK: zext <32 x i16> [[O]] to <32 x i32>
; CHECK: lshr <32 x i16> [[O]]
define <32 x i32> @unsigned(<32 x i8> %x, <32 x i8> %y) {
  %a = zext <32 x i8> %x to <32 x i32>
  %b = zext <32 x i8> %y to <32 x i32>
  %m = mul <32 x i32> %a, %b
  %o = or <32 x i32> %m, <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 255>
  %l = lshr <32 x i32> %o, splat (i32 3)
  %s = add <32 x i32> %o, %l
  ret <32 x i32> %s
}

; Signed order of numbers that are words only without sign: not these, though the results would fit.
; CHECK-LABEL: @order
; CHECK: call <32 x i32> @llvm.smin.v32i32
define <32 x i32> @order(<32 x i16> %x, <32 x i8> %y) {
  %a = zext <32 x i16> %x to <32 x i32>
  %b = zext <32 x i8> %y to <32 x i32>
  %m = call <32 x i32> @llvm.smin.v32i32(<32 x i32> %a, <32 x i32> %b)
  %n = call <32 x i32> @llvm.smin.v32i32(<32 x i32> %m, <32 x i32> %b)
  ret <32 x i32> %n
}

; |-32768| is no word.
; CHECK-LABEL: @least
; CHECK: call <32 x i32> @llvm.abs.v32i32
define <32 x i32> @least(<32 x i16> %x) {
  %a = sext <32 x i16> %x to <32 x i32>
  %m = call <32 x i32> @llvm.abs.v32i32(<32 x i32> %a, i1 false)
  %n = add <32 x i32> %m, %m
  ret <32 x i32> %n
}

; Halves of a vector, and bits above 7 that are not there.
; CHECK-LABEL: @halves
; CHECK-NOT: and
; CHECK: call <16 x i16> @llvm.genx.rdregioni.v16i16.v32i16.i16(<32 x i16> {{%.*}}, i32 16, i32 16, i32 1, i16 32
; CHECK: add <16 x i16>
; PVC-LABEL: @halves
; PVC-NOT: and
define <16 x i32> @halves(<32 x i8> %x, <32 x i8> %y) {
  %a = zext <32 x i8> %x to <32 x i32>
  %b = zext <32 x i8> %y to <32 x i32>
  %m = call <32 x i32> @llvm.umax.v32i32(<32 x i32> %a, <32 x i32> %b)
  %k = and <32 x i32> %m, splat (i32 255)
  %d = sub <32 x i32> %k, %b
  %e = mul <32 x i32> %d, splat (i32 5)
  %lo = call <16 x i32> @llvm.genx.rdregioni.v16i32.v32i32.i16(<32 x i32> %e, i32 16, i32 16, i32 1, i16 0, i32 undef)
  %hi = call <16 x i32> @llvm.genx.rdregioni.v16i32.v32i32.i16(<32 x i32> %e, i32 16, i32 16, i32 1, i16 64, i32 undef)
  %s = add <16 x i32> %lo, %hi
  ret <16 x i32> %s
}

; A shift of words by one number of 0 to 31, cut to words: a product with its power of two, which is 0 from 16 on.
; CHECK-LABEL: @scale
; CHECK: shl i32 1,
; CHECK: mul <32 x i16> %x,
; CHECK: add <32 x i16>
; PVC-LABEL: @scale
; PVC: mul <32 x i16> %x,
define <32 x i16> @scale(<32 x i16> %x, i32 %n) {
  %a = zext <32 x i16> %x to <32 x i32>
  %i = insertelement <32 x i32> poison, i32 %n, i64 0
  %b = shufflevector <32 x i32> %i, <32 x i32> poison, <32 x i32> zeroinitializer
  %c = and <32 x i32> %b, splat (i32 31)
  %s = shl <32 x i32> %a, %c
  %d = add <32 x i32> %s, %a
  %t = trunc <32 x i32> %d to <32 x i16>
  ret <32 x i16> %t
}

; As LLVM writes it: the mask is applied to one lane. The result is stored as bytes.
; CHECK-LABEL: @scale_lane
; CHECK: mul <32 x i16>
define <32 x i8> @scale_lane(<32 x i8> %x, i32 %n) {
  %a = zext <32 x i8> %x to <32 x i32>
  %i = insertelement <32 x i32> poison, i32 %n, i64 0
  %c = and <32 x i32> %i, <i32 31, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %b = shufflevector <32 x i32> %c, <32 x i32> poison, <32 x i32> zeroinitializer
  %s = shl <32 x i32> %a, %b
  %t = trunc <32 x i32> %s to <32 x i8>
  ret <32 x i8> %t
}

; Counts below 16 are counts of words too.
; CHECK-LABEL: @small_count
; CHECK: lshr <32 x i16> %x,
define <32 x i32> @small_count(<32 x i16> %x, <32 x i16> %n) {
  %a = zext <32 x i16> %x to <32 x i32>
  %c = zext <32 x i16> %n to <32 x i32>
  %m = and <32 x i32> %c, splat (i32 15)
  %s = lshr <32 x i32> %a, %m
  %r = or <32 x i32> %s, %a
  ret <32 x i32> %r
}

; Upper bits that are used, counts of 16 and more to the right, and counts that differ.
; CHECK-LABEL: @stays
; CHECK: shl <32 x i32>
; CHECK: lshr <32 x i32>
; CHECK: shl <32 x i32>
define <32 x i16> @stays(<32 x i16> %x, i32 %n, <32 x i16> %y) {
  %a = zext <32 x i16> %x to <32 x i32>
  %i = insertelement <32 x i32> poison, i32 %n, i64 0
  %b = shufflevector <32 x i32> %i, <32 x i32> poison, <32 x i32> zeroinitializer
  %c = and <32 x i32> %b, splat (i32 31)
  %s = shl <32 x i32> %a, %c
  %s2 = lshr <32 x i32> %s, splat (i32 3)
  %t = trunc <32 x i32> %s2 to <32 x i16>
  %u = lshr <32 x i32> %a, %c
  %v = trunc <32 x i32> %u to <32 x i16>
  %d = zext <32 x i16> %y to <32 x i32>
  %e = and <32 x i32> %d, splat (i32 31)
  %f = shl <32 x i32> %a, %e
  %g = trunc <32 x i32> %f to <32 x i16>
  %h = add <32 x i16> %t, %v
  %k = add <32 x i16> %h, %g
  ret <32 x i16> %k
}
