// SPDX-License-Identifier: MIT
// Functions of simd in the ESIMD model: conversions, merges, extremes, reductions, bits.

#ifndef ESIMD_MODEL_FUNCTIONS_HPP
#define ESIMD_MODEL_FUNCTIONS_HPP

#include "operators.hpp"

#include <functional>
#include <limits>

namespace sycl::ext::intel::esimd {

template <class To, class From, int N> simd<To, N> convert(const simd<From, N> &v) {
    return simd<To, N>(v);
}
template <class T, int N> simd<T, N> merge(simd<T, N> a, simd<T, N> b, simd_mask<N> mask) {
    for (int i = 0; i < N; i++)
        a.set(i, mask.get(i) ? a.get(i) : b.get(i));
    return a;
}
template <int N> simd_mask<N> merge(simd_mask<N> a, simd_mask<N> b, simd_mask<N> mask) {
    for (int i = 0; i < N; i++)
        a.set(i, mask.get(i) ? a.get(i) : b.get(i));
    return a;
}

namespace model {

// The representable value of type To that is nearest to x; for floats, x in [0, 1].
template <class To, class From> To saturated(From x) {
    if constexpr (!std::is_integral_v<To>) {
        return cast<To>(x < (From)0 ? (From)0 : x > (From)1 ? (From)1 : x);
    } else {
        const __int128 least = std::numeric_limits<To>::min(), most = std::numeric_limits<To>::max();
        const __int128 value = (__int128)cast<std::conditional_t<std::is_integral_v<From>, From, double>>(x);
        return (To)(value < least ? least : value > most ? most : value);
    }
}
template <class T> T smaller(T a, T b) {
    return b < a ? b : a;
}
template <class T> T larger(T a, T b) {
    return a < b ? b : a;
}

} // namespace model

template <class To, class From, int N> simd<To, N> saturate(simd<From, N> v) {
    simd<To, N> r;
    for (int i = 0; i < N; i++)
        r.set(i, model::saturated<To>(v.get(i)));
    return r;
}
template <class T, int N> simd<T, N> abs(simd<T, N> v) {
    for (int i = 0; i < N; i++)
        if (v.get(i) < (T)0)
            v.set(i, (T)-v.get(i));
    return v;
}

#define MODEL_EXTREME(name, all, better)                                                                               \
    template <class T, int N> simd<T, N> name(simd<T, N> a, simd<T, N> b) {                                            \
        for (int i = 0; i < N; i++)                                                                                    \
            a.set(i, model::better(a.get(i), b.get(i)));                                                               \
        return a;                                                                                                      \
    }                                                                                                                  \
    template <class T, int N, class X, class = std::enable_if_t<model::is_number<X>>>                                  \
    simd<T, N> name(simd<T, N> a, X b) {                                                                               \
        return name(a, simd<T, N>(b));                                                                                 \
    }                                                                                                                  \
    template <class T, int N, class X, class = std::enable_if_t<model::is_number<X>>>                                  \
    simd<T, N> name(X a, simd<T, N> b) {                                                                               \
        return name(simd<T, N>(a), b);                                                                                 \
    }                                                                                                                  \
    template <class T0, class T, int N> T0 all(simd<T, N> v) {                                                         \
        T r = v.get(0);                                                                                                \
        for (int i = 1; i < N; i++)                                                                                    \
            r = model::better(r, v.get(i));                                                                            \
        return model::cast<T0>(r);                                                                                     \
    }
MODEL_EXTREME(min, hmin, smaller)
MODEL_EXTREME(max, hmax, larger)
#undef MODEL_EXTREME

template <class T0, class T, int N, class Op> T0 reduce(simd<T, N> v, Op op) {
    T0 r = model::cast<T0>(v.get(0));
    for (int i = 1; i < N; i++)
        r = (T0)op(r, model::cast<T0>(v.get(i)));
    return r;
}

// The integral value next to a float in the direction of zero, of the lower and of the higher numbers.
#define MODEL_ROUND(name, function)                                                                                    \
    template <class T0, int N> simd<T0, N> name(simd<float, N> v) {                                                    \
        simd<T0, N> r;                                                                                                 \
        for (int i = 0; i < N; i++)                                                                                    \
            r.set(i, model::cast<T0>(function(v.get(i))));                                                             \
        return r;                                                                                                      \
    }
MODEL_ROUND(rndz, std::trunc)
MODEL_ROUND(rndd, std::floor)
MODEL_ROUND(rndu, std::ceil)
MODEL_ROUND(rnde, std::nearbyint)
#undef MODEL_ROUND

template <int N> uint pack_mask(simd_mask<N> mask) {
    uint r = 0;
    for (int i = 0; i < N; i++)
        r |= (uint)(mask.get(i) != 0) << i;
    return r;
}
template <int N> simd_mask<N> unpack_mask(uint bits) {
    simd_mask<N> r;
    for (int i = 0; i < N; i++)
        r.set(i, bits >> i & 1);
    return r;
}
template <class T, int N> uint ballot(simd<T, N> v) {
    return pack_mask(v != 0);
}
template <class T, int N> simd<uint, N> cbit(simd<T, N> v) {
    simd<uint, N> r;
    for (int i = 0; i < N; i++)
        r.set(i, (uint)__builtin_popcountll((std::make_unsigned_t<T>)v.get(i)));
    return r;
}

} // namespace sycl::ext::intel::esimd

#endif
