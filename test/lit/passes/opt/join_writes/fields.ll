; Lanes that are some bits of one scalar are a shift and a mask.
; RUN: %opt -passes='join_writes<tgl>,adce' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll

declare <8 x i8> @llvm.genx.wrregioni.v8i8.i8.i16.i1(<8 x i8>, i8, i32, i32, i32, i16, i32, i1) memory(none) nounwind willreturn
declare <8 x i16> @llvm.genx.wrregioni.v8i16.i16.i16.i1(<8 x i16>, i16, i32, i32, i32, i16, i32, i1) memory(none) nounwind willreturn
declare <8 x i32> @llvm.genx.wrregioni.v8i32.i32.i16.i1(<8 x i32>, i32, i32, i32, i32, i16, i32, i1) memory(none) nounwind willreturn

; Single bits, in the forms that InstCombine makes of them: the shift in bytes or in dwords, no mask after the last bit.
; CHECK-LABEL: @bits
; CHECK: lshr <8 x i32> %{{.*}}, <i32 0, i32 1, i32 5, i32 7, i32 8, i32 20, i32 30, i32 31>
; CHECK-NEXT: and <8 x i32> %{{.*}}, {{<i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>|splat \(i32 1\)}}
; CHECK-NEXT: [[V:%.*]] = trunc <8 x i32> %{{.*}} to <8 x i8>
; CHECK-NEXT: ret <8 x i8> [[V]]
define <8 x i8> @bits(i32 %x) {
  %t = trunc i32 %x to i8
  %b0 = and i8 %t, 1
  %s1 = lshr i8 %t, 1
  %b1 = and i8 %s1, 1
  %s2 = lshr i8 %t, 5
  %b2 = and i8 %s2, 1
  %b3 = lshr i8 %t, 7
  %s4 = lshr i32 %x, 8
  %t4 = trunc i32 %s4 to i8
  %b4 = and i8 %t4, 1
  %s5 = lshr i32 %x, 20
  %a5 = and i32 %s5, 1
  %b5 = trunc i32 %a5 to i8
  %s6 = lshr i32 %x, 30
  %t6 = trunc i32 %s6 to i8
  %b6 = and i8 %t6, 1
  %s7 = lshr i32 %x, 31
  %b7 = trunc i32 %s7 to i8
  %w0 = call <8 x i8> @llvm.genx.wrregioni.v8i8.i8.i16.i1(<8 x i8> undef, i8 %b0, i32 0, i32 1, i32 0, i16 0, i32 undef, i1 true)
  %w1 = call <8 x i8> @llvm.genx.wrregioni.v8i8.i8.i16.i1(<8 x i8> %w0, i8 %b1, i32 0, i32 1, i32 0, i16 1, i32 undef, i1 true)
  %w2 = call <8 x i8> @llvm.genx.wrregioni.v8i8.i8.i16.i1(<8 x i8> %w1, i8 %b2, i32 0, i32 1, i32 0, i16 2, i32 undef, i1 true)
  %w3 = call <8 x i8> @llvm.genx.wrregioni.v8i8.i8.i16.i1(<8 x i8> %w2, i8 %b3, i32 0, i32 1, i32 0, i16 3, i32 undef, i1 true)
  %w4 = call <8 x i8> @llvm.genx.wrregioni.v8i8.i8.i16.i1(<8 x i8> %w3, i8 %b4, i32 0, i32 1, i32 0, i16 4, i32 undef, i1 true)
  %w5 = call <8 x i8> @llvm.genx.wrregioni.v8i8.i8.i16.i1(<8 x i8> %w4, i8 %b5, i32 0, i32 1, i32 0, i16 5, i32 undef, i1 true)
  %w6 = call <8 x i8> @llvm.genx.wrregioni.v8i8.i8.i16.i1(<8 x i8> %w5, i8 %b6, i32 0, i32 1, i32 0, i16 6, i32 undef, i1 true)
  %w7 = call <8 x i8> @llvm.genx.wrregioni.v8i8.i8.i16.i1(<8 x i8> %w6, i8 %b7, i32 0, i32 1, i32 0, i16 7, i32 undef, i1 true)
  ret <8 x i8> %w7
}

