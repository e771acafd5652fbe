// SPDX-License-Identifier: MIT
// joint_matrix: declared, so that code which no kernel reaches may name it. Its functions have no body; a kernel that
// calls one is an error. xmx::dpas multiplies matrices in a kernel of ESIMD.

#ifndef SYCL_EXT_ONEAPI_MATRIX_MATRIX_HPP
#define SYCL_EXT_ONEAPI_MATRIX_MATRIX_HPP

#include <sycl/detail/groups.hpp>

namespace sycl::ext::oneapi::experimental::matrix {

enum class use { a, b, accumulator };
enum class layout { row_major, col_major, ext_intel_packed, dynamic };
namespace precision {
class tf32 {};
} // namespace precision

template <class Group, class T, use Use, size_t Rows = 0, size_t Columns = 0, layout Layout = layout::dynamic>
class joint_matrix {
    float stands_for_registers_ = 0;
};

template <class Group, class M, class T> void joint_matrix_fill(Group, M &, const T &);
template <class Group, class M, class P, class... X> void joint_matrix_load(Group, M &, P, size_t stride, X...);
template <class Group, class M, class P> void joint_matrix_store(Group, const M &, P, size_t stride, layout);
template <class Group, class D, class A, class B, class C>
void joint_matrix_mad(Group, D &, const A &, const B &, const C &);
template <class Group, class From, class To> void joint_matrix_copy(Group, const From &, To &);
template <class Group, class M, class F> void joint_matrix_apply(Group, M &, F &&);

} // namespace sycl::ext::oneapi::experimental::matrix

#endif
