// SPDX-License-Identifier: MIT
// Mistakes, at the user's line: one a kernel, so that none hides another.
// RUN: %cmc -fsycl -DCASE=1 %s -o %t 2>&1 | %FileCheck %s -check-prefix=C1
// RUN: not %cmc -fsycl -fsycl-targets=tgl -DCASE=2 %s -o %t 2>&1 | %FileCheck %s -check-prefix=C2
// RUN: not %cmc -fsycl -fsycl-targets=tgl -DCASE=3 %s -o %t 2>&1 | %FileCheck %s -check-prefix=C3
// RUN: not %cmc -fsycl -fsycl-targets=tgl -DCASE=4 %s -o %t 2>&1 | %FileCheck %s -check-prefix=C4
// RUN: not %cmc -fsycl -fsycl-targets=tgl -DCASE=5 %s -o %t 2>&1 | %FileCheck %s -check-prefix=C5
// RUN: not %cmc -fsycl -fsycl-targets=tgl -DCASE=6 %s -o %t 2>&1 | %FileCheck %s -check-prefix=C6
// RUN: not %cmc -fsycl -fsycl-targets=tgl -DCASE=7 %s -o %t 2>&1 | %FileCheck %s -check-prefix=C7
// RUN: not %cmc -fsycl -fsycl-targets=tgl -DCASE=8 %s -o %t 2>&1 | %FileCheck %s -check-prefix=C8
#include <sycl/sycl.hpp>

#include <sycl/ext/intel/esimd.hpp>

#include <vector>

using namespace sycl;
using namespace sycl::ext::intel::esimd;

int main() {
    queue q;
    float *p = malloc_shared<float>(64, q);
    std::vector<float> host(64);
    q.single_task([=]() SYCL_ESIMD_KERNEL {
        simd<float, 16> v(p);
#if CASE == 1
        // C1: :[[@LINE+1]]:{{.*}}: warning: select<8,1>(9) reaches element 16 of a vector of 16 elements
        v.select<8, 1>(9) = 0;
#elif CASE == 2
        simd<float, 8> w(p);
        // C2: :[[@LINE+1]]:{{.*}}: error: the operands have different numbers of elements; select or replicate
        v = v + w;
#elif CASE == 3
        // C3: :[[@LINE+1]]:{{.*}}: error: this operator takes integers; convert the operands first
        v = v % 3.0f;
#elif CASE == 4
        simd<signed char, 256> a(0);
        simd<signed char, 256> b(0);
        simd<int, 64> c(0);
        // C4: :[[@LINE+1]]:{{.*}}: error: dpas needs dg2, pvc, lnl, bmg or later
        c = xmx::dpas<8, 8, int>(c, b, a);
#elif CASE == 5
        // C5: error: a kernel's captures are copied to the device as bytes; capture pointers and plain values
        p[0] = host[0];
#elif CASE == 6
        // C6: :[[@LINE+1]]:{{.*}}: error: select: size and stride must be at least 1
        v.select<0, 1>(0) = 0;
#elif CASE == 7
        constexpr properties hit{cache_hint_L1<cache_hint::cached>, cache_hint_L2<cache_hint::cached>};
        // C7: :[[@LINE+1]]:{{.*}}: error: a block with cache hints or a predicate needs the load/store cache
        v = block_load<float, 16>(p, hit);
#endif
        v.copy_to(p);
    });
#if CASE == 8
    q.parallel_for(nd_range<1>(8, 8), [=](nd_item<1> it) {
        // C8: :[[@LINE+1]]:{{.*}}: error: reduce_over_group is not supported because the work-items of a sub-group
        p[0] = reduce_over_group(it.get_group(), 1.0f, sycl::plus<>());
    });
#endif
}
