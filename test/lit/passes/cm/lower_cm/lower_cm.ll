; lower_cm alone: names are found inside mangled ones; a whole object needs no region; metadata is written once; unknown
; builtins and calls through pointers are errors.
; RUN: %opt -S -passes=lower_cm %s | %FileCheck %s
; RUN: %opt -S -passes=lower_cm,lower_cm %s | %FileCheck %s
; RUN: sed 's/;BAD //' %s > %t.ll
; RUN: not %opt -S -passes=lower_cm %t.ll 2>&1 | %FileCheck %s --check-prefix=BAD

declare <4 x i32> @_Z7__cm_rdIDv4_iET_PKviiiii(ptr, i32, i32, i32, i32, i32)
declare void @_Z7__cm_wrIDv4_iEvPviiiiiT_(ptr, i32, i32, i32, i32, i32, <4 x i32>)
declare i32 @__cm_group_id(i32)
declare i32 @_Z13__cm_invertedIiET_S0_(i32)

; CHECK-LABEL: @k(
; CHECK: %[[A:.*]] = load <8 x i32>, ptr %p
; CHECK: %[[R:.*]] = call <4 x i32> @llvm.genx.rdregioni.v4i32.v8i32.i16(<8 x i32> %[[A]], i32 0, i32 4, i32 2, i16 4, i32 undef)
; CHECK: store <4 x i32> %[[R]], ptr %q
; CHECK: call i32 @llvm.genx.group.id.y()
; CHECK-NOT: __cm_
; CHECK: !genx.kernels = !{![[K:[0-9]+]]}
; CHECK: ![[K]] = !{ptr @k, !"k", ![[Z:[0-9]+]], i32 0, ![[Z]], ![[Z]], ![[D:[0-9]+]], i32 0, i32 0}
; CHECK: ![[Z]] = !{i32 0}
; CHECK: ![[D]] = !{!"svmptr_t"}
; BAD: error: {{.*}}unknown builtin '__cm_inverted'
; BAD: error: {{.*}}calls through a pointer are not supported; call the function by name
define dllexport spir_kernel void @k(i64 "VCArgumentKind"="0" "VCArgumentDesc"="svmptr_t" %x) #0 {
  %p = alloca <8 x i32>
  %q = alloca <4 x i32>
  %v = call <4 x i32> @_Z7__cm_rdIDv4_iET_PKviiiii(ptr %p, i32 32, i32 0, i32 4, i32 2, i32 4)
  call void @_Z7__cm_wrIDv4_iEvPviiiiiT_(ptr %q, i32 16, i32 0, i32 4, i32 1, i32 0, <4 x i32> %v)
  %g = call i32 @__cm_group_id(i32 1)
;BAD   %b = call i32 @_Z13__cm_invertedIiET_S0_(i32 %g)
;BAD   %f = inttoptr i64 %x to ptr
;BAD   call void %f()
  ret void
}

attributes #0 = { nounwind "CMGenxMain" }
