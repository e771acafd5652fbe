; Division and remainder by constants: products and shifts. The numbers of the checks are worked out by hand (n-bit
; reciprocals, inverses modulo 2^n); the evaluator compares every function before and after, on multiples and their neighbours.
; RUN: %opt -passes='divide_constants<dg2>' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll --rounds 40
; RUN: %opt -passes='divide_constants<tgl>' -S %s -o %t.tgl.ll
; RUN: %FileCheck %s --input-file=%t.tgl.ll --check-prefix=TGL
; RUN: %genx_eval --compare %s %t.tgl.ll --rounds 40

; 512 / 9 = 56.9: 57 is right up to 255.
; CHECK-LABEL: @bytes
; CHECK: [[X:%.*]] = zext <16 x i8> %a to <16 x i32>
; CHECK: [[P:%.*]] = mul <16 x i32> [[X]], {{.*}}i32 57,
; CHECK: lshr <16 x i32> [[P]], {{.*}}i32 9,
; CHECK: trunc
define <16 x i8> @bytes(<16 x i8> %a) {
  %q = udiv <16 x i8> %a, splat (i8 9)
  ret <16 x i8> %q
}

; Rounded up, 7 needs 17 bits and the product 33: 2^18 / 7 rounded down, and x + 1.
; CHECK-LABEL: @words
; CHECK: [[P:%.*]] = mul <16 x i32> {{%.*}}, {{.*}}i32 37449,
; CHECK: [[S:%.*]] = add <16 x i32> [[P]], {{.*}}i32 37449,
; CHECK: lshr <16 x i32> [[S]], {{.*}}i32 18,
define <16 x i16> @words(<16 x i16> %a) {
  %q = udiv <16 x i16> %a, splat (i16 7)
  ret <16 x i16> %q
}

; CHECK-LABEL: @signed_words
; CHECK: ashr <16 x i32> {{%.*}}, {{.*}}i32 31,
; CHECK: mul <16 x i32>
; CHECK-NOT: mulh
; CHECK: ret
define <16 x i16> @signed_words(<16 x i16> %a) {
  %q = sdiv <16 x i16> %a, splat (i16 -100)
  ret <16 x i16> %q
}

; CHECK-LABEL: @word_remainder
; CHECK-NOT: srem
; CHECK: mul <16 x i32> {{%.*}}, {{.*}}i32 -1000,
define <16 x i16> @word_remainder(<16 x i16> %a) {
  %q = srem <16 x i16> %a, splat (i16 1000)
  ret <16 x i16> %q
}

