// SPDX-License-Identifier: MIT
// Plain memory accesses of whole vectors, and the flags with which a program promises an alignment.

#ifndef SYCL_EXT_INTEL_ESIMD_DETAIL_POINTERS_HPP
#define SYCL_EXT_INTEL_ESIMD_DETAIL_POINTERS_HPP

#include <sycl/ext/intel/esimd/detail/element.hpp>

namespace sycl::ext::intel::esimd {

struct element_aligned_tag {
    template <class T, int N> static constexpr unsigned alignment = alignof(T);
    using is_flags = void;
};
struct vector_aligned_tag {
    template <class T, int N> static constexpr unsigned alignment = alignof(detail::raw<T, N>);
    using is_flags = void;
};
template <unsigned N> struct overaligned_tag {
    static_assert(N > 0 && (N & (N - 1)) == 0, "an alignment must be a power of two");
    template <class T, int Len> static constexpr unsigned alignment = N;
    using is_flags = void;
};
inline constexpr element_aligned_tag element_aligned = {};
inline constexpr vector_aligned_tag vector_aligned = {};
template <unsigned N> inline constexpr overaligned_tag<N> overaligned = {};
inline constexpr overaligned_tag<16> dqword_element_aligned = {};

namespace detail {

// The word for pointers to shared local memory.
#define ESIMD_LOCAL __attribute__((opencl_local))

template <class F> using if_flags = typename F::is_flags;

using address = unsigned long; // in the form that messages take

// A vector in memory at a multiple of Align bytes.
template <class T, int N, unsigned Align> struct in_memory {
    typedef stored<T> type __attribute__((ext_vector_type(N), aligned(Align))); // an alias would lose the alignment
};
template <class T, int N, unsigned Align> ESIMD_API raw<T, N> load_raw(const void *p) {
    return *(const typename in_memory<T, N, Align>::type *)p;
}
template <class T, int N, unsigned Align> ESIMD_API void store_raw(void *p, raw<T, N> v) {
    *(typename in_memory<T, N, Align>::type *)p = v;
}
// The same in shared local memory, at an offset of off_b bytes.
template <class T, int N, unsigned Align> ESIMD_API raw<T, N> load_local(unsigned off_b) {
    using M = ESIMD_LOCAL typename in_memory<T, N, Align>::type;
    return *(const M *)(address)off_b;
}
template <class T, int N, unsigned Align> ESIMD_API void store_local(unsigned off_b, raw<T, N> v) {
    using M = ESIMD_LOCAL typename in_memory<T, N, Align>::type;
    *(M *)(address)off_b = v;
}

} // namespace detail
} // namespace sycl::ext::intel::esimd

#endif
