// SPDX-License-Identifier: MIT
// joint_matrix: code that no kernel reaches may name it; a kernel that calls one of its functions is an error.
// xmx::dpas multiplies matrices in a kernel of ESIMD.

#ifndef SYCL_EXT_ONEAPI_MATRIX_MATRIX_HPP
#define SYCL_EXT_ONEAPI_MATRIX_MATRIX_HPP

#include <sycl/detail/groups.hpp>

#define SYCL_NO_MATRIX(name)                                                                                           \
    SYCL_ERROR_IN_KERNEL(name " is not supported because the work-items of a sub-group do not run at the same time; "  \
                              "use xmx::dpas in an explicit SIMD kernel")

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

template <class Group, class M, class T>
SYCL_NO_MATRIX("joint_matrix_fill")
void joint_matrix_fill(Group, M &, const T &) {}
template <class Group, class M, class P, class... X>
SYCL_NO_MATRIX("joint_matrix_load")
void joint_matrix_load(Group, M &, P, size_t stride, X...) {}
template <class Group, class M, class P>
SYCL_NO_MATRIX("joint_matrix_store")
void joint_matrix_store(Group, const M &, P, size_t stride, layout) {}
template <class Group, class D, class A, class B, class C>
SYCL_NO_MATRIX("joint_matrix_mad")
void joint_matrix_mad(Group, D &, const A &, const B &, const C &) {}
template <class Group, class From, class To>
SYCL_NO_MATRIX("joint_matrix_copy")
void joint_matrix_copy(Group, const From &, To &) {}
template <class Group, class M, class F>
SYCL_NO_MATRIX("joint_matrix_apply")
void joint_matrix_apply(Group, M &, F &&) {}

} // namespace sycl::ext::oneapi::experimental::matrix
#undef SYCL_NO_MATRIX

#endif
