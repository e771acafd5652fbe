; Sums of products of bytes become dp4a where the target has it. The evaluator compares before and after.
; RUN: %opt -passes='set_genx_attrs,function(form_dp4a<dg2>,adce)' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll
; RUN: %opt -passes='form_dp4a<icl>,adce' -S %s | %FileCheck %s --check-prefix=ICL
; ICL-NOT: call {{.*}}dp4a

declare <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8>, i32, i32, i32, i16, i32)
declare <8 x i8> @llvm.genx.rdregioni.v8i8.v64i8.i16(<64 x i8>, i32, i32, i32, i16, i32)
declare i8 @llvm.genx.rdregioni.i8.v32i8.i16(<32 x i8>, i32, i32, i32, i16, i32)
declare <4 x i32> @llvm.genx.rdregioni.v4i32.v8i32.i16(<8 x i32>, i32, i32, i32, i16, i32)
declare <2 x i32> @llvm.genx.rdregioni.v2i32.v4i32.i16(<4 x i32>, i32, i32, i32, i16, i32)
declare <8 x i32> @llvm.genx.rdregioni.v8i32.v16i32.i16(<16 x i32>, i32, i32, i32, i16, i32)
declare i32 @llvm.genx.rdregioni.i32.v2i32.i16(<2 x i32>, i32, i32, i32, i16, i32)

; Four signed products in any order, factors either way round, and an addend.
; CHECK-LABEL: @four
; CHECK-DAG: bitcast <32 x i8> %a to <8 x i32>
; CHECK-DAG: bitcast <32 x i8> %b to <8 x i32>
; CHECK: [[R:%.*]] = call <8 x i32> @llvm.genx.ssdp4a.v8i32.v8i32.v8i32.v8i32(<8 x i32> %c, <8 x i32> {{%[12]}}, <8 x i32> {{%[12]}})
; CHECK-NEXT: ret <8 x i32> [[R]]
define <8 x i32> @four(<32 x i8> %a, <32 x i8> %b, <8 x i32> %c) {
  %a0 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8> %a, i32 0, i32 8, i32 4, i16 0, i32 undef)
  %a1 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8> %a, i32 0, i32 8, i32 4, i16 1, i32 undef)
  %a2 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8> %a, i32 0, i32 8, i32 4, i16 2, i32 undef)
  %a3 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8> %a, i32 0, i32 8, i32 4, i16 3, i32 undef)
  %b0 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8> %b, i32 0, i32 8, i32 4, i16 0, i32 undef)
  %b1 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8> %b, i32 0, i32 8, i32 4, i16 1, i32 undef)
  %b2 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8> %b, i32 0, i32 8, i32 4, i16 2, i32 undef)
  %b3 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8> %b, i32 0, i32 8, i32 4, i16 3, i32 undef)
  %x0 = sext <8 x i8> %a0 to <8 x i32>
  %x1 = sext <8 x i8> %a1 to <8 x i32>
  %x2 = sext <8 x i8> %a2 to <8 x i32>
  %x3 = sext <8 x i8> %a3 to <8 x i32>
  %y0 = sext <8 x i8> %b0 to <8 x i32>
  %y1 = sext <8 x i8> %b1 to <8 x i32>
  %y2 = sext <8 x i8> %b2 to <8 x i32>
  %y3 = sext <8 x i8> %b3 to <8 x i32>
  %p0 = mul nsw <8 x i32> %x0, %y0
  %p1 = mul nsw <8 x i32> %y1, %x1
  %p2 = mul nsw <8 x i32> %x2, %y2
  %p3 = mul nsw <8 x i32> %y3, %x3
  %s = add <8 x i32> %p3, %p0
  %t = add <8 x i32> %c, %p2
  %u = add <8 x i32> %s, %t
  %r = add <8 x i32> %u, %p1
  ret <8 x i32> %r
}

