; Structures with arrays of structures as arguments and results of functions, frozen, put into each other, from constants.
; RUN: for t in skl tgl dg2 pvc bmg; do for o in -O0 -O2; do %cmc -march=$t $o %s -o %t.bin && %cmrun %t.bin --device $t --check --arg i32:1 --arg svm:128:iota,1:i32 --arg svm:128 --dump 2:i32:7 || exit 1; done; done 2>&1 | %FileCheck %s --check-prefix=ONE
; RUN: for t in icl tgl dg2 pvc lnl; do for o in -O0 -O2; do %cmc -march=$t $o %s -o %t.bin && %cmrun %t.bin --device $t --check --arg i32:0 --arg svm:128:iota,1:i32 --arg svm:128 --dump 2:i32:7 || exit 1; done; done 2>&1 | %FileCheck %s --check-prefix=NULL
; ONE-COUNT-10: arg 2: 11 4 5 0 9 8 9
; NULL-COUNT-10: arg 2: 1 2 3 0 9 6 7
target triple = "spir64-unknown-unknown"
%pair = type { i32, i32 }
%st = type { i32, [2 x %pair], <2 x i32> }
define internal spir_func %st @pick(%st %a, %st %b, i1 %c) noinline {
  %r = select i1 %c, %st %b, %st %a
  ret %st %r
}
define dllexport spir_kernel void @k(i32 %n, ptr addrspace(1) %src, ptr addrspace(1) %out) {
  %q = getelementptr i32, ptr addrspace(1) %src, i64 10
  %a = load %st, ptr addrspace(1) %src
  %b = load %st, ptr addrspace(1) %q
  %second = extractvalue %st %a, 1, 1
  %b1 = insertvalue %st %b, %pair %second, 1, 0
  %tail = load <2 x i32>, ptr addrspace(1) %src
  %c = icmp ne i32 %n, 0
  %r = call spir_func %st @pick(%st %a, %st %b1, i1 %c)
  %f = freeze %st %r
  %z = insertvalue %st %f, %pair { i32 0, i32 9 }, 1, 1
  %plus = getelementptr i32, ptr addrspace(1) %src, i64 7
  %w1 = load <2 x i32>, ptr addrspace(1) %plus, align 4
  %plus0 = getelementptr i32, ptr addrspace(1) %src, i64 5
  %w0 = load <2 x i32>, ptr addrspace(1) %plus0, align 4
  %w = select i1 %c, <2 x i32> %w1, <2 x i32> %w0
  %y = insertvalue %st %z, <2 x i32> %w, 2
  %l0 = extractvalue %st %y, 0
  store i32 %l0, ptr addrspace(1) %out
  %p1 = getelementptr i32, ptr addrspace(1) %out, i64 1
  %pairs = extractvalue %st %y, 1
  store [2 x %pair] %pairs, ptr addrspace(1) %p1
  %p5 = getelementptr i32, ptr addrspace(1) %out, i64 5
  %last = extractvalue %st %y, 2
  store <2 x i32> %last, ptr addrspace(1) %p5, align 4
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0, i32 0}
!2 = !{!"", !"svmptr_t", !"svmptr_t"}
