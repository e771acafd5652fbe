; A number as a fraction of at least a half and a power of two; zero, infinity and NaN are their own fractions. Of floats, halves and
; (where the target has them) doubles.
; RUN: %cmc -march=tgl %s -o %t.tgl.bin
; RUN: %cmrun %t.tgl.bin -k floats --check --arg svm:64 --arg svm:64 --dump 0:f:8 --dump 1:d:8 | %FileCheck %s
; RUN: %cmrun %t.tgl.bin -k halves --check --arg svm:64 --arg svm:64 --dump 0:hf:8 --dump 1:d:8 | %FileCheck %s
; RUN: sed -e 's/half/double/g; s/f16/f64/g; s/fptrunc/fpext/' %s > %t.ll
; RUN: %cmc -march=pvc -O0 %t.ll -o %t.pvc.bin
; RUN: %cmrun %t.pvc.bin -k floats --check --arg svm:64 --arg svm:64 --dump 0:f:8 --dump 1:d:8 | %FileCheck %s
; RUN: %cmrun %t.pvc.bin -k halves --check --arg svm:64 --arg svm:64 --dump 0:df:8 --dump 1:d:8 | %FileCheck %s
; 1 = 0.5 * 2, 100 = 0.78125 * 128, -0.375 = -0.75 / 2, 0.0078125 = 0.5 / 64.
; CHECK: {{^}}arg 0: 0.5 0.78125 -0.75 0.5 0 inf -inf {{-?nan}}{{$}}
; CHECK-NEXT: {{^}}arg 1: 1 7 -1 -6 0 0 0 0{{$}}
target datalayout = "e-p:64:64-i64:64-n8:16:32:64"
declare { <8 x float>, <8 x i32> } @llvm.frexp.v8f32.v8i32(<8 x float>)
declare { <8 x half>, <8 x i32> } @llvm.frexp.v8f16.v8i32(<8 x half>)
define dllexport spir_kernel void @floats(ptr addrspace(1) %f, ptr addrspace(1) %e) #0 {
  %z = load <8 x float>, ptr addrspace(1) %f, align 16
  %x = fadd <8 x float> %z, <float 1.0, float 100.0, float -0.375, float 0.0078125, float 0.0, float 0x7FF0000000000000, float 0xFFF0000000000000, float 0x7FF8000000000000>
  %s = call { <8 x float>, <8 x i32> } @llvm.frexp.v8f32.v8i32(<8 x float> %x)
  %m = extractvalue { <8 x float>, <8 x i32> } %s, 0
  %n = extractvalue { <8 x float>, <8 x i32> } %s, 1
  store <8 x float> %m, ptr addrspace(1) %f, align 16
  store <8 x i32> %n, ptr addrspace(1) %e, align 16
  ret void
}
define dllexport spir_kernel void @halves(ptr addrspace(1) %f, ptr addrspace(1) %e) #0 {
  %z = load <8 x float>, ptr addrspace(1) %f, align 16
  %x = fadd <8 x float> %z, <float 1.0, float 100.0, float -0.375, float 0.0078125, float 0.0, float 0x7FF0000000000000, float 0xFFF0000000000000, float 0x7FF8000000000000>
  %h = fptrunc <8 x float> %x to <8 x half>
  %s = call { <8 x half>, <8 x i32> } @llvm.frexp.v8f16.v8i32(<8 x half> %h)
  %m = extractvalue { <8 x half>, <8 x i32> } %s, 0
  %n = extractvalue { <8 x half>, <8 x i32> } %s, 1
  store <8 x half> %m, ptr addrspace(1) %f, align 16
  store <8 x i32> %n, ptr addrspace(1) %e, align 16
  ret void
}
attributes #0 = { nounwind "CMGenxMain" "oclrt"="1" }
!genx.kernels = !{!0, !3}
!0 = !{ptr @floats, !"floats", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!3 = !{ptr @halves, !"halves", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
