; frem is exact: of vectors of any length and of scalars, of floats and halves, and of doubles where the target has them.
; RUN: %cmc -march=tgl %s -o %t.tgl.bin
; RUN: %cmrun %t.tgl.bin -k floats --check --arg svm:64 --arg svm:96 --dump 1:f:24 | %FileCheck %s
; RUN: %cmc -march=dg2 -O0 %s -o %t.dg2.bin
; RUN: %cmrun %t.dg2.bin -k floats --check --arg svm:64 --arg svm:96 --dump 1:f:24 | %FileCheck %s
; RUN: %cmrun %t.dg2.bin -k halves --check --arg svm:64 --arg svm:32 --dump 1:hf:8 | %FileCheck %s --check-prefix=HALVES
; RUN: sed -e 's/half/double/g; s/fptrunc/fpext/' %s > %t.ll
; RUN: %cmc -march=skl %t.ll -o %t.skl.bin
; RUN: %cmrun %t.skl.bin -k floats --check --arg svm:64 --arg svm:96 --dump 1:f:24 | %FileCheck %s
; RUN: %cmrun %t.skl.bin -k halves --check --arg svm:64 --arg svm:64 --dump 1:df:8 | %FileCheck %s --check-prefix=HALVES
; RUN: %cmc -march=bmg -O0 %t.ll -o %t.bmg.bin
; RUN: %cmrun %t.bmg.bin -k halves --check --arg svm:64 --arg svm:64 --dump 1:df:8 | %FileCheck %s --check-prefix=HALVES
; Lanes: 41 % 41, 3 % inf, 1 % 0.1, 1e8 % 0.7, -7.5 % 2, -8 % 2, 2^127 % 3, 5 % 0; then the first 7 with both operands in one
; vector, and the first 4; a scalar; 7 constants of the first lanes' operands.
; CHECK: {{^}}arg 1: 0 3 0.0999999866 0.202989876 -1.5 -0 2 {{-?nan}} 0 3 0.0999999866 0.202989876 -1.5 -0 2 -1.5 0 3 0.0999999866 0.202989876 -1.5 -0 2 {{-?nan}}{{$}}
; HALVES: {{^}}arg 1: 0 3 0.5 -0.5 -1.5 -0 2 {{-?nan}}{{$}}
target datalayout = "e-p:64:64-i64:64-n8:16:32:64"
define dllexport spir_kernel void @floats(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %z = load <8 x float>, ptr addrspace(1) %in, align 16
  %a = fadd <8 x float> %z, <float 41.0, float 3.0, float 1.0, float 1.0e+08, float -7.5, float -8.0, float 0x47E0000000000000, float 5.0>
  %b = fadd <8 x float> %z, <float 41.0, float 0x7FF0000000000000, float 0x3FB99999A0000000, float 0x3FE6666660000000, float 2.0, float -2.0, float 3.0, float 0.0>
  %r = frem <8 x float> %a, %b
  %a7 = shufflevector <8 x float> %a, <8 x float> poison, <7 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6>
  %b7 = shufflevector <8 x float> %b, <8 x float> poison, <7 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6>
  %r7 = frem <7 x float> %a7, %b7
  %a1 = extractelement <8 x float> %a, i32 4
  %b1 = extractelement <8 x float> %b, i32 4
  %r1 = frem float %a1, %b1
  %c = frem <8 x float> <float 41.0, float 3.0, float 1.0, float 1.0e+08, float -7.5, float -8.0, float 0x47E0000000000000, float 5.0>, <float 41.0, float 0x7FF0000000000000, float 0x3FB99999A0000000, float 0x3FE6666660000000, float 2.0, float -2.0, float 3.0, float 0.0>
  %p8 = getelementptr i8, ptr addrspace(1) %out, i64 32
  %p15 = getelementptr i8, ptr addrspace(1) %out, i64 60
  %p16 = getelementptr i8, ptr addrspace(1) %out, i64 64
  store <8 x float> %r, ptr addrspace(1) %out, align 16
  store <7 x float> %r7, ptr addrspace(1) %p8, align 4
  store float %r1, ptr addrspace(1) %p15, align 4
  store <8 x float> %c, ptr addrspace(1) %p16, align 16
  ret void
}
define dllexport spir_kernel void @halves(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %z = load <8 x float>, ptr addrspace(1) %in, align 16
  %a = fadd <8 x float> %z, <float 41.0, float 3.0, float 32768.0, float -0.5, float -7.5, float -8.0, float 32768.0, float 5.0>
  %b = fadd <8 x float> %z, <float 41.0, float 0x7FF0000000000000, float 0.75, float 1.0, float 2.0, float -2.0, float 3.0, float 0.0>
  %x = fptrunc <8 x float> %a to <8 x half>
  %y = fptrunc <8 x float> %b to <8 x half>
  %r = frem <8 x half> %x, %y
  store <8 x half> %r, ptr addrspace(1) %out, align 16
  ret void
}
attributes #0 = { nounwind "CMGenxMain" "oclrt"="1" }
!genx.kernels = !{!0, !3}
!0 = !{ptr @floats, !"floats", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!3 = !{ptr @halves, !"halves", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
