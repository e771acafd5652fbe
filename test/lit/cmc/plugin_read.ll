; The plugin checks its input as cmc does, before a pipeline and before a single pass.
; RUN: not %opt -passes='cmc<pvc>' %s -S -o %t.ll 2>&1 | %FileCheck %s
; RUN: not %opt -passes='function(legalize)' %s -S -o %t.ll 2>&1 | %FileCheck %s
; RUN: not %opt -passes='lower_abi<tgl>' %s -S -o %t.ll 2>&1 | %FileCheck %s
; RUN: not %cmc %s -o %t.bin 2>&1 | %FileCheck %s
; CHECK: error: in function 'k': a region of 8 elements has rows of 0; expected whole rows [CM0018]
target triple = "spir64-unknown-unknown"
declare <8 x i32> @llvm.genx.rdregioni.v8i32.v16i32.i16(<16 x i32>, i32, i32, i32, i16, i32)
define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %v = load <16 x i32>, ptr addrspace(1) %in
  %r = call <8 x i32> @llvm.genx.rdregioni.v8i32.v16i32.i16(<16 x i32> %v, i32 0, i32 0, i32 1, i16 0, i32 0)
  store <8 x i32> %r, ptr addrspace(1) %out
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !3, !3, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
!3 = !{i32 0, i32 0}
