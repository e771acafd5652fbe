; Intrinsics of LLVM that few kernels have. The evaluator compares; ref_run_operations_* run them on all targets.
; RUN: %opt -passes='lower<tgl>' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll --kernel three_way
; RUN: %genx_eval --compare %s %t.ll --kernel shift
; RUN: %genx_eval --compare %s %t.ll --kernel classes
; RUN: %genx_eval --compare %s %t.ll --kernel one_class
; RUN: %genx_eval --compare %s %t.ll --kernel scale
; RUN: %genx_eval --compare %s %t.ll --kernel scale_half
; RUN: %genx_eval --compare %s %t.ll --kernel rounded
; RUN: %genx_eval --compare %s %t.ll --kernel cube
; CHECK-NOT: = call {{.*}}@llvm.{{ucmp|scmp|sshl|ushl|is.fpclass|ldexp|powi|lrint|lround|exp10|canonicalize|arithmetic}}

define <8 x i32> @three_way(<8 x i16> %a, <8 x i16> %b) {
  %u = call <8 x i32> @llvm.ucmp.v8i32.v8i16(<8 x i16> %a, <8 x i16> %b)
  %s = call <8 x i32> @llvm.scmp.v8i32.v8i16(<8 x i16> %a, <8 x i16> %b)
  %t = shl <8 x i32> %u, splat (i32 2)
  %r = add <8 x i32> %t, %s
  ret <8 x i32> %r
}

define <8 x i32> @shift(<8 x i32> %a, <8 x i32> %b) {
  %n = and <8 x i32> %b, splat (i32 31)
  %u = call <8 x i32> @llvm.ushl.sat.v8i32(<8 x i32> %a, <8 x i32> %n)
  %s = call <8 x i32> @llvm.sshl.sat.v8i32(<8 x i32> %a, <8 x i32> %n)
  %r = xor <8 x i32> %u, %s
  ret <8 x i32> %r
}

; NaN: the bits without the sign are beyond those of infinity, 0x7f800000. A finite positive number or zero: four tests.
; CHECK-LABEL: @classes
; CHECK: icmp ugt <8 x i32> {{%.*}}, {{.*}}i32 2139095040
define <8 x i32> @classes(<8 x float> %a) {
  %n = call <8 x i1> @llvm.is.fpclass.v8f32(<8 x float> %a, i32 3)
  %p = call <8 x i1> @llvm.is.fpclass.v8f32(<8 x float> %a, i32 448)
  %m = call <8 x i1> @llvm.is.fpclass.v8f32(<8 x float> %a, i32 577)
  %x = select <8 x i1> %n, <8 x i32> splat (i32 1), <8 x i32> zeroinitializer
  %y = select <8 x i1> %p, <8 x i32> splat (i32 2), <8 x i32> %x
  %z = select <8 x i1> %m, <8 x i32> splat (i32 4), <8 x i32> %y
  ret <8 x i32> %z
}

; CHECK-LABEL: @one_class
; CHECK: icmp eq i16 {{%.*}}, -1024
define i32 @one_class(half %a) {
  %i = call i1 @llvm.is.fpclass.f16(half %a, i32 4)
  %r = select i1 %i, i32 7, i32 9
  ret i32 %r
}

define <8 x float> @scale(<8 x float> %a, <8 x i32> %b) {
  %n = ashr <8 x i32> %b, splat (i32 23)
  %r = call <8 x float> @llvm.ldexp.v8f32.v8i32(<8 x float> %a, <8 x i32> %n)
  ret <8 x float> %r
}

define <8 x half> @scale_half(<8 x half> %a, <8 x i32> %b) {
  %n = ashr <8 x i32> %b, splat (i32 26)
  %r = call <8 x half> @llvm.ldexp.v8f16.v8i32(<8 x half> %a, <8 x i32> %n)
  ret <8 x half> %r
}

; CHECK-LABEL: @rounded
; CHECK: rint
; CHECK: fptosi
define i32 @rounded(i16 %b) {
  %f = sitofp i16 %b to float
  %a = fmul float %f, 0.125
  %r = call i32 @llvm.lrint.i32.f32(float %a)
  %s = call i32 @llvm.lround.i32.f32(float %a)
  %t = mul i32 %s, 3
  %u = add i32 %r, %t
  ret i32 %u
}

; Three to the third of small numbers is exact.
; CHECK-LABEL: @cube
; CHECK: fmul
; CHECK: fmul
; CHECK-NOT: fmul
; CHECK: ret
define <8 x float> @cube(<8 x i8> %b) {
  %a = sitofp <8 x i8> %b to <8 x float>
  %r = call <8 x float> @llvm.powi.v8f32.i32(<8 x float> %a, i32 3)
  %q = call <8 x float> @llvm.arithmetic.fence.v8f32(<8 x float> %r)
  ret <8 x float> %q
}

; CHECK-LABEL: @approximate
; CHECK: @llvm.genx.exp.
; CHECK: @llvm.genx.log.
; CHECK: @llvm.genx.exp.
define <8 x float> @approximate(<8 x float> %a, i32 %n) {
  %e = call <8 x float> @llvm.exp10.v8f32(<8 x float> %a)
  %p = call <8 x float> @llvm.powi.v8f32.i32(<8 x float> %e, i32 %n)
  %r = call <8 x float> @llvm.canonicalize.v8f32(<8 x float> %p)
  ret <8 x float> %r
}
