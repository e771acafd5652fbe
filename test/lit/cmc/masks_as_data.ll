; Execution masks as values. %in holds 0, 1, 2, ...: odd channels are on; channels 0 to 7 of the goto's 16 stay. So the mask
; after it has the odd channels below 8 and above 15; after the join it has all odd ones again.
; RUN: %cmc %s -march=tgl -o %t.bin && %cmrun %t.bin -k all_lanes --arg svm:64:iota,0,1:ub --arg svm:64:zero --dump 1:ub:64 | %FileCheck %s --check-prefix=ALL
; RUN: %cmc %s -march=tgl -O0 -o %t.bin && %cmrun %t.bin -k all_lanes --arg svm:64:iota,0,1:ub --arg svm:64:zero --dump 1:ub:64 | %FileCheck %s --check-prefix=ALL
; RUN: %cmc %s -march=pvc -o %t.bin && %cmrun %t.bin -k all_lanes --arg svm:64:iota,0,1:ub --arg svm:64:zero --dump 1:ub:64 | %FileCheck %s --check-prefix=ALL
; RUN: %cmc %s -march=bmg -O0 -o %t.bin && %cmrun %t.bin -k all_lanes --arg svm:64:iota,0,1:ub --arg svm:64:zero --dump 1:ub:64 | %FileCheck %s --check-prefix=ALL
; ALL: 0 1 0 1 0 1 0 1 0 0 0 0 0 0 0 0 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1
; ALL-SAME: 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1

; The hardware's goto and join take this one, but a mask computed between them is used after the join. Byte 32 of %in is even,
; so that the mask of the goto is chosen: channels 0 to 7 and above 15.
; RUN: %cmc %s -march=tgl -o %t.bin && %cmrun %t.bin -k outlives --arg svm:64:iota,0,1:ub --arg svm:64:zero --dump 1:ub:64 | %FileCheck %s --check-prefix=LATE
; RUN: %cmc %s -march=dg2 -O0 -o %t.bin && %cmrun %t.bin -k outlives --arg svm:64:iota,0,1:ub --arg svm:64:zero --dump 1:ub:64 | %FileCheck %s --check-prefix=LATE
; RUN: %cmc %s -march=pvc -o %t.bin && %cmrun %t.bin -k outlives --arg svm:64:iota,0,1:ub --arg svm:64:zero --dump 1:ub:64 | %FileCheck %s --check-prefix=LATE
; LATE: 1 1 1 1 1 1 1 1 0 0 0 0 0 0 0 0 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
; LATE-SAME: 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
target triple = "spir64-unknown-unknown"
declare { <32 x i1>, <16 x i1>, i1 } @llvm.genx.simdcf.goto.v32i1.v16i1(<32 x i1>, <16 x i1>, <16 x i1>)
declare { <32 x i1>, i1 } @llvm.genx.simdcf.join.v32i1.v16i1(<32 x i1>, <16 x i1>)

define dllexport spir_kernel void @all_lanes(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %m = load <32 x i8>, ptr addrspace(1) %in
  %em = trunc <32 x i8> %m to <32 x i1>
  %q = getelementptr i8, ptr addrspace(1) %in, i64 32
  %s = load <16 x i8>, ptr addrspace(1) %q
  %stay = icmp ult <16 x i8> %s, splat (i8 40)
  %g = call { <32 x i1>, <16 x i1>, i1 } @llvm.genx.simdcf.goto.v32i1.v16i1(<32 x i1> %em, <16 x i1> zeroinitializer, <16 x i1> %stay)
  %e = extractvalue { <32 x i1>, <16 x i1>, i1 } %g, 0
  %r = extractvalue { <32 x i1>, <16 x i1>, i1 } %g, 1
  %j = call { <32 x i1>, i1 } @llvm.genx.simdcf.join.v32i1.v16i1(<32 x i1> %e, <16 x i1> %r)
  %o = extractvalue { <32 x i1>, i1 } %j, 0
  %x = zext <32 x i1> %e to <32 x i8>
  %y = zext <32 x i1> %o to <32 x i8>
  store <32 x i8> %x, ptr addrspace(1) %out
  %p = getelementptr i8, ptr addrspace(1) %out, i64 32
  store <32 x i8> %y, ptr addrspace(1) %p
  ret void
}

define dllexport spir_kernel void @outlives(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %q = getelementptr i8, ptr addrspace(1) %in, i64 32
  %s = load <16 x i8>, ptr addrspace(1) %q
  %stay = icmp ult <16 x i8> %s, splat (i8 40)
  %g = call { <32 x i1>, <16 x i1>, i1 } @llvm.genx.simdcf.goto.v32i1.v16i1(<32 x i1> splat (i1 true), <16 x i1> zeroinitializer, <16 x i1> %stay)
  %e = extractvalue { <32 x i1>, <16 x i1>, i1 } %g, 0
  %r = extractvalue { <32 x i1>, <16 x i1>, i1 } %g, 1
  %first = extractelement <16 x i8> %s, i32 0
  %odd = trunc i8 %first to i1
  br i1 %odd, label %other, label %end
other:
  br label %end
end:
  %m = phi <32 x i1> [ %e, %entry ], [ zeroinitializer, %other ]
  %j = call { <32 x i1>, i1 } @llvm.genx.simdcf.join.v32i1.v16i1(<32 x i1> %e, <16 x i1> %r)
  %o = extractvalue { <32 x i1>, i1 } %j, 0
  %x = zext <32 x i1> %m to <32 x i8>
  %y = zext <32 x i1> %o to <32 x i8>
  store <32 x i8> %x, ptr addrspace(1) %out
  %p = getelementptr i8, ptr addrspace(1) %out, i64 32
  store <32 x i8> %y, ptr addrspace(1) %p
  ret void
}

!genx.kernels = !{!0, !4}
!0 = !{ptr @all_lanes, !"all_lanes", !1, i32 0, !3, !3, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
!3 = !{i32 0, i32 0}
!4 = !{ptr @outlives, !"outlives", !1, i32 0, !3, !3, !2, i32 0, i32 0}
