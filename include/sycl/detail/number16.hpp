// SPDX-License-Identifier: MIT
// The operators of the numbers of 16 bits. Arithmetic of two such numbers, or with an integer, gives such a number;
// with a float or a double it gives that type.

#ifndef SYCL_DETAIL_NUMBER16_HPP
#define SYCL_DETAIL_NUMBER16_HPP

#include <type_traits>

namespace sycl::detail {

// The base of a class D whose native() is the number in the type that D computes in.
template <class D> class number16 {
  public:
#define SYCL_ARITHMETIC(op)                                                                                            \
    friend constexpr D operator op(D a, D b) {                                                                         \
        return D((decltype(a.native()))(a.native() op b.native()));                                                    \
    }                                                                                                                  \
    template <class X, class = std::enable_if_t<std::is_integral_v<X>>> friend constexpr D operator op(D a, X b) {     \
        return a op D(b);                                                                                              \
    }                                                                                                                  \
    template <class X, class = std::enable_if_t<std::is_integral_v<X>>> friend constexpr D operator op(X a, D b) {     \
        return D(a) op b;                                                                                              \
    }                                                                                                                  \
    template <class X, class = std::enable_if_t<std::is_floating_point_v<X>>, class = void>                            \
    friend constexpr X operator op(D a, X b) {                                                                         \
        return (X)a.native() op b;                                                                                     \
    }                                                                                                                  \
    template <class X, class = std::enable_if_t<std::is_floating_point_v<X>>, class = void>                            \
    friend constexpr X operator op(X a, D b) {                                                                         \
        return a op(X) b.native();                                                                                     \
    }                                                                                                                  \
    template <class X> constexpr D &operator op##=(X b) {                                                              \
        return self() = D(self() op b);                                                                                \
    }
    SYCL_ARITHMETIC(+)
    SYCL_ARITHMETIC(-)
    SYCL_ARITHMETIC(*)
    SYCL_ARITHMETIC(/)
#undef SYCL_ARITHMETIC
#define SYCL_COMPARE(op)                                                                                               \
    friend constexpr bool operator op(D a, D b) {                                                                      \
        return a.native() op b.native();                                                                               \
    }                                                                                                                  \
    template <class X, class = std::enable_if_t<std::is_arithmetic_v<X>>>                                              \
    friend constexpr bool operator op(D a, X b) {                                                                      \
        return (double)a.native() op(double) b;                                                                        \
    }                                                                                                                  \
    template <class X, class = std::enable_if_t<std::is_arithmetic_v<X>>>                                              \
    friend constexpr bool operator op(X a, D b) {                                                                      \
        return (double)a op(double) b.native();                                                                        \
    }
    SYCL_COMPARE(<)
    SYCL_COMPARE(<=)
    SYCL_COMPARE(>)
    SYCL_COMPARE(>=)
    SYCL_COMPARE(==)
    SYCL_COMPARE(!=)
#undef SYCL_COMPARE
    constexpr D &operator++() {
        return *this += 1;
    }
    constexpr D &operator--() {
        return *this -= 1;
    }
    constexpr D operator++(int) {
        D old = self();
        ++*this;
        return old;
    }
    constexpr D operator--(int) {
        D old = self();
        --*this;
        return old;
    }

  private:
    constexpr D &self() {
        return static_cast<D &>(*this);
    }
};

} // namespace sycl::detail

#endif
