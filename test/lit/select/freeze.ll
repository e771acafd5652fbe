; A freeze is its operand; who reads that where it is undefined finds the same each time, which registers must keep.
; RUN: %cmc %s --stop-after=select -o - | %FileCheck %s
; CHECK: kernel "frozen"
; CHECK: keeps_undef
; CHECK: kernel "plain"
; CHECK-NOT: keeps_undef
target triple = "spir64-unknown-unknown"

define dllexport spir_kernel void @frozen(i64 %out, <8 x i32> %n) {
  %f = freeze <8 x i32> %n
  call void @llvm.genx.svm.block.st.i64.v8i32(i64 %out, <8 x i32> %f)
  ret void
}

define dllexport spir_kernel void @plain(i64 %out, <8 x i32> %n) {
  call void @llvm.genx.svm.block.st.i64.v8i32(i64 %out, <8 x i32> %n)
  ret void
}

declare void @llvm.genx.svm.block.st.i64.v8i32(i64, <8 x i32>)

!genx.kernels = !{!0, !1}
!0 = !{ptr @frozen, !"frozen", !2, i32 0, !3, !4, !5, i32 0, i32 0}
!1 = !{ptr @plain, !"plain", !2, i32 0, !3, !4, !5, i32 0, i32 0}
!2 = !{i32 0, i32 0}
!3 = !{i32 32, i32 64}
!4 = !{i32 0, i32 0}
!5 = !{!"", !""}
