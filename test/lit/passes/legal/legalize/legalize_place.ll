; A slice must also stay within two registers at its place in the result. The source, 18 words twice, allows slices of
; 16, 2, 16 and 2 lanes; the third would take bytes 72 to 135 of a vector of dwords.
; RUN: %cmc -O0 %s -o %t.bin
; RUN: %cmrun %t.bin --kernel k --arg buf:160:iota:w --dump 0:d:36 | %FileCheck %s
; One dword for all lanes of bytes: the instruction computes dwords, so 16 lanes are all that two registers take.
; RUN: %cmrun %t.bin --kernel bytes --arg buf:160:iota:d --dump 0:ub:32 | %FileCheck %s --check-prefix=BYTES
; BYTES: 255 255 255 255 255 255 255 255 255 255 255 255 255 255 255 255 255 255 255 255 255 255 255 255 255 255 255 255 255 255 255 255
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
declare void @llvm.genx.oword.st.v32i8(i32, i32, <32 x i8>)
declare <32 x i32> @llvm.genx.rdregioni.v32i32.v24i32.i16(<24 x i32>, i32, i32, i32, i16, i32)
declare <32 x i8> @llvm.genx.ustrunc.sat.v32i8.v32i32(<32 x i32>)
declare <24 x i32> @llvm.genx.oword.ld.v24i32(i32, i32, i32)
define dllexport void @bytes(i32 %s) #0 {
  %a = call <24 x i32> @llvm.genx.oword.ld.v24i32(i32 0, i32 %s, i32 0)
  %big = shl <24 x i32> %a, splat (i32 7)
  %r = call <32 x i32> @llvm.genx.rdregioni.v32i32.v24i32.i16(<24 x i32> %big, i32 0, i32 32, i32 0, i16 8, i32 undef)
  %x = call <32 x i8> @llvm.genx.ustrunc.sat.v32i8.v32i32(<32 x i32> %r)
  call void @llvm.genx.oword.st.v32i8(i32 %s, i32 0, <32 x i8> %x)
  ret void
}
attributes #0 = { "CMGenxMain" }
!genx.kernels = !{!0, !4}
!0 = !{ptr @k, !"k", !1, i32 0, !2, !2, !3, i32 0, i32 0}
!1 = !{i32 2}
!2 = !{i32 0}
!3 = !{!"buffer_t"}
!4 = !{ptr @bytes, !"bytes", !1, i32 0, !2, !2, !3, i32 0, i32 0}
