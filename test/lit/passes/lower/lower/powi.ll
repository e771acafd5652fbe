; powi with an exponent per lane, of 32 or 16 bits, negative ones too; bfloats go through floats, doubles are multiplied.
; RUN: %python -c "import struct; open(r'%t.x', 'wb').write(struct.pack('<4H', 0x4000, 0xc040, 0x3f00, 0x3f80)); open(r'%t.d', 'wb').write(struct.pack('<4d', 2, -3, 0.5, 1))"
; 2 to the -3, -3 to the -1, 0.5 to the 1, 1 to the 3:
; RUN: for t in skl icl tgl dg2 pvc lnl bmg; do for o in -O0 -O2; do %cmc -march=$t $o %s -o %t.bin && %cmrun %t.bin --device $t --check --arg svm:8:file=%t.x --arg svm:16:iota,-3,2:i32 --arg svm:64 --dump 2:u16:4 || exit 1; done; done | %FileCheck %s
; CHECK-COUNT-14: arg 2: 15872 48811 16128 16256
; RUN: sed 's/bfloat/double/g; s/v4bf16/v4f64/g; s/v4i32/v4i16/g; s/<4 x i32>/<4 x i16>/g' %s > %t.ll
; RUN: for t in skl pvc lnl bmg; do for o in -O0 -O2; do %cmc -march=$t $o %t.ll -o %t.bin && %cmrun %t.bin --device $t --check --arg svm:32:file=%t.d --arg svm:16:iota,-3,2:i16 --arg svm:64 --dump 2:f64:4 || exit 1; done; done | %FileCheck %s --check-prefix=DOUBLE
; DOUBLE-COUNT-8: arg 2: 0.125 -0.33333333333333331 0.5 1
; A constant exponent of 16 bits is signed.
; RUN: sed 's/bfloat/half/g; s/v4bf16/v4f16/g; s/v4i32/i16/g; s/<4 x i32> %%e)/i16 -2)/; s/<4 x i32>)/i16)/' %s > %t.ll
; RUN: %cmc -march=tgl %t.ll -o %t.bin && %cmrun %t.bin --check --arg svm:8:iota,1:f16 --arg svm:16 --arg svm:64 --dump 2:f16:4 | %FileCheck %s --check-prefix=HALF
; HALF: arg 2: 1 0.25 0.111{{[0-9]*}} 0.0625
target triple = "spir64-unknown-unknown"
declare <4 x bfloat> @llvm.powi.v4bf16.v4i32(<4 x bfloat>, <4 x i32>)
define dllexport spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %n, ptr addrspace(1) %out) {
  %x = load <4 x bfloat>, ptr addrspace(1) %a
  %e = load <4 x i32>, ptr addrspace(1) %n
  %r = call afn <4 x bfloat> @llvm.powi.v4bf16.v4i32(<4 x bfloat> %x, <4 x i32> %e)
  store <4 x bfloat> %r, ptr addrspace(1) %out
  ret void
}
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t", !"svmptr_t"}
