; SPDX-License-Identifier: MIT
; What has no message: one error that names the function and the type. Of i256 the first use is reported, no consequence.
; RUN: not %cmc -march=pvc %s -o %t.bin 2>&1 | %FileCheck %s --implicit-check-not=error:
; CHECK: error: in function 'words': atomicrmw of type i16 is not supported in kernel code; use an atomic of 32 or 64 bits [CM0960]
; CHECK: error: in function 'wide': {{values|load}} of type i256 {{.*}} not supported
target triple = "spir64-unknown-unknown"
define dllexport spir_kernel void @words(ptr addrspace(1) %out) #0 {
  %a = atomicrmw add ptr addrspace(1) %out, i16 3 seq_cst
  ret void
}
define dllexport spir_kernel void @wide(ptr addrspace(1) %out) #0 {
  %x = load <8 x i32>, ptr addrspace(1) %out
  %c = bitcast <8 x i32> %x to i256
  %d = lshr i256 %c, 37
  %e = bitcast i256 %d to <16 x i16>
  %o = getelementptr i8, ptr addrspace(1) %out, i64 64
  store <16 x i16> %e, ptr addrspace(1) %o
  ret void
}
attributes #0 = { "CMGenxMain" }
!genx.kernels = !{!0, !3}
!0 = !{ptr @words, !"words", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0}
!2 = !{!"svmptr_t"}
!3 = !{ptr @wide, !"wide", !1, i32 0, !1, !1, !2, i32 0, i32 0}
