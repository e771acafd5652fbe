; Constants that are the bytes of others, as LLVM leaves them where a value turns out constant late, are sliced as well.
; RUN: %opt -passes='set_genx_attrs,function(legalize<tgl>)' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll --kernel k
declare <60 x i8> @llvm.genx.svm.block.ld.v60i8.i64(i64)
declare void @llvm.genx.svm.block.st.i64.v60i8(i64, <60 x i8>)
declare void @llvm.genx.svm.block.st.i64.v32i32(i64, <32 x i32>)
; CHECK-LABEL: @k
; The bytes 1 0 0 0 of each dword, and of a float of 2.0 the bytes 0 0 0 64; lanes 0, 2, 7, 8 to 15 and 31 of the mask.
; CHECK: add <8 x i8> {{.*}}, <i8 1, i8 0, i8 0, i8 0, i8 1, i8 0, i8 0, i8 0>
; CHECK: mul <8 x i8> {{.*}}, <i8 0, i8 0, i8 0, i8 64, i8 0, i8 0, i8 0, i8 64>
; CHECK: select <16 x i1> <i1 true, i1 false, i1 true, i1 false, i1 false, i1 false, i1 false, i1 true, i1 true,
define dllexport spir_kernel void @k(i64 %in, i64 %out) #0 {
  %v = call <60 x i8> @llvm.genx.svm.block.ld.v60i8.i64(i64 %in)
  %a = add <60 x i8> %v, bitcast (<15 x i32> splat (i32 1) to <60 x i8>)
  %b = mul <60 x i8> %a, bitcast (<15 x float> splat (float 2.0) to <60 x i8>)
  call void @llvm.genx.svm.block.st.i64.v60i8(i64 %out, <60 x i8> %b)
  %l = trunc i64 %in to i32
  %i = insertelement <32 x i32> undef, i32 %l, i32 0
  %w = shufflevector <32 x i32> %i, <32 x i32> undef, <32 x i32> zeroinitializer
  %s = select <32 x i1> bitcast (<4 x i8> <i8 -123, i8 -1, i8 0, i8 -128> to <32 x i1>), <32 x i32> %w, <32 x i32> splat (i32 7)
  call void @llvm.genx.svm.block.st.i64.v32i32(i64 %out, <32 x i32> %s)
  ret void
}
attributes #0 = { nounwind "CMGenxMain" "oclrt"="1" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
