; A gather of bytes returns four a lane. Without an old value that operand may have any type, as ISPC declares it; a value of
; another type is an error.
; RUN: %cmc -march=dg2 %s -S -o - | %FileCheck %s
; RUN: sed 's/<16 x i8> poison/<16 x i8> zeroinitializer/' %s > %t.ll && not %cmc -march=dg2 %t.ll -o %t.bin 2>&1 | %FileCheck %s --check-prefix=OLD
; CHECK: load, ugm, d8u32, 16 lanes
; OLD: error: in function 'k': operand 3 of llvm.genx.svm.gather has type <16 x i8>, expected the type of the result [CM0014]
declare <64 x i8> @llvm.genx.svm.gather.v64i8.v16i1.v16i64(<16 x i1>, i32, <16 x i64>, <16 x i8>)
declare void @llvm.genx.oword.st.v64i8(i32, i32, <64 x i8>)
define dllexport spir_kernel void @k(i32 %s, <16 x i64> %at) #0 {
  %r = call <64 x i8> @llvm.genx.svm.gather.v64i8.v16i1.v16i64(<16 x i1> splat (i1 true), i32 0, <16 x i64> %at, <16 x i8> poison)
  call void @llvm.genx.oword.st.v64i8(i32 %s, i32 0, <64 x i8> %r)
  ret void
}
attributes #0 = { "CMGenxMain" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !2, !2, !3, i32 0, i32 0}
!1 = !{i32 2, i32 0}
!2 = !{i32 0, i32 0}
!3 = !{!"buffer_t", !""}
