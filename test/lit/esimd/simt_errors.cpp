// SPDX-License-Identifier: MIT
// What work-items that take turns in a thread cannot do: an error at each use, and none where a template that uses it
// has no instance.
// RUN: not %cmc -fsycl -DUSES=1 %s -o %t 2>&1 | %FileCheck %s -check-prefix=USE
// RUN: not %cmc -fsycl -DUSES=2 %s -o %t 2>&1 | %FileCheck %s -check-prefix=MORE
// RUN: not %cmc -fsycl -DSIZES %s -o %t 2>&1 | %FileCheck %s -check-prefix=SIZE
// RUN: not %cmc -fsycl -DWISHES=12 %s -o %t 2>&1 | %FileCheck %s -check-prefix=WISH
// RUN: not %cmc -fsycl -DWISHES=16 %s -o %t 2>&1 | %FileCheck %s -check-prefix=WISH2
// RUN: not %cmc -fsycl -DBARRIERS %s -o %t 2>&1 | %FileCheck %s -check-prefix=BARRIER
// RUN: %cmc -fsycl -Werror -c %s -o %t.o 2>&1 | count 0
// RUN: %cmc -fsycl %t.o -o %t
// RUN: env %host %t
// RUN: %cmc -fsycl -Rpass-analysis=simt %s -o %t 2>&1 | %FileCheck %s -check-prefix=REMARK
#include <sycl/ext/oneapi/experimental/invoke_simd.hpp>
#include <sycl/ext/oneapi/matrix/matrix.hpp>
#include <sycl/sycl.hpp>

using namespace sycl;
namespace oneapi = sycl::ext::oneapi;
namespace experimental = sycl::ext::oneapi::experimental;
namespace matrix = sycl::ext::oneapi::experimental::matrix;

template <class F> void launch(queue &q, F f) {
    q.parallel_for(nd_range<1>(16, 16), f).wait();
}

// Never instantiated.
template <class T> T silent(sub_group s, T x) {
    matrix::joint_matrix<sub_group, T, matrix::use::accumulator, 8, 16> m;
    return reduce_over_group(s, shift_group_left(s, x, 1), plus<T>()) + s.shuffle(x, 0);
}

