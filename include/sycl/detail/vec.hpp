// SPDX-License-Identifier: MIT
// sycl::vec: 1, 2, 3, 4, 8 or 16 numbers, with swizzles. It lies in memory as OpenCL's vectors do: aligned to its size,
// which for three elements is that of four.

#ifndef SYCL_DETAIL_VEC_HPP
#define SYCL_DETAIL_VEC_HPP

#include <sycl/detail/elements.hpp>
#include <sycl/detail/multi_ptr.hpp>

#include <cmath>
#include <cstdint>

namespace sycl {

enum class rounding_mode { automatic, rte, rtz, rtp, rtn };

struct elem {
    static constexpr int x = 0, y = 1, z = 2, w = 3, r = 0, g = 1, b = 2, a = 3;
    static constexpr int s0 = 0, s1 = 1, s2 = 2, s3 = 3, s4 = 4, s5 = 5, s6 = 6, s7 = 7;
    static constexpr int s8 = 8, s9 = 9, sA = 10, sB = 11, sC = 12, sD = 13, sE = 14, sF = 15;
};

namespace detail {

template <size_t Size> struct integer_of_size { using type = int64_t; };
template <> struct integer_of_size<1> { using type = int8_t; };
template <> struct integer_of_size<2> { using type = int16_t; };
template <> struct integer_of_size<4> { using type = int32_t; };

template <class T> constexpr bool is_real = !std::is_integral_v<T>;

// A number of another type. Integers from real numbers round to zero unless a mode says otherwise.
template <class To, rounding_mode Mode, class From> To convert_number(const From &x) {
    using m = rounding_mode;
    if constexpr (is_real<From> && !is_real<To>) {
        using wide = std::conditional_t<std::is_same_v<From, double>, double, float>;
        if constexpr (Mode == m::rte)
            return (To)std::rint((wide)x);
        else if constexpr (Mode == m::rtp)
            return (To)std::ceil((wide)x);
        else if constexpr (Mode == m::rtn)
            return (To)std::floor((wide)x);
        else
            return (To)(wide)x;
    } else {
        static_assert(!is_real<To> || Mode == m::automatic || Mode == m::rte || std::is_same_v<To, From>,
                      "convert: results that are not integers round to nearest even; use automatic or rte");
        return (To)x;
    }
}

// Some elements of a vector, in an order: v.lo(), v.swizzle<1, 0>().
template <class V, int... I> class swizzle {
  public:
    using element_type = typename V::element_type;
    using vector_t = vec<element_type, sizeof...(I)>;
    explicit swizzle(V &v) : v_(v) {}
    vector_t value() const {
        return vector_t(v_[I]...);
    }
    operator vector_t() const {
        return value();
    }
    swizzle &operator=(const vector_t &x) {
        int at = 0;
        ((v_[I] = x[at++]), ...);
        return *this;
    }
    swizzle &operator=(const swizzle &x) {
        return *this = x.value();
    }
    swizzle &operator=(const element_type &x) {
        return *this = vector_t(x);
    }
    template <class X> swizzle &operator+=(const X &x) {
        return *this = vector_t(value() + x);
    }
    template <class X> swizzle &operator-=(const X &x) {
        return *this = vector_t(value() - x);
    }
    template <class X> swizzle &operator*=(const X &x) {
        return *this = vector_t(value() * x);
    }
    template <class X> swizzle &operator/=(const X &x) {
        return *this = vector_t(value() / x);
    }
    decltype(auto) operator[](int i) const {
        constexpr int at[] = {I...};
        return v_[at[i]];
    }
    template <class To, rounding_mode Mode = rounding_mode::automatic> auto convert() const {
        return value().template convert<To, Mode>();
    }
    template <class V2> V2 as() const {
        return value().template as<V2>();
    }

  private:
    V &v_;
};
template <class X> constexpr bool is_swizzle = false;
template <class V, int... I> constexpr bool is_swizzle<swizzle<V, I...>> = true;
template <class X> decltype(auto) unswizzled(const X &x) {
    if constexpr (is_swizzle<X>)
        return x.value();
    else
        return (x);
}
#define SYCL_SWIZZLE_OPERATOR(op)                                                                                      \
    template <class A, class B, class = std::enable_if_t<is_swizzle<A> || is_swizzle<B>>>                              \
    auto operator op(const A &a, const B &b) {                                                                         \
        return unswizzled(a) op unswizzled(b);                                                                         \
    }
SYCL_SWIZZLE_OPERATOR(+)
SYCL_SWIZZLE_OPERATOR(-)
SYCL_SWIZZLE_OPERATOR(*)
SYCL_SWIZZLE_OPERATOR(/)
SYCL_SWIZZLE_OPERATOR(&)
SYCL_SWIZZLE_OPERATOR(|)
SYCL_SWIZZLE_OPERATOR(^)
SYCL_SWIZZLE_OPERATOR(<<)
SYCL_SWIZZLE_OPERATOR(>>)
#undef SYCL_SWIZZLE_OPERATOR

template <class V, int First, int Step, int... I>
auto steps(V &v, std::integer_sequence<int, I...>) -> swizzle<V, (First + Step * I)...> {
    return swizzle<V, (First + Step * I)...>(v);
}

} // namespace detail

template <class T, int N>
class vec : public detail::elements<vec<T, N>, T, N, vec<typename detail::integer_of_size<sizeof(T)>::type, N>, -1> {
    static_assert(N == 1 || N == 2 || N == 3 || N == 4 || N == 8 || N == 16,
                  "a vec has 1, 2, 3, 4, 8 or 16 elements; marray has any number");
    static constexpr int stored = N == 3 ? 4 : N;
    static constexpr int n_half = N == 3 ? 2 : N / 2;
    template <int M> using first = std::make_integer_sequence<int, M>;

