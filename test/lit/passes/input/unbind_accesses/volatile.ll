; Volatile accesses of a variable that is bound to a register, of another file-scope variable and of a local one: variables are
; registers of one thread. Accesses of memory stay volatile.
; RUN: %opt -passes=unbind_accesses -S %s | %FileCheck %s --check-prefix=PASS
; RUN: for t in skl tgl dg2 pvc bmg; do for o in -O0 -O2; do %cmc -march=$t $o %s -o %t.bin && \
; RUN:   %cmrun %t.bin --check --arg svm:64:iota,5:d --arg svm:64 --dump 1:d:12 | %FileCheck %s || exit 1; done; done
; PASS-LABEL: @k
; PASS: load volatile <4 x i32>, ptr addrspace(1) %in
; PASS-NOT: load volatile
; PASS: store volatile <4 x i32> %w, ptr addrspace(1) %p1
; PASS: store volatile
; PASS-NOT: store volatile
; The input is 5 6 7 8: once more as it is, twice, and three times.
; CHECK: {{^}}arg 1: 5 6 7 8 10 12 14 16 15 18 21 24{{$}}
target triple = "spir64-unknown-unknown"
@g = internal global <4 x i32> zeroinitializer, align 16 #0
@h = internal global <4 x i32> zeroinitializer, align 16
define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %a = alloca [4 x i32], align 16
  %x = load volatile <4 x i32>, ptr addrspace(1) %in
  store volatile <4 x i32> %x, ptr @g
  %v = load volatile <4 x i32>, ptr @g
  store <4 x i32> %v, ptr addrspace(1) %out
  %w2 = add <4 x i32> %v, %x
  store volatile <4 x i32> %w2, ptr @h
  %w = load volatile <4 x i32>, ptr @h
  %p1 = getelementptr <4 x i32>, ptr addrspace(1) %out, i64 1
  store volatile <4 x i32> %w, ptr addrspace(1) %p1
  %y = add <4 x i32> %w, %v
  store volatile <4 x i32> %y, ptr %a
  %z = load volatile <4 x i32>, ptr %a
  %p2 = getelementptr <4 x i32>, ptr addrspace(1) %out, i64 2
  store volatile <4 x i32> %z, ptr addrspace(1) %p2
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
attributes #0 = { "genx_volatile" }
