; Attributes of llvm.genx declarations come from the table, whatever the input says.
; RUN: %opt -passes=set_genx_attrs -S %s | %FileCheck %s

; CHECK: ; Function Attrs: nounwind willreturn memory(none)
; CHECK-NEXT: declare <8 x i32> @llvm.genx.rdregioni
declare <8 x i32> @llvm.genx.rdregioni.v8i32.v16i32.i16(<16 x i32>, i32, i32, i32, i16, i32)

; Arithmetic on lanes has no effects that its operands could prevent.
; CHECK: ; Function Attrs: nounwind speculatable willreturn memory(none)
; CHECK-NEXT: declare float @llvm.genx.exp
declare float @llvm.genx.exp.f32(float)

; memory(read) alone would not let a dead load go: willreturn is needed as well.
; CHECK: ; Function Attrs: nounwind willreturn memory(read)
; CHECK-NEXT: declare <4 x i32> @llvm.genx.oword.ld
declare <4 x i32> @llvm.genx.oword.ld.v4i32(i32, i32, i32) readnone

; CHECK: ; Function Attrs: nounwind willreturn memory(write)
; CHECK-NEXT: declare void @llvm.genx.oword.st
declare void @llvm.genx.oword.st.v4i32(i32, i32, <4 x i32>) readonly

; CHECK: ; Function Attrs: convergent nounwind willreturn
; CHECK-NEXT: declare void @llvm.genx.barrier
declare void @llvm.genx.barrier() readnone

; A function with a barrier is convergent, and so is its caller.
; CHECK: ; Function Attrs: convergent
; CHECK-NEXT: define internal void @inner
define internal void @inner() {
  call void @llvm.genx.barrier()
  ret void
}
; CHECK: ; Function Attrs: convergent
; CHECK-NEXT: define void @outer
define void @outer() {
  call void @inner()
  ret void
}
; CHECK-NOT: convergent
; CHECK: ; Function Attrs: noimplicitfloat
; CHECK-NEXT: define void @alone
define void @alone() {
  ret void
}
