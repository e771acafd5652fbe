; Reads of one lane in the forms of several front ends, and lanes that are not adjacent: one operation each.
; RUN: %opt "-passes=set_genx_attrs,function(join_lanes,collapse_regions,adce)" -S %s | %FileCheck %s
declare <1 x i8> @llvm.genx.rdregioni.v1i8.v4i8.i16(<4 x i8>, i32, i32, i32, i16, i32)
declare i8 @llvm.genx.rdregioni.i8.v4i8.i16(<4 x i8>, i32, i32, i32, i16, i32)
declare i16 @llvm.genx.rdregioni.i16.v2i16.i16(<2 x i16>, i32, i32, i32, i16, i32)
declare i16 @llvm.genx.rdregioni.i16.v8i16.i16(<8 x i16>, i32, i32, i32, i16, i32)

; Vectors of one lane.
; CHECK-LABEL: @vectors(
; CHECK-NEXT: [[Z:%.*]] = zext <4 x i8> %v to <4 x i16>
; CHECK-NEXT: [[M:%.*]] = shl <4 x i16> [[Z]], <i16 2, i16 2, i16 2, i16 2>
; CHECK-NOT: zext
; CHECK: ret
define i16 @vectors(<4 x i8> %v) {
  %a = call <1 x i8> @llvm.genx.rdregioni.v1i8.v4i8.i16(<4 x i8> %v, i32 0, i32 1, i32 0, i16 0, i32 undef)
  %as = bitcast <1 x i8> %a to i8
  %az = zext i8 %as to i16
  %am = shl i16 %az, 2
  %b = call <1 x i8> @llvm.genx.rdregioni.v1i8.v4i8.i16(<4 x i8> %v, i32 0, i32 1, i32 0, i16 1, i32 undef)
  %bs = bitcast <1 x i8> %b to i8
  %bz = zext i8 %bs to i16
  %bm = shl i16 %bz, 2
  %c = call <1 x i8> @llvm.genx.rdregioni.v1i8.v4i8.i16(<4 x i8> %v, i32 0, i32 1, i32 0, i16 2, i32 undef)
  %cs = bitcast <1 x i8> %c to i8
  %cz = zext i8 %cs to i16
  %cm = shl i16 %cz, 2
  %d = call <1 x i8> @llvm.genx.rdregioni.v1i8.v4i8.i16(<4 x i8> %v, i32 0, i32 1, i32 0, i16 3, i32 undef)
  %ds = bitcast <1 x i8> %d to i8
  %dz = zext i8 %ds to i16
  %dm = shl i16 %dz, 2
  %s = add i16 %am, %bm
  %t = add i16 %s, %cm
  %u = add i16 %t, %dm
  ret i16 %u
}

; Indices of 32 bits, of which the offset takes the low words.
; CHECK-LABEL: @words(
; CHECK-NEXT: [[Z:%.*]] = zext <4 x i8> %v to <4 x i32>
; CHECK-NEXT: [[W:%.*]] = bitcast <4 x i32> [[Z]] to <8 x i16>
; CHECK-NEXT: [[R:%.*]] = call <4 x i16> @llvm.genx.rdregioni.v4i16.v8i16.i16(<8 x i16> [[W]], i32 8, i32 4, i32 2, i16 0,
; CHECK-NEXT: mul <4 x i16> [[R]], <i16 4, i16 4, i16 4, i16 4>
; CHECK-NOT: mul
; CHECK: ret
define i16 @words(<4 x i8> %v) {
  %a = call i8 @llvm.genx.rdregioni.i8.v4i8.i16(<4 x i8> %v, i32 0, i32 1, i32 0, i16 0, i32 undef)
  %az = zext i8 %a to i32
  %aw = bitcast i32 %az to <2 x i16>
  %al = call i16 @llvm.genx.rdregioni.i16.v2i16.i16(<2 x i16> %aw, i32 0, i32 1, i32 0, i16 0, i32 undef)
  %am = mul i16 %al, 4
  %b = call i8 @llvm.genx.rdregioni.i8.v4i8.i16(<4 x i8> %v, i32 0, i32 1, i32 0, i16 1, i32 undef)
  %bz = zext i8 %b to i32
  %bw = bitcast i32 %bz to <2 x i16>
  %bl = call i16 @llvm.genx.rdregioni.i16.v2i16.i16(<2 x i16> %bw, i32 0, i32 1, i32 0, i16 0, i32 undef)
  %bm = mul i16 %bl, 4
  %c = call i8 @llvm.genx.rdregioni.i8.v4i8.i16(<4 x i8> %v, i32 0, i32 1, i32 0, i16 2, i32 undef)
  %cz = zext i8 %c to i32
  %cw = bitcast i32 %cz to <2 x i16>
  %cl = call i16 @llvm.genx.rdregioni.i16.v2i16.i16(<2 x i16> %cw, i32 0, i32 1, i32 0, i16 0, i32 undef)
  %cm = mul i16 %cl, 4
  %d = call i8 @llvm.genx.rdregioni.i8.v4i8.i16(<4 x i8> %v, i32 0, i32 1, i32 0, i16 3, i32 undef)
  %dz = zext i8 %d to i32
  %dw = bitcast i32 %dz to <2 x i16>
  %dl = call i16 @llvm.genx.rdregioni.i16.v2i16.i16(<2 x i16> %dw, i32 0, i32 1, i32 0, i16 0, i32 undef)
  %dm = mul i16 %dl, 4
  %s = add i16 %am, %bm
  %t = add i16 %s, %cm
  %u = add i16 %t, %dm
  ret i16 %u
}

; Every other lane.
; CHECK-LABEL: @strided(
; CHECK-NEXT: [[R:%.*]] = call <4 x i16> @llvm.genx.rdregioni.v4i16.v8i16.i16(<8 x i16> %v, i32 8, i32 4, i32 2, i16 2,
; CHECK-NEXT: [[M:%.*]] = and <4 x i16> [[R]], <i16 60, i16 60, i16 60, i16 60>
; CHECK-NOT: and
; CHECK: i16 6, i32 undef)
; CHECK: ret
define i16 @strided(<8 x i16> %v) {
  %a = call i16 @llvm.genx.rdregioni.i16.v8i16.i16(<8 x i16> %v, i32 0, i32 1, i32 0, i16 2, i32 undef)
  %am = and i16 %a, 60
  %b = call i16 @llvm.genx.rdregioni.i16.v8i16.i16(<8 x i16> %v, i32 0, i32 1, i32 0, i16 6, i32 undef)
  %bm = and i16 %b, 60
  %c = call i16 @llvm.genx.rdregioni.i16.v8i16.i16(<8 x i16> %v, i32 0, i32 1, i32 0, i16 10, i32 undef)
  %cm = and i16 %c, 60
  %d = call i16 @llvm.genx.rdregioni.i16.v8i16.i16(<8 x i16> %v, i32 0, i32 1, i32 0, i16 14, i32 undef)
  %dm = and i16 %d, 60
  %s = sub i16 %am, %bm
  %t = add i16 %s, %cm
  %u = sub i16 %t, %dm
  ret i16 %u
}

; Bytes that become floats one at a time are converted together; three of them are not.
; CHECK-LABEL: @floats(
; CHECK-NEXT: [[F:%.*]] = sitofp <4 x i8> %v to <4 x float>
; CHECK-NOT: sitofp
; CHECK: uitofp i8
; CHECK: uitofp i8
; CHECK: uitofp i8
; CHECK: ret
define float @floats(<4 x i8> %v) {
  %a = call i8 @llvm.genx.rdregioni.i8.v4i8.i16(<4 x i8> %v, i32 0, i32 1, i32 0, i16 0, i32 undef)
  %af = sitofp i8 %a to float
  %b = call i8 @llvm.genx.rdregioni.i8.v4i8.i16(<4 x i8> %v, i32 0, i32 1, i32 0, i16 1, i32 undef)
  %bf = sitofp i8 %b to float
  %c = call i8 @llvm.genx.rdregioni.i8.v4i8.i16(<4 x i8> %v, i32 0, i32 1, i32 0, i16 2, i32 undef)
  %cf = sitofp i8 %c to float
  %d = call i8 @llvm.genx.rdregioni.i8.v4i8.i16(<4 x i8> %v, i32 0, i32 1, i32 0, i16 3, i32 undef)
  %df = sitofp i8 %d to float
  %x = call i8 @llvm.genx.rdregioni.i8.v4i8.i16(<4 x i8> %v, i32 0, i32 1, i32 0, i16 0, i32 undef)
  %xf = uitofp i8 %x to float
  %y = call i8 @llvm.genx.rdregioni.i8.v4i8.i16(<4 x i8> %v, i32 0, i32 1, i32 0, i16 1, i32 undef)
  %yf = uitofp i8 %y to float
  %z = call i8 @llvm.genx.rdregioni.i8.v4i8.i16(<4 x i8> %v, i32 0, i32 1, i32 0, i16 2, i32 undef)
  %zf = uitofp i8 %z to float
  %s = fsub float %af, %bf
  %t = fsub float %s, %cf
  %u = fsub float %t, %df
  %p = fsub float %u, %xf
  %q = fsub float %p, %yf
  %r = fsub float %q, %zf
  ret float %r
}
