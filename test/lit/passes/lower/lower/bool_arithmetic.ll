; Arithmetic and intrinsics on integers of one bit are logic; a predicate of more than 64 lanes is a number of bytes.
; RUN: %opt -passes='lower<tgl>' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll --kernel saturated
; RUN: %genx_eval --compare %s %t.ll --kernel ordered
; RUN: %genx_eval --compare %s %t.ll --kernel counted
; RUN: %genx_eval --compare %s %t.ll --kernel shifted
; RUN: %genx_eval --compare %s %t.ll --kernel overflows
; RUN: %genx_eval --compare %s %t.ll --kernel binary
; RUN: %genx_eval --compare %s %t.ll --kernel clamped
; RUN: %genx_eval --compare %s %t.ll --kernel reduced
; RUN: %genx_eval --compare %s %t.ll --kernel many
; RUN: %genx_eval --compare %s %t.ll --kernel of_many
; RUN: %genx_eval --compare %s %t.ll --kernel of_half
; CHECK-NOT: = call {{.*}} @llvm.{{[a-z]+(.sat)?}}.v8i1(

define <8 x i16> @saturated(<8 x i16> %a, <8 x i16> %b) {
  %x = icmp slt <8 x i16> %a, zeroinitializer
  %y = icmp slt <8 x i16> %b, zeroinitializer
  %p = call <8 x i1> @llvm.uadd.sat.v8i1(<8 x i1> %x, <8 x i1> %y)
  %q = call <8 x i1> @llvm.sadd.sat.v8i1(<8 x i1> %x, <8 x i1> %y)
  %r = call <8 x i1> @llvm.usub.sat.v8i1(<8 x i1> %x, <8 x i1> %y)
  %s = call <8 x i1> @llvm.ssub.sat.v8i1(<8 x i1> %x, <8 x i1> %y)
  %1 = zext <8 x i1> %p to <8 x i16>
  %2 = select <8 x i1> %q, <8 x i16> splat (i16 2), <8 x i16> zeroinitializer
  %3 = select <8 x i1> %r, <8 x i16> splat (i16 4), <8 x i16> zeroinitializer
  %4 = select <8 x i1> %s, <8 x i16> splat (i16 8), <8 x i16> zeroinitializer
  %5 = or <8 x i16> %1, %2
  %6 = or <8 x i16> %3, %4
  %7 = or <8 x i16> %5, %6
  ret <8 x i16> %7
}

define <8 x i16> @ordered(<8 x i16> %a, <8 x i16> %b) {
  %x = icmp slt <8 x i16> %a, zeroinitializer
  %y = icmp slt <8 x i16> %b, zeroinitializer
  %p = call <8 x i1> @llvm.smin.v8i1(<8 x i1> %x, <8 x i1> %y)
  %q = call <8 x i1> @llvm.smax.v8i1(<8 x i1> %x, <8 x i1> %y)
  %r = call <8 x i1> @llvm.umin.v8i1(<8 x i1> %x, <8 x i1> %y)
  %s = call <8 x i1> @llvm.umax.v8i1(<8 x i1> %x, <8 x i1> %y)
  %1 = zext <8 x i1> %p to <8 x i16>
  %2 = select <8 x i1> %q, <8 x i16> splat (i16 2), <8 x i16> zeroinitializer
  %3 = select <8 x i1> %r, <8 x i16> splat (i16 4), <8 x i16> zeroinitializer
  %4 = select <8 x i1> %s, <8 x i16> splat (i16 8), <8 x i16> zeroinitializer
  %5 = or <8 x i16> %1, %2
  %6 = or <8 x i16> %3, %4
  %7 = or <8 x i16> %5, %6
  ret <8 x i16> %7
}

define <8 x i16> @counted(<8 x i16> %a, <8 x i16> %b) {
  %x = icmp slt <8 x i16> %a, zeroinitializer
  %y = icmp slt <8 x i16> %b, zeroinitializer
  %p = call <8 x i1> @llvm.ctpop.v8i1(<8 x i1> %x)
  %q = call <8 x i1> @llvm.ctlz.v8i1(<8 x i1> %y, i1 false)
  %r = call <8 x i1> @llvm.bitreverse.v8i1(<8 x i1> %x)
  %s = call <8 x i1> @llvm.abs.v8i1(<8 x i1> %y, i1 false)
  %1 = zext <8 x i1> %p to <8 x i16>
  %2 = select <8 x i1> %q, <8 x i16> splat (i16 2), <8 x i16> zeroinitializer
  %3 = select <8 x i1> %r, <8 x i16> splat (i16 4), <8 x i16> zeroinitializer
  %4 = select <8 x i1> %s, <8 x i16> splat (i16 8), <8 x i16> zeroinitializer
  %5 = or <8 x i16> %1, %2
  %6 = or <8 x i16> %3, %4
  %7 = or <8 x i16> %5, %6
  ret <8 x i16> %7
}

; Every count is 0 modulo 1.
define <8 x i16> @shifted(<8 x i16> %a, <8 x i16> %b) {
  %x = icmp slt <8 x i16> %a, zeroinitializer
  %y = icmp slt <8 x i16> %b, zeroinitializer
  %p = call <8 x i1> @llvm.fshl.v8i1(<8 x i1> %x, <8 x i1> %y, <8 x i1> %y)
  %q = call <8 x i1> @llvm.fshr.v8i1(<8 x i1> %x, <8 x i1> %y, <8 x i1> %x)
  %1 = zext <8 x i1> %p to <8 x i16>
  %2 = select <8 x i1> %q, <8 x i16> splat (i16 2), <8 x i16> zeroinitializer
  %3 = or <8 x i16> %1, %2
  ret <8 x i16> %3
}

define <8 x i16> @overflows(<8 x i16> %a, <8 x i16> %b) {
  %x = icmp slt <8 x i16> %a, zeroinitializer
  %y = icmp slt <8 x i16> %b, zeroinitializer
  %s = call {<8 x i1>, <8 x i1>} @llvm.usub.with.overflow.v8i1(<8 x i1> %x, <8 x i1> %y)
  %m = call {<8 x i1>, <8 x i1>} @llvm.smul.with.overflow.v8i1(<8 x i1> %x, <8 x i1> %y)
  %u = call {<8 x i1>, <8 x i1>} @llvm.uadd.with.overflow.v8i1(<8 x i1> %x, <8 x i1> %y)
  %s0 = extractvalue {<8 x i1>, <8 x i1>} %s, 0
  %s1 = extractvalue {<8 x i1>, <8 x i1>} %s, 1
  %m1 = extractvalue {<8 x i1>, <8 x i1>} %m, 1
  %u1 = extractvalue {<8 x i1>, <8 x i1>} %u, 1
  %1 = zext <8 x i1> %s0 to <8 x i16>
  %2 = select <8 x i1> %s1, <8 x i16> splat (i16 2), <8 x i16> zeroinitializer
  %3 = select <8 x i1> %m1, <8 x i16> splat (i16 4), <8 x i16> zeroinitializer
  %4 = select <8 x i1> %u1, <8 x i16> splat (i16 8), <8 x i16> zeroinitializer
  %5 = or <8 x i16> %1, %2
  %6 = or <8 x i16> %3, %4
  %7 = or <8 x i16> %5, %6
  ret <8 x i16> %7
}

define <8 x i16> @binary(<8 x i16> %a, <8 x i16> %b) {
  %x = icmp slt <8 x i16> %a, zeroinitializer
  %y = icmp slt <8 x i16> %b, zeroinitializer
  %p = add <8 x i1> %x, %y
  %q = mul <8 x i1> %x, %y
  %r = sub <8 x i1> %p, %q
  %s = udiv <8 x i1> %y, splat (i1 true)
  %1 = zext <8 x i1> %p to <8 x i16>
  %2 = select <8 x i1> %q, <8 x i16> splat (i16 2), <8 x i16> zeroinitializer
  %3 = select <8 x i1> %r, <8 x i16> splat (i16 4), <8 x i16> zeroinitializer
  %4 = select <8 x i1> %s, <8 x i16> splat (i16 8), <8 x i16> zeroinitializer
  %5 = or <8 x i16> %1, %2
  %6 = or <8 x i16> %3, %4
  %7 = or <8 x i16> %5, %6
  ret <8 x i16> %7
}

define <8 x i16> @clamped(<8 x i16> %a) {
  %i = ashr <8 x i16> %a, splat (i16 13)
  %f = sitofp <8 x i16> %i to <8 x float>
  %p = call <8 x i1> @llvm.fptoui.sat.v8i1.v8f32(<8 x float> %f)
  %q = call <8 x i1> @llvm.fptosi.sat.v8i1.v8f32(<8 x float> %f)
  %1 = zext <8 x i1> %p to <8 x i16>
  %2 = select <8 x i1> %q, <8 x i16> splat (i16 2), <8 x i16> %1
  ret <8 x i16> %2
}

define i32 @reduced(<24 x i16> %a) {
  %x = icmp slt <24 x i16> %a, splat (i16 20000)
  %p = call i1 @llvm.vector.reduce.xor.v24i1(<24 x i1> %x)
  %q = call i1 @llvm.vector.reduce.smin.v24i1(<24 x i1> %x)
  %r = call i1 @llvm.vector.reduce.smax.v24i1(<24 x i1> %x)
  %s = call i1 @llvm.vector.reduce.mul.v24i1(<24 x i1> %x)
  %1 = zext i1 %p to i32
  %2 = select i1 %q, i32 2, i32 0
  %3 = select i1 %r, i32 4, i32 0
  %4 = select i1 %s, i32 8, i32 0
  %5 = or i32 %1, %2
  %6 = or i32 %3, %4
  %7 = or i32 %5, %6
  ret i32 %7
}

define <13 x i8> @many(<104 x i16> %a) {
  %x = icmp slt <104 x i16> %a, splat (i16 1000)
  %r = bitcast <104 x i1> %x to <13 x i8>
  ret <13 x i8> %r
}

define <104 x i8> @of_many(<13 x i8> %a) {
  %x = bitcast <13 x i8> %a to <104 x i1>
  %r = zext <104 x i1> %x to <104 x i8>
  ret <104 x i8> %r
}

; Flags are integers.
define <16 x i8> @of_half(half %a) {
  %x = bitcast half %a to <16 x i1>
  %h = bitcast <16 x i1> %x to <2 x i8>
  %r = zext <16 x i1> %x to <16 x i8>
  ret <16 x i8> %r
}
