; goto and join as predicates: the same results, nothing of SIMD control flow left.
; RUN: %opt -passes='set_genx_attrs,function(expand_simdcf)' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll --kernel then
; RUN: %genx_eval --compare %s %t.ll --kernel nested

; CHECK-LABEL: @then
; CHECK-NOT: simdcf
; The channels that go on, as words; those that wait at the join.
; CHECK: [[STAY:%.*]] = select <16 x i1> %{{.*}}, <16 x i16> {{.*}}, <16 x i16>
; CHECK: and <16 x i16> {{.*}}[[STAY]]
; CHECK: call i1 @llvm.genx.any.v16i1
; CHECK: br i1
; CHECK-NOT: simdcf
; CHECK: ret
define <16 x i32> @then(<16 x i32> %a, <16 x i32> %b) {
entry:
  %c = icmp sgt <16 x i32> %a, %b
  %g = call { <16 x i1>, <16 x i1>, i1 } @llvm.genx.simdcf.goto.v16i1.v16i1(<16 x i1> splat (i1 true), <16 x i1> zeroinitializer, <16 x i1> %c)
  %em = extractvalue { <16 x i1>, <16 x i1>, i1 } %g, 0
  %rm = extractvalue { <16 x i1>, <16 x i1>, i1 } %g, 1
  %none = extractvalue { <16 x i1>, <16 x i1>, i1 } %g, 2
  br i1 %none, label %join, label %then

then:
  %s = sub <16 x i32> %a, %b
  %w = call <16 x i32> @llvm.genx.wrregioni.v16i32.v16i32.i16.v16i1(<16 x i32> %a, <16 x i32> %s, i32 0, i32 16, i32 1, i16 0, i32 undef, <16 x i1> %em)
  br label %join

join:
  %v = phi <16 x i32> [ %a, %entry ], [ %w, %then ]
  %e = phi <16 x i1> [ %em, %entry ], [ %em, %then ]
  %j = call { <16 x i1>, i1 } @llvm.genx.simdcf.join.v16i1.v16i1(<16 x i1> %e, <16 x i1> %rm)
  ret <16 x i32> %v
}

; The inner branch divides the channels that the outer one left; after both joins all are enabled again.
; CHECK-LABEL: @nested
; CHECK-NOT: call {{.*}}simdcf
; CHECK: ret
define <16 x i32> @nested(<16 x i32> %a, <16 x i32> %b) {
entry:
  %c = icmp sgt <16 x i32> %a, %b
  %g = call { <16 x i1>, <16 x i1>, i1 } @llvm.genx.simdcf.goto.v16i1.v16i1(<16 x i1> splat (i1 true), <16 x i1> zeroinitializer, <16 x i1> %c)
  %em = extractvalue { <16 x i1>, <16 x i1>, i1 } %g, 0
  %rm = extractvalue { <16 x i1>, <16 x i1>, i1 } %g, 1
  %none = extractvalue { <16 x i1>, <16 x i1>, i1 } %g, 2
  br i1 %none, label %join, label %outer

outer:
  %d = icmp slt <16 x i32> %b, zeroinitializer
  %g2 = call { <16 x i1>, <16 x i1>, i1 } @llvm.genx.simdcf.goto.v16i1.v16i1(<16 x i1> %em, <16 x i1> zeroinitializer, <16 x i1> %d)
  %em2 = extractvalue { <16 x i1>, <16 x i1>, i1 } %g2, 0
  %rm2 = extractvalue { <16 x i1>, <16 x i1>, i1 } %g2, 1
  %none2 = extractvalue { <16 x i1>, <16 x i1>, i1 } %g2, 2
  br i1 %none2, label %ijoin, label %inner

inner:
  %n = xor <16 x i32> %b, splat (i32 -1)
  %w = call <16 x i32> @llvm.genx.wrregioni.v16i32.v16i32.i16.v16i1(<16 x i32> %a, <16 x i32> %n, i32 0, i32 16, i32 1, i16 0, i32 undef, <16 x i1> %em2)
  br label %ijoin

ijoin:
  %v = phi <16 x i32> [ %a, %outer ], [ %w, %inner ]
  %j2 = call { <16 x i1>, i1 } @llvm.genx.simdcf.join.v16i1.v16i1(<16 x i1> %em2, <16 x i1> %rm2)
  %em3 = extractvalue { <16 x i1>, i1 } %j2, 0
  %x = add <16 x i32> %v, splat (i32 7)
  %w2 = call <16 x i32> @llvm.genx.wrregioni.v16i32.v16i32.i16.v16i1(<16 x i32> %v, <16 x i32> %x, i32 0, i32 16, i32 1, i16 0, i32 undef, <16 x i1> %em3)
  br label %join

join:
  %r = phi <16 x i32> [ %a, %entry ], [ %w2, %ijoin ]
  %e = phi <16 x i1> [ %em, %entry ], [ %em3, %ijoin ]
  %j = call { <16 x i1>, i1 } @llvm.genx.simdcf.join.v16i1.v16i1(<16 x i1> %e, <16 x i1> %rm)
  %em4 = extractvalue { <16 x i1>, i1 } %j, 0
  %y = mul <16 x i32> %r, splat (i32 3)
  %w3 = call <16 x i32> @llvm.genx.wrregioni.v16i32.v16i32.i16.v16i1(<16 x i32> %r, <16 x i32> %y, i32 0, i32 16, i32 1, i16 0, i32 undef, <16 x i1> %em4)
  ret <16 x i32> %w3
}

declare { <16 x i1>, <16 x i1>, i1 } @llvm.genx.simdcf.goto.v16i1.v16i1(<16 x i1>, <16 x i1>, <16 x i1>)
declare { <16 x i1>, i1 } @llvm.genx.simdcf.join.v16i1.v16i1(<16 x i1>, <16 x i1>)
declare <16 x i32> @llvm.genx.wrregioni.v16i32.v16i32.i16.v16i1(<16 x i32>, <16 x i32>, i32, i32, i32, i16, i32, <16 x i1>)
