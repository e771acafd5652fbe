; Ramps of 64-bit integers: small digits times a step, plus a base. The digits are made once, as dwords with gaps, for all bases that an
; instruction takes. A ramp whose upper halves differ (from -32 to 13) needs instructions on 64 bits.
; RUN: for m in skl tgl dg2 pvc bmg; do for o in 0 2; do %cmc -march=$m -O$o %s -o %t.bin && %cmrun %t.bin --check --arg svm:128:iota,1000:q --arg svm:768 --dump 1:q | %FileCheck %s || exit 1; done; done
; RUN: for m in pvc bmg; do %cmc -march=$m %s -S -o - | %FileCheck %s --check-prefix=ASM || exit 1; done
; CHECK: arg 1: 1000 1005 1010 1015 1020 1025 1030 1035 1040 1045 1050 1055 1060 1065 1070 1075 1064 1069 1074 1079 1084 1089 1094 1099 1104 1109 1114 1119 1124 1129 1134 1139 8589935592 8589935601 8589935610 8589935619 8589935628 8589935637 8589935646 8589935655 8589935664 8589935673 8589935682 8589935691 8589935700 8589935709 8589935718 8589935727 968 972 976 980 984 988 992 996 1000 1004 1008 1012 1016 1020 1024 1028 1005 1001 1017 1010 1011 1006 1008 1010 1012 1018 1018 1017 1023 1023 1028 1027 999 993 987 981 975 969 963 957 951 945 939 933 927 921 915 909{{$}}
; Two movs for the digits 0 to 15, two for the fifth constant, and two for the last, which falls. No lane is written alone.
; ASM-NOT: mov (1|M0) {{.*}}:uq 0x
define dllexport spir_kernel void @k(i64 %in, i64 %out) #0 {
  %i0 = add i64 %in, 0
  %x0 = call <8 x i64> @llvm.genx.svm.block.ld.v8i64.i64(i64 %i0)
  %i1 = add i64 %in, 64
  %x1 = call <8 x i64> @llvm.genx.svm.block.ld.v8i64.i64(i64 %i1)
  %x = shufflevector <8 x i64> %x0, <8 x i64> %x1, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %s0 = add <16 x i64> %x, <i64 0, i64 4, i64 8, i64 12, i64 16, i64 20, i64 24, i64 28, i64 32, i64 36, i64 40, i64 44, i64 48, i64 52, i64 56, i64 60>
  %p0.0 = shufflevector <16 x i64> %s0, <16 x i64> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %o0.0 = add i64 %out, 0
  call void @llvm.genx.svm.block.st.i64.v8i64(i64 %o0.0, <8 x i64> %p0.0)
  %p0.1 = shufflevector <16 x i64> %s0, <16 x i64> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %o0.1 = add i64 %out, 64
  call void @llvm.genx.svm.block.st.i64.v8i64(i64 %o0.1, <8 x i64> %p0.1)
  %s1 = add <16 x i64> %x, <i64 64, i64 68, i64 72, i64 76, i64 80, i64 84, i64 88, i64 92, i64 96, i64 100, i64 104, i64 108, i64 112, i64 116, i64 120, i64 124>
  %p1.0 = shufflevector <16 x i64> %s1, <16 x i64> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %o1.0 = add i64 %out, 128
  call void @llvm.genx.svm.block.st.i64.v8i64(i64 %o1.0, <8 x i64> %p1.0)
  %p1.1 = shufflevector <16 x i64> %s1, <16 x i64> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %o1.1 = add i64 %out, 192
  call void @llvm.genx.svm.block.st.i64.v8i64(i64 %o1.1, <8 x i64> %p1.1)
  %s2 = add <16 x i64> %x, <i64 8589934592, i64 8589934600, i64 8589934608, i64 8589934616, i64 8589934624, i64 8589934632, i64 8589934640, i64 8589934648, i64 8589934656, i64 8589934664, i64 8589934672, i64 8589934680, i64 8589934688, i64 8589934696, i64 8589934704, i64 8589934712>
  %p2.0 = shufflevector <16 x i64> %s2, <16 x i64> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %o2.0 = add i64 %out, 256
  call void @llvm.genx.svm.block.st.i64.v8i64(i64 %o2.0, <8 x i64> %p2.0)
  %p2.1 = shufflevector <16 x i64> %s2, <16 x i64> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %o2.1 = add i64 %out, 320
  call void @llvm.genx.svm.block.st.i64.v8i64(i64 %o2.1, <8 x i64> %p2.1)
  %s3 = add <16 x i64> %x, <i64 -32, i64 -29, i64 -26, i64 -23, i64 -20, i64 -17, i64 -14, i64 -11, i64 -8, i64 -5, i64 -2, i64 1, i64 4, i64 7, i64 10, i64 13>
  %p3.0 = shufflevector <16 x i64> %s3, <16 x i64> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %o3.0 = add i64 %out, 384
  call void @llvm.genx.svm.block.st.i64.v8i64(i64 %o3.0, <8 x i64> %p3.0)
  %p3.1 = shufflevector <16 x i64> %s3, <16 x i64> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %o3.1 = add i64 %out, 448
  call void @llvm.genx.svm.block.st.i64.v8i64(i64 %o3.1, <8 x i64> %p3.1)
  %s4 = add <16 x i64> %x, <i64 5, i64 0, i64 15, i64 7, i64 7, i64 1, i64 2, i64 3, i64 4, i64 9, i64 8, i64 6, i64 11, i64 10, i64 14, i64 12>
  %p4.0 = shufflevector <16 x i64> %s4, <16 x i64> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %o4.0 = add i64 %out, 512
  call void @llvm.genx.svm.block.st.i64.v8i64(i64 %o4.0, <8 x i64> %p4.0)
  %p4.1 = shufflevector <16 x i64> %s4, <16 x i64> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %o4.1 = add i64 %out, 576
  call void @llvm.genx.svm.block.st.i64.v8i64(i64 %o4.1, <8 x i64> %p4.1)
  %s5 = add <16 x i64> %x, <i64 -1, i64 -8, i64 -15, i64 -22, i64 -29, i64 -36, i64 -43, i64 -50, i64 -57, i64 -64, i64 -71, i64 -78, i64 -85, i64 -92, i64 -99, i64 -106>
  %p5.0 = shufflevector <16 x i64> %s5, <16 x i64> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %o5.0 = add i64 %out, 640
  call void @llvm.genx.svm.block.st.i64.v8i64(i64 %o5.0, <8 x i64> %p5.0)
  %p5.1 = shufflevector <16 x i64> %s5, <16 x i64> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %o5.1 = add i64 %out, 704
  call void @llvm.genx.svm.block.st.i64.v8i64(i64 %o5.1, <8 x i64> %p5.1)
  ret void
}
declare <8 x i64> @llvm.genx.svm.block.ld.v8i64.i64(i64)
declare void @llvm.genx.svm.block.st.i64.v8i64(i64, <8 x i64>)
attributes #0 = { nounwind "CMGenxMain" "oclrt"="1" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
