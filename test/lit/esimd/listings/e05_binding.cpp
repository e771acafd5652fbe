// SPDX-License-Identifier: MIT
// Guide E5: variables bound to registers 10, 15, 64 and 40: one mad without copies in or out, no bank conflict.
// RUN: %cmc -march=bmg -S %s -o - | %listing %s --scope=all
// RUN: %cmc -march=pvc -S %s -o - | %listing %s --scope=all
// RUN: %cmc -march=bmg -S %s -o - | %FileCheck %s
// RUN: %cmc -march=pvc -S %s -o - | %FileCheck %s
// RUN: %cmc -march=pvc --report %s -o %t.bin 2>&1 | %FileCheck %s --check-prefix=BANKS
// CHECK: mad (16|M0) r40.0<1>:f r64.0<{{[18]}};{{[01]}}>:f {{(r15.0<.*r10.0|r10.0<.*r15.0)}}<
// BANKS: {{[ ,]}}0 bank conflicts
// LISTING: mad (16|M0) vd.0<1>:f vc.0<8;1>:f vb.0<8;1>:f va.0<1>:f
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

ESIMD_PRIVATE ESIMD_REGISTER(640) simd<float, 16> va;
ESIMD_PRIVATE ESIMD_REGISTER(960) simd<float, 16> vb;
ESIMD_PRIVATE ESIMD_REGISTER(4096) simd<float, 16> vc;
ESIMD_PRIVATE ESIMD_REGISTER(2560) simd<float, 16> vd;
extern "C" SYCL_ESIMD_KERNEL void k() {
    vd = vc + va * vb;
}
