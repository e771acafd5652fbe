; A constant that no immediate holds is computed once, before the loop; one used on both sides of a branch, before the branch. Splats
; and constants that are written into a vector stay where they are.
; RUN: %opt -passes='share_constants<pvc>' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll
; 2.5 KB that are alive as well are too much beside it for dg2 (128 registers of 32 bytes), not for pvc.
; RUN: %opt -passes='share_constants<dg2>' -S %s | %FileCheck %s --check-prefix=FULL
; CHECK-LABEL: @loop
; CHECK: entry:
; CHECK-NEXT: [[C:%.*]] = call <16 x i32> @llvm.genx.wrregioni.v16i32.v16i32.i16.i1(<16 x i32> undef, <16 x i32> <i32 1, i32 8, {{.*}}i32 106>, i32 16, i32 16, i32 1, i16 0, i32 undef, i1 true)
; CHECK-NEXT: br label %turn
; CHECK: xor <16 x i32> %x, [[C]]
; CHECK: add <16 x i32> {{.*}}, [[C]]
; CHECK: mul <16 x i32> %c, <i32 3, i32 3,
; CHECK: @llvm.genx.wrregioni.v32i32.v16i32{{.*}}(<32 x i32> %w, <16 x i32> <i32 1, i32 8,
define <32 x i32> @loop(<16 x i32> %v, <32 x i32> %o, i32 %n) {
entry:
  br label %turn
turn:
  %x = phi <16 x i32> [ %v, %entry ], [ %d, %turn ]
  %w = phi <32 x i32> [ %o, %entry ], [ %e, %turn ]
  %i = phi i32 [ 0, %entry ], [ %j, %turn ]
  %b = xor <16 x i32> %x, <i32 1, i32 8, i32 15, i32 22, i32 29, i32 36, i32 43, i32 50, i32 57, i32 64, i32 71, i32 78, i32 85, i32 92, i32 99, i32 106>
  %c = add <16 x i32> %b, <i32 1, i32 8, i32 15, i32 22, i32 29, i32 36, i32 43, i32 50, i32 57, i32 64, i32 71, i32 78, i32 85, i32 92, i32 99, i32 106>
  %d = mul <16 x i32> %c, <i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3>
  %e = call <32 x i32> @llvm.genx.wrregioni.v32i32.v16i32.i16.i1(<32 x i32> %w, <16 x i32> <i32 1, i32 8, i32 15, i32 22, i32 29, i32 36, i32 43, i32 50, i32 57, i32 64, i32 71, i32 78, i32 85, i32 92, i32 99, i32 106>, i32 16, i32 16, i32 1, i16 0, i32 undef, i1 true)
  %j = add i32 %i, 1
  %again = icmp slt i32 %j, %n
  br i1 %again, label %turn, label %out
out:
  ret <32 x i32> %e
}

; CHECK-LABEL: @sides
; CHECK: [[S:%.*]] = call <8 x i32> @llvm.genx.wrregioni.v8i32.v8i32{{.*}} <i32 5, i32 0, i32 70000, {{.*}}
; CHECK-NEXT: br i1
; CHECK: add <8 x i32> %v, [[S]]
; CHECK: sub <8 x i32> %v, [[S]]
define <8 x i32> @sides(<8 x i32> %v, i32 %n) {
entry:
  %t = icmp eq i32 %n, 0
  br i1 %t, label %a, label %b
a:
  %x = add <8 x i32> %v, <i32 5, i32 0, i32 70000, i32 1, i32 2, i32 4, i32 9, i32 8>
  br label %out
b:
  %y = sub <8 x i32> %v, <i32 5, i32 0, i32 70000, i32 1, i32 2, i32 4, i32 9, i32 8>
  br label %out
out:
  %z = phi <8 x i32> [ %x, %a ], [ %y, %b ]
  ret <8 x i32> %z
}

; One user, no loop: nothing to share.
; CHECK-LABEL: @once
; CHECK-NOT: wrregion
; CHECK: ret
define <8 x i32> @once(<8 x i32> %v) {
  %x = add <8 x i32> %v, <i32 5, i32 0, i32 70000, i32 1, i32 2, i32 4, i32 9, i32 8>
  ret <8 x i32> %x
}
; CHECK-LABEL: @beside
; CHECK: [[B:%.*]] = call <8 x i32> @llvm.genx.wrregioni.v8i32
; CHECK-NEXT: add <8 x i32> %v, [[B]]
; CHECK-NEXT: add <8 x i32> %x, [[B]]
; FULL-LABEL: @beside
; FULL-NOT: wrregion
; FULL: add <8 x i32> %v, <i32 5,
; FULL-NEXT: add <8 x i32> %x, <i32 5,
define <640 x i32> @beside(<8 x i32> %v, <640 x i32> %o) {
  %big = add <640 x i32> %o, %o
  %x = add <8 x i32> %v, <i32 5, i32 0, i32 70000, i32 1, i32 2, i32 4, i32 9, i32 8>
  %y = add <8 x i32> %x, <i32 5, i32 0, i32 70000, i32 1, i32 2, i32 4, i32 9, i32 8>
  %w = call <640 x i32> @llvm.genx.wrregioni.v640i32.v8i32.i16.i1(<640 x i32> %big, <8 x i32> %y, i32 8, i32 8, i32 1, i16 0, i32 undef, i1 true)
  ret <640 x i32> %w
}
; Read by what is no instruction, as ten lanes, which nothing writes at once.
; CHECK-LABEL: @ten
; CHECK-NOT: wrregion
; CHECK: ret
define <5 x i64> @ten(<5 x i64> %v) {
  %a = bitcast <10 x i32> <i32 1, i32 0, i32 1, i32 0, i32 1, i32 0, i32 1, i32 0, i32 1, i32 0> to <5 x i64>
  %b = bitcast <10 x i32> <i32 1, i32 0, i32 1, i32 0, i32 1, i32 0, i32 1, i32 0, i32 1, i32 0> to <5 x i64>
  %x = add <5 x i64> %v, %a
  %y = xor <5 x i64> %x, %b
  ret <5 x i64> %y
}
declare <640 x i32> @llvm.genx.wrregioni.v640i32.v8i32.i16.i1(<640 x i32>, <8 x i32>, i32, i32, i32, i16, i32, i1)
declare <32 x i32> @llvm.genx.wrregioni.v32i32.v16i32.i16.i1(<32 x i32>, <16 x i32>, i32, i32, i32, i16, i32, i1)
