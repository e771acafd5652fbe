; Six rows of 56 floats become bytes and are stored in two parts of 168: in vectors, not lane by lane.
; RUN: %cmc -march=host -mcpu=x86-64-v4 -S %s -o - | %FileCheck %s
; CHECK-LABEL: k.body:
; CHECK-NOT: vpinsrb
; CHECK-NOT: vpextrb
; CHECK: retq
target datalayout = "e-p:64:64-i64:64-n8:16:32:64"
target triple = "spir64-unknown-unknown"
define dllexport spir_kernel void @k(i64 %in, i64 %out) {
  %v = call <336 x float> @llvm.genx.svm.block.ld.v336f32.i64(i64 %in)
  %b = fptoui <336 x float> %v to <336 x i8>
  %r = call <168 x i8> @llvm.genx.rdregioni.v168i8.v336i8.i16(<336 x i8> %b, i32 168, i32 168, i32 1, i16 0, i32 undef)
  %s = call <168 x i8> @llvm.genx.rdregioni.v168i8.v336i8.i16(<336 x i8> %b, i32 168, i32 168, i32 1, i16 168, i32 undef)
  %next = add i64 %out, 168
  call void @llvm.genx.svm.block.st.i64.v168i8(i64 %out, <168 x i8> %r)
  call void @llvm.genx.svm.block.st.i64.v168i8(i64 %next, <168 x i8> %s)
  ret void
}
declare <336 x float> @llvm.genx.svm.block.ld.v336f32.i64(i64)
declare <168 x i8> @llvm.genx.rdregioni.v168i8.v336i8.i16(<336 x i8>, i32, i32, i32, i16, i32)
declare void @llvm.genx.svm.block.st.i64.v168i8(i64, <168 x i8>)
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
