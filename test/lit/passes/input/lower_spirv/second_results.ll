; Builtins whose second result goes to memory: fract, modf, sincos, frexp.
; RUN: for t in skl tgl dg2 pvc bmg; do for o in -O0 -O2; do %cmc -march=$t $o %s -o %t.bin && \
; RUN:   %cmrun %t.bin --check --arg svm:64:iota,-2.5,1.25:f --arg svm:256 --dump 1:f:36 | %FileCheck %s || exit 1; done; done
; The input is -2.5 -1.25 0 1.25. fract and floor, modf and trunc, sine of 0 and cosine of 0, fraction and exponent (as float).
; CHECK: {{^}}arg 1: 0.5 0.75 0 0.25 -3 -2 0 1 -0.5 -0.25 0 0.25 -2 -1 0 1 0 0 0 0 1 1 1 1 -0.625 -0.625 0 0.625 2 1 0 1

declare spir_func <4 x float> @_Z17__spirv_ocl_fractDv4_fPS_(<4 x float>, ptr)
declare spir_func <4 x float> @_Z16__spirv_ocl_modfDv4_fPS_(<4 x float>, ptr)
declare spir_func <4 x float> @_Z18__spirv_ocl_sincosDv4_fPS_(<4 x float>, ptr)
declare spir_func <4 x float> @_Z17__spirv_ocl_frexpDv4_fPDv4_i(<4 x float>, ptr)
define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %a = alloca <4 x float>
  %b = alloca <4 x float>
  %c = alloca <4 x float>
  %d = alloca <4 x i32>
  %x = load <4 x float>, ptr addrspace(1) %in
  %zero = fmul <4 x float> %x, zeroinitializer
  %plus = call <4 x float> @llvm.fabs.v4f32(<4 x float> %zero)
  %r0 = call spir_func <4 x float> @_Z17__spirv_ocl_fractDv4_fPS_(<4 x float> %x, ptr %a)
  %r1 = load <4 x float>, ptr %a
  %r2 = call spir_func <4 x float> @_Z16__spirv_ocl_modfDv4_fPS_(<4 x float> %x, ptr %b)
  %r3 = load <4 x float>, ptr %b
  %r4 = call spir_func <4 x float> @_Z18__spirv_ocl_sincosDv4_fPS_(<4 x float> %plus, ptr %c)
  %r5 = load <4 x float>, ptr %c
  %r6 = call spir_func <4 x float> @_Z17__spirv_ocl_frexpDv4_fPDv4_i(<4 x float> %x, ptr %d)
  %e = load <4 x i32>, ptr %d
  %r7 = sitofp <4 x i32> %e to <4 x float>
  store <4 x float> %r0, ptr addrspace(1) %out
  %p1 = getelementptr <4 x float>, ptr addrspace(1) %out, i64 1
  store <4 x float> %r1, ptr addrspace(1) %p1
  %p2 = getelementptr <4 x float>, ptr addrspace(1) %out, i64 2
  store <4 x float> %r2, ptr addrspace(1) %p2
  %p3 = getelementptr <4 x float>, ptr addrspace(1) %out, i64 3
  store <4 x float> %r3, ptr addrspace(1) %p3
  %p4 = getelementptr <4 x float>, ptr addrspace(1) %out, i64 4
  store <4 x float> %r4, ptr addrspace(1) %p4
  %p5 = getelementptr <4 x float>, ptr addrspace(1) %out, i64 5
  store <4 x float> %r5, ptr addrspace(1) %p5
  %p6 = getelementptr <4 x float>, ptr addrspace(1) %out, i64 6
  store <4 x float> %r6, ptr addrspace(1) %p6
  %p7 = getelementptr <4 x float>, ptr addrspace(1) %out, i64 7
  store <4 x float> %r7, ptr addrspace(1) %p7
  ret void
}
declare <4 x float> @llvm.fabs.v4f32(<4 x float>)
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
