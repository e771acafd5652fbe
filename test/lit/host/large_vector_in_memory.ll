; A vector larger than the processor's registers stays in memory for a chain of writes and for reads of the newest value:
; the frame has room for it and for what LLVM moves through registers, but not for one a write.
; RUN: %cmc -march=host -mcpu=x86-64-v3 -S %s -o - | %FileCheck %s
; CHECK-LABEL: k.body:
; CHECK: subq ${{[34][0-9][0-9][0-9]}}, %rsp
; CHECK: retq
target datalayout = "e-p:64:64-i64:64-n8:16:32:64"
target triple = "spir64-unknown-unknown"
define dllexport spir_kernel void @k(i64 %p, i16 %a, i16 %b) {
  %v = call <2048 x i8> @llvm.genx.svm.block.ld.v2048i8.i64(i64 %p)
  %v1 = call <2048 x i8> @llvm.genx.wrregioni.v2048i8.i8.i16.i1(<2048 x i8> %v, i8 1, i32 0, i32 1, i32 0, i16 %a, i32 undef, i1 true)
  %x = call i8 @llvm.genx.rdregioni.i8.v2048i8.i16(<2048 x i8> %v1, i32 0, i32 1, i32 0, i16 %b, i32 undef)
  %v2 = call <2048 x i8> @llvm.genx.wrregioni.v2048i8.i8.i16.i1(<2048 x i8> %v1, i8 %x, i32 0, i32 1, i32 0, i16 %b, i32 undef, i1 true)
  %y = call <8 x i8> @llvm.genx.rdregioni.v8i8.v2048i8.i16(<2048 x i8> %v2, i32 8, i32 8, i32 1, i16 %a, i32 undef)
  %v3 = call <2048 x i8> @llvm.genx.wrregioni.v2048i8.v8i8.i16.i1(<2048 x i8> %v2, <8 x i8> %y, i32 8, i32 8, i32 1, i16 %b, i32 undef, i1 true)
  %v4 = call <2048 x i8> @llvm.genx.wrregioni.v2048i8.i8.i16.i1(<2048 x i8> %v3, i8 3, i32 0, i32 1, i32 0, i16 %a, i32 undef, i1 true)
  call void @llvm.genx.svm.block.st.i64.v2048i8(i64 %p, <2048 x i8> %v4)
  ret void
}
declare <2048 x i8> @llvm.genx.svm.block.ld.v2048i8.i64(i64)
declare void @llvm.genx.svm.block.st.i64.v2048i8(i64, <2048 x i8>)
declare <2048 x i8> @llvm.genx.wrregioni.v2048i8.i8.i16.i1(<2048 x i8>, i8, i32, i32, i32, i16, i32, i1)
declare <2048 x i8> @llvm.genx.wrregioni.v2048i8.v8i8.i16.i1(<2048 x i8>, <8 x i8>, i32, i32, i32, i16, i32, i1)
declare i8 @llvm.genx.rdregioni.i8.v2048i8.i16(<2048 x i8>, i32, i32, i32, i16, i32)
declare <8 x i8> @llvm.genx.rdregioni.v8i8.v2048i8.i16(<2048 x i8>, i32, i32, i32, i16, i32)
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0, i32 0}
!2 = !{!"svmptr_t", !"", !""}
