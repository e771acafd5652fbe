; RUN: %cmc -march=dg2 %s -o %t.bin
; RUN: llvm-as-14 %s -o %t.bc
; RUN: %cmc -march=dg2 %t.bc -o %t.bc.bin
; RUN: cmp %t.bin %t.bc.bin
; RUN: head -c 100 %t.bc > %t.cut.bc
; RUN: not %cmc %t.cut.bc -o %t.none 2>&1 | %FileCheck %s --check-prefix=CUT
; CUT: .cut.bc: error: damaged or truncated bitcode:
; RUN: sed 's/block.ld.v16i32/block.ldx.v16i32/' %s > %t.unknown.ll
; RUN: not %cmc %t.unknown.ll -o %t.none 2>&1 | %FileCheck %s --check-prefix=UNKNOWN
; UNKNOWN: error: in function 'k': llvm.genx.svm.block.ldx.v16i32.i64 is not an intrinsic
; RUN: sed 's/define dllexport/definition/' %s > %t.syntax.ll
; RUN: not %cmc %t.syntax.ll -o %t.none 2>&1 | %FileCheck %s --check-prefix=SYNTAX
; SYNTAX: .syntax.ll:{{[0-9]+}}:1: error: expected top-level entity
; RUN: not ls %t.none
; The text is what LLVM 14 writes: pointers with types, attributes of its time. LLVM 14's bitcode of it gives the same bytes.
target datalayout = "e-p:64:64-i64:64-n8:16:32:64"
target triple = "spir64-unknown-unknown"
declare <16 x i32> @llvm.genx.svm.block.ld.v16i32.i64(i64) #1
declare void @llvm.genx.svm.block.st.i64.v16i32(i64, <16 x i32>)
define dllexport spir_kernel void @k(i8 addrspace(1)* %in, i8 addrspace(1)* %out) #0 {
entry:
  %p = alloca <16 x i32>, align 64
  %a = ptrtoint i8 addrspace(1)* %in to i64
  %b = ptrtoint i8 addrspace(1)* %out to i64
  %v = call <16 x i32> @llvm.genx.svm.block.ld.v16i32.i64(i64 %a)
  store <16 x i32> %v, <16 x i32>* %p, align 64
  %w = load <16 x i32>, <16 x i32>* %p, align 64
  %s = add <16 x i32> %w, %w
  call void @llvm.genx.svm.block.st.i64.v16i32(i64 %b, <16 x i32> %s)
  ret void
}
attributes #0 = { noinline nounwind "CMGenxMain" "oclrt"="1" }
attributes #1 = { nounwind readonly }
!genx.kernels = !{!0}
!0 = !{void (i8 addrspace(1)*, i8 addrspace(1)*)* @k, !"k", !1, i32 0, !2, !3, !4, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{i32 0, i32 0}
!3 = !{i32 0, i32 0}
!4 = !{!"svmptr_t", !"svmptr_t"}
