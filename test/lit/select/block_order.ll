; A block may precede the block that dominates it: %next passes on a value of %body, which follows it. Four
; iterations: each lane's sum is 0 + 3 * (0 + 1 + 2 + 3) = 18 larger than its input.
; RUN: %cmc %s -O0 -o %t.bin
; RUN: %cmrun %t.bin --device xesim:tgl --check --arg svm:32:iota:d --arg svm:32:zero --dump 1:d | %FileCheck %s
; CHECK: 18 19 20 21 22 23 24 25
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"
declare <8 x i32> @llvm.genx.svm.block.ld.v8i32.i64(i64)
declare void @llvm.genx.svm.block.st.i64.v8i32(i64, <8 x i32>)
define dllexport spir_kernel void @k(i64 %in, i64 %out) #0 {
entry:
  %a = call <8 x i32> @llvm.genx.svm.block.ld.v8i32.i64(i64 %in)
  br label %head
next:
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, 4
  br i1 %more, label %head, label %done
extra:
  %y9 = add <8 x i32> %y, %a
  call void @llvm.genx.svm.block.st.i64.v8i32(i64 %in, <8 x i32> %y9)
  br label %next
head:
  %x = phi <8 x i32> [ %a, %entry ], [ %y, %next ]
  %i = phi i32 [ 0, %entry ], [ %j, %next ]
  br label %body
done:
  call void @llvm.genx.svm.block.st.i64.v8i32(i64 %out, <8 x i32> %y)
  ret void
body:
  %t = mul i32 %i, 3
  %v = insertelement <8 x i32> undef, i32 %t, i32 0
  %s = shufflevector <8 x i32> %v, <8 x i32> undef, <8 x i32> zeroinitializer
  %y = add <8 x i32> %x, %s
  %c = icmp eq i32 %i, 9
  br i1 %c, label %extra, label %next
}
attributes #0 = { nounwind "CMGenxMain" "oclrt"="1" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !2, !3, !4, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{i32 0, i32 0}
!3 = !{i32 0, i32 0}
!4 = !{!"svmptr_t", !"svmptr_t"}
