; SPDX-License-Identifier: MIT
; Random region reads, arithmetic, conversions and region writes over 256-byte vectors.
target datalayout = "e-p:64:64-i64:64-n8:16:32"
target triple = "genx64-unknown-unknown"

declare <1 x float> @llvm.genx.rdregionf.v1f32.v64f32.i16(<64 x float>, i32, i32, i32, i16, i32)
declare <1 x half> @llvm.genx.rdregionf.v1f16.v128f16.i16(<128 x half>, i32, i32, i32, i16, i32)
declare <1 x i16> @llvm.genx.rdregioni.v1i16.v128i16.i16(<128 x i16>, i32, i32, i32, i16, i32)
declare <1 x i32> @llvm.genx.rdregioni.v1i32.v64i32.i16(<64 x i32>, i32, i32, i32, i16, i32)
declare <128 x half> @llvm.genx.wrregionf.v128f16.v16f16.i16.i1(<128 x half>, <16 x half>, i32, i32, i32, i16, i32, i1)
declare <128 x half> @llvm.genx.wrregionf.v128f16.v1f16.i16.i1(<128 x half>, <1 x half>, i32, i32, i32, i16, i32, i1)
declare <128 x half> @llvm.genx.wrregionf.v128f16.v4f16.i16.i1(<128 x half>, <4 x half>, i32, i32, i32, i16, i32, i1)
declare <128 x half> @llvm.genx.wrregionf.v128f16.v64f16.i16.i1(<128 x half>, <64 x half>, i32, i32, i32, i16, i32, i1)
declare <128 x half> @llvm.genx.wrregionf.v128f16.v8f16.i16.i1(<128 x half>, <8 x half>, i32, i32, i32, i16, i32, i1)
declare <128 x i16> @llvm.genx.wrregioni.v128i16.v1i16.i16.i1(<128 x i16>, <1 x i16>, i32, i32, i32, i16, i32, i1)
declare <128 x i16> @llvm.genx.wrregioni.v128i16.v2i16.i16.i1(<128 x i16>, <2 x i16>, i32, i32, i32, i16, i32, i1)
declare <128 x i16> @llvm.genx.wrregioni.v128i16.v32i16.i16.i1(<128 x i16>, <32 x i16>, i32, i32, i32, i16, i32, i1)
declare <128 x i16> @llvm.genx.wrregioni.v128i16.v64i16.i16.i1(<128 x i16>, <64 x i16>, i32, i32, i32, i16, i32, i1)
declare <128 x i8> @llvm.genx.rdregioni.v128i8.v256i8.i16(<256 x i8>, i32, i32, i32, i16, i32)
declare <128 x i8> @llvm.genx.svm.block.ld.unaligned.v128i8.i64(i64)
declare <16 x float> @llvm.genx.rdregionf.v16f32.v64f32.i16(<64 x float>, i32, i32, i32, i16, i32)
declare <16 x half> @llvm.genx.rdregionf.v16f16.v128f16.i16(<128 x half>, i32, i32, i32, i16, i32)
declare <16 x i32> @llvm.genx.rdregioni.v16i32.v64i32.i16(<64 x i32>, i32, i32, i32, i16, i32)
declare <16 x i8> @llvm.genx.rdregioni.v16i8.v256i8.i16(<256 x i8>, i32, i32, i32, i16, i32)
declare <2 x i16> @llvm.genx.rdregioni.v2i16.v128i16.i16(<128 x i16>, i32, i32, i32, i16, i32)
declare <2 x i32> @llvm.genx.rdregioni.v2i32.v64i32.i16(<64 x i32>, i32, i32, i32, i16, i32)
declare <256 x i8> @llvm.genx.wrregioni.v256i8.v128i8.i16.i1(<256 x i8>, <128 x i8>, i32, i32, i32, i16, i32, i1)
declare <256 x i8> @llvm.genx.wrregioni.v256i8.v16i8.i16.i1(<256 x i8>, <16 x i8>, i32, i32, i32, i16, i32, i1)
declare <256 x i8> @llvm.genx.wrregioni.v256i8.v8i8.i16.i1(<256 x i8>, <8 x i8>, i32, i32, i32, i16, i32, i1)
declare <32 x float> @llvm.genx.rdregionf.v32f32.v64f32.i16(<64 x float>, i32, i32, i32, i16, i32)
declare <32 x float> @llvm.genx.svm.block.ld.unaligned.v32f32.i64(i64)
declare <32 x i16> @llvm.genx.rdregioni.v32i16.v128i16.i16(<128 x i16>, i32, i32, i32, i16, i32)
declare <32 x i32> @llvm.genx.rdregioni.v32i32.v64i32.i16(<64 x i32>, i32, i32, i32, i16, i32)
declare <32 x i32> @llvm.genx.svm.block.ld.unaligned.v32i32.i64(i64)
declare <4 x float> @llvm.genx.rdregionf.v4f32.v64f32.i16(<64 x float>, i32, i32, i32, i16, i32)
declare <4 x half> @llvm.genx.rdregionf.v4f16.v128f16.i16(<128 x half>, i32, i32, i32, i16, i32)
declare <4 x i32> @llvm.genx.rdregioni.v4i32.v64i32.i16(<64 x i32>, i32, i32, i32, i16, i32)
declare <4 x i8> @llvm.genx.rdregioni.v4i8.v256i8.i16(<256 x i8>, i32, i32, i32, i16, i32)
declare <64 x float> @llvm.genx.wrregionf.v64f32.v1f32.i16.i1(<64 x float>, <1 x float>, i32, i32, i32, i16, i32, i1)
declare <64 x float> @llvm.genx.wrregionf.v64f32.v32f32.i16.i1(<64 x float>, <32 x float>, i32, i32, i32, i16, i32, i1)
declare <64 x float> @llvm.genx.wrregionf.v64f32.v4f32.i16.i1(<64 x float>, <4 x float>, i32, i32, i32, i16, i32, i1)
declare <64 x float> @llvm.genx.wrregionf.v64f32.v8f32.i16.i1(<64 x float>, <8 x float>, i32, i32, i32, i16, i32, i1)
declare <64 x half> @llvm.genx.rdregionf.v64f16.v128f16.i16(<128 x half>, i32, i32, i32, i16, i32)
declare <64 x half> @llvm.genx.svm.block.ld.unaligned.v64f16.i64(i64)
declare <64 x i16> @llvm.genx.rdregioni.v64i16.v128i16.i16(<128 x i16>, i32, i32, i32, i16, i32)
declare <64 x i16> @llvm.genx.svm.block.ld.unaligned.v64i16.i64(i64)
declare <64 x i32> @llvm.genx.wrregioni.v64i32.v16i32.i16.i1(<64 x i32>, <16 x i32>, i32, i32, i32, i16, i32, i1)
declare <64 x i32> @llvm.genx.wrregioni.v64i32.v1i32.i16.i1(<64 x i32>, <1 x i32>, i32, i32, i32, i16, i32, i1)
declare <64 x i32> @llvm.genx.wrregioni.v64i32.v2i32.i16.i1(<64 x i32>, <2 x i32>, i32, i32, i32, i16, i32, i1)
declare <64 x i32> @llvm.genx.wrregioni.v64i32.v32i32.i16.i1(<64 x i32>, <32 x i32>, i32, i32, i32, i16, i32, i1)
declare <64 x i32> @llvm.genx.wrregioni.v64i32.v4i32.i16.i1(<64 x i32>, <4 x i32>, i32, i32, i32, i16, i32, i1)
declare <8 x float> @llvm.genx.rdregionf.v8f32.v64f32.i16(<64 x float>, i32, i32, i32, i16, i32)
declare <8 x half> @llvm.genx.rdregionf.v8f16.v128f16.i16(<128 x half>, i32, i32, i32, i16, i32)
declare <8 x i16> @llvm.genx.rdregioni.v8i16.v128i16.i16(<128 x i16>, i32, i32, i32, i16, i32)
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
  %v36 = call <8 x half> @llvm.genx.rdregionf.v8f16.v128f16.i16(<128 x half> %v28, i32 0, i32 2, i32 3, i16 94, i32 undef)
  %v38 = call <8 x float> @llvm.genx.rdregionf.v8f32.v64f32.i16(<64 x float> %v35, i32 8, i32 8, i32 1, i16 0, i32 undef)
  %v37 = fptrunc <8 x float> %v38 to <8 x half>
  %v39 = call <128 x half> @llvm.genx.wrregionf.v128f16.v8f16.i16.i1(<128 x half> %v28, <8 x half> %v37, i32 32, i32 8, i32 4, i16 158, i32 undef, i1 true)
  %v40 = call <32 x i16> @llvm.genx.rdregioni.v32i16.v128i16.i16(<128 x i16> %v14, i32 3, i32 2, i32 0, i16 18, i32 undef)
  %v42 = call <32 x i16> @llvm.genx.rdregioni.v32i16.v128i16.i16(<128 x i16> %v14, i32 1, i32 32, i32 3, i16 2, i32 undef)
  %v41 = add <32 x i16> %v40, %v42
  %v43 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v32i16.i16.i1(<128 x i16> %v14, <32 x i16> %v41, i32 128, i32 32, i32 4, i16 2, i32 undef, i1 true)
  %v44 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v256i8.i16(<256 x i8> %v7, i32 8, i32 8, i32 1, i16 80, i32 undef)
  %v46 = call <256 x i8> @llvm.genx.wrregioni.v256i8.v16i8.i16.i1(<256 x i8> %v7, <16 x i8> %v44, i32 32, i32 16, i32 2, i16 142, i32 undef, i1 true)
  %v47 = call <1 x i16> @llvm.genx.rdregioni.v1i16.v128i16.i16(<128 x i16> %v14, i32 16, i32 1, i32 3, i16 244, i32 undef)
  %v49 = call <1 x float> @llvm.genx.rdregionf.v1f32.v64f32.i16(<64 x float> %v35, i32 4, i32 1, i32 1, i16 180, i32 undef)
  %v48 = fptoui <1 x float> %v49 to <1 x i16>
  %v50 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v1i16.i16.i1(<128 x i16> %v43, <1 x i16> %v48, i32 4, i32 1, i32 4, i16 196, i32 undef, i1 true)
  %v51 = call <2 x i32> @llvm.genx.rdregioni.v2i32.v64i32.i16(<64 x i32> %v21, i32 4, i32 2, i32 2, i16 144, i32 undef)
  %v53 = call <2 x i32> @llvm.genx.rdregioni.v2i32.v64i32.i16(<64 x i32> %v21, i32 8, i32 1, i32 3, i16 8, i32 undef)
  %v52 = ashr <2 x i32> %v51, %v53
  %v54 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v2i32.i16.i1(<64 x i32> %v21, <2 x i32> %v52, i32 2, i32 2, i32 1, i16 56, i32 undef, i1 true)
  %v55 = call <1 x half> @llvm.genx.rdregionf.v1f16.v128f16.i16(<128 x half> %v28, i32 1, i32 1, i32 1, i16 140, i32 undef)
  %v57 = call <1 x half> @llvm.genx.rdregionf.v1f16.v128f16.i16(<128 x half> %v28, i32 16, i32 1, i32 2, i16 176, i32 undef)
  %v56 = fsub <1 x half> %v55, %v57
  %v58 = call <128 x half> @llvm.genx.wrregionf.v128f16.v1f16.i16.i1(<128 x half> %v39, <1 x half> %v56, i32 4, i32 1, i32 4, i16 26, i32 undef, i1 true)
  %v59 = call <32 x float> @llvm.genx.rdregionf.v32f32.v64f32.i16(<64 x float> %v35, i32 3, i32 4, i32 1, i16 56, i32 undef)
  %v61 = call <32 x float> @llvm.genx.rdregionf.v32f32.v64f32.i16(<64 x float> %v35, i32 2, i32 4, i32 2, i16 60, i32 undef)
  %v60 = fadd <32 x float> %v59, %v61
  %v62 = call <64 x float> @llvm.genx.wrregionf.v64f32.v32f32.i16.i1(<64 x float> %v35, <32 x float> %v60, i32 64, i32 32, i32 2, i16 0, i32 undef, i1 true)
  %v63 = call <2 x i16> @llvm.genx.rdregioni.v2i16.v128i16.i16(<128 x i16> %v50, i32 6, i32 1, i32 0, i16 224, i32 undef)
  %v65 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v2i16.i16.i1(<128 x i16> %v50, <2 x i16> %v63, i32 8, i32 2, i32 4, i16 212, i32 undef, i1 true)
  %v66 = call <2 x i32> @llvm.genx.rdregioni.v2i32.v64i32.i16(<64 x i32> %v54, i32 4, i32 2, i32 2, i16 172, i32 undef)
  %v68 = call <2 x i32> @llvm.genx.rdregioni.v2i32.v64i32.i16(<64 x i32> %v54, i32 4, i32 1, i32 4, i16 156, i32 undef)
  %v67 = add <2 x i32> %v66, %v68
  %v69 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v2i32.i16.i1(<64 x i32> %v54, <2 x i32> %v67, i32 2, i32 2, i32 1, i16 84, i32 undef, i1 true)
  %v70 = call <32 x float> @llvm.genx.rdregionf.v32f32.v64f32.i16(<64 x float> %v35, i32 64, i32 32, i32 2, i16 4, i32 undef)
  %v72 = call <32 x float> @llvm.genx.rdregionf.v32f32.v64f32.i16(<64 x float> %v35, i32 0, i32 32, i32 0, i16 64, i32 undef)
  %v73 = fcmp olt <32 x float> %v70, %v72
  %v71 = select <32 x i1> %v73, <32 x float> %v70, <32 x float> %v72
  %v74 = call <64 x float> @llvm.genx.wrregionf.v64f32.v32f32.i16.i1(<64 x float> %v62, <32 x float> %v71, i32 64, i32 32, i32 2, i16 4, i32 undef, i1 true)
  %v75 = call <4 x half> @llvm.genx.rdregionf.v4f16.v128f16.i16(<128 x half> %v39, i32 2, i32 2, i32 0, i16 144, i32 undef)
  %v77 = call <4 x half> @llvm.genx.rdregionf.v4f16.v128f16.i16(<128 x half> %v58, i32 0, i32 4, i32 2, i16 106, i32 undef)
  %v76 = fmul <4 x half> %v75, %v77
  %v78 = call <128 x half> @llvm.genx.wrregionf.v128f16.v4f16.i16.i1(<128 x half> %v58, <4 x half> %v76, i32 8, i32 4, i32 2, i16 22, i32 undef, i1 true)
  %v79 = call <8 x half> @llvm.genx.rdregionf.v8f16.v128f16.i16(<128 x half> %v58, i32 2, i32 4, i32 3, i16 4, i32 undef)
  %v81 = call <8 x i16> @llvm.genx.rdregioni.v8i16.v128i16.i16(<128 x i16> %v14, i32 8, i32 1, i32 1, i16 136, i32 undef)
  %v80 = sitofp <8 x i16> %v81 to <8 x half>
  %v82 = call <128 x half> @llvm.genx.wrregionf.v128f16.v8f16.i16.i1(<128 x half> %v78, <8 x half> %v80, i32 16, i32 8, i32 2, i16 202, i32 undef, i1 true)
  %v83 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v256i8.i16(<256 x i8> %v46, i32 1, i32 16, i32 4, i16 54, i32 undef)
  %v85 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v256i8.i16(<256 x i8> %v46, i32 1, i32 16, i32 1, i16 104, i32 undef)
  %v84 = xor <16 x i8> %v83, %v85
  %v86 = call <256 x i8> @llvm.genx.wrregioni.v256i8.v16i8.i16.i1(<256 x i8> %v46, <16 x i8> %v84, i32 16, i32 16, i32 1, i16 21, i32 undef, i1 true)
  %v87 = call <4 x i32> @llvm.genx.rdregioni.v4i32.v64i32.i16(<64 x i32> %v69, i32 2, i32 2, i32 2, i16 192, i32 undef)
  %v89 = call <4 x float> @llvm.genx.rdregionf.v4f32.v64f32.i16(<64 x float> %v62, i32 3, i32 1, i32 0, i16 124, i32 undef)
  %v88 = fptoui <4 x float> %v89 to <4 x i32>
  %v90 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v4i32.i16.i1(<64 x i32> %v69, <4 x i32> %v88, i32 8, i32 4, i32 2, i16 44, i32 undef, i1 true)
  %v91 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v256i8.i16(<256 x i8> %v46, i32 0, i32 1, i32 1, i16 184, i32 undef)
  %v93 = call <16 x half> @llvm.genx.rdregionf.v16f16.v128f16.i16(<128 x half> %v58, i32 4, i32 2, i32 3, i16 56, i32 undef)
  %v92 = fptosi <16 x half> %v93 to <16 x i8>
  %v94 = call <256 x i8> @llvm.genx.wrregioni.v256i8.v16i8.i16.i1(<256 x i8> %v86, <16 x i8> %v92, i32 32, i32 16, i32 2, i16 178, i32 undef, i1 true)
  %v95 = call <4 x i32> @llvm.genx.rdregioni.v4i32.v64i32.i16(<64 x i32> %v90, i32 16, i32 4, i32 1, i16 116, i32 undef)
  %v97 = call <4 x i8> @llvm.genx.rdregioni.v4i8.v256i8.i16(<256 x i8> %v46, i32 6, i32 2, i32 3, i16 172, i32 undef)
  %v96 = zext <4 x i8> %v97 to <4 x i32>
  %v98 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v4i32.i16.i1(<64 x i32> %v90, <4 x i32> %v96, i32 16, i32 4, i32 4, i16 12, i32 undef, i1 true)
  %v99 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v256i8.i16(<256 x i8> %v7, i32 6, i32 4, i32 4, i16 161, i32 undef)
  %v101 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v256i8.i16(<256 x i8> %v86, i32 16, i32 2, i32 1, i16 57, i32 undef)
  %v100 = ashr <8 x i8> %v99, %v101
  %v102 = call <256 x i8> @llvm.genx.wrregioni.v256i8.v8i8.i16.i1(<256 x i8> %v94, <8 x i8> %v100, i32 8, i32 8, i32 1, i16 64, i32 undef, i1 true)
  %v103 = call <1 x half> @llvm.genx.rdregionf.v1f16.v128f16.i16(<128 x half> %v58, i32 4, i32 1, i32 3, i16 198, i32 undef)
  %v105 = call <1 x half> @llvm.genx.rdregionf.v1f16.v128f16.i16(<128 x half> %v82, i32 2, i32 1, i32 1, i16 132, i32 undef)
  %v104 = fsub <1 x half> %v103, %v105
  %v106 = call <128 x half> @llvm.genx.wrregionf.v128f16.v1f16.i16.i1(<128 x half> %v82, <1 x half> %v104, i32 1, i32 1, i32 1, i16 192, i32 undef, i1 true)
  %v107 = call <16 x half> @llvm.genx.rdregionf.v16f16.v128f16.i16(<128 x half> %v58, i32 8, i32 4, i32 3, i16 126, i32 undef)
  %v109 = call <16 x float> @llvm.genx.rdregionf.v16f32.v64f32.i16(<64 x float> %v62, i32 3, i32 2, i32 1, i16 64, i32 undef)
  %v108 = fptrunc <16 x float> %v109 to <16 x half>
  %v110 = call <128 x half> @llvm.genx.wrregionf.v128f16.v16f16.i16.i1(<128 x half> %v106, <16 x half> %v108, i32 16, i32 16, i32 1, i16 68, i32 undef, i1 true)
  %v111 = call <1 x float> @llvm.genx.rdregionf.v1f32.v64f32.i16(<64 x float> %v74, i32 2, i32 1, i32 2, i16 156, i32 undef)
  %v113 = call <64 x float> @llvm.genx.wrregionf.v64f32.v1f32.i16.i1(<64 x float> %v74, <1 x float> %v111, i32 1, i32 1, i32 1, i16 12, i32 undef, i1 true)
  %v114 = call <8 x float> @llvm.genx.rdregionf.v8f32.v64f32.i16(<64 x float> %v62, i32 3, i32 2, i32 1, i16 180, i32 undef)
  %v116 = call <8 x float> @llvm.genx.rdregionf.v8f32.v64f32.i16(<64 x float> %v74, i32 4, i32 2, i32 1, i16 136, i32 undef)
  %v115 = fadd <8 x float> %v114, %v116
  %v117 = call <64 x float> @llvm.genx.wrregionf.v64f32.v8f32.i16.i1(<64 x float> %v113, <8 x float> %v115, i32 16, i32 8, i32 2, i16 24, i32 undef, i1 true)
  %v118 = call <32 x i32> @llvm.genx.rdregioni.v32i32.v64i32.i16(<64 x i32> %v90, i32 2, i32 1, i32 0, i16 4, i32 undef)
  %v120 = call <32 x float> @llvm.genx.rdregionf.v32f32.v64f32.i16(<64 x float> %v74, i32 8, i32 8, i32 2, i16 52, i32 undef)
  %v119 = fptosi <32 x float> %v120 to <32 x i32>
  %v121 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v32i32.i16.i1(<64 x i32> %v98, <32 x i32> %v119, i32 32, i32 32, i32 1, i16 4, i32 undef, i1 true)
  %v122 = call <32 x i16> @llvm.genx.rdregioni.v32i16.v128i16.i16(<128 x i16> %v50, i32 8, i32 32, i32 1, i16 140, i32 undef)
  %v124 = call <32 x i16> @llvm.genx.rdregioni.v32i16.v128i16.i16(<128 x i16> %v65, i32 1, i32 16, i32 2, i16 32, i32 undef)
  %v125 = icmp ugt <32 x i16> %v122, %v124
  %v123 = select <32 x i1> %v125, <32 x i16> %v122, <32 x i16> %v124
  %v126 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v32i16.i16.i1(<128 x i16> %v65, <32 x i16> %v123, i32 32, i32 32, i32 1, i16 58, i32 undef, i1 true)
  %v127 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v256i8.i16(<256 x i8> %v7, i32 0, i32 1, i32 1, i16 57, i32 undef)
  %v129 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v256i8.i16(<256 x i8> %v102, i32 3, i32 16, i32 0, i16 243, i32 undef)
  %v128 = and <16 x i8> %v127, %v129
  %v130 = call <256 x i8> @llvm.genx.wrregioni.v256i8.v16i8.i16.i1(<256 x i8> %v102, <16 x i8> %v128, i32 32, i32 16, i32 2, i16 193, i32 undef, i1 true)
  %v131 = call <16 x i32> @llvm.genx.rdregioni.v16i32.v64i32.i16(<64 x i32> %v69, i32 1, i32 2, i32 3, i16 164, i32 undef)
  %v133 = call <16 x half> @llvm.genx.rdregionf.v16f16.v128f16.i16(<128 x half> %v28, i32 4, i32 4, i32 1, i16 30, i32 undef)
  %v132 = fptoui <16 x half> %v133 to <16 x i32>
  %v134 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v16i32.i16.i1(<64 x i32> %v121, <16 x i32> %v132, i32 32, i32 16, i32 2, i16 32, i32 undef, i1 true)
  %v135 = call <1 x i32> @llvm.genx.rdregioni.v1i32.v64i32.i16(<64 x i32> %v21, i32 6, i32 1, i32 3, i16 204, i32 undef)
  %v137 = call <1 x i32> @llvm.genx.rdregioni.v1i32.v64i32.i16(<64 x i32> %v134, i32 8, i32 1, i32 2, i16 248, i32 undef)
  %v136 = xor <1 x i32> %v135, %v137
  %v138 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v1i32.i16.i1(<64 x i32> %v134, <1 x i32> %v136, i32 1, i32 1, i32 1, i16 184, i32 undef, i1 true)
  %v139 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v256i8.i16(<256 x i8> %v86, i32 4, i32 2, i32 4, i16 64, i32 undef)
  %v141 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v256i8.i16(<256 x i8> %v86, i32 1, i32 8, i32 1, i16 188, i32 undef)
  %v140 = lshr <8 x i8> %v139, %v141
  %v142 = call <256 x i8> @llvm.genx.wrregioni.v256i8.v8i8.i16.i1(<256 x i8> %v130, <8 x i8> %v140, i32 8, i32 8, i32 1, i16 92, i32 undef, i1 true)
  %v143 = call <4 x float> @llvm.genx.rdregionf.v4f32.v64f32.i16(<64 x float> %v117, i32 6, i32 2, i32 3, i16 76, i32 undef)
  %v145 = call <4 x i32> @llvm.genx.rdregioni.v4i32.v64i32.i16(<64 x i32> %v121, i32 1, i32 2, i32 4, i16 44, i32 undef)
  %v144 = uitofp <4 x i32> %v145 to <4 x float>
  %v146 = call <64 x float> @llvm.genx.wrregionf.v64f32.v4f32.i16.i1(<64 x float> %v117, <4 x float> %v144, i32 4, i32 4, i32 1, i16 240, i32 undef, i1 true)
  %v147 = call <16 x i32> @llvm.genx.rdregioni.v16i32.v64i32.i16(<64 x i32> %v69, i32 6, i32 4, i32 2, i16 100, i32 undef)
  %v149 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v256i8.i16(<256 x i8> %v102, i32 4, i32 4, i32 1, i16 25, i32 undef)
  %v148 = zext <16 x i8> %v149 to <16 x i32>
  %v150 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v16i32.i16.i1(<64 x i32> %v138, <16 x i32> %v148, i32 16, i32 16, i32 1, i16 124, i32 undef, i1 true)
  %v151 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v256i8.i16(<256 x i8> %v94, i32 1, i32 2, i32 2, i16 215, i32 undef)
  %v153 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v256i8.i16(<256 x i8> %v130, i32 3, i32 2, i32 1, i16 70, i32 undef)
  %v152 = sub <8 x i8> %v151, %v153
  %v154 = call <256 x i8> @llvm.genx.wrregioni.v256i8.v8i8.i16.i1(<256 x i8> %v142, <8 x i8> %v152, i32 32, i32 8, i32 4, i16 54, i32 undef, i1 true)
  %v155 = call <128 x i8> @llvm.genx.rdregioni.v128i8.v256i8.i16(<256 x i8> %v154, i32 128, i32 128, i32 1, i16 0, i32 undef)
  %v156 = add i64 %q, 0
  call void @llvm.genx.svm.block.st.i64.v128i8(i64 %v156, <128 x i8> %v155)
  %v157 = call <128 x i8> @llvm.genx.rdregioni.v128i8.v256i8.i16(<256 x i8> %v154, i32 128, i32 128, i32 1, i16 128, i32 undef)
  %v158 = add i64 %q, 128
  call void @llvm.genx.svm.block.st.i64.v128i8(i64 %v158, <128 x i8> %v157)
  %v159 = call <64 x i16> @llvm.genx.rdregioni.v64i16.v128i16.i16(<128 x i16> %v126, i32 64, i32 64, i32 1, i16 0, i32 undef)
  %v160 = add i64 %q, 256
  call void @llvm.genx.svm.block.st.i64.v64i16(i64 %v160, <64 x i16> %v159)
  %v161 = call <64 x i16> @llvm.genx.rdregioni.v64i16.v128i16.i16(<128 x i16> %v126, i32 64, i32 64, i32 1, i16 128, i32 undef)
  %v162 = add i64 %q, 384
  call void @llvm.genx.svm.block.st.i64.v64i16(i64 %v162, <64 x i16> %v161)
  %v163 = call <32 x i32> @llvm.genx.rdregioni.v32i32.v64i32.i16(<64 x i32> %v150, i32 32, i32 32, i32 1, i16 0, i32 undef)
  %v164 = add i64 %q, 512
  call void @llvm.genx.svm.block.st.i64.v32i32(i64 %v164, <32 x i32> %v163)
  %v165 = call <32 x i32> @llvm.genx.rdregioni.v32i32.v64i32.i16(<64 x i32> %v150, i32 32, i32 32, i32 1, i16 128, i32 undef)
  %v166 = add i64 %q, 640
  call void @llvm.genx.svm.block.st.i64.v32i32(i64 %v166, <32 x i32> %v165)
  %v167 = call <64 x half> @llvm.genx.rdregionf.v64f16.v128f16.i16(<128 x half> %v110, i32 64, i32 64, i32 1, i16 0, i32 undef)
  %v168 = add i64 %q, 768
  call void @llvm.genx.svm.block.st.i64.v64f16(i64 %v168, <64 x half> %v167)
  %v169 = call <64 x half> @llvm.genx.rdregionf.v64f16.v128f16.i16(<128 x half> %v110, i32 64, i32 64, i32 1, i16 128, i32 undef)
  %v170 = add i64 %q, 896
  call void @llvm.genx.svm.block.st.i64.v64f16(i64 %v170, <64 x half> %v169)
  %v171 = call <32 x float> @llvm.genx.rdregionf.v32f32.v64f32.i16(<64 x float> %v146, i32 32, i32 32, i32 1, i16 0, i32 undef)
  %v172 = add i64 %q, 1024
  call void @llvm.genx.svm.block.st.i64.v32f32(i64 %v172, <32 x float> %v171)
  %v173 = call <32 x float> @llvm.genx.rdregionf.v32f32.v64f32.i16(<64 x float> %v146, i32 32, i32 32, i32 1, i16 128, i32 undef)
  %v174 = add i64 %q, 1152
  call void @llvm.genx.svm.block.st.i64.v32f32(i64 %v174, <32 x float> %v173)
  ret void
}
attributes #0 = { "CMGenxMain" "VCFunction" "oclrt"="1" "VCSLMSize"="0" }
!genx.kernels = !{!0}
!0 = !{void (i64, i64)* @k, !"k", !1, i32 0, !2, !2, !3, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{i32 0, i32 0}
!3 = !{!"svmptr_t read_write", !"svmptr_t read_write"}

