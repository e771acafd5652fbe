; A goto of 16 channels, and all 32 channels of the execution mask as a value: the words of the masks have 32 lanes then.
; RUN: %opt -passes='set_genx_attrs,function(expand_simdcf)' -S %s -o %t.ll
; RUN: %FileCheck %s --input-file=%t.ll
; RUN: %genx_eval --compare %s %t.ll --kernel whole
; RUN: %genx_eval --compare %s %t.ll --kernel upper
; RUN: %genx_eval --compare %s %t.ll --kernel mixed
; RUN: %genx_eval --compare %s %t.ll --kernel phi
; RUN: %genx_eval --compare %s %t.ll --kernel waiting

; CHECK-NOT: call {{.*}}simdcf
declare { <32 x i1>, <16 x i1>, i1 } @llvm.genx.simdcf.goto.v32i1.v16i1(<32 x i1>, <16 x i1>, <16 x i1>)
declare { <32 x i1>, i1 } @llvm.genx.simdcf.join.v32i1.v16i1(<32 x i1>, <16 x i1>)
declare { <32 x i1>, <8 x i1>, i1 } @llvm.genx.simdcf.goto.v32i1.v8i1(<32 x i1>, <8 x i1>, <8 x i1>)

define <32 x i32> @whole(<32 x i32> %a, <16 x i32> %b) {
  %em = icmp sgt <32 x i32> %a, zeroinitializer
  %c = icmp slt <16 x i32> %b, zeroinitializer
  %g = call { <32 x i1>, <16 x i1>, i1 } @llvm.genx.simdcf.goto.v32i1.v16i1(<32 x i1> %em, <16 x i1> zeroinitializer, <16 x i1> %c)
  %e = extractvalue { <32 x i1>, <16 x i1>, i1 } %g, 0
  %r = extractvalue { <32 x i1>, <16 x i1>, i1 } %g, 1
  %j = call { <32 x i1>, i1 } @llvm.genx.simdcf.join.v32i1.v16i1(<32 x i1> %e, <16 x i1> %r)
  %o = extractvalue { <32 x i1>, i1 } %j, 0
  %x = zext <32 x i1> %e to <32 x i32>
  %y = select <32 x i1> %o, <32 x i32> %a, <32 x i32> %x
  ret <32 x i32> %y
}

; The upper channels alone are no reason for more lanes, unless they may be off.
define <16 x i32> @upper(<32 x i32> %a, <16 x i32> %b) {
  %em = icmp sgt <32 x i32> %a, zeroinitializer
  %c = icmp slt <16 x i32> %b, zeroinitializer
  %g = call { <32 x i1>, <16 x i1>, i1 } @llvm.genx.simdcf.goto.v32i1.v16i1(<32 x i1> %em, <16 x i1> zeroinitializer, <16 x i1> %c)
  %e = extractvalue { <32 x i1>, <16 x i1>, i1 } %g, 0
  %u = shufflevector <32 x i1> %e, <32 x i1> undef, <16 x i32> <i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27>
  %x = select <16 x i1> %u, <16 x i32> %b, <16 x i32> splat (i32 9)
  ret <16 x i32> %x
}

define <8 x i32> @mixed(<8 x i32> %a, <8 x i32> %b) {
  %c = icmp slt <8 x i32> %b, zeroinitializer
  %g = call { <32 x i1>, <8 x i1>, i1 } @llvm.genx.simdcf.goto.v32i1.v8i1(<32 x i1> splat (i1 true), <8 x i1> zeroinitializer, <8 x i1> %c)
  %e = extractvalue { <32 x i1>, <8 x i1>, i1 } %g, 0
  %u = shufflevector <32 x i1> %e, <32 x i1> undef, <8 x i32> <i32 7, i32 3, i32 20, i32 0, i32 5, i32 31, i32 1, i32 2>
  %x = select <8 x i1> %u, <8 x i32> %a, <8 x i32> splat (i32 9)
  ret <8 x i32> %x
}

; This PHI does not reach a goto or join.
define <32 x i32> @phi(<32 x i32> %a, <16 x i32> %b) {
entry:
  %c = icmp slt <16 x i32> %b, zeroinitializer
  %g = call { <32 x i1>, <16 x i1>, i1 } @llvm.genx.simdcf.goto.v32i1.v16i1(<32 x i1> splat (i1 true), <16 x i1> zeroinitializer, <16 x i1> %c)
  %e = extractvalue { <32 x i1>, <16 x i1>, i1 } %g, 0
  %f = extractelement <16 x i32> %b, i32 3
  %t = icmp sgt i32 %f, 0
  br i1 %t, label %other, label %end
other:
  %d = icmp slt <32 x i32> %a, zeroinitializer
  br label %end
end:
  %p = phi <32 x i1> [ %e, %entry ], [ %d, %other ]
  %x = select <32 x i1> %p, <32 x i32> %a, <32 x i32> splat (i32 9)
  ret <32 x i32> %x
}

; Nor does this one of resume masks.
define <16 x i32> @waiting(<32 x i32> %a, <16 x i32> %b) {
entry:
  %c = icmp slt <16 x i32> %b, zeroinitializer
  %g = call { <32 x i1>, <16 x i1>, i1 } @llvm.genx.simdcf.goto.v32i1.v16i1(<32 x i1> splat (i1 true), <16 x i1> zeroinitializer, <16 x i1> %c)
  %r = extractvalue { <32 x i1>, <16 x i1>, i1 } %g, 1
  %f = extractelement <16 x i32> %b, i32 3
  %t = icmp sgt i32 %f, 0
  br i1 %t, label %other, label %end
other:
  br label %end
end:
  %p = phi <16 x i1> [ %r, %entry ], [ %c, %other ]
  %x = select <16 x i1> %p, <16 x i32> %b, <16 x i32> splat (i32 9)
  ret <16 x i32> %x
}
