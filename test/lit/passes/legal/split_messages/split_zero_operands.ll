; Five lanes become a message of eight; operands that must be zero, as the level of detail, are zero in all of them.
; RUN: %opt -passes='set_genx_attrs,function(split_messages<dg2>)' -S %s | %FileCheck %s
; CHECK-LABEL: @f
; CHECK: call void @llvm.genx.lsc.store.quad.typed.bti{{.*}}(<8 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false>, {{.*}}, <8 x i32> zeroinitializer, <8 x i32> zeroinitializer, <8 x i32> %{{[^)]*}})
define void @f(i32 %s, <5 x i32> %u, <5 x i32> %v, <5 x i32> %d) {
  call void @llvm.genx.lsc.store.quad.typed.bti.v5i1.v5i32.v5i32(<5 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true>, i8 0, i8 0, i8 1, i32 %s, <5 x i32> %u, <5 x i32> %v, <5 x i32> zeroinitializer, <5 x i32> zeroinitializer, <5 x i32> %d)
  ret void
}
declare void @llvm.genx.lsc.store.quad.typed.bti.v5i1.v5i32.v5i32(<5 x i1>, i8, i8, i8, i32, <5 x i32>, <5 x i32>, <5 x i32>, <5 x i32>, <5 x i32>)
