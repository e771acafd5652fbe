; The sources of add3 take negations in.
; RUN: %cmc -march=dg2 %s -S -o - | %FileCheck %s
; CHECK-NOT: mov (8|M0) {{.*}}-r
; CHECK: add3 (8|M0) r{{[0-9.]+}}<1>:d -r{{[^ ]+}} -r{{[^ ]+}} r{{[^ ]+}}
declare <8 x i32> @llvm.genx.oword.ld.v8i32(i32, i32, i32)
declare void @llvm.genx.oword.st.v8i32(i32, i32, <8 x i32>)

define dllexport spir_kernel void @k(i32 %s) #0 {
  %a = call <8 x i32> @llvm.genx.oword.ld.v8i32(i32 0, i32 %s, i32 0)
  %b = call <8 x i32> @llvm.genx.oword.ld.v8i32(i32 0, i32 %s, i32 2)
  %c = call <8 x i32> @llvm.genx.oword.ld.v8i32(i32 0, i32 %s, i32 4)
  %t = sub <8 x i32> %a, %b
  %r = sub <8 x i32> %t, %c
  call void @llvm.genx.oword.st.v8i32(i32 %s, i32 0, <8 x i32> %r)
  ret void
}

attributes #0 = { "CMGenxMain" }
