; Offsets of blocks are counted in bytes where the target's messages do; other targets keep them, and so do stores of
; sizes that no message has.
; RUN: %opt -passes='function(form_byte_blocks<pvc>),set_genx_attrs,function(early-cse,instcombine)' -S %s | %FileCheck %s
; RUN: %opt -passes='function(form_byte_blocks<tgl>)' -S %s | %FileCheck %s --check-prefix=HDC

declare <32 x float> @llvm.genx.oword.ld.v32f32(i32, i32, i32)
declare <16 x i16> @llvm.genx.oword.ld.v16i16(i32, i32, i32)
declare <8 x i64> @llvm.genx.oword.ld.v8i64(i32, i32, i32)
declare void @llvm.genx.oword.st.v32f32(i32, i32, <32 x float>)
declare void @llvm.genx.oword.st.v16i16(i32, i32, <16 x i16>)
declare void @llvm.genx.oword.st.v8i64(i32, i32, <8 x i64>)
declare void @llvm.genx.oword.st.v12i32(i32, i32, <12 x i32>)

; The shift goes into the sum: one addition for the load and the store.
; CHECK-LABEL: @shared(
; CHECK: %[[B:.*]] = and i32 %off, -16
; CHECK: %[[S:.*]] = add i32 %[[B]], 128
; CHECK: %[[V:.*]] = call <32 x float> @llvm.genx.oword.ld.unaligned.v32f32(i32 0, i32 %s, i32 %[[S]])
; CHECK: %[[A:.*]] = insertelement <1 x i32> poison, i32 %[[S]], i64 0
; CHECK: call void @llvm.genx.lsc.store.bti.v1i1.v1i32.v32f32(<1 x i1> {{<i1 true>|splat \(i1 true\)}}, i8 4, i8 0, i8 0, i16 1, i32 0, i8 3, i8 7, i8 2, i8 0, <1 x i32> %[[A]], <32 x float> %[[V]], i32 %t)
; HDC-LABEL: @shared(
; HDC: llvm.genx.oword.ld.v32f32(
; HDC: llvm.genx.oword.st.v32f32(
define void @shared(i32 %s, i32 %t, i32 %off) {
  %o = lshr i32 %off, 4
  %p = add i32 %o, 8
  %v = call <32 x float> @llvm.genx.oword.ld.v32f32(i32 0, i32 %s, i32 %p)
  call void @llvm.genx.oword.st.v32f32(i32 %t, i32 %p, <32 x float> %v)
  ret void
}

; Words are stored as dwords, qwords as they are.
; CHECK-LABEL: @types(
; CHECK: call <16 x i16> @llvm.genx.oword.ld.unaligned.v16i16(i32 1, i32 %s, i32 32)
; CHECK: call <8 x i64> @llvm.genx.oword.ld.unaligned.v8i64(i32 0, i32 %s, i32 48)
; CHECK: llvm.genx.lsc.store.bti.v1i1.v1i32.v8i32({{.*}} i8 3, i8 5, i8 2, i8 0, <1 x i32> {{<i32 16>|splat \(i32 16\)}}, <8 x i32> %{{.*}}, i32 %t)
; CHECK: llvm.genx.lsc.store.bti.v1i1.v1i32.v8i64({{.*}} i8 4, i8 5, i8 2, i8 0, <1 x i32> {{<i32 64>|splat \(i32 64\)}}, <8 x i64> %{{.*}}, i32 %t)
define void @types(i32 %s, i32 %t) {
  %w = call <16 x i16> @llvm.genx.oword.ld.v16i16(i32 1, i32 %s, i32 2)
  %q = call <8 x i64> @llvm.genx.oword.ld.v8i64(i32 0, i32 %s, i32 3)
  call void @llvm.genx.oword.st.v16i16(i32 %t, i32 1, <16 x i16> %w)
  call void @llvm.genx.oword.st.v8i64(i32 %t, i32 4, <8 x i64> %q)
  ret void
}

; Local memory is surface 254; 12 dwords are two messages, which is not this pass's business.
; CHECK-LABEL: @others(
; CHECK: llvm.genx.lsc.store.slm.v1i1.v1i32.v32f32({{.*}}, i32 0)
; CHECK: llvm.genx.oword.st.v12i32(i32 %t, i32 %o, <12 x i32> %y)
define void @others(i32 %t, i32 %o, <32 x float> %x, <12 x i32> %y) {
  call void @llvm.genx.oword.st.v32f32(i32 254, i32 %o, <32 x float> %x)
  call void @llvm.genx.oword.st.v12i32(i32 %t, i32 %o, <12 x i32> %y)
  ret void
}
