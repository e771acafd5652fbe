; Products of 64 bits of factors that 32 bits say all about: one product and its high half, signed or unsigned as both factors are.
; RUN: %opt -passes=lower -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll

; CHECK-LABEL: @signed
; CHECK: mul <4 x i32> %a, %b
; CHECK: @llvm.genx.smulh{{.*}}(<4 x i32> %a, <4 x i32> %b)
; CHECK-NOT: mul
; CHECK: ret
define <4 x i64> @signed(<4 x i32> %a, <4 x i32> %b) {
  %x = sext <4 x i32> %a to <4 x i64>
  %y = sext <4 x i32> %b to <4 x i64>
  %r = mul <4 x i64> %x, %y
  ret <4 x i64> %r
}

; CHECK-LABEL: @unsigned
; CHECK: @llvm.genx.umulh
; CHECK-NOT: = mul {{.*}} mul
; CHECK: ret
define <4 x i64> @unsigned(<4 x i32> %a, <4 x i64> %b) {
  %x = zext <4 x i32> %a to <4 x i64>
  %y = and <4 x i64> %b, splat (i64 4294967295)
  %r = mul <4 x i64> %x, %y
  ret <4 x i64> %r
}

; Fewer bits are both; so is a constant that is small and not negative.
; CHECK-LABEL: @words
; CHECK: @llvm.genx.smulh
; CHECK: @llvm.genx.umulh
; CHECK: @llvm.genx.smulh
; CHECK-NOT: mulh
; CHECK: ret
define <4 x i64> @words(<4 x i16> %a, <4 x i32> %b) {
  %x = zext <4 x i16> %a to <4 x i64>
  %y = sext <4 x i32> %b to <4 x i64>
  %z = zext <4 x i32> %b to <4 x i64>
  %p = mul <4 x i64> %x, %y
  %q = mul <4 x i64> %z, splat (i64 4000000000)
  %s = mul <4 x i64> %y, splat (i64 -7)
  %t = add <4 x i64> %p, %q
  %r = sub <4 x i64> %t, %s
  ret <4 x i64> %r
}

; One signed, one not: the halves of all.
; CHECK-LABEL: @mixed
; CHECK: @llvm.genx.umulh
; CHECK-COUNT-2: mul <4 x i32>
define <4 x i64> @mixed(<4 x i32> %a, <4 x i32> %b) {
  %x = sext <4 x i32> %a to <4 x i64>
  %y = zext <4 x i32> %b to <4 x i64>
  %r = mul <4 x i64> %x, %y
  ret <4 x i64> %r
}
