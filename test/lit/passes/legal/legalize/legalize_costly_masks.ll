; Predicates of two users each: every link of the chain is computed once and kept as words, not again for each user of each user,
; which would double with every link.
; RUN: %opt -passes='set_genx_attrs,function(legalize)' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: sed -n 1000p %t.ll > %t.rest
; RUN: not grep . %t.rest
; RUN: %genx_eval --compare %s %t.ll --kernel chain
; CHECK-LABEL: @chain
; CHECK: select <16 x i1> %{{[0-9]+}}, <16 x i16>
; CHECK: icmp ne <32 x i16>
; CHECK: ret
define <32 x i32> @chain(<32 x i32> %a, <32 x i32> %b, <32 x i32> %c) {
  %p0 = icmp ugt <32 x i32> %a, %b
  %q0 = icmp slt <32 x i32> %a, %c
  %r0 = icmp eq <32 x i32> %b, %c
  %p1 = xor <32 x i1> %p0, %q0
  %q1 = or <32 x i1> %q0, %r0
  %r1 = and <32 x i1> %p0, %r0
  %p2 = xor <32 x i1> %p1, %q1
  %q2 = or <32 x i1> %q1, %r1
  %r2 = and <32 x i1> %p1, %r1
  %p3 = xor <32 x i1> %p2, %q2
  %q3 = or <32 x i1> %q2, %r2
  %r3 = and <32 x i1> %p2, %r2
  %p4 = xor <32 x i1> %p3, %q3
  %q4 = or <32 x i1> %q3, %r3
  %r4 = and <32 x i1> %p3, %r3
  %p5 = xor <32 x i1> %p4, %q4
  %q5 = or <32 x i1> %q4, %r4
  %r5 = and <32 x i1> %p4, %r4
  %p6 = xor <32 x i1> %p5, %q5
  %q6 = or <32 x i1> %q5, %r5
  %r6 = and <32 x i1> %p5, %r5
  %p7 = xor <32 x i1> %p6, %q6
  %q7 = or <32 x i1> %q6, %r6
  %r7 = and <32 x i1> %p6, %r6
  %p8 = xor <32 x i1> %p7, %q7
  %q8 = or <32 x i1> %q7, %r7
  %r8 = and <32 x i1> %p7, %r7
  %p9 = xor <32 x i1> %p8, %q8
  %q9 = or <32 x i1> %q8, %r8
  %r9 = and <32 x i1> %p8, %r8
  %p10 = xor <32 x i1> %p9, %q9
  %q10 = or <32 x i1> %q9, %r9
  %r10 = and <32 x i1> %p9, %r9
  %p11 = xor <32 x i1> %p10, %q10
  %q11 = or <32 x i1> %q10, %r10
  %r11 = and <32 x i1> %p10, %r10
  %p12 = xor <32 x i1> %p11, %q11
  %q12 = or <32 x i1> %q11, %r11
  %r12 = and <32 x i1> %p11, %r11
  %x = xor <32 x i1> %q12, %r12
  %m = xor <32 x i1> %p12, %x
  %s = select <32 x i1> %m, <32 x i32> %a, <32 x i32> %b
  ret <32 x i32> %s
}
