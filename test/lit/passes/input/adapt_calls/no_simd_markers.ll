; Outside of SIMD control flow, all channels are on.
; RUN: for t in skl pvc; do for o in -O0 -O2; do %cmc -march=$t $o %s -o %t.bin && \
; RUN:   %cmrun %t.bin --check --arg svm:64:iota,-3,1:d --arg svm:64 --dump 1:d:8 | %FileCheck %s || exit 1; done; done
; CHECK: {{^}}arg 1: -3 -2 -1 0 1 2 3 4{{$}}
declare <8 x i32> @llvm.genx.simdcf.predicate.v8i32(<8 x i32>, <8 x i32>)
declare i32 @llvm.genx.unmask.begin()
declare void @llvm.genx.unmask.end(i32)
define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %e = call i32 @llvm.genx.unmask.begin()
  %x = load <8 x i32>, ptr addrspace(1) %in
  call void @llvm.genx.unmask.end(i32 %e)
  %p = call <8 x i32> @llvm.genx.simdcf.predicate.v8i32(<8 x i32> %x, <8 x i32> splat (i32 7))
  store <8 x i32> %p, ptr addrspace(1) %out
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
