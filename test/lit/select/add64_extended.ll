; A vector of dwords that a native sum of 64 bits extends: moved to the stride of the sum, whose upper halves stay unwritten.
; RUN: for m in skl tgl dg2 pvc bmg; do %cmc %s -march=$m -o %t.bin && %cmrun %t.bin --check --arg svm:32:iota:d --arg svm:64 --arg u64:4294967294 --dump 1:q | %FileCheck %s || exit 1; done
; RUN: for m in pvc bmg; do %cmc %s -march=$m -S -o - | %FileCheck %s --check-prefix=ASM || exit 1; done
; CHECK: 4294967294 4294967295 4294967296 4294967297 4294967298 4294967299 4294967300 4294967301
; ASM: mov (8|M0) [[T:r[0-9.]+]]<2>:ud
; ASM-NOT: :ud 0x0:ud
; ASM: add (8|M0) {{r[0-9.]+}}<1>:uq {{r[0-9.]+}}<0;1,0>:uq [[T]]<2;1,0>:ud
target triple = "spir64-unknown-unknown"
define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %base) {
  %i = load <8 x i32>, ptr addrspace(1) %in
  %x = zext <8 x i32> %i to <8 x i64>
  %one = insertelement <8 x i64> poison, i64 %base, i64 0
  %all = shufflevector <8 x i64> %one, <8 x i64> poison, <8 x i32> zeroinitializer
  %s = add <8 x i64> %all, %x
  store <8 x i64> %s, ptr addrspace(1) %out
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !3, !3, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t", !""}
!3 = !{i32 0, i32 0, i32 0}
