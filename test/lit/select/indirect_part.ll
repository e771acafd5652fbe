; A variable offset that is a part of a vector plus a constant: the constant goes with the base of the address, to
; which the part is added. Word 8 is 4; byte 4 + 4 is element 2.
; RUN: %cmc -O0 %s --stop-after=select -o - | %FileCheck %s
; RUN: %cmc -O0 %s -o %t.bin
; RUN: %cmrun %t.bin --arg buf:64:iota:d --dump 0:d:4 | %FileCheck %s --check-prefix=SIM
; CHECK: add (1|M0) %[[A:[^ ]+]]<1>:uw %a{{[^ ]*}}+16<0;1,0>:uw &%a{{[^+]*}}+4:uw
; CHECK: %a{{[^ ]*}}[%[[A]].0,0]
; SIM: 2 2 2 2
declare <8 x i32> @llvm.genx.oword.ld.v8i32(i32, i32, i32)
declare void @llvm.genx.oword.st.v4i32(i32, i32, <4 x i32>)
declare i16 @llvm.genx.rdregioni.i16.v16i16.i16(<16 x i16>, i32, i32, i32, i16, i32)
declare <4 x i32> @llvm.genx.rdregioni.v4i32.v8i32.i16(<8 x i32>, i32, i32, i32, i16, i32)
define dllexport void @k(i32 %s) #0 {
  %a = call <8 x i32> @llvm.genx.oword.ld.v8i32(i32 0, i32 %s, i32 0)
  %words = bitcast <8 x i32> %a to <16 x i16>
  %part = call i16 @llvm.genx.rdregioni.i16.v16i16.i16(<16 x i16> %words, i32 0, i32 1, i32 0, i16 16, i32 undef)
  %o = add i16 %part, 4
  %r = call <4 x i32> @llvm.genx.rdregioni.v4i32.v8i32.i16(<8 x i32> %a, i32 0, i32 1, i32 0, i16 %o, i32 undef)
  call void @llvm.genx.oword.st.v4i32(i32 %s, i32 0, <4 x i32> %r)
  ret void
}
attributes #0 = { "CMGenxMain" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !2, !2, !3, i32 0, i32 0}
!1 = !{i32 2}
!2 = !{i32 0}
!3 = !{!"buffer_t"}
