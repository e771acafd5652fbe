; Extensions are part of shifts and of logic, as they are of sums: the source keeps its own type. A shift to the right reads its source
; with the signedness that it has itself, so that only an extension of that kind is part of it.
; RUN: %cmc %s -march=tgl -S -o - | %FileCheck %s --check-prefixes=CHECK,BYTES
; RUN: %cmc %s -march=pvc -S -o - | %FileCheck %s --check-prefixes=CHECK,MOVES
; RUN: %cmc %s -march=tgl -o %t.bin
; RUN: %cmrun %t.bin --kernel k --arg svm:64:iota,250:b --arg svm:32:fill,6:d --arg svm:192:zero --dump 2:d:48 | %FileCheck %s --check-prefix=VALUE
; The bytes 250 to 255, 0, 1, ... times four, and with 6; the words that two of them are: xor with 6, shifted by 6 with their sign, without, and extended by it but shifted without.
; VALUE: {{ *}}1000 1004 1008 1012 1016 1020 0 4
; VALUE-SAME: 2 2 4 4 6 6 0 0
; VALUE-SAME: 64508 65018 65528 262 772 1282 1792 2318
; VALUE-SAME: -17 -9 -1 4 12 20 28 36
; VALUE-SAME: 1007 1015 1023 4 12 20 28 36
; VALUE-SAME: 67108847 67108855 67108863 4 12 20 28 36
; BYTES-DAG: shl (8|M0) r{{[0-9.]+}}<1>:d r{{[0-9.]+}}<1;1,0>:ub 0x2:ud
; BYTES-DAG: and (8|M0) r{{[0-9.]+}}<1>:d r{{[0-9.]+}}<1;1,0>:ub r{{[0-9.]+}}<1;1,0>:d
; MOVES-DAG: mov (8|M0) r{{[0-9.]+}}<1>:u{{[wd]}} r{{[0-9.]+}}<1;1,0>:ub
; CHECK-DAG: xor (8|M0) r{{[0-9.]+}}<1>:d r{{[0-9.]+}}<1;1,0>:d r{{[0-9.]+}}<1;1,0>:uw
; CHECK-DAG: asr (8|M0) r{{[0-9.]+}}<1>:d r{{[0-9.]+}}<1;1,0>:w r{{[0-9.]+}}<1;1,0>:d
; CHECK-DAG: shr (8|M0) r{{[0-9.]+}}<1>:ud r{{[0-9.]+}}<1;1,0>:uw r{{[0-9.]+}}<1;1,0>:ud
; CHECK-DAG: mov (8|M0) r{{[0-9.]+}}<1>:d r{{[0-9.]+}}<1;1,0>:w
declare <32 x i8> @llvm.genx.svm.block.ld.v32i8.i64(i64)
declare <8 x i32> @llvm.genx.svm.block.ld.v8i32.i64(i64)
declare <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8>, i32, i32, i32, i16, i32)
declare <8 x i16> @llvm.genx.rdregioni.v8i16.v16i16.i16(<16 x i16>, i32, i32, i32, i16, i32)
declare void @llvm.genx.svm.block.st.i64.v8i32(i64, <8 x i32>)
define dllexport spir_kernel void @k(i64 %in, i64 %six, i64 %out) #0 {
  %v = call <32 x i8> @llvm.genx.svm.block.ld.v32i8.i64(i64 %in)
  %q = call <8 x i32> @llvm.genx.svm.block.ld.v8i32.i64(i64 %six)
  %b = call <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8> %v, i32 8, i32 8, i32 1, i16 0, i32 undef)
  %w = bitcast <32 x i8> %v to <16 x i16>
  %h = call <8 x i16> @llvm.genx.rdregioni.v8i16.v16i16.i16(<16 x i16> %w, i32 8, i32 8, i32 1, i16 0, i32 undef)
  %bz = zext <8 x i8> %b to <8 x i32>
  %hz = zext <8 x i16> %h to <8 x i32>
  %hs = sext <8 x i16> %h to <8 x i32>
  %r0 = shl <8 x i32> %bz, <i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2>
  %o0 = add i64 %out, 0
  call void @llvm.genx.svm.block.st.i64.v8i32(i64 %o0, <8 x i32> %r0)
  %r1 = and <8 x i32> %bz, %q
  %o1 = add i64 %out, 32
  call void @llvm.genx.svm.block.st.i64.v8i32(i64 %o1, <8 x i32> %r1)
  %r2 = xor <8 x i32> %hz, %q
  %o2 = add i64 %out, 64
  call void @llvm.genx.svm.block.st.i64.v8i32(i64 %o2, <8 x i32> %r2)
  %r3 = ashr <8 x i32> %hs, %q
  %o3 = add i64 %out, 96
  call void @llvm.genx.svm.block.st.i64.v8i32(i64 %o3, <8 x i32> %r3)
  %r4 = lshr <8 x i32> %hz, %q
  %o4 = add i64 %out, 128
  call void @llvm.genx.svm.block.st.i64.v8i32(i64 %o4, <8 x i32> %r4)
  %r5 = lshr <8 x i32> %hs, %q
  %o5 = add i64 %out, 160
  call void @llvm.genx.svm.block.st.i64.v8i32(i64 %o5, <8 x i32> %r5)
  ret void
}
attributes #0 = { nounwind "CMGenxMain" "oclrt"="1" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !3, i32 0, i32 0}
!1 = !{i32 0, i32 0, i32 0}
!3 = !{!"svmptr_t", !"svmptr_t", !"svmptr_t"}
