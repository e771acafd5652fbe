; Loops that the user wants unrolled get a mark; marks that are left after LLVM's loop passes cause a warning.
; RUN: %opt -passes='function(mark_unroll)' -S %s | %FileCheck %s
; RUN: %cmc --passes='function(mark_unroll,check_unroll)' --stop-after=check_unroll %s -o %t 2>&1 | %FileCheck %s --check-prefix=WARN
; RUN: %cmc --passes='function(mark_unroll,loop(loop-unroll-full),check_unroll)' --stop-after=check_unroll %s -o %t 2>&1 | %FileCheck %s --check-prefix=FULL --allow-empty

; CHECK-LABEL: @loops
; CHECK: br i1 {{.*}}, !llvm.loop [[WANTED:![0-9]+]]
; CHECK: br i1 {{.*}}, !llvm.loop [[KEPT:![0-9]+]]
; CHECK-DAG: [[WANTED]] = distinct !{[[WANTED]], {{.*}}[[MARK:![0-9]+]]}
; CHECK-DAG: [[MARK]] = !{!"cmc.unroll.wanted"}
; CHECK-DAG: [[KEPT]] = distinct !{[[KEPT]], {{.*}}[[OFF:![0-9]+]]}
; CHECK-DAG: [[OFF]] = !{!"llvm.loop.unroll.disable"}

; WARN: user.cm:4:3: warning: loop is not unrolled as '#pragma unroll' requests; its trip count is unknown at compile time or too large
; WARN-NOT: user.cm:7
; FULL-NOT: user.cm
define i32 @loops(i32 %n) !dbg !5 {
entry:
  br label %one

one:
  %i = phi i32 [ 0, %entry ], [ %i1, %one ]
  %s = phi i32 [ 0, %entry ], [ %s1, %one ]
  %s1 = xor i32 %s, %i
  %i1 = add i32 %i, 1
  %c = icmp ult i32 %i1, 8
  br i1 %c, label %one, label %two, !dbg !7, !llvm.loop !10

two:
  %j = phi i32 [ 0, %one ], [ %j1, %two ]
  %t = phi i32 [ %s1, %one ], [ %t1, %two ]
  %t1 = sub i32 %j, %t
  %j1 = add i32 %j, 1
  %d = icmp ult i32 %j1, %n
  br i1 %d, label %two, label %out, !dbg !8, !llvm.loop !12

out:
  ret i32 %t1
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "user.cm", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "loops", file: !1, line: 2, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 4, column: 3, scope: !5)
!8 = !DILocation(line: 7, column: 3, scope: !5)
!10 = distinct !{!10, !7, !7, !11}
!11 = !{!"llvm.loop.unroll.enable"}
!12 = distinct !{!12, !8, !8, !13}
!13 = !{!"llvm.loop.unroll.disable"}
