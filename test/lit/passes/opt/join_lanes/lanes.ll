; Lanes of one vector that are widened and scaled one by one become one operation each; what differs stays alone.
; RUN: %opt "-passes=set_genx_attrs,function(join_lanes)" -S %s | %FileCheck %s
declare i8 @llvm.genx.rdregioni.i8.v4i8.i16(<4 x i8>, i32, i32, i32, i16, i32)

; CHECK-LABEL: @scaled(
; CHECK-NEXT: [[Z:%.*]] = zext <4 x i8> %v to <4 x i16>
; CHECK-NEXT: [[M:%.*]] = mul <4 x i16> [[Z]], <i16 4, i16 4, i16 4, i16 4>
; CHECK-NEXT: [[A:%.*]] = call i16 @llvm.genx.rdregioni{{.*}}(<4 x i16> [[M]], i32 0, i32 1, i32 0, i16 0,
; CHECK-NEXT: [[B:%.*]] = call i16 @llvm.genx.rdregioni{{.*}}(<4 x i16> [[M]], i32 0, i32 1, i32 0, i16 2,
; CHECK: %s = add i16 [[A]], [[B]]
define i16 @scaled(<4 x i8> %v) {
  %a = call i8 @llvm.genx.rdregioni.i8.v4i8.i16(<4 x i8> %v, i32 0, i32 1, i32 0, i16 0, i32 undef)
  %az = zext i8 %a to i16
  %am = mul i16 %az, 4
  %b = call i8 @llvm.genx.rdregioni.i8.v4i8.i16(<4 x i8> %v, i32 0, i32 1, i32 0, i16 1, i32 undef)
  %bz = zext i8 %b to i16
  %bm = mul i16 %bz, 4
  %c = call i8 @llvm.genx.rdregioni.i8.v4i8.i16(<4 x i8> %v, i32 0, i32 1, i32 0, i16 2, i32 undef)
  %cz = zext i8 %c to i16
  %cm = mul i16 %cz, 4
  %d = call i8 @llvm.genx.rdregioni.i8.v4i8.i16(<4 x i8> %v, i32 0, i32 1, i32 0, i16 3, i32 undef)
  %dz = zext i8 %d to i16
  %dm = mul i16 %dz, 4
  %s = add i16 %am, %bm
  %t = add i16 %s, %cm
  %u = add i16 %t, %dm
  ret i16 %u
}

; Two lanes, and two that are widened the other way, do not pay.
; CHECK-LABEL: @few(
; CHECK: zext i8
; CHECK: zext i8
; CHECK: sext i8
; CHECK: sext i8
define i16 @few(<4 x i8> %v) {
  %a = call i8 @llvm.genx.rdregioni.i8.v4i8.i16(<4 x i8> %v, i32 0, i32 1, i32 0, i16 0, i32 undef)
  %az = zext i8 %a to i16
  %b = call i8 @llvm.genx.rdregioni.i8.v4i8.i16(<4 x i8> %v, i32 0, i32 1, i32 0, i16 1, i32 undef)
  %bz = zext i8 %b to i16
  %c = call i8 @llvm.genx.rdregioni.i8.v4i8.i16(<4 x i8> %v, i32 0, i32 1, i32 0, i16 2, i32 undef)
  %cz = sext i8 %c to i16
  %d = call i8 @llvm.genx.rdregioni.i8.v4i8.i16(<4 x i8> %v, i32 0, i32 1, i32 0, i16 3, i32 undef)
  %dz = sext i8 %d to i16
  %s = add i16 %az, %bz
  %t = add i16 %s, %cz
  %u = add i16 %t, %dz
  ret i16 %u
}
