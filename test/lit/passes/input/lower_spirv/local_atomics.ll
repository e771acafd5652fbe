; Atomics of a variable in local memory: stored 40, plus 2, exchanged for 77 if it is 42.
; RUN: for t in skl tgl dg2 pvc bmg; do for o in -O0 -O2; do %cmc -march=$t $o %s -o %t.bin && \
; RUN:   %cmrun %t.bin --check --arg svm:64 --arg svm:64 --dump 1:d:4 | %FileCheck %s || exit 1; done; done
; CHECK: {{^}}arg 1: 40 42 77 0{{$}}
@l = internal addrspace(3) global [16 x i32] undef, align 64
declare spir_func i32 @_Z18__spirv_AtomicIAddPU3AS3iiii(ptr addrspace(3), i32, i32, i32)
declare spir_func void @_Z19__spirv_AtomicStorePU3AS3iiii(ptr addrspace(3), i32, i32, i32)
declare spir_func i32 @_Z18__spirv_AtomicLoadPU3AS3iii(ptr addrspace(3), i32, i32)
declare spir_func i32 @_Z29__spirv_AtomicCompareExchangePU3AS3iiiiii(ptr addrspace(3), i32, i32, i32, i32, i32)
define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  call spir_func void @_Z19__spirv_AtomicStorePU3AS3iiii(ptr addrspace(3) @l, i32 2, i32 0, i32 40)
  %a = call spir_func i32 @_Z18__spirv_AtomicIAddPU3AS3iiii(ptr addrspace(3) @l, i32 2, i32 0, i32 2)
  %b = call spir_func i32 @_Z29__spirv_AtomicCompareExchangePU3AS3iiiiii(ptr addrspace(3) @l, i32 2, i32 0, i32 0, i32 77, i32 42)
  %c = call spir_func i32 @_Z18__spirv_AtomicLoadPU3AS3iii(ptr addrspace(3) @l, i32 2, i32 0)
  store i32 %a, ptr addrspace(1) %out
  %o1 = getelementptr i32, ptr addrspace(1) %out, i64 1
  store i32 %b, ptr addrspace(1) %o1
  %o2 = getelementptr i32, ptr addrspace(1) %out, i64 2
  store i32 %c, ptr addrspace(1) %o2
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
