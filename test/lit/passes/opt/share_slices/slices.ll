; Equal lanes are converted once; other lanes and other conversions are not the same.
; RUN: %opt "-passes=set_genx_attrs,function(share_slices)" -S %s | %FileCheck %s
declare <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8>, i32, i32, i32, i16, i32)

; CHECK-LABEL: @same(
; CHECK-COUNT-1: uitofp
; CHECK: %d = sitofp
; CHECK: %f = uitofp
; CHECK-NOT: itofp
; CHECK: %s = fadd <8 x float> %b, %b
define <8 x float> @same(<32 x i8> %v) {
  %a = call <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8> %v, i32 8, i32 8, i32 1, i16 3, i32 undef)
  %b = uitofp <8 x i8> %a to <8 x float>
  %a2 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8> %v, i32 8, i32 8, i32 1, i16 3, i32 undef)
  %b2 = uitofp <8 x i8> %a2 to <8 x float>
  %c = call <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8> %v, i32 8, i32 8, i32 1, i16 3, i32 undef)
  %d = sitofp <8 x i8> %c to <8 x float>
  %e = call <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8> %v, i32 8, i32 8, i32 1, i16 4, i32 undef)
  %f = uitofp <8 x i8> %e to <8 x float>
  %s = fadd <8 x float> %b, %b2
  %t = fadd <8 x float> %d, %f
  %u = fadd <8 x float> %s, %t
  ret <8 x float> %u
}
