; Predicates of any size as integers, and integers of widths that no register has.
; RUN: %opt -passes=lower -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll

; CHECK-LABEL: @seven
; CHECK: select <7 x i1> %{{.*}}, <7 x i16> <i16 1, i16 2, i16 4, i16 8, i16 16, i16 32, i16 64>
; CHECK-NOT: zext i7
define i32 @seven(<7 x i32> %a, <7 x i32> %b) {
  %m = icmp slt <7 x i32> %a, %b
  %x = bitcast <7 x i1> %m to i7
  %r = zext i7 %x to i32
  ret i32 %r
}

; A word of a flag register is the integer.
; CHECK-LABEL: @sixteen
; CHECK: bitcast <16 x i1> %m to i16
define i16 @sixteen(<16 x i32> %a, <16 x i32> %b) {
  %m = icmp slt <16 x i32> %a, %b
  %r = bitcast <16 x i1> %m to i16
  ret i16 %r
}

; CHECK-LABEL: @twenty
; CHECK: icmp ne <20 x i16>
define <20 x i32> @twenty(i32 %x, <20 x i32> %a) {
  %t = trunc i32 %x to i20
  %m = bitcast i20 %t to <20 x i1>
  %r = select <20 x i1> %m, <20 x i32> %a, <20 x i32> zeroinitializer
  ret <20 x i32> %r
}

; CHECK-LABEL: @part
; CHECK: llvm.genx.wrregioni
; CHECK-NOT: wrpredregion
declare <16 x i1> @llvm.genx.wrpredregion.v16i1.v8i1(<16 x i1>, <8 x i1>, i32)
define <16 x i32> @part(<16 x i32> %a, <8 x i32> %b) {
  %m = icmp slt <16 x i32> %a, zeroinitializer
  %n = icmp slt <8 x i32> %b, zeroinitializer
  %p = call <16 x i1> @llvm.genx.wrpredregion.v16i1.v8i1(<16 x i1> %m, <8 x i1> %n, i32 8)
  %r = select <16 x i1> %p, <16 x i32> %a, <16 x i32> zeroinitializer
  ret <16 x i32> %r
}

; A compare of predicates, which lower-switch makes of a switch on one, is a compare of words.
; CHECK-LABEL: @compared
; CHECK: icmp eq i16
; CHECK-NOT: icmp eq i1
define i32 @compared(i32 %a, i32 %b) {
  %m = icmp slt i32 %a, %b
  %leaf = icmp eq i1 %m, false
  %r = select i1 %leaf, i32 %a, i32 7
  ret i32 %r
}

; As a signed number true is below false.
; CHECK-LABEL: @ordered
; CHECK: icmp slt <8 x i16>
define <8 x i32> @ordered(<8 x i32> %a, <8 x i32> %b) {
  %m = icmp slt <8 x i32> %a, %b
  %n = icmp eq <8 x i32> %a, zeroinitializer
  %c = icmp slt <8 x i1> %m, %n
  %r = select <8 x i1> %c, <8 x i32> %a, <8 x i32> %b
  ret <8 x i32> %r
}
