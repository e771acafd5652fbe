; An array with a computed index becomes a vector; a select of two addresses in it becomes one of offsets.
; RUN: %opt -passes=promote_arrays -S %s | %FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @k
; CHECK-NOT: getelementptr
; CHECK: [[A:%.*]] = alloca <8 x i32>
; CHECK: [[OFF:%.*]] = select i1 %c, i32 {{.*}}, i32 {{.*}}
; CHECK: [[OLD:%.*]] = load <8 x i32>, ptr [[A]]
; CHECK: [[NEW:%.*]] = call <8 x i32> @llvm.genx.wrregioni.v8i32.{{v1i32|i32}}.i16.i1(<8 x i32> [[OLD]],
; CHECK: store <8 x i32> [[NEW]], ptr [[A]]
; CHECK: call {{.*}} @llvm.genx.rdregioni
; CHECK: ret float
define float @k(i32 %i, i1 %c, float %x) {
  %a = alloca [4 x [2 x float]], align 4
  %p = getelementptr [4 x [2 x float]], ptr %a, i64 0, i32 %i, i64 1
  %q = getelementptr i8, ptr %a, i64 8
  %s = select i1 %c, ptr %p, ptr %q
  store float %x, ptr %s, align 4
  %y = load float, ptr %p, align 4
  ret float %y
}

@table = internal constant [4 x i16] [i16 1, i16 10, i16 100, i16 1000]

; CHECK-LABEL: @t
; CHECK: rdregioni{{.*}}<4 x i16> <i16 1, i16 10, i16 100, i16 1000>
define i16 @t(i64 %i) {
  %p = getelementptr [4 x i16], ptr @table, i64 0, i64 %i
  %x = load i16, ptr %p, align 2
  ret i16 %x
}

; A predicate that LLVM stores as such is a number in the array.
; CHECK-LABEL: @m
; CHECK: [[N:%.*]] = bitcast <8 x i1> %p to i8
; CHECK-NOT: store <8 x i1>
; CHECK: ret i8
define i8 @m(<8 x i1> %p, i32 %i) {
  %a = alloca [4 x i8], align 1
  store <8 x i1> %p, ptr %a, align 1
  %q = getelementptr [4 x i8], ptr %a, i32 0, i32 %i
  %x = load i8, ptr %q, align 1
  ret i8 %x
}

; So is one that it loads.
; CHECK-LABEL: @n
; CHECK-NOT: load <16 x i1>
; CHECK: [[N:%.*]] = bitcast i16 {{%.*}} to <16 x i1>
; CHECK: ret <16 x i1> [[N]]
define <16 x i1> @n(i16 %x, i32 %i) {
  %a = alloca [4 x i16], align 2
  %q = getelementptr [4 x i16], ptr %a, i32 0, i32 %i
  store i16 %x, ptr %q, align 2
  %p = load <16 x i1>, ptr %a, align 2
  ret <16 x i1> %p
}

; Of one element LLVM reads the two bits that it needs, as a vector of such pairs; the variable holds whole elements.
; CHECK-LABEL: define <2 x i2> @pairs(
; CHECK: [[OLD:%.*]] = call <8 x i32> @llvm.genx.rdregioni.v8i32.v32i32.i16(<32 x i32> {{.*}}, i32 0, i32 8, i32 1, i16 0,
; CHECK: bitcast <8 x i32> [[OLD]] to <128 x i2>
define <2 x i2> @pairs(i32 %i, <8 x i32> %x) {
  %a = alloca [4 x <8 x i32>], align 32
  %p = getelementptr [4 x <8 x i32>], ptr %a, i32 0, i32 %i
  store <8 x i32> %x, ptr %a, align 32
  store <8 x i32> zeroinitializer, ptr %p, align 32
  %v = load <128 x i2>, ptr %a, align 32
  %e = shufflevector <128 x i2> %v, <128 x i2> poison, <2 x i32> <i32 64, i32 65>
  ret <2 x i2> %e
}
