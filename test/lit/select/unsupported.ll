; What selection does not know is an error at the user's line that names it.
; RUN: not %cmc %s -o %t.bin 2>&1 | %FileCheck %s
; RUN: sed 's/  %%a = call.*/  %%a = call <8 x i32> @no.such(i32 0), !dbg !8/; s/@llvm.genx.lsc.lod.*/@no.such(i32)/' %s > %t.ll
; RUN: not %cmc %t.ll -o %t.bin 2>&1 | %FileCheck %s --check-prefix=OTHER
; CHECK: user.cm:12:7: error: {{.*}}in function 'k': llvm.genx.lsc.lod.bindless.v8i32 is not an intrinsic that cmc or vc-intrinsics has [CM0021]
; CHECK-NOT: error
; OTHER: user.cm:12:7: error: {{.*}}no.such
; OTHER: user.cm:13:3: error: {{.*}}load of type i128 is not supported in kernel code [CM0960]
declare <8 x i32> @llvm.genx.lsc.lod.bindless.v8i32(i32)
declare void @llvm.genx.oword.st.v8i32(i32, i32, <8 x i32>)
define dllexport void @k(i32 %s, i64 %p) #0 !dbg !5 {
  %a = call <8 x i32> @llvm.genx.lsc.lod.bindless.v8i32(i32 0), !dbg !8
  %q = inttoptr i64 %p to ptr
  %l = load volatile i128, ptr %q, !dbg !9
  call void @llvm.genx.oword.st.v8i32(i32 %s, i32 0, <8 x i32> %a)
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
!8 = !DILocation(line: 12, column: 7, scope: !5)
!9 = !DILocation(line: 13, column: 3, scope: !5)
!10 = !{i32 2, !"Debug Info Version", i32 3}
