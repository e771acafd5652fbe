; SPDX-License-Identifier: MIT
; Random region reads, arithmetic, conversions and region writes over 256-byte vectors.
target datalayout = "e-p:64:64-i64:64-n8:16:32"
target triple = "genx64-unknown-unknown"

declare <1 x half> @llvm.genx.rdregionf.v1f16.v128f16.i16(<128 x half>, i32, i32, i32, i16, i32)
declare <1 x i16> @llvm.genx.rdregioni.v1i16.v128i16.i16(<128 x i16>, i32, i32, i32, i16, i32)
declare <1 x i32> @llvm.genx.rdregioni.v1i32.v64i32.i16(<64 x i32>, i32, i32, i32, i16, i32)
declare <128 x half> @llvm.genx.wrregionf.v128f16.v2f16.i16.i1(<128 x half>, <2 x half>, i32, i32, i32, i16, i32, i1)
declare <128 x half> @llvm.genx.wrregionf.v128f16.v64f16.i16.i1(<128 x half>, <64 x half>, i32, i32, i32, i16, i32, i1)
declare <128 x half> @llvm.genx.wrregionf.v128f16.v8f16.i16.i1(<128 x half>, <8 x half>, i32, i32, i32, i16, i32, i1)
declare <128 x i16> @llvm.genx.wrregioni.v128i16.v16i16.i16.i1(<128 x i16>, <16 x i16>, i32, i32, i32, i16, i32, i1)
declare <128 x i16> @llvm.genx.wrregioni.v128i16.v1i16.i16.i1(<128 x i16>, <1 x i16>, i32, i32, i32, i16, i32, i1)
declare <128 x i16> @llvm.genx.wrregioni.v128i16.v32i16.i16.i1(<128 x i16>, <32 x i16>, i32, i32, i32, i16, i32, i1)
declare <128 x i16> @llvm.genx.wrregioni.v128i16.v4i16.i16.i1(<128 x i16>, <4 x i16>, i32, i32, i32, i16, i32, i1)
declare <128 x i16> @llvm.genx.wrregioni.v128i16.v64i16.i16.i1(<128 x i16>, <64 x i16>, i32, i32, i32, i16, i32, i1)
declare <128 x i16> @llvm.genx.wrregioni.v128i16.v8i16.i16.i1(<128 x i16>, <8 x i16>, i32, i32, i32, i16, i32, i1)
declare <128 x i8> @llvm.genx.rdregioni.v128i8.v256i8.i16(<256 x i8>, i32, i32, i32, i16, i32)
declare <128 x i8> @llvm.genx.svm.block.ld.unaligned.v128i8.i64(i64)
declare <16 x float> @llvm.genx.rdregionf.v16f32.v64f32.i16(<64 x float>, i32, i32, i32, i16, i32)
declare <16 x half> @llvm.genx.rdregionf.v16f16.v128f16.i16(<128 x half>, i32, i32, i32, i16, i32)
declare <16 x i16> @llvm.genx.rdregioni.v16i16.v128i16.i16(<128 x i16>, i32, i32, i32, i16, i32)
declare <16 x i32> @llvm.genx.rdregioni.v16i32.v64i32.i16(<64 x i32>, i32, i32, i32, i16, i32)
declare <16 x i8> @llvm.genx.rdregioni.v16i8.v256i8.i16(<256 x i8>, i32, i32, i32, i16, i32)
declare <2 x float> @llvm.genx.rdregionf.v2f32.v64f32.i16(<64 x float>, i32, i32, i32, i16, i32)
declare <2 x half> @llvm.genx.rdregionf.v2f16.v128f16.i16(<128 x half>, i32, i32, i32, i16, i32)
declare <2 x i32> @llvm.genx.rdregioni.v2i32.v64i32.i16(<64 x i32>, i32, i32, i32, i16, i32)
declare <2 x i8> @llvm.genx.rdregioni.v2i8.v256i8.i16(<256 x i8>, i32, i32, i32, i16, i32)
declare <256 x i8> @llvm.genx.wrregioni.v256i8.v128i8.i16.i1(<256 x i8>, <128 x i8>, i32, i32, i32, i16, i32, i1)
declare <256 x i8> @llvm.genx.wrregioni.v256i8.v16i8.i16.i1(<256 x i8>, <16 x i8>, i32, i32, i32, i16, i32, i1)
declare <256 x i8> @llvm.genx.wrregioni.v256i8.v32i8.i16.i1(<256 x i8>, <32 x i8>, i32, i32, i32, i16, i32, i1)
declare <256 x i8> @llvm.genx.wrregioni.v256i8.v8i8.i16.i1(<256 x i8>, <8 x i8>, i32, i32, i32, i16, i32, i1)
declare <32 x float> @llvm.genx.rdregionf.v32f32.v64f32.i16(<64 x float>, i32, i32, i32, i16, i32)
declare <32 x float> @llvm.genx.svm.block.ld.unaligned.v32f32.i64(i64)
declare <32 x i16> @llvm.genx.rdregioni.v32i16.v128i16.i16(<128 x i16>, i32, i32, i32, i16, i32)
declare <32 x i32> @llvm.genx.rdregioni.v32i32.v64i32.i16(<64 x i32>, i32, i32, i32, i16, i32)
declare <32 x i32> @llvm.genx.svm.block.ld.unaligned.v32i32.i64(i64)
declare <32 x i8> @llvm.genx.rdregioni.v32i8.v256i8.i16(<256 x i8>, i32, i32, i32, i16, i32)
declare <4 x i16> @llvm.genx.rdregioni.v4i16.v128i16.i16(<128 x i16>, i32, i32, i32, i16, i32)
declare <64 x float> @llvm.genx.wrregionf.v64f32.v16f32.i16.i1(<64 x float>, <16 x float>, i32, i32, i32, i16, i32, i1)
declare <64 x float> @llvm.genx.wrregionf.v64f32.v2f32.i16.i1(<64 x float>, <2 x float>, i32, i32, i32, i16, i32, i1)
declare <64 x float> @llvm.genx.wrregionf.v64f32.v32f32.i16.i1(<64 x float>, <32 x float>, i32, i32, i32, i16, i32, i1)
declare <64 x float> @llvm.genx.wrregionf.v64f32.v8f32.i16.i1(<64 x float>, <8 x float>, i32, i32, i32, i16, i32, i1)
declare <64 x half> @llvm.genx.rdregionf.v64f16.v128f16.i16(<128 x half>, i32, i32, i32, i16, i32)
declare <64 x half> @llvm.genx.svm.block.ld.unaligned.v64f16.i64(i64)
declare <64 x i16> @llvm.genx.rdregioni.v64i16.v128i16.i16(<128 x i16>, i32, i32, i32, i16, i32)
declare <64 x i16> @llvm.genx.svm.block.ld.unaligned.v64i16.i64(i64)
declare <64 x i32> @llvm.genx.wrregioni.v64i32.v16i32.i16.i1(<64 x i32>, <16 x i32>, i32, i32, i32, i16, i32, i1)
declare <64 x i32> @llvm.genx.wrregioni.v64i32.v1i32.i16.i1(<64 x i32>, <1 x i32>, i32, i32, i32, i16, i32, i1)
declare <64 x i32> @llvm.genx.wrregioni.v64i32.v2i32.i16.i1(<64 x i32>, <2 x i32>, i32, i32, i32, i16, i32, i1)
declare <64 x i32> @llvm.genx.wrregioni.v64i32.v32i32.i16.i1(<64 x i32>, <32 x i32>, i32, i32, i32, i16, i32, i1)
declare <64 x i32> @llvm.genx.wrregioni.v64i32.v8i32.i16.i1(<64 x i32>, <8 x i32>, i32, i32, i32, i16, i32, i1)
declare <8 x float> @llvm.genx.rdregionf.v8f32.v64f32.i16(<64 x float>, i32, i32, i32, i16, i32)
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
  %v36 = call <8 x float> @llvm.genx.rdregionf.v8f32.v64f32.i16(<64 x float> %v35, i32 8, i32 4, i32 0, i16 96, i32 undef)
  %v38 = call <8 x i16> @llvm.genx.rdregioni.v8i16.v128i16.i16(<128 x i16> %v14, i32 8, i32 8, i32 0, i16 124, i32 undef)
  %v37 = sitofp <8 x i16> %v38 to <8 x float>
  %v39 = call <64 x float> @llvm.genx.wrregionf.v64f32.v8f32.i16.i1(<64 x float> %v35, <8 x float> %v37, i32 8, i32 8, i32 1, i16 40, i32 undef, i1 true)
  %v40 = call <16 x float> @llvm.genx.rdregionf.v16f32.v64f32.i16(<64 x float> %v39, i32 8, i32 16, i32 1, i16 4, i32 undef)
  %v42 = call <64 x float> @llvm.genx.wrregionf.v64f32.v16f32.i16.i1(<64 x float> %v39, <16 x float> %v40, i32 16, i32 16, i32 1, i16 144, i32 undef, i1 true)
  %v43 = call <16 x i32> @llvm.genx.rdregioni.v16i32.v64i32.i16(<64 x i32> %v21, i32 16, i32 16, i32 1, i16 76, i32 undef)
  %v45 = call <16 x i16> @llvm.genx.rdregioni.v16i16.v128i16.i16(<128 x i16> %v14, i32 8, i32 4, i32 2, i16 20, i32 undef)
  %v44 = sext <16 x i16> %v45 to <16 x i32>
  %v46 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v16i32.i16.i1(<64 x i32> %v21, <16 x i32> %v44, i32 16, i32 16, i32 1, i16 176, i32 undef, i1 true)
  %v47 = call <2 x i32> @llvm.genx.rdregioni.v2i32.v64i32.i16(<64 x i32> %v46, i32 2, i32 2, i32 1, i16 164, i32 undef)
  %v49 = call <2 x i32> @llvm.genx.rdregioni.v2i32.v64i32.i16(<64 x i32> %v21, i32 4, i32 2, i32 2, i16 112, i32 undef)
  %v50 = icmp eq <2 x i32> %v47, %v49
  %v48 = select <2 x i1> %v50, <2 x i32> %v47, <2 x i32> %v49
  %v51 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v2i32.i16.i1(<64 x i32> %v46, <2 x i32> %v48, i32 2, i32 2, i32 1, i16 132, i32 undef, i1 true)
  %v52 = call <2 x i32> @llvm.genx.rdregioni.v2i32.v64i32.i16(<64 x i32> %v51, i32 16, i32 1, i32 4, i16 64, i32 undef)
  %v54 = call <2 x i32> @llvm.genx.rdregioni.v2i32.v64i32.i16(<64 x i32> %v46, i32 2, i32 2, i32 2, i16 172, i32 undef)
  %v53 = mul <2 x i32> %v52, %v54
  %v55 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v2i32.i16.i1(<64 x i32> %v51, <2 x i32> %v53, i32 2, i32 2, i32 1, i16 128, i32 undef, i1 true)
  %v56 = call <16 x i32> @llvm.genx.rdregioni.v16i32.v64i32.i16(<64 x i32> %v46, i32 8, i32 8, i32 2, i16 156, i32 undef)
  %v58 = call <16 x half> @llvm.genx.rdregionf.v16f16.v128f16.i16(<128 x half> %v28, i32 16, i32 8, i32 2, i16 94, i32 undef)
  %v57 = fptoui <16 x half> %v58 to <16 x i32>
  %v59 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v16i32.i16.i1(<64 x i32> %v55, <16 x i32> %v57, i32 32, i32 16, i32 2, i16 32, i32 undef, i1 true)
  %v60 = call <8 x i16> @llvm.genx.rdregioni.v8i16.v128i16.i16(<128 x i16> %v14, i32 1, i32 1, i32 1, i16 196, i32 undef)
  %v62 = call <8 x half> @llvm.genx.rdregionf.v8f16.v128f16.i16(<128 x half> %v28, i32 12, i32 4, i32 3, i16 8, i32 undef)
  %v61 = fptoui <8 x half> %v62 to <8 x i16>
  %v63 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v8i16.i16.i1(<128 x i16> %v14, <8 x i16> %v61, i32 32, i32 8, i32 4, i16 0, i32 undef, i1 true)
  %v64 = call <32 x i16> @llvm.genx.rdregioni.v32i16.v128i16.i16(<128 x i16> %v63, i32 16, i32 4, i32 4, i16 2, i32 undef)
  %v66 = call <32 x i32> @llvm.genx.rdregioni.v32i32.v64i32.i16(<64 x i32> %v55, i32 6, i32 16, i32 1, i16 4, i32 undef)
  %v65 = trunc <32 x i32> %v66 to <32 x i16>
  %v67 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v32i16.i16.i1(<128 x i16> %v63, <32 x i16> %v65, i32 32, i32 32, i32 1, i16 104, i32 undef, i1 true)
  %v68 = call <32 x float> @llvm.genx.rdregionf.v32f32.v64f32.i16(<64 x float> %v39, i32 0, i32 4, i32 2, i16 228, i32 undef)
  %v70 = call <32 x float> @llvm.genx.rdregionf.v32f32.v64f32.i16(<64 x float> %v39, i32 6, i32 8, i32 1, i16 124, i32 undef)
  %v69 = fmul <32 x float> %v68, %v70
  %v71 = call <64 x float> @llvm.genx.wrregionf.v64f32.v32f32.i16.i1(<64 x float> %v42, <32 x float> %v69, i32 64, i32 32, i32 2, i16 0, i32 undef, i1 true)
  %v72 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v256i8.i16(<256 x i8> %v7, i32 3, i32 1, i32 1, i16 122, i32 undef)
  %v74 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v256i8.i16(<256 x i8> %v7, i32 1, i32 1, i32 3, i16 44, i32 undef)
  %v73 = mul <8 x i8> %v72, %v74
  %v75 = call <256 x i8> @llvm.genx.wrregioni.v256i8.v8i8.i16.i1(<256 x i8> %v7, <8 x i8> %v73, i32 32, i32 8, i32 4, i16 132, i32 undef, i1 true)
  %v76 = call <1 x i32> @llvm.genx.rdregioni.v1i32.v64i32.i16(<64 x i32> %v59, i32 2, i32 1, i32 2, i16 152, i32 undef)
  %v78 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v1i32.i16.i1(<64 x i32> %v59, <1 x i32> %v76, i32 1, i32 1, i32 1, i16 176, i32 undef, i1 true)
  %v79 = call <8 x i16> @llvm.genx.rdregioni.v8i16.v128i16.i16(<128 x i16> %v67, i32 16, i32 2, i32 1, i16 30, i32 undef)
  %v81 = call <8 x i16> @llvm.genx.rdregioni.v8i16.v128i16.i16(<128 x i16> %v67, i32 4, i32 2, i32 2, i16 36, i32 undef)
  %v80 = and <8 x i16> %v79, %v81
  %v82 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v8i16.i16.i1(<128 x i16> %v67, <8 x i16> %v80, i32 8, i32 8, i32 1, i16 76, i32 undef, i1 true)
  %v83 = call <8 x half> @llvm.genx.rdregionf.v8f16.v128f16.i16(<128 x half> %v28, i32 8, i32 4, i32 0, i16 212, i32 undef)
  %v85 = call <8 x half> @llvm.genx.rdregionf.v8f16.v128f16.i16(<128 x half> %v28, i32 4, i32 1, i32 4, i16 24, i32 undef)
  %v84 = fmul <8 x half> %v83, %v85
  %v86 = call <128 x half> @llvm.genx.wrregionf.v128f16.v8f16.i16.i1(<128 x half> %v28, <8 x half> %v84, i32 32, i32 8, i32 4, i16 198, i32 undef, i1 true)
  %v87 = call <2 x half> @llvm.genx.rdregionf.v2f16.v128f16.i16(<128 x half> %v28, i32 1, i32 1, i32 0, i16 230, i32 undef)
  %v89 = call <2 x float> @llvm.genx.rdregionf.v2f32.v64f32.i16(<64 x float> %v39, i32 1, i32 1, i32 1, i16 120, i32 undef)
  %v88 = fptrunc <2 x float> %v89 to <2 x half>
  %v90 = call <128 x half> @llvm.genx.wrregionf.v128f16.v2f16.i16.i1(<128 x half> %v86, <2 x half> %v88, i32 4, i32 2, i32 2, i16 194, i32 undef, i1 true)
  %v91 = call <1 x i32> @llvm.genx.rdregioni.v1i32.v64i32.i16(<64 x i32> %v21, i32 1, i32 1, i32 1, i16 224, i32 undef)
  %v93 = call <1 x half> @llvm.genx.rdregionf.v1f16.v128f16.i16(<128 x half> %v90, i32 8, i32 1, i32 4, i16 32, i32 undef)
  %v92 = fptosi <1 x half> %v93 to <1 x i32>
  %v94 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v1i32.i16.i1(<64 x i32> %v78, <1 x i32> %v92, i32 4, i32 1, i32 4, i16 32, i32 undef, i1 true)
  %v95 = call <1 x i16> @llvm.genx.rdregioni.v1i16.v128i16.i16(<128 x i16> %v14, i32 6, i32 1, i32 1, i16 88, i32 undef)
  %v97 = call <1 x half> @llvm.genx.rdregionf.v1f16.v128f16.i16(<128 x half> %v28, i32 2, i32 1, i32 2, i16 198, i32 undef)
  %v96 = fptosi <1 x half> %v97 to <1 x i16>
  %v98 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v1i16.i16.i1(<128 x i16> %v82, <1 x i16> %v96, i32 1, i32 1, i32 1, i16 4, i32 undef, i1 true)
  %v99 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v256i8.i16(<256 x i8> %v7, i32 4, i32 8, i32 1, i16 17, i32 undef)
  %v101 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v256i8.i16(<256 x i8> %v7, i32 2, i32 8, i32 3, i16 133, i32 undef)
  %v100 = xor <16 x i8> %v99, %v101
  %v102 = call <256 x i8> @llvm.genx.wrregioni.v256i8.v16i8.i16.i1(<256 x i8> %v75, <16 x i8> %v100, i32 16, i32 16, i32 1, i16 237, i32 undef, i1 true)
  %v103 = call <2 x half> @llvm.genx.rdregionf.v2f16.v128f16.i16(<128 x half> %v90, i32 0, i32 1, i32 4, i16 190, i32 undef)
  %v105 = call <2 x half> @llvm.genx.rdregionf.v2f16.v128f16.i16(<128 x half> %v28, i32 8, i32 2, i32 2, i16 168, i32 undef)
  %v104 = fadd <2 x half> %v103, %v105
  %v106 = call <128 x half> @llvm.genx.wrregionf.v128f16.v2f16.i16.i1(<128 x half> %v90, <2 x half> %v104, i32 4, i32 2, i32 2, i16 176, i32 undef, i1 true)
  %v107 = call <16 x i16> @llvm.genx.rdregioni.v16i16.v128i16.i16(<128 x i16> %v67, i32 0, i32 4, i32 0, i16 46, i32 undef)
  %v109 = call <16 x i32> @llvm.genx.rdregioni.v16i32.v64i32.i16(<64 x i32> %v21, i32 16, i32 16, i32 2, i16 60, i32 undef)
  %v108 = trunc <16 x i32> %v109 to <16 x i16>
  %v110 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v16i16.i16.i1(<128 x i16> %v98, <16 x i16> %v108, i32 32, i32 16, i32 2, i16 32, i32 undef, i1 true)
  %v111 = call <4 x i16> @llvm.genx.rdregioni.v4i16.v128i16.i16(<128 x i16> %v14, i32 6, i32 4, i32 1, i16 136, i32 undef)
  %v113 = call <4 x i16> @llvm.genx.rdregioni.v4i16.v128i16.i16(<128 x i16> %v14, i32 1, i32 1, i32 0, i16 8, i32 undef)
  %v112 = xor <4 x i16> %v111, %v113
  %v114 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v4i16.i16.i1(<128 x i16> %v110, <4 x i16> %v112, i32 8, i32 4, i32 2, i16 106, i32 undef, i1 true)
  %v115 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v256i8.i16(<256 x i8> %v7, i32 6, i32 4, i32 1, i16 46, i32 undef)
  %v117 = call <256 x i8> @llvm.genx.wrregioni.v256i8.v8i8.i16.i1(<256 x i8> %v102, <8 x i8> %v115, i32 8, i32 8, i32 1, i16 53, i32 undef, i1 true)
  %v118 = call <32 x i32> @llvm.genx.rdregioni.v32i32.v64i32.i16(<64 x i32> %v94, i32 3, i32 16, i32 1, i16 92, i32 undef)
  %v120 = call <32 x i32> @llvm.genx.rdregioni.v32i32.v64i32.i16(<64 x i32> %v59, i32 6, i32 32, i32 1, i16 128, i32 undef)
  %v121 = icmp eq <32 x i32> %v118, %v120
  %v119 = select <32 x i1> %v121, <32 x i32> %v118, <32 x i32> %v120
  %v122 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v32i32.i16.i1(<64 x i32> %v94, <32 x i32> %v119, i32 64, i32 32, i32 2, i16 0, i32 undef, i1 true)
  %v123 = call <32 x i16> @llvm.genx.rdregioni.v32i16.v128i16.i16(<128 x i16> %v98, i32 16, i32 4, i32 3, i16 4, i32 undef)
  %v125 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v32i16.i16.i1(<128 x i16> %v114, <32 x i16> %v123, i32 128, i32 32, i32 4, i16 0, i32 undef, i1 true)
  %v126 = call <32 x i8> @llvm.genx.rdregioni.v32i8.v256i8.i16(<256 x i8> %v117, i32 2, i32 8, i32 4, i16 147, i32 undef)
  %v128 = call <32 x i8> @llvm.genx.rdregioni.v32i8.v256i8.i16(<256 x i8> %v102, i32 8, i32 1, i32 4, i16 2, i32 undef)
  %v127 = mul <32 x i8> %v126, %v128
  %v129 = call <256 x i8> @llvm.genx.wrregioni.v256i8.v32i8.i16.i1(<256 x i8> %v117, <32 x i8> %v127, i32 32, i32 32, i32 1, i16 22, i32 undef, i1 true)
  %v130 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v256i8.i16(<256 x i8> %v75, i32 2, i32 2, i32 0, i16 134, i32 undef)
  %v132 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v256i8.i16(<256 x i8> %v7, i32 2, i32 1, i32 4, i16 115, i32 undef)
  %v131 = sub <8 x i8> %v130, %v132
  %v133 = call <256 x i8> @llvm.genx.wrregioni.v256i8.v8i8.i16.i1(<256 x i8> %v129, <8 x i8> %v131, i32 8, i32 8, i32 1, i16 158, i32 undef, i1 true)
  %v134 = call <8 x i32> @llvm.genx.rdregioni.v8i32.v64i32.i16(<64 x i32> %v94, i32 8, i32 1, i32 1, i16 16, i32 undef)
  %v136 = call <8 x i32> @llvm.genx.rdregioni.v8i32.v64i32.i16(<64 x i32> %v94, i32 16, i32 4, i32 2, i16 84, i32 undef)
  %v135 = xor <8 x i32> %v134, %v136
  %v137 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v8i32.i16.i1(<64 x i32> %v122, <8 x i32> %v135, i32 8, i32 8, i32 1, i16 168, i32 undef, i1 true)
  %v138 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v256i8.i16(<256 x i8> %v75, i32 1, i32 2, i32 0, i16 108, i32 undef)
  %v140 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v256i8.i16(<256 x i8> %v102, i32 2, i32 8, i32 2, i16 115, i32 undef)
  %v141 = icmp eq <8 x i8> %v138, %v140
  %v139 = select <8 x i1> %v141, <8 x i8> %v138, <8 x i8> %v140
  %v142 = call <256 x i8> @llvm.genx.wrregioni.v256i8.v8i8.i16.i1(<256 x i8> %v133, <8 x i8> %v139, i32 16, i32 8, i32 2, i16 210, i32 undef, i1 true)
  %v143 = call <2 x float> @llvm.genx.rdregionf.v2f32.v64f32.i16(<64 x float> %v71, i32 8, i32 1, i32 3, i16 196, i32 undef)
  %v145 = call <2 x float> @llvm.genx.rdregionf.v2f32.v64f32.i16(<64 x float> %v71, i32 6, i32 2, i32 3, i16 220, i32 undef)
  %v144 = fsub <2 x float> %v143, %v145
  %v146 = call <64 x float> @llvm.genx.wrregionf.v64f32.v2f32.i16.i1(<64 x float> %v71, <2 x float> %v144, i32 4, i32 2, i32 2, i16 56, i32 undef, i1 true)
  %v147 = call <16 x i32> @llvm.genx.rdregioni.v16i32.v64i32.i16(<64 x i32> %v46, i32 8, i32 16, i32 3, i16 0, i32 undef)
  %v149 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v16i32.i16.i1(<64 x i32> %v137, <16 x i32> %v147, i32 16, i32 16, i32 1, i16 140, i32 undef, i1 true)
  %v150 = call <2 x half> @llvm.genx.rdregionf.v2f16.v128f16.i16(<128 x half> %v86, i32 3, i32 1, i32 3, i16 30, i32 undef)
  %v152 = call <2 x i8> @llvm.genx.rdregioni.v2i8.v256i8.i16(<256 x i8> %v142, i32 16, i32 2, i32 1, i16 87, i32 undef)
  %v151 = uitofp <2 x i8> %v152 to <2 x half>
  %v153 = call <128 x half> @llvm.genx.wrregionf.v128f16.v2f16.i16.i1(<128 x half> %v106, <2 x half> %v151, i32 4, i32 2, i32 2, i16 6, i32 undef, i1 true)
  %v154 = call <128 x i8> @llvm.genx.rdregioni.v128i8.v256i8.i16(<256 x i8> %v142, i32 128, i32 128, i32 1, i16 0, i32 undef)
  %v155 = add i64 %q, 0
  call void @llvm.genx.svm.block.st.i64.v128i8(i64 %v155, <128 x i8> %v154)
  %v156 = call <128 x i8> @llvm.genx.rdregioni.v128i8.v256i8.i16(<256 x i8> %v142, i32 128, i32 128, i32 1, i16 128, i32 undef)
  %v157 = add i64 %q, 128
  call void @llvm.genx.svm.block.st.i64.v128i8(i64 %v157, <128 x i8> %v156)
  %v158 = call <64 x i16> @llvm.genx.rdregioni.v64i16.v128i16.i16(<128 x i16> %v125, i32 64, i32 64, i32 1, i16 0, i32 undef)
  %v159 = add i64 %q, 256
  call void @llvm.genx.svm.block.st.i64.v64i16(i64 %v159, <64 x i16> %v158)
  %v160 = call <64 x i16> @llvm.genx.rdregioni.v64i16.v128i16.i16(<128 x i16> %v125, i32 64, i32 64, i32 1, i16 128, i32 undef)
  %v161 = add i64 %q, 384
  call void @llvm.genx.svm.block.st.i64.v64i16(i64 %v161, <64 x i16> %v160)
  %v162 = call <32 x i32> @llvm.genx.rdregioni.v32i32.v64i32.i16(<64 x i32> %v149, i32 32, i32 32, i32 1, i16 0, i32 undef)
  %v163 = add i64 %q, 512
  call void @llvm.genx.svm.block.st.i64.v32i32(i64 %v163, <32 x i32> %v162)
  %v164 = call <32 x i32> @llvm.genx.rdregioni.v32i32.v64i32.i16(<64 x i32> %v149, i32 32, i32 32, i32 1, i16 128, i32 undef)
  %v165 = add i64 %q, 640
  call void @llvm.genx.svm.block.st.i64.v32i32(i64 %v165, <32 x i32> %v164)
  %v166 = call <64 x half> @llvm.genx.rdregionf.v64f16.v128f16.i16(<128 x half> %v153, i32 64, i32 64, i32 1, i16 0, i32 undef)
  %v167 = add i64 %q, 768
  call void @llvm.genx.svm.block.st.i64.v64f16(i64 %v167, <64 x half> %v166)
  %v168 = call <64 x half> @llvm.genx.rdregionf.v64f16.v128f16.i16(<128 x half> %v153, i32 64, i32 64, i32 1, i16 128, i32 undef)
  %v169 = add i64 %q, 896
  call void @llvm.genx.svm.block.st.i64.v64f16(i64 %v169, <64 x half> %v168)
  %v170 = call <32 x float> @llvm.genx.rdregionf.v32f32.v64f32.i16(<64 x float> %v146, i32 32, i32 32, i32 1, i16 0, i32 undef)
  %v171 = add i64 %q, 1024
  call void @llvm.genx.svm.block.st.i64.v32f32(i64 %v171, <32 x float> %v170)
  %v172 = call <32 x float> @llvm.genx.rdregionf.v32f32.v64f32.i16(<64 x float> %v146, i32 32, i32 32, i32 1, i16 128, i32 undef)
  %v173 = add i64 %q, 1152
  call void @llvm.genx.svm.block.st.i64.v32f32(i64 %v173, <32 x float> %v172)
  ret void
}
attributes #0 = { "CMGenxMain" "VCFunction" "oclrt"="1" "VCSLMSize"="0" }
!genx.kernels = !{!0}
!0 = !{void (i64, i64)* @k, !"k", !1, i32 0, !2, !2, !3, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{i32 0, i32 0}
!3 = !{!"svmptr_t read_write", !"svmptr_t read_write"}

