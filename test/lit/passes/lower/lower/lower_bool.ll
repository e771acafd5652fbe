; Predicates: extensions are selects, PHIs and element access go through words, conditions that the hardware lacks are
; two compares.
; RUN: %opt -passes=lower -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll --kernel zext
; RUN: %genx_eval --compare %s %t.ll --kernel one
; RUN: %genx_eval --compare %s %t.ll --kernel uno
; RUN: %genx_eval --compare %s %t.ll --kernel scalar_cond
; RUN: %genx_eval --compare %s %t.ll --kernel phi
; RUN: %genx_eval --compare %s %t.ll --kernel anybits

; CHECK-LABEL: @zext
; CHECK: select <8 x i1> %{{.*}}, <8 x i16> <i16 1, i16 1{{.*}}>, <8 x i16> zeroinitializer
; CHECK-NOT: zext
define <8 x i16> @zext(<8 x i32> %a) {
  %c = icmp slt <8 x i32> %a, zeroinitializer
  %r = zext <8 x i1> %c to <8 x i16>
  ret <8 x i16> %r
}

; CHECK-LABEL: @one
; CHECK-DAG: fcmp olt <8 x float> %a, %b
; CHECK-DAG: fcmp ogt <8 x float> %a, %b
; CHECK: or <8 x i1>
define <8 x i16> @one(<8 x float> %a, <8 x float> %b) {
  %c = fcmp one <8 x float> %a, %b
  %r = zext <8 x i1> %c to <8 x i16>
  ret <8 x i16> %r
}

; CHECK-LABEL: @uno
; CHECK-DAG: fcmp une <8 x float> %a, %a
; CHECK-DAG: fcmp une <8 x float> %b, %b
define <8 x i16> @uno(<8 x float> %a, <8 x float> %b) {
  %c = fcmp uno <8 x float> %a, %b
  %r = zext <8 x i1> %c to <8 x i16>
  ret <8 x i16> %r
}

; A scalar condition over vectors becomes a compare on all lanes.
; CHECK-LABEL: @scalar_cond
; CHECK: icmp ugt <16 x i32> %{{.*}}, <i32 5, i32 5
; CHECK: select <16 x i1>
define <16 x float> @scalar_cond(i32 %x, <16 x float> %a, <16 x float> %b) {
  %c = icmp ugt i32 %x, 5
  %r = select i1 %c, <16 x float> %a, <16 x float> %b
  ret <16 x float> %r
}

; CHECK-LABEL: @phi
; CHECK: phi i16
; CHECK-NOT: phi i1
define i32 @phi(i32 %x, i32 %y) {
entry:
  %c = icmp ult i32 %x, %y
  br i1 %c, label %a, label %b
a:
  %d = icmp eq i32 %x, 3
  br label %b
b:
  %p = phi i1 [ true, %entry ], [ %d, %a ]
  %r = select i1 %p, i32 7, i32 9
  ret i32 %r
}

; CHECK-LABEL: @anybits
; CHECK: call i1 @llvm.genx.any.v8i1
define i32 @anybits(<8 x i32> %a) {
  %m = icmp sgt <8 x i32> %a, zeroinitializer
  %i = bitcast <8 x i1> %m to i8
  %c = icmp ne i8 %i, 0
  %r = select i1 %c, i32 1, i32 2
  ret i32 %r
}