int main() {
    queue q;
    int *p = malloc_shared<int>(64, q);
#if USES
#define KERNEL(...)                                                                                                    \
    launch(q, [=](nd_item<1> it) {                                                                                     \
        auto s = it.get_sub_group();                                                                                   \
        auto g = it.get_group();                                                                                       \
        int x = p[it.get_global_id(0)];                                                                                \
        (void)s, (void)g, (void)x;                                                                                     \
        __VA_ARGS__;                                                                                                   \
    })
#if USES == 1
    // USE-DAG: :[[@LINE+1]]:{{.*}}: error: group_broadcast is not supported because the work-items of
    KERNEL(group_broadcast(s, x, 0));
    // USE-DAG: :[[@LINE+1]]:{{.*}}: error: reduce_over_group is not supported
    KERNEL(reduce_over_group(g, x, plus<>()));
    // USE-DAG: :[[@LINE+1]]:{{.*}}: error: exclusive_scan_over_group is not supported
    KERNEL(exclusive_scan_over_group(g, x, plus<>()));
    // USE-DAG: :[[@LINE+1]]:{{.*}}: error: inclusive_scan_over_group is not supported
    KERNEL(inclusive_scan_over_group(g, x, plus<>()));
    // USE-DAG: :[[@LINE+1]]:{{.*}}: error: any_of_group is not supported
    KERNEL(any_of_group(s, x > 0));
    // USE-DAG: :[[@LINE+1]]:{{.*}}: error: all_of_group is not supported
    KERNEL(all_of_group(s, x > 0));
    // USE-DAG: :[[@LINE+1]]:{{.*}}: error: none_of_group is not supported
    KERNEL(none_of_group(s, x > 0));
    // USE-DAG: :[[@LINE+1]]:{{.*}}: error: joint_reduce is not supported
    KERNEL(joint_reduce(g, p, p + 16, plus<>()));
    // USE-DAG: :[[@LINE+1]]:{{.*}}: error: joint_exclusive_scan is not supported
    KERNEL(joint_exclusive_scan(g, p, p + 16, p, plus<>()));
    // USE-DAG: :[[@LINE+1]]:{{.*}}: error: joint_inclusive_scan is not supported
    KERNEL(joint_inclusive_scan(g, p, p + 16, p, plus<>()));
    // USE-DAG: :[[@LINE+1]]:{{.*}}: error: joint_any_of is not supported
    KERNEL(joint_any_of(g, p, p + 16, [](int y) { return y > 0; }));
    // USE-DAG: :[[@LINE+1]]:{{.*}}: error: joint_all_of is not supported
    KERNEL(joint_all_of(g, p, p + 16, [](int y) { return y > 0; }));
    // USE-DAG: :[[@LINE+1]]:{{.*}}: error: joint_none_of is not supported
    KERNEL(joint_none_of(g, p, p + 16, [](int y) { return y > 0; }));
    // USE-DAG: :[[@LINE+1]]:{{.*}}: error: shift_group_left is not supported
    KERNEL(shift_group_left(s, x, 1));
    // USE-DAG: :[[@LINE+1]]:{{.*}}: error: shift_group_right is not supported
    KERNEL(shift_group_right(s, x, 1));
    // USE-DAG: :[[@LINE+1]]:{{.*}}: error: permute_group_by_xor is not supported
    KERNEL(permute_group_by_xor(s, x, 1));
    // USE-DAG: :[[@LINE+1]]:{{.*}}: error: select_from_group is not supported
    KERNEL(select_from_group(s, x, 3));
#elif USES == 2
    // MORE-DAG: :[[@LINE+1]]:{{.*}}: error: shuffle is not supported
    KERNEL(s.shuffle(x, 1));
    // MORE-DAG: :[[@LINE+1]]:{{.*}}: error: shuffle_up is not supported
    KERNEL(s.shuffle_up(x, 1));
    // MORE-DAG: :[[@LINE+1]]:{{.*}}: error: shuffle_down is not supported
    KERNEL(s.shuffle_down(x, 1));
    // MORE-DAG: :[[@LINE+1]]:{{.*}}: error: shuffle_xor is not supported
    KERNEL(s.shuffle_xor(x, 1));
    // MORE-DAG: :[[@LINE+1]]:{{.*}}: error: load of a sub-group is not supported
    KERNEL(s.load(p));
    // MORE-DAG: :[[@LINE+1]]:{{.*}}: error: store of a sub-group is not supported
    KERNEL(s.store(p, x));
    // MORE-DAG: :[[@LINE+1]]:{{.*}}: error: group_load is not supported
    KERNEL(experimental::group_load(s, p, x));
    // MORE-DAG: :[[@LINE+1]]:{{.*}}: error: group_store is not supported
    KERNEL(experimental::group_store(s, x, p));
    // MORE-DAG: :[[@LINE+1]]:{{.*}}: error: joint_sort is not supported
    KERNEL(experimental::joint_sort(g, p, p + 16));
    // MORE-DAG: :[[@LINE+1]]:{{.*}}: error: sort_over_group is not supported
    KERNEL(experimental::sort_over_group(g, x));
    // MORE-DAG: :[[@LINE+1]]:{{.*}}: error: joint_matrix_load is not supported
    KERNEL(matrix::joint_matrix_load(s, x, p, 16));
    // MORE-DAG: :[[@LINE+1]]:{{.*}}: error: joint_matrix_store is not supported
    KERNEL(matrix::joint_matrix_store(s, x, p, 16, matrix::layout::row_major));
    // MORE-DAG: :[[@LINE+1]]:{{.*}}: error: joint_matrix_mad is not supported
    KERNEL(matrix::joint_matrix_mad(s, x, x, x, x));
    // MORE-DAG: :[[@LINE+1]]:{{.*}}: error: joint_matrix_fill is not supported
    KERNEL(matrix::joint_matrix_fill(s, x, 0));
    // MORE-DAG: :[[@LINE+1]]:{{.*}}: error: joint_matrix_apply is not supported
    KERNEL(matrix::joint_matrix_apply(s, x, [](int &y) { y++; }));
    // MORE-DAG: :[[@LINE+1]]:{{.*}}: error: joint_matrix_copy is not supported
    KERNEL(matrix::joint_matrix_copy(s, x, x));
    // MORE-DAG: :[[@LINE+1]]:{{.*}}: error: invoke_simd is not supported
    KERNEL(experimental::invoke_simd(
        s, [](experimental::simd<int, 16> v) { return v; }, x));
#endif
#endif
#ifdef SIZES
    // SIZE-DAG: :[[@LINE+1]]:{{.*}}: error: sub-group size 4 is not supported; reqd_sub_group_size takes 8, 16 or 32
    launch(q, [=](nd_item<1> it) [[sycl::reqd_sub_group_size(4)]] { p[it.get_global_id(0)] = 1; });
    // SIZE-DAG: :[[@LINE+1]]:{{.*}}: error: sub-group size 64 is not supported
    q.parallel_for(range<1>(8), [=](id<1> i) [[intel::reqd_sub_group_size(64)]] { p[i] = 1; });
    q.parallel_for(range<1>(8),
                   // SIZE-DAG: :[[@LINE+1]]:{{.*}}: error: the sub-group size of an explicit SIMD kernel is 1, not 16
                   [=](id<1> i) [[intel::sycl_explicit_simd]] [[intel::reqd_sub_group_size(16)]] { p[i] = 1; });
#endif
#ifdef WISHES
#if WISHES == 12
    // WISH-DAG: :[[@LINE+1]]:{{.*}}: error: sub_group_size takes 8, 16 or 32
    q.parallel_for(range<1>(8), experimental::properties{experimental::sub_group_size<12>}, [=](id<1> i) { p[i] = 1; });
#endif
    // WISH2: :[[@LINE+3]]:{{.*}}: error: the sub-group size of an explicit SIMD kernel is 1, not 16
    // WISH2-SAME: ; remove the property sub_group_size
    q.parallel_for(range<1>(8), experimental::properties{experimental::sub_group_size<WISHES>},
                   [=](id<1> i) [[intel::sycl_explicit_simd]] { p[i] = 1; });
#endif
#ifdef BARRIERS
    launch(q, [=](nd_item<1> it) [[sycl::reqd_sub_group_size(16)]] {
        // BARRIER: :[[@LINE+1]]:{{.*}}: error: a barrier of a sub-group is not supported with reqd_sub_group_size
        group_barrier(it.get_sub_group());
        // BARRIER: :[[@LINE+1]]:{{.*}}: error: a barrier of a sub-group is not supported
        it.get_sub_group().barrier();
        // BARRIER: :[[@LINE+1]]:{{.*}}: error: group_ballot is not supported with reqd_sub_group_size
        p[2] = oneapi::group_ballot(it.get_sub_group(), true).any();
        // BARRIER: :[[@LINE+1]]:{{.*}}: error: get_sub_group without an nd_item is not supported with
        p[3] = (int)oneapi::this_work_item::get_sub_group().get_local_linear_id();
        // BARRIER: :[[@LINE+1]]:{{.*}}: error: get_nd_item without an nd_item is not supported with
        p[4] = (int)oneapi::this_work_item::get_nd_item<1>().get_local_linear_id();
        p[it.get_global_id(0)] = 1;
    });
#endif
    // REMARK-DAG: :[[@LINE+1]]:{{.*}}: remark: each thread runs 1 work-item, which is not tuned; use simd operations
    launch(q, [=](nd_item<1> it) {
        group_barrier(it.get_sub_group()); // of one work-item
        p[it.get_global_id(0)] = 1;
    });
    // REMARK-DAG: :[[@LINE+1]]:{{.*}}: remark: each thread runs 16 work-items one after another, which is not tuned
    q.parallel_for(range<1>(64), [=](id<1> i) { p[i] = (int)i; }).wait();
    // REMARK-DAG: :[[@LINE+1]]:{{.*}}: remark: each thread runs 8 work-items
    launch(q, [=](nd_item<1> it) [[sycl::reqd_sub_group_size(8)]] { p[it.get_global_id(0)] += 1; });
    return p[15] != 16 || p[16] != 16;
}
