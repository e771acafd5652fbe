; A write with a variable offset whose region is rows of one element, two apart: lanes 1 and 3 become 7.
; RUN: %cmc -O0 %s --stop-after=select -o - | %FileCheck %s
; RUN: %cmc -O0 %s -o %t.bin
; RUN: %cmrun %t.bin --arg buf:64:iota:d --arg w:4 --dump 0:d:4 | %FileCheck %s --check-prefix=SIM
; CHECK: mov (2|M0) %{{[^ ]+}}[%{{[^ ]+}}.0,0]<2>:ud 0x7:ud
; SIM: 0 7 2 7
declare <4 x i32> @llvm.genx.oword.ld.v4i32(i32, i32, i32)
declare void @llvm.genx.oword.st.v4i32(i32, i32, <4 x i32>)
declare <4 x i32> @llvm.genx.wrregioni.v4i32.v2i32.i16.i1(<4 x i32>, <2 x i32>, i32, i32, i32, i16, i32, i1)
define dllexport void @k(i32 %s, i16 %o) #0 {
  %a = call <4 x i32> @llvm.genx.oword.ld.v4i32(i32 0, i32 %s, i32 0)
  %w = call <4 x i32> @llvm.genx.wrregioni.v4i32.v2i32.i16.i1(<4 x i32> %a, <2 x i32> <i32 7, i32 7>, i32 2, i32 1, i32 1, i16 %o, i32 undef, i1 true)
  call void @llvm.genx.oword.st.v4i32(i32 %s, i32 0, <4 x i32> %w)
  ret void
}
attributes #0 = { "CMGenxMain" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !2, !2, !3, i32 0, i32 0}
!1 = !{i32 2, i32 0}
!2 = !{i32 0, i32 0}
!3 = !{!"buffer_t", !""}
