; Builtins of doubles, where the function is exact.
; RUN: for t in skl pvc bmg; do for o in -O0 -O2; do %cmc -march=$t $o %s -o %t.bin && \
; RUN:   %cmrun %t.bin --check --arg svm:64:iota,-2.5,1.75:df --arg svm:256 --dump 1:df:21 | %FileCheck %s || exit 1; done; done
; The input is -2.5 -0.75 1 2.75: fmod by 2, round, sign, fract, times 2 4 8 and a half, dot product with itself.
; CHECK: {{^}}arg 1: -0.5 -0.75 1 0.75 -3 -1 1 3 -1 -1 1 1 0.5 0.25 0 0.75 -5 -3 8 1.375 15.375{{$}}
declare spir_func <4 x double> @_Z16__spirv_ocl_fmodDv4_dS_(<4 x double>, <4 x double>)
declare spir_func <4 x double> @_Z17__spirv_ocl_roundDv4_d(<4 x double>)
declare spir_func <4 x double> @_Z16__spirv_ocl_signDv4_d(<4 x double>)
declare spir_func double @_Z11__spirv_DotDv4_dS_(<4 x double>, <4 x double>)
declare spir_func <4 x double> @_Z17__spirv_ocl_fractDv4_dPS_(<4 x double>, ptr)
declare spir_func <4 x double> @_Z17__spirv_ocl_ldexpDv4_dDv4_i(<4 x double>, <4 x i32>)
define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %a = alloca <4 x double>
  %x = load <4 x double>, ptr addrspace(1) %in
  %m = call spir_func <4 x double> @_Z16__spirv_ocl_fmodDv4_dS_(<4 x double> %x, <4 x double> splat (double 2.0))
  %r = call spir_func <4 x double> @_Z17__spirv_ocl_roundDv4_d(<4 x double> %x)
  %s = call spir_func <4 x double> @_Z16__spirv_ocl_signDv4_d(<4 x double> %x)
  %f = call spir_func <4 x double> @_Z17__spirv_ocl_fractDv4_dPS_(<4 x double> %x, ptr %a)
  %l = call spir_func <4 x double> @_Z17__spirv_ocl_ldexpDv4_dDv4_i(<4 x double> %x, <4 x i32> <i32 1, i32 2, i32 3, i32 -1>)
  %d = call spir_func double @_Z11__spirv_DotDv4_dS_(<4 x double> %x, <4 x double> %x)
  store <4 x double> %m, ptr addrspace(1) %out
  %o1 = getelementptr <4 x double>, ptr addrspace(1) %out, i64 1
  store <4 x double> %r, ptr addrspace(1) %o1
  %o2 = getelementptr <4 x double>, ptr addrspace(1) %out, i64 2
  store <4 x double> %s, ptr addrspace(1) %o2
  %o3 = getelementptr <4 x double>, ptr addrspace(1) %out, i64 3
  store <4 x double> %f, ptr addrspace(1) %o3
  %o4 = getelementptr <4 x double>, ptr addrspace(1) %out, i64 4
  store <4 x double> %l, ptr addrspace(1) %o4
  %o5 = getelementptr <4 x double>, ptr addrspace(1) %out, i64 5
  store double %d, ptr addrspace(1) %o5
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
