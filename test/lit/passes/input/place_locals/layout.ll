; Variables follow what kernels reserve, at their alignment; a kernel that reaches none reserves nothing more.
; RUN: %opt -passes='place_locals' -S %s | %FileCheck %s
; RUN: sed 's/x i32. undef/x i32] zeroinitializer/' %s > %t.ll && not %cmc %t.ll -o %t.bin 2>&1 | %FileCheck %s --check-prefix=INIT
; RUN: sed 's/internal addrspace(3) global .64 x i32. undef/external addrspace(3) global [64 x i32]/' %s > %t.ll && not %cmc %t.ll -o %t.bin 2>&1 | %FileCheck %s --check-prefix=EXTERN
; RUN: sed 's/64 x i32/64000 x i32/' %s > %t.ll && not %cmc %t.ll -o %t.bin 2>&1 | %FileCheck %s --check-prefix=BIG
; INIT: error: {{.*}}variable 'a' in shared local memory has an initial value; expected 'undef', since local memory starts without values [CM0244]
; EXTERN: error: {{.*}}variable 'a' in shared local memory has no definition; expected 'undef', since local memory starts without values [CM0244]
; BIG: error: {{.*}}kernel 'k' requests 257032 bytes of shared local memory; a group has at most 65536 on tgl [CM0964]
target triple = "spir64-unknown-unknown"
@a = internal addrspace(3) global [64 x i32] undef, align 64
@b = internal addrspace(3) global i64 undef
; CHECK-NOT: addrspace(3) global
; CHECK: store i32 %n, ptr addrspace(3) inttoptr (i32 1024 to ptr addrspace(3))
define internal spir_func void @put(i32 %n) noinline {
  store i32 %n, ptr addrspace(3) @a
  ret void
}
; CHECK-LABEL: define {{.*}}@k(
; CHECK: call void @llvm.genx.slm.init(i32 1288)
; CHECK: inttoptr (i32 1280 to ptr addrspace(3))
define dllexport spir_kernel void @k(i32 %n) {
  call spir_func void @put(i32 %n)
  store i64 1, ptr addrspace(3) @b
  ret void
}
; CHECK-LABEL: define {{.*}}@other(
; CHECK-NEXT: ret void
define dllexport spir_kernel void @other() {
  ret void
}
!genx.kernels = !{!0, !3}
!0 = !{ptr @k, !"k", !1, i32 1000, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0}
!2 = !{!""}
!3 = !{ptr @other, !"other", !4, i32 0, !4, !4, !4, i32 0, i32 0}
!4 = !{}
