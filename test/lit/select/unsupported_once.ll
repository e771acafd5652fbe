; SPDX-License-Identifier: MIT
; A value that is not supported is one error: those of its users would follow from it. A call says what is wrong with it.
; RUN: not %cmc %s -o %t.bin 2>&1 | %FileCheck %s --implicit-check-not=error:
; RUN: sed 's/; with argument/%%n = add i128 %%x, %%x/; s/i32 %%x)/i128 %%x)/' %s > %t.ll && not %cmc %t.ll -o %t.bin 2>&1 | %FileCheck %s --check-prefix=ARGUMENT --implicit-check-not=error:
; RUN: sed 's/load i128/load fp128/; s/add i128/fadd fp128/; s/store i128/store fp128/' %s > %t.ll && not %cmc %t.ll -o %t.bin 2>&1 | %FileCheck %s --check-prefix=TYPE --implicit-check-not=error:
; RUN: sed 's/; call/call void @other()/; /i128/d' %s > %t.ll && not %cmc %t.ll -o %t.bin 2>&1 | %FileCheck %s --check-prefix=OTHER --implicit-check-not=error:
; RUN: sed 's/; pointer/%%f = load ptr, ptr addrspace(1) %%in\n  call void %%f()/; /i128/d' %s > %t.ll && not %cmc %t.ll -o %t.bin 2>&1 | %FileCheck %s --check-prefix=POINTER --implicit-check-not=error:
; RUN: sed 's/; chosen/%%c = icmp eq i32 %%x, 0\n  %%f = select i1 %%c, ptr @one, ptr @two\n  call void %%f()/; /i128/d' %s > %t.ll && not %cmc -O0 %t.ll -o %t.bin 2>&1 | %FileCheck %s --check-prefix=CHOSEN --implicit-check-not=error:
; RUN: sed 's/@other/@llvm.stepvector.v4i32/; s/; call/call void @llvm.stepvector.v4i32()/; /i128/d' %s > %t.ll && not %cmc %t.ll -o %t.bin 2>&1 | %FileCheck %s --check-prefix=NEWER --implicit-check-not=error:
; RUN: not %cmc -march=host %t.ll -o %t.bin 2>&1 | %FileCheck %s --check-prefix=NEWER --implicit-check-not=error:
; NEWER: error: in function 'k': llvm.stepvector.v4i32 is not an intrinsic of LLVM 19, as which cmc reads IR [CM0021]
; CHECK: error: in function 'k': load of type i128 is not supported in kernel code [CM0960]
; ARGUMENT: error: kernel 'k': argument 3 has type i128, which is not supported [CM0940]
; TYPE: error: in function 'k': a value has type fp128; expected
; OTHER: error: in function 'k': function 'other' has no body in this file; define it here, because kernels are not linked across files [CM0212]
; POINTER: error: in function 'k': calls through a pointer are not supported; call the function by name [CM0210]
; CHOSEN: error: in function 'k': the address of function 'one' is not supported; call the function by name, because calls through a pointer are not supported [CM0925]
target triple = "spir64-unknown-unknown"
declare void @other()
define internal spir_func void @one() noinline {
  ret void
}
define internal spir_func void @two() noinline {
  store i32 1, ptr addrspace(1) null
  ret void
}
define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %x) {
  ; with argument
  ; call
  ; pointer
  ; chosen
  %a = load i128, ptr addrspace(1) %in
  %s = add i128 %a, %a
  store i128 %s, ptr addrspace(1) %out
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t", !""}
