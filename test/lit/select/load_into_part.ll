; A block load whose only use is a write into a part of a vector that is made after the load: the load cannot write in
; place, the whole part is copied. Legalization splits the first write, because %a is used twice.
; RUN: %cmc -O0 %s --stop-after=select -o - | %FileCheck %s
; RUN: %cmc -O0 %s -o %t.bin
; RUN: %cmrun %t.bin --arg buf:256:iota:d --dump 0:d:8 | %FileCheck %s --check-prefix=SIM
; CHECK: msg.oword_read (1|M0) %[[B:b[^ <]*]]{{.*}}addr0=0x8
; CHECK: copy %{{[^ ]*}}+128{{.*}} %[[B]]{{.*}} 128
; SIM: 31 32 33 34 0 1 2 3
declare <32 x i32> @llvm.genx.oword.ld.v32i32(i32, i32, i32)
declare void @llvm.genx.oword.st.v4i32(i32, i32, <4 x i32>)
declare <64 x i32> @llvm.genx.wrregioni.v64i32.v32i32.i16.i1(<64 x i32>, <32 x i32>, i32, i32, i32, i16, i32, i1)
declare <4 x i32> @llvm.genx.rdregioni.v4i32.v64i32.i16(<64 x i32>, i32, i32, i32, i16, i32)
declare <4 x i32> @llvm.genx.rdregioni.v4i32.v32i32.i16(<32 x i32>, i32, i32, i32, i16, i32)
define dllexport void @k(i32 %s) #0 {
  %a = call <32 x i32> @llvm.genx.oword.ld.v32i32(i32 0, i32 %s, i32 0)
  %b = call <32 x i32> @llvm.genx.oword.ld.v32i32(i32 0, i32 %s, i32 8)
  %w = call <64 x i32> @llvm.genx.wrregioni.v64i32.v32i32.i16.i1(<64 x i32> undef, <32 x i32> %a, i32 0, i32 32, i32 1, i16 0, i32 undef, i1 true)
  %w2 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v32i32.i16.i1(<64 x i32> %w, <32 x i32> %b, i32 0, i32 32, i32 1, i16 128, i32 undef, i1 true)
  %r = call <4 x i32> @llvm.genx.rdregioni.v4i32.v64i32.i16(<64 x i32> %w2, i32 0, i32 4, i32 1, i16 124, i32 undef)
  call void @llvm.genx.oword.st.v4i32(i32 %s, i32 0, <4 x i32> %r)
  %r2 = call <4 x i32> @llvm.genx.rdregioni.v4i32.v32i32.i16(<32 x i32> %a, i32 0, i32 4, i32 1, i16 0, i32 undef)
  call void @llvm.genx.oword.st.v4i32(i32 %s, i32 1, <4 x i32> %r2)
  ret void
}
attributes #0 = { "CMGenxMain" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !2, !2, !3, i32 0, i32 0}
!1 = !{i32 2}
!2 = !{i32 0}
!3 = !{!"buffer_t"}
