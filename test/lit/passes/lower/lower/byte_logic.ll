; Logic on packed bytes goes four bytes at a time; what was just narrowed from words stays words.
; RUN: %opt -passes=lower -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll --kernel packed
; RUN: %genx_eval --compare %s %t.ll --kernel narrowed
declare <32 x i8> @llvm.genx.svm.block.ld.v32i8.i64(i64)
declare void @llvm.genx.svm.block.st.i64.v32i8(i64, <32 x i8>)

; CHECK-LABEL: @packed
; CHECK: xor <8 x i32> {{.*}}<i32 -1,
; CHECK: and <8 x i32> {{.*}}<i32 252645135,
define dllexport spir_kernel void @packed(i64 %in, i64 %out) #0 {
  %v = call <32 x i8> @llvm.genx.svm.block.ld.v32i8.i64(i64 %in)
  %n = xor <32 x i8> %v, splat (i8 -1)
  %r = and <32 x i8> %n, splat (i8 15)
  call void @llvm.genx.svm.block.st.i64.v32i8(i64 %out, <32 x i8> %r)
  ret void
}

; CHECK-LABEL: @narrowed
; CHECK: xor <32 x i16>
define dllexport spir_kernel void @narrowed(i64 %in, i64 %out) #0 {
  %v = call <32 x i8> @llvm.genx.svm.block.ld.v32i8.i64(i64 %in)
  %s = add <32 x i8> %v, splat (i8 3)
  %r = xor <32 x i8> %s, splat (i8 85)
  call void @llvm.genx.svm.block.st.i64.v32i8(i64 %out, <32 x i8> %r)
  ret void
}
attributes #0 = { "CMGenxMain" "oclrt"="1" }
!genx.kernels = !{!0, !1}
!0 = !{ptr @packed, !"packed", !2, i32 0, !2, !2, !3, i32 0, i32 0}
!1 = !{ptr @narrowed, !"narrowed", !2, i32 0, !2, !2, !3, i32 0, i32 0}
!2 = !{i32 0, i32 0}
!3 = !{!"svmptr_t", !"svmptr_t"}

; Rows of bytes that were put together are packed too.
; CHECK-LABEL: @rows(
; CHECK: [[D:%.*]] = bitcast <64 x i8> %{{.*}} to <16 x i32>
; CHECK: and <16 x i32> [[D]],
define <64 x i8> @rows(<32 x i8> %a, <32 x i8> %b) {
  %v = call <64 x i8> @llvm.genx.wrregioni.v64i8.v32i8.i16.i1(<64 x i8> undef, <32 x i8> %a, i32 32, i32 32, i32 1, i16 0, i32 undef, i1 true)
  %w = call <64 x i8> @llvm.genx.wrregioni.v64i8.v32i8.i16.i1(<64 x i8> %v, <32 x i8> %b, i32 32, i32 32, i32 1, i16 32, i32 undef, i1 true)
  %r = and <64 x i8> %w, splat (i8 1)
  ret <64 x i8> %r
}

declare <64 x i8> @llvm.genx.wrregioni.v64i8.v32i8.i16.i1(<64 x i8>, <32 x i8>, i32, i32, i32, i16, i32, i1)
