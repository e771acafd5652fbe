; Where only moves take bytes, overlapping slices are extended in one row, and so are single bytes that are broadcast.
; RUN: %opt -passes='join_lanes<pvc>,adce' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll
; RUN: %opt -passes='join_lanes<tgl>,adce' -S %s -o %t.tgl.ll
; RUN: %FileCheck %s --check-prefix=TGL --input-file=%t.tgl.ll

declare <16 x i8> @llvm.genx.rdregioni.v16i8.v64i8.i16(<64 x i8>, i32, i32, i32, i16, i32)
declare <16 x i8> @llvm.genx.rdregioni.v16i8.v24i8.i16(<24 x i8>, i32, i32, i32, i16, i32)
declare i8 @llvm.genx.rdregioni.i8.v16i8.i16(<16 x i8>, i32, i32, i32, i16, i32)

; Lanes 3 to 20: a row of 32 from lane 3 on.
; CHECK-LABEL: @row
; CHECK: [[R:%.*]] = call <32 x i8> @llvm.genx.rdregioni.v32i8.v64i8.i16(<64 x i8> %v, i32 32, i32 32, i32 1, i16 3, i32 undef)
; CHECK: [[E:%.*]] = zext <32 x i8> [[R]] to <32 x i32>
; CHECK: call <16 x i32> @llvm.genx.rdregioni.v16i32.v32i32.i16(<32 x i32> [[E]], i32 16, i32 16, i32 1, i16 4, i32 undef)
; CHECK: call <16 x i32> @llvm.genx.rdregioni.v16i32.v32i32.i16(<32 x i32> [[E]], i32 16, i32 16, i32 1, i16 0, i32 undef)
; CHECK: call <16 x i32> @llvm.genx.rdregioni.v16i32.v32i32.i16(<32 x i32> [[E]], i32 16, i32 16, i32 1, i16 8, i32 undef)
; CHECK-NOT: zext
; CHECK: ret
; TGL-LABEL: @row
; TGL-COUNT-3: zext <16 x i8>
; TGL-NOT: zext <32
; TGL: ret
define <16 x i32> @row(<64 x i8> %v, <16 x i32> %a) {
  %r4 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v64i8.i16(<64 x i8> %v, i32 16, i32 16, i32 1, i16 4, i32 undef)
  %x4 = zext <16 x i8> %r4 to <16 x i32>
  %s = sub <16 x i32> %x4, %a
  %r3 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v64i8.i16(<64 x i8> %v, i32 16, i32 16, i32 1, i16 3, i32 undef)
  %x3 = zext <16 x i8> %r3 to <16 x i32>
  %t = xor <16 x i32> %s, %x3
  %r5 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v64i8.i16(<64 x i8> %v, i32 16, i32 16, i32 1, i16 5, i32 undef)
  %x5 = zext <16 x i8> %r5 to <16 x i32>
  %u = sub <16 x i32> %t, %x5
  ret <16 x i32> %u
}

; A row must end with the vector: 32 lanes are too many here.
; CHECK-LABEL: @short_vector
; CHECK-COUNT-2: zext <16 x i8>
; CHECK: ret
define <16 x i32> @short_vector(<24 x i8> %v, <16 x i32> %a) {
  %r4 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v24i8.i16(<24 x i8> %v, i32 16, i32 16, i32 1, i16 4, i32 undef)
  %x4 = zext <16 x i8> %r4 to <16 x i32>
  %s = sub <16 x i32> %x4, %a
  %r3 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v24i8.i16(<24 x i8> %v, i32 16, i32 16, i32 1, i16 3, i32 undef)
  %x3 = zext <16 x i8> %r3 to <16 x i32>
  %t = xor <16 x i32> %s, %x3
  ret <16 x i32> %t
}

; The row moves down from lane 45 to lane 32, so that it ends with the vector.
; CHECK-LABEL: @end
; CHECK: call <32 x i8> @llvm.genx.rdregioni.v32i8.v64i8.i16(<64 x i8> %v, i32 32, i32 32, i32 1, i16 32, i32 undef)
; CHECK: call <16 x i32> @llvm.genx.rdregioni.v16i32.v32i32.i16(<32 x i32> {{.*}}, i32 16, i32 16, i32 1, i16 52, i32 undef)
; CHECK: call <16 x i32> @llvm.genx.rdregioni.v16i32.v32i32.i16(<32 x i32> {{.*}}, i32 16, i32 16, i32 1, i16 64, i32 undef)
define <16 x i32> @end(<64 x i8> %v, <16 x i32> %a) {
  %r4 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v64i8.i16(<64 x i8> %v, i32 16, i32 16, i32 1, i16 45, i32 undef)
  %x4 = sext <16 x i8> %r4 to <16 x i32>
  %s = sub <16 x i32> %x4, %a
  %r3 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v64i8.i16(<64 x i8> %v, i32 16, i32 16, i32 1, i16 48, i32 undef)
  %x3 = sext <16 x i8> %r3 to <16 x i32>
  %t = xor <16 x i32> %s, %x3
  ret <16 x i32> %t
}

