; Constants that differ by a number are sums of their common part, which is computed once. Fewer lanes take an instruction or two; floats and
; constants without a relative have no common part.
; RUN: %opt -passes='share_constants<bmg>' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll
; CHECK-LABEL: @family
; CHECK: [[C:%.*]] = call <16 x i32> @llvm.genx.wrregioni.v16i32.v16i32.i16.i1(<16 x i32> undef, <16 x i32> <i32 0, i32 64, {{.*}}i32 960>, i32 16, i32 16, i32 1, i16 0, i32 undef, i1 true)
; CHECK-NEXT: [[D:%.*]] = add <16 x i32> [[C]], <i32 2, i32 2,
; CHECK-NEXT: xor <16 x i32> %a, [[D]]
; CHECK-NEXT: xor <16 x i32> %b, [[C]]
; CHECK-NEXT: mul <16 x i32> %c, [[D]]
; CHECK-NEXT: [[E:%.*]] = add <16 x i32> [[C]], <i32 -3, i32 -3,
; CHECK-NEXT: add <16 x i32> %d, [[E]]
; CHECK-NEXT: and <16 x i32> %e, <i32 0, i32 7,
define <16 x i32> @family(<16 x i32> %a) {
  %b = xor <16 x i32> %a, <i32 2, i32 66, i32 130, i32 194, i32 258, i32 322, i32 386, i32 450, i32 514, i32 578, i32 642, i32 706, i32 770, i32 834, i32 898, i32 962>
  %c = xor <16 x i32> %b, <i32 0, i32 64, i32 128, i32 192, i32 256, i32 320, i32 384, i32 448, i32 512, i32 576, i32 640, i32 704, i32 768, i32 832, i32 896, i32 960>
  %d = mul <16 x i32> %c, <i32 2, i32 66, i32 130, i32 194, i32 258, i32 322, i32 386, i32 450, i32 514, i32 578, i32 642, i32 706, i32 770, i32 834, i32 898, i32 962>
  %e = add <16 x i32> %d, <i32 -3, i32 61, i32 125, i32 189, i32 253, i32 317, i32 381, i32 445, i32 509, i32 573, i32 637, i32 701, i32 765, i32 829, i32 893, i32 957>
  %f = and <16 x i32> %e, <i32 0, i32 7, i32 14, i32 21, i32 28, i32 35, i32 42, i32 49, i32 56, i32 63, i32 70, i32 77, i32 84, i32 91, i32 98, i32 105>
  ret <16 x i32> %f
}

; In a loop, the sums are computed before it as well.
; CHECK-LABEL: @loop
; CHECK: [[W:%.*]] = call <16 x i16> @llvm.genx.wrregioni
; CHECK-NEXT: [[X:%.*]] = add <16 x i16> [[W]], <i16 1,
; CHECK-NEXT: br label %turn
; CHECK: xor <16 x i16> %x, [[W]]
; CHECK-NEXT: add <16 x i16> %y, [[X]]
define <16 x i16> @loop(<16 x i16> %v, i32 %n) {
entry:
  br label %turn
turn:
  %x = phi <16 x i16> [ %v, %entry ], [ %z, %turn ]
  %i = phi i32 [ 0, %entry ], [ %j, %turn ]
  %y = xor <16 x i16> %x, <i16 0, i16 3, i16 6, i16 9, i16 12, i16 15, i16 18, i16 21, i16 24, i16 27, i16 30, i16 33, i16 36, i16 39, i16 42, i16 45>
  %z = add <16 x i16> %y, <i16 1, i16 4, i16 7, i16 10, i16 13, i16 16, i16 19, i16 22, i16 25, i16 28, i16 31, i16 34, i16 37, i16 40, i16 43, i16 46>
  %j = add i32 %i, 1
  %again = icmp slt i32 %j, %n
  br i1 %again, label %turn, label %out
out:
  ret <16 x i16> %z
}

; CHECK-LABEL: @few
; CHECK-NOT: wrregion
; CHECK: ret
define <8 x i32> @few(<8 x i32> %a) {
  %b = xor <8 x i32> %a, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %c = add <8 x i32> %b, <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8>
  ret <8 x i32> %c
}
