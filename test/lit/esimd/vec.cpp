// SPDX-License-Identifier: MIT
// vec, marray and math of numbers, on the host and in kernels: each result against plain C++.
// RUN: %cmc -fsycl %s -o %t
// RUN: env %host %t
// RUN: %cmc -fsycl -O0 %s -o %t
// RUN: env %host %t
#include <sycl/sycl.hpp>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>

using namespace sycl;

static int failures;

static void check(bool ok, const char *what) {
    if (!ok) {
        failures++;
        std::printf("wrong: %s\n", what);
    }
}

static_assert(sizeof(float3) == 16 && alignof(float3) == 16 && sizeof(half2) == 4 && sizeof(uchar16) == 16);
static_assert(sizeof(marray<int, 5>) == 20 && alignof(marray<int, 5>) == 4 && int4::size() == 4);
static_assert(std::is_trivially_copyable_v<double16> && std::is_trivially_copyable_v<mfloat3>);
static_assert(std::is_same_v<decltype(float4() < float4()), int4> &&
              std::is_same_v<decltype(half2() == half2()), short2>);
static_assert(std::is_same_v<decltype(mint3() < mint3()), mbool3>);

template <class V, class T> static bool same(const V &v, std::initializer_list<T> want) {
    size_t i = 0;
    for (T x : want)
        if (!(v[i++] == x))
            return false;
    return i == V::size();
}

static void parts_of_vectors() {
    float4 v{1, 2, 3, 4};
    const float2 pair(5);
    check(same(pair, {5.f, 5.f}) && same(float4{pair, 7, 8.0}, {5.f, 5.f, 7.f, 8.f}), "constructors");
    v.x() = 9;
    v.w() += 1;
    check(v.r() == 9 && v.s3() == 5 && v[1] == v.y(), "elements");
    v.lo() = pair;
    check(same(v, {5.f, 5.f, 3.f, 5.f}) && same(float2(v.hi()), {3.f, 5.f}), "halves");
    v.swizzle<elem::x, elem::z>() = float2{100, 200};
    check(same(v, {100.f, 5.f, 200.f, 5.f}) && same(v.swizzle<2, 2, 0>().value(), {200.f, 200.f, 100.f}), "swizzles");
    check(same(v.even() + v.odd(), {105.f, 205.f}) && same(v.lo() * 2.0f, {200.f, 10.f}), "sums of swizzles");
    const int3 c{1, 2, 3};
    check(same(c.lo(), {1, 2}) && c.hi()[0] == 3, "three elements");
    float memory[8] = {};
    v.store(1, memory);
    float4 back;
    back.load(1, memory);
    check(memory[3] == 0 && memory[6] == 200 && same(back, {100.f, 5.f, 200.f, 5.f}), "load and store");
}

static void conversions() {
    const vec<unsigned, 1> word{0x01020380u};
    const char4 bytes = word.as<char4>();
    check(same(bytes.convert<int>(), {-128, 3, 2, 1}), "the bytes of a word");
    const unsigned back = bytes.as<vec<unsigned, 1>>();
    check(back == 0x01020380u, "a word of bytes");
    const float4 f{0.5f, 1.5f, -2.5f, 2.4f};
    check(same(f.convert<int>(), {0, 1, -2, 2}), "towards zero");
    check(same(f.convert<int, rounding_mode::rte>(), {0, 2, -2, 2}), "to nearest even");
    check(same(f.convert<int, rounding_mode::rtp>(), {1, 2, -2, 3}), "upwards");
    check(same(f.convert<int, rounding_mode::rtn>(), {0, 1, -3, 2}), "downwards");
    check(same(f.convert<half>(), {half(0.5f), half(1.5f), half(-2.5f), half(2.4f)}), "to half");
}

