; Small integers become halves by the bits of 1024 + x, or of 1536 + x if they are signed.
; RUN: %opt -passes='convert_bytes<bmg>' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll

; CHECK-LABEL: @unsigned_bytes
; CHECK: [[W:%.*]] = zext <16 x i8> %x to <16 x i16>
; CHECK-NEXT: [[B:%.*]] = or <16 x i16> [[W]], {{.*}}i16 25600
; CHECK-NEXT: [[M:%.*]] = bitcast <16 x i16> [[B]] to <16 x half>
; CHECK-NEXT: [[H:%.*]] = fadd <16 x half> [[M]], {{.*}}half 0xHE400
; CHECK-NEXT: ret <16 x half> [[H]]
define <16 x half> @unsigned_bytes(<16 x i8> %x) {
  %h = uitofp <16 x i8> %x to <16 x half>
  ret <16 x half> %h
}

; CHECK-LABEL: @signed_bytes
; CHECK: [[W:%.*]] = sext <8 x i8> %x to <8 x i16>
; CHECK-NEXT: [[B:%.*]] = add <8 x i16> [[W]], {{.*}}i16 26112
; CHECK-NEXT: [[M:%.*]] = bitcast <8 x i16> [[B]] to <8 x half>
; CHECK-NEXT: fadd <8 x half> [[M]], {{.*}}half 0xHE600
define <8 x half> @signed_bytes(<8 x i8> %x) {
  %h = sitofp <8 x i8> %x to <8 x half>
  ret <8 x half> %h
}

; The largest words that fit, and the smallest that do not.
; CHECK-LABEL: @ten_bits
; CHECK-NOT: uitofp
define <16 x half> @ten_bits(<16 x i16> %x) {
  %y = lshr <16 x i16> %x, <i16 6, i16 6, i16 6, i16 6, i16 6, i16 6, i16 6, i16 6, i16 6, i16 6, i16 6, i16 6, i16 6, i16 6, i16 6, i16 6>
  %h = uitofp <16 x i16> %y to <16 x half>
  ret <16 x half> %h
}

; CHECK-LABEL: @eleven_bits
; CHECK: uitofp
define <16 x half> @eleven_bits(<16 x i16> %x) {
  %y = lshr <16 x i16> %x, <i16 5, i16 5, i16 5, i16 5, i16 5, i16 5, i16 5, i16 5, i16 5, i16 5, i16 5, i16 5, i16 5, i16 5, i16 5, i16 5>
  %h = uitofp <16 x i16> %y to <16 x half>
  ret <16 x half> %h
}

; CHECK-LABEL: @signed_words
; CHECK-NOT: sitofp
define <8 x half> @signed_words(<8 x i16> %x) {
  %y = ashr <8 x i16> %x, <i16 7, i16 7, i16 7, i16 7, i16 7, i16 7, i16 7, i16 7>
  %h = sitofp <8 x i16> %y to <8 x half>
  ret <8 x half> %h
}

; CHECK-LABEL: @signed_eleven_bits
; CHECK: sitofp
define <8 x half> @signed_eleven_bits(<8 x i16> %x) {
  %y = ashr <8 x i16> %x, <i16 5, i16 5, i16 5, i16 5, i16 5, i16 5, i16 5, i16 5>
  %h = sitofp <8 x i16> %y to <8 x half>
  ret <8 x half> %h
}

; CHECK-LABEL: @few_lanes
; CHECK: uitofp <4 x i8>
define <4 x half> @few_lanes(<4 x i8> %x) {
  %h = uitofp <4 x i8> %x to <4 x half>
  ret <4 x half> %h
}

; CHECK-LABEL: @floats
; CHECK: uitofp <8 x i8>
define <8 x float> @floats(<8 x i8> %x) {
  %f = uitofp <8 x i8> %x to <8 x float>
  ret <8 x float> %f
}

; Many lanes: the code is split later.
; CHECK-LABEL: @many_lanes
; CHECK-NOT: sitofp
define <128 x half> @many_lanes(<128 x i8> %x) {
  %h = sitofp <128 x i8> %x to <128 x half>
  ret <128 x half> %h
}

; One addition for the offset of a quantised value and that of the half.
; CHECK-LABEL: @offset
; CHECK: [[W:%.*]] = sext <8 x i8> %x to <8 x i16>
; CHECK: [[B:%.*]] = add <8 x i16> [[W]], {{.*}}i16 26104
; CHECK-NEXT: [[M:%.*]] = bitcast <8 x i16> [[B]] to <8 x half>
; CHECK-NEXT: fadd <8 x half> [[M]], {{.*}}half 0xHE600
define <8 x half> @offset(<8 x i8> %x) {
  %w = sext <8 x i8> %x to <8 x i16>
  %y = add <8 x i16> %w, <i16 -8, i16 -8, i16 -8, i16 -8, i16 -8, i16 -8, i16 -8, i16 -8>
  %h = sitofp <8 x i16> %y to <8 x half>
  ret <8 x half> %h
}
