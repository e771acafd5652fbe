; A kernel as SPIR-V readers leave it gets its entry; attributes say what the list says elsewhere.
; RUN: %opt -passes=import_kernels -S %s | %FileCheck %s
; RUN: %cmc %s -S -o - | %FileCheck %s --check-prefix=CODE
; RUN: sed 's/="1024"/="many"/; s/="2"/="7"/' %s > %t.ll && not %cmc %t.ll -o %t.bin 2>&1 | %FileCheck %s --check-prefix=WRONG
; CHECK: define spir_kernel void @k({{.*}} #[[A:[0-9]+]]
; CHECK: define internal spir_func void @helper
; CHECK: attributes #[[A]] = { "CMGenxMain" "VCFunction"
; CHECK: !genx.kernels = !{![[K:[0-9]+]]}
; CHECK: ![[K]] = !{ptr @k, !"k", ![[KINDS:[0-9]+]], i32 1024, ![[OFF:[0-9]+]], ![[IO:[0-9]+]], ![[T:[0-9]+]], i32 3, i32 0}
; CHECK: ![[KINDS]] = !{i32 0, i32 2, i32 0}
; CHECK: !{!"svmptr_t read_write", !"buffer_t", !""}
; CODE: argument p: svm pointer
; CODE: argument s: buffer, bti 1
; CODE: argument n: value
; WRONG: argument 2 of a kernel has VCArgumentKind 7; expected 0 (value), 1 (sampler), 2 (surface), 8 (local size), 16 (group count) or 24 (local id)
; WRONG: attribute "VCSLMSize" of a kernel is "many", expected a number
target triple = "spir64-unknown-unknown"

declare <16 x i32> @llvm.genx.oword.ld.v16i32(i32, i32, i32)

define spir_kernel void @k(ptr addrspace(1) "VCArgumentKind"="0" "VCArgumentDesc"="svmptr_t read_write" %p,
                           i32 "VCArgumentKind"="2" "VCArgumentDesc"="buffer_t" "VCArgumentIOKind"="1" %s, i32 %n) #0 {
  %v = call <16 x i32> @llvm.genx.oword.ld.v16i32(i32 0, i32 %s, i32 %n)
  call spir_func void @helper(ptr addrspace(1) %p, <16 x i32> %v)
  ret void
}

define internal spir_func void @helper(ptr addrspace(1) %p, <16 x i32> %v) #1 {
  store <16 x i32> %v, ptr addrspace(1) %p
  ret void
}

attributes #0 = { "VCFunction" "VCSLMSize"="1024" "VCNamedBarrierCount"="3" }
attributes #1 = { "VCFunction" }
