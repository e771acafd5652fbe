; SPDX-License-Identifier: MIT
; Random region reads, arithmetic, conversions and region writes over 256-byte vectors.
target datalayout = "e-p:64:64-i64:64-n8:16:32"
target triple = "genx64-unknown-unknown"

declare <1 x half> @llvm.genx.rdregionf.v1f16.v128f16.i16(<128 x half>, i32, i32, i32, i16, i32)
declare <128 x half> @llvm.genx.wrregionf.v128f16.v16f16.i16.i1(<128 x half>, <16 x half>, i32, i32, i32, i16, i32, i1)
declare <128 x half> @llvm.genx.wrregionf.v128f16.v1f16.i16.i1(<128 x half>, <1 x half>, i32, i32, i32, i16, i32, i1)
declare <128 x half> @llvm.genx.wrregionf.v128f16.v64f16.i16.i1(<128 x half>, <64 x half>, i32, i32, i32, i16, i32, i1)
declare <128 x half> @llvm.genx.wrregionf.v128f16.v8f16.i16.i1(<128 x half>, <8 x half>, i32, i32, i32, i16, i32, i1)
declare <128 x i16> @llvm.genx.wrregioni.v128i16.v16i16.i16.i1(<128 x i16>, <16 x i16>, i32, i32, i32, i16, i32, i1)
declare <128 x i16> @llvm.genx.wrregioni.v128i16.v4i16.i16.i1(<128 x i16>, <4 x i16>, i32, i32, i32, i16, i32, i1)
declare <128 x i16> @llvm.genx.wrregioni.v128i16.v64i16.i16.i1(<128 x i16>, <64 x i16>, i32, i32, i32, i16, i32, i1)
declare <128 x i8> @llvm.genx.rdregioni.v128i8.v256i8.i16(<256 x i8>, i32, i32, i32, i16, i32)
declare <128 x i8> @llvm.genx.svm.block.ld.unaligned.v128i8.i64(i64)
declare <16 x float> @llvm.genx.rdregionf.v16f32.v64f32.i16(<64 x float>, i32, i32, i32, i16, i32)
declare <16 x half> @llvm.genx.rdregionf.v16f16.v128f16.i16(<128 x half>, i32, i32, i32, i16, i32)
declare <16 x i16> @llvm.genx.rdregioni.v16i16.v128i16.i16(<128 x i16>, i32, i32, i32, i16, i32)
declare <16 x i32> @llvm.genx.rdregioni.v16i32.v64i32.i16(<64 x i32>, i32, i32, i32, i16, i32)
declare <16 x i8> @llvm.genx.rdregioni.v16i8.v256i8.i16(<256 x i8>, i32, i32, i32, i16, i32)
declare <2 x i32> @llvm.genx.rdregioni.v2i32.v64i32.i16(<64 x i32>, i32, i32, i32, i16, i32)
declare <256 x i8> @llvm.genx.wrregioni.v256i8.v128i8.i16.i1(<256 x i8>, <128 x i8>, i32, i32, i32, i16, i32, i1)
declare <256 x i8> @llvm.genx.wrregioni.v256i8.v16i8.i16.i1(<256 x i8>, <16 x i8>, i32, i32, i32, i16, i32, i1)
declare <256 x i8> @llvm.genx.wrregioni.v256i8.v32i8.i16.i1(<256 x i8>, <32 x i8>, i32, i32, i32, i16, i32, i1)
declare <256 x i8> @llvm.genx.wrregioni.v256i8.v8i8.i16.i1(<256 x i8>, <8 x i8>, i32, i32, i32, i16, i32, i1)
declare <32 x float> @llvm.genx.rdregionf.v32f32.v64f32.i16(<64 x float>, i32, i32, i32, i16, i32)
declare <32 x float> @llvm.genx.svm.block.ld.unaligned.v32f32.i64(i64)
declare <32 x i32> @llvm.genx.rdregioni.v32i32.v64i32.i16(<64 x i32>, i32, i32, i32, i16, i32)
declare <32 x i32> @llvm.genx.svm.block.ld.unaligned.v32i32.i64(i64)
declare <32 x i8> @llvm.genx.rdregioni.v32i8.v256i8.i16(<256 x i8>, i32, i32, i32, i16, i32)
declare <4 x float> @llvm.genx.rdregionf.v4f32.v64f32.i16(<64 x float>, i32, i32, i32, i16, i32)
declare <4 x half> @llvm.genx.rdregionf.v4f16.v128f16.i16(<128 x half>, i32, i32, i32, i16, i32)
declare <4 x i16> @llvm.genx.rdregioni.v4i16.v128i16.i16(<128 x i16>, i32, i32, i32, i16, i32)
declare <4 x i32> @llvm.genx.rdregioni.v4i32.v64i32.i16(<64 x i32>, i32, i32, i32, i16, i32)
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
declare <64 x i32> @llvm.genx.wrregioni.v64i32.v8i32.i16.i1(<64 x i32>, <8 x i32>, i32, i32, i32, i16, i32, i1)
declare <8 x float> @llvm.genx.rdregionf.v8f32.v64f32.i16(<64 x float>, i32, i32, i32, i16, i32)
declare <8 x half> @llvm.genx.rdregionf.v8f16.v128f16.i16(<128 x half>, i32, i32, i32, i16, i32)
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
  %v36 = call <4 x float> @llvm.genx.rdregionf.v4f32.v64f32.i16(<64 x float> %v35, i32 2, i32 2, i32 1, i16 80, i32 undef)
  %v38 = call <4 x half> @llvm.genx.rdregionf.v4f16.v128f16.i16(<128 x half> %v28, i32 4, i32 2, i32 1, i16 104, i32 undef)
  %v37 = fpext <4 x half> %v38 to <4 x float>
  %v39 = call <64 x float> @llvm.genx.wrregionf.v64f32.v4f32.i16.i1(<64 x float> %v35, <4 x float> %v37, i32 4, i32 4, i32 1, i16 132, i32 undef, i1 true)
  %v40 = call <1 x half> @llvm.genx.rdregionf.v1f16.v128f16.i16(<128 x half> %v28, i32 2, i32 1, i32 2, i16 124, i32 undef)
  %v42 = call <1 x half> @llvm.genx.rdregionf.v1f16.v128f16.i16(<128 x half> %v28, i32 4, i32 1, i32 2, i16 108, i32 undef)
  %v43 = fcmp olt <1 x half> %v40, %v42
  %v41 = select <1 x i1> %v43, <1 x half> %v40, <1 x half> %v42
  %v44 = call <128 x half> @llvm.genx.wrregionf.v128f16.v1f16.i16.i1(<128 x half> %v28, <1 x half> %v41, i32 1, i32 1, i32 1, i16 186, i32 undef, i1 true)
  %v45 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v256i8.i16(<256 x i8> %v7, i32 6, i32 4, i32 0, i16 134, i32 undef)
  %v47 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v256i8.i16(<256 x i8> %v7, i32 8, i32 16, i32 3, i16 47, i32 undef)
  %v48 = icmp eq <16 x i8> %v45, %v47
  %v46 = select <16 x i1> %v48, <16 x i8> %v45, <16 x i8> %v47
  %v49 = call <256 x i8> @llvm.genx.wrregioni.v256i8.v16i8.i16.i1(<256 x i8> %v7, <16 x i8> %v46, i32 16, i32 16, i32 1, i16 225, i32 undef, i1 true)
  %v50 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v256i8.i16(<256 x i8> %v7, i32 1, i32 1, i32 1, i16 30, i32 undef)
  %v52 = call <256 x i8> @llvm.genx.wrregioni.v256i8.v16i8.i16.i1(<256 x i8> %v49, <16 x i8> %v50, i32 16, i32 16, i32 1, i16 0, i32 undef, i1 true)
  %v53 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v256i8.i16(<256 x i8> %v7, i32 16, i32 2, i32 3, i16 121, i32 undef)
  %v55 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v256i8.i16(<256 x i8> %v49, i32 4, i32 16, i32 4, i16 124, i32 undef)
  %v54 = sub <16 x i8> %v53, %v55
  %v56 = call <256 x i8> @llvm.genx.wrregioni.v256i8.v16i8.i16.i1(<256 x i8> %v52, <16 x i8> %v54, i32 16, i32 16, i32 1, i16 123, i32 undef, i1 true)
  %v57 = call <16 x half> @llvm.genx.rdregionf.v16f16.v128f16.i16(<128 x half> %v44, i32 0, i32 1, i32 1, i16 226, i32 undef)
  %v59 = call <16 x half> @llvm.genx.rdregionf.v16f16.v128f16.i16(<128 x half> %v44, i32 16, i32 2, i32 4, i16 0, i32 undef)
  %v60 = fcmp olt <16 x half> %v57, %v59
  %v58 = select <16 x i1> %v60, <16 x half> %v57, <16 x half> %v59
  %v61 = call <128 x half> @llvm.genx.wrregionf.v128f16.v16f16.i16.i1(<128 x half> %v44, <16 x half> %v58, i32 64, i32 16, i32 4, i16 22, i32 undef, i1 true)
  %v62 = call <8 x float> @llvm.genx.rdregionf.v8f32.v64f32.i16(<64 x float> %v39, i32 16, i32 8, i32 2, i16 156, i32 undef)
  %v64 = call <8 x half> @llvm.genx.rdregionf.v8f16.v128f16.i16(<128 x half> %v44, i32 6, i32 1, i32 3, i16 82, i32 undef)
  %v63 = fpext <8 x half> %v64 to <8 x float>
  %v65 = call <64 x float> @llvm.genx.wrregionf.v64f32.v8f32.i16.i1(<64 x float> %v39, <8 x float> %v63, i32 8, i32 8, i32 1, i16 24, i32 undef, i1 true)
  %v66 = call <16 x i16> @llvm.genx.rdregioni.v16i16.v128i16.i16(<128 x i16> %v14, i32 6, i32 16, i32 1, i16 212, i32 undef)
  %v68 = call <16 x float> @llvm.genx.rdregionf.v16f32.v64f32.i16(<64 x float> %v39, i32 8, i32 4, i32 2, i16 8, i32 undef)
  %v67 = fptosi <16 x float> %v68 to <16 x i16>
  %v69 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v16i16.i16.i1(<128 x i16> %v14, <16 x i16> %v67, i32 16, i32 16, i32 1, i16 122, i32 undef, i1 true)
  %v70 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v256i8.i16(<256 x i8> %v7, i32 3, i32 1, i32 1, i16 50, i32 undef)
  %v72 = call <8 x i8> @llvm.genx.rdregioni.v8i8.v256i8.i16(<256 x i8> %v7, i32 8, i32 1, i32 0, i16 135, i32 undef)
  %v73 = icmp eq <8 x i8> %v70, %v72
  %v71 = select <8 x i1> %v73, <8 x i8> %v70, <8 x i8> %v72
  %v74 = call <256 x i8> @llvm.genx.wrregioni.v256i8.v8i8.i16.i1(<256 x i8> %v56, <8 x i8> %v71, i32 8, i32 8, i32 1, i16 1, i32 undef, i1 true)
  %v75 = call <16 x i16> @llvm.genx.rdregioni.v16i16.v128i16.i16(<128 x i16> %v14, i32 0, i32 2, i32 4, i16 198, i32 undef)
  %v77 = call <16 x i16> @llvm.genx.rdregioni.v16i16.v128i16.i16(<128 x i16> %v14, i32 16, i32 16, i32 1, i16 58, i32 undef)
  %v76 = sub <16 x i16> %v75, %v77
  %v78 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v16i16.i16.i1(<128 x i16> %v69, <16 x i16> %v76, i32 16, i32 16, i32 1, i16 92, i32 undef, i1 true)
  %v79 = call <32 x i8> @llvm.genx.rdregioni.v32i8.v256i8.i16(<256 x i8> %v7, i32 0, i32 32, i32 0, i16 254, i32 undef)
  %v81 = call <256 x i8> @llvm.genx.wrregioni.v256i8.v32i8.i16.i1(<256 x i8> %v74, <32 x i8> %v79, i32 32, i32 32, i32 1, i16 158, i32 undef, i1 true)
  %v82 = call <16 x i32> @llvm.genx.rdregioni.v16i32.v64i32.i16(<64 x i32> %v21, i32 4, i32 8, i32 4, i16 48, i32 undef)
  %v84 = call <16 x i8> @llvm.genx.rdregioni.v16i8.v256i8.i16(<256 x i8> %v74, i32 4, i32 2, i32 1, i16 25, i32 undef)
  %v83 = sext <16 x i8> %v84 to <16 x i32>
  %v85 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v16i32.i16.i1(<64 x i32> %v21, <16 x i32> %v83, i32 32, i32 16, i32 2, i16 132, i32 undef, i1 true)
  %v86 = call <4 x i16> @llvm.genx.rdregioni.v4i16.v128i16.i16(<128 x i16> %v78, i32 6, i32 2, i32 4, i16 162, i32 undef)
  %v88 = call <4 x i16> @llvm.genx.rdregioni.v4i16.v128i16.i16(<128 x i16> %v78, i32 0, i32 1, i32 0, i16 12, i32 undef)
  %v89 = icmp slt <4 x i16> %v86, %v88
  %v87 = select <4 x i1> %v89, <4 x i16> %v86, <4 x i16> %v88
  %v90 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v4i16.i16.i1(<128 x i16> %v78, <4 x i16> %v87, i32 4, i32 4, i32 1, i16 86, i32 undef, i1 true)
  %v91 = call <16 x i16> @llvm.genx.rdregioni.v16i16.v128i16.i16(<128 x i16> %v69, i32 16, i32 4, i32 0, i16 114, i32 undef)
  %v93 = call <16 x i16> @llvm.genx.rdregioni.v16i16.v128i16.i16(<128 x i16> %v90, i32 4, i32 16, i32 2, i16 56, i32 undef)
  %v94 = icmp slt <16 x i16> %v91, %v93
  %v92 = select <16 x i1> %v94, <16 x i16> %v91, <16 x i16> %v93
  %v95 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v16i16.i16.i1(<128 x i16> %v90, <16 x i16> %v92, i32 16, i32 16, i32 1, i16 40, i32 undef, i1 true)
  %v96 = call <1 x half> @llvm.genx.rdregionf.v1f16.v128f16.i16(<128 x half> %v28, i32 6, i32 1, i32 3, i16 122, i32 undef)
  %v98 = call <1 x half> @llvm.genx.rdregionf.v1f16.v128f16.i16(<128 x half> %v44, i32 2, i32 1, i32 1, i16 82, i32 undef)
  %v97 = fmul <1 x half> %v96, %v98
  %v99 = call <128 x half> @llvm.genx.wrregionf.v128f16.v1f16.i16.i1(<128 x half> %v61, <1 x half> %v97, i32 2, i32 1, i32 2, i16 38, i32 undef, i1 true)
  %v100 = call <32 x float> @llvm.genx.rdregionf.v32f32.v64f32.i16(<64 x float> %v35, i32 4, i32 8, i32 2, i16 96, i32 undef)
  %v102 = call <32 x float> @llvm.genx.rdregionf.v32f32.v64f32.i16(<64 x float> %v39, i32 16, i32 16, i32 3, i16 4, i32 undef)
  %v101 = fsub <32 x float> %v100, %v102
  %v103 = call <64 x float> @llvm.genx.wrregionf.v64f32.v32f32.i16.i1(<64 x float> %v65, <32 x float> %v101, i32 64, i32 32, i32 2, i16 0, i32 undef, i1 true)
  %v104 = call <32 x i32> @llvm.genx.rdregioni.v32i32.v64i32.i16(<64 x i32> %v21, i32 2, i32 1, i32 1, i16 0, i32 undef)
  %v106 = call <32 x i32> @llvm.genx.rdregioni.v32i32.v64i32.i16(<64 x i32> %v85, i32 2, i32 4, i32 4, i16 108, i32 undef)
  %v105 = mul <32 x i32> %v104, %v106
  %v107 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v32i32.i16.i1(<64 x i32> %v85, <32 x i32> %v105, i32 32, i32 32, i32 1, i16 24, i32 undef, i1 true)
  %v108 = call <16 x i16> @llvm.genx.rdregioni.v16i16.v128i16.i16(<128 x i16> %v95, i32 8, i32 16, i32 1, i16 24, i32 undef)
  %v110 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v16i16.i16.i1(<128 x i16> %v95, <16 x i16> %v108, i32 32, i32 16, i32 2, i16 134, i32 undef, i1 true)
  %v111 = call <16 x half> @llvm.genx.rdregionf.v16f16.v128f16.i16(<128 x half> %v28, i32 3, i32 8, i32 4, i16 128, i32 undef)
  %v113 = call <16 x half> @llvm.genx.rdregionf.v16f16.v128f16.i16(<128 x half> %v61, i32 4, i32 2, i32 3, i16 152, i32 undef)
  %v112 = fmul <16 x half> %v111, %v113
  %v114 = call <128 x half> @llvm.genx.wrregionf.v128f16.v16f16.i16.i1(<128 x half> %v99, <16 x half> %v112, i32 64, i32 16, i32 4, i16 60, i32 undef, i1 true)
  %v115 = call <8 x half> @llvm.genx.rdregionf.v8f16.v128f16.i16(<128 x half> %v44, i32 0, i32 8, i32 2, i16 78, i32 undef)
  %v117 = call <8 x half> @llvm.genx.rdregionf.v8f16.v128f16.i16(<128 x half> %v61, i32 16, i32 2, i32 2, i16 10, i32 undef)
  %v116 = fadd <8 x half> %v115, %v117
  %v118 = call <128 x half> @llvm.genx.wrregionf.v128f16.v8f16.i16.i1(<128 x half> %v114, <8 x half> %v116, i32 8, i32 8, i32 1, i16 154, i32 undef, i1 true)
  %v119 = call <16 x half> @llvm.genx.rdregionf.v16f16.v128f16.i16(<128 x half> %v28, i32 8, i32 2, i32 0, i16 80, i32 undef)
  %v121 = call <16 x half> @llvm.genx.rdregionf.v16f16.v128f16.i16(<128 x half> %v44, i32 6, i32 16, i32 2, i16 166, i32 undef)
  %v120 = fmul <16 x half> %v119, %v121
  %v122 = call <128 x half> @llvm.genx.wrregionf.v128f16.v16f16.i16.i1(<128 x half> %v118, <16 x half> %v120, i32 16, i32 16, i32 1, i16 6, i32 undef, i1 true)
  %v123 = call <2 x i32> @llvm.genx.rdregioni.v2i32.v64i32.i16(<64 x i32> %v107, i32 4, i32 1, i32 0, i16 12, i32 undef)
  %v125 = call <2 x i32> @llvm.genx.rdregioni.v2i32.v64i32.i16(<64 x i32> %v85, i32 1, i32 2, i32 2, i16 108, i32 undef)
  %v124 = ashr <2 x i32> %v123, %v125
  %v126 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v2i32.i16.i1(<64 x i32> %v107, <2 x i32> %v124, i32 8, i32 2, i32 4, i16 88, i32 undef, i1 true)
  %v127 = call <16 x i32> @llvm.genx.rdregioni.v16i32.v64i32.i16(<64 x i32> %v21, i32 16, i32 16, i32 0, i16 240, i32 undef)
  %v129 = call <16 x i32> @llvm.genx.rdregioni.v16i32.v64i32.i16(<64 x i32> %v21, i32 4, i32 4, i32 4, i16 20, i32 undef)
  %v128 = xor <16 x i32> %v127, %v129
  %v130 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v16i32.i16.i1(<64 x i32> %v126, <16 x i32> %v128, i32 32, i32 16, i32 2, i16 84, i32 undef, i1 true)
  %v131 = call <16 x i16> @llvm.genx.rdregioni.v16i16.v128i16.i16(<128 x i16> %v110, i32 2, i32 4, i32 1, i16 118, i32 undef)
  %v133 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v16i16.i16.i1(<128 x i16> %v110, <16 x i16> %v131, i32 16, i32 16, i32 1, i16 88, i32 undef, i1 true)
  %v134 = call <8 x i32> @llvm.genx.rdregioni.v8i32.v64i32.i16(<64 x i32> %v130, i32 2, i32 1, i32 2, i16 148, i32 undef)
  %v136 = call <8 x i32> @llvm.genx.rdregioni.v8i32.v64i32.i16(<64 x i32> %v21, i32 2, i32 8, i32 2, i16 36, i32 undef)
  %v135 = lshr <8 x i32> %v134, %v136
  %v137 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v8i32.i16.i1(<64 x i32> %v130, <8 x i32> %v135, i32 32, i32 8, i32 4, i16 32, i32 undef, i1 true)
  %v138 = call <8 x half> @llvm.genx.rdregionf.v8f16.v128f16.i16(<128 x half> %v118, i32 8, i32 4, i32 1, i16 136, i32 undef)
  %v140 = call <8 x half> @llvm.genx.rdregionf.v8f16.v128f16.i16(<128 x half> %v44, i32 0, i32 8, i32 1, i16 156, i32 undef)
  %v139 = fsub <8 x half> %v138, %v140
  %v141 = call <128 x half> @llvm.genx.wrregionf.v128f16.v8f16.i16.i1(<128 x half> %v122, <8 x half> %v139, i32 16, i32 8, i32 2, i16 48, i32 undef, i1 true)
  %v142 = call <16 x i16> @llvm.genx.rdregioni.v16i16.v128i16.i16(<128 x i16> %v78, i32 16, i32 16, i32 2, i16 192, i32 undef)
  %v144 = call <16 x half> @llvm.genx.rdregionf.v16f16.v128f16.i16(<128 x half> %v61, i32 1, i32 4, i32 1, i16 28, i32 undef)
  %v143 = fptosi <16 x half> %v144 to <16 x i16>
  %v145 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v16i16.i16.i1(<128 x i16> %v133, <16 x i16> %v143, i32 64, i32 16, i32 4, i16 6, i32 undef, i1 true)
  %v146 = call <4 x i16> @llvm.genx.rdregioni.v4i16.v128i16.i16(<128 x i16> %v133, i32 16, i32 4, i32 1, i16 156, i32 undef)
  %v148 = call <4 x i32> @llvm.genx.rdregioni.v4i32.v64i32.i16(<64 x i32> %v137, i32 8, i32 1, i32 3, i16 4, i32 undef)
  %v147 = trunc <4 x i32> %v148 to <4 x i16>
  %v149 = call <128 x i16> @llvm.genx.wrregioni.v128i16.v4i16.i16.i1(<128 x i16> %v145, <4 x i16> %v147, i32 8, i32 4, i32 2, i16 92, i32 undef, i1 true)
  %v150 = call <32 x i8> @llvm.genx.rdregioni.v32i8.v256i8.i16(<256 x i8> %v49, i32 16, i32 2, i32 1, i16 11, i32 undef)
  %v152 = call <256 x i8> @llvm.genx.wrregioni.v256i8.v32i8.i16.i1(<256 x i8> %v81, <32 x i8> %v150, i32 32, i32 32, i32 1, i16 163, i32 undef, i1 true)
  %v153 = call <16 x i32> @llvm.genx.rdregioni.v16i32.v64i32.i16(<64 x i32> %v130, i32 2, i32 2, i32 1, i16 52, i32 undef)
  %v155 = call <16 x i32> @llvm.genx.rdregioni.v16i32.v64i32.i16(<64 x i32> %v21, i32 2, i32 4, i32 1, i16 8, i32 undef)
  %v156 = icmp slt <16 x i32> %v153, %v155
  %v154 = select <16 x i1> %v156, <16 x i32> %v153, <16 x i32> %v155
  %v157 = call <64 x i32> @llvm.genx.wrregioni.v64i32.v16i32.i16.i1(<64 x i32> %v137, <16 x i32> %v154, i32 16, i32 16, i32 1, i16 56, i32 undef, i1 true)
  %v158 = call <128 x i8> @llvm.genx.rdregioni.v128i8.v256i8.i16(<256 x i8> %v152, i32 128, i32 128, i32 1, i16 0, i32 undef)
  %v159 = add i64 %q, 0
  call void @llvm.genx.svm.block.st.i64.v128i8(i64 %v159, <128 x i8> %v158)
  %v160 = call <128 x i8> @llvm.genx.rdregioni.v128i8.v256i8.i16(<256 x i8> %v152, i32 128, i32 128, i32 1, i16 128, i32 undef)
  %v161 = add i64 %q, 128
  call void @llvm.genx.svm.block.st.i64.v128i8(i64 %v161, <128 x i8> %v160)
  %v162 = call <64 x i16> @llvm.genx.rdregioni.v64i16.v128i16.i16(<128 x i16> %v149, i32 64, i32 64, i32 1, i16 0, i32 undef)
  %v163 = add i64 %q, 256
  call void @llvm.genx.svm.block.st.i64.v64i16(i64 %v163, <64 x i16> %v162)
  %v164 = call <64 x i16> @llvm.genx.rdregioni.v64i16.v128i16.i16(<128 x i16> %v149, i32 64, i32 64, i32 1, i16 128, i32 undef)
  %v165 = add i64 %q, 384
  call void @llvm.genx.svm.block.st.i64.v64i16(i64 %v165, <64 x i16> %v164)
  %v166 = call <32 x i32> @llvm.genx.rdregioni.v32i32.v64i32.i16(<64 x i32> %v157, i32 32, i32 32, i32 1, i16 0, i32 undef)
  %v167 = add i64 %q, 512
  call void @llvm.genx.svm.block.st.i64.v32i32(i64 %v167, <32 x i32> %v166)
  %v168 = call <32 x i32> @llvm.genx.rdregioni.v32i32.v64i32.i16(<64 x i32> %v157, i32 32, i32 32, i32 1, i16 128, i32 undef)
  %v169 = add i64 %q, 640
  call void @llvm.genx.svm.block.st.i64.v32i32(i64 %v169, <32 x i32> %v168)
  %v170 = call <64 x half> @llvm.genx.rdregionf.v64f16.v128f16.i16(<128 x half> %v141, i32 64, i32 64, i32 1, i16 0, i32 undef)
  %v171 = add i64 %q, 768
  call void @llvm.genx.svm.block.st.i64.v64f16(i64 %v171, <64 x half> %v170)
  %v172 = call <64 x half> @llvm.genx.rdregionf.v64f16.v128f16.i16(<128 x half> %v141, i32 64, i32 64, i32 1, i16 128, i32 undef)
  %v173 = add i64 %q, 896
  call void @llvm.genx.svm.block.st.i64.v64f16(i64 %v173, <64 x half> %v172)
  %v174 = call <32 x float> @llvm.genx.rdregionf.v32f32.v64f32.i16(<64 x float> %v103, i32 32, i32 32, i32 1, i16 0, i32 undef)
  %v175 = add i64 %q, 1024
  call void @llvm.genx.svm.block.st.i64.v32f32(i64 %v175, <32 x float> %v174)
  %v176 = call <32 x float> @llvm.genx.rdregionf.v32f32.v64f32.i16(<64 x float> %v103, i32 32, i32 32, i32 1, i16 128, i32 undef)
  %v177 = add i64 %q, 1152
  call void @llvm.genx.svm.block.st.i64.v32f32(i64 %v177, <32 x float> %v176)
  ret void
}
attributes #0 = { "CMGenxMain" "VCFunction" "oclrt"="1" "VCSLMSize"="0" }
!genx.kernels = !{!0}
!0 = !{void (i64, i64)* @k, !"k", !1, i32 0, !2, !2, !3, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{i32 0, i32 0}
!3 = !{!"svmptr_t read_write", !"svmptr_t read_write"}

