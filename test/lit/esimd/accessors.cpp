// SPDX-License-Identifier: MIT
// Memory functions on accessors of buffers and of shared local memory.
// RUN: %cmc -fsycl -fsycl-targets=bmg,pvc %s -o %t
// RUN: env CMRT_DEVICE=xesim:bmg %host %t
// RUN: env CMRT_DEVICE=xesim:pvc %host %t
#include <sycl/sycl.hpp>

#include <sycl/ext/intel/esimd.hpp>

#include <cstdio>
#include <vector>

using namespace sycl;
using namespace sycl::ext::intel::esimd;

int main() {
    constexpr int n = 64;
    std::vector<int> in(2 * n), out(n, 1000);
    for (int i = 0; i < 2 * n; i++)
        in[i] = i * 7 % 31 - 9;
    {
        queue q;
        buffer<int, 1> from(in.data(), range<1>(2 * n)), to(out.data(), range<1>(n));
        q.submit([&](handler &h) {
            accessor a(from, h, read_only);
            accessor b(to, h, read_write);
            local_accessor<int, 1> shared(range<1>(80), h);
            h.parallel_for<class Accessors>(nd_range<1>(4, 4), [=](nd_item<1> it) SYCL_ESIMD_KERNEL {
                const uint32_t at = it.get_global_id(0) * 64;
                simd<uint32_t, 16> off(at, 4);
                simd<int, 16> v(a, at);
                v += block_load<int, 16>(a, 256 + at) * 3;
                v += gather<int, 16>(a, off, off > 70u, simd<int, 16>(5));
                block_store<int, 16>(shared, 64 + at, v);
                barrier();
                v = block_load<int, 16>(shared, 64 + (192 - at));
                v += gather<int, 16>(shared, off + 64u);
                atomic_update<atomic_op::add, int, 16>(b, off, v);
                fence<memory_kind::global, fence_flush_op::none, fence_scope::gpu>();
                simd<int, 16> sum;
                sum.copy_from(b, at);
                scatter<int, 16>(b, off, sum + scalar_load<int>(a, 4));
            });
        });
    }
    int wrong = 0;
    auto value = [&](int i) { return in[i] + in[n + i] * 3 + (4 * i > 70 ? in[i] : 5); };
    for (int i = 0; i < n; i++) {
        const int other = (3 - i / 16) * 16 + i % 16;
        wrong += out[i] != 1000 + value(other) + value(i) + in[1];
    }
    std::printf("%d wrong\n", wrong);
    return wrong != 0;
}
