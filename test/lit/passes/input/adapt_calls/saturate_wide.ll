; Saturating moves to a wider type: only a negative number that becomes unsigned changes.
; RUN: for t in skl tgl dg2 pvc bmg; do for o in -O0 -O2; do %cmc -march=$t $o %s -o %t.bin && \
; RUN:   %cmrun %t.bin --check --arg svm:64:iota,-2,1:i8 --arg svm:256 --dump 1:i64:28 | %FileCheck %s || exit 1; done; done
; Bytes -2 -1 0 1 in the order ss uu us su, then words 0xfffe 0x0100 0x0302 0x0504 as ss and us, then dwords as us.
; CHECK: {{^}}arg 1: -2 -1 0 1 254 255 0 1 0 0 0 1 254 255 0 1 -2 256 770 1284 0 256 770 1284 16842750 84148994 151521030 218893066{{$}}
declare <4 x i64> @llvm.genx.sstrunc.sat.v4i64.v4i8(<4 x i8>)
declare <4 x i64> @llvm.genx.uutrunc.sat.v4i64.v4i8(<4 x i8>)
declare <4 x i64> @llvm.genx.ustrunc.sat.v4i64.v4i8(<4 x i8>)
declare <4 x i64> @llvm.genx.sutrunc.sat.v4i64.v4i8(<4 x i8>)
declare <4 x i64> @llvm.genx.sstrunc.sat.v4i64.v4i16(<4 x i16>)
declare <4 x i64> @llvm.genx.ustrunc.sat.v4i64.v4i16(<4 x i16>)
declare <4 x i64> @llvm.genx.ustrunc.sat.v4i64.v4i32(<4 x i32>)
define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %a = load <4 x i8>, ptr addrspace(1) %in
  %w = load <4 x i16>, ptr addrspace(1) %in
  %w0 = insertelement <4 x i16> %w, i16 -2, i64 0
  %w1 = insertelement <4 x i16> %w0, i16 256, i64 1
  %d = load <4 x i32>, ptr addrspace(1) %in
  %r0 = call <4 x i64> @llvm.genx.sstrunc.sat.v4i64.v4i8(<4 x i8> %a)
  %r1 = call <4 x i64> @llvm.genx.uutrunc.sat.v4i64.v4i8(<4 x i8> %a)
  %r2 = call <4 x i64> @llvm.genx.ustrunc.sat.v4i64.v4i8(<4 x i8> %a)
  %r3 = call <4 x i64> @llvm.genx.sutrunc.sat.v4i64.v4i8(<4 x i8> %a)
  %r4 = call <4 x i64> @llvm.genx.sstrunc.sat.v4i64.v4i16(<4 x i16> %w1)
  %r5 = call <4 x i64> @llvm.genx.ustrunc.sat.v4i64.v4i16(<4 x i16> %w1)
  %r6 = call <4 x i64> @llvm.genx.ustrunc.sat.v4i64.v4i32(<4 x i32> %d)
  store <4 x i64> %r0, ptr addrspace(1) %out
  %p1 = getelementptr <4 x i64>, ptr addrspace(1) %out, i64 1
  store <4 x i64> %r1, ptr addrspace(1) %p1
  %p2 = getelementptr <4 x i64>, ptr addrspace(1) %out, i64 2
  store <4 x i64> %r2, ptr addrspace(1) %p2
  %p3 = getelementptr <4 x i64>, ptr addrspace(1) %out, i64 3
  store <4 x i64> %r3, ptr addrspace(1) %p3
  %p4 = getelementptr <4 x i64>, ptr addrspace(1) %out, i64 4
  store <4 x i64> %r4, ptr addrspace(1) %p4
  %p5 = getelementptr <4 x i64>, ptr addrspace(1) %out, i64 5
  store <4 x i64> %r5, ptr addrspace(1) %p5
  %p6 = getelementptr <4 x i64>, ptr addrspace(1) %out, i64 6
  store <4 x i64> %r6, ptr addrspace(1) %p6
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
