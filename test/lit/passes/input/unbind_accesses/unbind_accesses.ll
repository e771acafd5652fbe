; A vector handed over by reference is a local variable once the function is inlined; bound variables keep their accesses.
; RUN: %opt -passes=unbind_accesses -S %s | %FileCheck %s
; RUN: %cmc %s -S -o - | %FileCheck %s --check-prefix=CODE
; CHECK-LABEL: define internal void @twice
; CHECK: %[[O:.*]] = load <16 x i32>, ptr %p
; CHECK: store <16 x i32> %q, ptr %p
; CHECK-LABEL: define dllexport spir_kernel void @k
; CHECK: store <16 x i32> %v, ptr %x
; CHECK: call <16 x i32> @llvm.genx.vload.v16i32.p0(ptr @bound)
; CHECK: load <16 x i32>, ptr addrspace(1) %b
; CODE: shl (16|M0) {{.*}}:d 0x1:uw
; CODE: add (16|M0) {{.*}}:d r20.0<
target triple = "spir64-unknown-unknown"

@bound = internal global <16 x i32> undef #1
declare <16 x i32> @llvm.genx.vload.v16i32.p0(ptr)
declare <16 x i32> @llvm.genx.vload.v16i32.p1(ptr addrspace(1))
declare void @llvm.genx.vstore.v16i32.p0(<16 x i32>, ptr)

define internal void @twice(ptr %p) {
  %o = call <16 x i32> @llvm.genx.vload.v16i32.p0(ptr %p)
  %q = add <16 x i32> %o, %o
  call void @llvm.genx.vstore.v16i32.p0(<16 x i32> %q, ptr %p)
  ret void
}

define dllexport spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %b) #0 {
  %x = alloca <16 x i32>
  %v = load <16 x i32>, ptr addrspace(1) %a
  call void @llvm.genx.vstore.v16i32.p0(<16 x i32> %v, ptr %x)
  call void @twice(ptr %x)
  %w = call <16 x i32> @llvm.genx.vload.v16i32.p0(ptr %x)
  %g = call <16 x i32> @llvm.genx.vload.v16i32.p0(ptr @bound)
  %m = call <16 x i32> @llvm.genx.vload.v16i32.p1(ptr addrspace(1) %b)
  %s = add <16 x i32> %g, %m
  %r = mul <16 x i32> %w, %s
  store <16 x i32> %r, ptr addrspace(1) %b
  ret void
}

attributes #0 = { "CMGenxMain" }
attributes #1 = { "genx_volatile" "genx_byte_offset"="640" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
