; A PHI whose value another block uses: the join that a branch gets comes between the two, so the value goes through a variable.
; RUN: %opt -passes=form_simdcf -S %s | %FileCheck %s
; CHECK: join:
; CHECK: [[X:%.*]] = load <8 x i64>, ptr [[V:%[^,]*]]
; CHECK: store <8 x i64> [[X]], ptr [[W:%[^,]*]]
; CHECK: end:
; CHECK: [[Y:%.*]] = load <8 x i64>, ptr [[W]]
; CHECK: store <8 x i64> [[Y]], ptr %p
define void @f(ptr %p, <8 x i1> %c, <8 x i64> %x, <8 x i64> %y) {
entry:
  br label %body
body:
  %any = call i1 @llvm.genx.simdcf.any.v8i1(<8 x i1> %c)
  br i1 %any, label %join, label %other
other:
  br label %join
join:
  %v = phi <8 x i64> [ %x, %body ], [ %y, %other ]
  %again = call i1 @llvm.genx.simdcf.any.v8i1(<8 x i1> %c)
  br i1 %again, label %body, label %end
end:
  store <8 x i64> %v, ptr %p, align 64
  ret void
}
declare i1 @llvm.genx.simdcf.any.v8i1(<8 x i1>)