; Three weights (66, 129, 25: bytes 42, 81, 19) and a fourth that is 0: 0x00198142.
; CHECK-LABEL: @grey
; CHECK: call <8 x i32> @llvm.genx.uudp4a.v8i32.v8i32.v8i32.v8i32(<8 x i32> {{.*}}i32 128{{.*}}, <8 x i32> {{%.*}}, <8 x i32> {{.*}}i32 1671490
define <8 x i32> @grey(<32 x i8> %a) {
  %a0 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8> %a, i32 0, i32 8, i32 4, i16 0, i32 undef)
  %a1 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8> %a, i32 0, i32 8, i32 4, i16 1, i32 undef)
  %a2 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8> %a, i32 0, i32 8, i32 4, i16 2, i32 undef)
  %x0 = zext <8 x i8> %a0 to <8 x i32>
  %x1 = zext <8 x i8> %a1 to <8 x i32>
  %x2 = zext <8 x i8> %a2 to <8 x i32>
  %p0 = mul <8 x i32> %x0, splat (i32 66)
  %p1 = mul <8 x i32> %x1, splat (i32 129)
  %p2 = mul <8 x i32> %x2, splat (i32 25)
  %s = add <8 x i32> %p0, %p1
  %t = add <8 x i32> %s, %p2
  %r = add <8 x i32> %t, splat (i32 128)
  ret <8 x i32> %r
}

; Weights 1 and 4 are no products in the text; sums of words are the low words.
; CHECK-LABEL: @words
; CHECK: call <8 x i32> @llvm.genx.uudp4a{{.*}}i32 262402
; CHECK: trunc <8 x i32> {{.*}} to <8 x i16>
define <8 x i16> @words(<32 x i8> %a, <8 x i16> %c) {
  %a0 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8> %a, i32 0, i32 8, i32 4, i16 0, i32 undef)
  %a1 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8> %a, i32 0, i32 8, i32 4, i16 1, i32 undef)
  %a2 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8> %a, i32 0, i32 8, i32 4, i16 2, i32 undef)
  %x0 = zext <8 x i8> %a0 to <8 x i16>
  %x1 = zext <8 x i8> %a1 to <8 x i16>
  %x2 = zext <8 x i8> %a2 to <8 x i16>
  %p0 = shl <8 x i16> %x0, splat (i16 1)
  %p2 = shl <8 x i16> %x2, splat (i16 2)
  %s = add <8 x i16> %p0, %x1
  %t = add <8 x i16> %s, %c
  %r = add <8 x i16> %t, %p2
  ret <8 x i16> %r
}

; Bytes cut out of dwords.
; CHECK-LABEL: @logic
; CHECK: call <8 x i32> @llvm.genx.uudp4a.v8i32.v8i32.v8i32.v8i32(<8 x i32> {{zeroinitializer|.*i32 0.*}}, <8 x i32> %a, <8 x i32> %b)
; CHECK-NEXT: ret
define <8 x i32> @logic(<8 x i32> %a, <8 x i32> %b) {
  %x0 = and <8 x i32> %a, splat (i32 255)
  %y0 = and <8 x i32> %b, splat (i32 255)
  %s1 = lshr <8 x i32> %a, splat (i32 8)
  %t1 = lshr <8 x i32> %b, splat (i32 8)
  %x1 = and <8 x i32> %s1, splat (i32 255)
  %y1 = and <8 x i32> %t1, splat (i32 255)
  %s2 = lshr <8 x i32> %a, splat (i32 16)
  %t2 = lshr <8 x i32> %b, splat (i32 16)
  %x2 = and <8 x i32> %s2, splat (i32 255)
  %y2 = and <8 x i32> %t2, splat (i32 255)
  %x3 = lshr <8 x i32> %a, splat (i32 24)
  %y3 = lshr <8 x i32> %b, splat (i32 24)
  %p0 = mul <8 x i32> %x0, %y0
  %p1 = mul <8 x i32> %x1, %y1
  %p2 = mul <8 x i32> %x2, %y2
  %p3 = mul <8 x i32> %x3, %y3
  %s = add <8 x i32> %p0, %p1
  %t = add <8 x i32> %p2, %p3
  %r = add <8 x i32> %s, %t
  ret <8 x i32> %r
}

