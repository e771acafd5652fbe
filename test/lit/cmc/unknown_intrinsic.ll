; An unknown intrinsic: one error, the cause, and none of what follows from it.
; RUN: not %cmc -march=tgl %s -o %t.bin 2>&1 | %FileCheck %s
; CHECK: error: in function 'k': llvm.genx.no.such.v6i32.v6i1 is not an intrinsic that cmc or vc-intrinsics has [CM0021]
; CHECK-NOT: error
target triple = "spir64-unknown-unknown"
declare <6 x i32> @llvm.genx.no.such.v6i32.v6i1(<6 x i1>)
define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %a = load <6 x float>, ptr addrspace(1) %in
  %c = fcmp one <6 x float> %a, zeroinitializer
  %r = call <6 x i32> @llvm.genx.no.such.v6i32.v6i1(<6 x i1> %c)
  store <6 x i32> %r, ptr addrspace(1) %out
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !3, !3, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
!3 = !{i32 0, i32 0}
