; SPDX-License-Identifier: MIT
; vector.reduce.fminimum and fmaximum: a NaN wins, and -0 is less than 0. The input is zeros.
; RUN: %cmc -march=tgl %s -o %t.bin && %cmrun %t.bin --check --arg svm:32 --arg svm:32 --dump 1:f | %FileCheck %s
; RUN: %cmc -march=pvc -O0 %s -o %t.bin && %cmrun %t.bin --check --arg svm:32 --arg svm:32 --dump 1:f | %FileCheck %s
; RUN: %cmc -march=host %s -o %t.bin && %cmrun %t.bin --device host --arg svm:32 --arg svm:32 --dump 1:f | %FileCheck %s
; CHECK: {{^}}arg 1: -3 7 -0 0 {{-?nan}} {{-?nan}} -3 7{{$}}
target triple = "spir64-unknown-unknown"
declare float @llvm.vector.reduce.fminimum.v8f32(<8 x float>)
declare float @llvm.vector.reduce.fmaximum.v8f32(<8 x float>)
declare float @llvm.vector.reduce.fminimum.v5f32(<5 x float>)
declare float @llvm.vector.reduce.fmaximum.v5f32(<5 x float>)
define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %z = load <8 x float>, ptr addrspace(1) %in
  %a = fadd <8 x float> %z, <float 1.0, float -3.0, float 2.0, float 7.0, float 0.0, float 6.0, float 5.0, float 4.0>
  %a5 = shufflevector <8 x float> %a, <8 x float> poison, <5 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4>
  %zeros = insertelement <8 x float> %z, float -0.0, i32 5
  %nan = insertelement <8 x float> %a, float 0x7FF8000000000000, i32 2
  %r0 = call float @llvm.vector.reduce.fminimum.v8f32(<8 x float> %a)
  %r1 = call float @llvm.vector.reduce.fmaximum.v8f32(<8 x float> %a)
  %r2 = call float @llvm.vector.reduce.fminimum.v8f32(<8 x float> %zeros)
  %r3 = call float @llvm.vector.reduce.fmaximum.v8f32(<8 x float> %zeros)
  %r4 = call float @llvm.vector.reduce.fminimum.v8f32(<8 x float> %nan)
  %r5 = call float @llvm.vector.reduce.fmaximum.v8f32(<8 x float> %nan)
  %r6 = call float @llvm.vector.reduce.fminimum.v5f32(<5 x float> %a5)
  %r7 = call float @llvm.vector.reduce.fmaximum.v5f32(<5 x float> %a5)
  %v0 = insertelement <8 x float> poison, float %r0, i32 0
  %v1 = insertelement <8 x float> %v0, float %r1, i32 1
  %v2 = insertelement <8 x float> %v1, float %r2, i32 2
  %v3 = insertelement <8 x float> %v2, float %r3, i32 3
  %v4 = insertelement <8 x float> %v3, float %r4, i32 4
  %v5 = insertelement <8 x float> %v4, float %r5, i32 5
  %v6 = insertelement <8 x float> %v5, float %r6, i32 6
  %v7 = insertelement <8 x float> %v6, float %r7, i32 7
  store <8 x float> %v7, ptr addrspace(1) %out
  ret void
}
attributes #0 = { "CMGenxMain" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