; The same with signs, of one dword by weights 3, -5, 7, -128: bytes 03 fb 07 80.
; CHECK-LABEL: @signed_logic
; CHECK: call i32 @llvm.genx.ssdp4a.i32.i32.i32.i32(i32 %c, i32 %a, i32 -2146960637)
define i32 @signed_logic(i32 %a, i32 %c) {
  %s0 = shl i32 %a, 24
  %x0 = ashr i32 %s0, 24
  %s1 = shl i32 %a, 16
  %x1 = ashr i32 %s1, 24
  %s2 = shl i32 %a, 8
  %x2 = ashr i32 %s2, 24
  %x3 = ashr i32 %a, 24
  %p0 = mul i32 %x0, 3
  %p1 = mul i32 %x1, -5
  %p2 = mul i32 %x2, 7
  %p3 = mul i32 %x3, -128
  %s = add i32 %p0, %p1
  %t = add i32 %p2, %p3
  %u = add i32 %s, %c
  %r = add i32 %u, %t
  ret i32 %r
}

; One dword of weights for all lanes, and every second dword of the data; the fifth product stays.
; CHECK-LABEL: @broadcast
; CHECK-DAG: [[D:%.*]] = bitcast <64 x i8> %a to <16 x i32>
; CHECK-DAG: [[X:%.*]] = call <8 x i32> @llvm.genx.rdregioni.v8i32.v16i32.i16(<16 x i32> [[D]], i32 {{[0-9]+}}, i32 8, i32 2, i16 4,
; CHECK-DAG: [[Y:%.*]] = call <8 x i32> @llvm.genx.rdregioni.v8i32.v8i32.i16(<8 x i32> {{%.*}}, i32 {{[0-9]+}}, i32 8, i32 0, i16 8,
; CHECK: [[R:%.*]] = call <8 x i32> @llvm.genx.uudp4a.v8i32.v8i32.v8i32.v8i32(<8 x i32> {{.*}}, <8 x i32> [[X]], <8 x i32> [[Y]])
; CHECK: add <8 x i32> [[R]]
define <8 x i32> @broadcast(<64 x i8> %a, <32 x i8> %w) {
  %a0 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v64i8.i16(<64 x i8> %a, i32 0, i32 8, i32 8, i16 4, i32 undef)
  %a1 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v64i8.i16(<64 x i8> %a, i32 0, i32 8, i32 8, i16 5, i32 undef)
  %a2 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v64i8.i16(<64 x i8> %a, i32 0, i32 8, i32 8, i16 6, i32 undef)
  %a3 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v64i8.i16(<64 x i8> %a, i32 0, i32 8, i32 8, i16 7, i32 undef)
  %w0 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8> %w, i32 0, i32 8, i32 0, i16 8, i32 undef)
  %w1 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8> %w, i32 0, i32 8, i32 0, i16 9, i32 undef)
  %w2 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8> %w, i32 0, i32 8, i32 0, i16 10, i32 undef)
  %w3 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8> %w, i32 0, i32 8, i32 0, i16 11, i32 undef)
  %x0 = zext <8 x i8> %a0 to <8 x i32>
  %x1 = zext <8 x i8> %a1 to <8 x i32>
  %x2 = zext <8 x i8> %a2 to <8 x i32>
  %x3 = zext <8 x i8> %a3 to <8 x i32>
  %y0 = zext <8 x i8> %w0 to <8 x i32>
  %y1 = zext <8 x i8> %w1 to <8 x i32>
  %y2 = zext <8 x i8> %w2 to <8 x i32>
  %y3 = zext <8 x i8> %w3 to <8 x i32>
  %p0 = mul <8 x i32> %x0, %y0
  %p1 = mul <8 x i32> %x1, %y1
  %p2 = mul <8 x i32> %x2, %y2
  %p3 = mul <8 x i32> %x3, %y3
  %p4 = mul <8 x i32> %x3, %y3
  %s = add <8 x i32> %p0, %p1
  %t = add <8 x i32> %s, %p2
  %u = add <8 x i32> %t, %p3
  %r = add <8 x i32> %u, %p4
  ret <8 x i32> %r
}

