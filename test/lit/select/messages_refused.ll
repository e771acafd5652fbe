; What a target's hardware does not have is an error at the user's line that names the intrinsic, the target and what to use.
; RUN: not %cmc %s -march=tgl -o %t.bin 2>&1 | %FileCheck %s --check-prefix=TGL
; RUN: not %cmc %s -march=dg2 -o %t.bin 2>&1 | %FileCheck %s --check-prefix=DG2
; TGL: user.cm:11:3: error: llvm.genx.lsc.load.bti needs load/store cache messages, which tgl does not have; use llvm.genx.gather.scaled, scatter.scaled, oword.ld or oword.st [CM0953]
; TGL: user.cm:12:3: error: llvm.genx.lsc.load2d.stateless needs 2-D block messages, which tgl does not have; use llvm.genx.media.ld and st, or a block for each row [CM0971]
; TGL: user.cm:13:3: error: llvm.genx.nbarrier needs named barriers, which tgl does not have; use llvm.genx.barrier or llvm.genx.sbarrier [CM0956]
; TGL: user.cm:14:3: error: llvm.genx.lsc.load2d.typed.bti needs 2-D blocks of images, which tgl does not have; use llvm.genx.media.ld and st [CM0971]
; DG2-NOT: user.cm:11
; DG2: user.cm:12:3: error: llvm.genx.lsc.load2d.stateless needs 2-D block messages, which dg2 does not have
; DG2: user.cm:13:3: error: llvm.genx.nbarrier needs named barriers, which dg2 does not have
; DG2: user.cm:14:3: error: llvm.genx.lsc.load2d.typed.bti needs 2-D blocks of images, which dg2 does not have
declare <8 x i32> @llvm.genx.lsc.load.bti.v8i32.v8i1.v8i32(<8 x i1>, i8, i8, i8, i16, i32, i8, i8, i8, i8, <8 x i32>, i32)
declare <128 x i32> @llvm.genx.lsc.load2d.stateless.v128i32.v1i1.i64(<1 x i1>, i8, i8, i8, i8, i8, i16, i16, i8, i64, i32, i32, i32, i32, i32)
declare void @llvm.genx.nbarrier(i8, i8, i8)
declare <32 x i32> @llvm.genx.lsc.load2d.typed.bti.v32i32(i8, i8, i32, i32, i32, i32, i32)
declare void @llvm.genx.oword.st.v8i32(i32, i32, <8 x i32>)
declare void @llvm.genx.oword.st.v128i32(i32, i32, <128 x i32>)
declare void @llvm.genx.oword.st.v32i32(i32, i32, <32 x i32>)
define dllexport void @k(i32 %s, i64 %p) #0 !dbg !5 {
  %a = call <8 x i32> @llvm.genx.lsc.load.bti.v8i32.v8i1.v8i32(<8 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, i8 0, i8 0, i8 0, i16 1, i32 0, i8 3, i8 1, i8 1, i8 0, <8 x i32> zeroinitializer, i32 %s), !dbg !8
  %b = call <128 x i32> @llvm.genx.lsc.load2d.stateless.v128i32.v1i1.i64(<1 x i1> <i1 true>, i8 0, i8 0, i8 3, i8 1, i8 1, i16 16, i16 8, i8 0, i64 %p, i32 255, i32 31, i32 255, i32 0, i32 0), !dbg !9
  call void @llvm.genx.nbarrier(i8 0, i8 1, i8 0), !dbg !11
  %c = call <32 x i32> @llvm.genx.lsc.load2d.typed.bti.v32i32(i8 0, i8 0, i32 %s, i32 8, i32 4, i32 0, i32 0), !dbg !12
  call void @llvm.genx.oword.st.v8i32(i32 %s, i32 0, <8 x i32> %a)
  call void @llvm.genx.oword.st.v128i32(i32 %s, i32 0, <128 x i32> %b)
  call void @llvm.genx.oword.st.v32i32(i32 %s, i32 0, <32 x i32> %c)
  ret void
}
attributes #0 = { "CMGenxMain" }
!genx.kernels = !{!0}
!llvm.dbg.cu = !{!3}
!llvm.module.flags = !{!10}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 2, i32 0}
!2 = !{!"buffer_t", !"svmptr_t"}
!3 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !4, emissionKind: LineTablesOnly)
!4 = !DIFile(filename: "user.cm", directory: "")
!5 = distinct !DISubprogram(name: "k", file: !4, line: 10, type: !6, unit: !3, spFlags: DISPFlagDefinition)
!6 = !DISubroutineType(types: !7)
!7 = !{}
!8 = !DILocation(line: 11, column: 3, scope: !5)
!9 = !DILocation(line: 12, column: 3, scope: !5)
!10 = !{i32 2, !"Debug Info Version", i32 3}
!11 = !DILocation(line: 13, column: 3, scope: !5)
!12 = !DILocation(line: 14, column: 3, scope: !5)
