// SPDX-License-Identifier: MIT
// Wrong uses of the host side.
// RUN: %errors -fsycl %s
// Comments point at columns.
// clang-format off
#include <sycl/sycl.hpp>

int main() {
    sycl::queue q;
    auto input = sycl::get_kernel_bundle<sycl::bundle_state::input>(q.get_context());
    input.get_kernel(sycl::get_kernel_id<class K>());
//        ^ error: get_kernel takes a bundle in the state executable (0 == 2 is false)
    auto done = sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context());
    sycl::kernel k = done.get_kernel(sycl::get_kernel_id<class K>());
    k.get_info<sycl::info::device::vendor_id>();
//    ^ error: this property of a kernel is not known
    k.get_info<sycl::info::device::vendor_id>(q.get_device());
//    ^ error: this property of a kernel is not known
}
