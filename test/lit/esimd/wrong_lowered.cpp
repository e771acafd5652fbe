// SPDX-License-Identifier: MIT
// Mistakes that show once a kernel is inlined: pairs of cache hints, shared local memory, barriers, regions, functions
// without a body.
// RUN: %errors -fsycl %s
// Comments point at columns.
// clang-format off
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;
namespace ens = sycl::ext::intel::experimental::esimd;

template <class F> void task(F f) {
    sycl::queue().single_task(f);
}
int elsewhere(int);

int main() {
    float *p = nullptr;
    int *q = nullptr;
    task([=]() SYCL_ESIMD_KERNEL {
        constexpr properties load{cache_hint_L1<cache_hint::write_back>, cache_hint_L2<cache_hint::cached>};
        constexpr properties store{cache_hint_L1<cache_hint::cached>, cache_hint_L2<cache_hint::cached>};
        simd<float, 16> v = block_load<float, 16>(p, load);
//                          ^ error: unsupported cache hint: load does not take write_back in L1 and cached in L2; expec
        simd<uint32_t, 16> off(0, 4);
        block_store(p, v, store);
//      ^ error: unsupported cache hint: store does not take cached in L1 and cached in L2; expected one of none/none
        prefetch(p, off, load);
//      ^ error: unsupported cache hint: prefetch does not take write_back in L1 and cached in L2; expected one of no
        atomic_update<atomic_op::fadd, float, 16>(p, off, v, simd_mask<16>(1), store);
//      ^ error: unsupported cache hint: atomic does not take cached in L1 and cached in L2; expected one of none/non
    });
    task([=]() SYCL_ESIMD_KERNEL { slm_block_store<int, 16>(0, simd<int, 16>(q)); });
//                                 ^ error: shared local memory is used here, but the kernel reserves none; call slm_ini
    task([=]() SYCL_ESIMD_KERNEL {
        slm_init<1024>();
        slm_init<2048>();
//      ^ error: slm_init is called twice in one kernel; remove the second call
    });
    task([=]() SYCL_ESIMD_KERNEL { slm_init((uint32_t)q[0]); });
//                                 ^ error: the size of local memory must be a constant here
    task([=]() SYCL_ESIMD_KERNEL { slm_init<10000000>(); });
//                                 ^ error: slm_init(10000000): the size must be 1 to 131072 bytes on bmg
    task([=]() SYCL_ESIMD_KERNEL {
        slm_allocator<10000000> part;
//                              ^ error: slm_allocator<10000000>: bmg has 131072 bytes, of which the kernel uses 0
        q[0] = part.get_offset();
    });
    task([=]() SYCL_ESIMD_KERNEL { named_barrier_init<33>(); });
//                                 ^ error: named_barrier_init(33): the number of barriers must be 1 to 32
    task([=]() SYCL_ESIMD_KERNEL { q[0] = ens::named_barrier_allocate<32>(); });
//                                        ^ error: named_barrier_allocate<32>: a kernel has at most 32 named barriers
    task([=]() SYCL_ESIMD_KERNEL {
        simd<int, 16> n(q);
        n.select<4, 2>(11) = 0;
//        ^ warning: select<4,2>(11) reaches element 17 of a vector of 16 elements [-Wcm-bounds]
        n[16] = 1;
//      ^ error: index 16 is outside a vector of 16 elements
        n.copy_to(q);
    });
    sycl::queue().submit([&](sycl::handler &h) {
        sycl::local_accessor<int, 1> local(16, h);
        h.parallel_for(sycl::nd_range<1>(1, 1), [=](sycl::nd_item<1>) SYCL_ESIMD_KERNEL {
            slm_init<1024>();
//          ^ error: slm_init is used in a kernel that captures a local_accessor, and both are at the first byte of loc
            local[0] = slm_scalar_load<int>(0);
        });
    });
    sycl::queue().submit([&](sycl::handler &h) {
        sycl::local_accessor<int, 1> local(16, h);
        h.parallel_for(sycl::nd_range<1>(1, 1), [=](sycl::nd_item<1>) SYCL_ESIMD_KERNEL {
            slm_allocator<64> part;
//                            ^ error: slm_allocator is used in a kernel that captures a local_accessor, and both are at
            local[0] = slm_scalar_load<int>(part.get_offset());
        });
    });
    task([=]() SYCL_ESIMD_KERNEL { q[0] = elsewhere(q[1]); });
//                                        ^ error: function 'elsewhere' has no body in this file; define it here or in a
}
