; An unknown row of 64-bit elements, four apart and read twice each: the halves would be eight dwords apart, which no region is.
; RUN: %cmc -march=skl -S %s -o - | %FileCheck %s
; CHECK-NOT: ,8>:ud
; CHECK: mov (2|M0) r[[#]].0<2>:ud r[a0.0]<8;1,0>:ud
; CHECK-NOT: ,8>:ud
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define dllexport spir_kernel void @k(i64 %in, i64 %out) #0 {
  %w = call <16 x i64> @llvm.genx.svm.block.ld.v16i64.i64(i64 %in)
  %e = extractelement <16 x i64> %w, i32 3
  %o = trunc i64 %e to i16
  %r = call <8 x i64> @llvm.genx.rdregioni.v8i64.v16i64.i16(<16 x i64> %w, i32 0, i32 2, i32 4, i16 %o, i32 undef)
  %s = xor <8 x i64> %r, <i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8>
  call void @llvm.genx.svm.block.st.i64.v8i64(i64 %out, <8 x i64> %s)
  ret void
}

declare <16 x i64> @llvm.genx.svm.block.ld.v16i64.i64(i64)
declare <8 x i64> @llvm.genx.rdregioni.v8i64.v16i64.i16(<16 x i64>, i32, i32, i32, i16, i32)
declare void @llvm.genx.svm.block.st.i64.v8i64(i64, <8 x i64>)

attributes #0 = { nounwind "CMGenxMain" "oclrt"="1" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !2, !2, !3, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{i32 0, i32 0}
!3 = !{!"svmptr_t", !"svmptr_t"}