; 0xcccccccd. The math unit of tgl divides.
; CHECK-LABEL: @ten
; CHECK: [[H:%.*]] = call <8 x i32> @llvm.genx.umulh.v8i32.v8i32(<8 x i32> %a, <8 x i32> {{.*}}i32 -858993459
; CHECK: lshr <8 x i32> [[H]], {{.*}}i32 3,
; TGL-LABEL: @ten
; TGL: udiv
define <8 x i32> @ten(<8 x i32> %a) {
  %q = udiv <8 x i32> %a, splat (i32 10)
  ret <8 x i32> %q
}

; 2^33 / 7 = 1227133513.1, rounded down.
; CHECK-LABEL: @seven
; CHECK: [[I:%.*]] = call <8 x i32> @llvm.uadd.sat.v8i32(<8 x i32> %a, <8 x i32> {{.*}}i32 1,
; CHECK: [[H:%.*]] = call <8 x i32> @llvm.genx.umulh.v8i32.v8i32(<8 x i32> [[I]], <8 x i32> {{.*}}i32 1227133513,
; CHECK: lshr <8 x i32> [[H]], {{.*}}i32 1,
define <8 x i32> @seven(<8 x i32> %a) {
  %q = udiv <8 x i32> %a, splat (i32 7)
  ret <8 x i32> %q
}

; CHECK-LABEL: @remainder
; CHECK: [[M:%.*]] = mul <8 x i32> {{%.*}}, {{.*}}i32 -10,
; CHECK: add <8 x i32> %a, [[M]]
; TGL-LABEL: @remainder
; TGL: urem
define <8 x i32> @remainder(<8 x i32> %a) {
  %q = urem <8 x i32> %a, splat (i32 10)
  ret <8 x i32> %q
}

; 0x66666667.
; CHECK-LABEL: @signed_ten
; CHECK: [[S:%.*]] = ashr <8 x i32> %a, {{.*}}i32 31,
; CHECK: [[H:%.*]] = call <8 x i32> @llvm.genx.smulh.v8i32.v8i32(<8 x i32> %a, <8 x i32> {{.*}}i32 1717986919,
; CHECK: [[Q:%.*]] = ashr <8 x i32> [[H]], {{.*}}i32 2,
; CHECK: sub <8 x i32> [[Q]], [[S]]
define <8 x i32> @signed_ten(<8 x i32> %a) {
  %q = sdiv <8 x i32> %a, splat (i32 10)
  ret <8 x i32> %q
}

; 0x92492493 is negative as a number: a is added. The sum turns.
; CHECK-LABEL: @minus_seven
; CHECK: [[S:%.*]] = ashr <8 x i32> %a, {{.*}}i32 31,
; CHECK: smulh.v8i32.v8i32(<8 x i32> %a, <8 x i32> {{.*}}i32 -1840700269,
; CHECK: sub <8 x i32> [[S]], {{%.*}}
define <8 x i32> @minus_seven(<8 x i32> %a) {
  %q = sdiv <8 x i32> %a, splat (i32 -7)
  ret <8 x i32> %q
}

; The sign of a divisor does not matter for the remainder.
; CHECK-LABEL: @signed_remainder
; CHECK-NOT: srem
; CHECK: mul <8 x i32> {{%.*}}, {{.*}}i32 -641,
define <8 x i32> @signed_remainder(<8 x i32> %a) {
  %q = srem <8 x i32> %a, splat (i32 -641)
  ret <8 x i32> %q
}

; CHECK-LABEL: @power
; CHECK: [[S:%.*]] = ashr <8 x i32> %a, {{.*}}i32 31,
; CHECK: [[B:%.*]] = lshr <8 x i32> [[S]], {{.*}}i32 29,
; CHECK: [[X:%.*]] = add <8 x i32> %a, [[B]]
; CHECK: [[Q:%.*]] = ashr <8 x i32> [[X]], {{.*}}i32 3,
; CHECK: sub <8 x i32> zeroinitializer, [[Q]]
define <8 x i32> @power(<8 x i32> %a) {
  %q = sdiv <8 x i32> %a, splat (i32 -8)
  ret <8 x i32> %q
}

; CHECK-LABEL: @power_remainder
; CHECK: [[B:%.*]] = lshr <8 x i32> %a, {{.*}}i32 31,
; CHECK: [[X:%.*]] = add <8 x i32> %a, [[B]]
; CHECK: [[M:%.*]] = and <8 x i32> [[X]], {{.*}}i32 1,
; CHECK: sub <8 x i32> [[M]], [[B]]
define <8 x i32> @power_remainder(<8 x i32> %a) {
  %q = srem <8 x i32> %a, splat (i32 2)
  ret <8 x i32> %q
}

; -2^31.
; CHECK-LABEL: @lowest
; CHECK-NOT: sdiv
define <8 x i32> @lowest(<8 x i32> %a) {
  %q = sdiv <8 x i32> %a, splat (i32 -2147483648)
  ret <8 x i32> %q
}

; At most one.
; CHECK-LABEL: @large
; CHECK: icmp uge <8 x i32> %a, {{.*}}i32 -1294967296
; CHECK-NEXT: select
define <8 x i32> @large(<8 x i32> %a) {
  %q = udiv <8 x i32> %a, splat (i32 3000000000)
  ret <8 x i32> %q
}

; CHECK-LABEL: @large_remainder
; CHECK: [[S:%.*]] = sub <8 x i32> %a
; CHECK: call <8 x i32> @llvm.umin.v8i32(<8 x i32> %a, <8 x i32> [[S]])
define <8 x i32> @large_remainder(<8 x i32> %a) {
  %q = urem <8 x i32> %a, splat (i32 3000000000)
  ret <8 x i32> %q
}

; What is below 2^12 has a product of one dword.
; CHECK-LABEL: @known
; CHECK: mul <8 x i32> %m, {{.*}}i32 {{[0-9]+}},
; CHECK-NEXT: lshr
; CHECK-NEXT: ret
; TGL-LABEL: @known
; TGL: mul <8 x i32> %m
; TGL-NEXT: lshr
define <8 x i32> @known(<8 x i32> %a) {
  %m = and <8 x i32> %a, splat (i32 4095)
  %q = udiv <8 x i32> %m, splat (i32 9)
  ret <8 x i32> %q
}

; CHECK-LABEL: @below
; CHECK-NOT: {{mul|div|rem|cmp}}
; CHECK: ret
define <8 x i32> @below(<8 x i32> %a) {
  %m = and <8 x i32> %a, splat (i32 15)
  %q = udiv <8 x i32> %m, splat (i32 16)
  %r = urem <8 x i32> %m, splat (i32 17)
  %s = add <8 x i32> %q, %r
  ret <8 x i32> %s
}

; 3 * 0xaaaaaaab = 1 modulo 2^32.
; CHECK-LABEL: @exact
; CHECK: [[X:%.*]] = ashr <8 x i32> %z, {{.*}}i32 3,
; CHECK: mul <8 x i32> [[X]], {{.*}}i32 -1431655765,
define <8 x i32> @exact(<8 x i32> %a) {
  %x = mul <8 x i32> %a, splat (i32 24)
  %y = ashr <8 x i32> %a, splat (i32 6)
  %z = mul <8 x i32> %y, splat (i32 24)
  %q = sdiv exact <8 x i32> %z, splat (i32 24)
  ret <8 x i32> %q
}

; 5 * 0xcccccccd = 1 modulo 2^32; (2^32 - 1) / 10 = 429496729.
; CHECK-LABEL: @multiple
; CHECK: [[X:%.*]] = mul <8 x i32> %a, {{.*}}i32 -858993459,
; CHECK: [[Y:%.*]] = call <8 x i32> @llvm.fshr.v8i32(<8 x i32> [[X]], <8 x i32> [[X]], <8 x i32> {{.*}}i32 1,
; CHECK: icmp ule <8 x i32> [[Y]], {{.*}}i32 429496729,
define <8 x i32> @multiple(<8 x i32> %a) {
  %r = urem <8 x i32> %a, splat (i32 10)
  %c = icmp eq <8 x i32> %r, zeroinitializer
  %q = select <8 x i1> %c, <8 x i32> %a, <8 x i32> zeroinitializer
  ret <8 x i32> %q
}

; CHECK-LABEL: @multiples
; CHECK: icmp ugt
define <8 x i32> @multiples(<8 x i32> %a) {
  %x = udiv <8 x i32> %a, splat (i32 16)
  %y = mul <8 x i32> %x, splat (i32 10)
  %r = urem <8 x i32> %y, splat (i32 10)
  %c = icmp ne <8 x i32> %r, zeroinitializer
  %q = select <8 x i1> %c, <8 x i32> %a, <8 x i32> zeroinitializer
  ret <8 x i32> %q
}

; CHECK-LABEL: @near_u3
; CHECK-NOT: udiv
define <8 x i32> @near_u3(<8 x i32> %a) {
  %x = lshr <8 x i32> %a, splat (i32 2)
  %y = mul <8 x i32> %x, splat (i32 3)
  %z = add <8 x i32> %y, splat (i32 -1)
  %q = udiv <8 x i32> %y, splat (i32 3)
  %r = udiv <8 x i32> %z, splat (i32 3)
  %s = shl <8 x i32> %q, splat (i32 1)
  %t = xor <8 x i32> %s, %r
  ret <8 x i32> %t
}

; CHECK-LABEL: @near_u6
; CHECK-NOT: udiv
define <8 x i32> @near_u6(<8 x i32> %a) {
  %x = lshr <8 x i32> %a, splat (i32 3)
  %y = mul <8 x i32> %x, splat (i32 6)
  %z = add <8 x i32> %y, splat (i32 -1)
  %q = udiv <8 x i32> %y, splat (i32 6)
  %r = udiv <8 x i32> %z, splat (i32 6)
  %s = shl <8 x i32> %q, splat (i32 1)
  %t = xor <8 x i32> %s, %r
  ret <8 x i32> %t
}

; CHECK-LABEL: @near_u7
; CHECK-NOT: udiv
define <8 x i32> @near_u7(<8 x i32> %a) {
  %x = lshr <8 x i32> %a, splat (i32 3)
  %y = mul <8 x i32> %x, splat (i32 7)
  %z = add <8 x i32> %y, splat (i32 -1)
  %q = udiv <8 x i32> %y, splat (i32 7)
  %r = udiv <8 x i32> %z, splat (i32 7)
  %s = shl <8 x i32> %q, splat (i32 1)
  %t = xor <8 x i32> %s, %r
  ret <8 x i32> %t
}

; CHECK-LABEL: @near_u10
; CHECK-NOT: udiv
define <8 x i32> @near_u10(<8 x i32> %a) {
  %x = lshr <8 x i32> %a, splat (i32 4)
  %y = mul <8 x i32> %x, splat (i32 10)
  %z = add <8 x i32> %y, splat (i32 -1)
  %q = udiv <8 x i32> %y, splat (i32 10)
  %r = udiv <8 x i32> %z, splat (i32 10)
  %s = shl <8 x i32> %q, splat (i32 1)
  %t = xor <8 x i32> %s, %r
  ret <8 x i32> %t
}

; CHECK-LABEL: @near_u641
; CHECK-NOT: udiv
define <8 x i32> @near_u641(<8 x i32> %a) {
  %x = lshr <8 x i32> %a, splat (i32 10)
  %y = mul <8 x i32> %x, splat (i32 641)
  %z = add <8 x i32> %y, splat (i32 -1)
  %q = udiv <8 x i32> %y, splat (i32 641)
  %r = udiv <8 x i32> %z, splat (i32 641)
  %s = shl <8 x i32> %q, splat (i32 1)
  %t = xor <8 x i32> %s, %r
  ret <8 x i32> %t
}

; CHECK-LABEL: @near_u65535
; CHECK-NOT: udiv
define <8 x i32> @near_u65535(<8 x i32> %a) {
  %x = lshr <8 x i32> %a, splat (i32 16)
  %y = mul <8 x i32> %x, splat (i32 65535)
  %z = add <8 x i32> %y, splat (i32 -1)
  %q = udiv <8 x i32> %y, splat (i32 65535)
  %r = udiv <8 x i32> %z, splat (i32 65535)
  %s = shl <8 x i32> %q, splat (i32 1)
  %t = xor <8 x i32> %s, %r
  ret <8 x i32> %t
}

; CHECK-LABEL: @near_u65537
; CHECK-NOT: udiv
define <8 x i32> @near_u65537(<8 x i32> %a) {
  %x = lshr <8 x i32> %a, splat (i32 17)
  %y = mul <8 x i32> %x, splat (i32 65537)
  %z = add <8 x i32> %y, splat (i32 -1)
  %q = udiv <8 x i32> %y, splat (i32 65537)
  %r = udiv <8 x i32> %z, splat (i32 65537)
  %s = shl <8 x i32> %q, splat (i32 1)
  %t = xor <8 x i32> %s, %r
  ret <8 x i32> %t
}

; CHECK-LABEL: @near_u4294967295
; CHECK-NOT: udiv
define <8 x i32> @near_u4294967295(<8 x i32> %a) {
  %x = and <8 x i32> %a, splat (i32 1)
  %y = mul <8 x i32> %x, splat (i32 -1)
  %z = add <8 x i32> %y, splat (i32 -1)
  %q = udiv <8 x i32> %y, splat (i32 -1)
  %r = udiv <8 x i32> %z, splat (i32 -1)
  %s = shl <8 x i32> %q, splat (i32 1)
  %t = xor <8 x i32> %s, %r
  ret <8 x i32> %t
}

; CHECK-LABEL: @near_u2147483649
; CHECK-NOT: udiv
define <8 x i32> @near_u2147483649(<8 x i32> %a) {
  %x = and <8 x i32> %a, splat (i32 1)
  %y = mul <8 x i32> %x, splat (i32 -2147483647)
  %z = add <8 x i32> %y, splat (i32 -1)
  %q = udiv <8 x i32> %y, splat (i32 -2147483647)
  %r = udiv <8 x i32> %z, splat (i32 -2147483647)
  %s = shl <8 x i32> %q, splat (i32 1)
  %t = xor <8 x i32> %s, %r
  ret <8 x i32> %t
}

; CHECK-LABEL: @near_u2147483647
; CHECK-NOT: udiv
define <8 x i32> @near_u2147483647(<8 x i32> %a) {
  %x = lshr <8 x i32> %a, splat (i32 31)
  %y = mul <8 x i32> %x, splat (i32 2147483647)
  %z = add <8 x i32> %y, splat (i32 -1)
  %q = udiv <8 x i32> %y, splat (i32 2147483647)
  %r = udiv <8 x i32> %z, splat (i32 2147483647)
  %s = shl <8 x i32> %q, splat (i32 1)
  %t = xor <8 x i32> %s, %r
  ret <8 x i32> %t
}

; CHECK-LABEL: @near_u28
; CHECK-NOT: udiv
define <8 x i32> @near_u28(<8 x i32> %a) {
  %x = lshr <8 x i32> %a, splat (i32 5)
  %y = mul <8 x i32> %x, splat (i32 28)
  %z = add <8 x i32> %y, splat (i32 -1)
  %q = udiv <8 x i32> %y, splat (i32 28)
  %r = udiv <8 x i32> %z, splat (i32 28)
  %s = shl <8 x i32> %q, splat (i32 1)
  %t = xor <8 x i32> %s, %r
  ret <8 x i32> %t
}

; CHECK-LABEL: @near_u14
; CHECK-NOT: udiv
define <8 x i32> @near_u14(<8 x i32> %a) {
  %x = lshr <8 x i32> %a, splat (i32 4)
  %y = mul <8 x i32> %x, splat (i32 14)
  %z = add <8 x i32> %y, splat (i32 -1)
  %q = udiv <8 x i32> %y, splat (i32 14)
  %r = udiv <8 x i32> %z, splat (i32 14)
  %s = shl <8 x i32> %q, splat (i32 1)
  %t = xor <8 x i32> %s, %r
  ret <8 x i32> %t
}

; CHECK-LABEL: @near_s3
; CHECK-NOT: sdiv
define <8 x i32> @near_s3(<8 x i32> %a) {
  %x = ashr <8 x i32> %a, splat (i32 2)
  %y = mul <8 x i32> %x, splat (i32 3)
  %z = add <8 x i32> %y, splat (i32 -1)
  %w = add <8 x i32> %y, splat (i32 1)
  %q = sdiv <8 x i32> %z, splat (i32 3)
  %r = sdiv <8 x i32> %w, splat (i32 3)
  %s = shl <8 x i32> %q, splat (i32 1)
  %t = xor <8 x i32> %s, %r
  ret <8 x i32> %t
}

; CHECK-LABEL: @near_sm3
; CHECK-NOT: sdiv
define <8 x i32> @near_sm3(<8 x i32> %a) {
  %x = ashr <8 x i32> %a, splat (i32 2)
  %y = mul <8 x i32> %x, splat (i32 -3)
  %z = add <8 x i32> %y, splat (i32 -1)
  %w = add <8 x i32> %y, splat (i32 1)
  %q = sdiv <8 x i32> %z, splat (i32 -3)
  %r = sdiv <8 x i32> %w, splat (i32 -3)
  %s = shl <8 x i32> %q, splat (i32 1)
  %t = xor <8 x i32> %s, %r
  ret <8 x i32> %t
}

; CHECK-LABEL: @near_s5
; CHECK-NOT: sdiv
define <8 x i32> @near_s5(<8 x i32> %a) {
  %x = ashr <8 x i32> %a, splat (i32 3)
  %y = mul <8 x i32> %x, splat (i32 5)
  %z = add <8 x i32> %y, splat (i32 -1)
  %w = add <8 x i32> %y, splat (i32 1)
  %q = sdiv <8 x i32> %z, splat (i32 5)
  %r = sdiv <8 x i32> %w, splat (i32 5)
  %s = shl <8 x i32> %q, splat (i32 1)
  %t = xor <8 x i32> %s, %r
  ret <8 x i32> %t
}

; CHECK-LABEL: @near_s7
; CHECK-NOT: sdiv
define <8 x i32> @near_s7(<8 x i32> %a) {
  %x = ashr <8 x i32> %a, splat (i32 3)
  %y = mul <8 x i32> %x, splat (i32 7)
  %z = add <8 x i32> %y, splat (i32 -1)
  %w = add <8 x i32> %y, splat (i32 1)
  %q = sdiv <8 x i32> %z, splat (i32 7)
  %r = sdiv <8 x i32> %w, splat (i32 7)
  %s = shl <8 x i32> %q, splat (i32 1)
  %t = xor <8 x i32> %s, %r
  ret <8 x i32> %t
}

; CHECK-LABEL: @near_s100
; CHECK-NOT: sdiv
define <8 x i32> @near_s100(<8 x i32> %a) {
  %x = ashr <8 x i32> %a, splat (i32 7)
  %y = mul <8 x i32> %x, splat (i32 100)
  %z = add <8 x i32> %y, splat (i32 -1)
  %w = add <8 x i32> %y, splat (i32 1)
  %q = sdiv <8 x i32> %z, splat (i32 100)
  %r = sdiv <8 x i32> %w, splat (i32 100)
  %s = shl <8 x i32> %q, splat (i32 1)
  %t = xor <8 x i32> %s, %r
  ret <8 x i32> %t
}

; CHECK-LABEL: @near_sm641
; CHECK-NOT: sdiv
define <8 x i32> @near_sm641(<8 x i32> %a) {
  %x = ashr <8 x i32> %a, splat (i32 10)
  %y = mul <8 x i32> %x, splat (i32 -641)
  %z = add <8 x i32> %y, splat (i32 -1)
  %w = add <8 x i32> %y, splat (i32 1)
  %q = sdiv <8 x i32> %z, splat (i32 -641)
  %r = sdiv <8 x i32> %w, splat (i32 -641)
  %s = shl <8 x i32> %q, splat (i32 1)
  %t = xor <8 x i32> %s, %r
  ret <8 x i32> %t
}

; CHECK-LABEL: @near_s2147483647
; CHECK-NOT: sdiv
define <8 x i32> @near_s2147483647(<8 x i32> %a) {
  %x = ashr <8 x i32> %a, splat (i32 31)
  %y = mul <8 x i32> %x, splat (i32 2147483647)
  %z = add <8 x i32> %y, splat (i32 -1)
  %w = add <8 x i32> %y, splat (i32 1)
  %q = sdiv <8 x i32> %z, splat (i32 2147483647)
  %r = sdiv <8 x i32> %w, splat (i32 2147483647)
  %s = shl <8 x i32> %q, splat (i32 1)
  %t = xor <8 x i32> %s, %r
  ret <8 x i32> %t
}

; CHECK-LABEL: @quad_udiv_10
; CHECK-NOT: {{[us](div|rem)}} <
; CHECK: ret
define <4 x i64> @quad_udiv_10(<4 x i64> %a) {
  %q = udiv <4 x i64> %a, splat (i64 10)
  ret <4 x i64> %q
}

; CHECK-LABEL: @quad_udiv_7
; CHECK-NOT: {{[us](div|rem)}} <
; CHECK: ret
define <4 x i64> @quad_udiv_7(<4 x i64> %a) {
  %q = udiv <4 x i64> %a, splat (i64 7)
  ret <4 x i64> %q
}

; CHECK-LABEL: @quad_urem_1000000007
; CHECK-NOT: {{[us](div|rem)}} <
; CHECK: ret
define <4 x i64> @quad_urem_1000000007(<4 x i64> %a) {
  %q = urem <4 x i64> %a, splat (i64 1000000007)
  ret <4 x i64> %q
}

; CHECK-LABEL: @quad_sdiv_10
; CHECK-NOT: {{[us](div|rem)}} <
; CHECK: ret
define <4 x i64> @quad_sdiv_10(<4 x i64> %a) {
  %q = sdiv <4 x i64> %a, splat (i64 10)
  ret <4 x i64> %q
}

; CHECK-LABEL: @quad_sdiv_m7
; CHECK-NOT: {{[us](div|rem)}} <
; CHECK: ret
define <4 x i64> @quad_sdiv_m7(<4 x i64> %a) {
  %q = sdiv <4 x i64> %a, splat (i64 -7)
  ret <4 x i64> %q
}

; CHECK-LABEL: @quad_srem_1000003
; CHECK-NOT: {{[us](div|rem)}} <
; CHECK: ret
define <4 x i64> @quad_srem_1000003(<4 x i64> %a) {
  %q = srem <4 x i64> %a, splat (i64 1000003)
  ret <4 x i64> %q
}

; CHECK-LABEL: @quad_sdiv_4
; CHECK-NOT: {{[us](div|rem)}} <
; CHECK: ret
define <4 x i64> @quad_sdiv_4(<4 x i64> %a) {
  %q = sdiv <4 x i64> %a, splat (i64 4)
  ret <4 x i64> %q
}

; CHECK-LABEL: @quad_udiv_m3
; CHECK-NOT: {{[us](div|rem)}} <
; CHECK: ret
define <4 x i64> @quad_udiv_m3(<4 x i64> %a) {
  %q = udiv <4 x i64> %a, splat (i64 -3)
  ret <4 x i64> %q
}

; CHECK-LABEL: @quad_sdiv_m9223372036854775808
; CHECK-NOT: {{[us](div|rem)}} <
; CHECK: ret
define <4 x i64> @quad_sdiv_m9223372036854775808(<4 x i64> %a) {
  %q = sdiv <4 x i64> %a, splat (i64 -9223372036854775808)
  ret <4 x i64> %q
}

; CHECK-LABEL: @quad_urem_m1
; CHECK-NOT: {{[us](div|rem)}} <
; CHECK: ret
define <4 x i64> @quad_urem_m1(<4 x i64> %a) {
  %q = urem <4 x i64> %a, splat (i64 -1)
  ret <4 x i64> %q
}

; Not: lanes with different divisors; a divisor that is not known; one.
; CHECK-LABEL: @not
; CHECK: udiv <2 x i32> %a, <i32 3, i32 5>
; CHECK: udiv <2 x i32> {{%.*}}, %b
define <2 x i32> @not(<2 x i32> %a, <2 x i32> %c) {
  %b = or <2 x i32> %c, splat (i32 1)
  %q = udiv <2 x i32> %a, <i32 3, i32 5>
  %r = udiv <2 x i32> %q, %b
  ret <2 x i32> %r
}
