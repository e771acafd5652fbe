; Operands encoded in the instruction have to be constants after all passes.
; RUN: not %cmc -march=dg2 %s -o %t.bin 2>&1 | %FileCheck %s
; CHECK: error: {{.*}}operand 2 of llvm.genx.lsc.load.merge.stateless must be a constant because the instruction encodes it [CM0965]
; CHECK: error: {{.*}}operand 5 of llvm.genx.lsc.load.merge.stateless must be a constant because the instruction encodes it
; CHECK: error: {{.*}}operand 1 of llvm.genx.svm.gather must be a constant because the instruction encodes it
; CHECK: error: {{.*}}operand 0 of llvm.genx.media.ld must be a constant because the instruction encodes it
; CHECK: error: {{.*}}operand 4 of llvm.genx.raw.send2.noresult must be a constant because the instruction encodes it
; CHECK: error: {{.*}}operand 0 of llvm.genx.fence must be a constant because the instruction encodes it
; CHECK-NOT: error
declare <16 x i32> @llvm.genx.lsc.load.merge.stateless.v16i32.v16i1.v16i64(<16 x i1>, i8, i8, i8, i16, i32, i8, i8, i8, i8, <16 x i64>, i32, <16 x i32>)
declare <16 x i32> @llvm.genx.svm.gather.v16i32.v16i1.v16i64(<16 x i1>, i32, <16 x i64>, <16 x i32>)
declare <32 x i8> @llvm.genx.media.ld.v32i8(i32, i32, i32, i32, i32, i32)
declare void @llvm.genx.raw.send2.noresult.v16i1.v8i32(i8, i8, <16 x i1>, i8, i8, i32, i32, <8 x i32>)
declare void @llvm.genx.fence(i8)
declare void @llvm.genx.oword.st.v16i32(i32, i32, <16 x i32>)
declare void @llvm.genx.oword.st.v32i8(i32, i32, <32 x i8>)
define dllexport spir_kernel void @k(i32 %s, <16 x i64> %at, i32 %n) #0 {
  %b = trunc i32 %n to i8
  %a = call <16 x i32> @llvm.genx.lsc.load.merge.stateless.v16i32.v16i1.v16i64(<16 x i1> splat (i1 true), i8 0, i8 %b, i8 0, i16 1, i32 %n, i8 3, i8 1, i8 1, i8 0, <16 x i64> %at, i32 0, <16 x i32> undef)
  %g = call <16 x i32> @llvm.genx.svm.gather.v16i32.v16i1.v16i64(<16 x i1> splat (i1 true), i32 %n, <16 x i64> %at, <16 x i32> undef)
  %m = call <32 x i8> @llvm.genx.media.ld.v32i8(i32 %n, i32 %s, i32 0, i32 32, i32 0, i32 0)
  call void @llvm.genx.raw.send2.noresult.v16i1.v8i32(i8 0, i8 4, <16 x i1> splat (i1 true), i8 1, i8 %b, i32 0, i32 0, <8 x i32> zeroinitializer)
  call void @llvm.genx.fence(i8 %b)
  call void @llvm.genx.oword.st.v16i32(i32 %s, i32 0, <16 x i32> %a)
  call void @llvm.genx.oword.st.v16i32(i32 %s, i32 4, <16 x i32> %g)
  call void @llvm.genx.oword.st.v32i8(i32 %s, i32 8, <32 x i8> %m)
  ret void
}
attributes #0 = { "CMGenxMain" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !2, !2, !3, i32 0, i32 0}
!1 = !{i32 2, i32 0, i32 0}
!2 = !{i32 0, i32 0, i32 0}
!3 = !{!"buffer_t", !"", !""}
