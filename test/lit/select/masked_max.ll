; A maximum under a mask: sel has its condition, so it cannot be predicated as well; a move writes the lanes that are on.
; RUN: %cmc -O0 %s --stop-after=select -o - | %FileCheck %s
; RUN: %cmc -O0 %s -o %t.bin
; RUN: %cmrun %t.bin --arg buf:64:iota:d --dump 0:d:8 | %FileCheck %s --check-prefix=SIM
; CHECK: {{^ *}}(W) sel (8|M0) (ge)f0.0 %[[T:[^ <]+]]<1>:d %a
; CHECK: (W&%{{.*}}) mov (8|M0) %w{{.*}} %[[T]]<
; SIM: 5 1 5 3 5 5 6 7
declare <8 x i32> @llvm.genx.oword.ld.v8i32(i32, i32, i32)
declare void @llvm.genx.oword.st.v8i32(i32, i32, <8 x i32>)
declare <8 x i32> @llvm.genx.smax.v8i32.v8i32(<8 x i32>, <8 x i32>)
declare <8 x i32> @llvm.genx.wrregioni.v8i32.v8i32.i16.v8i1(<8 x i32>, <8 x i32>, i32, i32, i32, i16, i32, <8 x i1>)
define dllexport void @k(i32 %s) #0 {
  %a = call <8 x i32> @llvm.genx.oword.ld.v8i32(i32 0, i32 %s, i32 0)
  %bit = and <8 x i32> %a, <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>
  %even = icmp eq <8 x i32> %bit, zeroinitializer
  %m = call <8 x i32> @llvm.genx.smax.v8i32.v8i32(<8 x i32> %a, <8 x i32> <i32 5, i32 5, i32 5, i32 5, i32 5, i32 5, i32 5, i32 5>)
  %w = call <8 x i32> @llvm.genx.wrregioni.v8i32.v8i32.i16.v8i1(<8 x i32> %a, <8 x i32> %m, i32 0, i32 8, i32 1, i16 0, i32 undef, <8 x i1> %even)
  call void @llvm.genx.oword.st.v8i32(i32 %s, i32 0, <8 x i32> %w)
  ret void
}
attributes #0 = { "CMGenxMain" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !2, !2, !3, i32 0, i32 0}
!1 = !{i32 2}
!2 = !{i32 0}
!3 = !{!"buffer_t"}