; Two scalars: a shift for the lanes of each. The highest field needs no mask, so its lane is masked by what is there.
; CHECK-LABEL: @nibbles
; CHECK-DAG: lshr <4 x i16> %{{.*}}, <i16 0, i16 4, i16 8, i16 12>
; CHECK-DAG: lshr <4 x i32> %{{.*}}, <i32 16, i32 20, i32 24, i32 28>
; CHECK-DAG: and <4 x i16> %{{.*}}, {{<i16 15, i16 15, i16 15, i16 15>|splat \(i16 15\)}}
; CHECK-DAG: and <4 x i32> %{{.*}}, {{<i32 15, i32 15, i32 15, i32 15>|splat \(i32 15\)}}
; CHECK-DAG: trunc <4 x i32> %{{.*}} to <4 x i16>
; CHECK-NOT: i16 %b
; CHECK: ret <8 x i16>
define <8 x i16> @nibbles(i16 %x, i32 %y) {
  %b0 = and i16 %x, 15
  %s1 = lshr i16 %x, 4
  %b1 = and i16 %s1, 15
  %s2 = lshr i16 %x, 8
  %b2 = and i16 %s2, 15
  %b3 = lshr i16 %x, 12
  %s4 = lshr i32 %y, 16
  %t4 = trunc i32 %s4 to i16
  %b4 = and i16 %t4, 15
  %s5 = lshr i32 %y, 20
  %t5 = trunc i32 %s5 to i16
  %b5 = and i16 %t5, 15
  %s6 = lshr i32 %y, 24
  %t6 = trunc i32 %s6 to i16
  %b6 = and i16 %t6, 15
  %s7 = lshr i32 %y, 28
  %t7 = trunc i32 %s7 to i16
  %b7 = and i16 %t7, 15
  %w0 = call <8 x i16> @llvm.genx.wrregioni.v8i16.i16.i16.i1(<8 x i16> undef, i16 %b0, i32 0, i32 1, i32 0, i16 0, i32 undef, i1 true)
  %w1 = call <8 x i16> @llvm.genx.wrregioni.v8i16.i16.i16.i1(<8 x i16> %w0, i16 %b1, i32 0, i32 1, i32 0, i16 2, i32 undef, i1 true)
  %w2 = call <8 x i16> @llvm.genx.wrregioni.v8i16.i16.i16.i1(<8 x i16> %w1, i16 %b2, i32 0, i32 1, i32 0, i16 4, i32 undef, i1 true)
  %w3 = call <8 x i16> @llvm.genx.wrregioni.v8i16.i16.i16.i1(<8 x i16> %w2, i16 %b3, i32 0, i32 1, i32 0, i16 6, i32 undef, i1 true)
  %w4 = call <8 x i16> @llvm.genx.wrregioni.v8i16.i16.i16.i1(<8 x i16> %w3, i16 %b4, i32 0, i32 1, i32 0, i16 8, i32 undef, i1 true)
  %w5 = call <8 x i16> @llvm.genx.wrregioni.v8i16.i16.i16.i1(<8 x i16> %w4, i16 %b5, i32 0, i32 1, i32 0, i16 10, i32 undef, i1 true)
  %w6 = call <8 x i16> @llvm.genx.wrregioni.v8i16.i16.i16.i1(<8 x i16> %w5, i16 %b6, i32 0, i32 1, i32 0, i16 12, i32 undef, i1 true)
  %w7 = call <8 x i16> @llvm.genx.wrregioni.v8i16.i16.i16.i1(<8 x i16> %w6, i16 %b7, i32 0, i32 1, i32 0, i16 14, i32 undef, i1 true)
  ret <8 x i16> %w7
}

