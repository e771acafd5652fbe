; A variable of one bit a channel: only the channels that are on are assigned. Numbers 0 to 7; the bits are "below 2", then for
; those above 3 "odd".
; RUN: %opt -passes=mark_assignments -S %s | %FileCheck %s
; RUN: %cmc %s -march=tgl -O0 -o %t.bin && %cmrun %t.bin --check --device xesim:tgl --arg svm:32:iota:d --arg svm:32 --dump 1:d | %FileCheck %s --check-prefix=VALUES
; RUN: %cmc %s -march=bmg -o %t.bin && %cmrun %t.bin --check --device xesim:bmg --arg svm:32:iota:d --arg svm:32 --dump 1:d | %FileCheck %s --check-prefix=VALUES
; CHECK: br i1 %any
; CHECK: call void @_Z8__cm_set{{.*}}(ptr %bits, <8 x i1> %odd)
; VALUES: arg 1: 1 1 0 0 0 1 0 1
target datalayout = "e-p:64:64-i64:64-n8:16:32:64"

define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
entry:
  %bits = alloca <8 x i1>
  %x = load <8 x i32>, ptr addrspace(1) %in
  %small = icmp ult <8 x i32> %x, splat (i32 2)
  store <8 x i1> %small, ptr %bits
  %c = icmp sgt <8 x i32> %x, splat (i32 3)
  %any = call i1 @llvm.genx.simdcf.any.v8i1(<8 x i1> %c)
  br i1 %any, label %yes, label %end
yes:
  %odd = trunc <8 x i32> %x to <8 x i1>
  store <8 x i1> %odd, ptr %bits
  br label %end
end:
  %r = load <8 x i1>, ptr %bits
  %n = zext <8 x i1> %r to <8 x i32>
  store <8 x i32> %n, ptr addrspace(1) %out
  ret void
}
declare i1 @llvm.genx.simdcf.any.v8i1(<8 x i1>)
attributes #0 = { nounwind "CMGenxMain" "oclrt"="1" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
