; A prefetch of a block of an image reads nothing outside the image: --check reports nothing, also past the edge. Rows
; have up to 64 bytes.
; RUN: for t in lnl bmg; do for o in -O0 -O2; do %cmc -march=$t $o %s -o %t.bin && \
; RUN:   %cmrun %t.bin --check --arg img:16x4:r32:iota,1:d --arg buf:32 --dump 1:d 2>&1 | %FileCheck %s || exit 1; done; done
; CHECK-NOT: bounds
; CHECK: arg 1: 21 22 23 24 37 38 39 40
declare void @llvm.genx.lsc.prefetch2d.typed.bti(i8, i8, i32, i32, i32, i32, i32)
declare <8 x i32> @llvm.genx.lsc.load2d.typed.bti.v8i32(i8, i8, i32, i32, i32, i32, i32)
declare void @llvm.genx.oword.st.v8i32(i32, i32, <8 x i32>)
define dllexport spir_kernel void @k(i32 %img, i32 %out) #0 {
  call void @llvm.genx.lsc.prefetch2d.typed.bti(i8 0, i8 0, i32 %img, i32 16, i32 2, i32 16, i32 1)
  call void @llvm.genx.lsc.prefetch2d.typed.bti(i8 0, i8 0, i32 %img, i32 16, i32 2, i32 56, i32 3)
  call void @llvm.genx.lsc.prefetch2d.typed.bti(i8 0, i8 0, i32 %img, i32 64, i32 4, i32 0, i32 0)
  %v = call <8 x i32> @llvm.genx.lsc.load2d.typed.bti.v8i32(i8 0, i8 0, i32 %img, i32 4, i32 2, i32 16, i32 1)
  call void @llvm.genx.oword.st.v8i32(i32 %out, i32 0, <8 x i32> %v)
  ret void
}
attributes #0 = { nounwind "CMGenxMain" "oclrt"="1" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !2, !2, !3, i32 0, i32 0}
!1 = !{i32 2, i32 2}
!2 = !{i32 0, i32 0}
!3 = !{!"image2d_media_block_t", !"buffer_t"}
