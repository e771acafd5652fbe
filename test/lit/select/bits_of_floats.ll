; What a program does to the bits of a float stays an operation on bits: `(abs)` or `-` on a half would flush a denormal.
; RUN: %cmc %s -march=pvc -S -o - | %FileCheck %s
; RUN: %cmc %s -march=tgl -S -o - | %FileCheck %s
; RUN: %cmc %s -march=tgl -O0 -S -o - | %FileCheck %s

declare <16 x half> @llvm.genx.svm.block.ld.v16f16.i64(i64)
declare void @llvm.genx.svm.block.st.i64.v16i16(i64, <16 x i16>)

; CHECK-NOT: (abs)
; CHECK-NOT: :hf
; CHECK: and (16|M0)
; CHECK-NOT: :hf
; CHECK: xor (16|M0)
; CHECK-NOT: :hf
define dllexport spir_kernel void @k(i64 %in, i64 %out) {
  %half = call <16 x half> @llvm.genx.svm.block.ld.v16f16.i64(i64 %in)
  %again = bitcast <16 x half> %half to <16 x i16>
  %abs = and <16 x i16> %again, splat (i16 32767)
  call void @llvm.genx.svm.block.st.i64.v16i16(i64 %out, <16 x i16> %abs)
  %h = call <16 x half> @llvm.genx.svm.block.ld.v16f16.i64(i64 %out)
  %b = bitcast <16 x half> %h to <16 x i16>
  %neg = xor <16 x i16> %b, splat (i16 -32768)
  call void @llvm.genx.svm.block.st.i64.v16i16(i64 %out, <16 x i16> %neg)
  ret void
}

!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
