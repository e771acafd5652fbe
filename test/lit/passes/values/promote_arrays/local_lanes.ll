; Lanes of a local array at computed indices: masked gathers and scatters, llvm.genx.gather.private and scatter.private, and messages at
; the array's address as a number.
; RUN: for t in skl tgl dg2 pvc bmg; do for o in -O0 -O2; do %cmc -march=$t $o %s -o %t.bin && \
; RUN:   %cmrun %t.bin -k lanes --check --arg svm:64:iota,100:d --arg svm:256 --dump 1:d:32 | %FileCheck %s && \
; RUN:   %cmrun %t.bin -k numbers --check --arg svm:64:iota,100:d --arg svm:256 --dump 1:d:24 | %FileCheck %s --check-prefix=NUMBERS || exit 1; done; done
; Lane k reads element 15 - 2k; lane 1 is off and has 7. Then elements 3k are set to k in lanes 0 to 5 (6 and 7 are off), twice.
; Then the private forms: element 2k is read, and element k is set to 50 + k, without lane 3.
; CHECK: {{^}}arg 1: 115 7 111 109 107 105 103 101 0 101 102 1 104 105 2 107 0 102 104 2 108 110 4 114 50 51 52 1 54 55 56 57{{$}}
; A block read at byte 8, a gather of elements 7 - k, a scatter of 0 to 3 to elements 4 to 7, then a block read of these.
; NUMBERS: {{^}}arg 1: 102 103 104 105 107 106 105 104 0 1 2 3 0 0 0 0 9 9 9 9 0 1 2 3{{$}}
declare <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr>, i32, <8 x i1>, <8 x i32>)
declare void @llvm.masked.scatter.v8i32.v8p0(<8 x i32>, <8 x ptr>, i32, <8 x i1>)
declare <8 x i32> @llvm.genx.gather.private.v8i32.v8i1.p0.v8i32(<8 x i1>, ptr, <8 x i32>, <8 x i32>)
declare void @llvm.genx.scatter.private.v8i1.p0.v8i32.v8i32(<8 x i1>, ptr, <8 x i32>, <8 x i32>)
declare <4 x i32> @llvm.genx.svm.block.ld.v4i32.i64(i64)
declare <4 x i32> @llvm.genx.svm.block.ld.unaligned.v4i32.i64(i64)
declare void @llvm.genx.svm.block.st.i64.v4i32(i64, <4 x i32>)
declare <4 x i32> @llvm.genx.svm.gather.v4i32.v4i1.v4i64(<4 x i1>, i32, <4 x i64>, <4 x i32>)
declare void @llvm.genx.svm.scatter.v4i1.v4i64.v4i32(<4 x i1>, i32, <4 x i64>, <4 x i32>)
define dllexport spir_kernel void @lanes(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %a = alloca [16 x i32], align 64
  %v = load <16 x i32>, ptr addrspace(1) %in
  store <16 x i32> %v, ptr %a
  %w = load <8 x i32>, ptr addrspace(1) %in
  %k = sub <8 x i32> %w, splat (i32 100)
  %k2 = shl <8 x i32> %k, splat (i32 1)
  %i = sub <8 x i32> splat (i32 15), %k2
  %not1 = icmp ne <8 x i32> %k, splat (i32 1)
  %p = getelementptr [16 x i32], ptr %a, <8 x i32> zeroinitializer, <8 x i32> %i
  %r = call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> %p, i32 4, <8 x i1> %not1, <8 x i32> splat (i32 7))
  store <8 x i32> %r, ptr addrspace(1) %out
  %k3 = mul <8 x i32> %k, splat (i32 3)
  %low = icmp ult <8 x i32> %k, splat (i32 6)
  %q = getelementptr i32, ptr %a, <8 x i32> %k3
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> splat (i32 9), <8 x ptr> %q, i32 4, <8 x i1> %low)
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %k, <8 x ptr> %q, i32 4, <8 x i1> %low)
  %b = load <8 x i32>, ptr %a
  %o1 = getelementptr <8 x i32>, ptr addrspace(1) %out, i64 1
  store <8 x i32> %b, ptr addrspace(1) %o1
  %g = call <8 x i32> @llvm.genx.gather.private.v8i32.v8i1.p0.v8i32(<8 x i1> splat (i1 true), ptr %a, <8 x i32> %k2, <8 x i32> undef)
  %o2 = getelementptr <8 x i32>, ptr addrspace(1) %out, i64 2
  store <8 x i32> %g, ptr addrspace(1) %o2
  %not3 = icmp ne <8 x i32> %k, splat (i32 3)
  %fifty = add <8 x i32> %k, splat (i32 50)
  call void @llvm.genx.scatter.private.v8i1.p0.v8i32.v8i32(<8 x i1> %not3, ptr %a, <8 x i32> %k, <8 x i32> %fifty)
  %c = load <8 x i32>, ptr %a
  %o3 = getelementptr <8 x i32>, ptr addrspace(1) %out, i64 3
  store <8 x i32> %c, ptr addrspace(1) %o3
  ret void
}
define dllexport spir_kernel void @numbers(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %a = alloca [16 x i32], align 64
  %v = load <16 x i32>, ptr addrspace(1) %in
  store <16 x i32> %v, ptr %a
  %n = ptrtoint ptr %a to i64
  %n8 = add i64 %n, 8
  %x = call <4 x i32> @llvm.genx.svm.block.ld.unaligned.v4i32.i64(i64 %n8)
  store <4 x i32> %x, ptr addrspace(1) %out
  %one = insertelement <4 x i64> undef, i64 %n, i64 0
  %all = shufflevector <4 x i64> %one, <4 x i64> undef, <4 x i32> zeroinitializer
  %w = load <4 x i32>, ptr addrspace(1) %in
  %k = sub <4 x i32> %w, splat (i32 100)
  %back = sub <4 x i32> splat (i32 7), %k
  %bytes = shl <4 x i32> %back, splat (i32 2)
  %wide = zext <4 x i32> %bytes to <4 x i64>
  %at = add <4 x i64> %all, %wide
  %y = call <4 x i32> @llvm.genx.svm.gather.v4i32.v4i1.v4i64(<4 x i1> splat (i1 true), i32 0, <4 x i64> %at, <4 x i32> undef)
  %o1 = getelementptr <4 x i32>, ptr addrspace(1) %out, i64 1
  store <4 x i32> %y, ptr addrspace(1) %o1
  %to = add <4 x i64> %all, <i64 16, i64 20, i64 24, i64 28>
  call void @llvm.genx.svm.scatter.v4i1.v4i64.v4i32(<4 x i1> splat (i1 true), i32 0, <4 x i64> %to, <4 x i32> %k)
  %n16 = add i64 %n, 16
  %z = call <4 x i32> @llvm.genx.svm.block.ld.v4i32.i64(i64 %n16)
  %o2 = getelementptr <4 x i32>, ptr addrspace(1) %out, i64 2
  store <4 x i32> %z, ptr addrspace(1) %o2
  call void @llvm.genx.svm.block.st.i64.v4i32(i64 %n, <4 x i32> splat (i32 9))
  %u = load <8 x i32>, ptr %a
  %o4 = getelementptr <4 x i32>, ptr addrspace(1) %out, i64 4
  store <8 x i32> %u, ptr addrspace(1) %o4
  ret void
}
!genx.kernels = !{!0, !3}
!0 = !{ptr @lanes, !"lanes", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!3 = !{ptr @numbers, !"numbers", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
