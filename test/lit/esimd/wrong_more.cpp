// SPDX-License-Identifier: MIT
// More wrong uses: integers, sums, views with gaps, products of matrices, properties, index spaces.
// RUN: %errors -fsycl %s
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
        simd<float, 16> v(p);
        simd<uint32_t, 16> off(0, 4);
        simd<int, 16> n(q);
        simd<short, 16> s(0);
        gather_rgba<rgba_channel_mask::R>((short *)q, off);
//      ^ error: a channel has 32 bits (2 == 4 is false)
        v.column(0) = 0;
//        ^ error: column takes a 2-D view
        v.select<4, 3>(0).bit_cast_view<char>() = 0;
//                        ^ error: this view of a selection with gaps has no regular layout; copy the selection to a sim
        load_2d<float, 20, 32, 1, true>(p, 63, 7, 63, 0, 0);
//      ^ error: the 2-D block is larger than 2048 bytes (2560 <= 2048 is false)
        ens::config_2d_mem_access<float, 8, 8, 2> payload(p, 63, 7, 63, 0, 0);
        ens::lsc_store_2d(payload, simd<float, 128>(0));
//           ^ error: only one 2-D block can be stored at once
        xmx::dpas<4, 8, float>(simd<sycl::half, 256>(0), simd<sycl::half, 128>(0));
//           ^ error: dpas: the systolic depth must be 8
        xmx::dpas<8, 8, float>(simd<sycl::half, 256>(0), simd<sycl::half, 64>(0));
//           ^ error: dpas: A must hold repeat count * depth * (operations a channel) numbers (1024 == 2048 is false)
        xmx::dpasw<8, 8, float>(simd<float, 128>(0), simd<sycl::half, 256>(0), simd<sycl::half, 64>(0));
//           ^ error: dpasw exists on dg2 only; use dpas
        atomic_update<atomic_op::predec, int, 16>(q, off, simd_mask<16>(1));
//      ^ error: atomic_op::predec does not exist on this target; use atomic_op::dec (-1 >= 0 is false)
    });
    properties wrong{1};
//             ^ error: a property list holds properties only
    properties none{};
    none.get_property<alignment_key>();
//       ^ error: the list has no such property
    sycl::range<4> four;
//                 ^ error: an index space has one to three dimensions
    sycl::vec<int, 4>(1).as<sycl::vec<int, 2>>();
//                       ^ error: as() takes a vector of the same size in bytes (8 == 16 is false)
}