; Bits of a byte are computed in words; a lane beyond its bits is zero, the other lanes stay.
; CHECK-LABEL: @byte
; CHECK: zext i8 %x to i16
; CHECK: lshr <5 x i16> %{{.*}}, <i16 6, i16 4, i16 2, i16 1, i16 0>
; CHECK: and <5 x i16> %{{.*}}, <i16 3, i16 3, i16 63, i16 1, i16 0>
; CHECK: zext <5 x i16> %{{.*}} to <5 x i32>
; CHECK: call <8 x i32> @llvm.genx.wrregioni.v8i32.v5i32.i16.i1(<8 x i32> %old, <5 x i32> %{{.*}}, i32 5, i32 5, i32 1, i16 8, i32 undef, i1 true)
define <8 x i32> @byte(i8 %x, <8 x i32> %old) {
  %z = zext i8 %x to i32
  %s0 = lshr i8 %x, 6
  %b0 = zext i8 %s0 to i32
  %s1 = lshr i32 %z, 4
  %b1 = and i32 %s1, 3
  %b2 = lshr i32 %z, 2
  %s3 = lshr i8 %x, 1
  %a3 = and i8 %s3, 1
  %b3 = zext i8 %a3 to i32
  %b4 = lshr i32 %z, 9
  %w0 = call <8 x i32> @llvm.genx.wrregioni.v8i32.i32.i16.i1(<8 x i32> %old, i32 %b0, i32 0, i32 1, i32 0, i16 8, i32 undef, i1 true)
  %w1 = call <8 x i32> @llvm.genx.wrregioni.v8i32.i32.i16.i1(<8 x i32> %w0, i32 %b1, i32 0, i32 1, i32 0, i16 12, i32 undef, i1 true)
  %w2 = call <8 x i32> @llvm.genx.wrregioni.v8i32.i32.i16.i1(<8 x i32> %w1, i32 %b2, i32 0, i32 1, i32 0, i16 16, i32 undef, i1 true)
  %w3 = call <8 x i32> @llvm.genx.wrregioni.v8i32.i32.i16.i1(<8 x i32> %w2, i32 %b3, i32 0, i32 1, i32 0, i16 20, i32 undef, i1 true)
  %w4 = call <8 x i32> @llvm.genx.wrregioni.v8i32.i32.i16.i1(<8 x i32> %w3, i32 %b4, i32 0, i32 1, i32 0, i16 24, i32 undef, i1 true)
  ret <8 x i32> %w4
}

; Three lanes, lanes with a gap, signs: not these.
; CHECK-LABEL: @others
; CHECK-NOT: <{{[3-8]}} x i32> %{{.*}}, <
; CHECK: ret <8 x i32>
define <8 x i32> @others(i32 %x, i32 %y, <8 x i32> %old) {
  %b0 = and i32 %x, 15
  %s1 = lshr i32 %x, 4
  %b1 = and i32 %s1, 15
  %s2 = lshr i32 %x, 8
  %b2 = and i32 %s2, 15
  %b3 = ashr i32 %y, 4
  %b4 = ashr i32 %y, 5
  %s5 = lshr i32 %y, 6
  %b5 = and i32 %s5, 15
  %w0 = call <8 x i32> @llvm.genx.wrregioni.v8i32.i32.i16.i1(<8 x i32> %old, i32 %b0, i32 0, i32 1, i32 0, i16 0, i32 undef, i1 true)
  %w1 = call <8 x i32> @llvm.genx.wrregioni.v8i32.i32.i16.i1(<8 x i32> %w0, i32 %b1, i32 0, i32 1, i32 0, i16 4, i32 undef, i1 true)
  %w2 = call <8 x i32> @llvm.genx.wrregioni.v8i32.i32.i16.i1(<8 x i32> %w1, i32 %b2, i32 0, i32 1, i32 0, i16 8, i32 undef, i1 true)
  %w3 = call <8 x i32> @llvm.genx.wrregioni.v8i32.i32.i16.i1(<8 x i32> %w2, i32 %b3, i32 0, i32 1, i32 0, i16 16, i32 undef, i1 true)
  %w4 = call <8 x i32> @llvm.genx.wrregioni.v8i32.i32.i16.i1(<8 x i32> %w3, i32 %b4, i32 0, i32 1, i32 0, i16 24, i32 undef, i1 true)
  %w5 = call <8 x i32> @llvm.genx.wrregioni.v8i32.i32.i16.i1(<8 x i32> %w4, i32 %b5, i32 0, i32 1, i32 0, i16 28, i32 undef, i1 true)
  ret <8 x i32> %w5
}
