; Registers by number: group ids, r0 (its dword 1 is the group id x), cr0 (the rounding mode is to nearest), the clock. Intel's register
; categories and markers leave values as they are.
; RUN: for t in skl tgl dg2 pvc bmg; do for o in -O0 -O2; do %cmc -march=$t $o %s -o %t.bin && \
; RUN:   %cmrun %t.bin --check -g 3,2,1 --arg svm:192 --dump 0:d:24 | %FileCheck %s || exit 1; done; done
; Each group writes at its number: id x, id y + r0.1, 7 + 1, and whether the clock runs and the rounding mode is 0.
; CHECK: {{^}}arg 0: 0 0 8 0 1 1 8 0 2 2 8 0 0 1 8 0 1 2 8 0 2 3 8 0{{$}}
declare i32 @llvm.genx.read.predef.reg.i32.i32(i32, i32)
declare <8 x i32> @llvm.genx.read.predef.reg.v8i32.v8i32(i32, <8 x i32>)
declare <4 x i32> @llvm.genx.read.predef.reg.v4i32.v4i32(i32, <4 x i32>)
declare i64 @llvm.readcyclecounter()
declare i64 @llvm.genx.read.predef.reg.i64.i64(i32, i64)
declare i32 @llvm.genx.convert.i32(i32)
declare i16 @llvm.genx.convert.addr.i16(i16, i16)
declare i16 @llvm.genx.add.addr.i16.i16(i16, i16)
declare void @llvm.genx.output.1.i32(i32)
declare void @llvm.genx.dummy.mov(i16)
declare void @llvm.genx.yield()
define dllexport spir_kernel void @k(ptr addrspace(1) %out) {
  %x = call i32 @llvm.genx.read.predef.reg.i32.i32(i32 3, i32 undef)
  %y = call i32 @llvm.genx.read.predef.reg.i32.i32(i32 4, i32 undef)
  %r0 = call <8 x i32> @llvm.genx.read.predef.reg.v8i32.v8i32(i32 7, <8 x i32> undef)
  %r01 = extractelement <8 x i32> %r0, i64 1
  %sum = add i32 %y, %r01
  %c = call i16 @llvm.genx.convert.addr.i16(i16 7, i16 0)
  %a = call i16 @llvm.genx.add.addr.i16.i16(i16 %c, i16 1)
  %wide = zext i16 %a to i32
  %eight = call i32 @llvm.genx.convert.i32(i32 %wide)
  %t0 = call i64 @llvm.readcyclecounter()
  %t1 = call i64 @llvm.genx.read.predef.reg.i64.i64(i32 6, i64 undef)
  %back = icmp ult i64 %t1, %t0
  %cr = call <4 x i32> @llvm.genx.read.predef.reg.v4i32.v4i32(i32 14, <4 x i32> undef)
  %cr0 = extractelement <4 x i32> %cr, i64 0
  %mode = and i32 %cr0, 48
  %rounds = icmp ne i32 %mode, 0
  %wrong = or i1 %back, %rounds
  %w = zext i1 %wrong to i32
  call void @llvm.genx.output.1.i32(i32 %w)
  call void @llvm.genx.dummy.mov(i16 %a)
  call void @llvm.genx.yield()
  %v0 = insertelement <4 x i32> undef, i32 %x, i64 0
  %v1 = insertelement <4 x i32> %v0, i32 %sum, i64 1
  %v2 = insertelement <4 x i32> %v1, i32 %eight, i64 2
  %v3 = insertelement <4 x i32> %v2, i32 %w, i64 3
  %row = mul i32 %y, 3
  %n = add i32 %row, %x
  %p = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %n
  store <4 x i32> %v3, ptr addrspace(1) %p, align 16
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0}
!2 = !{!"svmptr_t"}
