; Five bytes at addresses of their own, some lanes off: vectors of pointers get a power of two of lanes as others do.
; RUN: %cmc -march=host %s -o %t
; RUN: %host %cmrun %t --arg buf:16:iota:b --arg buf:20 --dump 1:d | %FileCheck %s
; CHECK: arg 1: 0 0 6 9 12{{$}}
target datalayout = "e-p:64:64-i64:64-n8:16:32:64"
target triple = "spir64-unknown-unknown"
define dllexport spir_kernel void @k(i32 %in, i32 %out) {
  %size = call <3 x i32> @llvm.genx.local.size.v3i32()
  %one = extractelement <3 x i32> %size, i32 0
  %v = insertelement <5 x i32> undef, i32 %one, i32 0
  %s = shufflevector <5 x i32> %v, <5 x i32> undef, <5 x i32> zeroinitializer
  %at = mul <5 x i32> %s, <i32 0, i32 3, i32 6, i32 9, i32 12>
  %on = icmp ne <5 x i32> %at, <i32 3, i32 3, i32 3, i32 3, i32 3>
  %b = call <5 x i32> @llvm.genx.gather.masked.scaled2.v5i32.v5i32.v5i1(i32 0, i16 0, i32 %in, i32 0, <5 x i32> %at, <5 x i1> %on)
  %k = select <5 x i1> %on, <5 x i32> %b, <5 x i32> zeroinitializer
  call void @llvm.genx.scatter.scaled.v5i1.v5i32.v5i32(<5 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true>, i32 2, i16 0, i32 %out, i32 0, <5 x i32> <i32 0, i32 4, i32 8, i32 12, i32 16>, <5 x i32> %k)
  ret void
}
declare <3 x i32> @llvm.genx.local.size.v3i32()
declare <5 x i32> @llvm.genx.gather.masked.scaled2.v5i32.v5i32.v5i1(i32, i16, i32, i32, <5 x i32>, <5 x i1>)
declare void @llvm.genx.scatter.scaled.v5i1.v5i32.v5i32(<5 x i1>, i32, i16, i32, i32, <5 x i32>, <5 x i32>)
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !3, !2, i32 0, i32 0}
!1 = !{i32 2, i32 2}
!2 = !{!"buffer_t", !"buffer_t"}
!3 = !{i32 0, i32 0}
