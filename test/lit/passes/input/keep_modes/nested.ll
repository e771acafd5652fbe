; Float modes through two calls: f rounds up and calls g, which rounds to zero; h computes in its caller's mode. 1 + 1.1e-7 rounded to
; zero, 1 + 3e-8 rounded up, and to nearest.
; RUN: for t in skl icl tgl dg2 pvc lnl bmg; do for o in -O0 -O2; do %cmc -march=$t $o %s -o %t.bin && %cmrun %t.bin --device $t --check --arg f32:1 --arg svm:64 --dump 1:f32:3 || exit 1; done; done | %FileCheck %s
; CHECK-COUNT-14: arg 1: 1 1.00000012 1{{ *$}}
; A function that must be inlined cannot have a mode.
; RUN: sed 's/addrspace(1)/addrspace(4)/g' %s > %t.ll && not %cmc %t.ll -o %t.bin 2>&1 | %FileCheck %s --check-prefix=NO
; NO: error: {{.*}}function 'f' has a float mode of its own, but cannot be called here: it takes a pointer to an unknown object; put the mode on the kernel [CM0246]
target triple = "spir64-unknown-unknown"
define internal spir_func float @h(float %x) noinline {
  %q = fadd float %x, 0x3E60000000000000
  ret float %q
}
define internal spir_func float @g(float %x) alwaysinline "VCFloatControl"="48" {
  %q = fadd float %x, 0x3E7E000000000000
  ret float %q
}
define internal spir_func float @f(float %x, ptr addrspace(1) %out) "CMFloatControl"="16" {
  %a = call spir_func float @g(float %x)
  store float %a, ptr addrspace(1) %out
  %b = call spir_func float @h(float %x)
  ret float %b
}
define dllexport spir_kernel void @k(float %x, ptr addrspace(1) %out) {
  %o1 = getelementptr float, ptr addrspace(1) %out, i64 1
  %o2 = getelementptr float, ptr addrspace(1) %out, i64 2
  %b = call spir_func float @f(float %x, ptr addrspace(1) %out)
  store float %b, ptr addrspace(1) %o1
  %c = call spir_func float @h(float %x)
  store float %c, ptr addrspace(1) %o2
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"", !"svmptr_t"}
