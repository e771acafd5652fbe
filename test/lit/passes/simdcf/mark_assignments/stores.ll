; SIMD control flow that is still branches on simdcf.any, as vc-intrinsics define it: stores to vector variables, also of a part,
; and predicates of messages take the channels that are on. A scalar is stored as it is, and so is a vector outside.
; RUN: %opt -passes=mark_assignments -S %s | %FileCheck %s
; RUN: %cmc %s -march=tgl -O0 -o %t.bin && %cmrun %t.bin --check --device xesim:tgl --arg svm:32:iota:d --arg svm:128 --dump 1:d | %FileCheck %s --check-prefix=VALUES
; RUN: %cmc %s -march=bmg -o %t.bin && %cmrun %t.bin --check --device xesim:bmg --arg svm:32:iota:d --arg svm:128 --dump 1:d | %FileCheck %s --check-prefix=VALUES
; CHECK: store <8 x i32> %x, ptr addrspace(1)
; CHECK: call void @_Z8__cm_set{{.*}}(ptr %m, <8 x i32> %x)
; CHECK: br i1 %any
; CHECK: call void @_Z8__cm_set{{.*}}(ptr %m, <8 x i32> %w)
; CHECK: call void @_Z8__cm_set{{.*}}(ptr %pair, <16 x i32> %both)
; CHECK: store i32 77, ptr %s
; Numbers 0 to 7. Those above 3 are doubled; the other half of a pair gets them; 77 is stored; 5 and 7 are scattered in place.
; VALUES: arg 1: 0 1 2 3 8 10 12 14 9 9 9 9 9 9 9 9 9 9 9 9 4 5 6 7 77 0 0 0 0 5 0 7
target datalayout = "e-p:64:64-i64:64-n8:16:32:64"

define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
entry:
  %m = alloca <8 x i32>
  %pair = alloca <16 x i32>
  %s = alloca i32
  %x = load <8 x i32>, ptr addrspace(1) %in
  store <8 x i32> %x, ptr addrspace(1) %out
  store <8 x i32> %x, ptr %m
  store <16 x i32> <i32 9, i32 9, i32 9, i32 9, i32 9, i32 9, i32 9, i32 9, i32 9, i32 9, i32 9, i32 9, i32 9, i32 9, i32 9, i32 9>, ptr %pair
  store i32 0, ptr %s
  %c = icmp sgt <8 x i32> %x, <i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3>
  %any = call i1 @llvm.genx.simdcf.any.v8i1(<8 x i1> %c)
  br i1 %any, label %yes, label %end
yes:
  %v = load <8 x i32>, ptr %m
  %w = add <8 x i32> %v, %v
  store <8 x i32> %w, ptr %m
  %old = load <16 x i32>, ptr %pair
  %both = call <16 x i32> @llvm.genx.wrregioni.v16i32.v8i32.i16.i1(<16 x i32> %old, <8 x i32> %x, i32 8, i32 8, i32 1, i16 32, i32 undef, i1 true)
  store <16 x i32> %both, ptr %pair
  store i32 77, ptr %s
  %base = ptrtoint ptr addrspace(1) %out to i64
  %b8 = insertelement <8 x i64> poison, i64 %base, i32 0
  %bases = shufflevector <8 x i64> %b8, <8 x i64> poison, <8 x i32> zeroinitializer
  %at = add <8 x i64> %bases, <i64 96, i64 100, i64 104, i64 108, i64 112, i64 116, i64 120, i64 124>
  call void @llvm.genx.svm.scatter.v8i1.v8i64.v8i32(<8 x i1> <i1 1, i1 1, i1 1, i1 1, i1 0, i1 1, i1 0, i1 1>, i32 0, <8 x i64> %at, <8 x i32> %x)
  br label %end
end:
  %r = load <8 x i32>, ptr %m
  store <8 x i32> %r, ptr addrspace(1) %out
  %p = load <16 x i32>, ptr %pair
  %o1 = getelementptr i8, ptr addrspace(1) %out, i64 32
  store <16 x i32> %p, ptr addrspace(1) %o1
  %n = load i32, ptr %s
  %o2 = getelementptr i8, ptr addrspace(1) %out, i64 96
  store i32 %n, ptr addrspace(1) %o2
  ret void
}
declare i1 @llvm.genx.simdcf.any.v8i1(<8 x i1>)
declare <16 x i32> @llvm.genx.wrregioni.v16i32.v8i32.i16.i1(<16 x i32>, <8 x i32>, i32, i32, i32, i16, i32, i1)
declare void @llvm.genx.svm.scatter.v8i1.v8i64.v8i32(<8 x i1>, i32, <8 x i64>, <8 x i32>)
attributes #0 = { nounwind "CMGenxMain" "oclrt"="1" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
