; A surface chosen at run time, and through a function that is not inlined.
; RUN: for t in skl tgl dg2 pvc bmg; do for o in -O0 -O2; do %cmc -march=$t $o %s -o %t.bin && \
; RUN:   %cmrun %t.bin --check --arg buf:64:iota,5:d --arg buf:64:iota,50:d --arg i32:1 --arg svm:64 --dump 3:d:8 | %FileCheck %s || exit 1; done; done
; CHECK: {{^}}arg 3: 51 52 53 54 5 6 7 8{{$}}
declare i32 @llvm.genx.address.convert.i32.tspirv.BufferSurfaceINTEL_2t(target("spirv.BufferSurfaceINTEL", 2))
declare <4 x i32> @llvm.genx.oword.ld.v4i32(i32, i32, i32)
declare <4 x i32> @llvm.genx.gather.scaled.v4i32.v4i1.v4i32(<4 x i1>, i32, i16, i32, i32, <4 x i32>, <4 x i32>)
define internal spir_func <4 x i32> @f(target("spirv.BufferSurfaceINTEL", 2) %s, i32 %o) noinline {
  %n = call i32 @llvm.genx.address.convert.i32.tspirv.BufferSurfaceINTEL_2t(target("spirv.BufferSurfaceINTEL", 2) %s)
  %r = call <4 x i32> @llvm.genx.gather.scaled.v4i32.v4i1.v4i32(<4 x i1> splat (i1 true), i32 2, i16 0, i32 %n, i32 %o, <4 x i32> <i32 0, i32 4, i32 8, i32 12>, <4 x i32> undef)
  ret <4 x i32> %r
}
define spir_kernel void @k(target("spirv.BufferSurfaceINTEL", 2) %a, target("spirv.BufferSurfaceINTEL", 2) %b, i32 %c, ptr addrspace(1) %out) #0 {
entry:
  %t = icmp eq i32 %c, 1
  br i1 %t, label %one, label %end
one:
  br label %end
end:
  %s = phi target("spirv.BufferSurfaceINTEL", 2) [ %a, %entry ], [ %b, %one ]
  %x = call spir_func <4 x i32> @f(target("spirv.BufferSurfaceINTEL", 2) %s, i32 4)
  %y = call spir_func <4 x i32> @f(target("spirv.BufferSurfaceINTEL", 2) %a, i32 0)
  store <4 x i32> %x, ptr addrspace(1) %out
  %p = getelementptr <4 x i32>, ptr addrspace(1) %out, i64 1
  store <4 x i32> %y, ptr addrspace(1) %p
  ret void
}
attributes #0 = { "VCFunction" }
