// SPDX-License-Identifier: MIT
// sycl::marray: N numbers with arithmetic element by element, for any N.

#ifndef SYCL_DETAIL_MARRAY_HPP
#define SYCL_DETAIL_MARRAY_HPP

#include <sycl/detail/elements.hpp>

#include <cstdint>

namespace sycl {

template <class T, size_t N> class marray : public detail::elements<marray<T, N>, T, N, marray<bool, N>, 1> {
  public:
    using value_type = T;
    using reference = T &;
    using const_reference = const T &;
    using iterator = T *;
    using const_iterator = const T *;

    constexpr marray() = default;
    explicit constexpr marray(const T &x) {
        detail::for_each_index<N>([&](auto i) { e_[i] = x; });
    }
    template <class... X, class = std::enable_if_t<(sizeof...(X) > 1) && detail::parts_of<X...> == N>>
    constexpr marray(const X &...x) {
        detail::put_parts<0>(e_, x...);
    }
    template <size_t M = N, class = std::enable_if_t<M == 1>> constexpr operator T() const {
        return e_[0];
    }
    constexpr marray &operator=(const marray &) = default;
    constexpr marray(const marray &) = default;
    constexpr marray &operator=(const T &x) {
        return *this = marray(x);
    }
    static constexpr size_t size() noexcept {
        return N;
    }
    constexpr T &operator[](size_t i) {
        return e_[i];
    }
    constexpr const T &operator[](size_t i) const {
        return e_[i];
    }
    constexpr T *begin() {
        return e_;
    }
    constexpr const T *begin() const {
        return e_;
    }
    constexpr T *end() {
        return e_ + N;
    }
    constexpr const T *end() const {
        return e_ + N;
    }

  private:
    T e_[N] = {};
};

#define SYCL_MARRAY(name, type)                                                                                        \
    using m##name##2 = marray<type, 2>;                                                                                \
    using m##name##3 = marray<type, 3>;                                                                                \
    using m##name##4 = marray<type, 4>;                                                                                \
    using m##name##8 = marray<type, 8>;                                                                                \
    using m##name##16 = marray<type, 16>;
SYCL_MARRAY(bool, bool)
SYCL_MARRAY(char, int8_t)
SYCL_MARRAY(uchar, uint8_t)
SYCL_MARRAY(short, int16_t)
SYCL_MARRAY(ushort, uint16_t)
SYCL_MARRAY(int, int32_t)
SYCL_MARRAY(uint, uint32_t)
SYCL_MARRAY(long, int64_t)
SYCL_MARRAY(ulong, uint64_t)
SYCL_MARRAY(float, float)
SYCL_MARRAY(double, double)
SYCL_MARRAY(half, half)
#undef SYCL_MARRAY

} // namespace sycl

#endif
