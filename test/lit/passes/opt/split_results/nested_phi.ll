; Paths that meet with different nested structures: members of members come from the path that was taken.
; RUN: for t in skl tgl dg2 pvc bmg; do for o in -O0 -O2; do %cmc -march=$t $o %s -o %t.bin && %cmrun %t.bin --device $t --check --arg i32:1 --arg svm:64:iota,1:i32 --arg svm:64 --dump 2:i32:3 || exit 1; done; done | %FileCheck %s --check-prefix=ONE
; RUN: for t in icl tgl dg2 pvc lnl; do for o in -O0 -O2; do %cmc -march=$t $o %s -o %t.bin && %cmrun %t.bin --device $t --check --arg i32:0 --arg svm:64:iota,1:i32 --arg svm:64 --dump 2:i32:3 || exit 1; done; done | %FileCheck %s --check-prefix=NULL
; ONE-COUNT-10: arg 2: 10 20 30
; NULL-COUNT-10: arg 2: 1 2 3
target triple = "spir64-unknown-unknown"
%in = type { i32, i32 }
%st = type { i32, %in }
define dllexport spir_kernel void @k(i32 %n, ptr addrspace(1) %src, ptr addrspace(1) %out) {
entry:
  %p1 = getelementptr i32, ptr addrspace(1) %src, i64 1
  %p2 = getelementptr i32, ptr addrspace(1) %src, i64 2
  %x = load i32, ptr addrspace(1) %src
  %y = load i32, ptr addrspace(1) %p1
  %z = load i32, ptr addrspace(1) %p2
  %a0 = insertvalue %st undef, i32 %x, 0
  %a1 = insertvalue %st %a0, i32 %y, 1, 0
  %a2 = insertvalue %st %a1, i32 %z, 1, 1
  %x10 = mul i32 %x, 10
  %y10 = mul i32 %y, 10
  %z10 = mul i32 %z, 10
  %b0 = insertvalue %st undef, i32 %x10, 0
  %b1 = insertvalue %st %b0, i32 %y10, 1, 0
  %b2 = insertvalue %st %b1, i32 %z10, 1, 1
  %c = icmp ne i32 %n, 0
  br i1 %c, label %t, label %e
t:
  br label %e
e:
  %r = phi %st [ %b2, %t ], [ %a2, %entry ]
  %ri = extractvalue %st %r, 1
  %r0 = extractvalue %st %r, 0
  %r1 = extractvalue %in %ri, 0
  %r2 = extractvalue %in %ri, 1
  %o1 = getelementptr i32, ptr addrspace(1) %out, i64 1
  %o2 = getelementptr i32, ptr addrspace(1) %out, i64 2
  store i32 %r0, ptr addrspace(1) %out
  store i32 %r1, ptr addrspace(1) %o1
  store i32 %r2, ptr addrspace(1) %o2
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0, i32 0}
!2 = !{!"", !"svmptr_t", !"svmptr_t"}
