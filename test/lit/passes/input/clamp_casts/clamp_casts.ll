; Casts become intrinsics before anything folds constants; lower makes casts of them again, except of what may turn out constant.
; RUN: %opt -passes=clamp_casts -S %s | %FileCheck %s
; RUN: %opt -passes='clamp_casts,function(lower)' -S %s | %FileCheck %s --check-prefix=LOWER
target datalayout = "e-p:64:64-i64:64-n8:16:32:64"

; CHECK-LABEL: @vectors
; CHECK: call <8 x i32> @llvm.fptosi.sat.v8i32.v8f32(<8 x float> %a)
; CHECK: call <8 x i16> @llvm.fptoui.sat.v8i16.v8f16(<8 x half> %h)
; CHECK-NOT: {{= fpto[su]i}}
; LOWER-LABEL: @vectors
; LOWER: fptosi <8 x float> %a to <8 x i32>
; LOWER: fptoui <8 x half> %h to <8 x i16>
define spir_func void @vectors(<8 x float> %a, <8 x half> %h, ptr %p, ptr %q) {
  %i = fptosi <8 x float> %a to <8 x i32>
  %u = fptoui <8 x half> %h to <8 x i16>
  store <8 x i32> %i, ptr %p
  store <8 x i16> %u, ptr %q
  ret void
}

; CHECK-LABEL: @scalar
; CHECK: call i64 @llvm.fptoui.sat.i64.f32(float %a)
define spir_func i64 @scalar(float %a) {
  %i = fptoui float %a to i64
  ret i64 %i
}

; CHECK-LABEL: @constant
; LOWER-LABEL: @constant
; LOWER: call <4 x i32> @llvm.fptosi.sat.v4i32.v4f32(
define spir_func <4 x i32> @constant() {
  %r = call <4 x float> @llvm.genx.rdregionf.v4f32.v8f32.i16(<8 x float> splat (float 0x4270000000000000), i32 4, i32 4, i32 1, i16 0, i32 undef)
  %i = fptosi <4 x float> %r to <4 x i32>
  ret <4 x i32> %i
}
declare <4 x float> @llvm.genx.rdregionf.v4f32.v8f32.i16(<8 x float>, i32, i32, i32, i16, i32)
