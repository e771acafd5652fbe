; Instructions of three sources, where the target has them and the sources have the shapes.
; RUN: %opt -passes='form_ternary<dg2>,adce' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll
; RUN: %opt -passes='form_ternary<skl>,adce' -S %s | %FileCheck %s --check-prefix=SKL
; SKL-NOT: call{{.*}}(bfn|add3|mad)

; a & b | ~c: columns aa, cc, f0 give 8f.
; CHECK-LABEL: @logic
; CHECK: call <8 x i32> @llvm.genx.bfn.v8i32.v8i32(<8 x i32> %a, <8 x i32> %b, <8 x i32> %c, i8 -113)
; CHECK-NEXT: ret
define <8 x i32> @logic(<8 x i32> %a, <8 x i32> %b, <8 x i32> %c) {
  %t = and <8 x i32> %a, %b
  %n = xor <8 x i32> %c, splat (i32 -1)
  %r = or <8 x i32> %t, %n
  ret <8 x i32> %r
}

; Four sources: three of them in one, the root. With %t = 0xaa, %c = 0xcc, %d = 0xf0: (%t | %c) ^ %d = 0xee ^ 0xf0 = 0x1e.
; CHECK-LABEL: @four
; CHECK: [[T:%.*]] = and <8 x i32> %a, %b
; CHECK-NEXT: call <8 x i32> @llvm.genx.bfn.v8i32.v8i32(<8 x i32> [[T]], <8 x i32> %c, <8 x i32> %d, i8 30)
; CHECK-NEXT: ret
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

; Differences are sums with a negation, which the instruction takes in. A product that a mad cannot take is a third source.
; CHECK-LABEL: @differences
; CHECK: [[B:%.*]] = sub <8 x i32> zeroinitializer, %b
; CHECK: [[C:%.*]] = sub <8 x i32> zeroinitializer, %c
; CHECK: llvm.genx.add3.v8i32.v8i32(<8 x i32> %a, <8 x i32> [[B]], <8 x i32> [[C]])
define <8 x i32> @differences(<8 x i32> %a, <8 x i32> %b, <8 x i32> %c) {
  %t = sub <8 x i32> %a, %b
  %r = sub <8 x i32> %t, %c
  ret <8 x i32> %r
}

; CHECK-LABEL: @difference_and_product
; CHECK: [[P:%.*]] = mul <8 x i32> %c, %d
; CHECK: [[B:%.*]] = sub <8 x i32> zeroinitializer, %b
; CHECK: llvm.genx.add3.v8i32.v8i32(<8 x i32> %a, <8 x i32> [[B]], <8 x i32> [[P]])
define <8 x i32> @difference_and_product(<8 x i32> %a, <8 x i32> %b, <8 x i32> %c, <8 x i32> %d) {
  %t = sub <8 x i32> %a, %b
  %p = mul <8 x i32> %c, %d
  %r = add <8 x i32> %t, %p
  ret <8 x i32> %r
}

; CHECK-LABEL: @from_a_third
; CHECK: [[A:%.*]] = sub <8 x i32> zeroinitializer, %a
; CHECK: [[B:%.*]] = sub <8 x i32> zeroinitializer, %b
; CHECK: llvm.genx.add3.v8i32.v8i32(<8 x i32> [[A]], <8 x i32> [[B]], <8 x i32> %c)
define <8 x i32> @from_a_third(<8 x i32> %a, <8 x i32> %b, <8 x i32> %c) {
  %t = add <8 x i32> %a, %b
  %r = sub <8 x i32> %c, %t
  ret <8 x i32> %r
}

; CHECK-LABEL: @product
; CHECK: llvm.genx.ssmad.v8i32.v8i32(<8 x i32> %a, <8 x i32> {{.*}}i32 12{{.*}}, <8 x i32> %c)
define <8 x i32> @product(<8 x i32> %a, <8 x i32> %c) {
  %t = mul <8 x i32> %a, splat (i32 12)
  %r = add <8 x i32> %t, %c
  ret <8 x i32> %r
}

; Words by one word for all lanes, or by a constant, on top of dwords or words.
; CHECK-LABEL: @words
; CHECK: [[S:%[a-z0-9]+]] = call <8 x i16> @llvm.genx.rdregioni{{.*}}(<1 x i16> {{%[0-9]+}}, i32 0, i32 8, i32 0, i16 0
; CHECK: [[W:%[0-9]+]] = sext <8 x i16> [[S]] to <8 x i32>
; CHECK: llvm.genx.ssmad.v8i32.v8i32(<8 x i32> %x, <8 x i32> [[W]], <8 x i32> %c)
; CHECK: llvm.genx.ssmad.v8i32.v8i32(<8 x i32> %x, <8 x i32> {{.*}}i32 7{{.*}}, <8 x i32> %z)
; CHECK-NOT: mul
; CHECK: ret
declare <8 x i32> @llvm.genx.rdregioni.v8i32.v1i32.i16(<1 x i32>, i32, i32, i32, i16, i32)
define <8 x i32> @words(<8 x i16> %a, i16 %s, <8 x i32> %c, <8 x i16> %d) {
  %x = sext <8 x i16> %a to <8 x i32>
  %one = sext i16 %s to i32
  %v = bitcast i32 %one to <1 x i32>
  %w = call <8 x i32> @llvm.genx.rdregioni.v8i32.v1i32.i16(<1 x i32> %v, i32 0, i32 8, i32 0, i16 0, i32 undef)
  %t = mul <8 x i32> %x, %w
  %r = add <8 x i32> %t, %c
  %z = sext <8 x i16> %d to <8 x i32>
  %u = mul <8 x i32> %x, splat (i32 7)
  %q = add <8 x i32> %u, %z
  %o = xor <8 x i32> %r, %q
  ret <8 x i32> %o
}

; Rows of words have no place beside dwords; two dwords have no product of one instruction.
; CHECK-LABEL: @rows
; CHECK-NOT: call{{.*}}mad
; CHECK: ret
define <8 x i32> @rows(<8 x i16> %a, <8 x i16> %b, <8 x i32> %c, <8 x i32> %d) {
  %x = sext <8 x i16> %a to <8 x i32>
  %y = sext <8 x i16> %b to <8 x i32>
  %t = mul <8 x i32> %x, %y
  %r = add <8 x i32> %t, %c
  %u = mul <8 x i32> %c, %d
  %q = add <8 x i32> %u, %d
  %o = xor <8 x i32> %r, %q
  ret <8 x i32> %o
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
