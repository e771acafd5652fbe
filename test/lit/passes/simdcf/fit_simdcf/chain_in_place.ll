; A write moves back with the operands that it needs. The first of them are in that place already, in two steps.
; RUN: %opt -passes='function(fit_simdcf)' -S %s | %FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK: @cmc.simdcf.join
; CHECK: %sub = sub
; CHECK: %w = call <32 x i32> @llvm.genx.wrregioni
; CHECK-NEXT: %r = call i32 @llvm.genx.rdregioni{{.*}}(<32 x i32> %w
; CHECK-NEXT: %m = mul i32 3, %r
; CHECK: %x = call <8 x i32> @llvm.genx.wrregioni
; CHECK: @cmc.simdcf.goto
define spir_kernel void @k(<8 x i32> %in, <32 x i32> %old, <8 x i1> %first, <8 x i1> %second) {
  %g = call { <32 x i1>, <8 x i1>, i1 } @llvm.genx.simdcf.goto.v32i1.v8i1(<32 x i1> splat (i1 true), <8 x i1> zeroinitializer, <8 x i1> %first)
  %em = extractvalue { <32 x i1>, <8 x i1>, i1 } %g, 0
  %rm = extractvalue { <32 x i1>, <8 x i1>, i1 } %g, 1
  %j = call { <32 x i1>, i1 } @llvm.genx.simdcf.join.v32i1.v8i1(<32 x i1> %em, <8 x i1> %rm)
  %em2 = extractvalue { <32 x i1>, i1 } %j, 0
  %on = shufflevector <32 x i1> %em2, <32 x i1> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %sub = sub <8 x i32> zeroinitializer, %in
  %w = call <32 x i32> @llvm.genx.wrregioni.v32i32.v8i32.i16.v8i1(<32 x i32> %old, <8 x i32> %sub, i32 0, i32 8, i32 1, i16 76, i32 undef, <8 x i1> %on)
  %g2 = call { <32 x i1>, <8 x i1>, i1 } @llvm.genx.simdcf.goto.v32i1.v8i1(<32 x i1> %em2, <8 x i1> zeroinitializer, <8 x i1> %second)
  %em3 = extractvalue { <32 x i1>, <8 x i1>, i1 } %g2, 0
  %rm3 = extractvalue { <32 x i1>, <8 x i1>, i1 } %g2, 1
  %r = call i32 @llvm.genx.rdregioni.i32.v32i32.i16(<32 x i32> %w, i32 0, i32 1, i32 0, i16 92, i32 undef)
  %m = mul i32 3, %r
  %one = insertelement <8 x i32> poison, i32 %m, i64 0
  %all = shufflevector <8 x i32> %one, <8 x i32> poison, <8 x i32> zeroinitializer
  %x = call <8 x i32> @llvm.genx.wrregioni.v8i32.v8i32.i16.v8i1(<8 x i32> zeroinitializer, <8 x i32> %all, i32 0, i32 8, i32 1, i16 0, i32 undef, <8 x i1> %on)
  %j2 = call { <32 x i1>, i1 } @llvm.genx.simdcf.join.v32i1.v8i1(<32 x i1> %em3, <8 x i1> %rm3)
  ret void
}
declare <8 x i32> @llvm.genx.wrregioni.v8i32.v8i32.i16.v8i1(<8 x i32>, <8 x i32>, i32, i32, i32, i16, i32, <8 x i1>) #1
declare { <32 x i1>, <8 x i1>, i1 } @llvm.genx.simdcf.goto.v32i1.v8i1(<32 x i1>, <8 x i1>, <8 x i1>) #2
declare { <32 x i1>, i1 } @llvm.genx.simdcf.join.v32i1.v8i1(<32 x i1>, <8 x i1>) #3
declare i32 @llvm.genx.rdregioni.i32.v32i32.i16(<32 x i32>, i32, i32, i32, i16, i32) #1
declare <32 x i32> @llvm.genx.wrregioni.v32i32.v8i32.i16.v8i1(<32 x i32>, <8 x i32>, i32, i32, i32, i16, i32, <8 x i1>) #1
attributes #1 = { nounwind willreturn memory(none) }
attributes #2 = { convergent nounwind willreturn memory(none) }
attributes #3 = { convergent nounwind willreturn memory(readwrite) }
