; Regions of IR that reach past their vector's end are warnings, those that begin before it errors.
; RUN: not %cmc %s -o %t.bin 2>&1 | %FileCheck %s
; CHECK-NOT: element 7
; CHECK: warning: this selection reaches element 8 of a vector of 8 elements
; CHECK: error: {{.*}}this selection reaches element -1 of a vector of 8 elements
; CHECK-NOT: error
declare <4 x i32> @llvm.genx.rdregioni.v4i32.v8i32.i16(<8 x i32>, i32, i32, i32, i16, i32)
declare <8 x i32> @llvm.genx.svm.block.ld.v8i32.i64(i64)
declare void @llvm.genx.svm.block.st.i64.v4i32(i64, <4 x i32>)

define dllexport spir_kernel void @k(i64 %p) #0 {
  %v = call <8 x i32> @llvm.genx.svm.block.ld.v8i32.i64(i64 %p)
  %a = call <4 x i32> @llvm.genx.rdregioni.v4i32.v8i32.i16(<8 x i32> %v, i32 0, i32 4, i32 1, i16 16, i32 undef)
  call void @llvm.genx.svm.block.st.i64.v4i32(i64 %p, <4 x i32> %a)
  %b = call <4 x i32> @llvm.genx.rdregioni.v4i32.v8i32.i16(<8 x i32> %v, i32 0, i32 4, i32 1, i16 20, i32 undef)
  call void @llvm.genx.svm.block.st.i64.v4i32(i64 %p, <4 x i32> %b)
  %c = call <4 x i32> @llvm.genx.rdregioni.v4i32.v8i32.i16(<8 x i32> %v, i32 0, i32 4, i32 1, i16 -4, i32 undef)
  call void @llvm.genx.svm.block.st.i64.v4i32(i64 %p, <4 x i32> %c)
  ret void
}

attributes #0 = { nounwind "CMGenxMain" "oclrt"="1" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !2, !2, !3, i32 0, i32 0}
!1 = !{i32 0}
!2 = !{i32 0}
!3 = !{!"svmptr_t"}
