; What tells an optimiser something is gone when code is made: expectations, questions about constants and objects, prefetches of
; unknown size. A masked pointer is an address.
; RUN: %cmc -march=tgl %s -o %t.tgl.bin
; RUN: %cmrun %t.tgl.bin --check --arg svm:64:iota,1:d --arg svm:32 --dump 1:d:4 | %FileCheck %s
; RUN: %cmc -march=pvc -O0 %s -o %t.pvc.bin
; RUN: %cmrun %t.pvc.bin --check --arg svm:64:iota,1:d --arg svm:32 --dump 1:d:4 | %FileCheck %s
; The load through the mask finds the element 4, which is 5; 1 is not 7; a number out of memory is no constant; -1: nothing is known.
; CHECK: {{^}}arg 1: 5 20 0 -1{{$}}
target datalayout = "e-p:64:64-i64:64-n8:16:32:64"
declare ptr addrspace(1) @llvm.ptrmask.p1.i64(ptr addrspace(1), i64)
declare i1 @llvm.expect.i1(i1, i1)
declare i1 @llvm.is.constant.i32(i32)
declare i64 @llvm.objectsize.i64.p1(ptr addrspace(1), i1, i1, i1)
declare void @llvm.prefetch.p1(ptr addrspace(1), i32, i32, i32)
define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
entry:
  call void @llvm.prefetch.p1(ptr addrspace(1) %in, i32 0, i32 3, i32 1)
  %p = getelementptr i8, ptr addrspace(1) %in, i64 27
  %q = call ptr addrspace(1) @llvm.ptrmask.p1.i64(ptr addrspace(1) %p, i64 -16)
  %x = load i32, ptr addrspace(1) %q
  store i32 %x, ptr addrspace(1) %out
  %y = load i32, ptr addrspace(1) %in
  %seven = icmp eq i32 %y, 7
  %e = call i1 @llvm.expect.i1(i1 %seven, i1 true)
  br i1 %e, label %a, label %b
a:
  br label %c
b:
  br label %c
c:
  %z = phi i32 [ 10, %a ], [ 20, %b ]
  %o1 = getelementptr i32, ptr addrspace(1) %out, i64 1
  store i32 %z, ptr addrspace(1) %o1
  %k = call i1 @llvm.is.constant.i32(i32 %y)
  %k32 = zext i1 %k to i32
  %o2 = getelementptr i32, ptr addrspace(1) %out, i64 2
  store i32 %k32, ptr addrspace(1) %o2
  %s = call i64 @llvm.objectsize.i64.p1(ptr addrspace(1) %in, i1 false, i1 true, i1 false)
  %s32 = trunc i64 %s to i32
  %o3 = getelementptr i32, ptr addrspace(1) %out, i64 3
  store i32 %s32, ptr addrspace(1) %o3
  ret void
}
attributes #0 = { nounwind "CMGenxMain" "oclrt"="1" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
