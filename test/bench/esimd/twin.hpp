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

// CM's block messages promise as much: plain loads and stores promise the alignment of an element.
constexpr overaligned_tag<16> aligned;
constexpr float log2_of_e = 1.4426950408889634f;

#endif
