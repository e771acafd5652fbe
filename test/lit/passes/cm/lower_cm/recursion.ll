; Functions of other front ends that call each other in a circle, or themselves: an error that names them, on every target.
; RUN: for t in skl icl tgl dg2 pvc lnl bmg; do for o in -O0 -O2; do not %cmc -march=$t $o %s -o %t.bin || exit 1; done; done 2>&1 | %FileCheck %s
; CHECK-COUNT-14: error: {{.*}}functions call each other in a circle, 'even' calls 'odd' calls 'even'; recursion is not supported in a kernel [CM0213]
; RUN: sed 's/@odd(i32 %%m)/@even(i32 %%m)/' %s > %t.ll && not %cmc -march=skl %t.ll -o %t.bin 2>&1 | %FileCheck %s --check-prefix=SELF
; SELF: error: {{.*}}function 'even' calls itself; recursion is not supported in a kernel [CM0213]
; Functions that no kernel reaches do not matter.
; RUN: sed 's/%%r = call spir_func i32 @even(i32 %%n)/%%r = add i32 %%n, 1/' %s > %t.ll && %cmc -march=icl %t.ll -O0 -o %t.bin
target triple = "spir64-unknown-unknown"
define internal spir_func i32 @even(i32 %n) {
  %z = icmp eq i32 %n, 0
  br i1 %z, label %yes, label %go
go:
  %m = sub i32 %n, 1
  %r = call spir_func i32 @odd(i32 %m)
  ret i32 %r
yes:
  ret i32 1
}
define internal spir_func i32 @odd(i32 %n) {
  %z = icmp eq i32 %n, 0
  br i1 %z, label %no, label %go
go:
  %m = sub i32 %n, 1
  %r = call spir_func i32 @even(i32 %m)
  ret i32 %r
no:
  ret i32 0
}
define dllexport spir_kernel void @k(i32 %n, ptr addrspace(1) %out) {
  %r = call spir_func i32 @even(i32 %n)
  store i32 %r, ptr addrspace(1) %out
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"", !"svmptr_t"}
