; What nothing can do with an integer of a width that no register has is an error that names the operation, on every level.
; RUN: not %cmc -march=tgl %s -o %t.bin 2>&1 | %FileCheck %s
; RUN: not %cmc -march=pvc -O0 %s -o %t.bin 2>&1 | %FileCheck %s
; CHECK: error: {{.*}}bitcast of type <16 x i13> is not supported in kernel code [CM0960]
target datalayout = "e-p:64:64-i64:64-n8:16:32:64"
define dllexport spir_kernel void @k(ptr addrspace(1) %in) #0 {
  %v = load <16 x i16>, ptr addrspace(1) %in
  %x = trunc <16 x i16> %v to <16 x i13>
  %y = bitcast <16 x i13> %x to <26 x i8>
  store <26 x i8> %y, ptr addrspace(1) %in
  ret void
}
attributes #0 = { nounwind "CMGenxMain" "oclrt"="1" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0}
!2 = !{!"svmptr_t"}
