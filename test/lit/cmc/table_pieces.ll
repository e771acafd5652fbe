; Tables of which the code reads other elements than those of the initial value: words of a 64-bit number, and numbers of
; vectors that have padding between them.
; RUN: %cmc %s -march=tgl -o %t.bin && %cmrun %t.bin --device xesim:tgl --arg d:1 --arg svm:32:zero --dump 1:d | %FileCheck %s
; RUN: %cmc %s -O0 -march=bmg -o %t.bin && %cmrun %t.bin --device xesim:bmg --arg d:1 --arg svm:32:zero --dump 1:d | %FileCheck %s
; CHECK: arg 1: 1 -2 300 -400 7 8 9 0
target datalayout = "e-p:64:64-i64:64-n8:16:32:64"
@words = internal addrspace(2) constant [2 x i64] [i64 0, i64 -112588697899237375]
@threes = internal constant [3 x <3 x i32>] [<3 x i32> <i32 1, i32 2, i32 3>, <3 x i32> <i32 7, i32 8, i32 9>, <3 x i32> zeroinitializer]

define dllexport spir_kernel void @k(i32 %i, ptr addrspace(1) %out) #0 {
  %p = getelementptr [2 x i64], ptr addrspace(2) @words, i32 0, i32 %i
  %w = load <4 x i16>, ptr addrspace(2) %p, align 8
  %wide = sext <4 x i16> %w to <4 x i32>
  store <4 x i32> %wide, ptr addrspace(1) %out, align 16
  %q = getelementptr [3 x <3 x i32>], ptr @threes, i32 0, i32 %i
  %t = load <3 x i32>, ptr %q, align 16
  %four = shufflevector <3 x i32> %t, <3 x i32> zeroinitializer, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %at = getelementptr i8, ptr addrspace(1) %out, i64 16
  store <4 x i32> %four, ptr addrspace(1) %at, align 16
  ret void
}
attributes #0 = { nounwind "CMGenxMain" "oclrt"="1" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"", !"svmptr_t"}
