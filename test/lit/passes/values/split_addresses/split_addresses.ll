; split_addresses: accesses of one of several variables become accesses of each, for types with padding: sroa splits only the
; other types. Addresses of parameters, parts of variables, and volatile accesses stay.
; RUN: %opt -passes='function(split_addresses)' -S %s | %FileCheck %s
; RUN: %opt -passes='function(split_addresses,sroa)' -S %s | %FileCheck %s --check-prefix=VALUES
; RUN: %opt -passes='function(sroa)' -S %s | %FileCheck %s --check-prefix=SROA
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; SROA: phi ptr

; A load in the block of the PHI.
; CHECK-LABEL: @near(
; CHECK: then:
; CHECK-NEXT: store <38 x float> %x, ptr %a
; CHECK-NEXT: [[A:%.*]] = load <38 x float>, ptr %a
; CHECK: else:
; CHECK-NEXT: store <38 x float> %y, ptr %b
; CHECK-NEXT: [[B:%.*]] = load <38 x float>, ptr %b
; CHECK: [[V:%.*]] = phi <38 x float> [ [[A]], %then ], [ [[B]], %else ]
; CHECK: ret <38 x float> [[V]]
; VALUES-LABEL: @near(
; VALUES-NOT: alloca
; VALUES: phi <38 x float> [ %x, %then ], [ %y, %else ]
define <38 x float> @near(i1 %c, <38 x float> %x, <38 x float> %y) {
  %a = alloca <38 x float>
  %b = alloca <38 x float>
  br i1 %c, label %then, label %else
then:
  store <38 x float> %x, ptr %a
  br label %end
else:
  store <38 x float> %y, ptr %b
  br label %end
end:
  %p = phi ptr [ %a, %then ], [ %b, %else ]
  %v = load <38 x float>, ptr %p
  ret <38 x float> %v
}

; A store, and a load after it: the PHI becomes a select, then each access its own.
; CHECK-LABEL: @far(
; CHECK: [[F:%.*]] = phi i1 [ false, %then ], [ true, %entry ]
; CHECK: br i1 [[F]], label %[[X:.*]], label %[[Y:.*]]
; CHECK: [[X]]:
; CHECK-NEXT: store <5 x float> %x, ptr %b
; CHECK: [[Y]]:
; CHECK-NEXT: store <5 x float> %x, ptr %a
; CHECK: [[B:%.*]] = load <5 x float>, ptr %b
; CHECK-NEXT: [[A:%.*]] = load <5 x float>, ptr %a
; CHECK-NEXT: select i1 [[F]], <5 x float> [[B]], <5 x float> [[A]]
; VALUES-LABEL: @far(
; VALUES-NOT: alloca
; VALUES: ret
define <5 x float> @far(i1 %c, <5 x float> %x) {
entry:
  %a = alloca <5 x float>
  %b = alloca <5 x float>
  store <5 x float> zeroinitializer, ptr %a
  store <5 x float> splat (float 1.0), ptr %b
  br i1 %c, label %then, label %end
then:
  br label %end
end:
  %p = phi ptr [ %a, %then ], [ %b, %entry ]
  store <5 x float> %x, ptr %p
  %v = load <5 x float>, ptr %p
  ret <5 x float> %v
}

; CHECK-LABEL: @kept(
; CHECK: load volatile <5 x float>, ptr %p
; CHECK-NEXT: load <5 x float>, ptr %q
; CHECK-NEXT: load <4 x float>, ptr %p
define void @kept(i1 %c, ptr %other) {
  %a = alloca <5 x float>
  %b = alloca <5 x float>
  %p = select i1 %c, ptr %a, ptr %b
  %q = select i1 %c, ptr %a, ptr %other
  %u = load volatile <5 x float>, ptr %p
  %v = load <5 x float>, ptr %q
  %w = load <4 x float>, ptr %p
  ret void
}
