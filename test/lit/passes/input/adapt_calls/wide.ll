; lzd, addc and subb of 64 bits. addc and subb return the carry or borrow, then the result.
; RUN: for t in skl tgl dg2 pvc bmg; do for o in -O0 -O2; do %cmc -march=$t $o %s -o %t.bin && \
; RUN:   %cmrun %t.bin --check --arg svm:64:iota,-2,1:i64 --arg svm:256 --dump 1:i64:24 | %FileCheck %s || exit 1; done; done
; The input is -2 -1 0 1 and b = 0x100000000, 1, 0, -1. lzd; a + b, a - b with carry and borrow.
; CHECK: {{^}}arg 1: 0 0 64 63 1 1 0 1 4294967294 0 0 0 0 0 0 1 -4294967298 -2 0 2 31 1 64 0{{$}}
declare <4 x i64> @llvm.genx.lzd.v4i64(<4 x i64>)
declare { <4 x i64>, <4 x i64> } @llvm.genx.addc.v4i64.v4i64(<4 x i64>, <4 x i64>)
declare { <4 x i64>, <4 x i64> } @llvm.genx.subb.v4i64.v4i64(<4 x i64>, <4 x i64>)
define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %a = load <4 x i64>, ptr addrspace(1) %in
  %first = extractelement <4 x i64> %a, i64 2
  %some = insertelement <4 x i64> undef, i64 %first, i64 0
  %zero = shufflevector <4 x i64> %some, <4 x i64> undef, <4 x i32> zeroinitializer
  %b = add <4 x i64> %zero, <i64 4294967296, i64 1, i64 0, i64 -1>
  %z = call <4 x i64> @llvm.genx.lzd.v4i64(<4 x i64> %a)
  %s = call { <4 x i64>, <4 x i64> } @llvm.genx.addc.v4i64.v4i64(<4 x i64> %a, <4 x i64> %b)
  %c = extractvalue { <4 x i64>, <4 x i64> } %s, 0
  %sum = extractvalue { <4 x i64>, <4 x i64> } %s, 1
  %d = call { <4 x i64>, <4 x i64> } @llvm.genx.subb.v4i64.v4i64(<4 x i64> %a, <4 x i64> %b)
  %borrow = extractvalue { <4 x i64>, <4 x i64> } %d, 0
  %difference = extractvalue { <4 x i64>, <4 x i64> } %d, 1
  %y = add <4 x i64> %zero, <i64 4294967296, i64 9223372036854775807, i64 0, i64 -9223372036854775808>
  %x = call <4 x i64> @llvm.genx.lzd.v4i64(<4 x i64> %y)
  store <4 x i64> %z, ptr addrspace(1) %out
  %p1 = getelementptr <4 x i64>, ptr addrspace(1) %out, i64 1
  store <4 x i64> %c, ptr addrspace(1) %p1
  %p2 = getelementptr <4 x i64>, ptr addrspace(1) %out, i64 2
  store <4 x i64> %sum, ptr addrspace(1) %p2
  %p3 = getelementptr <4 x i64>, ptr addrspace(1) %out, i64 3
  store <4 x i64> %borrow, ptr addrspace(1) %p3
  %p4 = getelementptr <4 x i64>, ptr addrspace(1) %out, i64 4
  store <4 x i64> %difference, ptr addrspace(1) %p4
  %p5 = getelementptr <4 x i64>, ptr addrspace(1) %out, i64 5
  store <4 x i64> %x, ptr addrspace(1) %p5
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
