; Addresses of local variables that do not stay in sight: the error names the variable.
; RUN: not %cmc -march=tgl %s -o %t.bin 2>&1 | %FileCheck %s
; CHECK: error: in function 'k': local variable 'kept' cannot be kept in registers, where all variables of a kernel live: its address is {{.*}} [CM0240]
define dllexport spir_kernel void @k(ptr addrspace(1) %out, i32 %i) {
  %kept = alloca [16 x i32], align 64
  %p = getelementptr [16 x i32], ptr %kept, i32 0, i32 %i
  store i32 7, ptr %p
  %n = ptrtoint ptr %kept to i64
  store i64 %n, ptr addrspace(1) %out
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !""}
