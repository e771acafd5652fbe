; Messages take 1, 2, 4, 8, 16 or 32 lanes. 47 are 32 and 15 of 16; where the predicate is computed, powers of two, each with
; its part of the predicate computed again.
; RUN: %opt -passes='set_genx_attrs,function(split_messages)' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll --kernel all47
; RUN: %genx_eval --compare %s %t.ll --kernel masked24
; RUN: %genx_eval --compare %s %t.ll --kernel channels
; RUN: %genx_eval --compare %s %t.ll --kernel counted
declare <47 x i32> @llvm.genx.gather.scaled.v47i32.v47i1.v47i32(<47 x i1>, i32, i16, i32, i32, <47 x i32>, <47 x i32>)
declare void @llvm.genx.scatter.scaled.v24i1.v24i32.v24i32(<24 x i1>, i32, i16, i32, i32, <24 x i32>, <24 x i32>)
declare void @llvm.genx.oword.st.v4i32(i32, i32, <4 x i32>)
declare <24 x i32> @llvm.genx.oword.ld.v24i32(i32, i32, i32)
declare <4 x i32> @llvm.genx.rdregioni.v4i32.v47i32.i16(<47 x i32>, i32, i32, i32, i16, i32)

; CHECK-LABEL: @all47
; CHECK: call <32 x i32> @llvm.genx.gather.scaled.v32i32.v32i1.v32i32.v32i32(<32 x i1> {{.*}}, i32 2
; CHECK: call <16 x i32> @llvm.genx.gather.scaled.v16i32.v16i1.v16i32.v16i32(<16 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 false>,
; CHECK-NOT: call {{.*}}gather
; CHECK: ret void
define dllexport void @all47(i32 %s, i32 %d) {
  %old = insertelement <47 x i32> zeroinitializer, i32 0, i32 0
  %n = insertelement <47 x i32> poison, i32 4, i32 0
  %a = shufflevector <47 x i32> %n, <47 x i32> poison, <47 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %b = mul <47 x i32> %a, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46>
  %v = call <47 x i32> @llvm.genx.gather.scaled.v47i32.v47i1.v47i32(<47 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, i32 2, i16 0, i32 %s, i32 0, <47 x i32> %b, <47 x i32> %old)
  %x = call <4 x i32> @llvm.genx.rdregioni.v4i32.v47i32.i16(<47 x i32> %v, i32 4, i32 4, i32 1, i16 172, i32 undef)
  call void @llvm.genx.oword.st.v4i32(i32 %d, i32 0, <4 x i32> %x)
  ret void
}

; CHECK-LABEL: @masked24
; CHECK: icmp sgt <16 x i32>
; CHECK: call void @llvm.genx.scatter.scaled.v16i1.v16i32.v16i32(<16 x i1> %
; CHECK: icmp sgt <8 x i32>
; CHECK: call void @llvm.genx.scatter.scaled.v8i1.v8i32.v8i32(<8 x i1> %
define dllexport void @masked24(i32 %s, i32 %d) {
  %v = call <24 x i32> @llvm.genx.oword.ld.v24i32(i32 0, i32 %s, i32 0)
  %m = icmp sgt <24 x i32> %v, <i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3>
  call void @llvm.genx.scatter.scaled.v24i1.v24i32.v24i32(<24 x i1> %m, i32 2, i16 0, i32 %d, i32 0, <24 x i32> <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28, i32 32, i32 36, i32 40, i32 44, i32 48, i32 52, i32 56, i32 60, i32 64, i32 68, i32 72, i32 76, i32 80, i32 84, i32 88, i32 92>, <24 x i32> %v)
  ret void
}
; Three channels of 20 lanes: each part has its lanes of every channel.
; CHECK-LABEL: @channels
; CHECK: call <48 x i32> @llvm.genx.lsc.load.merge.quad.bti.v48i32.v16i1.v16i32.v48i32(
; CHECK: call <12 x i32> @llvm.genx.lsc.load.merge.quad.bti.v12i32.v4i1.v4i32.v12i32(
declare <60 x i32> @llvm.genx.lsc.load.merge.quad.bti.v60i32.v20i1.v20i32(<20 x i1>, i8, i8, i8, i16, i32, i8, i8, i8, i8, <20 x i32>, i32, <60 x i32>)
declare <20 x i32> @llvm.genx.oword.ld.v20i32(i32, i32, i32)
declare void @llvm.genx.oword.st.v60i32(i32, i32, <60 x i32>)
define dllexport void @channels(i32 %s, i32 %d) {
  %x = call <20 x i32> @llvm.genx.oword.ld.v20i32(i32 0, i32 %s, i32 0)
  %m = icmp sgt <20 x i32> %x, zeroinitializer
  %v = call <60 x i32> @llvm.genx.lsc.load.merge.quad.bti.v60i32.v20i1.v20i32(<20 x i1> %m, i8 0, i8 0, i8 0, i16 1, i32 0, i8 3, i8 1, i8 1, i8 13, <20 x i32> <i32 0, i32 16, i32 32, i32 48, i32 64, i32 80, i32 96, i32 112, i32 128, i32 144, i32 160, i32 176, i32 192, i32 208, i32 224, i32 240, i32 256, i32 272, i32 288, i32 304>, i32 %s, <60 x i32> zeroinitializer)
  call void @llvm.genx.oword.st.v60i32(i32 %d, i32 0, <60 x i32> %v)
  ret void
}

; CHECK-LABEL: @counted
; CHECK: call <16 x i32> @llvm.genx.lsc.xatomic.bti.v16i32.v16i1.v16i32.v16i32.v16i32.v16i32(<16 x i1>
; CHECK: call <4 x i32> @llvm.genx.lsc.xatomic.bti.v4i32.v4i1.v4i32.v4i32.v4i32.v4i32(<4 x i1> {{(splat \(i1 true\)|<i1 true, i1 true, i1 true, i1 true>)}}
declare <20 x i32> @llvm.genx.lsc.xatomic.bti.v20i32.v20i1.v20i32(<20 x i1>, i8, i8, i8, i16, i32, i8, i8, i8, i8, <20 x i32>, <20 x i32>, <20 x i32>, i32, <20 x i32>)
declare void @llvm.genx.oword.st.v20i32(i32, i32, <20 x i32>)
define dllexport void @counted(i32 %s, i32 %d) {
  %x = call <20 x i32> @llvm.genx.oword.ld.v20i32(i32 0, i32 %s, i32 0)
  %v = call <20 x i32> @llvm.genx.lsc.xatomic.bti.v20i32.v20i1.v20i32(<20 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, i8 12, i8 0, i8 0, i16 1, i32 0, i8 3, i8 1, i8 1, i8 0, <20 x i32> <i32 0, i32 16, i32 32, i32 48, i32 64, i32 80, i32 96, i32 112, i32 128, i32 144, i32 160, i32 176, i32 192, i32 208, i32 224, i32 240, i32 256, i32 272, i32 288, i32 304>, <20 x i32> %x, <20 x i32> undef, i32 %s, <20 x i32> undef)
  call void @llvm.genx.oword.st.v20i32(i32 %d, i32 0, <20 x i32> %v)
  ret void
}
; The channels that are on: the hardware has 32 of them, each part takes its own.
; CHECK-LABEL: @channels_on
; CHECK: [[ON:%.*]] = call <32 x i1> @cmc.simdcf.on.v32i1()
; CHECK: [[LO:%.*]] = call <16 x i1> @llvm.genx.rdpredregion.v16i1.v32i1(<32 x i1> [[ON]], i32 0)
; CHECK: call void @llvm.genx.svm.scatter4.scaled.v16i1.v16i64.v32i32(<16 x i1> [[LO]],
; CHECK: [[HI:%.*]] = call <16 x i1> @llvm.genx.rdpredregion.v16i1.v32i1(<32 x i1> [[ON]], i32 16)
; CHECK: call void @llvm.genx.svm.scatter4.scaled.v16i1.v16i64.v32i32(<16 x i1> [[HI]],
declare <32 x i1> @cmc.simdcf.on.v32i1()
declare void @llvm.genx.svm.scatter4.scaled.v32i1.v32i64.v64i32(<32 x i1>, i32, i16, i64, <32 x i64>, <64 x i32>)
define dllexport void @channels_on(i64 %p, <32 x i64> %at, <64 x i32> %v) {
  %on = call <32 x i1> @cmc.simdcf.on.v32i1()
  call void @llvm.genx.svm.scatter4.scaled.v32i1.v32i64.v64i32(<32 x i1> %on, i32 12, i16 0, i64 %p, <32 x i64> %at, <64 x i32> %v)
  ret void
}
attributes #0 = { "CMGenxMain" }
!genx.kernels = !{!0, !4, !5, !6}
!0 = !{ptr @all47, !"all47", !1, i32 0, !2, !2, !3, i32 0, i32 0}
!4 = !{ptr @masked24, !"masked24", !1, i32 0, !2, !2, !3, i32 0, i32 0}
!5 = !{ptr @channels, !"channels", !1, i32 0, !2, !2, !3, i32 0, i32 0}
!6 = !{ptr @counted, !"counted", !1, i32 0, !2, !2, !3, i32 0, i32 0}
!1 = !{i32 2, i32 2}
!2 = !{i32 0, i32 0}
!3 = !{!"buffer_t", !"buffer_t"}
