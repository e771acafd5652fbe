; A copy between an address and an array that has computed indices becomes loads and stores, because nothing after this
; pass could make a message of it. One between an address and any other variable stays for sroa.
; RUN: %opt -passes=lower_flat_memory -S %s | %FileCheck %s
target triple = "spir64-unknown-unknown"

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; CHECK-LABEL: @into_array
; CHECK-NOT: memcpy
; CHECK: call <3 x i32> {{@_Z[0-9]+}}__cm_svm_gather
; CHECK: store <3 x i32>
; CHECK-NOT: memcpy
; CHECK: load float
; CHECK: ret
define dllexport spir_kernel void @into_array(i64 %a, i64 %b, i32 %k) {
  %array = alloca [2 x [3 x float]]
  %p = inttoptr i64 %a to ptr
  %second = getelementptr i8, ptr %array, i64 12
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %second, ptr align 4 %p, i64 12, i1 false)
  %one = getelementptr [3 x float], ptr %array, i32 %k
  %x = load float, ptr %one
  %q = inttoptr i64 %b to ptr
  store float %x, ptr %q
  ret void
}

; CHECK-LABEL: @out_of_array
; CHECK-NOT: memcpy
; CHECK: load <3 x i32>
; CHECK: {{@_Z[0-9]+}}__cm_svm_scatter
; CHECK: ret
define dllexport spir_kernel void @out_of_array(i64 %a, i32 %k) {
  %array = alloca [2 x [3 x float]]
  store float 1.0, ptr %array
  %p = inttoptr i64 %a to ptr
  %one = getelementptr [3 x float], ptr %array, i32 %k
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %p, ptr align 4 %one, i64 12, i1 false)
  ret void
}

; CHECK-LABEL: @object
; CHECK: call void @llvm.memcpy
; CHECK: ret
define dllexport spir_kernel void @object(i64 %a, i64 %b) {
  %object = alloca [3 x float]
  %p = inttoptr i64 %a to ptr
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %object, ptr align 4 %p, i64 12, i1 false)
  %x = load float, ptr %object
  %q = inttoptr i64 %b to ptr
  store float %x, ptr %q
  ret void
}
