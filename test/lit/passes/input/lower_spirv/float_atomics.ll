; SPIR-V's atomics of floats.
; RUN: for t in skl tgl dg2 pvc bmg; do for o in -O0 -O2; do %cmc -march=$t $o %s -o %t.bin && \
; RUN:   %cmrun %t.bin --check --arg svm:64:iota,1.5:f --arg svm:64 --dump 0:f:4 --dump 1:f:4 | %FileCheck %s || exit 1; done; done
; RUN: for t in dg2 pvc bmg; do sed 's/AtomicFMaxEXT/AtomicFAddEXT/' %s > %t.ll && %cmc -march=$t %t.ll -o %t.bin && \
; RUN:   %cmrun %t.bin --check --arg svm:64:iota,1.5:f --arg svm:64 --dump 0:f:4 --dump 1:f:4 | %FileCheck %s --check-prefix=ADD || exit 1; done
; CHECK: {{^}}arg 0: 4 2.5 -1 4.5{{$}}
; CHECK: {{^}}arg 1: 1.5 2.5 3.5 4.5{{$}}
; ADD: {{^}}arg 0: 5.5 3.5 -1 4.5{{$}}
; ADD: {{^}}arg 1: 1.5 2.5 3.5 4.5{{$}}
declare spir_func float @_Z21__spirv_AtomicFMaxEXTPU3AS1fiif(ptr addrspace(1), i32, i32, float)
declare spir_func float @_Z21__spirv_AtomicFMinEXTPU3AS1fiif(ptr addrspace(1), i32, i32, float)
define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %p1 = getelementptr float, ptr addrspace(1) %in, i64 1
  %p2 = getelementptr float, ptr addrspace(1) %in, i64 2
  %p3 = getelementptr float, ptr addrspace(1) %in, i64 3
  %o1 = getelementptr float, ptr addrspace(1) %out, i64 1
  %o2 = getelementptr float, ptr addrspace(1) %out, i64 2
  %o3 = getelementptr float, ptr addrspace(1) %out, i64 3
  %r0 = call spir_func float @_Z21__spirv_AtomicFMaxEXTPU3AS1fiif(ptr addrspace(1) %in, i32 1, i32 0, float 4.0)
  %r1 = call spir_func float @_Z21__spirv_AtomicFMaxEXTPU3AS1fiif(ptr addrspace(1) %p1, i32 1, i32 0, float 1.0)
  %r2 = call spir_func float @_Z21__spirv_AtomicFMinEXTPU3AS1fiif(ptr addrspace(1) %p2, i32 1, i32 0, float -1.0)
  %r3 = call spir_func float @_Z21__spirv_AtomicFMinEXTPU3AS1fiif(ptr addrspace(1) %p3, i32 1, i32 0, float 5.0)
  store float %r0, ptr addrspace(1) %out
  store float %r1, ptr addrspace(1) %o1
  store float %r2, ptr addrspace(1) %o2
  store float %r3, ptr addrspace(1) %o3
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
