; Five masks and four flag words on tgl, of which one stays free: what is used last waits in general registers. Eight words on pvc
; hold all.
; RUN: %opt "-passes=set_genx_attrs,function(fit_predicates<tgl>)" -S %s | %FileCheck %s
; RUN: %opt "-passes=set_genx_attrs,function(fit_predicates<pvc>)" -S %s | %FileCheck %s --check-prefix=PVC
; PVC-NOT: bitcast

; CHECK-LABEL: @five(
; CHECK: %m3 = icmp sgt <16 x i32> %c, %d
; CHECK-NEXT: [[W3:%.*]] = bitcast <16 x i1> %m3 to i16
; CHECK-NEXT: %m4 = icmp
; CHECK-NEXT: [[W4:%.*]] = bitcast <16 x i1> %m4 to i16
; CHECK-NEXT: %m5 = icmp
; CHECK-NEXT: %s1 = select <16 x i1> %m1,
; CHECK-NEXT: %s2 = select <16 x i1> %m2,
; CHECK-NEXT: [[N3:%.*]] = bitcast i16 [[W3]] to <16 x i1>
; CHECK-NEXT: %s3 = select <16 x i1> [[N3]],
; CHECK-NEXT: [[N4:%.*]] = bitcast i16 [[W4]] to <16 x i1>
; CHECK-NEXT: %s4 = select <16 x i1> [[N4]],
; CHECK-NEXT: %s5 = select <16 x i1> %m5,
define <16 x i32> @five(<16 x i32> %a, <16 x i32> %b, <16 x i32> %c, <16 x i32> %d) {
  %m1 = icmp eq <16 x i32> %c, %d
  %m2 = icmp slt <16 x i32> %c, %d
  %m3 = icmp sgt <16 x i32> %c, %d
  %m4 = icmp ult <16 x i32> %c, %d
  %m5 = icmp ugt <16 x i32> %c, %d
  %s1 = select <16 x i1> %m1, <16 x i32> %a, <16 x i32> %b
  %s2 = select <16 x i1> %m2, <16 x i32> %s1, <16 x i32> %b
  %s3 = select <16 x i1> %m3, <16 x i32> %s2, <16 x i32> %a
  %s4 = select <16 x i1> %m4, <16 x i32> %s3, <16 x i32> %b
  %s5 = select <16 x i1> %m5, <16 x i32> %s4, <16 x i32> %a
  ret <16 x i32> %s5
}

; The compared values are in registers anyway: the compare is repeated, and removed from its first place if it has no use there.
; CHECK-LABEL: @again(
; CHECK: %m1 = icmp
; CHECK-NEXT: %m2 = icmp
; CHECK-NEXT: %m5 = icmp
; CHECK-NEXT: %s1 = select <16 x i1> %m1,
; CHECK-NEXT: %s2 = select <16 x i1> %m2,
; CHECK-NEXT: [[N3:%.*]] = icmp sgt <16 x i32> %a, %b
; CHECK-NEXT: %s3 = select <16 x i1> [[N3]],
; CHECK-NEXT: [[N4:%.*]] = icmp ult <16 x i32> %a, %b
; CHECK-NEXT: %s4 = select <16 x i1> [[N4]],
; CHECK-NEXT: %s5 = select <16 x i1> %m5,
define <16 x i32> @again(<16 x i32> %a, <16 x i32> %b) {
  %m1 = icmp eq <16 x i32> %a, %b
  %m2 = icmp slt <16 x i32> %a, %b
  %m3 = icmp sgt <16 x i32> %a, %b
  %m4 = icmp ult <16 x i32> %a, %b
  %m5 = icmp ugt <16 x i32> %a, %b
  %s1 = select <16 x i1> %m1, <16 x i32> %a, <16 x i32> %b
  %s2 = select <16 x i1> %m2, <16 x i32> %s1, <16 x i32> %b
  %s3 = select <16 x i1> %m3, <16 x i32> %s2, <16 x i32> %a
  %s4 = select <16 x i1> %m4, <16 x i32> %s3, <16 x i32> %b
  %s5 = select <16 x i1> %m5, <16 x i32> %s4, <16 x i32> %a
  ret <16 x i32> %s5
}

; Three at a time: nothing moves.
; CHECK-LABEL: @three(
; CHECK-NOT: bitcast
define <16 x i32> @three(<16 x i32> %a, <16 x i32> %b) {
  %m1 = icmp eq <16 x i32> %a, %b
  %m2 = icmp slt <16 x i32> %a, %b
  %m3 = icmp sgt <16 x i32> %a, %b
  %s1 = select <16 x i1> %m1, <16 x i32> %a, <16 x i32> %b
  %s2 = select <16 x i1> %m2, <16 x i32> %s1, <16 x i32> %b
  %s3 = select <16 x i1> %m3, <16 x i32> %s2, <16 x i32> %a
  ret <16 x i32> %s3
}

; Selections that become predicated moves of writes further down read their flags there: they move to the writes, and the flag
; that does not fit until then waits in a general register.
; CHECK-LABEL: @late(
; CHECK: %m3 = icmp
; CHECK-NEXT: [[LATE:%.*]] = bitcast <8 x i1> %m3 to i8
; CHECK: %s1 = select <8 x i1> %m1,
; CHECK-NEXT: %w1 = call
; CHECK: [[BACK:%.*]] = bitcast i8 [[LATE]] to <8 x i1>
; CHECK-NEXT: %s3 = select <8 x i1> [[BACK]],
; CHECK-NEXT: %w3 = call
; CHECK-NEXT: %s4 = select <8 x i1> %m4,
; CHECK-NEXT: %w4 = call
define <32 x i16> @late(<8 x i32> %a, <8 x i32> %b) {
  %m1 = icmp eq <8 x i32> %a, %b
  %s1 = select <8 x i1> %m1, <8 x i16> <i16 1, i16 1, i16 1, i16 1, i16 1, i16 1, i16 1, i16 1>, <8 x i16> zeroinitializer
  %m2 = icmp slt <8 x i32> %a, %b
  %s2 = select <8 x i1> %m2, <8 x i16> <i16 1, i16 1, i16 1, i16 1, i16 1, i16 1, i16 1, i16 1>, <8 x i16> zeroinitializer
  %m3 = icmp sgt <8 x i32> %a, %b
  %s3 = select <8 x i1> %m3, <8 x i16> <i16 1, i16 1, i16 1, i16 1, i16 1, i16 1, i16 1, i16 1>, <8 x i16> zeroinitializer
  %m4 = icmp ult <8 x i32> %a, %b
  %s4 = select <8 x i1> %m4, <8 x i16> <i16 1, i16 1, i16 1, i16 1, i16 1, i16 1, i16 1, i16 1>, <8 x i16> zeroinitializer
  %w1 = call <32 x i16> @llvm.genx.wrregioni.v32i16.v8i16.i16.i1(<32 x i16> zeroinitializer, <8 x i16> %s1, i32 8, i32 8, i32 1, i16 0, i32 undef, i1 true)
  %w2 = call <32 x i16> @llvm.genx.wrregioni.v32i16.v8i16.i16.i1(<32 x i16> %w1, <8 x i16> %s2, i32 8, i32 8, i32 1, i16 16, i32 undef, i1 true)
  %w3 = call <32 x i16> @llvm.genx.wrregioni.v32i16.v8i16.i16.i1(<32 x i16> %w2, <8 x i16> %s3, i32 8, i32 8, i32 1, i16 32, i32 undef, i1 true)
  %w4 = call <32 x i16> @llvm.genx.wrregioni.v32i16.v8i16.i16.i1(<32 x i16> %w3, <8 x i16> %s4, i32 8, i32 8, i32 1, i16 48, i32 undef, i1 true)
  ret <32 x i16> %w4
}

; A compare that fuses with logic is directly before it and takes the other operand's flag: two predicates of 32
; lanes at a time fit. The third waits as a dword.
; CHECK-LABEL: @wide(
; CHECK: %m1 = icmp eq
; CHECK-NEXT: %m3 = icmp sgt
; CHECK-NEXT: [[W:%.*]] = bitcast <32 x i1> %m3 to i32
; CHECK-NEXT: %m2 = icmp slt
; CHECK-NEXT: %k = or <32 x i1> %m1, %m2
; CHECK-NEXT: %m4 = icmp ult
; CHECK-NEXT: %s1 = select <32 x i1> %k,
; CHECK-NEXT: %s2 = select <32 x i1> %m4,
; CHECK-NEXT: [[B:%.*]] = bitcast i32 [[W]] to <32 x i1>
; CHECK-NEXT: %s3 = select <32 x i1> [[B]],
define <32 x i16> @wide(<32 x i16> %a, <32 x i16> %b) {
  %m1 = icmp eq <32 x i16> %a, %b
  %m2 = icmp slt <32 x i16> %a, %b
  %m3 = icmp sgt <32 x i16> %a, %b
  %k = or <32 x i1> %m1, %m2
  %m4 = icmp ult <32 x i16> %a, %b
  %s1 = select <32 x i1> %k, <32 x i16> %a, <32 x i16> %b
  %s2 = select <32 x i1> %m4, <32 x i16> %s1, <32 x i16> %b
  %s3 = select <32 x i1> %m3, <32 x i16> %s2, <32 x i16> %a
  ret <32 x i16> %s3
}

declare <32 x i16> @llvm.genx.wrregioni.v32i16.v8i16.i16.i1(<32 x i16>, <8 x i16>, i32, i32, i32, i16, i32, i1)
