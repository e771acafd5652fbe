; A product of dwords is several instructions, which have no indirect result: it goes through a variable of its own.
; RUN: %cmc %s -o %t.bin
; RUN: %cmrun %t.bin --arg buf:64:iota:d --arg w:28 --dump 0:d:16 | %FileCheck %s
; CHECK: 0 1 2 3 4 5 6 0 1 4 9 16 25 36 49 15
declare <16 x i32> @llvm.genx.oword.ld.v16i32(i32, i32, i32)
declare void @llvm.genx.oword.st.v16i32(i32, i32, <16 x i32>)
declare <8 x i32> @llvm.genx.rdregioni.v8i32.v16i32.i16(<16 x i32>, i32, i32, i32, i16, i32)
declare <16 x i32> @llvm.genx.wrregioni.v16i32.v8i32.i16.i1(<16 x i32>, <8 x i32>, i32, i32, i32, i16, i32, i1)
define dllexport void @k(i32 %s, i16 %o) #0 {
  %a = call <16 x i32> @llvm.genx.oword.ld.v16i32(i32 0, i32 %s, i32 0)
  %r = call <8 x i32> @llvm.genx.rdregioni.v8i32.v16i32.i16(<16 x i32> %a, i32 0, i32 8, i32 1, i16 0, i32 undef)
  %x = mul <8 x i32> %r, %r
  %w = call <16 x i32> @llvm.genx.wrregioni.v16i32.v8i32.i16.i1(<16 x i32> %a, <8 x i32> %x, i32 0, i32 8, i32 1, i16 %o, i32 undef, i1 true)
  call void @llvm.genx.oword.st.v16i32(i32 %s, i32 0, <16 x i32> %w)
  ret void
}
attributes #0 = { "CMGenxMain" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !2, !2, !3, i32 0, i32 0}
!1 = !{i32 2, i32 0}
!2 = !{i32 0, i32 0}
!3 = !{!"buffer_t", !""}
