; Two ways that write the same element are one write of a chosen value; the read of the second test is done early when the first
; test has read at the same place. Writes at different places, or beside other work, stay.
; RUN: %opt -passes='function(merge_writes)' -S %s | %FileCheck %s
declare i32 @llvm.genx.rdregioni.i32.v16i32.i16(<16 x i32>, i32, i32, i32, i16, i32)
declare <16 x i32> @llvm.genx.wrregioni.v16i32.i32.i16.i1(<16 x i32>, i32, i32, i32, i32, i16, i32, i1)

; CHECK-LABEL: @both
; CHECK: %b = call i32 @llvm.genx.rdregioni.i32.v16i32.i16(<16 x i32> %vb
; CHECK-NEXT: br i1 %c
; CHECK: %chosen = phi i32 [ %x, %then ], [ %y, %else ]
; CHECK-NEXT: [[W:%.*]] = call <16 x i32> @llvm.genx.wrregioni.v16i32.i32.i16.i1(<16 x i32> %v, i32 %chosen, i32 0, i32 1, i32 0, i16 %o
; CHECK-NEXT: ret <16 x i32> [[W]]
define <16 x i32> @both(<16 x i32> %va, <16 x i32> %vb, <16 x i32> %v, i16 %o, i32 %x, i32 %y) {
  %a = call i32 @llvm.genx.rdregioni.i32.v16i32.i16(<16 x i32> %va, i32 0, i32 1, i32 0, i16 %o, i32 undef)
  %c = icmp sgt i32 %a, 0
  br i1 %c, label %second, label %else
second:
  %b = call i32 @llvm.genx.rdregioni.i32.v16i32.i16(<16 x i32> %vb, i32 0, i32 1, i32 0, i16 %o, i32 undef)
  %d = icmp sgt i32 %b, 0
  br i1 %d, label %then, label %else
then:
  %w1 = call <16 x i32> @llvm.genx.wrregioni.v16i32.i32.i16.i1(<16 x i32> %v, i32 %x, i32 0, i32 1, i32 0, i16 %o, i32 undef, i1 true)
  br label %join
else:
  %w2 = call <16 x i32> @llvm.genx.wrregioni.v16i32.i32.i16.i1(<16 x i32> %v, i32 %y, i32 0, i32 1, i32 0, i16 %o, i32 undef, i1 true)
  br label %join
join:
  %r = phi <16 x i32> [ %w1, %then ], [ %w2, %else ]
  ret <16 x i32> %r
}

; CHECK-LABEL: @places
; CHECK: second:
; CHECK-NEXT: %b = call i32 @llvm.genx.rdregioni
; CHECK: phi <16 x i32> [ %w1, %then ], [ %w2, %else ]
define <16 x i32> @places(<16 x i32> %va, <16 x i32> %vb, <16 x i32> %v, i16 %o, i16 %p, i32 %x, i32 %y) {
  %a = call i32 @llvm.genx.rdregioni.i32.v16i32.i16(<16 x i32> %va, i32 0, i32 1, i32 0, i16 %o, i32 undef)
  %c = icmp sgt i32 %a, 0
  br i1 %c, label %second, label %else
second:
  %b = call i32 @llvm.genx.rdregioni.i32.v16i32.i16(<16 x i32> %vb, i32 0, i32 1, i32 0, i16 %p, i32 undef)
  %d = icmp sgt i32 %b, 0
  br i1 %d, label %then, label %else
then:
  %w1 = call <16 x i32> @llvm.genx.wrregioni.v16i32.i32.i16.i1(<16 x i32> %v, i32 %x, i32 0, i32 1, i32 0, i16 %o, i32 undef, i1 true)
  br label %join
else:
  %w2 = call <16 x i32> @llvm.genx.wrregioni.v16i32.i32.i16.i1(<16 x i32> %v, i32 %y, i32 0, i32 1, i32 0, i16 %p, i32 undef, i1 true)
  br label %join
join:
  %r = phi <16 x i32> [ %w1, %then ], [ %w2, %else ]
  ret <16 x i32> %r
}

; One step makes the new value in each way: it stays there, for simplifycfg to choose between the results. Two stay with the write.
; CHECK-LABEL: @steps
; CHECK: %chosen = phi i32 [ %s1, %then ], [ %s2, %else ]
; CHECK-NEXT: call <16 x i32> @llvm.genx.wrregioni.v16i32.i32.i16.i1(<16 x i32> %v, i32 %chosen
define <16 x i32> @steps(<16 x i32> %v, i32 %x, i32 %y) {
  %c = icmp sgt i32 %x, %y
  br i1 %c, label %then, label %else
then:
  %s1 = sub i32 %x, %y
  %w1 = call <16 x i32> @llvm.genx.wrregioni.v16i32.i32.i16.i1(<16 x i32> %v, i32 %s1, i32 0, i32 1, i32 0, i16 8, i32 undef, i1 true)
  br label %join
else:
  %s2 = sub i32 %y, %x
  %w2 = call <16 x i32> @llvm.genx.wrregioni.v16i32.i32.i16.i1(<16 x i32> %v, i32 %s2, i32 0, i32 1, i32 0, i16 8, i32 undef, i1 true)
  br label %join
join:
  %r = phi <16 x i32> [ %w1, %then ], [ %w2, %else ]
  ret <16 x i32> %r
}

; CHECK-LABEL: @two_steps
; CHECK: phi <16 x i32> [ %w1, %then ], [ %w2, %else ]
define <16 x i32> @two_steps(<16 x i32> %v, i32 %x, i32 %y) {
  %c = icmp sgt i32 %x, %y
  br i1 %c, label %then, label %else
then:
  %s = sub i32 %x, %y
  %s1 = mul i32 %s, %s
  %w1 = call <16 x i32> @llvm.genx.wrregioni.v16i32.i32.i16.i1(<16 x i32> %v, i32 %s1, i32 0, i32 1, i32 0, i16 8, i32 undef, i1 true)
  br label %join
else:
  %w2 = call <16 x i32> @llvm.genx.wrregioni.v16i32.i32.i16.i1(<16 x i32> %v, i32 %y, i32 0, i32 1, i32 0, i16 8, i32 undef, i1 true)
  br label %join
join:
  %r = phi <16 x i32> [ %w1, %then ], [ %w2, %else ]
  ret <16 x i32> %r
}
