; The address of a function is named with the place where it is used.
; RUN: not %cmc %s -o %t.bin 2>&1 | %FileCheck %s
; CHECK: function_address.ll:{{[0-9]+}}:3: error: in function 'k': the constant '{{.*}}ptr @f {{.*}}' is not supported; addresses of functions and variables are not numbers [CM0925]
target triple = "spir64-unknown-unknown"
define internal spir_func void @f() noinline {
  ret void
}
define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %g = ptrtoint ptr @f to i64
  store i64 %g, ptr addrspace(1) %out
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !3, !3, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
!3 = !{i32 0, i32 0}
