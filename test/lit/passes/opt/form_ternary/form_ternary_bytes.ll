; Bytes of one vector that are factors of sums for all lanes, several of them: the vector is words once, and each sum one mad. A single
; one is read as a byte by the product.
; RUN: %opt "-passes=set_genx_attrs,function(form_ternary<tgl>)" -S %s | %FileCheck %s

; CHECK-LABEL: @four(
; CHECK: [[W:%.*]] = sext <16 x i8> %b to <16 x i16>
; CHECK: [[R:%.*]] = call <8 x i16> @llvm.genx.rdregioni.v8i16.v16i16.i16(<16 x i16> [[W]], i32 0, i32 8, i32 0, i16 2,
; CHECK: [[S:%.*]] = sext <8 x i16> [[R]] to <8 x i32>
; CHECK: call <8 x i32> @llvm.genx.ssmad{{.*}}(<8 x i32> {{.*}}[[S]]
define <8 x i32> @four(<16 x i8> %b0, <8 x i32> %c, <8 x i32> %x0, <8 x i32> %x1, <8 x i32> %x2, <8 x i32> %x3) {
  %b = xor <16 x i8> %b0, splat (i8 1)
  %b.0 = call i8 @llvm.genx.rdregioni.i8.v16i8.i16(<16 x i8> %b, i32 0, i32 1, i32 0, i16 0, i32 undef)
  %e.0 = sext i8 %b.0 to i32
  %v.0 = bitcast i32 %e.0 to <1 x i32>
  %s.0 = call <8 x i32> @llvm.genx.rdregioni.v8i32.v1i32.i16(<1 x i32> %v.0, i32 0, i32 8, i32 0, i16 0, i32 undef)
  %m.0 = mul <8 x i32> %s.0, %x0
  %a.0 = add <8 x i32> %c, %m.0
  %b.1 = call i8 @llvm.genx.rdregioni.i8.v16i8.i16(<16 x i8> %b, i32 0, i32 1, i32 0, i16 1, i32 undef)
  %e.1 = sext i8 %b.1 to i32
  %v.1 = bitcast i32 %e.1 to <1 x i32>
  %s.1 = call <8 x i32> @llvm.genx.rdregioni.v8i32.v1i32.i16(<1 x i32> %v.1, i32 0, i32 8, i32 0, i16 0, i32 undef)
  %m.1 = mul <8 x i32> %s.1, %x1
  %a.1 = add <8 x i32> %a.0, %m.1
  %b.2 = call i8 @llvm.genx.rdregioni.i8.v16i8.i16(<16 x i8> %b, i32 0, i32 1, i32 0, i16 2, i32 undef)
  %e.2 = sext i8 %b.2 to i32
  %v.2 = bitcast i32 %e.2 to <1 x i32>
  %s.2 = call <8 x i32> @llvm.genx.rdregioni.v8i32.v1i32.i16(<1 x i32> %v.2, i32 0, i32 8, i32 0, i16 0, i32 undef)
  %m.2 = mul <8 x i32> %s.2, %x2
  %a.2 = add <8 x i32> %a.1, %m.2
  %b.3 = call i8 @llvm.genx.rdregioni.i8.v16i8.i16(<16 x i8> %b, i32 0, i32 1, i32 0, i16 3, i32 undef)
  %e.3 = sext i8 %b.3 to i32
  %v.3 = bitcast i32 %e.3 to <1 x i32>
  %s.3 = call <8 x i32> @llvm.genx.rdregioni.v8i32.v1i32.i16(<1 x i32> %v.3, i32 0, i32 8, i32 0, i16 0, i32 undef)
  %m.3 = mul <8 x i32> %s.3, %x3
  %a.3 = add <8 x i32> %a.2, %m.3
  ret <8 x i32> %a.3
}

; CHECK-LABEL: @one(
; CHECK: [[R:%.*]] = call <8 x i8> @llvm.genx.rdregioni.v8i8.v1i8.i16(
; CHECK: [[S:%.*]] = zext <8 x i8> [[R]] to <8 x i32>
; CHECK: [[M:%.*]] = mul <8 x i32> [[S]], %x
; CHECK: add <8 x i32> %c, [[M]]
define <8 x i32> @one(<16 x i8> %b, <8 x i32> %c, <8 x i32> %x) {
  %e = call i8 @llvm.genx.rdregioni.i8.v16i8.i16(<16 x i8> %b, i32 0, i32 1, i32 0, i16 5, i32 undef)
  %z = zext i8 %e to i32
  %v = bitcast i32 %z to <1 x i32>
  %s = call <8 x i32> @llvm.genx.rdregioni.v8i32.v1i32.i16(<1 x i32> %v, i32 0, i32 8, i32 0, i16 0, i32 undef)
  %m = mul <8 x i32> %s, %x
  %a = add <8 x i32> %c, %m
  ret <8 x i32> %a
}

declare i8 @llvm.genx.rdregioni.i8.v16i8.i16(<16 x i8>, i32, i32, i32, i16, i32)
declare <8 x i32> @llvm.genx.rdregioni.v8i32.v1i32.i16(<1 x i32>, i32, i32, i32, i16, i32)

; A row of bytes that two sums read is extended once for both; for one sum alone, the product reads the bytes.
; CHECK-LABEL: @row(
; CHECK: [[Y:%.*]] = sext <8 x i8> %y to <8 x i32>
; CHECK: call <8 x i32> @llvm.genx.ssmad{{.*}}(<8 x i32> {{.*}}, <8 x i32> [[Y]], <8 x i32> %c)
; CHECK: call <8 x i32> @llvm.genx.ssmad{{.*}}(<8 x i32> {{.*}}, <8 x i32> [[Y]],
; CHECK: [[Z:%.*]] = sext <8 x i8> %z to <8 x i32>
; CHECK: mul <8 x i32> {{.*}}[[Z]]
define <8 x i32> @row(<16 x i16> %w, <8 x i8> %y, <8 x i8> %z, <8 x i32> %c) {
  %ey = sext <8 x i8> %y to <8 x i32>
  %w0 = call <8 x i16> @llvm.genx.rdregioni.v8i16.v16i16.i16(<16 x i16> %w, i32 0, i32 8, i32 0, i16 0, i32 undef)
  %x0 = sext <8 x i16> %w0 to <8 x i32>
  %m0 = mul <8 x i32> %x0, %ey
  %a0 = add <8 x i32> %m0, %c
  %w1 = call <8 x i16> @llvm.genx.rdregioni.v8i16.v16i16.i16(<16 x i16> %w, i32 0, i32 8, i32 0, i16 2, i32 undef)
  %x1 = sext <8 x i16> %w1 to <8 x i32>
  %m1 = mul <8 x i32> %x1, %ey
  %a1 = add <8 x i32> %m1, %a0
  %ez = sext <8 x i8> %z to <8 x i32>
  %w2 = call <8 x i16> @llvm.genx.rdregioni.v8i16.v16i16.i16(<16 x i16> %w, i32 0, i32 8, i32 0, i16 4, i32 undef)
  %x2 = sext <8 x i16> %w2 to <8 x i32>
  %m2 = mul <8 x i32> %x2, %ez
  %a2 = add <8 x i32> %m2, %a1
  ret <8 x i32> %a2
}

declare <8 x i16> @llvm.genx.rdregioni.v8i16.v16i16.i16(<16 x i16>, i32, i32, i32, i16, i32)
