; A data layout that names 64 bits as native does not widen counters: the loop's stays a dword, as without the layout. Both halves of a
; wider one would need logic of their own.
; RUN: %opt -passes=adapt_calls -S %s | %FileCheck %s --check-prefix=LAYOUT
; RUN: sed 's/-n8:16:32:64//' %s > %t.ll
; RUN: for m in tgl pvc bmg; do %cmc -march=$m %s -S -o %t.a && %cmc -march=$m %t.ll -S -o %t.b && sed 's/^\/\/.*//' %t.a > %t.c && sed 's/^\/\/.*//' %t.b | diff %t.c - || exit 1; done
; RUN: for m in skl tgl dg2 pvc bmg; do for o in 0 2; do %cmc -march=$m -O$o %s -o %t.bin && %cmrun %t.bin --check --arg svm:256:iota:d --arg svm:32 --arg i32:4 --dump 1:d | %FileCheck %s || exit 1; done; done
; Four rows of sixteen; the first eight of each: lane + 16 * row, in sum 4 * lane + 96.
; CHECK: arg 1: 96 100 104 108 112 116 120 124{{$}}
; LAYOUT: target datalayout = "e-p:64:64-i64:64-ni:2"
target datalayout = "e-p:64:64-i64:64-n8:16:32:64-ni:2"
define dllexport spir_kernel void @k(i64 %in, i64 %out, i32 %n) #0 {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %sum = phi <8 x i32> [ zeroinitializer, %entry ], [ %sum1, %loop ]
  %o = shl i32 %i, 6
  %w = zext i32 %o to i64
  %a = add i64 %in, %w
  %v = call <8 x i32> @llvm.genx.svm.block.ld.v8i32.i64(i64 %a)
  %sum1 = add <8 x i32> %sum, %v
  %i1 = add nuw nsw i32 %i, 1
  %c = icmp ult i32 %i1, %n
  br i1 %c, label %loop, label %exit
exit:
  call void @llvm.genx.svm.block.st.i64.v8i32(i64 %out, <8 x i32> %sum1)
  ret void
}
declare <8 x i32> @llvm.genx.svm.block.ld.v8i32.i64(i64)
declare void @llvm.genx.svm.block.st.i64.v8i32(i64, <8 x i32>)
attributes #0 = { nounwind "CMGenxMain" "oclrt"="1" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t", !""}
