; any and all of integers: a lane counts when it is not zero.
; RUN: for t in skl tgl dg2 pvc bmg; do for o in -O0 -O2; do %cmc -march=$t $o %s -o %t.bin && \
; RUN:   %cmrun %t.bin --check --arg svm:64:iota,0:uw --arg svm:64 --dump 1:d:8 | %FileCheck %s || exit 1; done; done
; As words 0 1 2 3 4 5 6 7: some but not all are set. Bytes 2 to 5 are 1 0 2 0, dwords 1 to 4 are all set.
; CHECK: {{^}}arg 1: 1 0 1 0 1 1 1 0{{$}}
declare i1 @llvm.genx.any.v8i16(<8 x i16>)
declare i1 @llvm.genx.all.v8i16(<8 x i16>)
declare i1 @llvm.genx.any.v4i8(<4 x i8>)
declare i1 @llvm.genx.all.v4i8(<4 x i8>)
declare i1 @llvm.genx.any.v4i32(<4 x i32>)
declare i1 @llvm.genx.all.v4i32(<4 x i32>)
declare i1 @llvm.genx.any.i64(i64)
declare i1 @llvm.genx.all.v2i64(<2 x i64>)
define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %w = load <8 x i16>, ptr addrspace(1) %in
  %p2 = getelementptr i8, ptr addrspace(1) %in, i64 2
  %b = load <4 x i8>, ptr addrspace(1) %p2, align 1
  %p4 = getelementptr i8, ptr addrspace(1) %in, i64 4
  %d = load <4 x i32>, ptr addrspace(1) %p4, align 4
  %q = load i64, ptr addrspace(1) %in
  %p32 = getelementptr i8, ptr addrspace(1) %in, i64 32
  %z = load i64, ptr addrspace(1) %p32
  %low = and i64 %q, 65535
  %two0 = insertelement <2 x i64> undef, i64 %low, i64 0
  %two = insertelement <2 x i64> %two0, i64 %z, i64 1
  %r0 = call i1 @llvm.genx.any.v8i16(<8 x i16> %w)
  %r1 = call i1 @llvm.genx.all.v8i16(<8 x i16> %w)
  %r2 = call i1 @llvm.genx.any.v4i8(<4 x i8> %b)
  %r3 = call i1 @llvm.genx.all.v4i8(<4 x i8> %b)
  %r4 = call i1 @llvm.genx.any.v4i32(<4 x i32> %d)
  %r5 = call i1 @llvm.genx.all.v4i32(<4 x i32> %d)
  %r6 = call i1 @llvm.genx.any.i64(i64 %q)
  %r7 = call i1 @llvm.genx.all.v2i64(<2 x i64> %two)
  %m0 = insertelement <8 x i1> undef, i1 %r0, i64 0
  %m1 = insertelement <8 x i1> %m0, i1 %r1, i64 1
  %m2 = insertelement <8 x i1> %m1, i1 %r2, i64 2
  %m3 = insertelement <8 x i1> %m2, i1 %r3, i64 3
  %m4 = insertelement <8 x i1> %m3, i1 %r4, i64 4
  %m5 = insertelement <8 x i1> %m4, i1 %r5, i64 5
  %m6 = insertelement <8 x i1> %m5, i1 %r6, i64 6
  %m7 = insertelement <8 x i1> %m6, i1 %r7, i64 7
  %r = zext <8 x i1> %m7 to <8 x i32>
  store <8 x i32> %r, ptr addrspace(1) %out
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
