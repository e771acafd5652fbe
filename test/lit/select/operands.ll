; What operand positions take in and what they cannot.
; RUN: %cmc %s --stop-after=select -o - | %FileCheck %s
declare <8 x i32> @llvm.genx.oword.ld.v8i32(i32, i32, i32)
declare <8 x float> @llvm.genx.oword.ld.v8f32(i32, i32, i32)
declare <32 x i8> @llvm.genx.oword.ld.v32i8(i32, i32, i32)
declare void @llvm.genx.oword.st.v8i32(i32, i32, <8 x i32>)
declare void @llvm.genx.oword.st.v8f32(i32, i32, <8 x float>)
declare <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8>, i32, i32, i32, i16, i32)
declare <8 x float> @llvm.fabs.v8f32(<8 x float>)
declare <8 x float> @llvm.fmuladd.v8f32(<8 x float>, <8 x float>, <8 x float>)
declare <8 x float> @llvm.genx.sat.v8f32(<8 x float>)
declare <8 x i32> @llvm.smax.v8i32(<8 x i32>, <8 x i32>)
declare i32 @llvm.genx.rdregioni.i32.v8i32.i16(<8 x i32>, i32, i32, i32, i16, i32)

define dllexport void @k(i32 %s, i32 %n) #0 {
  %a = call <8 x i32> @llvm.genx.oword.ld.v8i32(i32 0, i32 %s, i32 0)
  %b = call <8 x i32> @llvm.genx.oword.ld.v8i32(i32 0, i32 %s, i32 2)
  %m = call <32 x i8> @llvm.genx.oword.ld.v32i8(i32 0, i32 %s, i32 4)
  %x = call <8 x float> @llvm.genx.oword.ld.v8f32(i32 0, i32 %s, i32 6)
  %y = call <8 x float> @llvm.genx.oword.ld.v8f32(i32 0, i32 %s, i32 8)

; A byte operand comes first; the immediate of a subtraction is negated.
; CHECK: add (8|M0) %{{[^ ]+}}<1>:d %{{m[^ ]+}}+8<8;8,1>:ub %{{a[^ ]+}}<8;8,1>:d
  %r = call <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8> %m, i32 8, i32 8, i32 1, i16 8, i32 undef)
  %z = zext <8 x i8> %r to <8 x i32>
  %s0 = add <8 x i32> %a, %z
  call void @llvm.genx.oword.st.v8i32(i32 %s, i32 0, <8 x i32> %s0)
; CHECK: add (8|M0) %{{[^ ]+}}<1>:d -%{{a[^ ]+}}<8;8,1>:d 0x7:d
  %s1 = sub <8 x i32> splat (i32 7), %a
  call void @llvm.genx.oword.st.v8i32(i32 %s, i32 2, <8 x i32> %s1)
; CHECK: sel (8|M0) (ge)f0.0 %{{[^ ]+}}<1>:d %{{a[^ ]+}}<8;8,1>:d %{{b[^ ]+}}<8;8,1>:d
  %s2 = call <8 x i32> @llvm.smax.v8i32(<8 x i32> %a, <8 x i32> %b)
  call void @llvm.genx.oword.st.v8i32(i32 %s, i32 4, <8 x i32> %s2)
; A dword by a small number is one instruction; dword by dword is not.
; CHECK: mul (8|M0) %{{[^ ]+}}<1>:d %{{a[^ ]+}}<8;8,1>:d 0x64:uw
  %s3 = mul <8 x i32> %a, splat (i32 100)
  call void @llvm.genx.oword.st.v8i32(i32 %s, i32 6, <8 x i32> %s3)
; CHECK: mul32 (8|M0) %{{[^ ]+}}<1>:d %{{a[^ ]+}}<8;8,1>:d %{{b[^ ]+}}<8;8,1>:d
  %s4 = mul <8 x i32> %a, %b
  call void @llvm.genx.oword.st.v8i32(i32 %s, i32 8, <8 x i32> %s4)
; Dword by byte: the dword comes first, and the second place takes no byte.
; CHECK: mov (8|M0) %[[W:[^ ]+]]<1>:uw %{{m[^ ]+}}+16<8;8,1>:ub
; CHECK: mul (8|M0) %{{[^ ]+}}<1>:d %{{a[^ ]+}}<8;8,1>:d %[[W]]<8;8,1>:uw
  %rb = call <8 x i8> @llvm.genx.rdregioni.v8i8.v32i8.i16(<32 x i8> %m, i32 8, i32 8, i32 1, i16 16, i32 undef)
  %zb = zext <8 x i8> %rb to <8 x i32>
  %s5 = mul <8 x i32> %a, %zb
  call void @llvm.genx.oword.st.v8i32(i32 %s, i32 18, <8 x i32> %s5)
; One rounding: the addend is the first source of mad.
; CHECK: mad (8|M0) %{{[^ ]+}}<1>:f %{{a0|y[^ ]*}}<1;0>:f %{{x[^ ]*}}<1;0>:f %{{x[^ ]*}}<1>:f
  %f0 = call <8 x float> @llvm.fmuladd.v8f32(<8 x float> %x, <8 x float> %x, <8 x float> %y)
  call void @llvm.genx.oword.st.v8f32(i32 %s, i32 10, <8 x float> %f0)
; CHECK: mul (8|M0) (sat) %{{[^ ]+}}<1>:f %{{y[^ ]*}}<8;8,1>:f -(abs)%{{x[^ ]*}}<8;8,1>:f
  %ab = call <8 x float> @llvm.fabs.v8f32(<8 x float> %x)
  %ng = fneg <8 x float> %ab
  %pr = fmul <8 x float> %ng, %y
  %f1 = call <8 x float> @llvm.genx.sat.v8f32(<8 x float> %pr)
  call void @llvm.genx.oword.st.v8f32(i32 %s, i32 12, <8 x float> %f1)
; Eight small integers are one packed immediate of words.
; CHECK: mov (8|M0) %[[C:[^ ]+]]<1>:uw 0x76543210:uv
; CHECK-NEXT: mov (8|M0) %{{[^ ]+}}<1>:d %[[C]]<8;8,1>:uw
  call void @llvm.genx.oword.st.v8i32(i32 %s, i32 14, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>)
; A variable element: the address of the vector plus the offset; the constant goes with the address.
; CHECK: add (1|M0) %[[A:[^ ]+]]<1>:uw %{{[^ ]+}}<0;1,0>:uw &%[[V:a[^+]*]]+4:uw
; CHECK-NEXT: mov (1|M0) %{{[^ ]+}}<1>:ud %[[V]][%[[A]].0,0]<0;1,0>:ud
  %o = trunc i32 %n to i16
  %o4 = add i16 %o, 4
  %e = call i32 @llvm.genx.rdregioni.i32.v8i32.i16(<8 x i32> %a, i32 0, i32 1, i32 0, i16 %o4, i32 undef)
  %i = insertelement <8 x i32> %b, i32 %e, i32 0
  call void @llvm.genx.oword.st.v8i32(i32 %s, i32 16, <8 x i32> %i)
  ret void
}
attributes #0 = { "CMGenxMain" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 2, i32 0}
!2 = !{!"buffer_t", !""}
