; printf of other front ends: SPIR-V's name, the format in constant address space, floats that a variadic call has made
; doubles, on a target without doubles.
; ROW: 19.lowering
; RUN: %cmc %s -march=tgl -o %t && %cmrun %t --check --arg f32:1.5 --arg i32:-3 | %FileCheck %s
; RUN: %cmc %s -march=pvc -o %t && %cmrun %t --check --arg f32:1.5 --arg i32:-3 | %FileCheck %s
; CHECK: {{^}}f 1.500000 i -3 s text{{$}}
@.str = private unnamed_addr addrspace(2) constant [15 x i8] c"f %f i %d s %s\00"
@.text = private unnamed_addr addrspace(2) constant [6 x i8] c"text\0A\00"
define dllexport spir_kernel void @k(float %f, i32 %i) "CMGenxMain" {
  %d = fpext float %f to double
  %r = call spir_func i32 (ptr addrspace(2), ...) @_Z18__spirv_ocl_printfPU3AS2Kcz(ptr addrspace(2) @.str, double %d, i32 %i, ptr addrspace(2) @.text)
  ret void
}
declare spir_func i32 @_Z18__spirv_ocl_printfPU3AS2Kcz(ptr addrspace(2), ...)
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"", !""}
