; Constants of 64 bits whose differences are larger than the largest number.
; RUN: %cmc %s -march=tgl -o %t.bin && %cmrun %t.bin --arg svm:64:zero --dump 0:d:16 | %FileCheck %s
; RUN: %cmc %s -march=bmg -O0 -o %t.bin && %cmrun %t.bin --arg svm:64:zero --dump 0:d:16 | %FileCheck %s
; CHECK: 0 -2147483648 -1 2147483647 -1 -1 0 0 0 -2147483648 2 -2147483648 -2 2147483647 1 0
target triple = "spir64-unknown-unknown"
define dllexport spir_kernel void @k(ptr addrspace(1) %out) {
  store <8 x i64> <i64 -9223372036854775808, i64 9223372036854775807, i64 -1, i64 0, i64 -9223372036854775808, i64 -9223372036854775806, i64 9223372036854775806, i64 1>, ptr addrspace(1) %out
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !3, !3, !2, i32 0, i32 0}
!1 = !{i32 0}
!2 = !{!"svmptr_t"}
!3 = !{i32 0}
