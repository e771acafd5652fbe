; SPDX-License-Identifier: MIT
; Random region reads, arithmetic, conversions and region writes over 256-byte vectors.
target datalayout = "e-p:64:64-i64:64-n8:16:32"
target triple = "genx64-unknown-unknown"

declare <1 x float> @llvm.genx.rdregionf.v1f32.v64f32.i16(<64 x float>, i32, i32, i32, i16, i32)
declare <1 x half> @llvm.genx.rdregionf.v1f16.v128f16.i16(<128 x half>, i32, i32, i32, i16, i32)
declare <1 x i16> @llvm.genx.rdregioni.v1i16.v128i16.i16(<128 x i16>, i32, i32, i32, i16, i32)
declare <128 x half> @llvm.genx.wrregionf.v128f16.v16f16.i16.i1(<128 x half>, <16 x half>, i32, i32, i32, i16, i32, i1)
declare <128 x half> @llvm.genx.wrregionf.v128f16.v1f16.i16.i1(<128 x half>, <1 x half>, i32, i32, i32, i16, i32, i1)
declare <128 x half> @llvm.genx.wrregionf.v128f16.v32f16.i16.i1(<128 x half>, <32 x half>, i32, i32, i32, i16, i32, i1)
declare <128 x half> @llvm.genx.wrregionf.v128f16.v64f16.i16.i1(<128 x half>, <64 x half>, i32, i32, i32, i16, i32, i1)
declare <128 x i16> @llvm.genx.wrregioni.v128i16.v16i16.i16.i1(<128 x i16>, <16 x i16>, i32, i32, i32, i16, i32, i1)
declare <128 x i16> @llvm.genx.wrregioni.v128i16.v1i16.i16.i1(<128 x i16>, <1 x i16>, i32, i32, i32, i16, i32, i1)
declare <128 x i16> @llvm.genx.wrregioni.v128i16.v2i16.i16.i1(<128 x i16>, <2 x i16>, i32, i32, i32, i16, i32, i1)
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
declare <2 x i16> @llvm.genx.rdregioni.v2i16.v128i16.i16(<128 x i16>, i32, i32, i32, i16, i32)
declare <2 x i32> @llvm.genx.rdregioni.v2i32.v64i32.i16(<64 x i32>, i32, i32, i32, i16, i32)
declare <256 x i8> @llvm.genx.wrregioni.v256i8.v128i8.i16.i1(<256 x i8>, <128 x i8>, i32, i32, i32, i16, i32, i1)
declare <256 x i8> @llvm.genx.wrregioni.v256i8.v16i8.i16.i1(<256 x i8>, <16 x i8>, i32, i32, i32, i16, i32, i1)
declare <32 x float> @llvm.genx.rdregionf.v32f32.v64f32.i16(<64 x float>, i32, i32, i32, i16, i32)
declare <32 x float> @llvm.genx.svm.block.ld.unaligned.v32f32.i64(i64)
declare <32 x half> @llvm.genx.rdregionf.v32f16.v128f16.i16(<128 x half>, i32, i32, i32, i16, i32)
declare <32 x i16> @llvm.genx.rdregioni.v32i16.v128i16.i16(<128 x i16>, i32, i32, i32, i16, i32)
declare <32 x i32> @llvm.genx.rdregioni.v32i32.v64i32.i16(<64 x i32>, i32, i32, i32, i16, i32)
declare <32 x i32> @llvm.genx.svm.block.ld.unaligned.v32i32.i64(i64)
declare <32 x i8> @llvm.genx.rdregioni.v32i8.v256i8.i16(<256 x i8>, i32, i32, i32, i16, i32)
declare <4 x float> @llvm.genx.rdregionf.v4f32.v64f32.i16(<64 x float>, i32, i32, i32, i16, i32)
declare <4 x i16> @llvm.genx.rdregioni.v4i16.v128i16.i16(<128 x i16>, i32, i32, i32, i16, i32)
declare <64 x float> @llvm.genx.wrregionf.v64f32.v16f32.i16.i1(<64 x float>, <16 x float>, i32, i32, i32, i16, i32, i1)
declare <64 x float> @llvm.genx.wrregionf.v64f32.v1f32.i16.i1(<64 x float>, <1 x float>, i32, i32, i32, i16, i32, i1)
declare <64 x float> @llvm.genx.wrregionf.v64f32.v32f32.i16.i1(<64 x float>, <32 x float>, i32, i32, i32, i16, i32, i1)
declare <64 x float> @llvm.genx.wrregionf.v64f32.v4f32.i16.i1(<64 x float>, <4 x float>, i32, i32, i32, i16, i32, i1)
declare <64 x float> @llvm.genx.wrregionf.v64f32.v8f32.i16.i1(<64 x float>, <8 x float>, i32, i32, i32, i16, i32, i1)
declare <64 x half> @llvm.genx.rdregionf.v64f16.v128f16.i16(<128 x half>, i32, i32, i32, i16, i32)
declare <64 x half> @llvm.genx.svm.block.ld.unaligned.v64f16.i64(i64)
declare <64 x i16> @llvm.genx.rdregioni.v64i16.v128i16.i16(<128 x i16>, i32, i32, i32, i16, i32)
declare <64 x i16> @llvm.genx.svm.block.ld.unaligned.v64i16.i64(i64)
declare <64 x i32> @llvm.genx.wrregioni.v64i32.v16i32.i16.i1(<64 x i32>, <16 x i32>, i32, i32, i32, i16, i32, i1)
declare <64 x i32> @llvm.genx.wrregioni.v64i32.v32i32.i16.i1(<64 x i32>, <32 x i32>, i32, i32, i32, i16, i32, i1)
declare <64 x i32> @llvm.genx.wrregioni.v64i32.v8i32.i16.i1(<64 x i32>, <8 x i32>, i32, i32, i32, i16, i32, i1)
declare <8 x float> @llvm.genx.rdregionf.v8f32.v64f32.i16(<64 x float>, i32, i32, i32, i16, i32)
declare <8 x i16> @llvm.genx.rdregioni.v8i16.v128i16.i16(<128 x i16>, i32, i32, i32, i16, i32)
declare <8 x i32> @llvm.genx.rdregioni.v8i32.v64i32.i16(<64 x i32>, i32, i32, i32, i16, i32)
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
  %v36 = call <16 x i16> @llvm.genx.rdregioni.v16i16.v128i16.i16(<128 x i16> %v14, i32 16, i32 8, i32 1, i16 206, i32 undef)
  %v38 = call <16 x i32> @llvm.genx.rdregioni.v16i32.v64i32.i16(<64 x i32> %v21, i32 1, i32 16, i32 3, i16 16, i32 undef)
  %v37 = trunc <16 x i32> %v38 to <16 x i16>
  %v39 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v16i16.i16.i1(<128 x i16> %v14, <16 x i16> %v37, i32 16, i32 16, i32 1, i16 58, i32 undef, i1 true)
  %v40 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v256i8.i16(<256 x i8> %v7, i32 0, i32 16, i32 4, i16 84, i32 undef)
  %v42 = call <256 x i8> @llvm.genx.wrregioni.v256i8.v16i8.i16.i1(<256 x i8> %v7, <16 x i8> %v40, i32 32, i32 16, i32 2, i16 127, i32 undef, i1 true)
  %v43 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v256i8.i16(<256 x i8> %v7, i32 16, i32 1, i32 0, i16 5, i32 undef)
  %v45 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v256i8.i16(<256 x i8> %v42, i32 2, i32 8, i32 4, i16 47, i32 undef)
  %v44 = add <16 x i8> %v43, %v45
  %v46 = call <256 x i8> @llvm.genx.wrregioni.v256i8.v16i8.i16.i1(<256 x i8> %v42, <16 x i8> %v44, i32 32, i32 16, i32 2, i16 221, i32 undef, i1 true)
  %v47 = call <2 x i16> @llvm.genx.rdregioni.v2i16.v128i16.i16(<128 x i16> %v14, i32 1, i32 1, i32 1, i16 120, i32 undef)
  %v49 = call <2 x i16> @llvm.genx.rdregioni.v2i16.v128i16.i16(<128 x i16> %v39, i32 2, i32 1, i32 2, i16 226, i32 undef)
  %v50 = icmp eq <2 x i16> %v47, %v49
  %v48 = select <2 x i1> %v50, <2 x i16> %v47, <2 x i16> %v49
  %v51 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v2i16.i16.i1(<128 x i16> %v39, <2 x i16> %v48, i32 4, i32 2, i32 2, i16 74, i32 undef, i1 true)
  %v52 = call <32 x i32> @llvm.genx.rdregioni.v32i32.v64i32.i16(<64 x i32> %v21, i32 4, i32 8, i32 3, i16 0, i32 undef)
  %v54 = call <32 x i8> @llvm.genx.rdregioni.v32i8.v256i8.i16(<256 x i8> %v7, i32 0, i32 32, i32 4, i16 125, i32 undef)
  %v53 = sext <32 x i8> %v54 to <32 x i32>
  %v55 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v32i32.i16.i1(<64 x i32> %v21, <32 x i32> %v53, i32 64, i32 32, i32 2, i16 0, i32 undef, i1 true)
  %v56 = call <16 x float> @llvm.genx.rdregionf.v16f32.v64f32.i16(<64 x float> %v35, i32 6, i32 2, i32 1, i16 40, i32 undef)
  %v58 = call <16 x i32> @llvm.genx.rdregioni.v16i32.v64i32.i16(<64 x i32> %v55, i32 2, i32 2, i32 1, i16 16, i32 undef)
  %v57 = sitofp <16 x i32> %v58 to <16 x float>
  %v59 = call <64 x float> @llvm.genx.wrregionf.v64f32.v16f32.i16.i1(<64 x float> %v35, <16 x float> %v57, i32 32, i32 16, i32 2, i16 92, i32 undef, i1 true)
  %v60 = call <1 x i16> @llvm.genx.rdregioni.v1i16.v128i16.i16(<128 x i16> %v51, i32 2, i32 1, i32 3, i16 6, i32 undef)
  %v62 = call <1 x half> @llvm.genx.rdregionf.v1f16.v128f16.i16(<128 x half> %v28, i32 3, i32 1, i32 1, i16 82, i32 undef)
  %v61 = fptosi <1 x half> %v62 to <1 x i16>
  %v63 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v1i16.i16.i1(<128 x i16> %v51, <1 x i16> %v61, i32 2, i32 1, i32 2, i16 208, i32 undef, i1 true)
  %v64 = call <1 x half> @llvm.genx.rdregionf.v1f16.v128f16.i16(<128 x half> %v28, i32 0, i32 1, i32 2, i16 214, i32 undef)
  %v66 = call <1 x half> @llvm.genx.rdregionf.v1f16.v128f16.i16(<128 x half> %v28, i32 1, i32 1, i32 3, i16 172, i32 undef)
  %v67 = fcmp olt <1 x half> %v64, %v66
  %v65 = select <1 x i1> %v67, <1 x half> %v64, <1 x half> %v66
  %v68 = call <128 x half> @llvm.genx.wrregionf.v128f16.v1f16.i16.i1(<128 x half> %v28, <1 x half> %v65, i32 4, i32 1, i32 4, i16 74, i32 undef, i1 true)
  %v69 = call <32 x i16> @llvm.genx.rdregioni.v32i16.v128i16.i16(<128 x i16> %v39, i32 0, i32 32, i32 4, i16 2, i32 undef)
  %v71 = call <32 x i16> @llvm.genx.rdregioni.v32i16.v128i16.i16(<128 x i16> %v51, i32 8, i32 2, i32 2, i16 6, i32 undef)
  %v70 = lshr <32 x i16> %v69, %v71
  %v72 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v32i16.i16.i1(<128 x i16> %v63, <32 x i16> %v70, i32 32, i32 32, i32 1, i16 34, i32 undef, i1 true)
  %v73 = call <8 x float> @llvm.genx.rdregionf.v8f32.v64f32.i16(<64 x float> %v35, i32 0, i32 8, i32 1, i16 64, i32 undef)
  %v75 = call <8 x float> @llvm.genx.rdregionf.v8f32.v64f32.i16(<64 x float> %v59, i32 4, i32 2, i32 3, i16 172, i32 undef)
  %v74 = fmul <8 x float> %v73, %v75
  %v76 = call <64 x float> @llvm.genx.wrregionf.v64f32.v8f32.i16.i1(<64 x float> %v59, <8 x float> %v74, i32 8, i32 8, i32 1, i16 32, i32 undef, i1 true)
  %v77 = call <2 x i16> @llvm.genx.rdregioni.v2i16.v128i16.i16(<128 x i16> %v39, i32 2, i32 1, i32 4, i16 18, i32 undef)
  %v79 = call <2 x i16> @llvm.genx.rdregioni.v2i16.v128i16.i16(<128 x i16> %v14, i32 4, i32 2, i32 1, i16 136, i32 undef)
  %v78 = xor <2 x i16> %v77, %v79
  %v80 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v2i16.i16.i1(<128 x i16> %v72, <2 x i16> %v78, i32 4, i32 2, i32 2, i16 126, i32 undef, i1 true)
  %v81 = call <4 x i16> @llvm.genx.rdregioni.v4i16.v128i16.i16(<128 x i16> %v63, i32 1, i32 1, i32 0, i16 222, i32 undef)
  %v83 = call <4 x i16> @llvm.genx.rdregioni.v4i16.v128i16.i16(<128 x i16> %v80, i32 8, i32 1, i32 0, i16 118, i32 undef)
  %v82 = sub <4 x i16> %v81, %v83
  %v84 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v4i16.i16.i1(<128 x i16> %v80, <4 x i16> %v82, i32 8, i32 4, i32 2, i16 194, i32 undef, i1 true)
  %v85 = call <4 x float> @llvm.genx.rdregionf.v4f32.v64f32.i16(<64 x float> %v35, i32 0, i32 2, i32 2, i16 60, i32 undef)
  %v87 = call <64 x float> @llvm.genx.wrregionf.v64f32.v4f32.i16.i1(<64 x float> %v76, <4 x float> %v85, i32 8, i32 4, i32 2, i16 36, i32 undef, i1 true)
  %v88 = call <8 x i32> @llvm.genx.rdregioni.v8i32.v64i32.i16(<64 x i32> %v55, i32 1, i32 1, i32 0, i16 152, i32 undef)
  %v90 = call <8 x i32> @llvm.genx.rdregioni.v8i32.v64i32.i16(<64 x i32> %v55, i32 8, i32 4, i32 2, i16 192, i32 undef)
  %v91 = icmp eq <8 x i32> %v88, %v90
  %v89 = select <8 x i1> %v91, <8 x i32> %v88, <8 x i32> %v90
  %v92 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v8i32.i16.i1(<64 x i32> %v55, <8 x i32> %v89, i32 8, i32 8, i32 1, i16 16, i32 undef, i1 true)
  %v93 = call <16 x float> @llvm.genx.rdregionf.v16f32.v64f32.i16(<64 x float> %v76, i32 1, i32 1, i32 1, i16 160, i32 undef)
  %v95 = call <64 x float> @llvm.genx.wrregionf.v64f32.v16f32.i16.i1(<64 x float> %v87, <16 x float> %v93, i32 32, i32 16, i32 2, i16 128, i32 undef, i1 true)
  %v96 = call <1 x float> @llvm.genx.rdregionf.v1f32.v64f32.i16(<64 x float> %v87, i32 8, i32 1, i32 3, i16 36, i32 undef)
  %v98 = call <1 x i16> @llvm.genx.rdregioni.v1i16.v128i16.i16(<128 x i16> %v14, i32 0, i32 1, i32 3, i16 126, i32 undef)
  %v97 = uitofp <1 x i16> %v98 to <1 x float>
  %v99 = call <64 x float> @llvm.genx.wrregionf.v64f32.v1f32.i16.i1(<64 x float> %v95, <1 x float> %v97, i32 4, i32 1, i32 4, i16 204, i32 undef, i1 true)
  %v100 = call <32 x half> @llvm.genx.rdregionf.v32f16.v128f16.i16(<128 x half> %v68, i32 16, i32 8, i32 2, i16 58, i32 undef)
  %v102 = call <32 x half> @llvm.genx.rdregionf.v32f16.v128f16.i16(<128 x half> %v28, i32 2, i32 1, i32 4, i16 124, i32 undef)
  %v103 = fcmp olt <32 x half> %v100, %v102
  %v101 = select <32 x i1> %v103, <32 x half> %v100, <32 x half> %v102
  %v104 = call <128 x half> @llvm.genx.wrregionf.v128f16.v32f16.i16.i1(<128 x half> %v68, <32 x half> %v101, i32 32, i32 32, i32 1, i16 182, i32 undef, i1 true)
  %v105 = call <8 x float> @llvm.genx.rdregionf.v8f32.v64f32.i16(<64 x float> %v99, i32 16, i32 4, i32 1, i16 124, i32 undef)
  %v107 = call <8 x float> @llvm.genx.rdregionf.v8f32.v64f32.i16(<64 x float> %v87, i32 12, i32 4, i32 3, i16 0, i32 undef)
  %v108 = fcmp olt <8 x float> %v105, %v107
  %v106 = select <8 x i1> %v108, <8 x float> %v105, <8 x float> %v107
  %v109 = call <64 x float> @llvm.genx.wrregionf.v64f32.v8f32.i16.i1(<64 x float> %v99, <8 x float> %v106, i32 8, i32 8, i32 1, i16 80, i32 undef, i1 true)
  %v110 = call <8 x i16> @llvm.genx.rdregioni.v8i16.v128i16.i16(<128 x i16> %v80, i32 2, i32 2, i32 1, i16 44, i32 undef)
  %v112 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v8i16.i16.i1(<128 x i16> %v84, <8 x i16> %v110, i32 8, i32 8, i32 1, i16 132, i32 undef, i1 true)
  %v113 = call <16 x i32> @llvm.genx.rdregioni.v16i32.v64i32.i16(<64 x i32> %v55, i32 6, i32 2, i32 2, i16 72, i32 undef)
  %v115 = call <16 x i32> @llvm.genx.rdregioni.v16i32.v64i32.i16(<64 x i32> %v92, i32 1, i32 2, i32 2, i16 4, i32 undef)
  %v116 = icmp ugt <16 x i32> %v113, %v115
  %v114 = select <16 x i1> %v116, <16 x i32> %v113, <16 x i32> %v115
  %v117 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v16i32.i16.i1(<64 x i32> %v92, <16 x i32> %v114, i32 32, i32 16, i32 2, i16 64, i32 undef, i1 true)
  %v118 = call <8 x i16> @llvm.genx.rdregioni.v8i16.v128i16.i16(<128 x i16> %v72, i32 8, i32 8, i32 1, i16 118, i32 undef)
  %v120 = call <8 x i16> @llvm.genx.rdregioni.v8i16.v128i16.i16(<128 x i16> %v84, i32 4, i32 8, i32 4, i16 170, i32 undef)
  %v119 = mul <8 x i16> %v118, %v120
  %v121 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v8i16.i16.i1(<128 x i16> %v112, <8 x i16> %v119, i32 32, i32 8, i32 4, i16 98, i32 undef, i1 true)
  %v122 = call <8 x float> @llvm.genx.rdregionf.v8f32.v64f32.i16(<64 x float> %v59, i32 6, i32 1, i32 2, i16 0, i32 undef)
  %v124 = call <8 x float> @llvm.genx.rdregionf.v8f32.v64f32.i16(<64 x float> %v35, i32 0, i32 8, i32 1, i16 136, i32 undef)
  %v123 = fadd <8 x float> %v122, %v124
  %v125 = call <64 x float> @llvm.genx.wrregionf.v64f32.v8f32.i16.i1(<64 x float> %v109, <8 x float> %v123, i32 8, i32 8, i32 1, i16 76, i32 undef, i1 true)
  %v126 = call <32 x i16> @llvm.genx.rdregioni.v32i16.v128i16.i16(<128 x i16> %v14, i32 2, i32 4, i32 1, i16 146, i32 undef)
  %v128 = call <32 x i16> @llvm.genx.rdregioni.v32i16.v128i16.i16(<128 x i16> %v84, i32 4, i32 16, i32 0, i16 48, i32 undef)
  %v127 = shl <32 x i16> %v126, %v128
  %v129 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v32i16.i16.i1(<128 x i16> %v121, <32 x i16> %v127, i32 64, i32 32, i32 2, i16 62, i32 undef, i1 true)
  %v130 = call <32 x i16> @llvm.genx.rdregioni.v32i16.v128i16.i16(<128 x i16> %v14, i32 1, i32 32, i32 1, i16 110, i32 undef)
  %v132 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v32i16.i16.i1(<128 x i16> %v129, <32 x i16> %v130, i32 128, i32 32, i32 4, i16 2, i32 undef, i1 true)
  %v133 = call <1 x i16> @llvm.genx.rdregioni.v1i16.v128i16.i16(<128 x i16> %v121, i32 6, i32 1, i32 4, i16 78, i32 undef)
  %v135 = call <1 x half> @llvm.genx.rdregionf.v1f16.v128f16.i16(<128 x half> %v28, i32 4, i32 1, i32 2, i16 4, i32 undef)
  %v134 = fptosi <1 x half> %v135 to <1 x i16>
  %v136 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v1i16.i16.i1(<128 x i16> %v132, <1 x i16> %v134, i32 4, i32 1, i32 4, i16 34, i32 undef, i1 true)
  %v137 = call <2 x i16> @llvm.genx.rdregioni.v2i16.v128i16.i16(<128 x i16> %v63, i32 6, i32 2, i32 2, i16 14, i32 undef)
  %v139 = call <2 x i32> @llvm.genx.rdregioni.v2i32.v64i32.i16(<64 x i32> %v21, i32 8, i32 2, i32 2, i16 40, i32 undef)
  %v138 = trunc <2 x i32> %v139 to <2 x i16>
  %v140 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v2i16.i16.i1(<128 x i16> %v136, <2 x i16> %v138, i32 2, i32 2, i32 1, i16 26, i32 undef, i1 true)
  %v141 = call <16 x i16> @llvm.genx.rdregioni.v16i16.v128i16.i16(<128 x i16> %v84, i32 2, i32 2, i32 1, i16 108, i32 undef)
  %v143 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v256i8.i16(<256 x i8> %v42, i32 2, i32 2, i32 1, i16 10, i32 undef)
  %v142 = zext <16 x i8> %v143 to <16 x i16>
  %v144 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v16i16.i16.i1(<128 x i16> %v140, <16 x i16> %v142, i32 32, i32 16, i32 2, i16 136, i32 undef, i1 true)
  %v145 = call <1 x i16> @llvm.genx.rdregioni.v1i16.v128i16.i16(<128 x i16> %v112, i32 16, i32 1, i32 1, i16 8, i32 undef)
  %v147 = call <1 x i16> @llvm.genx.rdregioni.v1i16.v128i16.i16(<128 x i16> %v72, i32 1, i32 1, i32 1, i16 56, i32 undef)
  %v148 = icmp ugt <1 x i16> %v145, %v147
  %v146 = select <1 x i1> %v148, <1 x i16> %v145, <1 x i16> %v147
  %v149 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v1i16.i16.i1(<128 x i16> %v144, <1 x i16> %v146, i32 2, i32 1, i32 2, i16 106, i32 undef, i1 true)
  %v150 = call <16 x half> @llvm.genx.rdregionf.v16f16.v128f16.i16(<128 x half> %v68, i32 0, i32 2, i32 2, i16 192, i32 undef)
  %v152 = call <16 x half> @llvm.genx.rdregionf.v16f16.v128f16.i16(<128 x half> %v68, i32 2, i32 2, i32 1, i16 128, i32 undef)
  %v151 = fmul <16 x half> %v150, %v152
  %v153 = call <128 x half> @llvm.genx.wrregionf.v128f16.v16f16.i16.i1(<128 x half> %v104, <16 x half> %v151, i32 16, i32 16, i32 1, i16 56, i32 undef, i1 true)
  %v154 = call <8 x float> @llvm.genx.rdregionf.v8f32.v64f32.i16(<64 x float> %v99, i32 8, i32 1, i32 1, i16 8, i32 undef)
  %v156 = call <8 x float> @llvm.genx.rdregionf.v8f32.v64f32.i16(<64 x float> %v99, i32 0, i32 4, i32 1, i16 232, i32 undef)
  %v157 = fcmp olt <8 x float> %v154, %v156
  %v155 = select <8 x i1> %v157, <8 x float> %v154, <8 x float> %v156
  %v158 = call <64 x float> @llvm.genx.wrregionf.v64f32.v8f32.i16.i1(<64 x float> %v125, <8 x float> %v155, i32 16, i32 8, i32 2, i16 148, i32 undef, i1 true)
  %v159 = call <128 x i8> @llvm.genx.rdregioni.v128i8.v256i8.i16(<256 x i8> %v46, i32 128, i32 128, i32 1, i16 0, i32 undef)
  %v160 = add i64 %q, 0
  call void @llvm.genx.svm.block.st.i64.v128i8(i64 %v160, <128 x i8> %v159)
  %v161 = call <128 x i8> @llvm.genx.rdregioni.v128i8.v256i8.i16(<256 x i8> %v46, i32 128, i32 128, i32 1, i16 128, i32 undef)
  %v162 = add i64 %q, 128
  call void @llvm.genx.svm.block.st.i64.v128i8(i64 %v162, <128 x i8> %v161)
  %v163 = call <64 x i16> @llvm.genx.rdregioni.v64i16.v128i16.i16(<128 x i16> %v149, i32 64, i32 64, i32 1, i16 0, i32 undef)
  %v164 = add i64 %q, 256
  call void @llvm.genx.svm.block.st.i64.v64i16(i64 %v164, <64 x i16> %v163)
  %v165 = call <64 x i16> @llvm.genx.rdregioni.v64i16.v128i16.i16(<128 x i16> %v149, i32 64, i32 64, i32 1, i16 128, i32 undef)
  %v166 = add i64 %q, 384
  call void @llvm.genx.svm.block.st.i64.v64i16(i64 %v166, <64 x i16> %v165)
  %v167 = call <32 x i32> @llvm.genx.rdregioni.v32i32.v64i32.i16(<64 x i32> %v117, i32 32, i32 32, i32 1, i16 0, i32 undef)
  %v168 = add i64 %q, 512
  call void @llvm.genx.svm.block.st.i64.v32i32(i64 %v168, <32 x i32> %v167)
  %v169 = call <32 x i32> @llvm.genx.rdregioni.v32i32.v64i32.i16(<64 x i32> %v117, i32 32, i32 32, i32 1, i16 128, i32 undef)
  %v170 = add i64 %q, 640
  call void @llvm.genx.svm.block.st.i64.v32i32(i64 %v170, <32 x i32> %v169)
  %v171 = call <64 x half> @llvm.genx.rdregionf.v64f16.v128f16.i16(<128 x half> %v153, i32 64, i32 64, i32 1, i16 0, i32 undef)
  %v172 = add i64 %q, 768
  call void @llvm.genx.svm.block.st.i64.v64f16(i64 %v172, <64 x half> %v171)
  %v173 = call <64 x half> @llvm.genx.rdregionf.v64f16.v128f16.i16(<128 x half> %v153, i32 64, i32 64, i32 1, i16 128, i32 undef)
  %v174 = add i64 %q, 896
  call void @llvm.genx.svm.block.st.i64.v64f16(i64 %v174, <64 x half> %v173)
  %v175 = call <32 x float> @llvm.genx.rdregionf.v32f32.v64f32.i16(<64 x float> %v158, i32 32, i32 32, i32 1, i16 0, i32 undef)
  %v176 = add i64 %q, 1024
  call void @llvm.genx.svm.block.st.i64.v32f32(i64 %v176, <32 x float> %v175)
  %v177 = call <32 x float> @llvm.genx.rdregionf.v32f32.v64f32.i16(<64 x float> %v158, i32 32, i32 32, i32 1, i16 128, i32 undef)
  %v178 = add i64 %q, 1152
  call void @llvm.genx.svm.block.st.i64.v32f32(i64 %v178, <32 x float> %v177)
  ret void
}
attributes #0 = { "CMGenxMain" "VCFunction" "oclrt"="1" "VCSLMSize"="0" }
!genx.kernels = !{!0}
!0 = !{void (i64, i64)* @k, !"k", !1, i32 0, !2, !2, !3, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{i32 0, i32 0}
!3 = !{!"svmptr_t read_write", !"svmptr_t read_write"}

