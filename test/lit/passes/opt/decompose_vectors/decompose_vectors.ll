; Vectors of which only separate parts are used become the parts, also when loops carry them.
; RUN: %opt -passes='set_genx_attrs,function(decompose_vectors<dg2>,adce)' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll

declare <16 x i32> @llvm.genx.rdregioni.v16i32.v32i32.i16(<32 x i32>, i32, i32, i32, i16, i32)
declare <32 x i32> @llvm.genx.wrregioni.v32i32.v16i32.i16.i1(<32 x i32>, <16 x i32>, i32, i32, i32, i16, i32, i1)
declare <32 x i32> @llvm.genx.wrregioni.v32i32.v4i32.i16.v4i1(<32 x i32>, <4 x i32>, i32, i32, i32, i16, i32, <4 x i1>)
declare <8 x i32> @llvm.genx.rdregioni.v8i32.v32i32.i16(<32 x i32>, i32, i32, i32, i16, i32)
declare <8 x float> @llvm.genx.rdregionf.v8f32.v32f32.i16(<32 x float>, i32, i32, i32, i16, i32)
declare <4 x i32> @llvm.genx.rdregioni.v4i32.v32i32.i16(<32 x i32>, i32, i32, i32, i16, i32)

; Two rows of 16 through a loop: two PHIs, no regions.
; CHECK-LABEL: @loop
; CHECK: loop:
; CHECK-DAG: phi <16 x i32> [ zeroinitializer, %entry ], [ %s, %loop ]
; CHECK-DAG: phi <16 x i32> [ zeroinitializer, %entry ], [ %t, %loop ]
; CHECK-NOT: region
; CHECK: ret
define <16 x i32> @loop(<16 x i32> %a, <16 x i32> %b, i32 %k) {
entry:
  %n = and i32 %k, 7
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %m = phi <32 x i32> [ zeroinitializer, %entry ], [ %w2, %loop ]
  %r0 = call <16 x i32> @llvm.genx.rdregioni.v16i32.v32i32.i16(<32 x i32> %m, i32 0, i32 16, i32 1, i16 0, i32 undef)
  %s = add <16 x i32> %r0, %a
  %w1 = call <32 x i32> @llvm.genx.wrregioni.v32i32.v16i32.i16.i1(<32 x i32> %m, <16 x i32> %s, i32 0, i32 16, i32 1, i16 0, i32 undef, i1 true)
  %r1 = call <16 x i32> @llvm.genx.rdregioni.v16i32.v32i32.i16(<32 x i32> %w1, i32 0, i32 16, i32 1, i16 64, i32 undef)
  %t = sub <16 x i32> %r1, %b
  %w2 = call <32 x i32> @llvm.genx.wrregioni.v32i32.v16i32.i16.i1(<32 x i32> %w1, <16 x i32> %t, i32 0, i32 16, i32 1, i16 64, i32 undef, i1 true)
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  %x = call <16 x i32> @llvm.genx.rdregioni.v16i32.v32i32.i16(<32 x i32> %w2, i32 0, i32 16, i32 1, i16 0, i32 undef)
  %y = call <16 x i32> @llvm.genx.rdregioni.v16i32.v32i32.i16(<32 x i32> %w2, i32 0, i32 16, i32 1, i16 64, i32 undef)
  %z = xor <16 x i32> %x, %y
  ret <16 x i32> %z
}

; Rows change places in the loop; a row of 8 through other eyes (floats); what begins undefined stays so.
; CHECK-LABEL: @swap
; CHECK: loop:
; CHECK-DAG: [[A:%.*]] = phi <16 x i32> [ %a, %entry ], [ [[B:%.*]], %loop ]
; CHECK-DAG: [[B]] = phi <16 x i32> [ %b, %entry ], [ [[A]], %loop ]
; CHECK: exit:
; CHECK: rdregionf.v8f32.v16f32
; CHECK: ret
define <8 x float> @swap(<16 x i32> %a, <16 x i32> %b, i32 %k) {
entry:
  %n = and i32 %k, 7
  %u = call <32 x i32> @llvm.genx.wrregioni.v32i32.v16i32.i16.i1(<32 x i32> undef, <16 x i32> %a, i32 0, i32 16, i32 1, i16 0, i32 undef, i1 true)
  %v = call <32 x i32> @llvm.genx.wrregioni.v32i32.v16i32.i16.i1(<32 x i32> %u, <16 x i32> %b, i32 0, i32 16, i32 1, i16 64, i32 undef, i1 true)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %m = phi <32 x i32> [ %v, %entry ], [ %w2, %loop ]
  %r0 = call <16 x i32> @llvm.genx.rdregioni.v16i32.v32i32.i16(<32 x i32> %m, i32 0, i32 16, i32 1, i16 0, i32 undef)
  %r1 = call <16 x i32> @llvm.genx.rdregioni.v16i32.v32i32.i16(<32 x i32> %m, i32 0, i32 16, i32 1, i16 64, i32 undef)
  %w1 = call <32 x i32> @llvm.genx.wrregioni.v32i32.v16i32.i16.i1(<32 x i32> undef, <16 x i32> %r1, i32 0, i32 16, i32 1, i16 0, i32 undef, i1 true)
  %w2 = call <32 x i32> @llvm.genx.wrregioni.v32i32.v16i32.i16.i1(<32 x i32> %w1, <16 x i32> %r0, i32 0, i32 16, i32 1, i16 64, i32 undef, i1 true)
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  %f = bitcast <32 x i32> %w2 to <32 x float>
  %x = call <8 x float> @llvm.genx.rdregionf.v8f32.v32f32.i16(<32 x float> %f, i32 0, i32 8, i32 1, i16 96, i32 undef)
  ret <8 x float> %x
}

