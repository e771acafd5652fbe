; One function for each row of the table in docs/passes.md that is about LLVM's intrinsics: what it becomes, and that it means
; the same.
; RUN: %opt -passes=lower -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll

; CHECK-LABEL: @overflow_product
; CHECK: llvm.genx.smulh
; CHECK: icmp ne
declare { <8 x i32>, <8 x i1> } @llvm.smul.with.overflow.v8i32(<8 x i32>, <8 x i32>)
define <8 x i1> @overflow_product(<8 x i32> %a, <8 x i32> %b) {
  %s = call { <8 x i32>, <8 x i1> } @llvm.smul.with.overflow.v8i32(<8 x i32> %a, <8 x i32> %b)
  %r = extractvalue { <8 x i32>, <8 x i1> } %s, 1
  ret <8 x i1> %r
}

; CHECK-LABEL: @overflow_sum
; CHECK: add <8 x i32>
; CHECK: icmp ult <8 x i32>
declare { <8 x i32>, <8 x i1> } @llvm.uadd.with.overflow.v8i32(<8 x i32>, <8 x i32>)
define <8 x i1> @overflow_sum(<8 x i32> %a, <8 x i32> %b) {
  %s = call { <8 x i32>, <8 x i1> } @llvm.uadd.with.overflow.v8i32(<8 x i32> %a, <8 x i32> %b)
  %r = extractvalue { <8 x i32>, <8 x i1> } %s, 1
  ret <8 x i1> %r
}

; CHECK-LABEL: @minimum
; CHECK: llvm.minnum
; CHECK: fcmp une
declare <8 x float> @llvm.minimum.v8f32(<8 x float>, <8 x float>)
define <8 x float> @minimum(<8 x float> %a, <8 x float> %b) {
  %r = call <8 x float> @llvm.minimum.v8f32(<8 x float> %a, <8 x float> %b)
  ret <8 x float> %r
}

; CHECK-LABEL: @round
; CHECK: llvm.trunc
; CHECK: fcmp oge
declare <8 x float> @llvm.round.v8f32(<8 x float>)
define <8 x float> @round(<8 x float> %a) {
  %r = call <8 x float> @llvm.round.v8f32(<8 x float> %a)
  ret <8 x float> %r
}

; The rounding instructions take floats only.
; CHECK-LABEL: @floor_half
; CHECK: fpext <8 x half>
; CHECK: llvm.floor.v8f32
declare <8 x half> @llvm.floor.v8f16(<8 x half>)
define <8 x half> @floor_half(<8 x half> %a) {
  %r = call <8 x half> @llvm.floor.v8f16(<8 x half> %a)
  ret <8 x half> %r
}

; 12 = 8 + 4: the four first, then halves.
; CHECK-LABEL: @sum
; CHECK: add <4 x i32>
; CHECK: add <4 x i32>
; CHECK: add <2 x i32>
; CHECK: add i32
declare i32 @llvm.vector.reduce.add.v12i32(<12 x i32>)
define i32 @sum(<12 x i32> %a) {
  %r = call i32 @llvm.vector.reduce.add.v12i32(<12 x i32> %a)
  ret i32 %r
}

; CHECK-LABEL: @bfloat
; CHECK: lshr <8 x i32>
; CHECK-NOT: fptrunc
define <8 x bfloat> @bfloat(<8 x float> %a) {
  %r = fptrunc <8 x float> %a to <8 x bfloat>
  ret <8 x bfloat> %r
}