; Signed and unsigned bytes differ, slices apart share nothing, and products want their operands in one place.
; CHECK-LABEL: @others
; CHECK-COUNT-4: {{[sz]}}ext <16 x i8>
; CHECK: ret
define <16 x i32> @others(<64 x i8> %v, <16 x i32> %a) {
  %r0 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v64i8.i16(<64 x i8> %v, i32 16, i32 16, i32 1, i16 0, i32 undef)
  %x0 = sext <16 x i8> %r0 to <16 x i32>
  %s = sub <16 x i32> %x0, %a
  %r1 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v64i8.i16(<64 x i8> %v, i32 16, i32 16, i32 1, i16 1, i32 undef)
  %x1 = zext <16 x i8> %r1 to <16 x i32>
  %t = xor <16 x i32> %s, %x1
  %r2 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v64i8.i16(<64 x i8> %v, i32 16, i32 16, i32 1, i16 17, i32 undef)
  %x2 = zext <16 x i8> %r2 to <16 x i32>
  %u = xor <16 x i32> %t, %x2
  %r3 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v64i8.i16(<64 x i8> %v, i32 16, i32 16, i32 1, i16 2, i32 undef)
  %x3 = zext <16 x i8> %r3 to <16 x i32>
  %w = mul <16 x i32> %u, %x3
  ret <16 x i32> %w
}

; CHECK-LABEL: @broadcast_bytes
; CHECK: zext <4 x i8> {{.*}} to <4 x i32>
; CHECK-NOT: zext i8
; CHECK: ret
; TGL-LABEL: @broadcast_bytes
; TGL-COUNT-4: zext i8
define <4 x i32> @broadcast_bytes(<16 x i8> %v, <4 x i32> %a) {
  %r0 = call i8 @llvm.genx.rdregioni.i8.v16i8.i16(<16 x i8> %v, i32 0, i32 1, i32 0, i16 8, i32 undef)
  %r1 = call i8 @llvm.genx.rdregioni.i8.v16i8.i16(<16 x i8> %v, i32 0, i32 1, i32 0, i16 9, i32 undef)
  %r2 = call i8 @llvm.genx.rdregioni.i8.v16i8.i16(<16 x i8> %v, i32 0, i32 1, i32 0, i16 10, i32 undef)
  %r3 = call i8 @llvm.genx.rdregioni.i8.v16i8.i16(<16 x i8> %v, i32 0, i32 1, i32 0, i16 11, i32 undef)
  %x0 = zext i8 %r0 to i32
  %x1 = zext i8 %r1 to i32
  %x2 = zext i8 %r2 to i32
  %x3 = zext i8 %r3 to i32
  %b0 = bitcast i32 %x0 to <1 x i32>
  %b1 = bitcast i32 %x1 to <1 x i32>
  %b2 = bitcast i32 %x2 to <1 x i32>
  %b3 = bitcast i32 %x3 to <1 x i32>
  %s0 = call <4 x i32> @llvm.genx.rdregioni.v4i32.v1i32.i16(<1 x i32> %b0, i32 0, i32 4, i32 0, i16 0, i32 undef)
  %s1 = call <4 x i32> @llvm.genx.rdregioni.v4i32.v1i32.i16(<1 x i32> %b1, i32 0, i32 4, i32 0, i16 0, i32 undef)
  %s2 = call <4 x i32> @llvm.genx.rdregioni.v4i32.v1i32.i16(<1 x i32> %b2, i32 0, i32 4, i32 0, i16 0, i32 undef)
  %s3 = call <4 x i32> @llvm.genx.rdregioni.v4i32.v1i32.i16(<1 x i32> %b3, i32 0, i32 4, i32 0, i16 0, i32 undef)
  %t0 = sub <4 x i32> %a, %s0
  %t1 = xor <4 x i32> %t0, %s1
  %t2 = sub <4 x i32> %t1, %s2
  %t3 = xor <4 x i32> %t2, %s3
  ret <4 x i32> %t3
}
declare <4 x i32> @llvm.genx.rdregioni.v4i32.v1i32.i16(<1 x i32>, i32, i32, i32, i16, i32)
