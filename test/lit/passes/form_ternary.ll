; Instructions of three sources, where the target has them and the sources have the shapes.
; RUN: %opt -passes='form_ternary<dg2>,adce' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll
; RUN: %opt -passes='form_ternary<skl>,adce' -S %s | %FileCheck %s --check-prefix=SKL
; SKL-NOT: call{{.*}}(bfn|add3|mad)

; a & b | ~c: columns aa, cc, f0 give 8f.
; CHECK-LABEL: @logic
; CHECK: call <8 x i32> @llvm.genx.bfn.v8i32(<8 x i32> %a, <8 x i32> %b, <8 x i32> %c, i8 -113)
; CHECK-NEXT: ret
define <8 x i32> @logic(<8 x i32> %a, <8 x i32> %b, <8 x i32> %c) {
  %t = and <8 x i32> %a, %b
  %n = xor <8 x i32> %c, splat (i32 -1)
  %r = or <8 x i32> %t, %n
  ret <8 x i32> %r
}

; Four sources: three of them in one.
; CHECK-LABEL: @four
; CHECK: call <8 x i32> @llvm.genx.bfn.v8i32(<8 x i32> %a, <8 x i32> %b, <8 x i32> %c, i8 -8)
; CHECK-NEXT: xor
define <8 x i32> @four(<8 x i32> %a, <8 x i32> %b, <8 x i32> %c, <8 x i32> %d) {
  %t = and <8 x i32> %a, %b
  %u = or <8 x i32> %t, %c
  %r = xor <8 x i32> %u, %d
  ret <8 x i32> %r
}

; CHECK-LABEL: @sum
; CHECK: llvm.genx.add3.v8i32.v8i32(<8 x i32> %a, <8 x i32> %b, <8 x i32> %c)
define <8 x i32> @sum(<8 x i32> %a, <8 x i32> %b, <8 x i32> %c) {
  %t = add <8 x i32> %a, %b
  %r = add <8 x i32> %t, %c
  ret <8 x i32> %r
}

; CHECK-LABEL: @product
; CHECK: llvm.genx.ssmad.v8i32.v8i32(<8 x i32> %a, <8 x i32> {{.*}}i32 12{{.*}}, <8 x i32> %c)
define <8 x i32> @product(<8 x i32> %a, <8 x i32> %c) {
  %t = mul <8 x i32> %a, splat (i32 12)
  %r = add <8 x i32> %t, %c
  ret <8 x i32> %r
}

; An immediate has 16 bits; a value that others use is computed once.
; CHECK-LABEL: @not
; CHECK: add <8 x i32> %a, {{.*}}100000
; CHECK-NOT: = call
; CHECK: ret
define <8 x i32> @not(<8 x i32> %a, <8 x i32> %b) {
  %t = add <8 x i32> %a, splat (i32 100000)
  %r = add <8 x i32> %t, %b
  %m = mul <8 x i32> %r, %t
  ret <8 x i32> %m
}

; A strided source would cost a copy.
; CHECK-LABEL: @strided
; CHECK-NOT: call{{.*}}add3
declare <8 x i32> @llvm.genx.rdregioni.v8i32.v16i32.i16(<16 x i32>, i32, i32, i32, i16, i32)
define <8 x i32> @strided(<16 x i32> %a, <8 x i32> %b, <8 x i32> %c) {
  %s = call <8 x i32> @llvm.genx.rdregioni.v8i32.v16i32.i16(<16 x i32> %a, i32 16, i32 8, i32 2, i16 0, i32 undef)
  %t = add <8 x i32> %s, %b
  %r = add <8 x i32> %t, %c
  ret <8 x i32> %r
}
