// SPDX-License-Identifier: MIT
// Blocks at constant distances from a captured pointer: the distance is in the message, and no address is computed.
// RUN: %cmc -fsycl-device-only -march=bmg -S %s -o - | %FileCheck %s
// CHECK-NOT: add
// CHECK-DAG: load, ugm, d32x16 transposed, a64 flat offset 64;
// CHECK-DAG: store, ugm, d32x16 transposed, a64 flat offset 64;
// CHECK-DAG: load, ugm, d32x16 transposed, a64 flat offset 192;
// CHECK-DAG: store, ugm, d32x16 transposed, a64 flat offset 192;
// CHECK-NOT: add
// CHECK: end of thread
#include <sycl/sycl.hpp>

#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

int main() {
    sycl::queue q;
    auto *p = sycl::malloc_shared<float>(64, q), *out = sycl::malloc_shared<float>(64, q);
    q.single_task([=]() SYCL_ESIMD_KERNEL {
         for (int i = 0; i < 4; i++) {
             simd<float, 16> v(p + 16 * i);
             v.copy_to(out + 16 * i);
         }
     }).wait();
}
