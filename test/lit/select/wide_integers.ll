; Integers of more than 64 bits may hold other vectors, but nothing computes on them: one error in a function, with the type, at -O0 and -O2.
; RUN: not %cmc -march=pvc -O0 %s -o %t.bin 2>&1 | %FileCheck %s
; RUN: not %cmc -march=pvc -O2 %s -o %t.bin 2>&1 | %FileCheck %s
; RUN: not %cmc -march=tgl -O2 %s -o %t.bin 2>&1 | %FileCheck %s
; CHECK-DAG: error: {{.*}}values of type i96 are not supported [CM0920]
; CHECK-DAG: error: {{.*}}values of type <{{[48]}} x i128> are not supported [CM0920]
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define dllexport spir_kernel void @k(i64 %in, i64 %out) #0 {
  %a = call <16 x i32> @llvm.genx.svm.block.ld.v16i32.i64(i64 %in)
  %x = shufflevector <16 x i32> %a, <16 x i32> undef, <3 x i32> <i32 0, i32 1, i32 2>
  %y = bitcast <3 x i32> %x to i96
  %s = lshr i96 %y, 8
  %c = icmp ugt i96 %s, 77
  %w = bitcast i96 %s to <3 x i32>
  %z = shufflevector <3 x i32> %w, <3 x i32> undef, <16 x i32> <i32 0, i32 1, i32 2, i32 0, i32 0, i32 1, i32 2, i32 0, i32 0, i32 1, i32 2, i32 0, i32 0, i32 1, i32 2, i32 0>
  %r = select i1 %c, <16 x i32> %a, <16 x i32> %z
  call void @llvm.genx.svm.block.st.i64.v16i32(i64 %out, <16 x i32> %r)
  ret void
}

define dllexport spir_kernel void @m(i64 %in, i64 %out) #0 {
  %a = call <16 x i32> @llvm.genx.svm.block.ld.v16i32.i64(i64 %in)
  %d = bitcast <16 x i32> %a to <8 x i64>
  %e = zext <8 x i64> %d to <8 x i128>
  %m = mul <8 x i128> %e, %e
  %h = lshr <8 x i128> %m, <i128 64, i128 64, i128 64, i128 64, i128 64, i128 64, i128 64, i128 64>
  %t = trunc <8 x i128> %h to <8 x i64>
  %u = bitcast <8 x i64> %t to <16 x i32>
  call void @llvm.genx.svm.block.st.i64.v16i32(i64 %out, <16 x i32> %u)
  ret void
}

declare <16 x i32> @llvm.genx.svm.block.ld.v16i32.i64(i64)
declare void @llvm.genx.svm.block.st.i64.v16i32(i64, <16 x i32>)

attributes #0 = { nounwind "CMGenxMain" "oclrt"="1" }
!genx.kernels = !{!0, !9}
!0 = !{ptr @k, !"k", !1, i32 0, !2, !2, !3, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{i32 0, i32 0}
!3 = !{!"svmptr_t", !"svmptr_t"}
!9 = !{ptr @m, !"m", !1, i32 0, !2, !2, !3, i32 0, i32 0}
