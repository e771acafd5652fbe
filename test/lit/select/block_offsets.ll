; Blocks at sums with a constant: the message of Xe2 adds what fits 12 bits, unless the sum could wrap. Others add before.
; RUN: %cmc %s -march=bmg --stop-after=select -o - | %FileCheck %s
; RUN: %cmc %s -march=pvc --stop-after=select -o - | %FileCheck %s --check-prefix=PVC
declare <32 x float> @llvm.genx.oword.ld.unaligned.v32f32(i32, i32, i32)
declare void @llvm.genx.oword.st.v32f32(i32, i32, <32 x float>)

; CHECK-LABEL: kernel "k"
; CHECK: shl (1|M0) [[B:%[^ ]+]]<1>:d %g{{[^ ]*}} 0xA
; CHECK: msg.oword_read_unaligned (1|M0) %{{.*}} addr0=[[B]]<0;1,0>:ud surface_bti=1 size_b=128 imm_off=128
; CHECK: msg.lsc_store (1|M0) addr0=[[B]]<0;1,0>:ud data={{.*}} surface_bti=2 {{.*}}imm_off=256
; PVC-LABEL: kernel "k"
; PVC-NOT: imm_off
define dllexport void @k(i32 %s, i32 %t, i32 %g) #0 {
  %b = shl i32 %g, 10
  %p = or disjoint i32 %b, 128
  %v = call <32 x float> @llvm.genx.oword.ld.unaligned.v32f32(i32 0, i32 %s, i32 %p)
  %h = shl i32 %g, 6
  %o = and i32 %h, 268435455
  %q = or i32 %o, 16
  call void @llvm.genx.oword.st.v32f32(i32 %t, i32 %q, <32 x float> %v)
; What may wrap, and what 12 bits do not hold, is added.
; CHECK: add (1|M0) [[W:%[^ ]+]]<1>:d %g
; CHECK: msg.oword_read_unaligned (1|M0) %{{.*}} addr0=[[W]]<0;1,0>:ud surface_bti=1 size_b=128{{$}}
; CHECK: msg.oword_read_unaligned (1|M0) %{{.*}} addr0=[[N:%[^ ]+]]<0;1,0>:ud surface_bti=1 size_b=128 imm_off=2044
; CHECK: msg.oword_read_unaligned (1|M0) %{{.*}} surface_bti=1 size_b=128{{$}}
  %w = add i32 %g, 128
  %x = call <32 x float> @llvm.genx.oword.ld.unaligned.v32f32(i32 0, i32 %s, i32 %w)
  %n = add nuw i32 %g, 2044
  %y = call <32 x float> @llvm.genx.oword.ld.unaligned.v32f32(i32 0, i32 %s, i32 %n)
  %f = add nuw i32 %g, 2048
  %z = call <32 x float> @llvm.genx.oword.ld.unaligned.v32f32(i32 0, i32 %s, i32 %f)
  %xy = fadd <32 x float> %x, %y
  %xyz = fadd <32 x float> %xy, %z
  call void @llvm.genx.oword.st.v32f32(i32 %t, i32 0, <32 x float> %xyz)
  ret void
}
attributes #0 = { "CMGenxMain" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 2, i32 2, i32 0}
!2 = !{!"buffer_t", !"buffer_t", !""}
