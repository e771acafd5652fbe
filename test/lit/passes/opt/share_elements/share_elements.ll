; An element at a computed offset that several operations read for all lanes is kept as one element.
; RUN: %opt -passes='function(share_elements)' -S %s | %FileCheck %s
declare <16 x half> @llvm.genx.rdregionf.v16f16.v32f16.i16(<32 x half>, i32, i32, i32, i16, i32)
declare <16 x i32> @llvm.genx.rdregioni.v16i32.v16i32.i16(<16 x i32>, i32, i32, i32, i16, i32)
declare <16 x i64> @llvm.genx.rdregioni.v16i64.v16i64.i16(<16 x i64>, i32, i32, i32, i16, i32)

; CHECK-LABEL: @rows(
; CHECK: [[E:%.*]] = call <1 x half> @llvm.genx.rdregionf.v1f16.v32f16.i16(<32 x half> %v, i32 0, i32 1, i32 0, i16 %o, i32 undef)
; CHECK: [[R:%.*]] = call <16 x half> @llvm.genx.rdregionf.v16f16.v1f16.i16(<1 x half> [[E]], i32 0, i32 16, i32 0, i16 0, i32 undef)
; CHECK: %a = fmul <16 x half> %x, [[R]]
; CHECK: %b = fadd <16 x half> [[R]], %y
define <16 x half> @rows(<32 x half> %v, i16 %o, <16 x half> %x, <16 x half> %y) {
  %r = call <16 x half> @llvm.genx.rdregionf.v16f16.v32f16.i16(<32 x half> %v, i32 0, i32 16, i32 0, i16 %o, i32 undef)
  %a = fmul <16 x half> %x, %r
  %b = fadd <16 x half> %r, %y
  %c = fadd <16 x half> %a, %b
  ret <16 x half> %c
}

; Rows of one repeated element, and an operation that reads it twice.
; CHECK-LABEL: @twice(
; CHECK: call <1 x i32>
; CHECK: call <16 x i32> @llvm.genx.rdregioni.v16i32.v1i32.i16
define <16 x i32> @twice(<16 x i32> %v, i16 %o) {
  %r = call <16 x i32> @llvm.genx.rdregioni.v16i32.v16i32.i16(<16 x i32> %v, i32 0, i32 4, i32 0, i16 %o, i32 undef)
  %a = add <16 x i32> %r, %r
  ret <16 x i32> %a
}

; One user reads the element in place. A constant offset is an operand of every user. Elements that differ, results that
; are used whole, and 64-bit elements stay.
; CHECK-LABEL: @alone(
; CHECK-NOT: call <1 x
; CHECK-LABEL: @end(
define <16 x i32> @alone(<16 x i32> %v, i16 %o) {
  %r = call <16 x i32> @llvm.genx.rdregioni.v16i32.v16i32.i16(<16 x i32> %v, i32 0, i32 16, i32 0, i16 %o, i32 undef)
  %a = add <16 x i32> %r, %v
  ret <16 x i32> %a
}
define <16 x i32> @constant(<16 x i32> %v) {
  %r = call <16 x i32> @llvm.genx.rdregioni.v16i32.v16i32.i16(<16 x i32> %v, i32 0, i32 16, i32 0, i16 8, i32 undef)
  %a = add <16 x i32> %r, %v
  %b = mul <16 x i32> %r, %a
  ret <16 x i32> %b
}
define <16 x i32> @pairs(<16 x i32> %v, i16 %o) {
  %r = call <16 x i32> @llvm.genx.rdregioni.v16i32.v16i32.i16(<16 x i32> %v, i32 1, i32 8, i32 0, i16 %o, i32 undef)
  %a = add <16 x i32> %r, %v
  %b = mul <16 x i32> %r, %a
  ret <16 x i32> %b
}
define <16 x i32> @whole(<16 x i32> %v, i16 %o) {
  %r = call <16 x i32> @llvm.genx.rdregioni.v16i32.v16i32.i16(<16 x i32> %v, i32 0, i32 16, i32 0, i16 %o, i32 undef)
  %a = add <16 x i32> %r, %v
  call void @take(<16 x i32> %r)
  ret <16 x i32> %a
}
declare void @take(<16 x i32>)
define <16 x i64> @long(<16 x i64> %v, i16 %o) {
  %r = call <16 x i64> @llvm.genx.rdregioni.v16i64.v16i64.i16(<16 x i64> %v, i32 0, i32 16, i32 0, i16 %o, i32 undef)
  %a = add <16 x i64> %r, %v
  %b = and <16 x i64> %r, %a
  ret <16 x i64> %b
}
define void @end() {
  ret void
}
