// SPDX-License-Identifier: MIT
// Files of one program, chosen by PART: kernels in functions that no other file sees.
#include <sycl/sycl.hpp>

#include <sycl/ext/intel/esimd.hpp>

#include <cstdio>

using namespace sycl::ext::intel::esimd;

int one(sycl::queue &q, int *p), one_static(sycl::queue &q, int *p);
int two(sycl::queue &q, int *p), two_static(sycl::queue &q, int *p);

#if PART == 1 || PART == 2
namespace {
int helper(sycl::queue &q, int *p) {
    q.single_task([=]() SYCL_ESIMD_KERNEL { p[0] = 100 * PART; }).wait();
    return p[0];
}
} // namespace
static int helper_static(sycl::queue &q, int *p) {
    q.single_task([=]() SYCL_ESIMD_KERNEL { p[0] = 5 + 2 * PART; }).wait();
    return p[0];
}
#endif

#if PART == 1
int one(sycl::queue &q, int *p) {
    return helper(q, p);
}
int one_static(sycl::queue &q, int *p) {
    return helper_static(q, p);
}
#elif PART == 2
int two(sycl::queue &q, int *p) {
    return helper(q, p);
}
int two_static(sycl::queue &q, int *p) {
    return helper_static(q, p);
}
#elif PART == 3
SYCL_ESIMD_KERNEL inline void twice(simd<int, 16> &v) {
    v *= 2;
}
int main() {
    sycl::queue q;
    int *p = sycl::malloc_shared<int>(16, q);
    q.single_task([=]() SYCL_ESIMD_KERNEL {
         simd<int, 16> v(0, 1);
         twice(v);
         v.copy_to(p);
     }).wait();
    if (p[5] != 10)
        return 1;
    const int r[4] = {one(q, p), two(q, p), one_static(q, p), two_static(q, p)};
    std::printf("%d %d %d %d\n", r[0], r[1], r[2], r[3]);
    sycl::free(p, q);
}
#elif PART == 4
class Same;
void same(sycl::queue &q, int *p) {
    q.single_task<Same>([=]() { p[0] = 1; });
    q.single_task<Same>([=]() { p[1] = 2; });
}
#elif PART == 5
struct arguments {
    float *p;
    bool is_on;
    int more[55];
    bool is_more;
};
void flags(sycl::queue &q, arguments a) {
    q.single_task([=]() SYCL_ESIMD_KERNEL {
        simd<float, 16> v(a.p);
        for (int i = 0; i < a.more[3]; i++) {
            if (a.is_on && a.more[4] > i)
                v += simd<float, 16>(a.p + 16 * i);
            v.copy_to(a.p);
            if (a.is_more && a.more[5] > i)
                v *= simd<float, 16>(a.p + 32 * i);
        }
        v.copy_to(a.p + 64);
    });
}
#endif
