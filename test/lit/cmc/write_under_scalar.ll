; A write of several lanes under one condition writes all of them or none. %in holds 1, 2, 3, ...: the first condition is true,
; the second false, the third (any lane above 15) true; the last write has an offset that is not constant.
; RUN: %cmc %s -march=tgl -o %t.bin && %cmrun %t.bin --arg svm:64:iota,1,1:f --arg svm:64:zero --dump 1:f:16 | %FileCheck %s
; RUN: %cmc %s -march=skl -O0 -o %t.bin && %cmrun %t.bin --arg svm:64:iota,1,1:f --arg svm:64:zero --dump 1:f:16 | %FileCheck %s
; RUN: %cmc %s -march=bmg -o %t.bin && %cmrun %t.bin --arg svm:64:iota,1,1:f --arg svm:64:zero --dump 1:f:16 | %FileCheck %s
; CHECK: 5 6 7 8 5 6 7 8
; CHECK-SAME: 9 10 1 2 1 2 15 16
target triple = "spir64-unknown-unknown"
declare <4 x float> @llvm.genx.rdregionf.v4f32.v16f32.i16(<16 x float>, i32, i32, i32, i16, i32)
declare <16 x float> @llvm.genx.wrregionf.v16f32.v4f32.i16.i1(<16 x float>, <4 x float>, i32, i32, i32, i16, i32, i1)
declare <16 x float> @llvm.genx.wrregionf.v16f32.v2f32.i16.i1(<16 x float>, <2 x float>, i32, i32, i32, i16, i32, i1)
declare i1 @llvm.genx.any.v16i1(<16 x i1>)

define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %x = load <16 x float>, ptr addrspace(1) %in
  %one = extractelement <16 x float> %x, i32 0
  %half = fptrunc float %one to half
  %true = fcmp oge half %half, %half
  %two = extractelement <16 x float> %x, i32 1
  %false = fcmp ogt float %one, %two
  %large = fcmp ogt <16 x float> %x, splat (float 15.0)
  %any = call i1 @llvm.genx.any.v16i1(<16 x i1> %large)
  %second = call <4 x float> @llvm.genx.rdregionf.v4f32.v16f32.i16(<16 x float> %x, i32 4, i32 4, i32 1, i16 16, i32 0)
  %first = shufflevector <16 x float> %x, <16 x float> poison, <2 x i32> <i32 0, i32 1>
  %a = call <16 x float> @llvm.genx.wrregionf.v16f32.v4f32.i16.i1(<16 x float> %x, <4 x float> %second, i32 4, i32 4, i32 1, i16 0, i32 0, i1 %true)
  %b = call <16 x float> @llvm.genx.wrregionf.v16f32.v4f32.i16.i1(<16 x float> %a, <4 x float> %second, i32 4, i32 4, i32 1, i16 32, i32 0, i1 %false)
  %c = call <16 x float> @llvm.genx.wrregionf.v16f32.v2f32.i16.i1(<16 x float> %b, <2 x float> %first, i32 2, i32 2, i32 1, i16 48, i32 0, i1 %any)
  %number = fptosi float %two to i16
  %offset = mul i16 %number, 20
  %d = call <16 x float> @llvm.genx.wrregionf.v16f32.v2f32.i16.i1(<16 x float> %c, <2 x float> %first, i32 2, i32 2, i32 1, i16 %offset, i32 0, i1 %true)
  store <16 x float> %d, ptr addrspace(1) %out
  ret void
}

!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !3, !3, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
!3 = !{i32 0, i32 0}
