; SPIR-V's types of surfaces as arguments: also in variables, through a function, as VCMediaBlockIO, and with !genx.kernels.
; RUN: %opt -passes=import_kernels -S %s | %FileCheck %s --check-prefix=PASS
; RUN: for t in skl tgl dg2 pvc; do for o in -O0 -O2; do %cmc -march=$t $o %s -o %t.bin && \
; RUN:   %cmrun %t.bin -k k --check --arg buf:64:iota,5:d --arg img:16x4:r32:iota,100:d --arg image3d:4x4x1:r32:- --arg svm:64 --dump 3:d:8 | %FileCheck %s || exit 1; done; done
; RUN: %cmrun %t.bin --list | %FileCheck %s --check-prefix=LIST
; RUN: sed -e 's/^; MD//; s/"VCFunction"/"x"/' %s > %t.ll && %cmc -march=pvc %t.ll -o %t.bin
; RUN: %cmrun %t.bin -k k --check --arg buf:64:iota,5:d --arg img:16x4:r32:iota,100:d --arg image3d:4x4x1:r32:- --arg svm:64 --dump 3:d:8 | %FileCheck %s
; RUN: sed -e 's/target("spirv.Image", void, 2, 0, 0, 0, 0, 0, 1) %unused/target("spirv.Sampler") %unused/' %s > %t.ll
; RUN: not %cmc -march=tgl %t.ll -o %t.bin 2>&1 | %FileCheck %s --check-prefix=SAMPLER
; RUN: sed -e 's/void, 2, 0, 0, 0, 0, 0, 1) %unused/void, 3, 0, 0, 0, 0, 0, 1) %unused/' %s > %t.ll
; RUN: not %cmc -march=tgl %t.ll -o %t.bin 2>&1 | %FileCheck %s --check-prefix=CUBE
; SAMPLER: error: kernel 'k': argument 3 is a sampler, which is not supported [CM0940]
; CUBE: error: kernel 'k': argument 3 has a type of images that is not supported, {{.*}} [CM0016]
; PASS: define spir_kernel void @k(i32 %buf, i32 "VCMediaBlockIO" %img, i32 %unused, ptr addrspace(1) %out)
; PASS: alloca i32
; PASS: call spir_func <4 x i32> @first(i32 %{{.*}})
; PASS: !{i32 2, i32 2, i32 2, i32 0}
; PASS: !{!"buffer_t read_only", !"image2d_media_block_t read_write", !"image3d_t write_only", !""}
; LIST: 0: buffer buffer_t read_only buf
; LIST-NEXT: 1: {{.*}}image2d_media_block_t read_write img
; Four numbers of the buffer, and four of the second row of the image.
; CHECK: {{^}}arg 3: 5 6 7 8 116 117 118 119{{$}}
declare i32 @llvm.genx.address.convert.i32.tspirv.BufferSurfaceINTEL_0t(target("spirv.BufferSurfaceINTEL", 0))
declare i32 @llvm.genx.address.convert.i32.tspirv.Image_isVoid_1_0_0_0_0_0_2t(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 2))
declare <4 x i32> @llvm.genx.oword.ld.v4i32(i32, i32, i32)
declare <4 x i32> @llvm.genx.media.ld.v4i32(i32, i32, i32, i32, i32, i32)
define internal spir_func <4 x i32> @first(target("spirv.BufferSurfaceINTEL", 0) %s) {
  %n = call i32 @llvm.genx.address.convert.i32.tspirv.BufferSurfaceINTEL_0t(target("spirv.BufferSurfaceINTEL", 0) %s)
  %r = call <4 x i32> @llvm.genx.oword.ld.v4i32(i32 0, i32 %n, i32 0)
  ret <4 x i32> %r
}
define spir_kernel void @k(target("spirv.BufferSurfaceINTEL", 0) %buf, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 2) "VCMediaBlockIO" %img,
                           target("spirv.Image", void, 2, 0, 0, 0, 0, 0, 1) %unused, ptr addrspace(1) %out) #0 {
  %slot = alloca target("spirv.BufferSurfaceINTEL", 0)
  store target("spirv.BufferSurfaceINTEL", 0) %buf, ptr %slot
  %b = load target("spirv.BufferSurfaceINTEL", 0), ptr %slot
  %x = call spir_func <4 x i32> @first(target("spirv.BufferSurfaceINTEL", 0) %b)
  %i = call i32 @llvm.genx.address.convert.i32.tspirv.Image_isVoid_1_0_0_0_0_0_2t(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 2) %img)
  %y = call <4 x i32> @llvm.genx.media.ld.v4i32(i32 0, i32 %i, i32 0, i32 16, i32 0, i32 1)
  store <4 x i32> %x, ptr addrspace(1) %out
  %p = getelementptr <4 x i32>, ptr addrspace(1) %out, i64 1
  store <4 x i32> %y, ptr addrspace(1) %p
  ret void
}
attributes #0 = { "VCFunction" }
; MD!genx.kernels = !{!0}
; MD!0 = !{ptr @k, !"k", !1, i32 0, i32 0, !2, !3, i32 0, i32 0}
; MD!1 = !{i32 2, i32 2, i32 2}
; MD!2 = !{i32 0}
; MD!3 = !{!"buffer_t read_only", !"image2d_media_block_t read_write", !"image3d_t write_only"}
