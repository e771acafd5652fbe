; printf under its own name, mangled or not.
; RUN: for t in skl tgl dg2 pvc bmg; do for o in -O0 -O2; do %cmc -march=$t $o %s -o %t.bin && \
; RUN:   %cmrun %t.bin --check --arg i32:-7 --arg f32:0.5 | %FileCheck %s || exit 1; done; done
; CHECK: {{^}}n: -7 0.500000 word{{$}}
@s = internal unnamed_addr addrspace(2) constant [14 x i8] c"n: %d %f word\00"
@e = internal unnamed_addr addrspace(2) constant [2 x i8] c"\0A\00"
declare i32 @printf(ptr addrspace(2), ...)
declare spir_func i32 @_Z6printfPU3AS2Kcz(ptr addrspace(2), ...)
define dllexport spir_kernel void @k(i32 %n, float %x) {
  %d = fpext float %x to double
  %r = call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @s, i32 %n, double %d)
  %q = call spir_func i32 (ptr addrspace(2), ...) @_Z6printfPU3AS2Kcz(ptr addrspace(2) @e)
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"", !""}
