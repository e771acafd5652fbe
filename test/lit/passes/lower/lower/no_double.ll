; Doubles are an error that names the target where it has none; moving their bits is not.
; RUN: not %cmc %s -march=tgl -o %t.bin 2>&1 | %FileCheck %s
; RUN: not %cmc %s -march=dg2 -o %t.bin 2>&1 | %FileCheck %s --check-prefix=DG2
; RUN: not %cmc %s -march=icl -o %t.bin 2>&1 | %FileCheck %s --check-prefix=ICL
; RUN: %cmc %s -march=skl -o %t.bin
; RUN: %cmc %s -march=pvc -o %t.bin
; CHECK: error: {{.*}}double precision is not available on tgl (CM_HAS_DOUBLE); compute in float, and write constants with an f
; DG2: error: {{.*}}double precision is not available on dg2
; ICL: error: {{.*}}double precision is not available on icl
declare <2 x double> @llvm.genx.oword.ld.v2f64(i32, i32, i32)
declare void @llvm.genx.oword.st.v2f64(i32, i32, <2 x double>)
define dllexport void @k(i32 %s) #0 {
  %a = call <2 x double> @llvm.genx.oword.ld.v2f64(i32 0, i32 %s, i32 0)
  %r = fmul <2 x double> %a, %a
  call void @llvm.genx.oword.st.v2f64(i32 %s, i32 1, <2 x double> %r)
  ret void
}
attributes #0 = { "CMGenxMain" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !2, !2, !3, i32 0, i32 0}
!1 = !{i32 2}
!2 = !{i32 0}
!3 = !{!"buffer_t"}
