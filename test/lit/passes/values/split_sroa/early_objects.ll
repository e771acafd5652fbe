; split_sroa: an object that one block alone writes and reads, each part always as one type, becomes the values stored.
; What two blocks share, what is read as another type, and what a loop's next turn reads stay for sroa.
; RUN: %opt -passes='function(split_sroa)' -S %s | %FileCheck %s
; RUN: %opt -passes='function(split_sroa,sroa)' -S %s | %FileCheck %s --check-prefix=ALL
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

%place = type { ptr, i32, i32 }

declare void @use(ptr, i32, i32)
declare void @llvm.lifetime.start.p0(i64, ptr)

; The second part is written twice; each read sees the write before it.
; CHECK-LABEL: @parts(
; CHECK-NEXT: call void @use(ptr %v, i32 %a, i32 7)
; CHECK-NEXT: call void @use(ptr %v, i32 %a, i32 %b)
; CHECK-NEXT: ret void
define void @parts(ptr %v, i32 %a, i32 %b) {
  %o = alloca %place
  call void @llvm.lifetime.start.p0(i64 16, ptr %o)
  store ptr %v, ptr %o
  %p1 = getelementptr inbounds i8, ptr %o, i64 8
  store i32 %a, ptr %p1
  %p2 = getelementptr inbounds %place, ptr %o, i32 0, i32 2
  store i32 7, ptr %p2
  %r0 = load ptr, ptr %o
  %r1 = load i32, ptr %p1
  %r2 = load i32, ptr %p2
  call void @use(ptr %r0, i32 %r1, i32 %r2)
  store i32 %b, ptr %p2
  %p3 = getelementptr inbounds i8, ptr %p1, i64 4
  %r3 = load i32, ptr %p3
  call void @use(ptr %r0, i32 %r1, i32 %r3)
  ret void
}

; What was never written is undefined.
; CHECK-LABEL: @unset(
; CHECK-NEXT: ret i32 undef
define i32 @unset() {
  %o = alloca i32
  %r = load i32, ptr %o
  ret i32 %r
}

; CHECK-LABEL: @next_turn(
; CHECK: load i32, ptr %o
; CHECK-NEXT: store i32 %n, ptr %o
; ALL-LABEL: @next_turn(
; ALL: ret i32 %n
define i32 @next_turn(i32 %n, i1 %again) {
  %o = alloca i32
  br label %turn
turn:
  %r = load i32, ptr %o
  store i32 %n, ptr %o
  br i1 %again, label %turn, label %end
end:
  ret i32 %r
}

; CHECK-LABEL: @two_blocks(
; CHECK: %r = load i32, ptr %o
define i32 @two_blocks(i32 %n) {
  %o = alloca i32
  store i32 %n, ptr %o
  br label %end
end:
  %r = load i32, ptr %o
  ret i32 %r
}

; CHECK-LABEL: @two_types(
; CHECK: %r = load float, ptr %o
define float @two_types(i32 %n) {
  %o = alloca i32
  store i32 %n, ptr %o
  %r = load float, ptr %o
  ret float %r
}

; CHECK-LABEL: @overlap(
; CHECK: %r = load i16, ptr %p
define i16 @overlap(i32 %n) {
  %o = alloca i32
  store i32 %n, ptr %o
  %p = getelementptr i8, ptr %o, i64 2
  %r = load i16, ptr %p
  ret i16 %r
}

; Its address is kept; a volatile access is one.
; CHECK-LABEL: @kept(
; CHECK: store ptr %o, ptr %to
; CHECK: store volatile i32 %n, ptr %w
define void @kept(ptr %to, i32 %n) {
  %o = alloca i32
  %w = alloca i32
  store i32 %n, ptr %o
  store ptr %o, ptr %to
  store volatile i32 %n, ptr %w
  ret void
}

; CHECK-LABEL: @computed(
; CHECK: %r = load i32, ptr %p
define i32 @computed(i32 %n, i64 %at) {
  %o = alloca [4 x i32]
  %p = getelementptr [4 x i32], ptr %o, i64 0, i64 %at
  store i32 %n, ptr %p
  %r = load i32, ptr %p
  ret i32 %r
}
