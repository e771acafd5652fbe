; llvm.genx.r0 is the thread's header, eight dwords; a register of pvc has sixteen, and the rest reads as zero.
; RUN: for o in 0 2; do %cmc -march=pvc -O$o %s -o %t.bin && %cmrun %t.bin --check --arg svm:64:iota:d --dump 0:d | %FileCheck %s || exit 1; done
; Dword 1 is the number of the group in x, 0; dwords 8 to 15 of the memory were 8 to 15.
; CHECK: arg 0: {{[0-9-]+ 0 [0-9-]+ [0-9-]+ [0-9-]+ [0-9-]+ [0-9-]+ [0-9-]+ 0 0 0 0 0 0 0 0$}}
declare <16 x i32> @llvm.genx.r0.v16i32()
declare void @llvm.genx.svm.block.st.i64.v16i32(i64, <16 x i32>)
define dllexport void @k(i64 %to) #0 {
  %h = call <16 x i32> @llvm.genx.r0.v16i32()
  call void @llvm.genx.svm.block.st.i64.v16i32(i64 %to, <16 x i32> %h)
  ret void
}
attributes #0 = { "CMGenxMain" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !2, !2, !3, i32 0, i32 0}
!1 = !{i32 0}
!2 = !{i32 0}
!3 = !{!"svmptr_t"}
