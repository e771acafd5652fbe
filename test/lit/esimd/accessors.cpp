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

// The forms of a block at the first byte, with predicates, and of data that is a view. Each writes 16 elements.
constexpr int forms = 15;
static void all_forms(const std::vector<int> &in, std::vector<int> &out) {
    queue q;
    buffer<int, 1> from(in.data(), range<1>(in.size())), to(out.data(), range<1>(out.size()));
    q.submit([&](handler &h) {
        accessor a(from, h, read_only);
        accessor b(to, h, read_write);
        local_accessor<int, 1> shared(range<1>(48), h);
        h.single_task([=]() SYCL_ESIMD_KERNEL {
            const simd_mask<1> yes = a[0] == 1, no = a[0] != 1;
            constexpr properties words{alignment<4>};
            simd<int, 32> v(100, 1);
            simd<int, 16> w(100, 1), keep(7);
            simd<uint32_t, 32> off(0, 4);
            int k = 0;
            auto put = [&](simd<int, 16> x) { block_store(b, 64 * k++, x); };
            put(block_load<int, 16>(a, yes));
            put(block_load<int, 16>(a, no, keep));
            put(block_load<int, 16>(a, yes, keep, words));
            put(block_load<int, 16>(a, 8, no, keep, words));
            put(gather<int>(a, off.select<16, 2>(0)));
            block_store(shared, w);
            put(block_load<int, 16>(shared));
            put(block_load<int, 16>(shared, no, keep));
            block_store(shared, v.select<16, 2>(1), yes);
            block_store(shared, keep, no);
            put(block_load<int, 16>(shared, words));
            scatter(shared, off.select<16, 1>(0), v.select<16, 1>(8));
            put(gather<int>(shared, off.select<16, 1>(0)));
            block_store(b, 64 * k++, v.select<16, 2>(0));
            scatter(b, off.select<16, 1>(0) + 64 * k++, v.select<16, 2>(1));
            slm_block_store(0, v.select<16, 2>(1));
            put(slm_block_load<int, 16>(0));
            slm_scatter(off.select<16, 1>(0), v.select<16, 2>(0));
            put(slm_gather<int>(off.select<16, 1>(0)));
            prefetch<int>(a, 64, properties{cache_hint_L1<cache_hint::cached>, cache_hint_L2<cache_hint::cached>});
            put(w);
            block_store(b, v.select<16, 1>(0), no);
            put(0 - block_load<int, 16>(b));
        });
    });
}

// Element i of form k.
static int form(const std::vector<int> &in, int k, int i) {
    switch (k) {
    case 0:
    case 2:
        return in[i];
    case 1:
    case 3:
    case 6:
        return 7;
    case 4:
        return in[2 * i];
    case 7:
    case 10:
    case 11:
        return 101 + 2 * i;
    case 8:
        return 108 + i;
    case 9:
    case 12:
        return 100 + 2 * i;
    case 14:
        return -in[i];
    default:
        return 100 + i;
    }
}

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
                v += gather<int, 16>(a, off, 1, simd<int, 16>(5)) - gather<int, 16>(a, off); // 1 is the mask
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
    in[0] = 1;
    std::vector<int> results(16 * forms);
    all_forms(in, results);
    for (int i = 0; i < 16 * forms; i++) {
        if (results[i] != form(in, i / 16, i % 16)) {
            std::printf("form %d, element %d: %d\n", i / 16, i % 16, results[i]);
            wrong++;
        }
    }
    std::printf("%d wrong\n", wrong);
    return wrong != 0;
}
