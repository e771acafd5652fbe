; A block that writes or chooses a few elements is done under its condition: writes take it as their mask, numbers are selected,
; and simplifycfg takes the branch away. Larger blocks, more lanes, variable places and blocks with effects stay.
; RUN: %opt -passes='function(predicate_writes,simplifycfg)' -S %s | %FileCheck %s
declare i32 @llvm.genx.rdregioni.i32.v16i32.i16(<16 x i32>, i32, i32, i32, i16, i32)
declare <16 x i32> @llvm.genx.wrregioni.v16i32.i32.i16.i1(<16 x i32>, i32, i32, i32, i32, i16, i32, i1)
declare <16 x i32> @llvm.genx.wrregioni.v16i32.v2i32.i16.i1(<16 x i32>, <2 x i32>, i32, i32, i32, i16, i32, i1)
declare void @llvm.genx.oword.st.v4i32(i32, i32, <4 x i32>)

; CHECK-LABEL: @writes
; CHECK: %c = icmp slt i32 %x, %y
; CHECK-NEXT: %w1 = call <16 x i32> @llvm.genx.wrregioni.v16i32.i32.i16.i1(<16 x i32> %v, i32 %x, i32 0, i32 1, i32 0, i16 0, i32 undef, i1 %c)
; CHECK-NEXT: %w2 = call <16 x i32> @llvm.genx.wrregioni.v16i32.i32.i16.i1(<16 x i32> %w1, i32 7, i32 0, i32 1, i32 0, i16 4, i32 undef, i1 %c)
; CHECK-NEXT: ret <16 x i32> %w2
define <16 x i32> @writes(<16 x i32> %v, i32 %x, i32 %y) {
  %c = icmp slt i32 %x, %y
  br i1 %c, label %then, label %join
then:
  %w1 = call <16 x i32> @llvm.genx.wrregioni.v16i32.i32.i16.i1(<16 x i32> %v, i32 %x, i32 0, i32 1, i32 0, i16 0, i32 undef, i1 true)
  %w2 = call <16 x i32> @llvm.genx.wrregioni.v16i32.i32.i16.i1(<16 x i32> %w1, i32 7, i32 0, i32 1, i32 0, i16 4, i32 undef, i1 true)
  br label %join
join:
  %p = phi <16 x i32> [ %w2, %then ], [ %v, %0 ]
  ret <16 x i32> %p
}

; The other way round, with numbers beside the write.
; CHECK-LABEL: @choices
; CHECK: %c = icmp slt i32 %x, %y
; CHECK-NEXT: [[N:%.*]] = xor i1 %c, true
; CHECK-NEXT: %r = call i32 @llvm.genx.rdregioni
; CHECK-NEXT: %w = call <16 x i32> @llvm.genx.wrregioni{{.*}}, i1 [[N]])
; CHECK-NEXT: [[S:%.*]] = select i1 %c, i32 %y, i32 %r
; CHECK-NEXT: %q = call <16 x i32> @llvm.genx.wrregioni.v16i32.i32.i16.i1(<16 x i32> %w, i32 [[S]]
; CHECK-NEXT: ret
define <16 x i32> @choices(<16 x i32> %v, <16 x i32> %u, i32 %x, i32 %y) {
  %c = icmp slt i32 %x, %y
  br i1 %c, label %join, label %then
then:
  %r = call i32 @llvm.genx.rdregioni.i32.v16i32.i16(<16 x i32> %u, i32 0, i32 1, i32 0, i16 12, i32 undef)
  %w = call <16 x i32> @llvm.genx.wrregioni.v16i32.i32.i16.i1(<16 x i32> %v, i32 %x, i32 0, i32 1, i32 0, i16 0, i32 undef, i1 true)
  br label %join
join:
  %p = phi <16 x i32> [ %w, %then ], [ %v, %0 ]
  %n = phi i32 [ %r, %then ], [ %y, %0 ]
  %q = call <16 x i32> @llvm.genx.wrregioni.v16i32.i32.i16.i1(<16 x i32> %p, i32 %n, i32 0, i32 1, i32 0, i16 8, i32 undef, i1 true)
  ret <16 x i32> %q
}

; CHECK-LABEL: @stay_wide
; CHECK: phi <16 x i32>
define <16 x i32> @stay_wide(<16 x i32> %v, <2 x i32> %x, i1 %c) {
  br i1 %c, label %then, label %join
then:
  %w = call <16 x i32> @llvm.genx.wrregioni.v16i32.v2i32.i16.i1(<16 x i32> %v, <2 x i32> %x, i32 0, i32 2, i32 1, i16 0, i32 undef, i1 true)
  br label %join
join:
  %p = phi <16 x i32> [ %w, %then ], [ %v, %0 ]
  ret <16 x i32> %p
}

; CHECK-LABEL: @stay_variable
; CHECK: phi <16 x i32>
define <16 x i32> @stay_variable(<16 x i32> %v, i32 %x, i16 %o, i1 %c) {
  br i1 %c, label %then, label %join
then:
  %w = call <16 x i32> @llvm.genx.wrregioni.v16i32.i32.i16.i1(<16 x i32> %v, i32 %x, i32 0, i32 1, i32 0, i16 %o, i32 undef, i1 true)
  br label %join
join:
  %p = phi <16 x i32> [ %w, %then ], [ %v, %0 ]
  ret <16 x i32> %p
}

; CHECK-LABEL: @stay_effects
; CHECK: phi <16 x i32>
define <16 x i32> @stay_effects(<16 x i32> %v, i32 %x, <4 x i32> %d, i1 %c) {
  br i1 %c, label %then, label %join
then:
  %w = call <16 x i32> @llvm.genx.wrregioni.v16i32.i32.i16.i1(<16 x i32> %v, i32 %x, i32 0, i32 1, i32 0, i16 0, i32 undef, i1 true)
  call void @llvm.genx.oword.st.v4i32(i32 0, i32 0, <4 x i32> %d)
  br label %join
join:
  %p = phi <16 x i32> [ %w, %then ], [ %v, %0 ]
  ret <16 x i32> %p
}

; What is written is read by somebody else too, who must not see it where the condition does not hold.
; CHECK-LABEL: @stay_shared
; CHECK: phi <16 x i32> [ %w, %then ], [ %v, %0 ]
define <16 x i32> @stay_shared(<16 x i32> %v, i32 %x, i1 %c) {
  br i1 %c, label %then, label %join
then:
  %w = call <16 x i32> @llvm.genx.wrregioni.v16i32.i32.i16.i1(<16 x i32> %v, i32 %x, i32 0, i32 1, i32 0, i16 0, i32 undef, i1 true)
  br label %join
join:
  %p = phi <16 x i32> [ %w, %then ], [ %v, %0 ]
  %o = phi <16 x i32> [ %w, %then ], [ zeroinitializer, %0 ]
  %s = add <16 x i32> %p, %o
  ret <16 x i32> %s
}
