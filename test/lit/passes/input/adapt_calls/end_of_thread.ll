; A raw send that ends the thread: at the end of a kernel it is what the return does, elsewhere an error.
; RUN: for t in skl tgl dg2 pvc bmg; do for o in -O0 -O2; do %cmc -march=$t $o %s -o %t.bin && \
; RUN:   %cmrun %t.bin --check --arg svm:64 --dump 0:d:2 | %FileCheck %s || exit 1; done; done
; RUN: sed 's/^; LATER//' %s > %t.ll && not %cmc -march=tgl %t.ll -o %t.bin 2>&1 | %FileCheck %s --check-prefix=WRONG
; CHECK: {{^}}arg 0: 7 0{{$}}
; WRONG: error: in function 'k': llvm.genx.raw.send.noresult ends the thread, which only the end of a kernel may do [CM0021]
declare void @llvm.genx.raw.send.noresult.i1.v8i32(i32, i1, i32, i32, <8 x i32>)
declare <8 x i32> @llvm.genx.r0.v8i32()
define dllexport spir_kernel void @k(ptr addrspace(1) %out) {
  store i32 7, ptr addrspace(1) %out
  %h = call <8 x i32> @llvm.genx.r0.v8i32()
  call void @llvm.genx.raw.send.noresult.i1.v8i32(i32 0, i1 true, i32 39, i32 33554448, <8 x i32> %h)
; LATER  store i32 8, ptr addrspace(1) %out
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0}
!2 = !{!"svmptr_t"}
