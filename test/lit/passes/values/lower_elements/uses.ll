; Elements that are variables become reads and writes of their vector: loads, stores, copies, references into choices, and calls
; that are given one.
; RUN: %opt -passes='lower_elements<tgl>' -S %s | %FileCheck %s --implicit-check-not=__cm_element

declare ptr @__cm_element(ptr, i32, i32, i32)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; CHECK-LABEL: @sum
; CHECK: [[X:%.*]] = call i32 @_Z7__cm_rdI{{.*}}(ptr %v, i32 32, i32 0, i32 1, i32 0, i32 %off)
; CHECK: [[Y:%.*]] = add i32 [[X]], 1
; CHECK: call void @_Z7__cm_wrI{{.*}}(ptr %v, i32 32, i32 0, i32 1, i32 0, i32 %off, i32 [[Y]])
define void @sum(ptr %v, i32 %off) {
  %e = call ptr @__cm_element(ptr %v, i32 32, i32 %off, i32 4)
  %x = load i32, ptr %e
  %y = add i32 %x, 1
  store i32 %y, ptr %e
  ret void
}

; CHECK-LABEL: @copy
; CHECK: [[X:%.*]] = call i16 @_Z7__cm_rdI{{.*}}(ptr %w, i32 16, i32 0, i32 1, i32 0, i32 2)
; CHECK: call void @_Z7__cm_wrI{{.*}}(ptr %v, i32 32, i32 0, i32 1, i32 0, i32 0, i16 [[X]])
define void @copy(ptr %v, ptr %w) {
  %to = call ptr @__cm_element(ptr %v, i32 32, i32 0, i32 2)
  %from = call ptr @__cm_element(ptr %w, i32 16, i32 2, i32 2)
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 2, i1 false)
  ret void
}

; CHECK-LABEL: @choice
; CHECK: [[OFF:%.*]] = phi i32 [ 4, %a ], [ %off, %b ]
; CHECK: call void @_Z7__cm_wrI{{.*}}(ptr %v, i32 32, i32 0, i32 1, i32 0, i32 [[OFF]], i32 3)
define void @choice(ptr %v, i32 %off, i1 %c) {
  br i1 %c, label %a, label %b
a:
  %x = call ptr @__cm_element(ptr %v, i32 32, i32 4, i32 4)
  br label %end
b:
  %y = call ptr @__cm_element(ptr %v, i32 32, i32 %off, i32 4)
  br label %end
end:
  %e = phi ptr [ %x, %a ], [ %y, %b ]
  store i32 3, ptr %e
  ret void
}

define internal void @set(ptr %x) noinline {
  store i32 9, ptr %x
  ret void
}

; CHECK-LABEL: @called
; CHECK: call void @_Z7__cm_wrI{{.*}}(ptr %v, i32 32, i32 0, i32 1, i32 0, i32 8, i32 9)
define void @called(ptr %v) {
  %e = call ptr @__cm_element(ptr %v, i32 32, i32 8, i32 4)
  call void @set(ptr %e)
  ret void
}

; CHECK-LABEL: @kept
; CHECK: call void @_Z7__cm_wrI{{.*}}(ptr %v, i32 32, i32 0, i32 1, i32 0, i32 12, i32 1)
define void @kept(ptr %v) {
  %slot = alloca { ptr, i32 }
  %e = call ptr @__cm_element(ptr %v, i32 32, i32 12, i32 4)
  store ptr %e, ptr %slot
  %r = load ptr, ptr %slot
  store i32 1, ptr %r
  ret void
}
