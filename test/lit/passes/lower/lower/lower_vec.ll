; Element access, shuffles and truncation become regions. Offsets are bytes, strides elements.
; RUN: %opt -passes=lower -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll --kernel extract
; RUN: %genx_eval --compare %s %t.ll --kernel insert
; RUN: %genx_eval --compare %s %t.ll --kernel even
; RUN: %genx_eval --compare %s %t.ll --kernel rows
; RUN: %genx_eval --compare %s %t.ll --kernel concat
; RUN: %genx_eval --compare %s %t.ll --kernel splat
; RUN: %genx_eval --compare %s %t.ll --kernel splat_of_steps
; RUN: %genx_eval --compare %s %t.ll --kernel holes
; RUN: %genx_eval --compare %s %t.ll --kernel narrow

; Element 3 of dwords: byte 12.
; CHECK-LABEL: define i32 @extract
; CHECK: call i32 @llvm.genx.rdregioni.i32.v8i32.i16(<8 x i32> %v, i32 0, i32 1, i32 0, i16 12, i32 undef)
define i32 @extract(<8 x i32> %v) {
  %e = extractelement <8 x i32> %v, i32 3
  ret i32 %e
}

; CHECK-LABEL: @extract_var
; CHECK: %[[O:.*]] = mul i16 %{{.*}}, 4
; CHECK: %[[A:.*]] = add i16 %[[O]], 8
; CHECK: call i32 @llvm.genx.rdregioni.i32.v8i32.i16(<8 x i32> %v, i32 0, i32 1, i32 0, i16 %[[A]], i32 undef)
define i32 @extract_var(<8 x i32> %v, i32 %i) {
  %j = add i32 %i, 2
  %e = extractelement <8 x i32> %v, i32 %j
  ret i32 %e
}

; CHECK-LABEL: @insert
; CHECK: call <8 x float> @llvm.genx.wrregionf.v8f32.f32.i16.i1(<8 x float> %v, float %x, i32 0, i32 1, i32 0, i16 20, i32 undef, i1 true)
define <8 x float> @insert(<8 x float> %v, float %x) {
  %r = insertelement <8 x float> %v, float %x, i32 5
  ret <8 x float> %r
}

; CHECK-LABEL: @even
; CHECK: call <4 x i16> @llvm.genx.rdregioni.v4i16.v8i16.i16(<8 x i16> %v, i32 {{[0-9]+}}, i32 4, i32 2, i16 0, i32 undef)
define <4 x i16> @even(<8 x i16> %v) {
  %r = shufflevector <8 x i16> %v, <8 x i16> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  ret <4 x i16> %r
}

; Two rows of two, eight elements apart.
; CHECK-LABEL: @rows
; CHECK: call <4 x i32> @llvm.genx.rdregioni.v4i32.v16i32.i16(<16 x i32> %v, i32 8, i32 2, i32 1, i16 4, i32 undef)
define <4 x i32> @rows(<16 x i32> %v) {
  %r = shufflevector <16 x i32> %v, <16 x i32> poison, <4 x i32> <i32 1, i32 2, i32 9, i32 10>
  ret <4 x i32> %r
}

; CHECK-LABEL: @concat
; CHECK-COUNT-2: @llvm.genx.wrregioni
; CHECK-NOT: shufflevector
define <8 x i32> @concat(<4 x i32> %a, <4 x i32> %b) {
  %r = shufflevector <4 x i32> %a, <4 x i32> %b, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  ret <8 x i32> %r
}

; CHECK-LABEL: @splat
; CHECK: call <16 x float> @llvm.genx.rdregionf.v16f32.v1f32.i16(<1 x float> %{{.*}}, i32 0, i32 16, i32 0, i16 0, i32 undef)
define <16 x float> @splat(float %x) {
  %i = insertelement <16 x float> poison, float %x, i64 0
  %r = shufflevector <16 x float> %i, <16 x float> poison, <16 x i32> zeroinitializer
  ret <16 x float> %r
}

; CHECK-LABEL: @narrow
; CHECK: %[[W:.*]] = bitcast <8 x i32> %v to <32 x i8>
; CHECK: call <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8> %[[W]], i32 32, i32 8, i32 4, i16 0, i32 undef)
define <8 x i8> @narrow(<8 x i32> %v) {
  %r = trunc <8 x i32> %v to <8 x i8>
  ret <8 x i8> %r
}

; Lanes that do not matter do not break the stride.
; CHECK-LABEL: @holes
; CHECK: call <7 x i16> @llvm.genx.rdregioni.v7i16.v8i16.i16(<8 x i16> %v, i32 7, i32 7, i32 1, i16 0, i32 undef)
; CHECK: @llvm.genx.rdregioni.v2i16.v7i16.i16(<7 x i16> %{{.*}}, i32 {{[0-9]+}}, i32 2, i32 3, i16 2, i32 undef)
define <2 x i16> @holes(<8 x i16> %v) {
  %h = shufflevector <8 x i16> %v, <8 x i16> poison, <7 x i32> <i32 poison, i32 1, i32 poison, i32 poison, i32 4, i32 poison, i32 poison>
  %r = shufflevector <7 x i16> %h, <7 x i16> poison, <2 x i32> <i32 1, i32 4>
  ret <2 x i16> %r
}

; One lane of a computation, broadcast: computed as a scalar.
; CHECK-LABEL: @splat_of_steps
; CHECK: [[A:%.*]] = and i32 %n, 31
; CHECK: [[B:%.*]] = sub i32 7, [[A]]
; CHECK: bitcast i32 [[B]] to <1 x i32>
; CHECK-NOT: and <
define <32 x i32> @splat_of_steps(<32 x i32> %v, i32 %n) {
  %i = insertelement <32 x i32> poison, i32 %n, i64 0
  %c = and <32 x i32> %i, <i32 31, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %d = sub <32 x i32> splat (i32 7), %c
  %b = shufflevector <32 x i32> %d, <32 x i32> poison, <32 x i32> zeroinitializer
  %r = add <32 x i32> %v, %b
  ret <32 x i32> %r
}
