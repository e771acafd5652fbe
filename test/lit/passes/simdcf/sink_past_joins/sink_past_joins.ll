; A join is first in its block: computation that passes put before it is sunk after it.
; RUN: %opt -passes='function(sink_past_joins)' -S %s | %FileCheck %s

; CHECK-LABEL: @plain
; CHECK: join:
; CHECK-NEXT: %w = phi <16 x i16>
; CHECK-NEXT: {{%.*}} = call i1 @cmc.simdcf.join(i32 0, i32 16)
; CHECK-NEXT: br label %[[REST:.*]]
; CHECK: [[REST]]:
; CHECK-NEXT: %p = icmp ne <16 x i16> %w, zeroinitializer
; CHECK-NEXT: br label %next
; CHECK: next:
define <16 x i32> @plain(<16 x i1> %c, <16 x i32> %a, <16 x i16> %x) {
entry:
  %g = call i1 @cmc.simdcf.goto.v16i1(<16 x i1> %c, i32 0)
  br i1 %g, label %join, label %then

then:
  br label %join

join:
  %w = phi <16 x i16> [ zeroinitializer, %entry ], [ %x, %then ]
  %p = icmp ne <16 x i16> %w, zeroinitializer
  %j = call i1 @cmc.simdcf.join(i32 0, i32 16)
  br label %next

next:
  %s = select <16 x i1> %p, <16 x i32> %a, <16 x i32> zeroinitializer
  ret <16 x i32> %s
}

; The branch tests whether a channel is left: the next block tests the channels, and both paths have the computed values.
; CHECK-LABEL: @asks
; CHECK: join:
; CHECK-NEXT: {{%.*}} = call i1 @cmc.simdcf.join(i32 0, i32 8)
; CHECK-NEXT: br label %[[REST:.*]]
; CHECK: [[REST]]:
; CHECK-NEXT: %p = icmp ugt <8 x i32> %a, %b
; CHECK-NEXT: [[ON:%.*]] = call <8 x i1> @cmc.simdcf.on.v8i1()
; CHECK-NEXT: [[ANY:%.*]] = call i1 @llvm.genx.any.v8i1(<8 x i1> [[ON]])
; CHECK-NEXT: br i1 [[ANY]], label %some, label %none
define <8 x i32> @asks(<8 x i1> %c, <8 x i32> %a, <8 x i32> %b) {
entry:
  %g = call i1 @cmc.simdcf.goto.v8i1(<8 x i1> %c, i32 0)
  br i1 %g, label %join, label %then

then:
  br label %join

join:
  %p = icmp ugt <8 x i32> %a, %b
  %j = call i1 @cmc.simdcf.join(i32 0, i32 8)
  br i1 %j, label %none, label %some

some:
  %s = select <8 x i1> %p, <8 x i32> %a, <8 x i32> %b
  ret <8 x i32> %s

none:
  %t = select <8 x i1> %p, <8 x i32> %b, <8 x i32> %a
  ret <8 x i32> %t
}

; A flag has 16 channels: 32 are tested by halves, as nothing legalizes after this pass.
; CHECK-LABEL: @asks_halves
; CHECK: %p = icmp ugt <8 x i32> %a, %b
; CHECK-NEXT: [[ON:%.*]] = call <32 x i1> @cmc.simdcf.on.v32i1()
; CHECK-NEXT: [[LO:%.*]] = call <16 x i1> @llvm.genx.rdpredregion.v16i1.v32i1(<32 x i1> [[ON]], i32 0)
; CHECK-NEXT: [[LOW:%.*]] = call i1 @llvm.genx.any.v16i1(<16 x i1> [[LO]])
; CHECK-NEXT: [[HI:%.*]] = call <16 x i1> @llvm.genx.rdpredregion.v16i1.v32i1(<32 x i1> [[ON]], i32 16)
; CHECK-NEXT: [[HIGH:%.*]] = call i1 @llvm.genx.any.v16i1(<16 x i1> [[HI]])
; CHECK-NEXT: [[ANY:%.*]] = or i1 [[LOW]], [[HIGH]]
; CHECK-NEXT: br i1 [[ANY]], label %some, label %none
define <8 x i32> @asks_halves(i32 %c, <8 x i32> %a, <8 x i32> %b) {
entry:
  %g = call i1 @cmc.simdcf.goto.i32(i32 %c, i32 0)
  br i1 %g, label %join, label %then

then:
  br label %join

join:
  %p = icmp ugt <8 x i32> %a, %b
  %j = call i1 @cmc.simdcf.join(i32 0, i32 32)
  br i1 %j, label %none, label %some

some:
  %s = select <8 x i1> %p, <8 x i32> %a, <8 x i32> %b
  ret <8 x i32> %s

none:
  %t = select <8 x i1> %p, <8 x i32> %b, <8 x i32> %a
  ret <8 x i32> %t
}

; Nothing to do.
; CHECK-LABEL: @alone
; CHECK: join:
; CHECK-NEXT: %j = call i1 @cmc.simdcf.join(i32 0, i32 8)
; CHECK-NEXT: br i1 %j, label %none, label %some
define void @alone(<8 x i1> %c) {
entry:
  %g = call i1 @cmc.simdcf.goto.v8i1(<8 x i1> %c, i32 0)
  br i1 %g, label %join, label %then

then:
  br label %join

join:
  %j = call i1 @cmc.simdcf.join(i32 0, i32 8)
  br i1 %j, label %none, label %some

some:
  ret void

none:
  ret void
}

declare i1 @cmc.simdcf.goto.v16i1(<16 x i1>, i32)
declare i1 @cmc.simdcf.goto.v8i1(<8 x i1>, i32)
declare i1 @cmc.simdcf.goto.i32(i32, i32)
declare i1 @cmc.simdcf.join(i32, i32)
