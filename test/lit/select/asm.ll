; Inline assembly of other front ends: several results, an input in the place of an output, numbers; types are signed where
; nobody says otherwise.
; RUN: %cmc %s -S -o - | %FileCheck %s
; CHECK: add (8|M0) [[A:r[0-9]+]].0<1>:d r2.0<1;1,0>:d 7:w
; CHECK: add (8|M0) [[B:r[0-9]+]].0<1>:d [[B]].0<8;8,1>:d [[A]].0<8;8,1>:d {Compacted
define dllexport spir_kernel void @k(i32 %s, <8 x i32> %v) "CMGenxMain" {
  %w = mul <8 x i32> %v, %v
  %r = call { <8 x i32>, <8 x i32> } asm "add ($4|M0) $0 $2 7:w\0Aadd ($4|M0) $1 $1 $0", "=r,=r,r,1,n"(<8 x i32> %v, <8 x i32> %w, i32 8)
  %a = extractvalue { <8 x i32>, <8 x i32> } %r, 0
  %b = extractvalue { <8 x i32>, <8 x i32> } %r, 1
  %c = xor <8 x i32> %a, %b
  call void @llvm.genx.oword.st.v8i32(i32 %s, i32 0, <8 x i32> %c)
  ret void
}
declare void @llvm.genx.oword.st.v8i32(i32, i32, <8 x i32>)
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !2, !2, !3, i32 0, i32 0}
!1 = !{i32 2, i32 0}
!2 = !{i32 0, i32 0}
!3 = !{!"buffer_t", !""}
