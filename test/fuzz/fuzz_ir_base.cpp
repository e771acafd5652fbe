// SPDX-License-Identifier: MIT
// The kernel that all inputs of fuzz_ir descend from: values of several types from memory, a use of each, and stores.

#include "fuzz_ir.h"

const char fi_base[] = R"(
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"
declare <16 x i32> @llvm.genx.svm.block.ld.v16i32.i64(i64)
declare <16 x i16> @llvm.genx.svm.block.ld.v16i16.i64(i64)
declare <32 x i8> @llvm.genx.svm.block.ld.v32i8.i64(i64)
declare <8 x i64> @llvm.genx.svm.block.ld.v8i64.i64(i64)
declare <16 x float> @llvm.genx.svm.block.ld.v16f32.i64(i64)
declare <16 x half> @llvm.genx.svm.block.ld.v16f16.i64(i64)
declare void @llvm.genx.svm.block.st.i64.v16i32(i64, <16 x i32>)
declare void @llvm.genx.svm.block.st.i64.v16i16(i64, <16 x i16>)
declare void @llvm.genx.svm.block.st.i64.v32i8(i64, <32 x i8>)
declare void @llvm.genx.svm.block.st.i64.v8i64(i64, <8 x i64>)
declare void @llvm.genx.svm.block.st.i64.v16f32(i64, <16 x float>)
declare void @llvm.genx.svm.block.st.i64.v16f16(i64, <16 x half>)
define dllexport spir_kernel void @k(i64 %in, i64 %out, i32 %sa, i32 %sb, i32 %ia, i32 %ib) #0 {
entry:
  %pa = add i64 %in, 8192
  %a = call <16 x i32> @llvm.genx.svm.block.ld.v16i32.i64(i64 %pa)
  %pb = add i64 %in, 8256
  %b = call <16 x i32> @llvm.genx.svm.block.ld.v16i32.i64(i64 %pb)
  %pc = add i64 %in, 9216
  %c = call <16 x i16> @llvm.genx.svm.block.ld.v16i16.i64(i64 %pc)
  %pd = add i64 %in, 9472
  %d = call <32 x i8> @llvm.genx.svm.block.ld.v32i8.i64(i64 %pd)
  %pe = add i64 %in, 9728
  %e = call <8 x i64> @llvm.genx.svm.block.ld.v8i64.i64(i64 %pe)
  %pf = add i64 %in, 256
  %f = call <16 x float> @llvm.genx.svm.block.ld.v16f32.i64(i64 %pf)
  %ph = add i64 %in, 512
  %h = call <16 x half> @llvm.genx.svm.block.ld.v16f16.i64(i64 %ph)
  %s = extractelement <16 x i32> %a, i32 3
  %less = icmp slt <16 x i32> %a, %b
  %one = icmp ult i32 %s, 1000
  %a1 = add <16 x i32> %a, %b
  %b1 = select <16 x i1> %less, <16 x i32> %a1, <16 x i32> %b
  %c1 = xor <16 x i16> %c, <i16 5, i16 5, i16 5, i16 5, i16 5, i16 5, i16 5, i16 5, i16 5, i16 5, i16 5, i16 5, i16 5, i16 5, i16 5, i16 5>
  %d1 = add <32 x i8> %d, %d
  %e1 = sub <8 x i64> %e, %e
  %f1 = fadd <16 x float> %f, %f
  %h1 = fmul <16 x half> %h, %h
  br i1 %one, label %then, label %join
then:
  %a2 = mul <16 x i32> %a1, %b1
  br label %join
join:
  %a3 = phi <16 x i32> [ %a1, %entry ], [ %a2, %then ]
  %qa = add i64 %out, 0
  call void @llvm.genx.svm.block.st.i64.v16i32(i64 %qa, <16 x i32> %a3)
  %qb = add i64 %out, 256
  call void @llvm.genx.svm.block.st.i64.v16i32(i64 %qb, <16 x i32> %b1)
  %qc = add i64 %out, 512
  call void @llvm.genx.svm.block.st.i64.v16i16(i64 %qc, <16 x i16> %c1)
  %qd = add i64 %out, 768
  call void @llvm.genx.svm.block.st.i64.v32i8(i64 %qd, <32 x i8> %d1)
  %qe = add i64 %out, 1024
  call void @llvm.genx.svm.block.st.i64.v8i64(i64 %qe, <8 x i64> %e1)
  %qf = add i64 %out, 8192
  call void @llvm.genx.svm.block.st.i64.v16f32(i64 %qf, <16 x float> %f1)
  %qh = add i64 %out, 16384
  call void @llvm.genx.svm.block.st.i64.v16f16(i64 %qh, <16 x half> %h1)
  ret void
}
attributes #0 = { nounwind "CMGenxMain" "oclrt"="1" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !2, !2, !3, i32 2, i32 0}
!1 = !{i32 0, i32 0, i32 2, i32 2, i32 2, i32 2}
!2 = !{i32 0, i32 0, i32 0, i32 0, i32 0, i32 0}
!3 = !{!"svmptr_t", !"svmptr_t", !"buffer_t", !"buffer_t", !"image2d_media_block_t", !"image2d_media_block_t"}
)";
