; A shift is a product by a power of two, which a mad takes; so is one of bytes where operations take no bytes, since they are moved
; anyway. A shift by more than a word holds, and one with another user, stay.
; RUN: %opt -passes='form_ternary<pvc>,adce' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll
; RUN: %opt -passes='form_ternary<tgl>,adce' -S %s | %FileCheck %s --check-prefixes=TGL

; CHECK-LABEL: @dwords
; CHECK: llvm.genx.ssmad.v8i32.v8i32(<8 x i32> %a, <8 x i32> <i32 16, {{.*}}>, <8 x i32> %c)
define <8 x i32> @dwords(<8 x i32> %a, <8 x i32> %c) {
  %t = shl nuw nsw <8 x i32> %a, splat (i32 4)
  %r = add <8 x i32> %c, %t
  ret <8 x i32> %r
}

; CHECK-LABEL: @scalar
; CHECK: llvm.genx.ssmad.i32.i32(i32 %a, i32 16384, i32 %c)
define i32 @scalar(i32 %a, i32 %c) {
  %t = shl i32 %a, 14
  %r = add i32 %t, %c
  ret i32 %r
}

; CHECK-LABEL: @far
; CHECK: shl i32 %a, 15
define i32 @far(i32 %a, i32 %c) {
  %t = shl i32 %a, 15
  %r = add i32 %t, %c
  ret i32 %r
}

; CHECK-LABEL: @twice
; CHECK: shl i32 %a, 2
; CHECK-NOT: ssmad
define i32 @twice(i32 %a, i32 %c) {
  %t = shl i32 %a, 2
  %r = add i32 %t, %c
  %s = xor i32 %t, %r
  ret i32 %s
}

; CHECK-LABEL: @bytes
; CHECK: [[A:%.*]] = zext <16 x i8> %a to <16 x i16>
; CHECK: [[B:%.*]] = zext <16 x i8> %b to <16 x i16>
; CHECK: llvm.genx.ssmad.v16i16.v16i16(<16 x i16> [[A]], <16 x i16> <i16 4, {{.*}}>, <16 x i16> [[B]])
; TGL-LABEL: @bytes
; TGL: shl
; TGL: add
define <16 x i16> @bytes(<16 x i8> %a, <16 x i8> %b) {
  %x = zext <16 x i8> %a to <16 x i16>
  %y = zext <16 x i8> %b to <16 x i16>
  %t = shl nuw nsw <16 x i16> %x, splat (i16 2)
  %r = add nuw nsw <16 x i16> %t, %y
  ret <16 x i16> %r
}