; A masked write and a constant that differs from part to part.
; CHECK-LABEL: @masked
; CHECK: phi <16 x i32> [ <i32 0, i32 1,{{.*}} i32 15>, %entry ]
; CHECK: [[P:%.*]] = phi <16 x i32> [ <i32 16,{{.*}} i32 31>, %entry ]
; CHECK: call <16 x i32> @llvm.genx.wrregioni.v16i32.v4i32.i16.v4i1(<16 x i32> [[P]], <4 x i32> %x, i32 {{[0-9]+}}, i32 4, i32 1, i16 48, i32 undef, <4 x i1> %k)
; CHECK: ret
define <4 x i32> @masked(<4 x i32> %x, <16 x i32> %y, i32 %b) {
entry:
  %n = and i32 %b, 3
  %k = icmp sgt <4 x i32> %x, zeroinitializer
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %m = phi <32 x i32> [ <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>, %entry ], [ %w2, %loop ]
  %w1 = call <32 x i32> @llvm.genx.wrregioni.v32i32.v4i32.i16.v4i1(<32 x i32> %m, <4 x i32> %x, i32 0, i32 4, i32 1, i16 112, i32 undef, <4 x i1> %k)
  %r = call <16 x i32> @llvm.genx.rdregioni.v16i32.v32i32.i16(<32 x i32> %w1, i32 0, i32 16, i32 1, i16 0, i32 undef)
  %s = add <16 x i32> %r, %y
  %w2 = call <32 x i32> @llvm.genx.wrregioni.v32i32.v16i32.i16.i1(<32 x i32> %w1, <16 x i32> %s, i32 0, i32 16, i32 1, i16 0, i32 undef, i1 true)
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  %p = call <4 x i32> @llvm.genx.rdregioni.v4i32.v32i32.i16(<32 x i32> %w2, i32 0, i32 4, i32 1, i16 112, i32 undef)
  %q = call <4 x i32> @llvm.genx.rdregioni.v4i32.v32i32.i16(<32 x i32> %w2, i32 0, i32 4, i32 1, i16 8, i32 undef)
  %z = add <4 x i32> %p, %q
  ret <4 x i32> %z
}

; Not: a read across both halves.
; CHECK-LABEL: @across
; CHECK: phi <32 x i32>
; CHECK: ret
define <8 x i32> @across(<16 x i32> %a, i32 %b) {
entry:
  %n = and i32 %b, 3
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %m = phi <32 x i32> [ zeroinitializer, %entry ], [ %w, %loop ]
  %w = call <32 x i32> @llvm.genx.wrregioni.v32i32.v16i32.i16.i1(<32 x i32> %m, <16 x i32> %a, i32 0, i32 16, i32 1, i16 0, i32 undef, i1 true)
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  %x = call <8 x i32> @llvm.genx.rdregioni.v8i32.v32i32.i16(<32 x i32> %w, i32 0, i32 8, i32 1, i16 48, i32 undef)
  ret <8 x i32> %x
}

; Not: somebody takes the whole.
; CHECK-LABEL: @whole
; CHECK: phi <32 x i32>
; CHECK: ret
define <32 x i32> @whole(<16 x i32> %a, i32 %b) {
entry:
  %n = and i32 %b, 3
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %m = phi <32 x i32> [ zeroinitializer, %entry ], [ %w, %loop ]
  %w = call <32 x i32> @llvm.genx.wrregioni.v32i32.v16i32.i16.i1(<32 x i32> %m, <16 x i32> %a, i32 0, i32 16, i32 1, i16 0, i32 undef, i1 true)
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret <32 x i32> %w
}
