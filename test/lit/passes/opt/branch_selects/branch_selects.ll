; A scalar condition that chooses between large vectors is a branch; what one side alone needs is computed there.
; RUN: %opt -passes='branch_selects<dg2>' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll
; RUN: %opt -passes='set_genx_attrs,function(branch_selects<pvc>)' -S %s -o %t.pvc.ll
; RUN: %genx_eval --compare %s %t.pvc.ll

; %s is needed by both and by what follows.
; CHECK-LABEL: @both
; CHECK: %s = add <128 x i32> %a, %b
; CHECK-NOT: mul
; CHECK: br i1 %c, label %[[THEN:.*]], label %[[ELSE:.*]]
; CHECK: [[THEN]]:
; CHECK-NEXT: %x = mul <128 x i32> %s, %a
; CHECK-NEXT: br label %[[JOIN:.*]]
; CHECK: [[ELSE]]:
; CHECK-NEXT: %y = sub <128 x i32> %s, %b
; CHECK-NEXT: %z = xor <128 x i32> %y, %a
; CHECK-NEXT: br label %[[JOIN]]
; CHECK: [[JOIN]]:
; CHECK-NEXT: phi <128 x i32> [ %x, %[[THEN]] ], [ %z, %[[ELSE]] ]
; CHECK-NOT: select
; CHECK: ret
define <128 x i32> @both(i32 %n, <128 x i32> %a, <128 x i32> %b) {
  %c = icmp sgt i32 %n, 7
  %s = add <128 x i32> %a, %b
  %x = mul <128 x i32> %s, %a
  %y = sub <128 x i32> %s, %b
  %z = xor <128 x i32> %y, %a
  %r = select i1 %c, <128 x i32> %x, <128 x i32> %z
  %t = add <128 x i32> %r, %s
  ret <128 x i32> %t
}

; One side is there already: no block for it. Two selections share the branch; a condition that was spread is the same.
; CHECK-LABEL: @shared
; CHECK: br i1 %c, label %[[JOIN:.*]], label %[[ELSE:.*]]
; CHECK: [[ELSE]]:
; CHECK-NEXT: %x = mul
; CHECK-NEXT: %y = sub
; CHECK-NEXT: br label %[[JOIN]]
; CHECK: [[JOIN]]:
; CHECK-NEXT: phi <64 x i32> [ %a, {{%.*}} ], [ %x, %[[ELSE]] ]
; CHECK-NEXT: phi <64 x i32> [ %b, {{%.*}} ], [ %y, %[[ELSE]] ]
; CHECK-NOT: select
; CHECK: ret
define <64 x i32> @shared(i32 %n, <64 x i32> %a, <64 x i32> %b) {
  %c = icmp ult i32 %n, 7
  %in = insertelement <64 x i1> poison, i1 %c, i64 0
  %all = shufflevector <64 x i1> %in, <64 x i1> poison, <64 x i32> zeroinitializer
  %x = mul <64 x i32> %b, %a
  %p = select i1 %c, <64 x i32> %a, <64 x i32> %x
  %y = sub <64 x i32> %a, %b
  %q = select <64 x i1> %all, <64 x i32> %b, <64 x i32> %y
  %r = xor <64 x i32> %p, %q
  ret <64 x i32> %r
}

; No work, but 32 registers to choose: half of the time nothing is moved.
; CHECK-LABEL: @large
; CHECK: br i1 %c
; CHECK-NOT: select
; CHECK: ret
define <256 x i32> @large(i32 %n, <256 x i32> %a, <256 x i32> %b) {
  %c = icmp eq i32 %n, 3
  %r = select i1 %c, <256 x i32> %a, <256 x i32> %b
  ret <256 x i32> %r
}

; Not: a few instructions; a lane's own condition; loads stay before writes of memory.
; CHECK-LABEL: @not
; CHECK-NOT: br
; CHECK: ret
define <32 x i32> @not(i32 %n, <32 x i32> %a, <32 x i32> %b) {
  %c = icmp eq i32 %n, 3
  %x = add <32 x i32> %a, %b
  %r = select i1 %c, <32 x i32> %x, <32 x i32> %b
  %m = icmp sgt <32 x i32> %r, %a
  %s = select <32 x i1> %m, <32 x i32> %a, <32 x i32> %r
  ret <32 x i32> %s
}

declare <64 x i32> @llvm.genx.oword.ld.v64i32(i32, i32, i32)
declare void @llvm.genx.oword.st.v64i32(i32, i32, <64 x i32>)
; CHECK-LABEL: @memory
; CHECK: call <64 x i32> @llvm.genx.oword.ld
; CHECK: call void @llvm.genx.oword.st
; CHECK: br i1 %c
; CHECK-NOT: oword.ld
; CHECK: ret
define void @memory(i32 %surface, i32 %n, <64 x i32> %a) {
  %c = icmp eq i32 %n, 3
  %x = call <64 x i32> @llvm.genx.oword.ld.v64i32(i32 0, i32 %surface, i32 0)
  %y = mul <64 x i32> %x, %a
  %z = add <64 x i32> %y, %y
  call void @llvm.genx.oword.st.v64i32(i32 %surface, i32 0, <64 x i32> %a)
  %r = select i1 %c, <64 x i32> %z, <64 x i32> %a
  call void @llvm.genx.oword.st.v64i32(i32 %surface, i32 16, <64 x i32> %r)
  ret void
}
