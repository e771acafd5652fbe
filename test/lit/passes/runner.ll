; The runner: dumps, skipped passes, a pass that must run, stopping, and a wrong pipeline.
; RUN: %cmc %s --dump-changed --stop-after=legalize -o %t.ll 2>&1 | %FileCheck %s --check-prefix=CHANGED
; RUN: %cmc %s --skip=join_lanes,collapse_regions --stop-after=lower -S -o - | %FileCheck %s --check-prefix=STOP
; RUN: %cmc %s --skip=collapse_regions --dump=collapse_regions -o %t.bin 2>&1 | %FileCheck %s --check-prefix=SKIP --allow-empty
; RUN: not %cmc %s --skip=join_lanes,legalize -o %t.bin 2>&1 | %FileCheck %s --check-prefix=REQUIRED
; RUN: %cmc %s --stop-after=lower -S -o - | %FileCheck %s --check-prefix=STOP
; RUN: not %cmc %s --passes=lower,nonsense -S -o - 2>&1 | %FileCheck %s --check-prefix=WRONG
; RUN: %cmc %s --time-passes -o %t.bin 2>&1 | %FileCheck %s --check-prefix=TIME
; CHANGED: after lower
; CHANGED: llvm.genx.rdregioni
; CHANGED: after legalize
; SKIP-NOT: after collapse_regions
; REQUIRED: error: --skip: pass 'legalize' must run, since later passes or selection depend on its result
; STOP-NOT: shufflevector
; STOP: llvm.genx.rdregioni
; WRONG: error: pass pipeline: unknown
; WRONG-SAME: nonsense
; TIME: legalize
declare <32 x i32> @llvm.genx.oword.ld.v32i32(i32, i32, i32)
declare void @llvm.genx.oword.st.v8i32(i32, i32, <8 x i32>)
define dllexport void @k(i32 %s) #0 {
  %a = call <32 x i32> @llvm.genx.oword.ld.v32i32(i32 0, i32 %s, i32 0)
  %b = shufflevector <32 x i32> %a, <32 x i32> poison, <24 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24>
  %c = add <24 x i32> %b, %b
  %d = shufflevector <24 x i32> %c, <24 x i32> poison, <8 x i32> <i32 0, i32 3, i32 6, i32 9, i32 12, i32 15, i32 18, i32 21>
  call void @llvm.genx.oword.st.v8i32(i32 %s, i32 0, <8 x i32> %d)
  ret void
}
attributes #0 = { "CMGenxMain" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !2, !2, !3, i32 0, i32 0}
!1 = !{i32 2}
!2 = !{i32 0}
!3 = !{!"buffer_t"}
