; What obeys the rules of goto and join becomes the forms that selection takes; what does not stays for expand_simdcf.
; RUN: %opt -passes='set_genx_attrs,function(fit_simdcf)' -S %S/../expand_simdcf/expand.ll | %FileCheck %s
; RUN: %opt -passes='set_genx_attrs,function(fit_simdcf)' -S %s | %FileCheck %s --check-prefix=STAYS

; CHECK-LABEL: @then
; CHECK: %c = icmp sgt
; CHECK-NEXT: [[NONE:%.*]] = call i1 @cmc.simdcf.goto.v16i1(<16 x i1> %c, i32 [[ID:[0-9]+]])
; CHECK-NEXT: br i1 [[NONE]], label %join, label %then
; CHECK: then:
; CHECK: [[ON:%.*]] = call <16 x i1> @cmc.simdcf.on.v16i1()
; CHECK-NEXT: wrregioni{{.*}} %s, {{.*}} [[ON]])
; CHECK: join:
; CHECK: call i1 @cmc.simdcf.join(i32 [[ID]], i32 16)
; CHECK-LABEL: @nested
; CHECK: @cmc.simdcf.goto.v16i1(<16 x i1> %c, i32 [[OUT:[0-9]+]])
; CHECK: @cmc.simdcf.goto.v16i1(<16 x i1> %d, i32 [[IN:[0-9]+]])
; CHECK: @cmc.simdcf.join(i32 [[IN]], i32 16)
; CHECK: @cmc.simdcf.join(i32 [[OUT]], i32 16)

; The mask from before the goto is needed after it: the hardware does not keep it.
; STAYS-LABEL: @old_mask
; STAYS: call {{.*}} @llvm.genx.simdcf.goto
; STAYS: call {{.*}} @llvm.genx.simdcf.join
; STAYS-NOT: cmc.simdcf
define <16 x i32> @old_mask(<16 x i32> %a, <16 x i32> %b, <16 x i1> %before) {
entry:
  %c = icmp sgt <16 x i32> %a, %b
  %g = call { <16 x i1>, <16 x i1>, i1 } @llvm.genx.simdcf.goto.v16i1.v16i1(<16 x i1> %before, <16 x i1> zeroinitializer, <16 x i1> %c)
  %em = extractvalue { <16 x i1>, <16 x i1>, i1 } %g, 0
  %rm = extractvalue { <16 x i1>, <16 x i1>, i1 } %g, 1
  %none = extractvalue { <16 x i1>, <16 x i1>, i1 } %g, 2
  br i1 %none, label %join, label %then

then:
  %s = sub <16 x i32> %a, %b
  %w = call <16 x i32> @llvm.genx.wrregioni.v16i32.v16i32.i16.v16i1(<16 x i32> %a, <16 x i32> %s, i32 0, i32 16, i32 1, i16 0, i32 undef, <16 x i1> %before)
  br label %join

join:
  %v = phi <16 x i32> [ %a, %entry ], [ %w, %then ]
  %j = call { <16 x i1>, i1 } @llvm.genx.simdcf.join.v16i1.v16i1(<16 x i1> %em, <16 x i1> %rm)
  ret <16 x i32> %v
}

declare { <16 x i1>, <16 x i1>, i1 } @llvm.genx.simdcf.goto.v16i1.v16i1(<16 x i1>, <16 x i1>, <16 x i1>)
declare { <16 x i1>, i1 } @llvm.genx.simdcf.join.v16i1.v16i1(<16 x i1>, <16 x i1>)
declare <16 x i32> @llvm.genx.wrregioni.v16i32.v16i32.i16.v16i1(<16 x i32>, <16 x i32>, i32, i32, i32, i16, i32, <16 x i1>)