; All products added up: the order does not matter.
; CHECK-LABEL: @total
; CHECK: [[Q:%.*]] = call <4 x i32> @llvm.genx.uudp4a.v4i32.v4i32.v4i32.v4i32(<4 x i32> {{.*}}, <4 x i32> {{%.*}}, <4 x i32> {{%.*}})
; CHECK-NEXT: call <2 x i32> @llvm.genx.rdregioni.v2i32.v4i32.i16(<4 x i32> [[Q]]
; CHECK-NOT: mul
; CHECK: ret
define i32 @total(<16 x i8> %a, <16 x i8> %b) {
  %x = zext <16 x i8> %a to <16 x i32>
  %y = zext <16 x i8> %b to <16 x i32>
  %m = mul <16 x i32> %x, %y
  %h0 = call <8 x i32> @llvm.genx.rdregioni.v8i32.v16i32.i16(<16 x i32> %m, i32 0, i32 8, i32 1, i16 0, i32 undef)
  %h1 = call <8 x i32> @llvm.genx.rdregioni.v8i32.v16i32.i16(<16 x i32> %m, i32 0, i32 8, i32 1, i16 32, i32 undef)
  %h = add <8 x i32> %h0, %h1
  %q0 = call <4 x i32> @llvm.genx.rdregioni.v4i32.v8i32.i16(<8 x i32> %h, i32 0, i32 4, i32 1, i16 0, i32 undef)
  %q1 = call <4 x i32> @llvm.genx.rdregioni.v4i32.v8i32.i16(<8 x i32> %h, i32 0, i32 4, i32 1, i16 16, i32 undef)
  %q = add <4 x i32> %q0, %q1
  %e0 = call <2 x i32> @llvm.genx.rdregioni.v2i32.v4i32.i16(<4 x i32> %q, i32 0, i32 2, i32 1, i16 0, i32 undef)
  %e1 = call <2 x i32> @llvm.genx.rdregioni.v2i32.v4i32.i16(<4 x i32> %q, i32 0, i32 2, i32 1, i16 8, i32 undef)
  %e = add <2 x i32> %e0, %e1
  %f0 = call i32 @llvm.genx.rdregioni.i32.v2i32.i16(<2 x i32> %e, i32 0, i32 1, i32 0, i16 0, i32 undef)
  %f1 = call i32 @llvm.genx.rdregioni.i32.v2i32.i16(<2 x i32> %e, i32 0, i32 1, i32 0, i16 4, i32 undef)
  %f = add i32 %f0, %f1
  ret i32 %f
}

; Not: one factor signed and one not; a byte of another place; a product that others use; -1 beside unsigned bytes.
; CHECK-LABEL: @not
; CHECK-NOT: = call{{.*}}dp4a
; CHECK: ret
define <8 x i32> @not(<32 x i8> %a, <32 x i8> %b) {
  %a0 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8> %a, i32 0, i32 8, i32 4, i16 0, i32 undef)
  %a1 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8> %a, i32 0, i32 8, i32 4, i16 1, i32 undef)
  %a2 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8> %a, i32 0, i32 8, i32 4, i16 2, i32 undef)
  %a3 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8> %a, i32 0, i32 8, i32 4, i16 3, i32 undef)
  %b0 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8> %b, i32 0, i32 8, i32 4, i16 0, i32 undef)
  %b1 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8> %b, i32 0, i32 8, i32 4, i16 1, i32 undef)
  %x0 = zext <8 x i8> %a0 to <8 x i32>
  %x1 = zext <8 x i8> %a1 to <8 x i32>
  %x2 = zext <8 x i8> %a2 to <8 x i32>
  %x3 = zext <8 x i8> %a3 to <8 x i32>
  %y0 = sext <8 x i8> %b0 to <8 x i32>
  %y1 = zext <8 x i8> %b1 to <8 x i32>
  %p0 = mul <8 x i32> %x0, %y0
  %p1 = mul <8 x i32> %x1, %y1
  %p2 = mul <8 x i32> %x2, %y1
  %p3 = mul <8 x i32> %x3, splat (i32 -1)
  %s = add <8 x i32> %p0, %p1
  %t = add <8 x i32> %s, %p2
  %u = add <8 x i32> %t, %p3
  %r = xor <8 x i32> %u, %p1
  ret <8 x i32> %r
}

