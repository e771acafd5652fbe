// SPDX-License-Identifier: MIT
// Objects of classes in shared local memory, pointers to them without a word, and local memory whose size is a
// specialization constant.
// RUN: %cmc -fsycl -fsycl-targets=bmg,tgl %s -o %t 2>&1 | %FileCheck %s
// RUN: env CMRT_DEVICE=xesim:bmg %host %t
// RUN: env CMRT_DEVICE=xesim:tgl %host %t
// RUN: not %cmc -fsycl -fsycl-targets=bmg -Werror=cm-slm-size -c %s -o %t.o 2>&1 | %FileCheck %s -check-prefix=FATAL
// FATAL: error: the size of local memory is not known before the program runs{{.*}} [-Werror,-Wcm-slm-size]
// RUN: %cmc -fsycl -fsycl-targets=bmg -Wno-cm-slm-size -c %s -o %t.o 2>&1 | count 0
// RUN: not %cmc -fsycl -Wcm-slm -c %s -o %t.o 2>&1 | %FileCheck %s -check-prefix=UNKNOWN
// UNKNOWN: error: '-Wcm-slm': unknown warning group 'cm-slm'; groups are cm,
#include <sycl/sycl.hpp>

#include <sycl/ext/intel/esimd.hpp>

#include <cstdio>

using namespace sycl;
using namespace sycl::ext::intel::esimd;

constexpr specialization_id<unsigned> size_id(64);
struct pair {
    float a;
    half b;
    float sum() const {
        return a + (float)b;
    }
};

static int add_first(const int *p, int n) { // does not know where p leads
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += p[i];
    return sum;
}

int main() {
    queue q;
    constexpr int n = 16;
    float *p = malloc_shared<float>(n, q);
    half *o = malloc_shared<half>(n, q);
    int *s = malloc_shared<int>(n, q);
    int failures = 0;
    for (int i = 0; i < n; i++)
        p[i] = (float)i;
    q.submit([&](handler &h) {
         local_accessor<half, 1> l(n, h);
         local_accessor<pair, 2> pairs(range<2>(2, 8), h);
         accessor<int, 1, access::mode::read_write, access::target::local> numbers(n, h);
         h.parallel_for(nd_range<1>(n, n), [=](nd_item<1> it) {
             const int i = (int)it.get_local_id(0);
             l[i] = half(p[i]);
             pairs[i / 8][i % 8] = {p[i] * 2, half(0.5f)};
             numbers[i] = i;
             it.barrier();
             o[i] = l[n - 1 - i] + half(1);
             p[i] = pairs[id<2>(i / 8, 7 - i % 8)].sum();
             s[i] = add_first(numbers.get_multi_ptr<access::decorated::no>().get(), i + 1);
         });
     }).wait();
    for (int i = 0; i < n; i++)
        failures += (float)o[i] != (float)(n - i) || p[i] != (float)(i / 8 * 8 + 7 - i % 8) * 2 + 0.5f ||
                    s[i] != i * (i + 1) / 2;
    q.submit([&](handler &h) {
         local_accessor<int, 1> l(n, h);
         h.parallel_for(nd_range<1>(1, 1), [=](nd_item<1>) SYCL_ESIMD_KERNEL {
             simd<int, n> v(3, 2);
             v.copy_to(l, 0);
             scalar_store<int>(l, 8, 100);
             atomic_update<atomic_op::add, int, 4>(l, simd<uint32_t, 4>(0, 4), simd<int, 4>(1));
             simd<int, n> w(l, 0);
             w[15] = scalar_load<int>(l, 4);
             w.copy_to(s);
         });
     }).wait();
    for (int i = 0; i < n; i++)
        failures += s[i] != (i == 15 ? 6 : i == 2 ? 101 : 3 + 2 * i + (i < 4));
    q.submit([&](handler &h) {
         h.set_specialization_constant<size_id>(4096);
         h.parallel_for(nd_range<1>(n, n), [=](nd_item<1> it, kernel_handler kh) SYCL_ESIMD_KERNEL {
             // CHECK: :[[@LINE+1]]:{{.*}}: warning: the size of local memory is not known before the program runs
             slm_init(kh.get_specialization_constant<size_id>());
             const int i = (int)it.get_local_id(0);
             slm_scalar_store<int>(i * 256, i);
             barrier();
             s[i] = slm_scalar_load<int>((n - 1 - i) * 256);
         });
     }).wait();
    for (int i = 0; i < n; i++)
        failures += s[i] != n - 1 - i;
    // An accessor that the kernel does not use.
    q.submit([&](handler &h) {
         local_accessor<int, 1> unused(n, h);
         h.parallel_for(nd_range<1>(1, 1), [=](nd_item<1>) SYCL_ESIMD_KERNEL { simd<int, n>(5, 1).copy_to(s); });
     }).wait();
    for (int i = 0; i < n; i++)
        failures += s[i] != 5 + i;
    std::puts(failures ? "failed" : "passed");
    return failures != 0;
}
