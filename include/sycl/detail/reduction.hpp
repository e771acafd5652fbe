// SPDX-License-Identifier: MIT
// Reductions of parallel_for, which cmc does not have: where a program makes one, the message says what to do.

#ifndef SYCL_DETAIL_REDUCTION_HPP
#define SYCL_DETAIL_REDUCTION_HPP

namespace sycl {
namespace detail {

template <class> constexpr bool has_reductions = false;
struct refused_reduction {};

} // namespace detail

template <class X, class... More> auto reduction(const X &, const More &...) {
    static_assert(detail::has_reductions<X>, "cmc has no reductions; sum up with sycl::atomic_ref, or in an explicit "
                                             "SIMD kernel with reduce and atomic_update");
    return detail::refused_reduction();
}

} // namespace sycl

#endif