; The same sum of products that were narrowed to words, which they fit; three weights of words in a sum of dwords.
; CHECK-LABEL: @narrow
; CHECK: call <4 x i32> @llvm.genx.ssdp4a.v4i32.v4i32.v4i32.v4i32(<4 x i32> {{.*}}, <4 x i32> {{%.*}}, <4 x i32> {{%.*}})
; CHECK-NOT: mul
; CHECK: ret
declare <8 x i16> @llvm.genx.rdregioni.v8i16.v16i16.i16(<16 x i16>, i32, i32, i32, i16, i32)
define i32 @narrow(<16 x i8> %a, <16 x i8> %b) {
  %x = sext <16 x i8> %a to <16 x i16>
  %y = sext <16 x i8> %b to <16 x i16>
  %m = mul <16 x i16> %x, %y
  %g0 = call <8 x i16> @llvm.genx.rdregioni.v8i16.v16i16.i16(<16 x i16> %m, i32 0, i32 8, i32 1, i16 0, i32 undef)
  %g1 = call <8 x i16> @llvm.genx.rdregioni.v8i16.v16i16.i16(<16 x i16> %m, i32 0, i32 8, i32 1, i16 16, i32 undef)
  %h0 = sext <8 x i16> %g0 to <8 x i32>
  %h1 = sext <8 x i16> %g1 to <8 x i32>
  %h = add <8 x i32> %h0, %h1
  %q0 = call <4 x i32> @llvm.genx.rdregioni.v4i32.v8i32.i16(<8 x i32> %h, i32 0, i32 4, i32 1, i16 0, i32 undef)
  %q1 = call <4 x i32> @llvm.genx.rdregioni.v4i32.v8i32.i16(<8 x i32> %h, i32 0, i32 4, i32 1, i16 16, i32 undef)
  %q = add <4 x i32> %q0, %q1
  %e0 = call <2 x i32> @llvm.genx.rdregioni.v2i32.v4i32.i16(<4 x i32> %q, i32 0, i32 2, i32 1, i16 0, i32 undef)
  %e1 = call <2 x i32> @llvm.genx.rdregioni.v2i32.v4i32.i16(<4 x i32> %q, i32 0, i32 2, i32 1, i16 8, i32 undef)
  %e = add <2 x i32> %e0, %e1
  %f0 = call i32 @llvm.genx.rdregioni.i32.v2i32.i16(<2 x i32> %e, i32 0, i32 1, i32 0, i16 0, i32 undef)
  %f1 = call i32 @llvm.genx.rdregioni.i32.v2i32.i16(<2 x i32> %e, i32 0, i32 1, i32 0, i16 4, i32 undef)
  %f = add i32 %f0, %f1
  ret i32 %f
}

; CHECK-LABEL: @narrow_weights
; CHECK: call <8 x i32> @llvm.genx.uudp4a{{.*}}i32 1671490
define <8 x i32> @narrow_weights(<32 x i8> %a, <8 x i32> %c) {
  %a0 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8> %a, i32 0, i32 8, i32 4, i16 0, i32 undef)
  %a1 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8> %a, i32 0, i32 8, i32 4, i16 1, i32 undef)
  %a2 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8> %a, i32 0, i32 8, i32 4, i16 2, i32 undef)
  %x0 = zext <8 x i8> %a0 to <8 x i16>
  %x1 = zext <8 x i8> %a1 to <8 x i16>
  %x2 = zext <8 x i8> %a2 to <8 x i16>
  %p0 = mul <8 x i16> %x0, splat (i16 66)
  %p1 = mul <8 x i16> %x1, splat (i16 129)
  %p2 = mul <8 x i16> %x2, splat (i16 25)
  %y0 = zext <8 x i16> %p0 to <8 x i32>
  %y1 = zext <8 x i16> %p1 to <8 x i32>
  %y2 = zext <8 x i16> %p2 to <8 x i32>
  %s = add <8 x i32> %y0, %y1
  %t = add <8 x i32> %s, %y2
  %r = add <8 x i32> %t, %c
  ret <8 x i32> %r
}
