; Lanes of one scalar and a constant each are one operation.
; RUN: %opt -passes='join_writes<tgl>,adce' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll

declare <8 x i32> @llvm.genx.wrregioni.v8i32.i32.i16.i1(<8 x i32>, i32, i32, i32, i32, i16, i32, i1) memory(none) nounwind willreturn

; CHECK-LABEL: @ramp
; CHECK: [[V:%.*]] = add <8 x i32> {{%.*}}, <i32 0, i32 3, i32 6, i32 9, i32 12, i32 15, i32 18, i32 21>
; CHECK-NEXT: ret <8 x i32> [[V]]
define <8 x i32> @ramp(i32 %x) {
  %a1 = add i32 %x, 3
  %a2 = add i32 %x, 6
  %a3 = add i32 %x, 9
  %a4 = add i32 %x, 12
  %a5 = add i32 %x, 15
  %a6 = add i32 %x, 18
  %a7 = add i32 %x, 21
  %w0 = call <8 x i32> @llvm.genx.wrregioni.v8i32.i32.i16.i1(<8 x i32> undef, i32 %x, i32 0, i32 1, i32 0, i16 0, i32 undef, i1 true)
  %w1 = call <8 x i32> @llvm.genx.wrregioni.v8i32.i32.i16.i1(<8 x i32> %w0, i32 %a1, i32 0, i32 1, i32 0, i16 4, i32 undef, i1 true)
  %w2 = call <8 x i32> @llvm.genx.wrregioni.v8i32.i32.i16.i1(<8 x i32> %w1, i32 %a2, i32 0, i32 1, i32 0, i16 8, i32 undef, i1 true)
  %w3 = call <8 x i32> @llvm.genx.wrregioni.v8i32.i32.i16.i1(<8 x i32> %w2, i32 %a3, i32 0, i32 1, i32 0, i16 12, i32 undef, i1 true)
  %w4 = call <8 x i32> @llvm.genx.wrregioni.v8i32.i32.i16.i1(<8 x i32> %w3, i32 %a4, i32 0, i32 1, i32 0, i16 16, i32 undef, i1 true)
  %w5 = call <8 x i32> @llvm.genx.wrregioni.v8i32.i32.i16.i1(<8 x i32> %w4, i32 %a5, i32 0, i32 1, i32 0, i16 20, i32 undef, i1 true)
  %w6 = call <8 x i32> @llvm.genx.wrregioni.v8i32.i32.i16.i1(<8 x i32> %w5, i32 %a6, i32 0, i32 1, i32 0, i16 24, i32 undef, i1 true)
  %w7 = call <8 x i32> @llvm.genx.wrregioni.v8i32.i32.i16.i1(<8 x i32> %w6, i32 %a7, i32 0, i32 1, i32 0, i16 28, i32 undef, i1 true)
  ret <8 x i32> %w7
}

; The middle of a vector, in another order; the other lanes stay.
; CHECK-LABEL: @middle
; CHECK: [[V:%.*]] = mul <4 x i32> {{%.*}}, <i32 7, i32 5, i32 9, i32 11>
; CHECK: call <8 x i32> @llvm.genx.wrregioni.v8i32.v4i32.i16.i1(<8 x i32> %old, <4 x i32> [[V]], i32 4, i32 4, i32 1, i16 8,
define <8 x i32> @middle(<8 x i32> %old, i32 %x) {
  %a0 = mul i32 %x, 5
  %a1 = mul i32 %x, 7
  %a2 = mul i32 %x, 9
  %a3 = mul i32 %x, 11
  %w0 = call <8 x i32> @llvm.genx.wrregioni.v8i32.i32.i16.i1(<8 x i32> %old, i32 %a0, i32 0, i32 1, i32 0, i16 12, i32 undef, i1 true)
  %w1 = call <8 x i32> @llvm.genx.wrregioni.v8i32.i32.i16.i1(<8 x i32> %w0, i32 %a1, i32 0, i32 1, i32 0, i16 8, i32 undef, i1 true)
  %w2 = call <8 x i32> @llvm.genx.wrregioni.v8i32.i32.i16.i1(<8 x i32> %w1, i32 %a2, i32 0, i32 1, i32 0, i16 16, i32 undef, i1 true)
  %w3 = call <8 x i32> @llvm.genx.wrregioni.v8i32.i32.i16.i1(<8 x i32> %w2, i32 %a3, i32 0, i32 1, i32 0, i16 20, i32 undef, i1 true)
  ret <8 x i32> %w3
}

; x * 1 is x, but x without the operation is not x * 0; and a value in between that is read stays.
; CHECK-LABEL: @not_these
; CHECK-NOT: <4 x i32>
; CHECK: ret
define <8 x i32> @not_these(i32 %x, i32 %y) {
  %a0 = mul i32 %x, 5
  %a1 = mul i32 %x, 7
  %a2 = mul i32 %x, 9
  %w0 = call <8 x i32> @llvm.genx.wrregioni.v8i32.i32.i16.i1(<8 x i32> undef, i32 %x, i32 0, i32 1, i32 0, i16 0, i32 undef, i1 true)
  %w1 = call <8 x i32> @llvm.genx.wrregioni.v8i32.i32.i16.i1(<8 x i32> %w0, i32 %a0, i32 0, i32 1, i32 0, i16 4, i32 undef, i1 true)
  %w2 = call <8 x i32> @llvm.genx.wrregioni.v8i32.i32.i16.i1(<8 x i32> %w1, i32 %a1, i32 0, i32 1, i32 0, i16 8, i32 undef, i1 true)
  %w3 = call <8 x i32> @llvm.genx.wrregioni.v8i32.i32.i16.i1(<8 x i32> %w2, i32 %a2, i32 0, i32 1, i32 0, i16 12, i32 undef, i1 true)
  %b = add i32 %y, 1
  %c = add i32 %x, 1
  %d = sub i32 1, %y
  %w4 = call <8 x i32> @llvm.genx.wrregioni.v8i32.i32.i16.i1(<8 x i32> %w3, i32 %b, i32 0, i32 1, i32 0, i16 16, i32 undef, i1 true)
  %w5 = call <8 x i32> @llvm.genx.wrregioni.v8i32.i32.i16.i1(<8 x i32> %w4, i32 %c, i32 0, i32 1, i32 0, i16 20, i32 undef, i1 true)
  %w6 = call <8 x i32> @llvm.genx.wrregioni.v8i32.i32.i16.i1(<8 x i32> %w5, i32 %d, i32 0, i32 1, i32 0, i16 24, i32 undef, i1 true)
  %w7 = call <8 x i32> @llvm.genx.wrregioni.v8i32.i32.i16.i1(<8 x i32> %w6, i32 %y, i32 0, i32 1, i32 0, i16 28, i32 undef, i1 true)
  %s = add <8 x i32> %w5, %w7
  ret <8 x i32> %s
}
