; Gathers and scatters of 16-bit elements, two per lane: the second operand counts bytes, and the value is in the even elements.
; Lane k reads element 3 * k and writes element k.
; RUN: for t in skl icl tgl dg2 pvc lnl bmg; do for o in -O0 -O2; do %cmc -march=$t $o %s -o %t.bin && %cmrun %t.bin --device $t --check --arg svm:1024:iota,0:i16 --arg svm:64 --dump 1:i16:17 || exit 1; done; done | %FileCheck %s
; CHECK-COUNT-14: arg 1: 0 3 6 9 12 15 18 21 24 27 30 33 36 39 42 45 0
; RUN: %opt -passes='set_genx_attrs,function(lower)' -S %s -o %t.ll && %genx_eval --compare %s %t.ll --kernel k
; One byte per lane; and eight, which a lane does not have.
; RUN: sed 's/i32 1, <16 x i64> %%a/i32 0, <16 x i64> %%a/' %s > %t.ll && %cmc -march=dg2 %t.ll -o %t.bin
; RUN: %cmrun %t.bin --check --arg svm:1024:iota,250:i16 --arg svm:64 --dump 1:i16:17 | %FileCheck %s --check-prefix=BYTE
; RUN: sed 's/i32 1, <16 x i64> %%a/i32 3, <16 x i64> %%a/' %s > %t.ll && not %cmc -march=dg2 %t.ll -o %t.bin 2>&1 | %FileCheck %s --check-prefix=EIGHT
; BYTE: arg 1: 250 253 0 3 6 9 12 15 18 21 24 27 30 33 36 39 0
; EIGHT: error: {{.*}}llvm.genx.svm.gather has data of 16-bit elements [CM0019]
target triple = "spir64-unknown-unknown"
declare <32 x i16> @llvm.genx.svm.gather.v32i16.v16i1.v16i64(<16 x i1>, i32, <16 x i64>, <32 x i16>)
declare void @llvm.genx.svm.scatter.v16i1.v16i64.v32i16(<16 x i1>, i32, <16 x i64>, <32 x i16>)
declare <16 x i16> @llvm.genx.rdregioni.v16i16.v32i16.i16(<32 x i16>, i32, i32, i32, i16, i32)
declare <32 x i16> @llvm.genx.wrregioni.v32i16.v16i16.i16.i1(<32 x i16>, <16 x i16>, i32, i32, i32, i16, i32, i1)
define dllexport spir_kernel void @k(i64 %in, i64 %out) {
  %a0 = insertelement <16 x i64> undef, i64 %in, i32 0
  %a1 = shufflevector <16 x i64> %a0, <16 x i64> undef, <16 x i32> zeroinitializer
  %a = add <16 x i64> %a1, <i64 0, i64 6, i64 12, i64 18, i64 24, i64 30, i64 36, i64 42, i64 48, i64 54, i64 60, i64 66, i64 72, i64 78, i64 84, i64 90>
  %g = call <32 x i16> @llvm.genx.svm.gather.v32i16.v16i1.v16i64(<16 x i1> splat (i1 true), i32 1, <16 x i64> %a, <32 x i16> undef)
  %v = call <16 x i16> @llvm.genx.rdregioni.v16i16.v32i16.i16(<32 x i16> %g, i32 0, i32 16, i32 2, i16 0, i32 undef)
  %b0 = insertelement <16 x i64> undef, i64 %out, i32 0
  %b1 = shufflevector <16 x i64> %b0, <16 x i64> undef, <16 x i32> zeroinitializer
  %b = add <16 x i64> %b1, <i64 0, i64 2, i64 4, i64 6, i64 8, i64 10, i64 12, i64 14, i64 16, i64 18, i64 20, i64 22, i64 24, i64 26, i64 28, i64 30>
  %w = call <32 x i16> @llvm.genx.wrregioni.v32i16.v16i16.i16.i1(<32 x i16> undef, <16 x i16> %v, i32 0, i32 16, i32 2, i16 0, i32 undef, i1 true)
  call void @llvm.genx.svm.scatter.v16i1.v16i64.v32i16(<16 x i1> splat (i1 true), i32 1, <16 x i64> %b, <32 x i16> %w)
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
