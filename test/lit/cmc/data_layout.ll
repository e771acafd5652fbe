; Pointers of 32 bits.
; RUN: not %cmc %s -o %t.bin 2>&1 | %FileCheck %s
; CHECK: error: the data layout has pointers of 32 bits in address space 0; expected 64 bits, as in "e-p:64:64" [CM0013]
target datalayout = "e-p:32:32-i64:64-n8:16:32"
define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %v = load i32, ptr addrspace(1) %in
  %p = ptrtoint ptr addrspace(1) %out to i32
  %w = add i32 %v, %p
  store i32 %w, ptr addrspace(1) %out
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !3, !3, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
!3 = !{i32 0, i32 0}
