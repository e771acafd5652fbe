; A predicate as a number that is stored or loaded through a pointer: LLVM makes that a store of the predicate itself.
; RUN: %cmc %s -march=tgl -o %t.bin
; RUN: %cmrun %t.bin --kernel k --arg svm:64:iota:d --arg svm:64:zero --dump 1:d:2 | %FileCheck %s
; RUN: %cmc -O0 %s -march=pvc -o %t.pvc
; RUN: %cmrun %t.pvc --kernel k --arg svm:64:iota:d --arg svm:64:zero --dump 1:d:2 | %FileCheck %s
; Of 0, 1, ... 15 those above 3 and not 8: bits 4 to 7 and 9 to 15, 65264. The word 9 chooses lanes 0 and 3: 1 + 8.
; CHECK: 65264
; CHECK-SAME: 9
declare <16 x i32> @llvm.genx.svm.block.ld.v16i32.i64(i64)
define dllexport spir_kernel void @k(i64 %in, i64 %out) #0 {
  %v = call <16 x i32> @llvm.genx.svm.block.ld.v16i32.i64(i64 %in)
  %a = icmp sgt <16 x i32> %v, <i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3>
  %b = icmp ne <16 x i32> %v, <i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8, i32 8>
  %c = and <16 x i1> %a, %b
  %n = bitcast <16 x i1> %c to i16
  %p = inttoptr i64 %out to ptr
  store i16 %n, ptr %p, align 4
  %nine = add i64 %in, 36
  %q = inttoptr i64 %nine to ptr
  %m = load i16, ptr %q, align 4
  %w = bitcast i16 %m to <16 x i1>
  %s = select <16 x i1> %w, <16 x i32> <i32 1, i32 2, i32 4, i32 8, i32 16, i32 32, i32 64, i32 128, i32 256, i32 512, i32 1024, i32 2048, i32 4096, i32 8192, i32 16384, i32 32768>, <16 x i32> zeroinitializer
  %sum = call i32 @llvm.vector.reduce.add.v16i32(<16 x i32> %s)
  %out4 = add i64 %out, 4
  %r = inttoptr i64 %out4 to ptr
  store i32 %sum, ptr %r, align 4
  ret void
}
declare i32 @llvm.vector.reduce.add.v16i32(<16 x i32>)
attributes #0 = { nounwind "CMGenxMain" "oclrt"="1" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !2, !2, !3, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{i32 0, i32 0}
!3 = !{!"svmptr_t", !"svmptr_t"}
