; Bytes compute as words; bit counting takes dwords; 64-bit compares and products work on halves.
; RUN: %opt -passes=lower -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll --kernel bytes
; RUN: %genx_eval --compare %s %t.ll --kernel sat
; RUN: %genx_eval --compare %s %t.ll --kernel ctlz
; RUN: %genx_eval --compare %s %t.ll --kernel cttz
; RUN: %genx_eval --compare %s %t.ll --kernel swap
; RUN: %genx_eval --compare %s %t.ll --kernel rotate
; RUN: %genx_eval --compare %s %t.ll --kernel funnel
; RUN: %genx_eval --compare %s %t.ll --kernel mul64
; RUN: %genx_eval --compare %s %t.ll --kernel less64

; CHECK-LABEL: @bytes
; CHECK: add <16 x i16>
; CHECK-NOT: add <16 x i8>
define <16 x i8> @bytes(<16 x i8> %a, <16 x i8> %b) {
  %r = add <16 x i8> %a, %b
  ret <16 x i8> %r
}

; CHECK-LABEL: @sat
; CHECK: sub <16 x i16>
; CHECK: @llvm.genx.ustrunc.sat.v16i8.v16i16
declare <16 x i8> @llvm.usub.sat.v16i8(<16 x i8>, <16 x i8>)
define <16 x i8> @sat(<16 x i8> %a, <16 x i8> %b) {
  %r = call <16 x i8> @llvm.usub.sat.v16i8(<16 x i8> %a, <16 x i8> %b)
  ret <16 x i8> %r
}

; CHECK-LABEL: @ctlz
; CHECK: @llvm.genx.lzd.v4i32
; CHECK: sub <4 x i32> %{{.*}}, <i32 16, i32 16
declare <4 x i16> @llvm.ctlz.v4i16(<4 x i16>, i1)
define <4 x i16> @ctlz(<4 x i16> %a) {
  %r = call <4 x i16> @llvm.ctlz.v4i16(<4 x i16> %a, i1 false)
  ret <4 x i16> %r
}

; Of zero the hardware gives all ones.
; CHECK-LABEL: @cttz
; CHECK: @llvm.genx.fbl.v4i32
; CHECK: @llvm.umin.v4i32(<4 x i32> %{{.*}}, <4 x i32> <i32 32, i32 32{{.*}}>)
declare <4 x i32> @llvm.cttz.v4i32(<4 x i32>, i1)
define <4 x i32> @cttz(<4 x i32> %a) {
  %r = call <4 x i32> @llvm.cttz.v4i32(<4 x i32> %a, i1 false)
  ret <4 x i32> %r
}

; CHECK-LABEL: @swap
; CHECK-COUNT-4: @llvm.genx.wrregioni.v16i8
declare <4 x i32> @llvm.bswap.v4i32(<4 x i32>)
define <4 x i32> @swap(<4 x i32> %a) {
  %r = call <4 x i32> @llvm.bswap.v4i32(<4 x i32> %a)
  ret <4 x i32> %r
}

; CHECK-LABEL: @rotate
; CHECK: @llvm.genx.rol.v4i32
declare <4 x i32> @llvm.fshl.v4i32(<4 x i32>, <4 x i32>, <4 x i32>)
define <4 x i32> @rotate(<4 x i32> %a, <4 x i32> %n) {
  %m = and <4 x i32> %n, splat (i32 31)
  %r = call <4 x i32> @llvm.fshl.v4i32(<4 x i32> %a, <4 x i32> %a, <4 x i32> %m)
  ret <4 x i32> %r
}

; CHECK-LABEL: @funnel
; CHECK: or <4 x i32>
; CHECK-NOT: fshl
define <4 x i32> @funnel(<4 x i32> %a, <4 x i32> %b, <4 x i32> %n) {
  %r = call <4 x i32> @llvm.fshl.v4i32(<4 x i32> %a, <4 x i32> %b, <4 x i32> %n)
  ret <4 x i32> %r
}

; CHECK-LABEL: @mul64
; CHECK: @llvm.genx.umulh
; CHECK-NOT: mul <2 x i64>
define <2 x i64> @mul64(<2 x i64> %a, <2 x i64> %b) {
  %r = mul <2 x i64> %a, %b
  ret <2 x i64> %r
}

; CHECK-LABEL: @less64
; CHECK-NOT: icmp {{.*}} i64
; CHECK: ret
define <2 x i32> @less64(<2 x i64> %a, <2 x i64> %b) {
  %c = icmp slt <2 x i64> %a, %b
  %r = select <2 x i1> %c, <2 x i32> splat (i32 1), <2 x i32> zeroinitializer
  ret <2 x i32> %r
}
