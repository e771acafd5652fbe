; Rows of 64-bit elements four apart: of their halves, which are eight apart, no region has two lanes twice.
; RUN: %cmc %s -march=tgl -o %t.tgl
; RUN: %cmc %s -march=pvc -o %t.pvc
; RUN: %opt -passes='set_genx_attrs,function(legalize<pvc>)' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll --kernel k
declare <8 x i64> @llvm.genx.svm.block.ld.v8i64.i64(i64)
declare <4 x i64> @llvm.genx.rdregioni.v4i64.v8i64.i16(<8 x i64>, i32, i32, i32, i16, i32)
declare void @llvm.genx.svm.block.st.i64.v4i64(i64, <4 x i64>)
; CHECK-LABEL: @k
; CHECK-COUNT-2: call <2 x i64> @llvm.genx.rdregioni
define dllexport spir_kernel void @k(i64 %in, i64 %out) #0 {
  %v = call <8 x i64> @llvm.genx.svm.block.ld.v8i64.i64(i64 %in)
  %r = call <4 x i64> @llvm.genx.rdregioni.v4i64.v8i64.i16(<8 x i64> %v, i32 0, i32 2, i32 4, i16 8, i32 undef)
  call void @llvm.genx.svm.block.st.i64.v4i64(i64 %out, <4 x i64> %r)
  ret void
}
attributes #0 = { nounwind "CMGenxMain" "oclrt"="1" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
