; The register file in IR of other front ends: Intel's attribute, SYCL's attribute, the metadata of SPIR-V translators
; (0 automatic, 1 default, 2 large).
; RUN: %cmc -march=pvc %s --stop-after=select -o - | %FileCheck %s
; CHECK: kernel "intel"
; CHECK: grf_count 256
; CHECK: kernel "sycl"
; CHECK-NOT: grf_count
; CHECK: grf_auto
; CHECK: kernel "mode"
; CHECK: grf_count 256
target triple = "spir64-unknown-unknown"

define dllexport spir_kernel void @intel() #0 {
  ret void
}

define dllexport spir_kernel void @sycl() #1 {
  ret void
}

define dllexport spir_kernel void @mode() !RegisterAllocMode !9 {
  ret void
}

attributes #0 = { "num-grf-per-thread"="256" }
attributes #1 = { "sycl-grf-size"="0" }

!genx.kernels = !{!0, !1, !2}
!0 = !{ptr @intel, !"intel", !3, i32 0, !3, !3, !3, i32 0, i32 0}
!1 = !{ptr @sycl, !"sycl", !3, i32 0, !3, !3, !3, i32 0, i32 0}
!2 = !{ptr @mode, !"mode", !3, i32 0, !3, !3, !3, i32 0, i32 0}
!3 = !{}
!9 = !{i32 2}
