; SPDX-License-Identifier: MIT
; Random region reads, arithmetic, conversions and region writes over 256-byte vectors.
target datalayout = "e-p:64:64-i64:64-n8:16:32"
target triple = "genx64-unknown-unknown"

declare <1 x float> @llvm.genx.rdregionf.v1f32.v64f32.i16(<64 x float>, i32, i32, i32, i16, i32)
declare <1 x i16> @llvm.genx.rdregioni.v1i16.v128i16.i16(<128 x i16>, i32, i32, i32, i16, i32)
declare <1 x i8> @llvm.genx.rdregioni.v1i8.v256i8.i16(<256 x i8>, i32, i32, i32, i16, i32)
declare <128 x half> @llvm.genx.wrregionf.v128f16.v16f16.i16.i1(<128 x half>, <16 x half>, i32, i32, i32, i16, i32, i1)
declare <128 x half> @llvm.genx.wrregionf.v128f16.v32f16.i16.i1(<128 x half>, <32 x half>, i32, i32, i32, i16, i32, i1)
declare <128 x half> @llvm.genx.wrregionf.v128f16.v64f16.i16.i1(<128 x half>, <64 x half>, i32, i32, i32, i16, i32, i1)
declare <128 x half> @llvm.genx.wrregionf.v128f16.v8f16.i16.i1(<128 x half>, <8 x half>, i32, i32, i32, i16, i32, i1)
declare <128 x i16> @llvm.genx.wrregioni.v128i16.v16i16.i16.i1(<128 x i16>, <16 x i16>, i32, i32, i32, i16, i32, i1)
declare <128 x i16> @llvm.genx.wrregioni.v128i16.v1i16.i16.i1(<128 x i16>, <1 x i16>, i32, i32, i32, i16, i32, i1)
declare <128 x i16> @llvm.genx.wrregioni.v128i16.v2i16.i16.i1(<128 x i16>, <2 x i16>, i32, i32, i32, i16, i32, i1)
declare <128 x i16> @llvm.genx.wrregioni.v128i16.v64i16.i16.i1(<128 x i16>, <64 x i16>, i32, i32, i32, i16, i32, i1)
declare <128 x i8> @llvm.genx.rdregioni.v128i8.v256i8.i16(<256 x i8>, i32, i32, i32, i16, i32)
declare <128 x i8> @llvm.genx.svm.block.ld.unaligned.v128i8.i64(i64)
declare <16 x float> @llvm.genx.rdregionf.v16f32.v64f32.i16(<64 x float>, i32, i32, i32, i16, i32)
declare <16 x half> @llvm.genx.rdregionf.v16f16.v128f16.i16(<128 x half>, i32, i32, i32, i16, i32)
declare <16 x i16> @llvm.genx.rdregioni.v16i16.v128i16.i16(<128 x i16>, i32, i32, i32, i16, i32)
declare <16 x i32> @llvm.genx.rdregioni.v16i32.v64i32.i16(<64 x i32>, i32, i32, i32, i16, i32)
declare <16 x i8> @llvm.genx.rdregioni.v16i8.v256i8.i16(<256 x i8>, i32, i32, i32, i16, i32)
declare <2 x float> @llvm.genx.rdregionf.v2f32.v64f32.i16(<64 x float>, i32, i32, i32, i16, i32)
declare <2 x i16> @llvm.genx.rdregioni.v2i16.v128i16.i16(<128 x i16>, i32, i32, i32, i16, i32)
declare <2 x i8> @llvm.genx.rdregioni.v2i8.v256i8.i16(<256 x i8>, i32, i32, i32, i16, i32)
declare <256 x i8> @llvm.genx.wrregioni.v256i8.v128i8.i16.i1(<256 x i8>, <128 x i8>, i32, i32, i32, i16, i32, i1)
declare <256 x i8> @llvm.genx.wrregioni.v256i8.v16i8.i16.i1(<256 x i8>, <16 x i8>, i32, i32, i32, i16, i32, i1)
declare <256 x i8> @llvm.genx.wrregioni.v256i8.v1i8.i16.i1(<256 x i8>, <1 x i8>, i32, i32, i32, i16, i32, i1)
declare <256 x i8> @llvm.genx.wrregioni.v256i8.v2i8.i16.i1(<256 x i8>, <2 x i8>, i32, i32, i32, i16, i32, i1)
declare <256 x i8> @llvm.genx.wrregioni.v256i8.v8i8.i16.i1(<256 x i8>, <8 x i8>, i32, i32, i32, i16, i32, i1)
declare <32 x float> @llvm.genx.rdregionf.v32f32.v64f32.i16(<64 x float>, i32, i32, i32, i16, i32)
declare <32 x float> @llvm.genx.svm.block.ld.unaligned.v32f32.i64(i64)
declare <32 x half> @llvm.genx.rdregionf.v32f16.v128f16.i16(<128 x half>, i32, i32, i32, i16, i32)
declare <32 x i32> @llvm.genx.rdregioni.v32i32.v64i32.i16(<64 x i32>, i32, i32, i32, i16, i32)
declare <32 x i32> @llvm.genx.svm.block.ld.unaligned.v32i32.i64(i64)
declare <4 x float> @llvm.genx.rdregionf.v4f32.v64f32.i16(<64 x float>, i32, i32, i32, i16, i32)
declare <4 x i16> @llvm.genx.rdregioni.v4i16.v128i16.i16(<128 x i16>, i32, i32, i32, i16, i32)
declare <4 x i32> @llvm.genx.rdregioni.v4i32.v64i32.i16(<64 x i32>, i32, i32, i32, i16, i32)
declare <64 x float> @llvm.genx.wrregionf.v64f32.v16f32.i16.i1(<64 x float>, <16 x float>, i32, i32, i32, i16, i32, i1)
declare <64 x float> @llvm.genx.wrregionf.v64f32.v1f32.i16.i1(<64 x float>, <1 x float>, i32, i32, i32, i16, i32, i1)
declare <64 x float> @llvm.genx.wrregionf.v64f32.v2f32.i16.i1(<64 x float>, <2 x float>, i32, i32, i32, i16, i32, i1)
declare <64 x float> @llvm.genx.wrregionf.v64f32.v32f32.i16.i1(<64 x float>, <32 x float>, i32, i32, i32, i16, i32, i1)
declare <64 x float> @llvm.genx.wrregionf.v64f32.v4f32.i16.i1(<64 x float>, <4 x float>, i32, i32, i32, i16, i32, i1)
declare <64 x half> @llvm.genx.rdregionf.v64f16.v128f16.i16(<128 x half>, i32, i32, i32, i16, i32)
declare <64 x half> @llvm.genx.svm.block.ld.unaligned.v64f16.i64(i64)
declare <64 x i16> @llvm.genx.rdregioni.v64i16.v128i16.i16(<128 x i16>, i32, i32, i32, i16, i32)
declare <64 x i16> @llvm.genx.svm.block.ld.unaligned.v64i16.i64(i64)
declare <64 x i32> @llvm.genx.wrregioni.v64i32.v16i32.i16.i1(<64 x i32>, <16 x i32>, i32, i32, i32, i16, i32, i1)
declare <64 x i32> @llvm.genx.wrregioni.v64i32.v32i32.i16.i1(<64 x i32>, <32 x i32>, i32, i32, i32, i16, i32, i1)
declare <64 x i32> @llvm.genx.wrregioni.v64i32.v4i32.i16.i1(<64 x i32>, <4 x i32>, i32, i32, i32, i16, i32, i1)
declare <64 x i32> @llvm.genx.wrregioni.v64i32.v8i32.i16.i1(<64 x i32>, <8 x i32>, i32, i32, i32, i16, i32, i1)
declare <8 x half> @llvm.genx.rdregionf.v8f16.v128f16.i16(<128 x half>, i32, i32, i32, i16, i32)
declare <8 x i16> @llvm.genx.rdregioni.v8i16.v128i16.i16(<128 x i16>, i32, i32, i32, i16, i32)
declare <8 x i32> @llvm.genx.rdregioni.v8i32.v64i32.i16(<64 x i32>, i32, i32, i32, i16, i32)
declare <8 x i8> @llvm.genx.rdregioni.v8i8.v256i8.i16(<256 x i8>, i32, i32, i32, i16, i32)
declare void @llvm.genx.svm.block.st.i64.v128i8(i64, <128 x i8>)
declare void @llvm.genx.svm.block.st.i64.v32f32(i64, <32 x float>)
declare void @llvm.genx.svm.block.st.i64.v32i32(i64, <32 x i32>)
declare void @llvm.genx.svm.block.st.i64.v64f16(i64, <64 x half>)
declare void @llvm.genx.svm.block.st.i64.v64i16(i64, <64 x i16>)

