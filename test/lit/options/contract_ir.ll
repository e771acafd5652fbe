; -ffp-contract= of IR. Without it, or with "on", operations with the mark "contract" and llvm.fmuladd are fused; "fast" fuses all,
; "off" none. (1 + 2^-12)^2 - (1 + 2^-11) is 2^-24 with one rounding and 0 with two; the result is multiplied by 2^24.
; RUN: for t in skl tgl pvc bmg; do for o in -O0 -O2; do %cmc -march=$t $o %s -o %t.bin && \
; RUN:   %cmrun %t.bin --check --arg svm:32:fill,1.000244140625:f --arg svm:64 --dump 1:f:12 | %FileCheck %s --check-prefix=MARKED && \
; RUN:   %cmc -march=$t $o -ffp-contract=on %s -o %t.bin && \
; RUN:   %cmrun %t.bin --check --arg svm:32:fill,1.000244140625:f --arg svm:64 --dump 1:f:12 | %FileCheck %s --check-prefix=MARKED && \
; RUN:   %cmc -march=$t $o -ffp-contract=fast %s -o %t.bin && \
; RUN:   %cmrun %t.bin --check --arg svm:32:fill,1.000244140625:f --arg svm:64 --dump 1:f:12 | %FileCheck %s --check-prefix=FAST && \
; RUN:   %cmc -march=$t $o -ffp-contract=fast -ffp-contract=off %s -o %t.bin && \
; RUN:   %cmrun %t.bin --check --arg svm:32:fill,1.000244140625:f --arg svm:64 --dump 1:f:12 | %FileCheck %s --check-prefix=OFF \
; RUN:   || exit 1; done; done
; MARKED: {{^}}arg 1: 0 0 0 0 1 1 1 1 1 1 1 1{{$}}
; FAST: {{^}}arg 1: 1 1 1 1 1 1 1 1 1 1 1 1{{$}}
; OFF: {{^}}arg 1: 0 0 0 0 0 0 0 0 0 0 0 0{{$}}
declare <4 x float> @llvm.fmuladd.v4f32(<4 x float>, <4 x float>, <4 x float>)
define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %a = load <4 x float>, ptr addrspace(1) %in
  %pb = getelementptr <4 x float>, ptr addrspace(1) %in, i64 1
  %b = load <4 x float>, ptr addrspace(1) %pb
  %p = fmul <4 x float> %a, %a
  %x = fsub <4 x float> %p, splat (float 1.00048828125)
  %q = fmul contract <4 x float> %a, %b
  %y = fadd contract <4 x float> splat (float -1.00048828125), %q
  %z = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %a, <4 x float> %a, <4 x float> splat (float -1.00048828125))
  %u = fmul <4 x float> %x, splat (float 16777216.0)
  %v = fmul <4 x float> %y, splat (float 16777216.0)
  %w = fmul <4 x float> %z, splat (float 16777216.0)
  store <4 x float> %u, ptr addrspace(1) %out
  %p1 = getelementptr <4 x float>, ptr addrspace(1) %out, i64 1
  store <4 x float> %v, ptr addrspace(1) %p1
  %p2 = getelementptr <4 x float>, ptr addrspace(1) %out, i64 2
  store <4 x float> %w, ptr addrspace(1) %p2
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
