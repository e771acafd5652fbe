; minimum and maximum, unlike minnum and maxnum, treat -0 as less than 0, on either side; the result is NaN if an operand is NaN.
; RUN: %cmc -march=tgl %s -o %t.tgl.bin
; RUN: %cmrun %t.tgl.bin --check --arg svm:64 --dump 0:ud:10 | %FileCheck %s
; RUN: %cmc -march=pvc -O0 %s -o %t.pvc.bin
; RUN: %cmrun %t.pvc.bin --check --arg svm:64 --dump 0:ud:10 | %FileCheck %s
; Of (0, -0), (-0, 0), (-0, -0), (1, 0): the minima, then the maxima; then the first of each with nsz, where either zero will do.
; CHECK: {{^}}arg 0: 2147483648 2147483648 2147483648 0 0 0 2147483648 1065353216 {{0|2147483648}} {{0|2147483648$}}
target datalayout = "e-p:64:64-i64:64-n8:16:32:64"
declare <4 x float> @llvm.minimum.v4f32(<4 x float>, <4 x float>)
declare <4 x float> @llvm.maximum.v4f32(<4 x float>, <4 x float>)
define dllexport spir_kernel void @k(ptr addrspace(1) %out) #0 {
  %z = load <4 x float>, ptr addrspace(1) %out, align 16
  %a = fadd <4 x float> %z, <float 0.0, float 0.0, float 0.0, float 1.0>
  %n = fneg <4 x float> %z
  %x = shufflevector <4 x float> %a, <4 x float> %n, <4 x i32> <i32 0, i32 5, i32 6, i32 3>
  %y = shufflevector <4 x float> %z, <4 x float> %n, <4 x i32> <i32 4, i32 1, i32 6, i32 3>
  %min = call <4 x float> @llvm.minimum.v4f32(<4 x float> %x, <4 x float> %y)
  %max = call <4 x float> @llvm.maximum.v4f32(<4 x float> %x, <4 x float> %y)
  %min2 = call nsz <4 x float> @llvm.minimum.v4f32(<4 x float> %x, <4 x float> %y)
  %max2 = call nsz <4 x float> @llvm.maximum.v4f32(<4 x float> %x, <4 x float> %y)
  %p4 = getelementptr i8, ptr addrspace(1) %out, i64 16
  %p8 = getelementptr i8, ptr addrspace(1) %out, i64 32
  %both = shufflevector <4 x float> %min2, <4 x float> %max2, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  store <4 x float> %min, ptr addrspace(1) %out, align 16
  store <4 x float> %max, ptr addrspace(1) %p4, align 16
  store <4 x float> %both, ptr addrspace(1) %p8, align 16
  ret void
}
attributes #0 = { nounwind "CMGenxMain" "oclrt"="1" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0}
!2 = !{!"svmptr_t"}