define dllexport spir_kernel void @k(i64 %p, i64 %q) #0 {
  %v1 = add i64 %p, 0
  %v2 = add i64 %v1, 0
  %v3 = call <128 x i8> @llvm.genx.svm.block.ld.unaligned.v128i8.i64(i64 %v2)
  %v4 = call <256 x i8> @llvm.genx.wrregioni.v256i8.v128i8.i16.i1(<256 x i8> undef, <128 x i8> %v3, i32 128, i32 128, i32 1, i16 0, i32 undef, i1 true)
  %v5 = add i64 %v1, 128
  %v6 = call <128 x i8> @llvm.genx.svm.block.ld.unaligned.v128i8.i64(i64 %v5)
  %v7 = call <256 x i8> @llvm.genx.wrregioni.v256i8.v128i8.i16.i1(<256 x i8> %v4, <128 x i8> %v6, i32 128, i32 128, i32 1, i16 128, i32 undef, i1 true)
  %v8 = add i64 %p, 256
  %v9 = add i64 %v8, 0
  %v10 = call <64 x i16> @llvm.genx.svm.block.ld.unaligned.v64i16.i64(i64 %v9)
  %v11 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v64i16.i16.i1(<128 x i16> undef, <64 x i16> %v10, i32 64, i32 64, i32 1, i16 0, i32 undef, i1 true)
  %v12 = add i64 %v8, 128
  %v13 = call <64 x i16> @llvm.genx.svm.block.ld.unaligned.v64i16.i64(i64 %v12)
  %v14 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v64i16.i16.i1(<128 x i16> %v11, <64 x i16> %v13, i32 64, i32 64, i32 1, i16 128, i32 undef, i1 true)
  %v15 = add i64 %p, 512
  %v16 = add i64 %v15, 0
  %v17 = call <32 x i32> @llvm.genx.svm.block.ld.unaligned.v32i32.i64(i64 %v16)
  %v18 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v32i32.i16.i1(<64 x i32> undef, <32 x i32> %v17, i32 32, i32 32, i32 1, i16 0, i32 undef, i1 true)
  %v19 = add i64 %v15, 128
  %v20 = call <32 x i32> @llvm.genx.svm.block.ld.unaligned.v32i32.i64(i64 %v19)
  %v21 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v32i32.i16.i1(<64 x i32> %v18, <32 x i32> %v20, i32 32, i32 32, i32 1, i16 128, i32 undef, i1 true)
  %v22 = add i64 %p, 768
  %v23 = add i64 %v22, 0
  %v24 = call <64 x half> @llvm.genx.svm.block.ld.unaligned.v64f16.i64(i64 %v23)
  %v25 = call <128 x half> @llvm.genx.wrregionf.v128f16.v64f16.i16.i1(<128 x half> undef, <64 x half> %v24, i32 64, i32 64, i32 1, i16 0, i32 undef, i1 true)
  %v26 = add i64 %v22, 128
  %v27 = call <64 x half> @llvm.genx.svm.block.ld.unaligned.v64f16.i64(i64 %v26)
  %v28 = call <128 x half> @llvm.genx.wrregionf.v128f16.v64f16.i16.i1(<128 x half> %v25, <64 x half> %v27, i32 64, i32 64, i32 1, i16 128, i32 undef, i1 true)
  %v29 = add i64 %p, 1024
  %v30 = add i64 %v29, 0
  %v31 = call <32 x float> @llvm.genx.svm.block.ld.unaligned.v32f32.i64(i64 %v30)
  %v32 = call <64 x float> @llvm.genx.wrregionf.v64f32.v32f32.i16.i1(<64 x float> undef, <32 x float> %v31, i32 32, i32 32, i32 1, i16 0, i32 undef, i1 true)
  %v33 = add i64 %v29, 128
  %v34 = call <32 x float> @llvm.genx.svm.block.ld.unaligned.v32f32.i64(i64 %v33)
  %v35 = call <64 x float> @llvm.genx.wrregionf.v64f32.v32f32.i16.i1(<64 x float> %v32, <32 x float> %v34, i32 32, i32 32, i32 1, i16 128, i32 undef, i1 true)
  %v36 = call <2 x i8> @llvm.genx.rdregioni.v2i8.v256i8.i16(<256 x i8> %v7, i32 3, i32 2, i32 2, i16 155, i32 undef)
  %v38 = call <2 x i8> @llvm.genx.rdregioni.v2i8.v256i8.i16(<256 x i8> %v7, i32 8, i32 1, i32 3, i16 205, i32 undef)
  %v37 = ashr <2 x i8> %v36, %v38
  %v39 = call <256 x i8> @llvm.genx.wrregioni.v256i8.v2i8.i16.i1(<256 x i8> %v7, <2 x i8> %v37, i32 2, i32 2, i32 1, i16 139, i32 undef, i1 true)
  %v40 = call <8 x half> @llvm.genx.rdregionf.v8f16.v128f16.i16(<128 x half> %v28, i32 6, i32 4, i32 4, i16 96, i32 undef)
  %v42 = call <128 x half> @llvm.genx.wrregionf.v128f16.v8f16.i16.i1(<128 x half> %v28, <8 x half> %v40, i32 16, i32 8, i32 2, i16 226, i32 undef, i1 true)
  %v43 = call <4 x float> @llvm.genx.rdregionf.v4f32.v64f32.i16(<64 x float> %v35, i32 2, i32 1, i32 0, i16 80, i32 undef)
  %v45 = call <4 x i16> @llvm.genx.rdregioni.v4i16.v128i16.i16(<128 x i16> %v14, i32 8, i32 4, i32 2, i16 172, i32 undef)
  %v44 = sitofp <4 x i16> %v45 to <4 x float>
  %v46 = call <64 x float> @llvm.genx.wrregionf.v64f32.v4f32.i16.i1(<64 x float> %v35, <4 x float> %v44, i32 8, i32 4, i32 2, i16 200, i32 undef, i1 true)
  %v47 = call <16 x half> @llvm.genx.rdregionf.v16f16.v128f16.i16(<128 x half> %v42, i32 2, i32 4, i32 4, i16 192, i32 undef)
  %v49 = call <16 x half> @llvm.genx.rdregionf.v16f16.v128f16.i16(<128 x half> %v42, i32 16, i32 8, i32 1, i16 70, i32 undef)
  %v50 = fcmp olt <16 x half> %v47, %v49
  %v48 = select <16 x i1> %v50, <16 x half> %v47, <16 x half> %v49
  %v51 = call <128 x half> @llvm.genx.wrregionf.v128f16.v16f16.i16.i1(<128 x half> %v42, <16 x half> %v48, i32 32, i32 16, i32 2, i16 128, i32 undef, i1 true)
  %v52 = call <16 x float> @llvm.genx.rdregionf.v16f32.v64f32.i16(<64 x float> %v46, i32 16, i32 8, i32 2, i16 116, i32 undef)
  %v54 = call <16 x half> @llvm.genx.rdregionf.v16f16.v128f16.i16(<128 x half> %v51, i32 2, i32 2, i32 2, i16 156, i32 undef)
  %v53 = fpext <16 x half> %v54 to <16 x float>
  %v55 = call <64 x float> @llvm.genx.wrregionf.v64f32.v16f32.i16.i1(<64 x float> %v46, <16 x float> %v53, i32 16, i32 16, i32 1, i16 120, i32 undef, i1 true)
  %v56 = call <8 x i32> @llvm.genx.rdregioni.v8i32.v64i32.i16(<64 x i32> %v21, i32 16, i32 4, i32 1, i16 128, i32 undef)
  %v58 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v8i32.i16.i1(<64 x i32> %v21, <8 x i32> %v56, i32 8, i32 8, i32 1, i16 172, i32 undef, i1 true)
  %v59 = call <2 x float> @llvm.genx.rdregionf.v2f32.v64f32.i16(<64 x float> %v46, i32 1, i32 1, i32 1, i16 12, i32 undef)
  %v61 = call <2 x float> @llvm.genx.rdregionf.v2f32.v64f32.i16(<64 x float> %v55, i32 3, i32 1, i32 2, i16 172, i32 undef)
  %v62 = fcmp olt <2 x float> %v59, %v61
  %v60 = select <2 x i1> %v62, <2 x float> %v59, <2 x float> %v61
  %v63 = call <64 x float> @llvm.genx.wrregionf.v64f32.v2f32.i16.i1(<64 x float> %v55, <2 x float> %v60, i32 2, i32 2, i32 1, i16 192, i32 undef, i1 true)
  %v64 = call <4 x float> @llvm.genx.rdregionf.v4f32.v64f32.i16(<64 x float> %v46, i32 8, i32 1, i32 0, i16 8, i32 undef)
  %v66 = call <64 x float> @llvm.genx.wrregionf.v64f32.v4f32.i16.i1(<64 x float> %v63, <4 x float> %v64, i32 4, i32 4, i32 1, i16 92, i32 undef, i1 true)
  %v67 = call <4 x i32> @llvm.genx.rdregioni.v4i32.v64i32.i16(<64 x i32> %v21, i32 1, i32 1, i32 1, i16 4, i32 undef)
  %v69 = call <4 x i32> @llvm.genx.rdregioni.v4i32.v64i32.i16(<64 x i32> %v21, i32 6, i32 4, i32 0, i16 128, i32 undef)
  %v68 = mul <4 x i32> %v67, %v69
  %v70 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v4i32.i16.i1(<64 x i32> %v58, <4 x i32> %v68, i32 4, i32 4, i32 1, i16 188, i32 undef, i1 true)
  %v71 = call <1 x i16> @llvm.genx.rdregioni.v1i16.v128i16.i16(<128 x i16> %v14, i32 0, i32 1, i32 1, i16 2, i32 undef)
  %v73 = call <1 x i16> @llvm.genx.rdregioni.v1i16.v128i16.i16(<128 x i16> %v14, i32 6, i32 1, i32 2, i16 250, i32 undef)
  %v72 = add <1 x i16> %v71, %v73
  %v74 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v1i16.i16.i1(<128 x i16> %v14, <1 x i16> %v72, i32 1, i32 1, i32 1, i16 228, i32 undef, i1 true)
  %v75 = call <1 x float> @llvm.genx.rdregionf.v1f32.v64f32.i16(<64 x float> %v63, i32 3, i32 1, i32 4, i16 44, i32 undef)
  %v77 = call <64 x float> @llvm.genx.wrregionf.v64f32.v1f32.i16.i1(<64 x float> %v66, <1 x float> %v75, i32 4, i32 1, i32 4, i16 160, i32 undef, i1 true)
  %v78 = call <1 x i8> @llvm.genx.rdregioni.v1i8.v256i8.i16(<256 x i8> %v7, i32 4, i32 1, i32 4, i16 167, i32 undef)
  %v80 = call <1 x i8> @llvm.genx.rdregioni.v1i8.v256i8.i16(<256 x i8> %v7, i32 4, i32 1, i32 2, i16 214, i32 undef)
  %v79 = add <1 x i8> %v78, %v80
  %v81 = call <256 x i8> @llvm.genx.wrregioni.v256i8.v1i8.i16.i1(<256 x i8> %v39, <1 x i8> %v79, i32 4, i32 1, i32 4, i16 71, i32 undef, i1 true)
  %v82 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v256i8.i16(<256 x i8> %v7, i32 16, i32 2, i32 1, i16 162, i32 undef)
  %v84 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v256i8.i16(<256 x i8> %v7, i32 3, i32 1, i32 1, i16 182, i32 undef)
  %v83 = lshr <8 x i8> %v82, %v84
  %v85 = call <256 x i8> @llvm.genx.wrregioni.v256i8.v8i8.i16.i1(<256 x i8> %v81, <8 x i8> %v83, i32 8, i32 8, i32 1, i16 64, i32 undef, i1 true)
  %v86 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v256i8.i16(<256 x i8> %v81, i32 4, i32 4, i32 3, i16 134, i32 undef)
  %v88 = call <8 x i16> @llvm.genx.rdregioni.v8i16.v128i16.i16(<128 x i16> %v14, i32 8, i32 1, i32 3, i16 40, i32 undef)
  %v87 = trunc <8 x i16> %v88 to <8 x i8>
  %v89 = call <256 x i8> @llvm.genx.wrregioni.v256i8.v8i8.i16.i1(<256 x i8> %v85, <8 x i8> %v87, i32 8, i32 8, i32 1, i16 131, i32 undef, i1 true)
  %v90 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v256i8.i16(<256 x i8> %v7, i32 1, i32 2, i32 1, i16 55, i32 undef)
  %v92 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v256i8.i16(<256 x i8> %v7, i32 4, i32 8, i32 4, i16 137, i32 undef)
  %v91 = shl <8 x i8> %v90, %v92
  %v93 = call <256 x i8> @llvm.genx.wrregioni.v256i8.v8i8.i16.i1(<256 x i8> %v89, <8 x i8> %v91, i32 8, i32 8, i32 1, i16 175, i32 undef, i1 true)
  %v94 = call <16 x i16> @llvm.genx.rdregioni.v16i16.v128i16.i16(<128 x i16> %v14, i32 8, i32 16, i32 0, i16 92, i32 undef)
  %v96 = call <16 x i16> @llvm.genx.rdregioni.v16i16.v128i16.i16(<128 x i16> %v14, i32 0, i32 8, i32 2, i16 132, i32 undef)
  %v95 = sub <16 x i16> %v94, %v96
  %v97 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v16i16.i16.i1(<128 x i16> %v74, <16 x i16> %v95, i32 32, i32 16, i32 2, i16 92, i32 undef, i1 true)
  %v98 = call <16 x i32> @llvm.genx.rdregioni.v16i32.v64i32.i16(<64 x i32> %v70, i32 1, i32 8, i32 1, i16 76, i32 undef)
  %v100 = call <16 x i32> @llvm.genx.rdregioni.v16i32.v64i32.i16(<64 x i32> %v21, i32 0, i32 1, i32 4, i16 208, i32 undef)
  %v99 = lshr <16 x i32> %v98, %v100
  %v101 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v16i32.i16.i1(<64 x i32> %v70, <16 x i32> %v99, i32 32, i32 16, i32 2, i16 52, i32 undef, i1 true)
  %v102 = call <2 x float> @llvm.genx.rdregionf.v2f32.v64f32.i16(<64 x float> %v35, i32 1, i32 2, i32 2, i16 56, i32 undef)
  %v104 = call <2 x float> @llvm.genx.rdregionf.v2f32.v64f32.i16(<64 x float> %v63, i32 6, i32 1, i32 1, i16 100, i32 undef)
  %v103 = fsub <2 x float> %v102, %v104
  %v105 = call <64 x float> @llvm.genx.wrregionf.v64f32.v2f32.i16.i1(<64 x float> %v77, <2 x float> %v103, i32 4, i32 2, i32 2, i16 32, i32 undef, i1 true)
  %v106 = call <16 x i32> @llvm.genx.rdregioni.v16i32.v64i32.i16(<64 x i32> %v70, i32 1, i32 1, i32 1, i16 156, i32 undef)
  %v108 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v16i32.i16.i1(<64 x i32> %v101, <16 x i32> %v106, i32 16, i32 16, i32 1, i16 164, i32 undef, i1 true)
  %v109 = call <8 x half> @llvm.genx.rdregionf.v8f16.v128f16.i16(<128 x half> %v28, i32 16, i32 8, i32 0, i16 148, i32 undef)
  %v111 = call <8 x i32> @llvm.genx.rdregioni.v8i32.v64i32.i16(<64 x i32> %v101, i32 4, i32 2, i32 2, i16 120, i32 undef)
  %v110 = uitofp <8 x i32> %v111 to <8 x half>
  %v112 = call <128 x half> @llvm.genx.wrregionf.v128f16.v8f16.i16.i1(<128 x half> %v51, <8 x half> %v110, i32 32, i32 8, i32 4, i16 186, i32 undef, i1 true)
  %v113 = call <32 x half> @llvm.genx.rdregionf.v32f16.v128f16.i16(<128 x half> %v51, i32 2, i32 8, i32 1, i16 124, i32 undef)
  %v115 = call <32 x half> @llvm.genx.rdregionf.v32f16.v128f16.i16(<128 x half> %v51, i32 1, i32 16, i32 3, i16 148, i32 undef)
  %v116 = fcmp olt <32 x half> %v113, %v115
  %v114 = select <32 x i1> %v116, <32 x half> %v113, <32 x half> %v115
  %v117 = call <128 x half> @llvm.genx.wrregionf.v128f16.v32f16.i16.i1(<128 x half> %v112, <32 x half> %v114, i32 128, i32 32, i32 4, i16 0, i32 undef, i1 true)
  %v118 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v256i8.i16(<256 x i8> %v89, i32 1, i32 2, i32 3, i16 204, i32 undef)
  %v120 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v256i8.i16(<256 x i8> %v7, i32 4, i32 1, i32 1, i16 99, i32 undef)
  %v119 = and <16 x i8> %v118, %v120
  %v121 = call <256 x i8> @llvm.genx.wrregioni.v256i8.v16i8.i16.i1(<256 x i8> %v93, <16 x i8> %v119, i32 64, i32 16, i32 4, i16 171, i32 undef, i1 true)
  %v122 = call <32 x i32> @llvm.genx.rdregioni.v32i32.v64i32.i16(<64 x i32> %v70, i32 1, i32 1, i32 1, i16 108, i32 undef)
  %v124 = call <32 x i32> @llvm.genx.rdregioni.v32i32.v64i32.i16(<64 x i32> %v21, i32 4, i32 4, i32 1, i16 64, i32 undef)
  %v123 = mul <32 x i32> %v122, %v124
  %v125 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v32i32.i16.i1(<64 x i32> %v108, <32 x i32> %v123, i32 32, i32 32, i32 1, i16 116, i32 undef, i1 true)
  %v126 = call <16 x i16> @llvm.genx.rdregioni.v16i16.v128i16.i16(<128 x i16> %v74, i32 16, i32 16, i32 1, i16 112, i32 undef)
  %v128 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v16i16.i16.i1(<128 x i16> %v97, <16 x i16> %v126, i32 64, i32 16, i32 4, i16 6, i32 undef, i1 true)
  %v129 = call <16 x float> @llvm.genx.rdregionf.v16f32.v64f32.i16(<64 x float> %v46, i32 16, i32 8, i32 0, i16 68, i32 undef)
  %v131 = call <64 x float> @llvm.genx.wrregionf.v64f32.v16f32.i16.i1(<64 x float> %v105, <16 x float> %v129, i32 32, i32 16, i32 2, i16 64, i32 undef, i1 true)
  %v132 = call <32 x half> @llvm.genx.rdregionf.v32f16.v128f16.i16(<128 x half> %v117, i32 3, i32 4, i32 1, i16 136, i32 undef)
  %v134 = call <32 x half> @llvm.genx.rdregionf.v32f16.v128f16.i16(<128 x half> %v117, i32 8, i32 2, i32 3, i16 0, i32 undef)
  %v133 = fmul <32 x half> %v132, %v134
  %v135 = call <128 x half> @llvm.genx.wrregionf.v128f16.v32f16.i16.i1(<128 x half> %v117, <32 x half> %v133, i32 64, i32 32, i32 2, i16 118, i32 undef, i1 true)
  %v136 = call <2 x i16> @llvm.genx.rdregioni.v2i16.v128i16.i16(<128 x i16> %v74, i32 1, i32 2, i32 1, i16 98, i32 undef)
  %v138 = call <2 x i16> @llvm.genx.rdregioni.v2i16.v128i16.i16(<128 x i16> %v74, i32 16, i32 2, i32 1, i16 204, i32 undef)
  %v137 = mul <2 x i16> %v136, %v138
  %v139 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v2i16.i16.i1(<128 x i16> %v128, <2 x i16> %v137, i32 2, i32 2, i32 1, i16 156, i32 undef, i1 true)
  %v140 = call <32 x half> @llvm.genx.rdregionf.v32f16.v128f16.i16(<128 x half> %v117, i32 3, i32 2, i32 4, i16 18, i32 undef)
  %v142 = call <32 x half> @llvm.genx.rdregionf.v32f16.v128f16.i16(<128 x half> %v51, i32 4, i32 1, i32 4, i16 0, i32 undef)
  %v141 = fsub <32 x half> %v140, %v142
  %v143 = call <128 x half> @llvm.genx.wrregionf.v128f16.v32f16.i16.i1(<128 x half> %v135, <32 x half> %v141, i32 64, i32 32, i32 2, i16 84, i32 undef, i1 true)
  %v144 = call <8 x half> @llvm.genx.rdregionf.v8f16.v128f16.i16(<128 x half> %v112, i32 6, i32 1, i32 1, i16 44, i32 undef)
  %v146 = call <128 x half> @llvm.genx.wrregionf.v128f16.v8f16.i16.i1(<128 x half> %v143, <8 x half> %v144, i32 16, i32 8, i32 2, i16 64, i32 undef, i1 true)
  %v147 = call <1 x i16> @llvm.genx.rdregioni.v1i16.v128i16.i16(<128 x i16> %v128, i32 2, i32 1, i32 2, i16 4, i32 undef)
  %v149 = call <1 x i16> @llvm.genx.rdregioni.v1i16.v128i16.i16(<128 x i16> %v97, i32 6, i32 1, i32 0, i16 16, i32 undef)
  %v148 = ashr <1 x i16> %v147, %v149
  %v150 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v1i16.i16.i1(<128 x i16> %v139, <1 x i16> %v148, i32 2, i32 1, i32 2, i16 226, i32 undef, i1 true)
  %v151 = call <128 x i8> @llvm.genx.rdregioni.v128i8.v256i8.i16(<256 x i8> %v121, i32 128, i32 128, i32 1, i16 0, i32 undef)
  %v152 = add i64 %q, 0
  call void @llvm.genx.svm.block.st.i64.v128i8(i64 %v152, <128 x i8> %v151)
  %v153 = call <128 x i8> @llvm.genx.rdregioni.v128i8.v256i8.i16(<256 x i8> %v121, i32 128, i32 128, i32 1, i16 128, i32 undef)
  %v154 = add i64 %q, 128
  call void @llvm.genx.svm.block.st.i64.v128i8(i64 %v154, <128 x i8> %v153)
  %v155 = call <64 x i16> @llvm.genx.rdregioni.v64i16.v128i16.i16(<128 x i16> %v150, i32 64, i32 64, i32 1, i16 0, i32 undef)
  %v156 = add i64 %q, 256
  call void @llvm.genx.svm.block.st.i64.v64i16(i64 %v156, <64 x i16> %v155)
  %v157 = call <64 x i16> @llvm.genx.rdregioni.v64i16.v128i16.i16(<128 x i16> %v150, i32 64, i32 64, i32 1, i16 128, i32 undef)
  %v158 = add i64 %q, 384
  call void @llvm.genx.svm.block.st.i64.v64i16(i64 %v158, <64 x i16> %v157)
  %v159 = call <32 x i32> @llvm.genx.rdregioni.v32i32.v64i32.i16(<64 x i32> %v125, i32 32, i32 32, i32 1, i16 0, i32 undef)
  %v160 = add i64 %q, 512
  call void @llvm.genx.svm.block.st.i64.v32i32(i64 %v160, <32 x i32> %v159)
  %v161 = call <32 x i32> @llvm.genx.rdregioni.v32i32.v64i32.i16(<64 x i32> %v125, i32 32, i32 32, i32 1, i16 128, i32 undef)
  %v162 = add i64 %q, 640
  call void @llvm.genx.svm.block.st.i64.v32i32(i64 %v162, <32 x i32> %v161)
  %v163 = call <64 x half> @llvm.genx.rdregionf.v64f16.v128f16.i16(<128 x half> %v146, i32 64, i32 64, i32 1, i16 0, i32 undef)
  %v164 = add i64 %q, 768
  call void @llvm.genx.svm.block.st.i64.v64f16(i64 %v164, <64 x half> %v163)
  %v165 = call <64 x half> @llvm.genx.rdregionf.v64f16.v128f16.i16(<128 x half> %v146, i32 64, i32 64, i32 1, i16 128, i32 undef)
  %v166 = add i64 %q, 896
  call void @llvm.genx.svm.block.st.i64.v64f16(i64 %v166, <64 x half> %v165)
  %v167 = call <32 x float> @llvm.genx.rdregionf.v32f32.v64f32.i16(<64 x float> %v131, i32 32, i32 32, i32 1, i16 0, i32 undef)
  %v168 = add i64 %q, 1024
  call void @llvm.genx.svm.block.st.i64.v32f32(i64 %v168, <32 x float> %v167)
  %v169 = call <32 x float> @llvm.genx.rdregionf.v32f32.v64f32.i16(<64 x float> %v131, i32 32, i32 32, i32 1, i16 128, i32 undef)
  %v170 = add i64 %q, 1152
  call void @llvm.genx.svm.block.st.i64.v32f32(i64 %v170, <32 x float> %v169)
  ret void
}
attributes #0 = { "CMGenxMain" "VCFunction" "oclrt"="1" "VCSLMSize"="0" }
!genx.kernels = !{!0}
!0 = !{void (i64, i64)* @k, !"k", !1, i32 0, !2, !2, !3, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{i32 0, i32 0}
!3 = !{!"svmptr_t read_write", !"svmptr_t read_write"}

