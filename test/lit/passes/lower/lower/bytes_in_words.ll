; A chain of minima and maxima of bytes stays in words: what was narrowed and is widened again is the words, also a part of them. Where
; something may be lost, or the sign is another, bytes are read.
; RUN: %opt "-passes=set_genx_attrs,function(lower<tgl>,dce)" -S %s | %FileCheck %s
; RUN: %opt "-passes=set_genx_attrs,function(lower<pvc>,dce)" -S %s | %FileCheck %s --check-prefix=PVC

; CHECK-LABEL: @chain(
; CHECK: [[M:%.*]] = call <32 x i16> @llvm.umin.v32i16(
; CHECK: [[C:%.*]] = zext <32 x i8> %c to <32 x i16>
; CHECK-NEXT: call <32 x i16> @llvm.umax.v32i16(<32 x i16> [[M]], <32 x i16> [[C]])
define <32 x i8> @chain(<32 x i8> %a, <32 x i8> %b, <32 x i8> %c) {
  %m = call <32 x i8> @llvm.umin.v32i8(<32 x i8> %a, <32 x i8> %b)
  %r = call <32 x i8> @llvm.umax.v32i8(<32 x i8> %m, <32 x i8> %c)
  ret <32 x i8> %r
}

; CHECK-LABEL: @part(
; CHECK: [[M:%.*]] = call <32 x i16> @llvm.smin.v32i16(
; CHECK: [[P:%.*]] = call <16 x i16> @llvm.genx.rdregioni{{.*}}(<32 x i16> [[M]], i32 16, i32 16, i32 1, i16 32,
; CHECK: call <16 x i16> @llvm.smax.v16i16(<16 x i16> [[P]],
define <16 x i8> @part(<32 x i8> %a, <32 x i8> %b, <16 x i8> %c) {
  %m = call <32 x i8> @llvm.smin.v32i8(<32 x i8> %a, <32 x i8> %b)
  %p = call <16 x i8> @llvm.genx.rdregioni.v16i8.v32i8.i16(<32 x i8> %m, i32 16, i32 16, i32 1, i16 16, i32 undef)
  %r = call <16 x i8> @llvm.smax.v16i8(<16 x i8> %p, <16 x i8> %c)
  ret <16 x i8> %r
}

; CHECK-LABEL: @other_sign(
; CHECK: [[N:%.*]] = call <32 x i8> @llvm.genx.rdregioni
; CHECK-NEXT: sext <32 x i8> [[N]] to <32 x i16>
define <32 x i8> @other_sign(<32 x i8> %a, <32 x i8> %b, <32 x i8> %c) {
  %m = call <32 x i8> @llvm.umin.v32i8(<32 x i8> %a, <32 x i8> %b)
  %r = call <32 x i8> @llvm.smax.v32i8(<32 x i8> %m, <32 x i8> %c)
  ret <32 x i8> %r
}

; CHECK-LABEL: @lost(
; CHECK: [[N:%.*]] = call <32 x i8> @llvm.genx.rdregioni
; CHECK-NEXT: zext <32 x i8> [[N]] to <32 x i16>
define <32 x i8> @lost(<32 x i8> %a, <32 x i8> %b, <32 x i8> %c) {
  %m = add <32 x i8> %a, %b
  %r = call <32 x i8> @llvm.umax.v32i8(<32 x i8> %m, <32 x i8> %c)
  ret <32 x i8> %r
}

declare <32 x i8> @llvm.umin.v32i8(<32 x i8>, <32 x i8>)
declare <32 x i8> @llvm.umax.v32i8(<32 x i8>, <32 x i8>)
declare <32 x i8> @llvm.smin.v32i8(<32 x i8>, <32 x i8>)
declare <32 x i8> @llvm.smax.v32i8(<32 x i8>, <32 x i8>)
declare <16 x i8> @llvm.smax.v16i8(<16 x i8>, <16 x i8>)
declare <16 x i8> @llvm.genx.rdregioni.v16i8.v32i8.i16(<32 x i8>, i32, i32, i32, i16, i32)

; A number that is only wanted as a dword is computed as one.
; CHECK-LABEL: @scalar(
; CHECK: [[Z:%.*]] = zext i8 %a to i32
; CHECK-NEXT: and i32 [[Z]], 127
; CHECK-NEXT: ret
define i32 @scalar(i8 %a) {
  %m = and i8 %a, 127
  %r = zext i8 %m to i32
  ret i32 %r
}

; PVC-LABEL: @scalar(
; PVC: [[Z:%.*]] = zext i8 %a to i32
; PVC-NEXT: and i32 [[Z]], 127
; PVC: ret
