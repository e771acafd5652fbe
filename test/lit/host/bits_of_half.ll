; Predicates in the bits of a half, in both directions: LLVM 19 has no instruction for the cast where there are masks.
; The casts are in a block of their own. 1.0048828 is 0x3c05, with the bits 0, 2 and 10 to 13; the lanes 14 and 15 are the bits of -2.
; RUN: %cmc -march=host -mcpu=x86-64-v4 -S %s -o - | %FileCheck %s -check-prefix=ASM
; RUN: %cmc -march=host %s -o %t
; RUN: %host %cmrun %t --arg svm:4:iota,0,15365:uw --arg svm:64:iota:d --arg svm:64 --arg svm:2 --dump 2:d --dump 3:hf | %FileCheck %s
; ASM-LABEL: k.body:
; ASM: ret
; CHECK: arg 2: 7 9 7 9 9 9 9 9 9 9 7 7 7 7 7 7{{$}}
; CHECK: arg 3: -2{{$}}
target datalayout = "e-p:64:64-i64:64-n8:16:32:64"
target triple = "spir64-unknown-unknown"
define dllexport spir_kernel void @k(i64 %in, i64 %numbers, i64 %out, i64 %half) {
  %p = inttoptr i64 %in to ptr
  %zero = load half, ptr %p
  %q = getelementptr half, ptr %p, i64 1
  %sum = load half, ptr %q
  %n = call <16 x i32> @llvm.genx.svm.block.ld.v16i32.i64(i64 %numbers)
  %high = icmp ugt <16 x i32> %n, <i32 13, i32 13, i32 13, i32 13, i32 13, i32 13, i32 13, i32 13, i32 13, i32 13, i32 13, i32 13, i32 13, i32 13, i32 13, i32 13>
  %two = bitcast <16 x i1> %high to half
  %write = fcmp une half %sum, %zero
  br i1 %write, label %then, label %end
then:
  %all = bitcast half %sum to <16 x i1>
  %bits = or <16 x i1> %all, %high
  %r = select <16 x i1> %bits, <16 x i32> <i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7>, <16 x i32> <i32 9, i32 9, i32 9, i32 9, i32 9, i32 9, i32 9, i32 9, i32 9, i32 9, i32 9, i32 9, i32 9, i32 9, i32 9, i32 9>
  call void @llvm.genx.svm.block.st.i64.v16i32(i64 %out, <16 x i32> %r)
  %same = fadd half %two, %zero
  %one = insertelement <1 x half> undef, half %same, i32 0
  call void @llvm.genx.svm.block.st.i64.v1f16(i64 %half, <1 x half> %one)
  br label %end
end:
  ret void
}
declare <16 x i32> @llvm.genx.svm.block.ld.v16i32.i64(i64)
declare void @llvm.genx.svm.block.st.i64.v16i32(i64, <16 x i32>)
declare void @llvm.genx.svm.block.st.i64.v1f16(i64, <1 x half>)
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !3, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0, i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t", !"svmptr_t", !"svmptr_t"}
!3 = !{i32 0, i32 0, i32 0, i32 0}
