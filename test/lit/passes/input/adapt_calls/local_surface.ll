; The predefined surface 0 is local memory, also for gathers and atomics.
; RUN: for t in skl tgl dg2 pvc; do for o in -O0 -O2; do %cmc -march=$t $o %s -o %t.bin && \
; RUN:   %cmrun %t.bin --check --arg svm:64:iota,3,2:d --arg svm:64 --dump 1:d:8 | %FileCheck %s || exit 1; done; done
; CHECK: {{^}}arg 1: 4 6 8 10 12 14 16 18{{$}}
declare i32 @llvm.genx.predefined.surface(i32)
declare void @llvm.genx.slm.init(i32)
declare void @llvm.genx.scatter.scaled.v8i1.v8i32.v8i32(<8 x i1>, i32, i16, i32, i32, <8 x i32>, <8 x i32>)
declare <8 x i32> @llvm.genx.gather.scaled.v8i32.v8i1.v8i32(<8 x i1>, i32, i16, i32, i32, <8 x i32>, <8 x i32>)
declare <8 x i32> @llvm.genx.dword.atomic2.add.v8i32.v8i1.v8i32(<8 x i1>, i32, <8 x i32>, <8 x i32>)
define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  call void @llvm.genx.slm.init(i32 64)
  %s = call i32 @llvm.genx.predefined.surface(i32 0)
  %x = load <8 x i32>, ptr addrspace(1) %in
  call void @llvm.genx.scatter.scaled.v8i1.v8i32.v8i32(<8 x i1> splat (i1 true), i32 2, i16 0, i32 %s, i32 0, <8 x i32> <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28>, <8 x i32> %x)
  %old = call <8 x i32> @llvm.genx.dword.atomic2.add.v8i32.v8i1.v8i32(<8 x i1> splat (i1 true), i32 %s, <8 x i32> <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28>, <8 x i32> splat (i32 1))
  %r = call <8 x i32> @llvm.genx.gather.scaled.v8i32.v8i1.v8i32(<8 x i1> splat (i1 true), i32 2, i16 0, i32 %s, i32 0, <8 x i32> <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28>, <8 x i32> undef)
  store <8 x i32> %r, ptr addrspace(1) %out
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 64, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
