; Without convergent, jump threading makes two barriers out of one. With the pass in front there is one.
; RUN: %opt -passes='set_genx_attrs,function(jump-threading)' -S %s | %FileCheck %s
; CHECK-COUNT-1: call void @llvm.genx.barrier()
; CHECK-NOT: call void @llvm.genx.barrier()
declare void @llvm.genx.barrier()
declare void @a()
declare void @b()
define void @f(i1 %c) {
entry:
  br i1 %c, label %t, label %e
t:
  call void @a()
  br label %join
e:
  call void @b()
  br label %join
join:
  %p = phi i1 [ true, %t ], [ false, %e ]
  call void @llvm.genx.barrier()
  br i1 %p, label %x, label %y
x:
  call void @a()
  ret void
y:
  call void @b()
  ret void
}
