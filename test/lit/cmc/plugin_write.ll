; The plugin checks regions that are written, too.
; RUN: not %opt -passes='cmc<pvc>' %s -S -o %t.ll 2>&1 | %FileCheck %s
; RUN: not %opt -passes='function(legalize)' %s -S -o %t.ll 2>&1 | %FileCheck %s
; CHECK: error: in function 'k': a region of 16 elements has rows of 0; expected whole rows [CM0018]
target triple = "spir64-unknown-unknown"
declare <32 x i32> @llvm.genx.wrregioni.v32i32.v16i32.i16.i1(<32 x i32>, <16 x i32>, i32, i32, i32, i16, i32, i1)
define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %v = load <16 x i32>, ptr addrspace(1) %in
  %w = load <32 x i32>, ptr addrspace(1) %out
  %r = call <32 x i32> @llvm.genx.wrregioni.v32i32.v16i32.i16.i1(<32 x i32> %w, <16 x i32> %v, i32 0, i32 0, i32 1, i16 0, i32 0, i1 true)
  store <32 x i32> %r, ptr addrspace(1) %out
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !3, !3, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
!3 = !{i32 0, i32 0}
