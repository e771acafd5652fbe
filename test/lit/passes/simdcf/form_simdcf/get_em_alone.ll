; A function that reads its execution mask and has no goto: all 32 lanes of the mask are there.
; RUN: %opt -passes='set_genx_attrs,function(expand_simdcf)' -S %s | %FileCheck %s
; CHECK: [[W:%.*]] = select <32 x i1> %p, <32 x i16>
; CHECK: [[M:%.*]] = icmp ne <32 x i16> [[W]], zeroinitializer
; CHECK: zext <32 x i1> [[M]] to <32 x i16>
define <32 x i16> @f(<32 x i16> %v) {
  %p = icmp slt <32 x i16> %v, zeroinitializer
  %e = call <32 x i1> @llvm.genx.simdcf.get.em.v32i1(<32 x i1> %p)
  %r = zext <32 x i1> %e to <32 x i16>
  ret <32 x i16> %r
}
declare <32 x i1> @llvm.genx.simdcf.get.em.v32i1(<32 x i1>)