static void arithmetic() {
    int4 v{1, -2, 3, -4};
    v += int4{10, 20, 30, 40};
    v <<= 1;
    check(same(v, {22, 36, 66, 72}) && same(100 - v, {78, 64, 34, 28}) && same(-v % 7, {-1, -1, -3, -2}), "integers");
    check(same(v > 40, {0, 0, -1, -1}) && same(!int2{0, 5}, {-1, 0}) && same(~int2{0, -1}, {-1, 0}), "comparisons");
    check(same(v++, {22, 36, 66, 72}) && same(--v, {22, 36, 66, 72}), "steps");
    check(same(half2{1, 2} * half(3.f) / half2(2), {half(1.5f), half(3.f)}), "half");
    marray<int, 5> m{1, 2, 3, 4, 5};
    m *= 3;
    check(same(m, {3, 6, 9, 12, 15}) && same(m >= 9, {false, false, true, true, true}), "marray");
    check(same(marray<long, 4>{marray<long, 2>(7), 8, 9}, {7L, 7L, 8L, 9L}), "parts of marray");
    check((int)marray<int, 1>(4) + 1 == 5 && mfloat2()[1] == 0, "small marray");
    int sum = 0;
    for (int x : m)
        sum += x;
    check(sum == 45, "a range of marray");
}

static void numbers() {
    check(same(max(int4{1, 5, 2, 8}, int4(4)), {4, 5, 4, 8}) && same(clamp(int2{-3, 30}, int2(0), int2(9)), {0, 9}),
          "max and clamp");
    check(same(fma(float2{1, 2}, float2(3), float2(4)), {7.f, 10.f}) && same(floor(mfloat2{1.5f, -1.5f}), {1.f, -2.f}),
          "fma and floor");
    const float in[] = {0.5f, -0.5f, 0.49999997f, 2.5f, -7.25f, 8388609.0f, -0.0f};
    for (float x : in)
        check(sycl::round(x) == std::round(x), "round");
    check(sycl::isnan(sycl::nan(5u)) && !sycl::isnan(1.0f) && sycl::isinf(-__builtin_inff()) && sycl::isfinite(3.0f) &&
              !sycl::isfinite(__builtin_nanf("")),
          "kinds of numbers");
    check(pown(3.0f, 4) == 81 && pown(2.0f, -3) == 0.125f && ldexp(3.0f, 5) == 96 && ldexp(1.0f, -149) > 0, "powers");
    for (int a = -128; a < 128; a++)
        for (int b = -128; b < 128; b += 3) {
            const int sum = a + b < -128 ? -128 : a + b > 127 ? 127 : a + b, below = a - b;
            check(add_sat((int8_t)a, (int8_t)b) == sum, "add_sat");
            check(sub_sat((int8_t)a, (int8_t)b) == (below < -128 ? -128 : below > 127 ? 127 : below), "sub_sat");
            check(mul_hi((int8_t)a, (int8_t)b) == (a * b) >> 8, "mul_hi");
        }
    check(sub_sat(3u, 5u) == 0 && add_sat(0xfffffffeu, 5u) == 0xffffffffu && mul_hi(0x80000000u, 6u) == 3, "unsigned");
}

static void in_a_kernel(queue &q) {
    constexpr int n = 20;
    float4 *v = malloc_shared<float4>(n, q);
    marray<int, 3> *m = malloc_shared<marray<int, 3>>(n, q);
    for (int i = 0; i < n; i++) {
        v[i] = float4{i * 0.5f, 1, 2, 3};
        m[i] = mint3{i, 2, 3};
    }
    q.parallel_for(range<1>(n), [=](id<1> i) {
         float4 x = v[i];
         x.y() = sycl::sqrt(x.x());
         x.hi() = half2{x.x(), 2}.convert<float>() * float2(3);
         v[i] = sycl::fma(x, float4(2), float4{0, 0, 0, 1});
         const mint3 most = max(m[i] * 2, mint3(5)) - (int)sycl::round(x.x());
         m[i][0] = most[0];
         m[i][1] = most[1];
         m[i][2] = most[2];
     }).wait();
    for (int i = 0; i < n; i++) {
        const float x = i * 0.5f;
        check(v[i][0] == 2 * x && std::fabs(v[i][1] - 2 * std::sqrt(x)) <= 1e-6f * v[i][1] && v[i][2] == 6 * x &&
                  v[i][3] == 13,
              "vec in a kernel");
        const int rounded = (int)std::round(x);
        check(same(m[i], {std::max(2 * i, 5) - rounded, 5 - rounded, 6 - rounded}), "marray in a kernel");
    }
    sycl::free(v, q);
    sycl::free(m, q);
}

int main() {
    queue q;
    parts_of_vectors();
    conversions();
    arithmetic();
    numbers();
    in_a_kernel(q);
    return failures != 0;
}
