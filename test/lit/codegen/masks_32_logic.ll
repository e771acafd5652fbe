; A predicate of 32 lanes with some of its lanes turned round: an xor with constants that are not all ones is logic on predicates, which
; takes 16 lanes, though the compare would be one instruction. (An xor with ones only is the flag inverted.)
; RUN: %cmc %s -march=tgl -o %t.bin
; RUN: %cmrun %t.bin --kernel k --arg svm:64:iota:w --arg svm:64:zero --dump 1:w:32 | %FileCheck %s
; RUN: %cmc -O0 %s -march=pvc -o %t.pvc
; RUN: %cmrun %t.pvc --kernel k --arg svm:64:iota:w --arg svm:64:zero --dump 1:w:32 | %FileCheck %s
; Of 0, 1, ... 31 those below 20 are 7, but for lanes 1 and 30, which are the other way round; 20 and more keep their number.
; CHECK: 7 1 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 20 21 22 23 24 25 26 27 28 29 7 31
declare <32 x i16> @llvm.genx.svm.block.ld.v32i16.i64(i64)
declare void @llvm.genx.svm.block.st.i64.v32i16(i64, <32 x i16>)
define dllexport spir_kernel void @k(i64 %in, i64 %out) #0 {
  %v = call <32 x i16> @llvm.genx.svm.block.ld.v32i16.i64(i64 %in)
  %a = icmp ult <32 x i16> %v, <i16 20, i16 20, i16 20, i16 20, i16 20, i16 20, i16 20, i16 20, i16 20, i16 20, i16 20, i16 20, i16 20, i16 20, i16 20, i16 20, i16 20, i16 20, i16 20, i16 20, i16 20, i16 20, i16 20, i16 20, i16 20, i16 20, i16 20, i16 20, i16 20, i16 20, i16 20, i16 20>
  %b = xor <32 x i1> %a, <i1 0, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 1, i1 0>
  %s = select <32 x i1> %b, <32 x i16> <i16 7, i16 7, i16 7, i16 7, i16 7, i16 7, i16 7, i16 7, i16 7, i16 7, i16 7, i16 7, i16 7, i16 7, i16 7, i16 7, i16 7, i16 7, i16 7, i16 7, i16 7, i16 7, i16 7, i16 7, i16 7, i16 7, i16 7, i16 7, i16 7, i16 7, i16 7, i16 7>, <32 x i16> %v
  call void @llvm.genx.svm.block.st.i64.v32i16(i64 %out, <32 x i16> %s)
  ret void
}
attributes #0 = { nounwind "CMGenxMain" "oclrt"="1" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !2, !2, !3, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{i32 0, i32 0}
!3 = !{!"svmptr_t", !"svmptr_t"}
