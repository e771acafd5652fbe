; A region that begins inside an element, as a late constant makes it, is read and written as bytes.
; The row inside_elements tests what it computes: genx IR itself leaves such an offset undefined.
; RUN: %opt -passes='set_genx_attrs,function(lower<tgl>)' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %cmc %s -march=tgl -o %t.tgl
; RUN: %cmc %s -march=pvc -o %t.pvc
declare <16 x i32> @llvm.genx.svm.block.ld.v16i32.i64(i64)
declare <4 x i32> @llvm.genx.rdregioni.v4i32.v16i32.i16(<16 x i32>, i32, i32, i32, i16, i32)
declare <16 x i32> @llvm.genx.wrregioni.v16i32.v4i32.i16.v4i1(<16 x i32>, <4 x i32>, i32, i32, i32, i16, i32, <4 x i1>)
declare void @llvm.genx.svm.block.st.i64.v16i32(i64, <16 x i32>)
; CHECK-LABEL: @k
; CHECK: [[B:%.*]] = bitcast <16 x i32> {{.*}} to <64 x i8>
; CHECK: call <28 x i8> @llvm.genx.rdregioni{{.*}}(<64 x i8> [[B]], i32 28, i32 28, i32 1, i16 14, i32 undef)
; CHECK: call <4 x i32> @llvm.genx.rdregioni{{.*}}i32 2, i16 0,
; CHECK: call <16 x i8> @llvm.genx.rdregioni{{.*}}i16 5,
; CHECK: call <4 x i32> @llvm.genx.wrregioni.v4i32{{.*}}<4 x i1> <i1 true, i1 false, i1 true, i1 true>)
; CHECK: call <64 x i8> @llvm.genx.wrregioni{{.*}}i32 16, i32 16, i32 1, i16 5, i32 undef, i1 true)
define dllexport spir_kernel void @k(i64 %in, i64 %out) #0 {
  %v = call <16 x i32> @llvm.genx.svm.block.ld.v16i32.i64(i64 %in)
  %r = call <4 x i32> @llvm.genx.rdregioni.v4i32.v16i32.i16(<16 x i32> %v, i32 0, i32 4, i32 2, i16 14, i32 undef)
  %a = add <4 x i32> %r, splat (i32 9)
  %w = call <16 x i32> @llvm.genx.wrregioni.v16i32.v4i32.i16.v4i1(<16 x i32> %v, <4 x i32> %a, i32 0, i32 4, i32 1, i16 5, i32 undef, <4 x i1> <i1 true, i1 false, i1 true, i1 true>)
  call void @llvm.genx.svm.block.st.i64.v16i32(i64 %out, <16 x i32> %w)
  ret void
}
attributes #0 = { nounwind "CMGenxMain" "oclrt"="1" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
