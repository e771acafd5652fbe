; A clamp of an extended word to bytes clamps the word, with the word's own sign.
; RUN: %opt -passes='narrow_ints<tgl>,adce' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll
; RUN: %opt -passes='narrow_ints<pvc>,adce' -S %s -o %t.pvc.ll
; RUN: %FileCheck %s --check-prefixes=CHECK --input-file=%t.pvc.ll
; RUN: %genx_eval --compare %s %t.pvc.ll

declare <32 x i8> @llvm.genx.ustrunc.sat.v32i8.v32i32(<32 x i32>)
declare <32 x i8> @llvm.genx.uutrunc.sat.v32i8.v32i32(<32 x i32>)
declare <32 x i8> @llvm.genx.sstrunc.sat.v32i8.v32i32(<32 x i32>)
declare <32 x i8> @llvm.genx.sutrunc.sat.v32i8.v32i32(<32 x i32>)
declare <32 x i16> @llvm.genx.ustrunc.sat.v32i16.v32i32(<32 x i32>)

; 40000 is more than 255, not negative: the unsigned word is clamped as one.
; CHECK-LABEL: @unsigned_words
; CHECK-DAG: call <32 x i8> @llvm.genx.uutrunc.sat.v32i8.v32i16(<32 x i16> %x)
; CHECK-DAG: call <32 x i8> @llvm.genx.sutrunc.sat.v32i8.v32i16(<32 x i16> %x)
; CHECK-NOT: zext
; CHECK: ret
define <32 x i8> @unsigned_words(<32 x i16> %x) {
  %a = zext <32 x i16> %x to <32 x i32>
  %s = call <32 x i8> @llvm.genx.ustrunc.sat.v32i8.v32i32(<32 x i32> %a)
  %u = call <32 x i8> @llvm.genx.uutrunc.sat.v32i8.v32i32(<32 x i32> %a)
  %t = call <32 x i8> @llvm.genx.sstrunc.sat.v32i8.v32i32(<32 x i32> %a)
  %v = call <32 x i8> @llvm.genx.sutrunc.sat.v32i8.v32i32(<32 x i32> %a)
  %p = xor <32 x i8> %s, %t
  %q = add <32 x i8> %u, %v
  %r = sub <32 x i8> %p, %q
  ret <32 x i8> %r
}

; CHECK-LABEL: @signed_words
; CHECK-DAG: call <32 x i8> @llvm.genx.ustrunc.sat.v32i8.v32i16(<32 x i16> %x)
; CHECK-DAG: call <32 x i8> @llvm.genx.sstrunc.sat.v32i8.v32i16(<32 x i16> %x)
; CHECK-NOT: sext
; CHECK: ret
define <32 x i8> @signed_words(<32 x i16> %x) {
  %a = sext <32 x i16> %x to <32 x i32>
  %s = call <32 x i8> @llvm.genx.ustrunc.sat.v32i8.v32i32(<32 x i32> %a)
  %t = call <32 x i8> @llvm.genx.sstrunc.sat.v32i8.v32i32(<32 x i32> %a)
  %r = sub <32 x i8> %s, %t
  ret <32 x i8> %r
}

; As an unsigned dword, -1 is large; as an unsigned word, 65535 is too, but so is -1 as a dword of 0. The extension stays.
; CHECK-LABEL: @signed_as_unsigned
; CHECK: sext <32 x i16> %x to <32 x i32>
; CHECK: call <32 x i8> @llvm.genx.uutrunc.sat.v32i8.v32i32
define <32 x i8> @signed_as_unsigned(<32 x i16> %x) {
  %a = sext <32 x i16> %x to <32 x i32>
  %u = call <32 x i8> @llvm.genx.uutrunc.sat.v32i8.v32i32(<32 x i32> %a)
  ret <32 x i8> %u
}

; Words clamp to words only from dwords, and bytes need no clamp of words.
; CHECK-LABEL: @other_sizes
; CHECK: call <32 x i16> @llvm.genx.ustrunc.sat.v32i16.v32i32
; CHECK: call <32 x i8> @llvm.genx.sstrunc.sat.v32i8.v32i32
define <32 x i8> @other_sizes(<32 x i16> %x, <32 x i8> %y) {
  %a = sext <32 x i16> %x to <32 x i32>
  %s = call <32 x i16> @llvm.genx.ustrunc.sat.v32i16.v32i32(<32 x i32> %a)
  %b = zext <32 x i8> %y to <32 x i32>
  %t = call <32 x i8> @llvm.genx.sstrunc.sat.v32i8.v32i32(<32 x i32> %b)
  %u = trunc <32 x i16> %s to <32 x i8>
  %r = sub <32 x i8> %t, %u
  ret <32 x i8> %r
}
