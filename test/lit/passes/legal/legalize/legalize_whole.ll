; A comparison that takes two instructions, whose result somebody needs whole: put together as words.
; RUN: %opt -passes='set_genx_attrs,function(legalize)' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll --kernel bits
; RUN: %genx_eval --compare %s %t.ll --kernel both
; RUN: %genx_eval --compare %s %t.ll --kernel fits
; RUN: %genx_eval --compare %s %t.ll --kernel some
declare <16 x i32> @llvm.genx.rdregioni.v16i32.v32i32.i16(<32 x i32>, i32, i32, i32, i16, i32)

; CHECK-LABEL: @bits
; CHECK: [[A:%[0-9]+]] = icmp slt <8 x i32>
; CHECK: select <8 x i1> [[A]], <8 x i16>
; CHECK: [[B:%[0-9]+]] = icmp slt <8 x i32>
; CHECK: select <8 x i1> [[B]], <8 x i16>
; CHECK: [[M:%[0-9]+]] = icmp ne <16 x i16>
; CHECK: bitcast <16 x i1> [[M]] to i16
; CHECK: ret
define i16 @bits(<32 x i32> %v, <16 x i32> %w) {
  %r = call <16 x i32> @llvm.genx.rdregioni.v16i32.v32i32.i16(<32 x i32> %v, i32 32, i32 16, i32 2, i16 0, i32 undef)
  %c = icmp slt <16 x i32> %r, %w
  %b = bitcast <16 x i1> %c to i16
  ret i16 %b
}

; The logic is done in slices too; a selection takes them as they are.
; CHECK-LABEL: @both
; CHECK-NOT: and <16 x i1>
; CHECK: bitcast <16 x i1>
; CHECK: ret
define i16 @both(<32 x i32> %v, <16 x i32> %w) {
  %r = call <16 x i32> @llvm.genx.rdregioni.v16i32.v32i32.i16(<32 x i32> %v, i32 32, i32 16, i32 2, i16 4, i32 undef)
  %c = icmp ult <16 x i32> %r, %w
  %d = icmp sgt <16 x i32> %w, zeroinitializer
  %m = and <16 x i1> %c, %d
  %b = bitcast <16 x i1> %m to i16
  ret i16 %b
}

; CHECK-LABEL: @fits
; CHECK-NOT: select
; CHECK: ret
define i16 @fits(<16 x i32> %v, <16 x i32> %w) {
  %c = icmp slt <16 x i32> %v, %w
  %b = bitcast <16 x i1> %c to i16
  ret i16 %b
}

; Half of the lanes of such a comparison.
; CHECK-LABEL: @some
; CHECK: [[A:%[0-9]+]] = icmp slt <8 x i32>
; CHECK: [[B:%[0-9]+]] = icmp slt <8 x i32>
; CHECK: [[M:%[0-9]+]] = icmp ne <16 x i16>
; CHECK: call <8 x i1> @llvm.genx.rdpredregion.v8i1.v16i1(<16 x i1> [[M]], i32 8)
declare <8 x i1> @llvm.genx.rdpredregion.v8i1.v16i1(<16 x i1>, i32)
define <8 x i32> @some(<32 x i32> %v, <16 x i32> %w, <8 x i32> %x, <8 x i32> %y) {
  %r = call <16 x i32> @llvm.genx.rdregioni.v16i32.v32i32.i16(<32 x i32> %v, i32 32, i32 16, i32 2, i16 0, i32 undef)
  %c = icmp slt <16 x i32> %r, %w
  %p = call <8 x i1> @llvm.genx.rdpredregion.v8i1.v16i1(<16 x i1> %c, i32 8)
  %s = select <8 x i1> %p, <8 x i32> %x, <8 x i32> %y
  ret <8 x i32> %s
}
