; A region with a constant offset is a shuffle of registers: nothing goes through the stack.
; RUN: %cmc -march=host -mcpu=x86-64-v3 -S %s -o - | %FileCheck %s
; CHECK-LABEL: k.body:
; CHECK-NOT: (%rsp)
; CHECK: retq
target datalayout = "e-p:64:64-i64:64-n8:16:32:64"
target triple = "spir64-unknown-unknown"
define dllexport spir_kernel void @k(i64 %in, i64 %out) {
  %v = call <8 x i32> @llvm.genx.svm.block.ld.v8i32.i64(i64 %in)
  %r = call <4 x i32> @llvm.genx.rdregioni.v4i32.v8i32.i16(<8 x i32> %v, i32 0, i32 4, i32 2, i16 4, i32 undef)
  call void @llvm.genx.svm.block.st.i64.v4i32(i64 %out, <4 x i32> %r)
  ret void
}
declare <8 x i32> @llvm.genx.svm.block.ld.v8i32.i64(i64)
declare <4 x i32> @llvm.genx.rdregioni.v4i32.v8i32.i16(<8 x i32>, i32, i32, i32, i16, i32)
declare void @llvm.genx.svm.block.st.i64.v4i32(i64, <4 x i32>)
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
