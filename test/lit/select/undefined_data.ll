; Data that nobody wrote is stored like any other: the message takes registers, and what they hold is open. No move makes it.
; RUN: %cmc -march=tgl -S %s -o - | %FileCheck %s
; RUN: %cmc -march=pvc -S %s -o - | %FileCheck %s
; RUN: %cmc -march=skl -O0 %s -o %t.bin
; CHECK-LABEL: kernel undefined_scatter
; CHECK-COUNT-2: send{{.*}} // {{(store|A64 scattered write|a64 scattered write)}}
; CHECK-LABEL: kernel undefined_atomic
; CHECK: send{{.*}} // {{.*}}atomic
declare void @llvm.genx.svm.scatter.v8i1.v8i64.v8i32(<8 x i1>, i32, <8 x i64>, <8 x i32>)
declare <8 x i32> @llvm.genx.svm.atomic.add.v8i32.v8i1.v8i64(<8 x i1>, <8 x i64>, <8 x i32>, <8 x i32>)
define dllexport spir_kernel void @undefined_scatter(i64 %p) #0 {
  %a = insertelement <8 x i64> undef, i64 %p, i32 0
  %b = shufflevector <8 x i64> %a, <8 x i64> undef, <8 x i32> zeroinitializer
  call void @llvm.genx.svm.scatter.v8i1.v8i64.v8i32(<8 x i1> splat (i1 true), i32 0, <8 x i64> %b, <8 x i32> undef)
  call void @llvm.genx.svm.scatter.v8i1.v8i64.v8i32(<8 x i1> splat (i1 true), i32 0, <8 x i64> %b, <8 x i32> poison)
  ret void
}
define dllexport spir_kernel void @undefined_atomic(i64 %p) #0 {
  %a = insertelement <8 x i64> undef, i64 %p, i32 0
  %b = shufflevector <8 x i64> %a, <8 x i64> undef, <8 x i32> zeroinitializer
  %v = call <8 x i32> @llvm.genx.svm.atomic.add.v8i32.v8i1.v8i64(<8 x i1> splat (i1 true), <8 x i64> %b, <8 x i32> undef, <8 x i32> undef)
  ret void
}
attributes #0 = { nounwind "CMGenxMain" "oclrt"="1" }
!genx.kernels = !{!0, !3}
!0 = !{ptr @undefined_scatter, !"undefined_scatter", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!3 = !{ptr @undefined_atomic, !"undefined_atomic", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0}
!2 = !{!"svmptr_t"}
