; Messages of Xe2 add a constant to 64-bit addresses by themselves, one or one a lane, in whole dwords. Where the addition has
; folded an extension there is no register without the constant: the sum is computed.
; RUN: %cmc -march=bmg %s -S -o - | %FileCheck %s
; RUN: %cmc -march=pvc %s -S -o - | %FileCheck %s --check-prefix=PVC
; CHECK-NOT: 192:d
; CHECK: send.ugm {{.*}} load, ugm, d32, 16 lanes, a64 flat offset 192;
; CHECK-NOT: offset 193
; CHECK: send.ugm {{.*}} load, ugm, d8u32, 16 lanes, a64 flat;
; CHECK-NOT: -320:d
; CHECK: send.ugm {{.*}} load, ugm, d32, 16 lanes, a64 flat offset -256;
; CHECK: kernel sum
; CHECK: add (1|M0) [[A:r[0-9]+]].0<1>:{{u?}}q {{.*}}:ud 64:d
; CHECK: send.ugm (1|M0) {{r[0-9]+}} [[A]] {{.*}} load, ugm, d32x16 transposed, a64 flat;
; PVC-NOT: flat offset
declare <16 x i32> @llvm.genx.svm.block.ld.v16i32.i64(i64)
declare void @llvm.genx.svm.block.st.i64.v16i32(i64, <16 x i32>)
declare <16 x i32> @llvm.genx.svm.gather.v16i32.v16i1.v16i64(<16 x i1>, i32, <16 x i64>, <16 x i32>)
declare <64 x i8> @llvm.genx.svm.gather.v64i8.v16i1.v16i64(<16 x i1>, i32, <16 x i64>, <64 x i8>)
declare <16 x i32> @llvm.genx.lsc.load.stateless.v16i32.v16i1.v16i64(<16 x i1>, i8, i8, i8, i16, i32, i8, i8, i8, i8, <16 x i64>, i32)

define dllexport spir_kernel void @lanes(i64 %p, i64 %q) #0 {
  %a = call <16 x i64> @llvm.genx.svm.block.ld.v16i64.i64(i64 %q)
  %b = add <16 x i64> %a, splat (i64 192)
  %x = call <16 x i32> @llvm.genx.svm.gather.v16i32.v16i1.v16i64(<16 x i1> splat (i1 true), i32 0, <16 x i64> %b, <16 x i32> undef)
  call void @llvm.genx.svm.block.st.i64.v16i32(i64 %p, <16 x i32> %x)
  %c = add <16 x i64> %a, splat (i64 193)
  %y = call <64 x i8> @llvm.genx.svm.gather.v64i8.v16i1.v16i64(<16 x i1> splat (i1 true), i32 0, <16 x i64> %c, <64 x i8> undef)
  %y4 = bitcast <64 x i8> %y to <16 x i32>
  call void @llvm.genx.svm.block.st.i64.v16i32(i64 %p, <16 x i32> %y4)
  %d = add <16 x i64> %a, splat (i64 -320)
  %z = call <16 x i32> @llvm.genx.lsc.load.stateless.v16i32.v16i1.v16i64(<16 x i1> splat (i1 true), i8 0, i8 0, i8 0, i16 1, i32 64, i8 3, i8 1, i8 1, i8 0, <16 x i64> %d, i32 0)
  call void @llvm.genx.svm.block.st.i64.v16i32(i64 %p, <16 x i32> %z)
  ret void
}
declare <16 x i64> @llvm.genx.svm.block.ld.v16i64.i64(i64)

define dllexport spir_kernel void @sum(i64 %p, i32 %low) #0 {
  %wide = zext i32 %low to i64
  %at = add i64 %wide, 64
  %x = call <16 x i32> @llvm.genx.svm.block.ld.v16i32.i64(i64 %at)
  call void @llvm.genx.svm.block.st.i64.v16i32(i64 %p, <16 x i32> %x)
  ret void
}
attributes #0 = { "CMGenxMain" "oclrt"="1" }
!genx.kernels = !{!0, !3}
!0 = !{ptr @lanes, !"lanes", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
!3 = !{ptr @sum, !"sum", !1, i32 0, !1, !1, !4, i32 0, i32 0}
!4 = !{!"svmptr_t", !""}
