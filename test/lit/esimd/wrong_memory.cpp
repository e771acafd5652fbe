// SPDX-License-Identifier: MIT
// Wrong uses of memory functions, atomics, fences, 2-D blocks and dpas.
// RUN: %errors -fsycl -ferror-limit=0 %s
// Comments point at columns.
// clang-format off
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;
namespace ens = sycl::ext::intel::experimental::esimd;

template <class F> void task(F f) {
    sycl::queue().single_task(f);
}

int main() {
    float *p = nullptr;
    int *q = nullptr;
    task([=]() SYCL_ESIMD_KERNEL {
        constexpr properties cached{cache_hint_L1<cache_hint::cached>, cache_hint_L2<cache_hint::cached>};
        simd<float, 16> v(p);
        simd<uint32_t, 16> off(0, 4);
        simd<int, 16> n(q);
        v = block_load<float, 5>(p, cached).replicate<4>().select<16, 1>(0);
//          ^ error: a block with cache hints or a predicate has 1, 2, 3, 4, 8, 16, 32 or 64 dwords or qwords
        v = gather<float, 20, 5>(p, off.select<4, 1>(0)).select<16, 1>(0);
//          ^ error: a lane takes 1, 2, 3, 4, 8, 16, 32 or 64 elements
        v = gather<float, 16>(p, off.select<8, 1>(0));
//          ^ error: no matching function for call to 'gather'; the form is gather<T, N, VS>(pointer or accessor, N / VS
        scatter(p, v, v);
//      ^ error: no matching function for call to 'scatter'; the form is scatter<T, N, VS>(pointer or accessor, N / V
        prefetch(p, off, properties{});
//      ^ error: a prefetch needs cache_hint_L1 and cache_hint_L2
        atomic_update<atomic_op::add, float, 16>(p, off, v, simd_mask<16>(1));
//      ^ error: a floating-point atomic needs float data, and an integer atomic integer data
        atomic_update<atomic_op::fadd, int, 16>(q, off, n, simd_mask<16>(1));
//      ^ error: a floating-point atomic needs float data, and an integer atomic integer data
        atomic_update<atomic_op::inc, int, 16>(q, off, n, simd_mask<16>(1));
//      ^ error: wrong number of sources: inc, dec and load take none, cmpxchg and fcmpxchg two, all others one
        atomic_update<atomic_op::cmpxchg, int, 16>(q, off, n, simd_mask<16>(1));
//      ^ error: wrong number of sources: inc, dec and load take none, cmpxchg and fcmpxchg two, all others one
        fence<memory_kind::local, fence_flush_op::evict, fence_scope::gpu>();
//      ^ error: a fence of local memory takes fence_flush_op::none and fence_scope::group
        load_2d<float, 32, 8>(p, 63, 7, 63, 0, 0);
//      ^ error: the rows of all blocks must fit in 64 bytes
        load_2d<float, 8, 40>(p, 63, 7, 63, 0, 0);
//      ^ error: a 2-D block has at most 32 rows
        load_2d<float, 8, 8, 1, true, true>(p, 63, 7, 63, 0, 0);
//      ^ error: a 2-D block cannot be both transposed and transformed
        store_2d<float, 8, 16>(p, 63, 7, 63, 0, 0, simd<float, 128>(0));
//      ^ error: a stored 2-D block has at most 8 rows
        ens::lsc_gather<float, 1, ens::lsc_data_size::u64>(p, off);
//           ^ error: the data size does not match the element type
        ens::lsc_gather<float, 2, ens::lsc_data_size::u8u32>(p, off);
//           ^ error: a lane takes one element of lsc_data_size::u8u32, u16u32 or u16u32h
        gather_rgba<rgba_channel_mask::ABGR>(p, off.select<4, 1>(0));
//      ^ error: a message with channels takes 8, 16 or 32 offsets
        scatter_rgba<rgba_channel_mask::AB>(p, off, simd<float, 32>(0));
//      ^ error: channels are stored from the first one on: R, GR, BGR or ABGR
        xmx::dpas<8, 9, float>(simd<sycl::half, 256>(0), simd<sycl::half, 144>(0));
//           ^ error: dpas: the repeat count must be 1 to 8
        pack_mask(simd_mask<64>(1));
//      ^ error: a packed mask has at most 32 bits
    });
}
