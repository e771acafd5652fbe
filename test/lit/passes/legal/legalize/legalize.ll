; Bales are cut to what one instruction can do; every operand counts.
; RUN: %opt -passes='set_genx_attrs,function(legalize)' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %opt -passes='set_genx_attrs,function(legalize<pvc>)' -S %s -o %t.pvc.ll
; RUN: %FileCheck %s --input-file=%t.pvc.ll --check-prefix=PVC
; RUN: %genx_eval --compare %s %t.ll --kernel add47
; RUN: %genx_eval --compare %s %t.ll --kernel add48
; RUN: %genx_eval --compare %s %t.ll --kernel block
; RUN: %genx_eval --compare %s %t.ll --kernel bytes
; RUN: %genx_eval --compare %s %t.ll --kernel shifted
; RUN: %genx_eval --compare %s %t.ll --kernel overlap
; RUN: %genx_eval --compare %s %t.ll --kernel mask
; RUN: %genx_eval --compare %s %t.pvc.ll --kernel add47
; RUN: %genx_eval --compare %s %t.pvc.ll --kernel overlap
; RUN: %genx_eval --compare %s %t.pvc.ll --kernel mask
declare <144 x i8> @llvm.genx.rdregioni.v144i8.v256i8.i16(<256 x i8>, i32, i32, i32, i16, i32)
declare <16 x float> @llvm.genx.rdregionf.v16f32.v32f32.i16(<32 x float>, i32, i32, i32, i16, i32)
declare <32 x float> @llvm.genx.wrregionf.v32f32.v16f32.i16.i1(<32 x float>, <16 x float>, i32, i32, i32, i16, i32, i1)

; CHECK-LABEL: @add47
; CHECK: fadd <16 x float>
; CHECK: fadd <16 x float>
; CHECK: fadd <8 x float>
; CHECK: fadd <4 x float>
; CHECK: fadd <2 x float>
; CHECK: fadd <1 x float>
; CHECK: wrregionf.v47f32.v1f32{{.*}}, i16 184,
; CHECK: ret
; Registers of 64 bytes: 32 lanes first.
; PVC-LABEL: @add47
; PVC: fadd <32 x float>
; PVC: fadd <8 x float>
; PVC: fadd <4 x float>
; PVC: fadd <2 x float>
; PVC: fadd <1 x float>
define <47 x float> @add47(<47 x float> %a, <47 x float> %b) {
  %r = fadd <47 x float> %a, %b
  ret <47 x float> %r
}

; CHECK-LABEL: @add48
; CHECK-COUNT-3: fadd <16 x float>
; CHECK-NOT: fadd
; CHECK: ret
define <48 x float> @add48(<48 x float> %a, <48 x float> %b) {
  %r = fadd <48 x float> %a, %b
  ret <48 x float> %r
}

; 6 rows of 24 bytes, 32 apart: the second slice is the tail of one row and the head of the next, 16 bytes apart.
; CHECK-LABEL: @block
; CHECK: rdregioni.v16i8.v256i8.i16(<256 x i8> %m, i32 16, i32 16, i32 1, i16 35, i32 undef)
; CHECK: uitofp <16 x i8>
; CHECK: rdregioni.v16i8.v256i8.i16(<256 x i8> %m, i32 16, i32 8, i32 1, i16 51, i32 undef)
; CHECK: rdregioni.v16i8.v256i8.i16(<256 x i8> %m, i32 16, i32 16, i32 1, i16 75, i32 undef)
; CHECK-COUNT-7: uitofp <16 x i8>
; CHECK-NOT: uitofp <16
; CHECK: ret
define <144 x float> @block(<256 x i8> %m) {
  %r = call <144 x i8> @llvm.genx.rdregioni.v144i8.v256i8.i16(<256 x i8> %m, i32 32, i32 24, i32 1, i16 35, i32 undef)
  %f = uitofp <144 x i8> %r to <144 x float>
  ret <144 x float> %f
}

; Word sums of bytes: 32 lanes of words are two registers.
; CHECK-LABEL: @bytes
; CHECK: add <32 x i16>
; CHECK: add <16 x i16>
; CHECK: ret
define <48 x i16> @bytes(<48 x i16> %a, <48 x i16> %b) {
  %r = add <48 x i16> %a, %b
  ret <48 x i16> %r
}

; 16 floats from byte 4 touch three registers: 8 and 8.
; CHECK-LABEL: @shifted
; CHECK-COUNT-2: fmul <8 x float>
; CHECK-NOT: fmul
; CHECK: ret
define <16 x float> @shifted(<32 x float> %a, <16 x float> %b) {
  %r = call <16 x float> @llvm.genx.rdregionf.v16f32.v32f32.i16(<32 x float> %a, i32 16, i32 16, i32 1, i16 4, i32 undef)
  %s = fmul <16 x float> %r, %b
  ret <16 x float> %s
}

; v[8..23] = v[0..15] + x: the second slice must not read what the first one wrote.
; CHECK-LABEL: @overlap
; CHECK: ret
define <32 x float> @overlap(<32 x float> %v, <16 x float> %x) {
  %r = call <16 x float> @llvm.genx.rdregionf.v16f32.v32f32.i16(<32 x float> %v, i32 16, i32 16, i32 1, i16 0, i32 undef)
  %s = fadd <16 x float> %r, %x
  %w = call <32 x float> @llvm.genx.wrregionf.v32f32.v16f32.i16.i1(<32 x float> %v, <16 x float> %s, i32 16, i32 16, i32 1, i16 32, i32 undef, i1 true)
  ret <32 x float> %w
}

; Wide predicates are computed where they are used, 16 lanes at a time.
; CHECK-LABEL: @mask
; CHECK: icmp sgt <16 x i32>
; CHECK: select <16 x i1>
; CHECK: icmp sgt <16 x i32>
; CHECK: select <16 x i1>
; CHECK: icmp sgt <8 x i32>
; CHECK: select <8 x i1>
; CHECK-NOT: icmp
; CHECK: ret
define <40 x i32> @mask(<40 x i32> %a, <40 x i32> %b) {
  %m = icmp sgt <40 x i32> %a, %b
  %r = select <40 x i1> %m, <40 x i32> %a, <40 x i32> %b
  ret <40 x i32> %r
}
