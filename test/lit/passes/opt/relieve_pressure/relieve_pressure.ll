; Where more is live than registers hold, values are computed after the peak, or again there.
; RUN: %opt -passes='relieve_pressure<dg2>' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll
; 4 KB in one value are as much as dg2 has registers (128 of 32 bytes); pvc's hold twice that, so nothing moves.
; RUN: %opt -passes='relieve_pressure<pvc>' -S %s | %FileCheck %s --check-prefix=PVC

declare <8 x i32> @llvm.genx.rdregioni.v8i32.v1024i32.i16(<1024 x i32>, i32, i32, i32, i16, i32)
declare <8 x i8> @llvm.genx.rdregioni.v8i8.v8i8.i16(<8 x i8>, i32, i32, i32, i16, i32)

; CHECK-LABEL: @later
; CHECK: mul <1024 x i32>
; CHECK: %x = zext
; CHECK-NEXT: %y = mul <8 x i32> %x
; CHECK-NEXT: %s = add <8 x i32> %r, %y
; PVC-LABEL: @later
; PVC: %x = zext
; PVC: mul <1024 x i32>
define <8 x i32> @later(<8 x i8> %a, <1024 x i32> %c) {
  %x = zext <8 x i8> %a to <8 x i32>
  %y = mul <8 x i32> %x, splat (i32 7)
  %big = mul <1024 x i32> %c, %c
  %r = call <8 x i32> @llvm.genx.rdregioni.v8i32.v1024i32.i16(<1024 x i32> %big, i32 8, i32 8, i32 1, i16 64, i32 undef)
  %s = add <8 x i32> %r, %y
  ret <8 x i32> %s
}

; CHECK-LABEL: @again
; CHECK: %x = zext
; CHECK: %p = xor <8 x i32> %x
; CHECK: mul <1024 x i32>
; CHECK: [[Y:%.*]] = zext <8 x i8> %a
; CHECK: add <8 x i32> %r, [[Y]]
; PVC-LABEL: @again
; PVC: zext
; PVC-NOT: zext
; PVC: ret
define <8 x i32> @again(<8 x i8> %a, <8 x i32> %b, <1024 x i32> %c) {
  %x = zext <8 x i8> %a to <8 x i32>
  %p = xor <8 x i32> %x, %b
  %big = mul <1024 x i32> %c, %c
  %r = call <8 x i32> @llvm.genx.rdregioni.v8i32.v1024i32.i16(<1024 x i32> %big, i32 8, i32 8, i32 1, i16 64, i32 undef)
  %s = add <8 x i32> %r, %x
  %t = mul <8 x i32> %s, %x
  %u = add <8 x i32> %t, %p
  ret <8 x i32> %u
}

; To the side of a branch that uses it.
; CHECK-LABEL: @side
; CHECK: mul <1024 x i32>
; CHECK: then:
; CHECK: %x = zext
; CHECK: ret
define <8 x i32> @side(<8 x i8> %a, i32 %n, <1024 x i32> %c) {
entry:
  %x = zext <8 x i8> %a to <8 x i32>
  %big = mul <1024 x i32> %c, %c
  %r = call <8 x i32> @llvm.genx.rdregioni.v8i32.v1024i32.i16(<1024 x i32> %big, i32 8, i32 8, i32 1, i16 64, i32 undef)
  %d = icmp sgt i32 %n, 3
  br i1 %d, label %then, label %join
then:
  %s = add <8 x i32> %r, %x
  br label %join
join:
  %t = phi <8 x i32> [ %r, %entry ], [ %s, %then ]
  ret <8 x i32> %t
}

; Not into a loop, where it would be computed each time; and not where its operands are larger than itself.
; CHECK-LABEL: @not
; CHECK: %x = zext
; CHECK: %y = trunc
; CHECK: mul <1024 x i32>
; CHECK: ret
define <8 x i32> @not(<8 x i8> %a, <8 x i32> %b, i32 %k, <1024 x i32> %c) {
entry:
  %n = and i32 %k, 3
  %x = zext <8 x i8> %a to <8 x i32>
  %y = trunc <8 x i32> %b to <8 x i16>
  %big = mul <1024 x i32> %c, %c
  %r = call <8 x i32> @llvm.genx.rdregioni.v8i32.v1024i32.i16(<1024 x i32> %big, i32 8, i32 8, i32 1, i16 64, i32 undef)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %s = phi <8 x i32> [ %r, %entry ], [ %t, %loop ]
  %t = add <8 x i32> %s, %x
  %j = add i32 %i, 1
  %d = icmp ult i32 %j, %n
  br i1 %d, label %loop, label %exit
exit:
  %z = zext <8 x i16> %y to <8 x i32>
  %u = xor <8 x i32> %t, %z
  ret <8 x i32> %u
}
