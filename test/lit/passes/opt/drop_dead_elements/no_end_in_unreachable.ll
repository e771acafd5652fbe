; In code that nobody reaches a write may continue itself. The pass comes to an end there, and leaves it alone.
; RUN: %opt -passes='drop_dead_elements<tgl>' -S %s | %FileCheck %s
; CHECK: dead:
; CHECK: %w = call <8 x i32> @llvm.genx.wrregioni{{.*}}(<8 x i32> %w,
define void @unreachable_write() {
entry:
  ret void
dead:
  %e = add i32 5, 6
  %w = call <8 x i32> @llvm.genx.wrregioni.v8i32.i32.i16.i1(<8 x i32> %w, i32 %e, i32 0, i32 1, i32 0, i16 0, i32 undef, i1 true)
  br label %dead
}
declare <8 x i32> @llvm.genx.wrregioni.v8i32.i32.i16.i1(<8 x i32>, i32, i32, i32, i32, i16, i32, i1)
