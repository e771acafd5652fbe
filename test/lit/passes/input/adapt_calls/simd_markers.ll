; Markers of SIMD control flow. simdcf.predicate takes its first operand in the channels that are on; unmask.begin turns all on.
; RUN: for t in skl tgl dg2 pvc bmg; do for o in -O0 -O2; do %cmc -march=$t $o %s -o %t.bin && \
; RUN:   %cmrun %t.bin --check --arg svm:64:iota,-3,1:d --arg svm:64 --dump 1:d:8 | %FileCheck %s || exit 1; done; done
; CHECK: {{^}}arg 1: 7 7 7 7 1 2 3 4{{$}}
declare i1 @llvm.genx.simdcf.any.v8i1(<8 x i1>)
declare <8 x i32> @llvm.genx.simdcf.predicate.v8i32(<8 x i32>, <8 x i32>)
declare i32 @llvm.genx.unmask.begin()
declare void @llvm.genx.unmask.end(i32)
define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %r = alloca <8 x i32>
  %x = load <8 x i32>, ptr addrspace(1) %in
  %m = icmp sgt <8 x i32> %x, zeroinitializer
  store <8 x i32> splat (i32 7), ptr %r
  %c = call i1 @llvm.genx.simdcf.any.v8i1(<8 x i1> %m)
  br i1 %c, label %then, label %end
then:
  %p = call <8 x i32> @llvm.genx.simdcf.predicate.v8i32(<8 x i32> %x, <8 x i32> splat (i32 7))
  %e = call i32 @llvm.genx.unmask.begin()
  store <8 x i32> %p, ptr %r
  call void @llvm.genx.unmask.end(i32 %e)
  br label %end
end:
  %v = load <8 x i32>, ptr %r
  store <8 x i32> %v, ptr addrspace(1) %out
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
