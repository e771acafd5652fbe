// SPDX-License-Identifier: MIT
// Functions that exchange values between the work-items of a group: code that no kernel reaches may name them, and a
// kernel that calls one is an error.

#ifndef SYCL_DETAIL_GROUP_ALGORITHMS_HPP
#define SYCL_DETAIL_GROUP_ALGORITHMS_HPP

#include <sycl/detail/groups.hpp>

namespace sycl {

#define SYCL_NO_ALGORITHM(result, name)                                                                                \
    template <class Group, class T, class... X> SYCL_NO_EXCHANGE(#name) result name(Group, T, X...) {                  \
        __builtin_unreachable();                                                                                       \
    }
SYCL_NO_ALGORITHM(T, group_broadcast)
SYCL_NO_ALGORITHM(T, reduce_over_group)
SYCL_NO_ALGORITHM(T, exclusive_scan_over_group)
SYCL_NO_ALGORITHM(T, inclusive_scan_over_group)
SYCL_NO_ALGORITHM(bool, any_of_group)
SYCL_NO_ALGORITHM(bool, all_of_group)
SYCL_NO_ALGORITHM(bool, none_of_group)
SYCL_NO_ALGORITHM(std::remove_reference_t<decltype(*std::declval<T>())>, joint_reduce)
SYCL_NO_ALGORITHM(T, joint_exclusive_scan)
SYCL_NO_ALGORITHM(T, joint_inclusive_scan)
SYCL_NO_ALGORITHM(bool, joint_any_of)
SYCL_NO_ALGORITHM(bool, joint_all_of)
SYCL_NO_ALGORITHM(bool, joint_none_of)
SYCL_NO_ALGORITHM(T, shift_group_left)
SYCL_NO_ALGORITHM(T, shift_group_right)
SYCL_NO_ALGORITHM(T, permute_group_by_xor)
SYCL_NO_ALGORITHM(T, select_from_group)

namespace ext::oneapi::experimental {
SYCL_NO_ALGORITHM(void, group_load)
SYCL_NO_ALGORITHM(void, group_store)
SYCL_NO_ALGORITHM(void, joint_sort)
SYCL_NO_ALGORITHM(T, sort_over_group)
} // namespace ext::oneapi::experimental
#undef SYCL_NO_ALGORITHM

} // namespace sycl

#endif
