// SPDX-License-Identifier: MIT
// What all ESIMD twins use: places of a thread as the CM kernels name them (0 is the dimension that grows fastest).
#ifndef TWIN_HPP
#define TWIN_HPP

#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;
using sycl::half;

ESIMD_INLINE int group_id(int i) {
    return (int)sycl::detail::hw_group_id<3>(2 - i);
}
ESIMD_INLINE int local_id() {
    return (int)sycl::detail::hw_local_id<3>(2);
}

constexpr float log2_of_e = 1.4426950408889634f;

#endif
