; A destination stride of three splits the masked write into single lanes: the second lane's predicate is moved down,
; because instructions start at channels 0, 4, 8 and so on.
; RUN: %cmc %s -S -o - | %FileCheck %s
; CHECK: (W&f[[F:[0-9.]+]]) mov (1|M0) {{.*}}:uw
; CHECK: shr (1|M0) {{.*}} 0x1:uw
; CHECK-NOT: |M1)
; CHECK: (W&f{{[0-9.]+}}) mov (1|M0) {{.*}}:uw
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"
declare <8 x i16> @llvm.genx.svm.block.ld.v8i16.i64(i64)
declare void @llvm.genx.svm.block.st.i64.v8i16(i64, <8 x i16>)
declare <2 x i16> @llvm.genx.rdregioni.v2i16.v8i16.i16(<8 x i16>, i32, i32, i32, i16, i32)
declare <8 x i16> @llvm.genx.wrregioni.v8i16.v2i16.i16.v2i1(<8 x i16>, <2 x i16>, i32, i32, i32, i16, i32, <2 x i1>)
define dllexport spir_kernel void @k(i64 %in, i64 %out) #0 {
  %a = call <8 x i16> @llvm.genx.svm.block.ld.v8i16.i64(i64 %in)
  %q = add i64 %in, 16
  %b = call <8 x i16> @llvm.genx.svm.block.ld.v8i16.i64(i64 %q)
  %n = call <2 x i16> @llvm.genx.rdregioni.v2i16.v8i16.i16(<8 x i16> %b, i32 2, i32 2, i32 1, i16 4, i32 undef)
  %m = icmp sgt <2 x i16> %n, zeroinitializer
  %w = call <8 x i16> @llvm.genx.wrregioni.v8i16.v2i16.i16.v2i1(<8 x i16> %a, <2 x i16> %n, i32 1, i32 2, i32 3, i16 4, i32 undef, <2 x i1> %m)
  call void @llvm.genx.svm.block.st.i64.v8i16(i64 %out, <8 x i16> %w)
  ret void
}
attributes #0 = { nounwind "CMGenxMain" "oclrt"="1" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !2, !3, !4, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{i32 0, i32 0}
!3 = !{i32 0, i32 0}
!4 = !{!"svmptr_t", !"svmptr_t"}
