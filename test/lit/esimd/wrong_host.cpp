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
    sycl::get_native<sycl::backend::ext_oneapi_level_zero>(k);
//        ^ error: get_native gives the handles of a platform, a device, a context and a queue only
    sycl::get_native<sycl::backend::opencl>(q);
//        ^ error: get_native: the back end here is backend::ext_oneapi_level_zero
    sycl::make_queue<sycl::backend::ext_oneapi_level_zero>(1, q.get_context());
//        ^ error: make_queue: commands here go to the queue that cmc's run-time library makes
    int *p = sycl::malloc_shared<int>(1, q);
    q.parallel_for(sycl::range<1>(4), sycl::reduction(p, sycl::plus<int>()), [=](sycl::id<1>, auto &sum) { sum += 1; });
//                                          ^ error: cmc has no reductions; sum up with sycl::atomic_ref, or in an explicit SIMD
    sycl::ext::oneapi::experimental::device_global<int> counter;
//                                                      ^ error: cmc has no device_global; pass a pointer of malloc_device or
    sycl::make_context<sycl::backend::ext_oneapi_level_zero>(1);
//        ^ error: make_context: SYCL objects here live in the one context
}
