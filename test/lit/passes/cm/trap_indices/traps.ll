; Indices of run time get a trap each; constant ones are lower_cm's. Without the mark of -fsanitize nothing changes.
; RUN: %cmc --passes=trap_indices -S -emit-llvm %s -o - | %FileCheck %s
; RUN: grep -v '^!cmc.sanitize' %s > %t.ll
; RUN: %cmc --passes=trap_indices -S -emit-llvm %t.ll -o - | not grep ubsantrap
target datalayout = "e-p:64:64-i64:64-n8:16:32:64"
target triple = "spir64-unknown-unknown"
; CHECK-LABEL: @index
; CHECK: %[[OUT:.*]] = icmp ugt i32 %i, 7
; CHECK: br i1 %[[OUT]], label %[[TRAP:.*]], label
; CHECK: [[TRAP]]:
; CHECK-NEXT: call void @llvm.ubsantrap(i8 64)
; CHECK-NEXT: unreachable
define void @index(i32 %i) {
  call void @_Z16__cm_check_indexii(i32 %i, i32 8)
  ret void
}
; CHECK-LABEL: @constant
; CHECK-NOT: ubsantrap
; CHECK: ret void
define void @constant() {
  call void @_Z16__cm_check_indexii(i32 9, i32 8)
  ret void
}
; The last element of four, two apart, is six after the first.
; CHECK-LABEL: @part
; CHECK: icmp ugt i32 %i, 9
; CHECK: call void @llvm.ubsantrap(i8 65)
define void @part(i32 %i) {
  call void @_Z17__cm_check_selectiiii(i32 %i, i32 4, i32 2, i32 16)
  ret void
}
; Rows: 2 of 4, one apart. Columns: 3 of 8, two apart.
; CHECK-LABEL: @part_2d
; CHECK-DAG: icmp ugt i32 %i, 2
; CHECK-DAG: icmp ugt i32 %j, 3
; CHECK: ret void
define void @part_2d(i32 %i, i32 %j) {
  call void @_Z20__cm_check_select_2diiiiiiii(i32 %i, i32 2, i32 1, i32 4, i32 %j, i32 3, i32 2, i32 8)
  ret void
}
; CHECK-LABEL: @row
; CHECK: icmp ugt i32 %i, 3
; CHECK: call void @llvm.ubsantrap(i8 64)
define void @row(i32 %i) {
  call void @_Z14__cm_check_rowii(i32 %i, i32 4)
  ret void
}
declare void @_Z16__cm_check_indexii(i32, i32)
declare void @_Z17__cm_check_selectiiii(i32, i32, i32, i32)
declare void @_Z20__cm_check_select_2diiiiiiii(i32, i32, i32, i32, i32, i32, i32, i32)
declare void @_Z14__cm_check_rowii(i32, i32)
!cmc.sanitize = !{}
