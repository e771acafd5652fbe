; A read of an old value is made before the value is written again, or from the result when the write leaves its lanes alone.
; RUN: %opt "-passes=set_genx_attrs,function(hoist_reads)" -S %s | %FileCheck %s
declare <8 x i32> @llvm.genx.rdregioni.v8i32.v32i32.i16(<32 x i32>, i32, i32, i32, i16, i32)
declare <32 x i32> @llvm.genx.wrregioni.v32i32.v8i32.i16.i1(<32 x i32>, <8 x i32>, i32, i32, i32, i16, i32, i1)
declare <8 x i32> @llvm.smin.v8i32(<8 x i32>, <8 x i32>)
declare <8 x i32> @llvm.smax.v8i32(<8 x i32>, <8 x i32>)

; CHECK-LABEL: @overlap(
; CHECK: %r = call <8 x i32> @llvm.genx.rdregioni{{.*}}(<32 x i32> %v, i32 8, i32 8, i32 1, i16 16,
; CHECK: %w = call
; CHECK: %x = call {{.*}}(<32 x i32> %w, <8 x i32> %r,
define <32 x i32> @overlap(<32 x i32> %u, <8 x i32> %a) {
  %v = add <32 x i32> %u, %u
  %w = call <32 x i32> @llvm.genx.wrregioni.v32i32.v8i32.i16.i1(<32 x i32> %v, <8 x i32> %a, i32 8, i32 8, i32 1, i16 0, i32 undef, i1 true)
  %r = call <8 x i32> @llvm.genx.rdregioni.v8i32.v32i32.i16(<32 x i32> %v, i32 8, i32 8, i32 1, i16 16, i32 undef)
  %x = call <32 x i32> @llvm.genx.wrregioni.v32i32.v8i32.i16.i1(<32 x i32> %w, <8 x i32> %r, i32 8, i32 8, i32 1, i16 64, i32 undef, i1 true)
  ret <32 x i32> %x
}

; CHECK-LABEL: @apart(
; CHECK: %w = call
; CHECK: %r = call <8 x i32> @llvm.genx.rdregioni{{.*}}(<32 x i32> %w, i32 8, i32 8, i32 1, i16 32,
define <32 x i32> @apart(<32 x i32> %u, <8 x i32> %a) {
  %v = add <32 x i32> %u, %u
  %w = call <32 x i32> @llvm.genx.wrregioni.v32i32.v8i32.i16.i1(<32 x i32> %v, <8 x i32> %a, i32 8, i32 8, i32 1, i16 0, i32 undef, i1 true)
  %r = call <8 x i32> @llvm.genx.rdregioni.v8i32.v32i32.i16(<32 x i32> %v, i32 8, i32 8, i32 1, i16 32, i32 undef)
  %x = call <32 x i32> @llvm.genx.wrregioni.v32i32.v8i32.i16.i1(<32 x i32> %w, <8 x i32> %r, i32 8, i32 8, i32 1, i16 64, i32 undef, i1 true)
  ret <32 x i32> %x
}

; Compare and exchange: the second operation is computed after the first write and reads the half that is still there.
; CHECK-LABEL: @exchange(
; CHECK: %l = call {{.*}} i16 0,
; CHECK: %w = call {{.*}}(<32 x i32> %v, <8 x i32> %min
; CHECK: [[R:%.*]] = call {{.*}}(<32 x i32> %w, i32 8, i32 8, i32 1, i16 32,
; CHECK: %max = call <8 x i32> @llvm.smax.v8i32(<8 x i32> %l, <8 x i32> [[R]])
; CHECK: %x = call {{.*}}(<32 x i32> %w, <8 x i32> %max
define <32 x i32> @exchange(<32 x i32> %u) {
  %v = add <32 x i32> %u, %u
  %l = call <8 x i32> @llvm.genx.rdregioni.v8i32.v32i32.i16(<32 x i32> %v, i32 8, i32 8, i32 1, i16 0, i32 undef)
  %r = call <8 x i32> @llvm.genx.rdregioni.v8i32.v32i32.i16(<32 x i32> %v, i32 8, i32 8, i32 1, i16 32, i32 undef)
  %min = call <8 x i32> @llvm.smin.v8i32(<8 x i32> %l, <8 x i32> %r)
  %max = call <8 x i32> @llvm.smax.v8i32(<8 x i32> %l, <8 x i32> %r)
  %w = call <32 x i32> @llvm.genx.wrregioni.v32i32.v8i32.i16.i1(<32 x i32> %v, <8 x i32> %min, i32 8, i32 8, i32 1, i16 0, i32 undef, i1 true)
  %x = call <32 x i32> @llvm.genx.wrregioni.v32i32.v8i32.i16.i1(<32 x i32> %w, <8 x i32> %max, i32 8, i32 8, i32 1, i16 32, i32 undef, i1 true)
  ret <32 x i32> %x
}

; Both of its reads would have to be copied: the operation stays where they are free.
; CHECK-LABEL: @stays(
; CHECK: %sum = add <8 x i32> %l, %r
; CHECK: %w = call
define <32 x i32> @stays(<32 x i32> %u, <8 x i32> %a) {
  %v = add <32 x i32> %u, %u
  %l = call <8 x i32> @llvm.genx.rdregioni.v8i32.v32i32.i16(<32 x i32> %v, i32 8, i32 8, i32 1, i16 0, i32 undef)
  %r = call <8 x i32> @llvm.genx.rdregioni.v8i32.v32i32.i16(<32 x i32> %v, i32 8, i32 8, i32 1, i16 16, i32 undef)
  %sum = add <8 x i32> %l, %r
  %w = call <32 x i32> @llvm.genx.wrregioni.v32i32.v8i32.i16.i1(<32 x i32> %v, <8 x i32> %a, i32 8, i32 8, i32 1, i16 4, i32 undef, i1 true)
  %x = call <32 x i32> @llvm.genx.wrregioni.v32i32.v8i32.i16.i1(<32 x i32> %w, <8 x i32> %sum, i32 8, i32 8, i32 1, i16 64, i32 undef, i1 true)
  ret <32 x i32> %x
}
