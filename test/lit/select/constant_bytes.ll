; The bytes of a constant dword: LLVM does not fold this bitcast. 0x04030201.
; RUN: %cmc -O0 %s -o %t.bin
; RUN: %cmrun %t.bin --arg buf:64:zero --dump 0:ub:16 | %FileCheck %s
; CHECK: 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3
declare <16 x i8> @llvm.genx.rdregioni.v16i8.v4i8.i16(<4 x i8>, i32, i32, i32, i16, i32)
declare void @llvm.genx.oword.st.v16i8(i32, i32, <16 x i8>)
define dllexport void @k(i32 %s) #0 {
  %r = call <16 x i8> @llvm.genx.rdregioni.v16i8.v4i8.i16(<4 x i8> bitcast (<1 x i32> <i32 67305985> to <4 x i8>), i32 0, i32 16, i32 0, i16 2, i32 undef)
  call void @llvm.genx.oword.st.v16i8(i32 %s, i32 0, <16 x i8> %r)
  ret void
}
attributes #0 = { "CMGenxMain" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !2, !2, !3, i32 0, i32 0}
!1 = !{i32 2}
!2 = !{i32 0}
!3 = !{!"buffer_t"}
