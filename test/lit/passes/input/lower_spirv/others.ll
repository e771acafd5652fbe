; Builtins with two results, tests of floats, small floats, a dot product, the clock.
; RUN: for t in skl tgl dg2 pvc bmg; do for o in -O0 -O2; do %cmc -march=$t $o %s -o %t.bin && \
; RUN:   %cmrun %t.bin --check --arg svm:64:iota,-2,1:d --arg svm:128 --arg f32:0 --dump 1:d:32 | %FileCheck %s || exit 1; done; done
; -2 + 1, -1 + 1: sum and carry; -2 - -1: difference and borrow; -2 * -1: low and high half, unsigned and signed.
; Ordered, Unordered, LessOrGreater of 1 and NaN; IsNan, IsInf, IsFinite of NaN; SignBitSet of 1; Any, All of -2 -1 0 1.
; The dot product is 6.0; 1.5 as bfloat is 0x3fc0, and back; 1 + 2^-10 is tf32, 1 + 2^-11 rounds to 1; the clock runs.
; CHECK: {{^}}arg 1: -1 0 0 1 -1 1 2 -3 2 0 0 1 0 1 0 0 0 1 0 1086324736 16320 1069547520 1065361408 1065353216 1 0
declare spir_func { i32, i32 } @_Z17__spirv_IAddCarryii(i32, i32)
declare spir_func void @_Z18__spirv_ISubBorrowii(ptr sret({ i32, i32 }), i32, i32)
declare spir_func { i32, i32 } @_Z20__spirv_UMulExtendedii(i32, i32)
declare spir_func { i32, i32 } @_Z20__spirv_SMulExtendedii(i32, i32)
declare spir_func i1 @_Z15__spirv_Orderedff(float, float)
declare spir_func i1 @_Z17__spirv_Unorderedff(float, float)
declare spir_func i1 @_Z21__spirv_LessOrGreaterff(float, float)
declare spir_func i1 @_Z13__spirv_IsNanf(float)
declare spir_func i1 @_Z13__spirv_IsInff(float)
declare spir_func i1 @_Z16__spirv_IsFinitef(float)
declare spir_func i1 @_Z18__spirv_SignBitSetf(float)
declare spir_func i1 @_Z11__spirv_AnyDv4_i(<4 x i32>)
declare spir_func i1 @_Z11__spirv_AllDv4_i(<4 x i32>)
declare spir_func float @_Z11__spirv_DotDv4_fS_(<4 x float>, <4 x float>)
declare spir_func i16 @_Z27__spirv_ConvertFToBF16INTELf(float)
declare spir_func float @_Z27__spirv_ConvertBF16ToFINTELs(i16)
declare spir_func float @_Z25__spirv_RoundFToTF32INTELf(float)
declare spir_func i64 @_Z20__spirv_ReadClockKHRi(i32)
declare spir_func <2 x i32> @_Z20__spirv_ReadClockKHRDv2_ji(i32)
define dllexport spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, float %zero) {
  %mem = alloca { i32, i32 }
  %x = load <4 x i32>, ptr addrspace(1) %in
  %m2 = extractelement <4 x i32> %x, i64 0
  %m1 = extractelement <4 x i32> %x, i64 1
  %z = extractelement <4 x i32> %x, i64 2
  %p1 = extractelement <4 x i32> %x, i64 3
  %s0 = call spir_func { i32, i32 } @_Z17__spirv_IAddCarryii(i32 %m2, i32 %p1)
  %r0 = extractvalue { i32, i32 } %s0, 0
  %r1 = extractvalue { i32, i32 } %s0, 1
  %s1 = call spir_func { i32, i32 } @_Z17__spirv_IAddCarryii(i32 %m1, i32 %p1)
  %r2 = extractvalue { i32, i32 } %s1, 0
  %r3 = extractvalue { i32, i32 } %s1, 1
  call spir_func void @_Z18__spirv_ISubBorrowii(ptr sret({ i32, i32 }) %mem, i32 %m2, i32 %m1)
  %r4 = load i32, ptr %mem
  %second = getelementptr { i32, i32 }, ptr %mem, i32 0, i32 1
  %r5 = load i32, ptr %second
  %s2 = call spir_func { i32, i32 } @_Z20__spirv_UMulExtendedii(i32 %m2, i32 %m1)
  %r6 = extractvalue { i32, i32 } %s2, 0
  %r7 = extractvalue { i32, i32 } %s2, 1
  %s3 = call spir_func { i32, i32 } @_Z20__spirv_SMulExtendedii(i32 %m2, i32 %m1)
  %r8 = extractvalue { i32, i32 } %s3, 0
  %r9 = extractvalue { i32, i32 } %s3, 1
  %inf = fdiv float 1.0, %zero
  %nan = fsub float %inf, %inf
  %one = fadd float %zero, 1.0
  %b0 = call spir_func i1 @_Z15__spirv_Orderedff(float %one, float %nan)
  %b1 = call spir_func i1 @_Z17__spirv_Unorderedff(float %one, float %nan)
  %b2 = call spir_func i1 @_Z21__spirv_LessOrGreaterff(float %one, float %nan)
  %b3 = call spir_func i1 @_Z13__spirv_IsNanf(float %nan)
  %b4 = call spir_func i1 @_Z13__spirv_IsInff(float %nan)
  %b5 = call spir_func i1 @_Z16__spirv_IsFinitef(float %nan)
  %b6 = call spir_func i1 @_Z18__spirv_SignBitSetf(float %one)
  %b7 = call spir_func i1 @_Z11__spirv_AnyDv4_i(<4 x i32> %x)
  %b8 = call spir_func i1 @_Z11__spirv_AllDv4_i(<4 x i32> %x)
  %f = sitofp <4 x i32> %x to <4 x float>
  %dot = call spir_func float @_Z11__spirv_DotDv4_fS_(<4 x float> %f, <4 x float> %f)
  %d0 = bitcast float %dot to i32
  %half = fmul float %one, 1.5
  %bf = call spir_func i16 @_Z27__spirv_ConvertFToBF16INTELf(float %half)
  %d1 = zext i16 %bf to i32
  %back = call spir_func float @_Z27__spirv_ConvertBF16ToFINTELs(i16 %bf)
  %d2 = bitcast float %back to i32
  %n1 = fadd float %one, 0x3F50000000000000
  %t1 = call spir_func float @_Z25__spirv_RoundFToTF32INTELf(float %n1)
  %d3 = bitcast float %t1 to i32
  %n2 = fadd float %one, 0x3F40000000000000
  %t2 = call spir_func float @_Z25__spirv_RoundFToTF32INTELf(float %n2)
  %d4 = bitcast float %t2 to i32
  %c0 = call spir_func i64 @_Z20__spirv_ReadClockKHRi(i32 1)
  %c1 = call spir_func <2 x i32> @_Z20__spirv_ReadClockKHRDv2_ji(i32 1)
  %c2 = bitcast <2 x i32> %c1 to i64
  %runs = icmp uge i64 %c2, %c0
  %d5 = zext i1 %runs to i32
  %v0 = insertelement <32 x i32> zeroinitializer, i32 %r0, i64 0
  %v1 = insertelement <32 x i32> %v0, i32 %r1, i64 1
  %v2 = insertelement <32 x i32> %v1, i32 %r2, i64 2
  %v3 = insertelement <32 x i32> %v2, i32 %r3, i64 3
  %v4 = insertelement <32 x i32> %v3, i32 %r4, i64 4
  %v5 = insertelement <32 x i32> %v4, i32 %r5, i64 5
  %v6 = insertelement <32 x i32> %v5, i32 %r6, i64 6
  %v7 = insertelement <32 x i32> %v6, i32 %r7, i64 7
  %v8 = insertelement <32 x i32> %v7, i32 %r8, i64 8
  %v9 = insertelement <32 x i32> %v8, i32 %r9, i64 9
  %e0 = zext i1 %b0 to i32
  %w0 = insertelement <32 x i32> %v9, i32 %e0, i64 10
  %e1 = zext i1 %b1 to i32
  %w1 = insertelement <32 x i32> %w0, i32 %e1, i64 11
  %e2 = zext i1 %b2 to i32
  %w2 = insertelement <32 x i32> %w1, i32 %e2, i64 12
  %e3 = zext i1 %b3 to i32
  %w3 = insertelement <32 x i32> %w2, i32 %e3, i64 13
  %e4 = zext i1 %b4 to i32
  %w4 = insertelement <32 x i32> %w3, i32 %e4, i64 14
  %e5 = zext i1 %b5 to i32
  %w5 = insertelement <32 x i32> %w4, i32 %e5, i64 15
  %e6 = zext i1 %b6 to i32
  %w6 = insertelement <32 x i32> %w5, i32 %e6, i64 16
  %e7 = zext i1 %b7 to i32
  %w7 = insertelement <32 x i32> %w6, i32 %e7, i64 17
  %e8 = zext i1 %b8 to i32
  %w8 = insertelement <32 x i32> %w7, i32 %e8, i64 18
  %y0 = insertelement <32 x i32> %w8, i32 %d0, i64 19
  %y1 = insertelement <32 x i32> %y0, i32 %d1, i64 20
  %y2 = insertelement <32 x i32> %y1, i32 %d2, i64 21
  %y3 = insertelement <32 x i32> %y2, i32 %d3, i64 22
  %y4 = insertelement <32 x i32> %y3, i32 %d4, i64 23
  %y5 = insertelement <32 x i32> %y4, i32 %d5, i64 24
  store <32 x i32> %y5, ptr addrspace(1) %out
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t", !""}