  public:
    using element_type = T;
    using value_type = T;

    vec() = default;
    vec(const vec &) = default;
    vec &operator=(const vec &) = default;
    template <int M = N, class = std::enable_if_t<M == 1>> constexpr vec(const T &x) : e_{x} {}
    template <int M = N, class = std::enable_if_t<(M > 1)>, class = void> constexpr explicit vec(const T &x) : e_{} {
        *this = x;
    }
    template <class... X, class = std::enable_if_t<(sizeof...(X) > 1) && detail::parts_of<X...> == N>>
    constexpr vec(const X &...x) : e_{} {
        detail::put_parts<0>(e_, x...);
    }
    template <class V, int... I, class = std::enable_if_t<sizeof...(I) == N>>
    vec(const detail::swizzle<V, I...> &x) : vec(x.value()) {}
    constexpr vec &operator=(const T &x) {
        detail::for_each_index<N>([&](auto i) { e_[i] = x; });
        return *this;
    }
    template <int M = N, class = std::enable_if_t<M == 1>> constexpr operator T() const {
        return e_[0];
    }

    static constexpr size_t size() noexcept {
        return N;
    }
    static constexpr size_t get_count() {
        return N;
    }
    static constexpr size_t byte_size() noexcept {
        return sizeof(vec);
    }
    static constexpr size_t get_size() {
        return sizeof(vec);
    }
    constexpr T &operator[](int i) {
        return e_[i];
    }
    constexpr const T &operator[](int i) const {
        return e_[i];
    }
#define SYCL_ELEMENT(name, i)                                                                                          \
    template <int M = N, class = std::enable_if_t<(i < M)>> constexpr T &name() {                                      \
        return e_[i];                                                                                                  \
    }                                                                                                                  \
    template <int M = N, class = std::enable_if_t<(i < M)>> constexpr const T &name() const {                          \
        return e_[i];                                                                                                  \
    }
#define SYCL_COLOUR(name, colour, number, i) SYCL_ELEMENT(name, i) SYCL_ELEMENT(colour, i) SYCL_ELEMENT(number, i)
    SYCL_COLOUR(x, r, s0, 0)
    SYCL_COLOUR(y, g, s1, 1)
    SYCL_COLOUR(z, b, s2, 2)
    SYCL_COLOUR(w, a, s3, 3)
    SYCL_ELEMENT(s4, 4)
    SYCL_ELEMENT(s5, 5)
    SYCL_ELEMENT(s6, 6)
    SYCL_ELEMENT(s7, 7)
    SYCL_ELEMENT(s8, 8)
    SYCL_ELEMENT(s9, 9)
    SYCL_ELEMENT(sA, 10)
    SYCL_ELEMENT(sB, 11)
    SYCL_ELEMENT(sC, 12)
    SYCL_ELEMENT(sD, 13)
    SYCL_ELEMENT(sE, 14)
    SYCL_ELEMENT(sF, 15)
#undef SYCL_COLOUR
#undef SYCL_ELEMENT

