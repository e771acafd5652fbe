; 64-bit integers: additions are pseudo instructions, the rest is done on dwords, low half first.
; RUN: %cmc %s --stop-after=select -o - | %FileCheck %s
; RUN: %genx_eval %s --kernel k --arg surf:64:u8 --arg 8589934591 --print 0:i64:6 | %FileCheck %s --check-prefix=EVAL
; RUN: %cmc %s -o %t.bin
; RUN: %cmrun %t.bin --arg buf:64:iota:ub --arg uq:8589934591 --dump 0:q:6 | %FileCheck %s --check-prefix=SIM
; p + 16; p >> 4; p << 36 (-2^36 mod 2^64); p & 0x100000001; sext of the low half; 1 if p < 2^33 signed.
; EVAL: 8589934607 536870911 -68719476736 4294967297 -1 1
; SIM: 8589934607 536870911 -68719476736 4294967297 -1 1

; CHECK: add64 (1|M0)
; CHECK: asr (1|M0) %{{[^ ]+}}+4<2>:d {{.*}} 0x1F:uw
declare void @llvm.genx.oword.st.v2i64(i32, i32, <2 x i64>)
define dllexport void @k(i32 %s, i64 %p) #0 {
  %a = add i64 %p, 16
  %b = lshr i64 %p, 4
  %c = shl i64 %p, 36
  %d = and i64 %p, 4294967297
  %t = trunc i64 %p to i32
  %e = sext i32 %t to i64
  %q = icmp slt i64 %p, 8589934592
  %f = zext i1 %q to i64
  %ab0 = insertelement <2 x i64> poison, i64 %a, i32 0
  %ab = insertelement <2 x i64> %ab0, i64 %b, i32 1
  %cd0 = insertelement <2 x i64> poison, i64 %c, i32 0
  %cd = insertelement <2 x i64> %cd0, i64 %d, i32 1
  %ef0 = insertelement <2 x i64> poison, i64 %e, i32 0
  %ef = insertelement <2 x i64> %ef0, i64 %f, i32 1
  call void @llvm.genx.oword.st.v2i64(i32 %s, i32 0, <2 x i64> %ab)
  call void @llvm.genx.oword.st.v2i64(i32 %s, i32 1, <2 x i64> %cd)
  call void @llvm.genx.oword.st.v2i64(i32 %s, i32 2, <2 x i64> %ef)
  ret void
}
attributes #0 = { "CMGenxMain" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !2, !2, !3, i32 0, i32 0}
!1 = !{i32 2, i32 0}
!2 = !{i32 0, i32 0}
!3 = !{!"buffer_t", !""}
