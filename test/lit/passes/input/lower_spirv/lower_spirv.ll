; Functions and variables of SPIR-V's environment become intrinsics, whichever way their names are written.
; RUN: %opt -passes=lower_spirv -S %s | %FileCheck %s
; RUN: sed -e 's/i32 0) ; dim/i32 3) ; dim/' %s > %t.ll && not %cmc -march=dg2 %t.ll -o %t.bin 2>&1 | %FileCheck %s --check-prefix=DIM
; RUN: sed -e 's/_rsqrt/_cbrt/' -e 's/Z24/Z23/' %s > %t.ll && not %cmc -march=dg2 %t.ll -o %t.bin 2>&1 | %FileCheck %s --check-prefix=NONE
; RUN: %cmc -march=dg2 %s -o %t.bin
; DIM: error: {{.*}}__spirv_BuiltInGlobalInvocationId(3): the dimension must be 0, 1 or 2 [CM0209]
; NONE: error: {{.*}}in function 'k': __spirv_ocl_native_cbrt is not supported [CM0022]
target triple = "spir64-unknown-unknown"

@__spirv_BuiltInLocalInvocationId = external addrspace(1) constant <3 x i64>, align 32

; CHECK-LABEL: @k(
; CHECK: call <8 x float> @llvm.genx.rsqrt.v8f32(<8 x float> %x)
; CHECK: call <8 x float> @llvm.genx.sqrt.v8f32(
; CHECK: call <8 x float> @llvm.maxnum.v8f32(
; CHECK: call <8 x float> @llvm.genx.pow.v8f32(
; CHECK: call i32 @llvm.ctlz.i32(i32 %n, i1 false)
; CHECK: call i32 @llvm.genx.umulh.i32.i32(
; CHECK: call i32 @llvm.genx.group.id.x()
; CHECK: call i32 @llvm.genx.group.id.y()
; CHECK: call i32 @llvm.genx.group.id.z()
; CHECK: [[SIZE:%.*]] = call <3 x i32> @llvm.genx.local.size.v3i32()
; CHECK: [[ID:%.*]] = call <3 x i32> @llvm.genx.local.id.v3i32()
; CHECK: [[FIRST:%.*]] = mul <3 x i32> {{%.*}}, [[SIZE]]
; CHECK: [[SUM:%.*]] = add <3 x i32> [[FIRST]], [[ID]]
; CHECK: [[X:%.*]] = extractelement <3 x i32> [[SUM]], i32 0
; CHECK: zext i32 [[X]] to i64
; CHECK: [[ID2:%.*]] = call <3 x i32> @llvm.genx.local.id.v3i32()
; CHECK: zext <3 x i32> [[ID2]] to <3 x i64>
; CHECK: [[COUNT:%.*]] = call <3 x i32> @llvm.genx.group.count.v3i32()
; CHECK: [[Z:%.*]] = extractelement <3 x i32> [[COUNT]], i32 2
; CHECK: [[IS1:%.*]] = icmp eq i32 %d, 1
; CHECK: select i1 [[IS1]], i32 {{%.*}}, i32 [[Z]]
; CHECK: [[IS0:%.*]] = icmp eq i32 %d, 0
; CHECK: select i1 [[IS0]]
; CHECK: call void @llvm.genx.fence(i8 33)
; CHECK-NEXT: call void @llvm.genx.barrier()
; CHECK-NEXT: call void @llvm.genx.fence(i8 1)
; CHECK-NOT: @{{.*}}__spirv{{.*}}(
; CHECK: ret void
define spir_kernel void @k(i32 %s, <8 x float> %x, i32 %n, i32 %d) #0 {
  %r = call <8 x float> @_Z24__spirv_ocl_native_rsqrtDv8_f(<8 x float> %x)
  %q = call <8 x float> @__spirv_ocl_native_sqrt_Dv8_f(<8 x float> %r)
  %m = call <8 x float> @_Z16__spirv_ocl_fmaxDv8_fS_(<8 x float> %q, <8 x float> %x)
  %p = call <8 x float> @__spirv_ocl_native_powr(<8 x float> %m, <8 x float> %x)
  call void @llvm.genx.oword.st.v8f32(i32 %s, i32 0, <8 x float> %p)
  %z = call i32 @_Z15__spirv_ocl_clzi(i32 %n)
  %h = call i32 @_Z20__spirv_ocl_u_mul_hijj(i32 %z, i32 %n)
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0) ; dim
  %l = load <3 x i64>, ptr addrspace(4) addrspacecast (ptr addrspace(1) @__spirv_BuiltInLocalInvocationId to ptr addrspace(4)), align 32
  %c = call i32 @_Z28__spirv_BuiltInNumWorkgroupsi(i32 %d)
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  call void @__spirv_MemoryBarrier(i32 2, i32 512)
  %l1 = extractelement <3 x i64> %l, i32 1
  %gl = add i64 %g, %l1
  %w = trunc i64 %gl to i32
  %v = insertelement <4 x i32> zeroinitializer, i32 %h, i32 0
  %v1 = insertelement <4 x i32> %v, i32 %w, i32 1
  %v2 = insertelement <4 x i32> %v1, i32 %c, i32 2
  call void @llvm.genx.oword.st.v4i32(i32 %s, i32 2, <4 x i32> %v2)
  ret void
}

declare <8 x float> @_Z24__spirv_ocl_native_rsqrtDv8_f(<8 x float>)
declare <8 x float> @__spirv_ocl_native_sqrt_Dv8_f(<8 x float>)
declare <8 x float> @_Z16__spirv_ocl_fmaxDv8_fS_(<8 x float>, <8 x float>)
declare <8 x float> @__spirv_ocl_native_powr(<8 x float>, <8 x float>)
declare i32 @_Z15__spirv_ocl_clzi(i32)
declare i32 @_Z20__spirv_ocl_u_mul_hijj(i32, i32)
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i32 @_Z28__spirv_BuiltInNumWorkgroupsi(i32)
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
declare void @__spirv_MemoryBarrier(i32, i32)
declare void @llvm.genx.oword.st.v8f32(i32, i32, <8 x float>)
declare void @llvm.genx.oword.st.v4i32(i32, i32, <4 x i32>)

attributes #0 = { "CMGenxMain" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !2, !2, !3, i32 0, i32 0}
!1 = !{i32 2, i32 0, i32 0, i32 0}
!2 = !{i32 0, i32 0, i32 0, i32 0}
!3 = !{!"buffer_t", !"", !"", !""}
