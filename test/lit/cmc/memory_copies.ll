; Copies, moves and fills between addresses, as front ends write them for structures.
; RUN: %cmc -march=dg2 %s --stop-after=lower_flat_memory -o - | %FileCheck %s
; RUN: mkdir -p %t && %python %S/Inputs/memory_copies.py %t
; RUN: %cmc -march=dg2 %s -o %t/k.bin
; RUN: %cmrun %t/k.bin --device dg2 --arg svm:320:file=%t/in --arg svm:128:fill,-1:b --arg i64:0 --check --dump 0:file=%t/in.got --dump 1:file=%t/out.got
; RUN: cmp %t/in.got %t/in.want && cmp %t/out.got %t/out.want
; RUN: %cmc -march=tgl -O0 %s -o %t/k.bin
; RUN: %cmrun %t/k.bin --device tgl --arg svm:320:file=%t/in --arg svm:128:fill,-1:b --arg i64:0 --check --dump 0:file=%t/in.got --dump 1:file=%t/out.got
; RUN: cmp %t/in.got %t/in.want && cmp %t/out.got %t/out.want
; RUN: sed 's/i64 72, i1/i64 %n, i1/' %s > %t.ll && not %cmc -march=dg2 %t.ll -o %t.bin 2>&1 | %FileCheck %s --check-prefix=SIZE
; RUN: sed 's/i64 300, i1/i64 1100, i1/' %s > %t.ll && not %cmc -march=dg2 %t.ll -o %t.bin 2>&1 | %FileCheck %s --check-prefix=MOVE
; SIZE: error: {{.*}}a copy in memory whose size is known only at run time is not supported; write a loop over blocks [CM0242]
; MOVE: error: {{.*}}a move in memory of 1100 bytes exceeds the limit of 1024; write a loop over blocks [CM0242]
; The move reads both parts before it writes one.
; CHECK: [[V:%.*]] = call <18 x i32> @{{.*}}read{{.*}}(i64
; CHECK: call void @{{.*}}(<18 x i64> {{.*}}, <18 x i32> [[V]])
; CHECK: [[A:%.*]] = call <64 x i32> @{{.*}}read
; CHECK: [[B:%.*]] = call <11 x i32> @{{.*}}
; CHECK: call void @{{.*}}, <64 x i32> [[A]])
; CHECK: call void @{{.*}}, <11 x i32> [[B]])
; CHECK: call void @{{.*}}(<7 x i64> {{.*}}, <7 x i8> {{.*}}i8 5, i8 5
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define dllexport spir_kernel void @k(i64 %in, i64 %out, i64 %n) #0 {
  %p = inttoptr i64 %in to ptr
  %q = inttoptr i64 %out to ptr
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %q, ptr align 4 %p, i64 72, i1 false)
  %p1 = inttoptr i64 %in to ptr addrspace(1)
  %q1 = getelementptr i8, ptr addrspace(1) %p1, i64 8
  call void @llvm.memmove.p1.p1.i64(ptr addrspace(1) align 8 %q1, ptr addrspace(1) align 4 %p1, i64 300, i1 false)
  %r = getelementptr i8, ptr %q, i64 101
  call void @llvm.memset.p0.i64(ptr %r, i8 5, i64 7, i1 false)
  ret void
}
attributes #0 = { "CMGenxMain" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t", !""}
