; Kernels of other front ends: pointers as arguments, LLVM's masked and atomic accesses, a vector of pointers, a fence.
; RUN: %cmc -march=skl %s -o %t.skl.bin
; RUN: %cmrun %t.skl.bin --check --arg svm:32:iota,-3:d --arg svm:160 --arg svm:16:iota,10:d --arg d:5 --dump 1:d:40 --dump 2:d | %FileCheck %s
; RUN: %cmc -march=dg2 -O0 %s -o %t.dg2.bin
; RUN: %cmrun %t.dg2.bin --check --arg svm:32:iota,-3:d --arg svm:160 --arg svm:16:iota,10:d --arg d:5 --dump 1:d:40 --dump 2:d | %FileCheck %s
; RUN: %cmc -march=bmg %s -o %t.bmg.bin
; RUN: %cmrun %t.bmg.bin --check --arg svm:32:iota,-3:d --arg svm:160 --arg svm:16:iota,10:d --arg d:5 --dump 1:d:40 --dump 2:d | %FileCheck %s
; v is -3 to 4. Positive ones stored; those read again from a variable, where lane 6 is left out; v[v & 7] where v is
; positive, else 99; v from its end, but for lane 2; what the atomics found, whether the exchange was made, v's first five as a sum.
; CHECK: {{^}}arg 1: 0 0 0 0 1 2 3 4 50 50 50 50 1 2 -1 4 99 99 99 99 -2 -1 0 1 4 3 2 1 0 0 -2 -3 10 11 12 13 1 -5 0 0{{$}}
; CHECK-NEXT: {{^}}arg 2: 15 100 77 -8{{$}}
target datalayout = "e-p:64:64-i64:64-n8:16:32:64"
target triple = "spir64-unknown-unknown"

define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr %at, i32 %n) #0 {
entry:
  %local = alloca <8 x i32>
  store <8 x i32> splat (i32 50), ptr %local
  %v = load <8 x i32>, ptr addrspace(1) %in, align 4
  %m = icmp sgt <8 x i32> %v, zeroinitializer
  call void @llvm.masked.store.v8i32.p1(<8 x i32> %v, ptr addrspace(1) %out, i32 4, <8 x i1> %m)
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %v, ptr %local, i32 4, <8 x i1> %m)
  %w = call <8 x i32> @llvm.masked.load.v8i32.p0(ptr %local, i32 4, <8 x i1> <i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 0, i1 1>, <8 x i32> splat (i32 -1))
  %o1 = getelementptr i32, ptr addrspace(1) %out, i64 8
  store <8 x i32> %w, ptr addrspace(1) %o1, align 4
  %i = and <8 x i32> %v, splat (i32 7)
  %from = getelementptr i32, ptr addrspace(1) %in, <8 x i32> %i
  %g = call <8 x i32> @llvm.masked.gather.v8i32.v8p1(<8 x ptr addrspace(1)> %from, i32 4, <8 x i1> %m, <8 x i32> splat (i32 99))
  %o2 = getelementptr i32, ptr addrspace(1) %out, i64 16
  store <8 x i32> %g, ptr addrspace(1) %o2, align 4
  %to = getelementptr i32, ptr addrspace(1) %out, <8 x i64> <i64 31, i64 30, i64 29, i64 28, i64 27, i64 26, i64 25, i64 24>
  call void @llvm.masked.scatter.v8i32.v8p1(<8 x i32> %v, <8 x ptr addrspace(1)> %to, i32 4, <8 x i1> <i1 1, i1 1, i1 0, i1 1, i1 1, i1 1, i1 1, i1 1>)
  %at1 = getelementptr i32, ptr %at, i32 1
  %at2 = getelementptr i32, ptr %at, i32 2
  %at3 = getelementptr i32, ptr %at, i32 3
  %a0 = atomicrmw add ptr %at, i32 5 seq_cst
  %a1 = atomicrmw umax ptr %at1, i32 100 acq_rel
  %a2 = cmpxchg ptr %at2, i32 12, i32 77 seq_cst seq_cst
  %a3 = atomicrmw min ptr %at3, i32 -8 monotonic
  fence seq_cst
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %p = phi ptr addrspace(1) [ %in, %entry ], [ %p1, %loop ]
  %s = phi i32 [ 0, %entry ], [ %s1, %loop ]
  %x = load i32, ptr addrspace(1) %p
  %s1 = add i32 %s, %x
  %p1 = getelementptr inbounds i32, ptr addrspace(1) %p, i32 1
  %k1 = add i32 %k, 1
  %more = icmp slt i32 %k1, %n
  br i1 %more, label %loop, label %exit
exit:
  %old = extractvalue { i32, i1 } %a2, 0
  %made = extractvalue { i32, i1 } %a2, 1
  %one = zext i1 %made to i32
  %r0 = insertelement <8 x i32> zeroinitializer, i32 %a0, i32 0
  %r1 = insertelement <8 x i32> %r0, i32 %a1, i32 1
  %r2 = insertelement <8 x i32> %r1, i32 %old, i32 2
  %r3 = insertelement <8 x i32> %r2, i32 %a3, i32 3
  %r4 = insertelement <8 x i32> %r3, i32 %one, i32 4
  %r5 = insertelement <8 x i32> %r4, i32 %s1, i32 5
  %o4 = getelementptr i32, ptr addrspace(1) %out, i64 32
  store <8 x i32> %r5, ptr addrspace(1) %o4, align 4
  ret void
}

declare void @llvm.masked.store.v8i32.p0(<8 x i32>, ptr, i32, <8 x i1>)
declare void @llvm.masked.store.v8i32.p1(<8 x i32>, ptr addrspace(1), i32, <8 x i1>)
declare <8 x i32> @llvm.masked.load.v8i32.p0(ptr, i32, <8 x i1>, <8 x i32>)
declare <8 x i32> @llvm.masked.gather.v8i32.v8p1(<8 x ptr addrspace(1)>, i32, <8 x i1>, <8 x i32>)
declare void @llvm.masked.scatter.v8i32.v8p1(<8 x i32>, <8 x ptr addrspace(1)>, i32, <8 x i1>)
attributes #0 = { nounwind "CMGenxMain" "oclrt"="1" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !2, !2, !3, i32 0, i32 0}
!1 = !{i32 0, i32 0, i32 0, i32 0}
!2 = !{i32 0, i32 0, i32 0, i32 0}
!3 = !{!"svmptr_t", !"svmptr_t", !"svmptr_t", !""}
