; Variables in shared local memory: copies from, to and inside it, fills, members, unaligned accesses, atomics, masked accesses with
; one address or many, a generic pointer, a function that is not inlined. The values were worked out by hand.
; RUN: for t in skl icl tgl dg2 pvc lnl bmg; do for o in -O0 -O2; do %cmc -march=$t $o %s -o %t.bin && %cmrun %t.bin --device $t --check --arg svm:256:iota,0:i32 --arg svm:512 --arg i32:2 --dump 1:i32:96 || exit 1; done; done > %t.txt; grep -c "$(grep -o '^; WANT: .*' %s | cut -c9-)" %t.txt | %FileCheck %s --check-prefix=COUNT
; COUNT: {{^14$}}
; WANT: arg 1: 3 2 -7 19088743 3 104 7 0 101124106 5 0 0 0 0 0 0 16 18 20 22 24 26 28 30 32 34 36 38 -1 -1 -1 -1 0 1 7 3 4 5 6 7 8 9 101124106 5 12 13 14 15 5 17 5 19 5 21 5 23 5 25 5 27 5 29 5 31 5 33 5 35 5 37 5 39 40 41 42 43 44 45 46 47 48 49 16843009 48 49 16843009 16843009 55 1 0 58 59 3 0 62 63
target triple = "spir64-unknown-unknown"
%s = type { i32, [4 x i16], i64 }
@a = internal addrspace(3) global [64 x i32] undef, align 64
@b = internal addrspace(3) global %s undef
@c = internal addrspace(3) global <8 x half> poison
declare void @llvm.memcpy.p3.p1.i64(ptr addrspace(3), ptr addrspace(1), i64, i1)
declare void @llvm.memcpy.p1.p3.i64(ptr addrspace(1), ptr addrspace(3), i64, i1)
declare void @llvm.memset.p3.i64(ptr addrspace(3), i8, i64, i1)
declare void @llvm.memmove.p3.p3.i64(ptr addrspace(3), ptr addrspace(3), i64, i1)
declare <16 x i32> @llvm.masked.gather.v16i32.v16p3(<16 x ptr addrspace(3)>, i32, <16 x i1>, <16 x i32>)
declare void @llvm.masked.scatter.v16i32.v16p3(<16 x i32>, <16 x ptr addrspace(3)>, i32, <16 x i1>)
declare <4 x i64> @llvm.masked.load.v4i64.p3(ptr addrspace(3), i32, <4 x i1>, <4 x i64>)
declare void @llvm.masked.store.v4i64.p3(<4 x i64>, ptr addrspace(3), i32, <4 x i1>)
define internal spir_func i32 @third() noinline {
  %v = load i32, ptr addrspace(3) getelementptr ([64 x i32], ptr addrspace(3) @a, i64 0, i64 3)
  ret i32 %v
}
define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) {
entry:
  call void @llvm.memcpy.p3.p1.i64(ptr addrspace(3) align 4 @a, ptr addrspace(1) align 4 %in, i64 256, i1 false)
  %o1 = getelementptr i32, ptr addrspace(1) %out, i64 1
  %o2 = getelementptr i32, ptr addrspace(1) %out, i64 2
  %o3 = getelementptr i32, ptr addrspace(1) %out, i64 3
  %o4 = getelementptr i32, ptr addrspace(1) %out, i64 4
  %o5 = getelementptr i32, ptr addrspace(1) %out, i64 5
  %o6 = getelementptr i32, ptr addrspace(1) %out, i64 6
  %o8 = getelementptr i32, ptr addrspace(1) %out, i64 8
  %o16 = getelementptr i32, ptr addrspace(1) %out, i64 16
  %o32 = getelementptr i32, ptr addrspace(1) %out, i64 32
  ; 0: a[3] by a function
  %t = call spir_func i32 @third()
  store i32 %t, ptr addrspace(1) %out
  ; 1: a[n] through a generic pointer
  %g = addrspacecast ptr addrspace(3) @a to ptr addrspace(4)
  %gp = getelementptr i32, ptr addrspace(4) %g, i32 %n
  %gv = load i32, ptr addrspace(4) %gp
  store i32 %gv, ptr addrspace(1) %o1
  ; structure members
  %b1 = getelementptr %s, ptr addrspace(3) @b, i32 0, i32 1, i32 %n
  store i16 -7, ptr addrspace(3) %b1
  %b1v = load i16, ptr addrspace(3) %b1
  %b1w = sext i16 %b1v to i32
  store i32 %b1w, ptr addrspace(1) %o2
  store i64 81985529216486895, ptr addrspace(3) getelementptr (%s, ptr addrspace(3) @b, i32 0, i32 2)
  %b2v = load i64, ptr addrspace(3) getelementptr (%s, ptr addrspace(3) @b, i32 0, i32 2)
  %b2h = lshr i64 %b2v, 32
  %b2l = trunc i64 %b2h to i32
  store i32 %b2l, ptr addrspace(1) %o3
  ; halves
  store <8 x half> <half 1.0, half 2.0, half 3.0, half 4.0, half 5.0, half 6.0, half 7.0, half 8.0>, ptr addrspace(3) @c
  %hp = getelementptr half, ptr addrspace(3) @c, i32 %n
  %h = load half, ptr addrspace(3) %hp
  %hi = fptosi half %h to i32
  store i32 %hi, ptr addrspace(1) %o4
  ; atomics
  %ap = getelementptr i32, ptr addrspace(3) @a, i32 %n
  %old = atomicrmw add ptr addrspace(3) %ap, i32 100 seq_cst
  %cx = cmpxchg ptr addrspace(3) %ap, i32 102, i32 7 seq_cst seq_cst
  %cxo = extractvalue { i32, i1 } %cx, 0
  %sum = add i32 %old, %cxo
  store i32 %sum, ptr addrspace(1) %o5
  %now = load volatile i32, ptr addrspace(3) %ap
  store i32 %now, ptr addrspace(1) %o6
  ; unaligned, by bytes
  %u0 = getelementptr i8, ptr addrspace(3) @a, i32 41
  store i32 84281096, ptr addrspace(3) %u0, align 1
  %u1 = load <2 x i32>, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @a, i32 40), align 8
  store <2 x i32> %u1, ptr addrspace(1) %o8
  ; gather of every second, moved
  %i0 = insertelement <16 x ptr addrspace(3)> poison, ptr addrspace(3) @a, i32 0
  %i1 = shufflevector <16 x ptr addrspace(3)> %i0, <16 x ptr addrspace(3)> poison, <16 x i32> zeroinitializer
  %ps = getelementptr i32, <16 x ptr addrspace(3)> %i1, <16 x i32> <i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30, i32 32, i32 34, i32 36, i32 38, i32 40, i32 42, i32 44, i32 46>
  %m = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, <i32 12, i32 12, i32 12, i32 12, i32 12, i32 12, i32 12, i32 12, i32 12, i32 12, i32 12, i32 12, i32 12, i32 12, i32 12, i32 12>
  %ga = call <16 x i32> @llvm.masked.gather.v16i32.v16p3(<16 x ptr addrspace(3)> %ps, i32 4, <16 x i1> %m, <16 x i32> splat (i32 -1))
  store <16 x i32> %ga, ptr addrspace(1) %o16
  call void @llvm.masked.scatter.v16i32.v16p3(<16 x i32> splat (i32 5), <16 x ptr addrspace(3)> %ps, i32 4, <16 x i1> %m)
  call void @llvm.memset.p3.i64(ptr addrspace(3) align 4 getelementptr ([64 x i32], ptr addrspace(3) @a, i64 0, i64 50), i8 1, i64 16, i1 false)
  call void @llvm.memmove.p3.p3.i64(ptr addrspace(3) align 4 getelementptr ([64 x i32], ptr addrspace(3) @a, i64 0, i64 51), ptr addrspace(3) align 4 getelementptr ([64 x i32], ptr addrspace(3) @a, i64 0, i64 48), i64 16, i1 false)
  call void @llvm.masked.store.v4i64.p3(<4 x i64> <i64 1, i64 2, i64 3, i64 4>, ptr addrspace(3) getelementptr ([64 x i32], ptr addrspace(3) @a, i64 0, i64 56), i32 8, <4 x i1> <i1 1, i1 0, i1 1, i1 0>)
  call void @llvm.memcpy.p1.p3.i64(ptr addrspace(1) align 4 %o32, ptr addrspace(3) align 4 @a, i64 256, i1 false)
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 1000, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t", !""}
