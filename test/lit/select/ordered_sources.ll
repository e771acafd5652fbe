; What selection may not exchange or change in sources.
; RUN: %cmc %s -march=dg2 --stop-after=select -o - | %FileCheck %s
declare <8 x i32> @llvm.genx.oword.ld.v8i32(i32, i32, i32)
declare <16 x half> @llvm.genx.oword.ld.v16f16(i32, i32, i32)
declare void @llvm.genx.oword.st.v8i32(i32, i32, <8 x i32>)
declare void @llvm.genx.oword.st.v16f16(i32, i32, <16 x half>)
declare <8 x i32> @llvm.genx.bfi.v8i32(<8 x i32>, <8 x i32>, <8 x i32>, <8 x i32>)
declare <8 x i32> @llvm.genx.uuadd3.sat.v8i32.v8i32(<8 x i32>, <8 x i32>, <8 x i32>)
declare <8 x i32> @llvm.genx.ssadd3.sat.v8i32.v8i32(<8 x i32>, <8 x i32>, <8 x i32>)
declare <8 x half> @llvm.genx.rdregionf.v8f16.v16f16.v8i16(<16 x half>, i32, i32, i32, <8 x i16>, i32)
declare <16 x half> @llvm.genx.wrregionf.v16f16.v8f16.i16.i1(<16 x half>, <8 x half>, i32, i32, i32, i16, i32, i1)

define dllexport void @k(i32 %s, <8 x i16> %at) #0 {
  %a = call <8 x i32> @llvm.genx.oword.ld.v8i32(i32 0, i32 %s, i32 0)
; The width of a field comes first, also if it is a number.
; CHECK: mov (1|M0) [[W:%[^ ]+]]<1>:ud 0x7:ud
; CHECK: bfi1 (8|M0) %{{[^ ]+}}<1>:ud [[W]]<0;1,0>:ud %{{a[^ ]*}}<8;8,1>:ud
  %f = call <8 x i32> @llvm.genx.bfi.v8i32(<8 x i32> splat (i32 7), <8 x i32> %a, <8 x i32> %a, <8 x i32> %a)
  call void @llvm.genx.oword.st.v8i32(i32 %s, i32 0, <8 x i32> %f)
; A word of a saturating sum is extended by its own sign: no negative one for unsigned numbers.
; CHECK: mov (1|M0) [[M:%[^ ]+]]<1>:ud 0xFFFFFFFF:ud
; CHECK: add3 (8|M0) (sat) %{{[^ ]+}}<1>:ud %{{a[^ ]*}}<1;0>:ud %{{a[^ ]*}}<1;0>:ud [[M]]
  %u = call <8 x i32> @llvm.genx.uuadd3.sat.v8i32.v8i32(<8 x i32> %a, <8 x i32> splat (i32 -1), <8 x i32> %a)
  call void @llvm.genx.oword.st.v8i32(i32 %s, i32 2, <8 x i32> %u)
; CHECK: add3 (8|M0) (sat) %{{[^ ]+}}<1>:d %{{a[^ ]*}}<1;0>:d %{{a[^ ]*}}<1;0>:d 0xFFFF:w
  %d = call <8 x i32> @llvm.genx.ssadd3.sat.v8i32.v8i32(<8 x i32> %a, <8 x i32> splat (i32 -1), <8 x i32> %a)
  call void @llvm.genx.oword.st.v8i32(i32 %s, i32 4, <8 x i32> %d)
; Halves with a place each move as words; what was moved is halves again.
; CHECK: mov (8|M0) [[R:%r[^<]*]]<1>:uw %{{h[^ ]*}}[%{{[^ ]+}},0]<1,0>:uw
; CHECK: copy [[V:%[^<]*]]<1>:hf %{{h[^ ]*}}
; CHECK: mov (8|M0) %{{[^<]*}}<1>:hf [[R]]<8;8,1>:hf
  %h = call <16 x half> @llvm.genx.oword.ld.v16f16(i32 0, i32 %s, i32 6)
  %r = call <8 x half> @llvm.genx.rdregionf.v8f16.v16f16.v8i16(<16 x half> %h, i32 0, i32 1, i32 0, <8 x i16> %at, i32 undef)
  %w = call <16 x half> @llvm.genx.wrregionf.v16f16.v8f16.i16.i1(<16 x half> %h, <8 x half> zeroinitializer, i32 8, i32 8, i32 1, i16 8, i32 undef, i1 true)
  call void @llvm.genx.oword.st.v16f16(i32 %s, i32 8, <16 x half> %w)
  %x = call <16 x half> @llvm.genx.wrregionf.v16f16.v8f16.i16.i1(<16 x half> zeroinitializer, <8 x half> %r, i32 8, i32 8, i32 1, i16 0, i32 undef, i1 true)
  call void @llvm.genx.oword.st.v16f16(i32 %s, i32 10, <16 x half> %x)
; Halves with a place each that are computed with are halves.
; CHECK: mov (8|M0) [[T:%[^<]*]]<1>:uw %{{w[^ ]*}}[%{{[^ ]+}},0]<1,0>:uw
; CHECK: mov (8|M0) %{{[^<]*}}<1>:f [[T]]<8;8,1>:hf
  %y = call <8 x half> @llvm.genx.rdregionf.v8f16.v16f16.v8i16(<16 x half> %w, i32 0, i32 1, i32 0, <8 x i16> %at, i32 undef)
  %z = fpext <8 x half> %y to <8 x float>
  %i = bitcast <8 x float> %z to <8 x i32>
  call void @llvm.genx.oword.st.v8i32(i32 %s, i32 12, <8 x i32> %i)
; The last lane has a value although the lane before it has no value.
; CHECK: mov (1|M0) [[C:%[^+]+]]+28<1>:ud 0x0:ud
; CHECK: add (8|M0) %{{[^ ]+}}<1>:d %{{a[^ ]*}}<8;8,1>:d [[C]]<8;8,1>:d
  %p = add <8 x i32> %a, <i32 33, i32 2147483647, i32 81, i32 -128, i32 -98, i32 2, i32 poison, i32 0>
  call void @llvm.genx.oword.st.v8i32(i32 %s, i32 14, <8 x i32> %p)
  ret void
}
attributes #0 = { "CMGenxMain" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 2, i32 0}
!2 = !{!"buffer_t", !""}
