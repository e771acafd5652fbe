; Volatile accesses of parts of a bound variable, and through a parameter of a function that is inlined or not.
; RUN: for t in skl tgl dg2 pvc bmg; do for o in -O0 -O2; do %cmc -march=$t $o %s -o %t.bin && \
; RUN:   %cmrun %t.bin --check --arg svm:64:iota,5:d --arg svm:64 --dump 1:d:4 | %FileCheck %s || exit 1; done; done
; The input is 5 6 7 8. Element 1 becomes 10 times element 2, then each is one more.
; CHECK: {{^}}arg 1: 6 71 8 9{{$}}
%class.vector = type { <4 x i32> }
@g = internal global %class.vector zeroinitializer, align 16 #0
define internal spir_func void @f(ptr %p) noinline {
  %v = load volatile <4 x i32>, ptr %p
  %w = add <4 x i32> %v, splat (i32 1)
  store volatile <4 x i32> %w, ptr %p
  ret void
}
define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %x = load <4 x i32>, ptr addrspace(1) %in
  store volatile <4 x i32> %x, ptr @g
  %e = load volatile i32, ptr getelementptr (i8, ptr @g, i64 8)
  %e1 = mul i32 %e, 10
  store volatile i32 %e1, ptr getelementptr (i8, ptr @g, i64 4)
  call spir_func void @f(ptr @g)
  %v = load volatile <4 x i32>, ptr @g
  store <4 x i32> %v, ptr addrspace(1) %out
  ret void
}
attributes #0 = { "genx_volatile" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
