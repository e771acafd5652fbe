; A sum of halves at the end of each of five parts waits for its place in the result, and its mask with it: selection computes a
; bale at the position of its root, which is later than gx_fit_predicates counts. More masks are live than dg2 has flags.
; RUN: %cmc -march=dg2 -O2 -S %s -o - | %FileCheck %s
; CHECK: (W) mov (1|M0) r[[#]].[[#]]<1>:uw f[[#]].[[#]]<0;1,0>:uw
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define dllexport spir_kernel void @k(i64 %in, i64 %out) #0 {
  %w = call <64 x i64> @llvm.genx.svm.block.ld.v64i64.i64(i64 %in)
  %a = call <40 x i64> @llvm.genx.rdregioni.v40i64.v64i64.i16(<64 x i64> %w, i32 40, i32 40, i32 1, i16 88, i32 undef)
  %b = call <40 x i64> @llvm.genx.rdregioni.v40i64.v64i64.i16(<64 x i64> %w, i32 40, i32 40, i32 1, i16 8, i32 undef)
  %s = shl <40 x i64> %a, %b
  %t = trunc <40 x i64> %s to <40 x i32>
  %x = call <32 x i32> @llvm.genx.rdregioni.v32i32.v40i32.i16(<40 x i32> %t, i32 32, i32 32, i32 1, i16 0, i32 undef)
  call void @llvm.genx.svm.block.st.i64.v32i32(i64 %out, <32 x i32> %x)
  %y = call <8 x i32> @llvm.genx.rdregioni.v8i32.v40i32.i16(<40 x i32> %t, i32 8, i32 8, i32 1, i16 128, i32 undef)
  call void @llvm.genx.svm.block.st.i64.v8i32(i64 %out, <8 x i32> %y)
  ret void
}

declare <64 x i64> @llvm.genx.svm.block.ld.v64i64.i64(i64)
declare <40 x i64> @llvm.genx.rdregioni.v40i64.v64i64.i16(<64 x i64>, i32, i32, i32, i16, i32)
declare <32 x i32> @llvm.genx.rdregioni.v32i32.v40i32.i16(<40 x i32>, i32, i32, i32, i16, i32)
declare <8 x i32> @llvm.genx.rdregioni.v8i32.v40i32.i16(<40 x i32>, i32, i32, i32, i16, i32)
declare void @llvm.genx.svm.block.st.i64.v32i32(i64, <32 x i32>)
declare void @llvm.genx.svm.block.st.i64.v8i32(i64, <8 x i32>)

attributes #0 = { nounwind "CMGenxMain" "oclrt"="1" }

!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !2, !2, !3, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{i32 0, i32 0}
!3 = !{!"svmptr_t", !"svmptr_t"}
