; SPDX-License-Identifier: MIT
; Random region reads, arithmetic, conversions and region writes over 256-byte vectors.
target datalayout = "e-p:64:64-i64:64-n8:16:32"
target triple = "genx64-unknown-unknown"

declare <1 x i8> @llvm.genx.rdregioni.v1i8.v256i8.i16(<256 x i8>, i32, i32, i32, i16, i32)
declare <128 x half> @llvm.genx.wrregionf.v128f16.v16f16.i16.i1(<128 x half>, <16 x half>, i32, i32, i32, i16, i32, i1)
declare <128 x half> @llvm.genx.wrregionf.v128f16.v2f16.i16.i1(<128 x half>, <2 x half>, i32, i32, i32, i16, i32, i1)
declare <128 x half> @llvm.genx.wrregionf.v128f16.v32f16.i16.i1(<128 x half>, <32 x half>, i32, i32, i32, i16, i32, i1)
declare <128 x half> @llvm.genx.wrregionf.v128f16.v4f16.i16.i1(<128 x half>, <4 x half>, i32, i32, i32, i16, i32, i1)
declare <128 x half> @llvm.genx.wrregionf.v128f16.v64f16.i16.i1(<128 x half>, <64 x half>, i32, i32, i32, i16, i32, i1)
declare <128 x i16> @llvm.genx.wrregioni.v128i16.v2i16.i16.i1(<128 x i16>, <2 x i16>, i32, i32, i32, i16, i32, i1)
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
declare <2 x i16> @llvm.genx.rdregioni.v2i16.v128i16.i16(<128 x i16>, i32, i32, i32, i16, i32)
declare <2 x i32> @llvm.genx.rdregioni.v2i32.v64i32.i16(<64 x i32>, i32, i32, i32, i16, i32)
declare <2 x i8> @llvm.genx.rdregioni.v2i8.v256i8.i16(<256 x i8>, i32, i32, i32, i16, i32)
declare <256 x i8> @llvm.genx.wrregioni.v256i8.v128i8.i16.i1(<256 x i8>, <128 x i8>, i32, i32, i32, i16, i32, i1)
declare <256 x i8> @llvm.genx.wrregioni.v256i8.v16i8.i16.i1(<256 x i8>, <16 x i8>, i32, i32, i32, i16, i32, i1)
declare <256 x i8> @llvm.genx.wrregioni.v256i8.v1i8.i16.i1(<256 x i8>, <1 x i8>, i32, i32, i32, i16, i32, i1)
declare <256 x i8> @llvm.genx.wrregioni.v256i8.v2i8.i16.i1(<256 x i8>, <2 x i8>, i32, i32, i32, i16, i32, i1)
declare <256 x i8> @llvm.genx.wrregioni.v256i8.v32i8.i16.i1(<256 x i8>, <32 x i8>, i32, i32, i32, i16, i32, i1)
declare <256 x i8> @llvm.genx.wrregioni.v256i8.v4i8.i16.i1(<256 x i8>, <4 x i8>, i32, i32, i32, i16, i32, i1)
declare <32 x float> @llvm.genx.rdregionf.v32f32.v64f32.i16(<64 x float>, i32, i32, i32, i16, i32)
declare <32 x float> @llvm.genx.svm.block.ld.unaligned.v32f32.i64(i64)
declare <32 x half> @llvm.genx.rdregionf.v32f16.v128f16.i16(<128 x half>, i32, i32, i32, i16, i32)
declare <32 x i32> @llvm.genx.rdregioni.v32i32.v64i32.i16(<64 x i32>, i32, i32, i32, i16, i32)
declare <32 x i32> @llvm.genx.svm.block.ld.unaligned.v32i32.i64(i64)
declare <32 x i8> @llvm.genx.rdregioni.v32i8.v256i8.i16(<256 x i8>, i32, i32, i32, i16, i32)
declare <4 x float> @llvm.genx.rdregionf.v4f32.v64f32.i16(<64 x float>, i32, i32, i32, i16, i32)
declare <4 x half> @llvm.genx.rdregionf.v4f16.v128f16.i16(<128 x half>, i32, i32, i32, i16, i32)
declare <4 x i16> @llvm.genx.rdregioni.v4i16.v128i16.i16(<128 x i16>, i32, i32, i32, i16, i32)
declare <4 x i32> @llvm.genx.rdregioni.v4i32.v64i32.i16(<64 x i32>, i32, i32, i32, i16, i32)
declare <4 x i8> @llvm.genx.rdregioni.v4i8.v256i8.i16(<256 x i8>, i32, i32, i32, i16, i32)
declare <64 x float> @llvm.genx.wrregionf.v64f32.v16f32.i16.i1(<64 x float>, <16 x float>, i32, i32, i32, i16, i32, i1)
declare <64 x float> @llvm.genx.wrregionf.v64f32.v2f32.i16.i1(<64 x float>, <2 x float>, i32, i32, i32, i16, i32, i1)
declare <64 x float> @llvm.genx.wrregionf.v64f32.v32f32.i16.i1(<64 x float>, <32 x float>, i32, i32, i32, i16, i32, i1)
declare <64 x float> @llvm.genx.wrregionf.v64f32.v4f32.i16.i1(<64 x float>, <4 x float>, i32, i32, i32, i16, i32, i1)
declare <64 x float> @llvm.genx.wrregionf.v64f32.v8f32.i16.i1(<64 x float>, <8 x float>, i32, i32, i32, i16, i32, i1)
declare <64 x half> @llvm.genx.rdregionf.v64f16.v128f16.i16(<128 x half>, i32, i32, i32, i16, i32)
declare <64 x half> @llvm.genx.svm.block.ld.unaligned.v64f16.i64(i64)
declare <64 x i16> @llvm.genx.rdregioni.v64i16.v128i16.i16(<128 x i16>, i32, i32, i32, i16, i32)
declare <64 x i16> @llvm.genx.svm.block.ld.unaligned.v64i16.i64(i64)
declare <64 x i32> @llvm.genx.wrregioni.v64i32.v16i32.i16.i1(<64 x i32>, <16 x i32>, i32, i32, i32, i16, i32, i1)
declare <64 x i32> @llvm.genx.wrregioni.v64i32.v2i32.i16.i1(<64 x i32>, <2 x i32>, i32, i32, i32, i16, i32, i1)
declare <64 x i32> @llvm.genx.wrregioni.v64i32.v32i32.i16.i1(<64 x i32>, <32 x i32>, i32, i32, i32, i16, i32, i1)
declare <64 x i32> @llvm.genx.wrregioni.v64i32.v4i32.i16.i1(<64 x i32>, <4 x i32>, i32, i32, i32, i16, i32, i1)
declare <64 x i32> @llvm.genx.wrregioni.v64i32.v8i32.i16.i1(<64 x i32>, <8 x i32>, i32, i32, i32, i16, i32, i1)
declare <8 x float> @llvm.genx.rdregionf.v8f32.v64f32.i16(<64 x float>, i32, i32, i32, i16, i32)
declare <8 x half> @llvm.genx.rdregionf.v8f16.v128f16.i16(<128 x half>, i32, i32, i32, i16, i32)
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
  %v36 = call <4 x i16> @llvm.genx.rdregioni.v4i16.v128i16.i16(<128 x i16> %v14, i32 0, i32 4, i32 1, i16 232, i32 undef)
  %v38 = call <4 x i16> @llvm.genx.rdregioni.v4i16.v128i16.i16(<128 x i16> %v14, i32 3, i32 2, i32 1, i16 182, i32 undef)
  %v37 = lshr <4 x i16> %v36, %v38
  %v39 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v4i16.i16.i1(<128 x i16> %v14, <4 x i16> %v37, i32 8, i32 4, i32 2, i16 214, i32 undef, i1 true)
  %v40 = call <32 x float> @llvm.genx.rdregionf.v32f32.v64f32.i16(<64 x float> %v35, i32 2, i32 2, i32 1, i16 96, i32 undef)
  %v42 = call <32 x float> @llvm.genx.rdregionf.v32f32.v64f32.i16(<64 x float> %v35, i32 2, i32 32, i32 1, i16 8, i32 undef)
  %v41 = fmul <32 x float> %v40, %v42
  %v43 = call <64 x float> @llvm.genx.wrregionf.v64f32.v32f32.i16.i1(<64 x float> %v35, <32 x float> %v41, i32 32, i32 32, i32 1, i16 68, i32 undef, i1 true)
  %v44 = call <16 x half> @llvm.genx.rdregionf.v16f16.v128f16.i16(<128 x half> %v28, i32 2, i32 8, i32 4, i16 92, i32 undef)
  %v46 = call <16 x half> @llvm.genx.rdregionf.v16f16.v128f16.i16(<128 x half> %v28, i32 8, i32 2, i32 2, i16 76, i32 undef)
  %v47 = fcmp olt <16 x half> %v44, %v46
  %v45 = select <16 x i1> %v47, <16 x half> %v44, <16 x half> %v46
  %v48 = call <128 x half> @llvm.genx.wrregionf.v128f16.v16f16.i16.i1(<128 x half> %v28, <16 x half> %v45, i32 32, i32 16, i32 2, i16 128, i32 undef, i1 true)
  %v49 = call <16 x half> @llvm.genx.rdregionf.v16f16.v128f16.i16(<128 x half> %v48, i32 6, i32 16, i32 1, i16 174, i32 undef)
  %v51 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v256i8.i16(<256 x i8> %v7, i32 6, i32 16, i32 1, i16 138, i32 undef)
  %v50 = sitofp <16 x i8> %v51 to <16 x half>
  %v52 = call <128 x half> @llvm.genx.wrregionf.v128f16.v16f16.i16.i1(<128 x half> %v48, <16 x half> %v50, i32 64, i32 16, i32 4, i16 54, i32 undef, i1 true)
  %v53 = call <8 x float> @llvm.genx.rdregionf.v8f32.v64f32.i16(<64 x float> %v35, i32 1, i32 8, i32 4, i16 88, i32 undef)
  %v55 = call <8 x float> @llvm.genx.rdregionf.v8f32.v64f32.i16(<64 x float> %v35, i32 0, i32 8, i32 1, i16 72, i32 undef)
  %v54 = fmul <8 x float> %v53, %v55
  %v56 = call <64 x float> @llvm.genx.wrregionf.v64f32.v8f32.i16.i1(<64 x float> %v43, <8 x float> %v54, i32 16, i32 8, i32 2, i16 28, i32 undef, i1 true)
  %v57 = call <1 x i8> @llvm.genx.rdregioni.v1i8.v256i8.i16(<256 x i8> %v7, i32 0, i32 1, i32 1, i16 158, i32 undef)
  %v59 = call <1 x i8> @llvm.genx.rdregioni.v1i8.v256i8.i16(<256 x i8> %v7, i32 1, i32 1, i32 1, i16 16, i32 undef)
  %v58 = and <1 x i8> %v57, %v59
  %v60 = call <256 x i8> @llvm.genx.wrregioni.v256i8.v1i8.i16.i1(<256 x i8> %v7, <1 x i8> %v58, i32 2, i32 1, i32 2, i16 149, i32 undef, i1 true)
  %v61 = call <8 x float> @llvm.genx.rdregionf.v8f32.v64f32.i16(<64 x float> %v35, i32 6, i32 4, i32 2, i16 32, i32 undef)
  %v63 = call <8 x float> @llvm.genx.rdregionf.v8f32.v64f32.i16(<64 x float> %v43, i32 32, i32 8, i32 4, i16 96, i32 undef)
  %v62 = fsub <8 x float> %v61, %v63
  %v64 = call <64 x float> @llvm.genx.wrregionf.v64f32.v8f32.i16.i1(<64 x float> %v56, <8 x float> %v62, i32 16, i32 8, i32 2, i16 172, i32 undef, i1 true)
  %v65 = call <2 x float> @llvm.genx.rdregionf.v2f32.v64f32.i16(<64 x float> %v56, i32 4, i32 2, i32 1, i16 108, i32 undef)
  %v67 = call <2 x i32> @llvm.genx.rdregioni.v2i32.v64i32.i16(<64 x i32> %v21, i32 8, i32 2, i32 0, i16 160, i32 undef)
  %v66 = sitofp <2 x i32> %v67 to <2 x float>
  %v68 = call <64 x float> @llvm.genx.wrregionf.v64f32.v2f32.i16.i1(<64 x float> %v64, <2 x float> %v66, i32 4, i32 2, i32 2, i16 156, i32 undef, i1 true)
  %v69 = call <4 x float> @llvm.genx.rdregionf.v4f32.v64f32.i16(<64 x float> %v56, i32 6, i32 2, i32 2, i16 152, i32 undef)
  %v71 = call <4 x float> @llvm.genx.rdregionf.v4f32.v64f32.i16(<64 x float> %v56, i32 0, i32 4, i32 4, i16 148, i32 undef)
  %v70 = fadd <4 x float> %v69, %v71
  %v72 = call <64 x float> @llvm.genx.wrregionf.v64f32.v4f32.i16.i1(<64 x float> %v68, <4 x float> %v70, i32 16, i32 4, i32 4, i16 4, i32 undef, i1 true)
  %v73 = call <8 x i32> @llvm.genx.rdregioni.v8i32.v64i32.i16(<64 x i32> %v21, i32 6, i32 4, i32 1, i16 44, i32 undef)
  %v75 = call <8 x half> @llvm.genx.rdregionf.v8f16.v128f16.i16(<128 x half> %v48, i32 8, i32 4, i32 2, i16 26, i32 undef)
  %v74 = fptosi <8 x half> %v75 to <8 x i32>
  %v76 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v8i32.i16.i1(<64 x i32> %v21, <8 x i32> %v74, i32 16, i32 8, i32 2, i16 172, i32 undef, i1 true)
  %v77 = call <8 x i16> @llvm.genx.rdregioni.v8i16.v128i16.i16(<128 x i16> %v39, i32 2, i32 2, i32 2, i16 172, i32 undef)
  %v79 = call <8 x float> @llvm.genx.rdregionf.v8f32.v64f32.i16(<64 x float> %v72, i32 6, i32 1, i32 1, i16 40, i32 undef)
  %v78 = fptosi <8 x float> %v79 to <8 x i16>
  %v80 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v8i16.i16.i1(<128 x i16> %v39, <8 x i16> %v78, i32 16, i32 8, i32 2, i16 206, i32 undef, i1 true)
  %v81 = call <2 x i16> @llvm.genx.rdregioni.v2i16.v128i16.i16(<128 x i16> %v80, i32 4, i32 1, i32 4, i16 56, i32 undef)
  %v83 = call <2 x i16> @llvm.genx.rdregioni.v2i16.v128i16.i16(<128 x i16> %v14, i32 6, i32 1, i32 1, i16 206, i32 undef)
  %v82 = mul <2 x i16> %v81, %v83
  %v84 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v2i16.i16.i1(<128 x i16> %v80, <2 x i16> %v82, i32 2, i32 2, i32 1, i16 86, i32 undef, i1 true)
  %v85 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v256i8.i16(<256 x i8> %v60, i32 16, i32 4, i32 2, i16 88, i32 undef)
  %v87 = call <16 x float> @llvm.genx.rdregionf.v16f32.v64f32.i16(<64 x float> %v56, i32 0, i32 8, i32 3, i16 104, i32 undef)
  %v86 = fptosi <16 x float> %v87 to <16 x i8>
  %v88 = call <256 x i8> @llvm.genx.wrregioni.v256i8.v16i8.i16.i1(<256 x i8> %v60, <16 x i8> %v86, i32 16, i32 16, i32 1, i16 1, i32 undef, i1 true)
  %v89 = call <16 x half> @llvm.genx.rdregionf.v16f16.v128f16.i16(<128 x half> %v52, i32 16, i32 2, i32 0, i16 18, i32 undef)
  %v91 = call <16 x i32> @llvm.genx.rdregioni.v16i32.v64i32.i16(<64 x i32> %v21, i32 1, i32 1, i32 2, i16 60, i32 undef)
  %v90 = sitofp <16 x i32> %v91 to <16 x half>
  %v92 = call <128 x half> @llvm.genx.wrregionf.v128f16.v16f16.i16.i1(<128 x half> %v52, <16 x half> %v90, i32 16, i32 16, i32 1, i16 204, i32 undef, i1 true)
  %v93 = call <8 x float> @llvm.genx.rdregionf.v8f32.v64f32.i16(<64 x float> %v64, i32 1, i32 1, i32 1, i16 76, i32 undef)
  %v95 = call <64 x float> @llvm.genx.wrregionf.v64f32.v8f32.i16.i1(<64 x float> %v72, <8 x float> %v93, i32 8, i32 8, i32 1, i16 168, i32 undef, i1 true)
  %v96 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v256i8.i16(<256 x i8> %v88, i32 2, i32 1, i32 2, i16 64, i32 undef)
  %v98 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v256i8.i16(<256 x i8> %v88, i32 6, i32 8, i32 0, i16 56, i32 undef)
  %v97 = and <16 x i8> %v96, %v98
  %v99 = call <256 x i8> @llvm.genx.wrregioni.v256i8.v16i8.i16.i1(<256 x i8> %v88, <16 x i8> %v97, i32 16, i32 16, i32 1, i16 136, i32 undef, i1 true)
  %v100 = call <4 x i8> @llvm.genx.rdregioni.v4i8.v256i8.i16(<256 x i8> %v88, i32 16, i32 1, i32 0, i16 160, i32 undef)
  %v102 = call <4 x i8> @llvm.genx.rdregioni.v4i8.v256i8.i16(<256 x i8> %v99, i32 3, i32 1, i32 2, i16 68, i32 undef)
  %v101 = ashr <4 x i8> %v100, %v102
  %v103 = call <256 x i8> @llvm.genx.wrregioni.v256i8.v4i8.i16.i1(<256 x i8> %v99, <4 x i8> %v101, i32 8, i32 4, i32 2, i16 108, i32 undef, i1 true)
  %v104 = call <32 x i8> @llvm.genx.rdregioni.v32i8.v256i8.i16(<256 x i8> %v7, i32 0, i32 1, i32 1, i16 63, i32 undef)
  %v106 = call <32 x i8> @llvm.genx.rdregioni.v32i8.v256i8.i16(<256 x i8> %v7, i32 0, i32 1, i32 4, i16 44, i32 undef)
  %v105 = ashr <32 x i8> %v104, %v106
  %v107 = call <256 x i8> @llvm.genx.wrregioni.v256i8.v32i8.i16.i1(<256 x i8> %v103, <32 x i8> %v105, i32 64, i32 32, i32 2, i16 125, i32 undef, i1 true)
  %v108 = call <4 x i32> @llvm.genx.rdregioni.v4i32.v64i32.i16(<64 x i32> %v76, i32 4, i32 2, i32 3, i16 92, i32 undef)
  %v110 = call <4 x i32> @llvm.genx.rdregioni.v4i32.v64i32.i16(<64 x i32> %v76, i32 8, i32 1, i32 2, i16 28, i32 undef)
  %v109 = mul <4 x i32> %v108, %v110
  %v111 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v4i32.i16.i1(<64 x i32> %v76, <4 x i32> %v109, i32 8, i32 4, i32 2, i16 0, i32 undef, i1 true)
  %v112 = call <2 x half> @llvm.genx.rdregionf.v2f16.v128f16.i16(<128 x half> %v28, i32 8, i32 2, i32 4, i16 96, i32 undef)
  %v114 = call <2 x i8> @llvm.genx.rdregioni.v2i8.v256i8.i16(<256 x i8> %v103, i32 6, i32 2, i32 0, i16 254, i32 undef)
  %v113 = uitofp <2 x i8> %v114 to <2 x half>
  %v115 = call <128 x half> @llvm.genx.wrregionf.v128f16.v2f16.i16.i1(<128 x half> %v92, <2 x half> %v113, i32 4, i32 2, i32 2, i16 242, i32 undef, i1 true)
  %v116 = call <32 x half> @llvm.genx.rdregionf.v32f16.v128f16.i16(<128 x half> %v48, i32 1, i32 16, i32 2, i16 108, i32 undef)
  %v118 = call <32 x half> @llvm.genx.rdregionf.v32f16.v128f16.i16(<128 x half> %v48, i32 0, i32 8, i32 1, i16 238, i32 undef)
  %v117 = fmul <32 x half> %v116, %v118
  %v119 = call <128 x half> @llvm.genx.wrregionf.v128f16.v32f16.i16.i1(<128 x half> %v115, <32 x half> %v117, i32 32, i32 32, i32 1, i16 142, i32 undef, i1 true)
  %v120 = call <2 x i32> @llvm.genx.rdregioni.v2i32.v64i32.i16(<64 x i32> %v21, i32 6, i32 2, i32 1, i16 144, i32 undef)
  %v122 = call <2 x i8> @llvm.genx.rdregioni.v2i8.v256i8.i16(<256 x i8> %v103, i32 2, i32 1, i32 4, i16 60, i32 undef)
  %v121 = zext <2 x i8> %v122 to <2 x i32>
  %v123 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v2i32.i16.i1(<64 x i32> %v111, <2 x i32> %v121, i32 2, i32 2, i32 1, i16 132, i32 undef, i1 true)
  %v124 = call <2 x i8> @llvm.genx.rdregioni.v2i8.v256i8.i16(<256 x i8> %v99, i32 6, i32 1, i32 0, i16 215, i32 undef)
  %v126 = call <2 x i16> @llvm.genx.rdregioni.v2i16.v128i16.i16(<128 x i16> %v14, i32 4, i32 1, i32 4, i16 148, i32 undef)
  %v125 = trunc <2 x i16> %v126 to <2 x i8>
  %v127 = call <256 x i8> @llvm.genx.wrregioni.v256i8.v2i8.i16.i1(<256 x i8> %v107, <2 x i8> %v125, i32 2, i32 2, i32 1, i16 204, i32 undef, i1 true)
  %v128 = call <1 x i8> @llvm.genx.rdregioni.v1i8.v256i8.i16(<256 x i8> %v103, i32 1, i32 1, i32 1, i16 51, i32 undef)
  %v130 = call <256 x i8> @llvm.genx.wrregioni.v256i8.v1i8.i16.i1(<256 x i8> %v127, <1 x i8> %v128, i32 2, i32 1, i32 2, i16 31, i32 undef, i1 true)
  %v131 = call <16 x float> @llvm.genx.rdregionf.v16f32.v64f32.i16(<64 x float> %v43, i32 2, i32 1, i32 1, i16 60, i32 undef)
  %v133 = call <64 x float> @llvm.genx.wrregionf.v64f32.v16f32.i16.i1(<64 x float> %v95, <16 x float> %v131, i32 32, i32 16, i32 2, i16 100, i32 undef, i1 true)
  %v134 = call <16 x i32> @llvm.genx.rdregioni.v16i32.v64i32.i16(<64 x i32> %v111, i32 1, i32 16, i32 3, i16 48, i32 undef)
  %v136 = call <16 x i16> @llvm.genx.rdregioni.v16i16.v128i16.i16(<128 x i16> %v84, i32 6, i32 2, i32 3, i16 122, i32 undef)
  %v135 = sext <16 x i16> %v136 to <16 x i32>
  %v137 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v16i32.i16.i1(<64 x i32> %v123, <16 x i32> %v135, i32 64, i32 16, i32 4, i16 12, i32 undef, i1 true)
  %v138 = call <4 x i16> @llvm.genx.rdregioni.v4i16.v128i16.i16(<128 x i16> %v84, i32 2, i32 4, i32 4, i16 34, i32 undef)
  %v140 = call <4 x i16> @llvm.genx.rdregioni.v4i16.v128i16.i16(<128 x i16> %v80, i32 1, i32 1, i32 1, i16 80, i32 undef)
  %v139 = and <4 x i16> %v138, %v140
  %v141 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v4i16.i16.i1(<128 x i16> %v84, <4 x i16> %v139, i32 16, i32 4, i32 4, i16 136, i32 undef, i1 true)
  %v142 = call <16 x i32> @llvm.genx.rdregioni.v16i32.v64i32.i16(<64 x i32> %v137, i32 3, i32 16, i32 2, i16 76, i32 undef)
  %v144 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v256i8.i16(<256 x i8> %v103, i32 3, i32 8, i32 3, i16 44, i32 undef)
  %v143 = zext <16 x i8> %v144 to <16 x i32>
  %v145 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v16i32.i16.i1(<64 x i32> %v137, <16 x i32> %v143, i32 16, i32 16, i32 1, i16 80, i32 undef, i1 true)
  %v146 = call <4 x half> @llvm.genx.rdregionf.v4f16.v128f16.i16(<128 x half> %v119, i32 16, i32 2, i32 1, i16 148, i32 undef)
  %v148 = call <4 x half> @llvm.genx.rdregionf.v4f16.v128f16.i16(<128 x half> %v119, i32 16, i32 4, i32 0, i16 36, i32 undef)
  %v147 = fmul <4 x half> %v146, %v148
  %v149 = call <128 x half> @llvm.genx.wrregionf.v128f16.v4f16.i16.i1(<128 x half> %v119, <4 x half> %v147, i32 16, i32 4, i32 4, i16 224, i32 undef, i1 true)
  %v150 = call <32 x i8> @llvm.genx.rdregioni.v32i8.v256i8.i16(<256 x i8> %v99, i32 3, i32 32, i32 1, i16 218, i32 undef)
  %v152 = call <256 x i8> @llvm.genx.wrregioni.v256i8.v32i8.i16.i1(<256 x i8> %v130, <32 x i8> %v150, i32 32, i32 32, i32 1, i16 61, i32 undef, i1 true)
  %v153 = call <128 x i8> @llvm.genx.rdregioni.v128i8.v256i8.i16(<256 x i8> %v152, i32 128, i32 128, i32 1, i16 0, i32 undef)
  %v154 = add i64 %q, 0
  call void @llvm.genx.svm.block.st.i64.v128i8(i64 %v154, <128 x i8> %v153)
  %v155 = call <128 x i8> @llvm.genx.rdregioni.v128i8.v256i8.i16(<256 x i8> %v152, i32 128, i32 128, i32 1, i16 128, i32 undef)
  %v156 = add i64 %q, 128
  call void @llvm.genx.svm.block.st.i64.v128i8(i64 %v156, <128 x i8> %v155)
  %v157 = call <64 x i16> @llvm.genx.rdregioni.v64i16.v128i16.i16(<128 x i16> %v141, i32 64, i32 64, i32 1, i16 0, i32 undef)
  %v158 = add i64 %q, 256
  call void @llvm.genx.svm.block.st.i64.v64i16(i64 %v158, <64 x i16> %v157)
  %v159 = call <64 x i16> @llvm.genx.rdregioni.v64i16.v128i16.i16(<128 x i16> %v141, i32 64, i32 64, i32 1, i16 128, i32 undef)
  %v160 = add i64 %q, 384
  call void @llvm.genx.svm.block.st.i64.v64i16(i64 %v160, <64 x i16> %v159)
  %v161 = call <32 x i32> @llvm.genx.rdregioni.v32i32.v64i32.i16(<64 x i32> %v145, i32 32, i32 32, i32 1, i16 0, i32 undef)
  %v162 = add i64 %q, 512
  call void @llvm.genx.svm.block.st.i64.v32i32(i64 %v162, <32 x i32> %v161)
  %v163 = call <32 x i32> @llvm.genx.rdregioni.v32i32.v64i32.i16(<64 x i32> %v145, i32 32, i32 32, i32 1, i16 128, i32 undef)
  %v164 = add i64 %q, 640
  call void @llvm.genx.svm.block.st.i64.v32i32(i64 %v164, <32 x i32> %v163)
  %v165 = call <64 x half> @llvm.genx.rdregionf.v64f16.v128f16.i16(<128 x half> %v149, i32 64, i32 64, i32 1, i16 0, i32 undef)
  %v166 = add i64 %q, 768
  call void @llvm.genx.svm.block.st.i64.v64f16(i64 %v166, <64 x half> %v165)
  %v167 = call <64 x half> @llvm.genx.rdregionf.v64f16.v128f16.i16(<128 x half> %v149, i32 64, i32 64, i32 1, i16 128, i32 undef)
  %v168 = add i64 %q, 896
  call void @llvm.genx.svm.block.st.i64.v64f16(i64 %v168, <64 x half> %v167)
  %v169 = call <32 x float> @llvm.genx.rdregionf.v32f32.v64f32.i16(<64 x float> %v133, i32 32, i32 32, i32 1, i16 0, i32 undef)
  %v170 = add i64 %q, 1024
  call void @llvm.genx.svm.block.st.i64.v32f32(i64 %v170, <32 x float> %v169)
  %v171 = call <32 x float> @llvm.genx.rdregionf.v32f32.v64f32.i16(<64 x float> %v133, i32 32, i32 32, i32 1, i16 128, i32 undef)
  %v172 = add i64 %q, 1152
  call void @llvm.genx.svm.block.st.i64.v32f32(i64 %v172, <32 x float> %v171)
  ret void
}
attributes #0 = { "CMGenxMain" "VCFunction" "oclrt"="1" "VCSLMSize"="0" }
!genx.kernels = !{!0}
!0 = !{void (i64, i64)* @k, !"k", !1, i32 0, !2, !2, !3, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{i32 0, i32 0}
!3 = !{!"svmptr_t read_write", !"svmptr_t read_write"}