    template <int... I> detail::swizzle<vec, I...> swizzle() {
        return detail::swizzle<vec, I...>(*this);
    }
    template <int... I> vec<T, sizeof...(I)> swizzle() const {
        return vec<T, sizeof...(I)>(e_[I]...);
    }
#define SYCL_PART(name, begin, step)                                                                                   \
    auto name() {                                                                                                      \
        return detail::steps<vec, begin, step>(*this, first<n_half>());                                                \
    }                                                                                                                  \
    auto name() const {                                                                                                \
        return detail::steps<const vec, begin, step>(*this, first<n_half>()).value();                                  \
    }
    SYCL_PART(lo, 0, 1)
    SYCL_PART(hi, n_half, 1)
    SYCL_PART(even, 0, 2)
    SYCL_PART(odd, 1, 2)
#undef SYCL_PART

    template <class To, rounding_mode Mode = rounding_mode::automatic> vec<To, N> convert() const {
        vec<To, N> r;
        detail::for_each_index<N>([&](auto i) { r[i] = detail::convert_number<To, Mode>(e_[i]); });
        return r;
    }
    template <class V> V as() const {
        static_assert(sizeof(V) == sizeof(vec), "as() takes a vector of the same size in bytes");
        return __builtin_bit_cast(V, *this);
    }

    // N elements at element N * i of the memory, without padding.
    template <access::address_space S, access::decorated D> void load(size_t i, multi_ptr<const T, S, D> p) {
        copy_in(p.get_decorated() + i * N);
    }
    template <access::address_space S, access::decorated D> void load(size_t i, multi_ptr<T, S, D> p) {
        copy_in(p.get_decorated() + i * N);
    }
    void load(size_t i, const T *p) {
        copy_in(p + i * N);
    }
    template <access::address_space S, access::decorated D> void store(size_t i, multi_ptr<T, S, D> p) const {
        copy_out(p.get_decorated() + i * N);
    }
    void store(size_t i, T *p) const {
        copy_out(p + i * N);
    }

  private:
    template <class P> void copy_in(P p) {
        detail::for_each_index<N>([&](auto i) { e_[i] = p[i]; });
    }
    template <class P> void copy_out(P p) const {
        detail::for_each_index<N>([&](auto i) { p[i] = e_[i]; });
    }
    alignas(sizeof(T) * stored > 64 ? 64 : sizeof(T) * stored) T e_[stored];
};
template <class T, class... X> vec(T, X...) -> vec<T, 1 + sizeof...(X)>;

#define SYCL_VEC(name, type)                                                                                           \
    using name##2 = vec<type, 2>;                                                                                      \
    using name##3 = vec<type, 3>;                                                                                      \
    using name##4 = vec<type, 4>;                                                                                      \
    using name##8 = vec<type, 8>;                                                                                      \
    using name##16 = vec<type, 16>;
SYCL_VEC(char, int8_t)
SYCL_VEC(schar, int8_t)
SYCL_VEC(uchar, uint8_t)
SYCL_VEC(short, int16_t)
SYCL_VEC(ushort, uint16_t)
SYCL_VEC(int, int32_t)
SYCL_VEC(uint, uint32_t)
SYCL_VEC(long, int64_t)
SYCL_VEC(ulong, uint64_t)
SYCL_VEC(longlong, int64_t)
SYCL_VEC(ulonglong, uint64_t)
SYCL_VEC(float, float)
SYCL_VEC(double, double)
SYCL_VEC(half, half)
#undef SYCL_VEC

} // namespace sycl

#endif
