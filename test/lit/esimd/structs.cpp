// SPDX-License-Identifier: MIT
// Objects of 12 bytes in kernels of work-items: copied from memory to memory, through variables and through arrays with
// computed indices.
// RUN: %cmc -fsycl %s -o %t
// RUN: env %host %t
// RUN: %cmc -fsycl -O0 %s -o %t
// RUN: env %host %t
#include <sycl/sycl.hpp>

#include <cstdio>

struct point {
    float x, y, z;
};

constexpr int n = 64;

static bool is(const point &p, float x, float y, float z) {
    return p.x == x && p.y == y && p.z == z;
}

int main() {
    sycl::queue q;
    auto *a = sycl::malloc_shared<point>(n, q), *b = sycl::malloc_shared<point>(n, q),
         *c = sycl::malloc_shared<point>(n, q);
    for (int i = 0; i < n; i++)
        a[i] = {(float)i, 2.0f * i, 3.0f * i};
    q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) { b[i] = a[n - 1 - i]; }).wait();
    q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) {
         point first = b[i];
         first.x += 100;
         point both[2] = {first, b[i]};
         c[i] = both[i & 1];
         both[i % 3 == 0] = a[i];
         c[i].z = both[0].z;
     }).wait();
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        const float k = (float)(n - 1 - i);
        wrong += !is(b[i], k, 2 * k, 3 * k);
        wrong += !is(c[i], i & 1 ? k : k + 100, 2 * k, i % 3 == 0 ? 3 * k : 3.0f * i);
    }
    std::printf("%d wrong\n", wrong);
    return wrong != 0;
}
