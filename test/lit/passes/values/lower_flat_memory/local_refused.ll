; What the compiler cannot tell about pointers to shared local memory is an error, not an access of global memory.
; RUN: not %cmc -march=pvc %s -o %t.bin 2>&1 | %FileCheck %s --implicit-check-not=error:
; CHECK: error: {{.*}}a pointer may lead to shared local memory or to global memory; use a pointer to '__local' (addrspace(3)), one to '__global' (addrspace(1)), and a branch [CM0243]
; CHECK: error: {{.*}}the number of a generic pointer to shared local memory is stored; keep it a pointer to '__local' (addrspace(3)) [CM0243]
; CHECK: error: {{.*}}the number of a generic pointer to shared local memory is taken; keep it a pointer to '__local' (addrspace(3)) [CM0243]
; CHECK: error: {{.*}}an atomic of 64 bits in shared local memory is not supported; use 32 bits [CM0243]
; CHECK: error: {{.*}}a pointer to global memory is cast to one to shared local memory [CM0243]
target triple = "spir64-unknown-unknown"
define dllexport spir_kernel void @k(i32 %n, ptr addrspace(1) %out) {
  %l = inttoptr i32 %n to ptr addrspace(3)
  %g = addrspacecast ptr addrspace(3) %l to ptr addrspace(4)
  %h = addrspacecast ptr addrspace(1) %out to ptr addrspace(4)
  %c = icmp eq i32 %n, 3
  %p = select i1 %c, ptr addrspace(4) %g, ptr addrspace(4) %h
  store i32 5, ptr addrspace(4) %p
  store ptr addrspace(4) %g, ptr addrspace(1) %out
  %i = ptrtoint ptr addrspace(4) %g to i64
  store i64 %i, ptr addrspace(1) %out
  %o = atomicrmw add ptr addrspace(3) %l, i64 7 seq_cst
  %b = addrspacecast ptr addrspace(1) %out to ptr addrspace(3)
  store i32 7, ptr addrspace(3) %b
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 4096, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"", !"svmptr_t"}
