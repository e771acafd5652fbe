; A counter of 64 bits that a dword or a small constant limits counts in a dword. One without flags may pass an inequality; one that a
; number of 64 bits limits, or that steps by two, stays.
; RUN: %opt -passes='narrow_counters<tgl>' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll --kernel constant
; RUN: %opt -passes='narrow_counters<skl>' -S %s | %FileCheck %s --check-prefix=SKL
; SKL-NOT: phi i32
; RUN: for m in skl tgl dg2 pvc bmg; do for o in 0 2; do %cmc -march=$m -O$o %s -o %t.bin && %cmrun %t.bin --check -k limited --arg svm:256:iota:d --arg svm:32 --arg i32:4 --dump 1:d | %FileCheck %s --check-prefix=VALUES || exit 1; done; done
; Four rows of sixteen; the first eight of each: lane + 16 * row, in sum 4 * lane + 96.
; VALUES: arg 1: 96 100 104 108 112 116 120 124{{$}}

; CHECK-LABEL: @limited
; CHECK: [[I:%.*]] = phi i32 [ 0, %entry ], [ [[N:%.*]], %loop ]
; CHECK: [[N]] = add nuw i32 [[I]], 1
; CHECK: icmp ne i32 [[N]], %n
define dllexport spir_kernel void @limited(i64 %in, i64 %out, i32 %n) #0 {
entry:
  %n64 = zext i32 %n to i64
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %sum = phi <8 x i32> [ zeroinitializer, %entry ], [ %sum1, %loop ]
  %o = shl i64 %i, 6
  %a = add i64 %in, %o
  %v = call <8 x i32> @llvm.genx.svm.block.ld.v8i32.i64(i64 %a)
  %sum1 = add <8 x i32> %sum, %v
  %i1 = add nuw nsw i64 %i, 1
  %c = icmp ne i64 %i1, %n64
  br i1 %c, label %loop, label %exit
exit:
  call void @llvm.genx.svm.block.st.i64.v8i32(i64 %out, <8 x i32> %sum1)
  ret void
}

; CHECK-LABEL: @constant
; CHECK: phi i32 [ 3, %entry ]
; CHECK: icmp uge i32 {{%.*}}, 40
define dllexport spir_kernel void @constant(i32 %s) #0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 3, %entry ], [ %i1, %loop ]
  %sum = phi <4 x i32> [ zeroinitializer, %entry ], [ %sum1, %loop ]
  %t = trunc i64 %i to i32
  %x = insertelement <4 x i32> %sum, i32 %t, i64 1
  %sum1 = add <4 x i32> %sum, %x
  %i1 = add i64 %i, 1
  %c = icmp sge i64 %i1, 40
  br i1 %c, label %exit, label %loop
exit:
  call void @llvm.genx.oword.st.v4i32(i32 %s, i32 0, <4 x i32> %sum1)
  ret void
}

; CHECK-LABEL: @may_wrap
; CHECK: phi i64
define i64 @may_wrap(i32 %n) {
entry:
  %n64 = zext i32 %n to i64
  br label %loop
loop:
  %i = phi i64 [ 5, %entry ], [ %i1, %loop ]
  %i1 = add i64 %i, 1
  %c = icmp eq i64 %i1, %n64
  br i1 %c, label %exit, label %loop
exit:
  ret i64 %i
}

; CHECK-LABEL: @far
; CHECK: phi i64
; CHECK: phi i64
define i64 @far(i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %i1 = add nuw nsw i64 %i, 1
  %c = icmp ne i64 %i1, %n
  br i1 %c, label %loop, label %second
second:
  %j = phi i64 [ 0, %loop ], [ %j1, %second ]
  %j1 = add nuw nsw i64 %j, 2
  %d = icmp ult i64 %j1, 100
  br i1 %d, label %second, label %exit
exit:
  ret i64 %j
}

declare <8 x i32> @llvm.genx.svm.block.ld.v8i32.i64(i64)
declare void @llvm.genx.svm.block.st.i64.v8i32(i64, <8 x i32>)
declare void @llvm.genx.oword.st.v4i32(i32, i32, <4 x i32>)
attributes #0 = { nounwind "CMGenxMain" "oclrt"="1" }
!genx.kernels = !{!0, !3}
!0 = !{ptr @limited, !"limited", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t", !""}
!3 = !{ptr @constant, !"constant", !4, i32 0, !5, !5, !6, i32 0, i32 0}
!4 = !{i32 2}
!5 = !{i32 0}
!6 = !{!"buffer_t"}
