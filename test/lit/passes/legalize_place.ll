; A slice must also stay within two registers where it stands in the result. The source, 18 words twice, allows slices of
; 16, 2, 16 and 2 lanes; the third would take bytes 72 to 135 of a vector of dwords.
; RUN: %cmc -O0 %s -o %t.bin
; RUN: %cmrun %t.bin --arg buf:160:iota:w --dump 0:d:36 | %FileCheck %s
; CHECK: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17
declare <24 x i16> @llvm.genx.oword.ld.v24i16(i32, i32, i32)
declare void @llvm.genx.oword.st.v36i32(i32, i32, <36 x i32>)
declare <36 x i16> @llvm.genx.rdregioni.v36i16.v24i16.i16(<24 x i16>, i32, i32, i32, i16, i32)
define dllexport void @k(i32 %s) #0 {
  %a = call <24 x i16> @llvm.genx.oword.ld.v24i16(i32 0, i32 %s, i32 0)
  %r = call <36 x i16> @llvm.genx.rdregioni.v36i16.v24i16.i16(<24 x i16> %a, i32 0, i32 18, i32 1, i16 0, i32 undef)
  %x = zext <36 x i16> %r to <36 x i32>
  call void @llvm.genx.oword.st.v36i32(i32 %s, i32 0, <36 x i32> %x)
  ret void
}
attributes #0 = { "CMGenxMain" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !2, !2, !3, i32 0, i32 0}
!1 = !{i32 2}
!2 = !{i32 0}
!3 = !{!"buffer_t"}
