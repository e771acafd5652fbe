; Messages of 32 lanes under a predicate: one message where the hardware takes 32 lanes, with the predicate in a whole flag register.
; RUN: for m in skl tgl dg2 pvc bmg; do for o in 0 2; do for k in whole words; do %cmc -march=$m -O$o %s -o %t.bin && %cmrun %t.bin --check -k $k --arg svm:128:iota:d --arg svm:128:fill,-1:d --arg i32:21 --dump 1:d | %FileCheck %s --check-prefix=$k || exit 1; done; done; done
; RUN: for m in pvc bmg; do %cmc -march=$m %s -S -o - | %FileCheck %s --check-prefix=ASM || exit 1; done
; whole: arg 1: 0 2 4 -1 8 10 12 14 16 18 20 22 24 26 28 30 32 34 36 38 40 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1{{$}}
; ASM-LABEL: // kernel whole
; ASM-COUNT-2: (W&f{{[0-9]}}.0) send.ugm (32|M0)
; ASM-LABEL: // kernel words
; ASM-COUNT-2: (W&f{{[0-9]}}.0) send.ugm (32|M0)
define dllexport spir_kernel void @whole(i64 %in, i64 %out, i32 %n) #0 {
  %ns.0 = insertelement <32 x i32> poison, i32 %n, i64 0
  %ns = shufflevector <32 x i32> %ns.0, <32 x i32> poison, <32 x i32> zeroinitializer
  %is.0 = insertelement <32 x i64> poison, i64 %in, i64 0
  %is = shufflevector <32 x i64> %is.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %os.0 = insertelement <32 x i64> poison, i64 %out, i64 0
  %os = shufflevector <32 x i64> %os.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %c = icmp ult <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>, %ns
  %a = add <32 x i64> %is, <i64 0, i64 4, i64 8, i64 12, i64 16, i64 20, i64 24, i64 28, i64 32, i64 36, i64 40, i64 44, i64 48, i64 52, i64 56, i64 60, i64 64, i64 68, i64 72, i64 76, i64 80, i64 84, i64 88, i64 92, i64 96, i64 100, i64 104, i64 108, i64 112, i64 116, i64 120, i64 124>
  %b = add <32 x i64> %os, <i64 0, i64 4, i64 8, i64 12, i64 16, i64 20, i64 24, i64 28, i64 32, i64 36, i64 40, i64 44, i64 48, i64 52, i64 56, i64 60, i64 64, i64 68, i64 72, i64 76, i64 80, i64 84, i64 88, i64 92, i64 96, i64 100, i64 104, i64 108, i64 112, i64 116, i64 120, i64 124>
  %v = call <32 x i32> @llvm.genx.svm.gather.v32i32.v32i1.v32i64(<32 x i1> %c, i32 0, <32 x i64> %a, <32 x i32> zeroinitializer)
  %r = shl <32 x i32> %v, splat (i32 1)
  %d = icmp ne <32 x i32> %v, splat (i32 3)
  %m = and <32 x i1> %c, %d
  call void @llvm.genx.svm.scatter.v32i1.v32i64.v32i32(<32 x i1> %m, i32 0, <32 x i64> %b, <32 x i32> %r)
  ret void
}

; The bits of the predicate are also read as two words, which takes it in halves: as words, it is whole for the message. Lane 31, which
; the predicate leaves out, shows them.
; words: arg 1: 0 2 4 -1 8 10 12 14 16 18 20 22 24 26 28 30 32 34 36 38 40 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 2097143{{$}}
define dllexport spir_kernel void @words(i64 %in, i64 %out, i32 %n) #0 {
  %ns.0 = insertelement <32 x i32> poison, i32 %n, i64 0
  %ns = shufflevector <32 x i32> %ns.0, <32 x i32> poison, <32 x i32> zeroinitializer
  %is.0 = insertelement <32 x i64> poison, i64 %in, i64 0
  %is = shufflevector <32 x i64> %is.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %os.0 = insertelement <32 x i64> poison, i64 %out, i64 0
  %os = shufflevector <32 x i64> %os.0, <32 x i64> poison, <32 x i32> zeroinitializer
  %c = icmp ult <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>, %ns
  %a = add <32 x i64> %is, <i64 0, i64 4, i64 8, i64 12, i64 16, i64 20, i64 24, i64 28, i64 32, i64 36, i64 40, i64 44, i64 48, i64 52, i64 56, i64 60, i64 64, i64 68, i64 72, i64 76, i64 80, i64 84, i64 88, i64 92, i64 96, i64 100, i64 104, i64 108, i64 112, i64 116, i64 120, i64 124>
  %b = add <32 x i64> %os, <i64 0, i64 4, i64 8, i64 12, i64 16, i64 20, i64 24, i64 28, i64 32, i64 36, i64 40, i64 44, i64 48, i64 52, i64 56, i64 60, i64 64, i64 68, i64 72, i64 76, i64 80, i64 84, i64 88, i64 92, i64 96, i64 100, i64 104, i64 108, i64 112, i64 116, i64 120, i64 124>
  %v = call <32 x i32> @llvm.genx.svm.gather.v32i32.v32i1.v32i64(<32 x i1> %c, i32 0, <32 x i64> %a, <32 x i32> zeroinitializer)
  %r = shl <32 x i32> %v, splat (i32 1)
  %d = icmp ne <32 x i32> %v, splat (i32 3)
  %m = and <32 x i1> %c, %d
  %h = bitcast <32 x i1> %m to <2 x i16>
  call void @llvm.genx.svm.scatter.v32i1.v32i64.v32i32(<32 x i1> %m, i32 0, <32 x i64> %b, <32 x i32> %r)
  %e = bitcast <2 x i16> %h to i32
  %f = insertelement <1 x i32> poison, i32 %e, i64 0
  %g = add i64 %out, 124
  %j = insertelement <1 x i64> poison, i64 %g, i64 0
  call void @llvm.genx.svm.scatter.v1i1.v1i64.v1i32(<1 x i1> splat (i1 true), i32 0, <1 x i64> %j, <1 x i32> %f)
  ret void
}

declare <32 x i32> @llvm.genx.svm.gather.v32i32.v32i1.v32i64(<32 x i1>, i32, <32 x i64>, <32 x i32>)
declare void @llvm.genx.svm.scatter.v32i1.v32i64.v32i32(<32 x i1>, i32, <32 x i64>, <32 x i32>)
declare void @llvm.genx.svm.scatter.v1i1.v1i64.v1i32(<1 x i1>, i32, <1 x i64>, <1 x i32>)
attributes #0 = { nounwind "CMGenxMain" "oclrt"="1" }
!genx.kernels = !{!0, !3}
!0 = !{ptr @whole, !"whole", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t", !""}
!3 = !{ptr @words, !"words", !1, i32 0, !1, !1, !2, i32 0, i32 0}
