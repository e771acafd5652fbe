; A chain of logic takes as few instructions as possible: each combines two links, from the root on. Seven links are three
; bfn and the innermost link.
; RUN: %opt -passes='form_ternary<bmg>,adce' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll

; CHECK-LABEL: @chain
; CHECK: [[V1:%.*]] = and <8 x i32> %a, %b
; CHECK-NEXT: [[V3:%.*]] = call <8 x i32> @llvm.genx.bfn.{{.*}}(<8 x i32> [[V1]], <8 x i32> %c, <8 x i32> %d, i8 -128)
; CHECK-NEXT: [[V5:%.*]] = call <8 x i32> @llvm.genx.bfn.{{.*}}(<8 x i32> [[V3]], <8 x i32> %e, <8 x i32> %f, i8 -128)
; CHECK-NEXT: [[V7:%.*]] = call <8 x i32> @llvm.genx.bfn.{{.*}}(<8 x i32> [[V5]], <8 x i32> %g, <8 x i32> %h, i8 -128)
; CHECK-NEXT: ret <8 x i32> [[V7]]
define <8 x i32> @chain(<8 x i32> %a, <8 x i32> %b, <8 x i32> %c, <8 x i32> %d, <8 x i32> %e, <8 x i32> %f, <8 x i32> %g, <8 x i32> %h) {
  %v1 = and <8 x i32> %a, %b
  %v2 = and <8 x i32> %v1, %c
  %v3 = and <8 x i32> %v2, %d
  %v4 = and <8 x i32> %v3, %e
  %v5 = and <8 x i32> %v4, %f
  %v6 = and <8 x i32> %v5, %g
  %v7 = and <8 x i32> %v6, %h
  ret <8 x i32> %v7
}
