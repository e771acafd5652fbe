; A constant summand of 64 bits is an immediate of the native add, or one of each half; no register holds it.
; RUN: %cmc -march=pvc %s -S -o - | %FileCheck %s --check-prefix=PVC
; RUN: %cmc -march=tgl %s -S -o - | %FileCheck %s --check-prefix=TGL
; PVC: add (1|M0) r{{[0-9.]+}}<1>:{{u?}}q r{{[0-9.]+}}<0;1,0>:{{u?}}q 64:{{d|w}}
; PVC-NOT: 0x40
; TGL: addc (1|M0) {{.*}}:ud 0x40:ud {AccWrEn
; TGL-NOT: 0x40:ud
declare <16 x i32> @llvm.genx.svm.block.ld.v16i32.i64(i64)
declare void @llvm.genx.svm.block.st.i64.v16i32(i64, <16 x i32>)

define dllexport spir_kernel void @k(i64 %p) #0 {
  %q = add i64 %p, 64
  %v = call <16 x i32> @llvm.genx.svm.block.ld.v16i32.i64(i64 %q)
  call void @llvm.genx.svm.block.st.i64.v16i32(i64 %p, <16 x i32> %v)
  ret void
}
attributes #0 = { "CMGenxMain" "oclrt"="1" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0}
!2 = !{!"svmptr_t"}
