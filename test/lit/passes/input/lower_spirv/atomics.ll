; SPIR-V's atomics of one number in memory, of floats and integers of 32 bits, and casts of pointers.
; RUN: for t in skl tgl dg2 pvc bmg; do for o in -O0 -O2; do %cmc -march=$t $o %s -o %t.bin && \
; RUN:   %cmrun %t.bin --check --arg svm:64:iota,1:d --arg svm:64 --dump 0:d:16 --dump 1:d:16 | %FileCheck %s || exit 1; done; done
; Numbers 1 to 16: add 10, sub 1, and 2, or 8, xor 1, smax 100, smin -5, umax 1, umin 3, exchange 77, increment, decrement, exchange
; if it is 13, and not if it is 99, store, load.
; CHECK: {{^}}arg 0: 11 1 2 12 4 100 -5 8 3 77 12 11 500 14 42 16{{$}}
; CHECK: {{^}}arg 1: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 42 16{{$}}
declare spir_func i32 @_Z18__spirv_AtomicIAddPU3AS1iiii(ptr addrspace(1), i32, i32, i32)
declare spir_func i32 @_Z18__spirv_AtomicISubPU3AS1iiii(ptr addrspace(1), i32, i32, i32)
declare spir_func i32 @_Z17__spirv_AtomicAndPU3AS1iiii(ptr addrspace(1), i32, i32, i32)
declare spir_func i32 @_Z16__spirv_AtomicOrPU3AS1iiii(ptr addrspace(1), i32, i32, i32)
declare spir_func i32 @_Z17__spirv_AtomicXorPU3AS1iiii(ptr addrspace(1), i32, i32, i32)
declare spir_func i32 @_Z18__spirv_AtomicSMaxPU3AS1iiii(ptr addrspace(1), i32, i32, i32)
declare spir_func i32 @_Z18__spirv_AtomicSMinPU3AS1iiii(ptr addrspace(1), i32, i32, i32)
declare spir_func i32 @_Z18__spirv_AtomicUMaxPU3AS1iiii(ptr addrspace(1), i32, i32, i32)
declare spir_func i32 @_Z18__spirv_AtomicUMinPU3AS1iiii(ptr addrspace(1), i32, i32, i32)
declare spir_func i32 @_Z22__spirv_AtomicExchangePU3AS1iiii(ptr addrspace(1), i32, i32, i32)
declare spir_func i32 @_Z24__spirv_AtomicIIncrementPU3AS1iii(ptr addrspace(1), i32, i32)
declare spir_func i32 @_Z24__spirv_AtomicIDecrementPU3AS1iii(ptr addrspace(1), i32, i32)
declare spir_func i32 @_Z29__spirv_AtomicCompareExchangePU3AS1iiiiii(ptr addrspace(1), i32, i32, i32, i32, i32)
declare spir_func void @_Z19__spirv_AtomicStorePU3AS1iiii(ptr addrspace(1), i32, i32, i32)
declare spir_func i32 @_Z18__spirv_AtomicLoadPU3AS1iii(ptr addrspace(1), i32, i32)
declare spir_func ptr addrspace(1) @_Z41__spirv_GenericCastToPtrExplicit_ToGlobalPU3AS4vi(ptr addrspace(4), i32)
define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %generic = addrspacecast ptr addrspace(1) %in to ptr addrspace(4)
  %from = call spir_func ptr addrspace(1) @_Z41__spirv_GenericCastToPtrExplicit_ToGlobalPU3AS4vi(ptr addrspace(4) %generic, i32 5)
  %p0 = getelementptr i32, ptr addrspace(1) %from, i64 0
  %r0 = call spir_func i32 @_Z18__spirv_AtomicIAddPU3AS1iiii(ptr addrspace(1) %p0, i32 1, i32 0, i32 10)
  %o0 = getelementptr i32, ptr addrspace(1) %out, i64 0
  store i32 %r0, ptr addrspace(1) %o0
  %p1 = getelementptr i32, ptr addrspace(1) %from, i64 1
  %r1 = call spir_func i32 @_Z18__spirv_AtomicISubPU3AS1iiii(ptr addrspace(1) %p1, i32 1, i32 528, i32 1)
  %o1 = getelementptr i32, ptr addrspace(1) %out, i64 1
  store i32 %r1, ptr addrspace(1) %o1
  %p2 = getelementptr i32, ptr addrspace(1) %from, i64 2
  %r2 = call spir_func i32 @_Z17__spirv_AtomicAndPU3AS1iiii(ptr addrspace(1) %p2, i32 1, i32 0, i32 2)
  %o2 = getelementptr i32, ptr addrspace(1) %out, i64 2
  store i32 %r2, ptr addrspace(1) %o2
  %p3 = getelementptr i32, ptr addrspace(1) %from, i64 3
  %r3 = call spir_func i32 @_Z16__spirv_AtomicOrPU3AS1iiii(ptr addrspace(1) %p3, i32 1, i32 528, i32 8)
  %o3 = getelementptr i32, ptr addrspace(1) %out, i64 3
  store i32 %r3, ptr addrspace(1) %o3
  %p4 = getelementptr i32, ptr addrspace(1) %from, i64 4
  %r4 = call spir_func i32 @_Z17__spirv_AtomicXorPU3AS1iiii(ptr addrspace(1) %p4, i32 1, i32 0, i32 1)
  %o4 = getelementptr i32, ptr addrspace(1) %out, i64 4
  store i32 %r4, ptr addrspace(1) %o4
  %p5 = getelementptr i32, ptr addrspace(1) %from, i64 5
  %r5 = call spir_func i32 @_Z18__spirv_AtomicSMaxPU3AS1iiii(ptr addrspace(1) %p5, i32 1, i32 528, i32 100)
  %o5 = getelementptr i32, ptr addrspace(1) %out, i64 5
  store i32 %r5, ptr addrspace(1) %o5
  %p6 = getelementptr i32, ptr addrspace(1) %from, i64 6
  %r6 = call spir_func i32 @_Z18__spirv_AtomicSMinPU3AS1iiii(ptr addrspace(1) %p6, i32 1, i32 0, i32 -5)
  %o6 = getelementptr i32, ptr addrspace(1) %out, i64 6
  store i32 %r6, ptr addrspace(1) %o6
  %p7 = getelementptr i32, ptr addrspace(1) %from, i64 7
  %r7 = call spir_func i32 @_Z18__spirv_AtomicUMaxPU3AS1iiii(ptr addrspace(1) %p7, i32 1, i32 528, i32 1)
  %o7 = getelementptr i32, ptr addrspace(1) %out, i64 7
  store i32 %r7, ptr addrspace(1) %o7
  %p8 = getelementptr i32, ptr addrspace(1) %from, i64 8
  %r8 = call spir_func i32 @_Z18__spirv_AtomicUMinPU3AS1iiii(ptr addrspace(1) %p8, i32 1, i32 0, i32 3)
  %o8 = getelementptr i32, ptr addrspace(1) %out, i64 8
  store i32 %r8, ptr addrspace(1) %o8
  %p9 = getelementptr i32, ptr addrspace(1) %from, i64 9
  %r9 = call spir_func i32 @_Z22__spirv_AtomicExchangePU3AS1iiii(ptr addrspace(1) %p9, i32 1, i32 528, i32 77)
  %o9 = getelementptr i32, ptr addrspace(1) %out, i64 9
  store i32 %r9, ptr addrspace(1) %o9
  %p10 = getelementptr i32, ptr addrspace(1) %from, i64 10
  %r10 = call spir_func i32 @_Z24__spirv_AtomicIIncrementPU3AS1iii(ptr addrspace(1) %p10, i32 1, i32 0)
  %o10 = getelementptr i32, ptr addrspace(1) %out, i64 10
  store i32 %r10, ptr addrspace(1) %o10
  %p11 = getelementptr i32, ptr addrspace(1) %from, i64 11
  %r11 = call spir_func i32 @_Z24__spirv_AtomicIDecrementPU3AS1iii(ptr addrspace(1) %p11, i32 1, i32 528)
  %o11 = getelementptr i32, ptr addrspace(1) %out, i64 11
  store i32 %r11, ptr addrspace(1) %o11
  %p12 = getelementptr i32, ptr addrspace(1) %from, i64 12
  %r12 = call spir_func i32 @_Z29__spirv_AtomicCompareExchangePU3AS1iiiiii(ptr addrspace(1) %p12, i32 1, i32 0, i32 0, i32 500, i32 13)
  %o12 = getelementptr i32, ptr addrspace(1) %out, i64 12
  store i32 %r12, ptr addrspace(1) %o12
  %p13 = getelementptr i32, ptr addrspace(1) %from, i64 13
  %r13 = call spir_func i32 @_Z29__spirv_AtomicCompareExchangePU3AS1iiiiii(ptr addrspace(1) %p13, i32 1, i32 528, i32 0, i32 600, i32 99)
  %o13 = getelementptr i32, ptr addrspace(1) %out, i64 13
  store i32 %r13, ptr addrspace(1) %o13
  %p14 = getelementptr i32, ptr addrspace(1) %from, i64 14
  call spir_func void @_Z19__spirv_AtomicStorePU3AS1iiii(ptr addrspace(1) %p14, i32 1, i32 0, i32 42)
  %r14 = load i32, ptr addrspace(1) %p14
  %o14 = getelementptr i32, ptr addrspace(1) %out, i64 14
  store i32 %r14, ptr addrspace(1) %o14
  %p15 = getelementptr i32, ptr addrspace(1) %from, i64 15
  %r15 = call spir_func i32 @_Z18__spirv_AtomicLoadPU3AS1iii(ptr addrspace(1) %p15, i32 1, i32 528)
  %o15 = getelementptr i32, ptr addrspace(1) %out, i64 15
  store i32 %r15, ptr addrspace(1) %o15
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
