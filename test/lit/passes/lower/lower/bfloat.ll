; No operation on bfloats is left: registers hold them as words, and selection would compute with the words.
; RUN: %opt -passes='lower<tgl>' -S %s -o %t.ll
; RUN: grep -v '^declare\|rdregion' %t.ll | %FileCheck %s --implicit-check-not='{{= (tail )?(f|call|fpto|sito|uito)[^%%]*bfloat}}'

; CHECK-LABEL: @sign
; CHECK: xor <8 x i16> {{.*}}, <i16 -32768,
; CHECK: and <8 x i16> {{.*}}, <i16 32767,
define <8 x bfloat> @sign(<8 x bfloat> %a) {
  %n = fneg <8 x bfloat> %a
  %r = call <8 x bfloat> @llvm.fabs.v8bf16(<8 x bfloat> %n)
  ret <8 x bfloat> %r
}

; CHECK-LABEL: @fused
; CHECK: call <8 x float> @llvm.fma.v8f32
define <8 x bfloat> @fused(<8 x bfloat> %a, <8 x bfloat> %b) {
  %r = call <8 x bfloat> @llvm.fma.v8bf16(<8 x bfloat> %a, <8 x bfloat> %b, <8 x bfloat> %a)
  ret <8 x bfloat> %r
}

; CHECK-LABEL: @least
; CHECK: call <8 x float> @llvm.maxnum.v8f32
; CHECK: call float @llvm.minnum.f32
define bfloat @least(<8 x bfloat> %a, <8 x bfloat> %b, bfloat %c) {
  %m = call <8 x bfloat> @llvm.maxnum.v8bf16(<8 x bfloat> %a, <8 x bfloat> %b)
  %e = extractelement <8 x bfloat> %m, i32 0
  %r = call bfloat @llvm.minnum.bf16(bfloat %e, bfloat %c)
  ret bfloat %r
}

; CHECK-LABEL: @greatest
; CHECK: @llvm.maxnum.v4f32
define bfloat @greatest(<8 x bfloat> %a) {
  %r = call bfloat @llvm.vector.reduce.fmax.v8bf16(<8 x bfloat> %a)
  ret bfloat %r
}

; CHECK-LABEL: @root
; CHECK: call <8 x float> @llvm.sqrt.v8f32
define <8 x bfloat> @root(<8 x bfloat> %a) {
  %r = call <8 x bfloat> @llvm.sqrt.v8bf16(<8 x bfloat> %a)
  ret <8 x bfloat> %r
}

; CHECK-LABEL: @integers
; CHECK: sitofp <8 x i32> %i to <8 x float>
; CHECK: fptosi <8 x float>
; CHECK: fptoui <8 x float>
define <8 x i32> @integers(<8 x i32> %i) {
  %f = sitofp <8 x i32> %i to <8 x bfloat>
  %s = call <8 x i32> @llvm.fptosi.sat.v8i32.v8bf16(<8 x bfloat> %f)
  %u = fptoui <8 x bfloat> %f to <8 x i32>
  %r = add <8 x i32> %s, %u
  ret <8 x i32> %r
}
