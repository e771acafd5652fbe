; A pair of cache hints that does not exist: the message names the intrinsic.
; RUN: not %cmc -march=pvc %s -o %t.bin 2>&1 | %FileCheck %s
; CHECK: error: in function 'k': llvm.genx.lsc.load2d.stateless: cache hints uncached for L1 and {{.*}} for L3 are not supported on pvc for this access [CM0953]
target triple = "spir64-unknown-unknown"
declare <16 x i32> @llvm.genx.lsc.load2d.stateless.v16i32.v1i1.i64(<1 x i1>, i8, i8, i8, i8, i8, i16, i16, i8, i64, i32, i32, i32, i32, i32)
define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %b = ptrtoint ptr addrspace(1) %in to i64
  %r = call <16 x i32> @llvm.genx.lsc.load2d.stateless.v16i32.v1i1.i64(<1 x i1> <i1 true>, i8 1, i8 34, i8 3, i8 1, i8 1, i16 8, i16 2, i8 0, i64 %b, i32 63, i32 63, i32 63, i32 0, i32 0)
  store <16 x i32> %r, ptr addrspace(1) %out
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !3, !3, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
!3 = !{i32 0, i32 0}
