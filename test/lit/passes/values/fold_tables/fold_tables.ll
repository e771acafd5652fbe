; Vectors of constant tables are literals, also parts and those of other types; variables stay loads.
; RUN: %opt -passes=fold_tables -S %s | %FileCheck %s
@t = internal constant [4 x i32] [i32 3, i32 1, i32 4, i32 1]
@v = internal global [4 x i32] [i32 3, i32 1, i32 4, i32 1]

; CHECK-LABEL: @folds
; CHECK-NEXT: add <4 x i32> %a, <i32 3, i32 1, i32 4, i32 1>
define <4 x i32> @folds(<4 x i32> %a) {
  %c = load <4 x i32>, ptr @t
  %s = add <4 x i32> %a, %c
  ret <4 x i32> %s
}

; CHECK-LABEL: @stays
; CHECK: load <4 x i32>, ptr @v
; CHECK: load volatile <4 x i32>, ptr @t
; CHECK: load <4 x i32>, ptr %p
define <4 x i32> @stays(ptr %p) {
  %c = load <4 x i32>, ptr @v
  %d = load volatile <4 x i32>, ptr @t
  %e = load <4 x i32>, ptr %p
  %s = add <4 x i32> %c, %d
  %u = add <4 x i32> %s, %e
  ret <4 x i32> %u
}

; CHECK-LABEL: @words
; CHECK-NEXT: ret <8 x i16> <i16 3, i16 0, i16 1, i16 0, i16 4, i16 0, i16 1, i16 0>
define <8 x i16> @words() {
  %c = load <8 x i16>, ptr @t
  ret <8 x i16> %c
}

; CHECK-LABEL: @part
; CHECK-NEXT: ret <2 x i32> <i32 4, i32 1>
define <2 x i32> @part() {
  %c = load <2 x i32>, ptr getelementptr (i8, ptr @t, i32 8)
  ret <2 x i32> %c
}

; CHECK-LABEL: @beyond
; CHECK-NEXT: load <4 x i32>
define <4 x i32> @beyond() {
  %c = load <4 x i32>, ptr getelementptr (i8, ptr @t, i32 8)
  ret <4 x i32> %c
}
