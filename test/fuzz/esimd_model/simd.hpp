// SPDX-License-Identifier: MIT
// simd, simd_mask and simd_view of the ESIMD model. A view is a list of the places of its bytes.

#ifndef ESIMD_MODEL_SIMD_HPP
#define ESIMD_MODEL_SIMD_HPP

#include "element.hpp"

#include <cstring>
#include <initializer_list>

namespace sycl::ext::intel::esimd {

struct element_aligned_tag {};
struct vector_aligned_tag {};
template <unsigned N> struct overaligned_tag {};
inline constexpr element_aligned_tag element_aligned = {};
inline constexpr vector_aligned_tag vector_aligned = {};
template <unsigned N> inline constexpr overaligned_tag<N> overaligned = {};

namespace model {

template <class T, int Rows, int Columns, bool Is2d> struct shape {
    using element = T;
    static constexpr int rows = Rows, columns = Columns;
    static constexpr bool is_2d = Is2d;
};

// What simd and simd_view have in common. D has get(i) and set(i, value).
template <class D, class T, int N> class common {
  public:
    using element_type = T;
    static constexpr int length = N;

    simd<T, N> read() const {
        simd<T, N> r;
        for (int i = 0; i < N; i++)
            r.set(i, self().get(i));
        return r;
    }
    // All elements of x are read before the first is written.
    template <class X> void assign(const X &x) {
        T values[N];
        for (int i = 0; i < N; i++)
            values[i] = cast<T>(element_at(x, i));
        for (int i = 0; i < N; i++)
            self().set(i, values[i]);
    }

    template <int Rep, int VS, int W, int HS> simd<T, Rep * W> replicate_vs_w_hs(int at) const {
        simd<T, Rep * W> r;
        for (int i = 0; i < Rep; i++)
            for (int j = 0; j < W; j++)
                r.set(i * W + j, self().get(at + i * VS + j * HS));
        return r;
    }
    template <int Rep, int VS, int W> simd<T, Rep * W> replicate_vs_w(int at) const {
        return replicate_vs_w_hs<Rep, VS, W, 1>(at);
    }
    template <int Rep, int W> simd<T, Rep * W> replicate_w(int at) const {
        return replicate_vs_w_hs<Rep, 0, W, 1>(at);
    }
    template <int Rep> simd<T, Rep * N> replicate() const {
        return replicate_w<Rep, N>(0);
    }
    template <int Size> simd<T, Size> iselect(const simd<ushort, Size> &index) const {
        simd<T, Size> r;
        for (int i = 0; i < Size; i++)
            r.set(i, self().get(index.get(i)));
        return r;
    }

    template <class X> void merge(const X &x, const simd_mask<N> &mask) {
        merge(x, read(), mask);
    }
    template <class A, class B> void merge(const A &a, const B &b, const simd_mask<N> &mask) {
        T values[N];
        for (int i = 0; i < N; i++)
            values[i] = mask.get(i) ? cast<T>(element_at(a, i)) : cast<T>(element_at(b, i));
        for (int i = 0; i < N; i++)
            self().set(i, values[i]);
    }
    ushort any() const {
        for (int i = 0; i < N; i++)
            if (self().get(i))
                return 1;
        return 0;
    }
    ushort all() const {
        for (int i = 0; i < N; i++)
            if (!self().get(i))
                return 0;
        return 1;
    }
    template <class F = element_aligned_tag> void copy_from(const T *p, F = {}) {
        for (int i = 0; i < N; i++)
            self().set(i, p[i]);
    }
    template <class F = element_aligned_tag> void copy_to(T *p, F = {}) const {
        for (int i = 0; i < N; i++)
            p[i] = self().get(i);
    }

#define MODEL_ASSIGN(op)                                                                                               \
    template <class X, class = std::enable_if_t<fits<X, N>>> D &operator op##=(const X &x) {                           \
        assign(self() op x);                                                                                           \
        return self();                                                                                                 \
    }
    MODEL_ASSIGN(+)
    MODEL_ASSIGN(-)
    MODEL_ASSIGN(*)
    MODEL_ASSIGN(/)
    MODEL_ASSIGN(%)
    MODEL_ASSIGN(&)
    MODEL_ASSIGN(|)
    MODEL_ASSIGN(^)
    MODEL_ASSIGN(<<)
    MODEL_ASSIGN(>>)
#undef MODEL_ASSIGN
    D &operator++() {
        return *this += 1;
    }
    D &operator--() {
        return *this -= 1;
    }
    simd<T, N> operator++(int) {
        simd<T, N> old = read();
        *this += 1;
        return old;
    }
    simd<T, N> operator--(int) {
        simd<T, N> old = read();
        *this -= 1;
        return old;
    }

  private:
    D &self() {
        return static_cast<D &>(*this);
    }
    const D &self() const {
        return static_cast<const D &>(*this);
    }
};

} // namespace model

template <class Base, class Shape>
class simd_view : public model::common<simd_view<Base, Shape>, typename Shape::element, Shape::rows * Shape::columns> {
  public:
    using T = typename Shape::element;
    static constexpr int N = Shape::rows * Shape::columns, elem_b = (int)sizeof(T);

    simd_view(Base &base) : simd_view((unsigned char *)base.values()) {}
    explicit simd_view(unsigned char *first) {
        for (int i = 0; i < N * elem_b; i++)
            byte_[i] = first + i;
    }
    simd_view() = default;
    simd_view(const simd_view &) = default;
    simd_view &operator=(const simd_view &x) {
        this->assign(x);
        return *this;
    }
    template <class X, class = std::enable_if_t<model::fits<X, N>>> simd_view &operator=(const X &x) {
        this->assign(x);
        return *this;
    }
    operator T() const {
        static_assert(N == 1, "a view of several elements is not a number");
        return get(0);
    }

    T get(int i) const {
        unsigned char bytes[elem_b];
        for (int k = 0; k < elem_b; k++)
            bytes[k] = *byte_[i * elem_b + k];
        T r;
        std::memcpy(&r, bytes, elem_b);
        return r;
    }
    void set(int i, T x) {
        unsigned char bytes[elem_b];
        std::memcpy(bytes, &x, elem_b);
        for (int k = 0; k < elem_b; k++)
            *byte_[i * elem_b + k] = bytes[k];
    }

    template <class U> auto bit_cast_view() const {
        constexpr int n = N * elem_b / (int)sizeof(U);
        static_assert(n * (int)sizeof(U) == N * elem_b, "bit_cast_view: other number of bytes");
        return reshaped<model::shape<U, 1, n, false>>();
    }
    template <class U, int H, int W> auto bit_cast_view() const {
        static_assert(H * W * (int)sizeof(U) == N * elem_b, "bit_cast_view: other number of bytes");
        return reshaped<model::shape<U, H, W, true>>();
    }
    template <int Size, int Stride> auto select(int at = 0) const {
        static_assert(!Shape::is_2d, "1-D select of a 2-D view");
        simd_view<Base, model::shape<T, 1, Size, false>> r;
        for (int i = 0; i < Size; i++)
            take(r, i, at + i * Stride);
        return r;
    }
    template <int SizeY, int StrideY, int SizeX, int StrideX> auto select(int y = 0, int x = 0) const {
        static_assert(Shape::is_2d, "2-D select of a 1-D view");
        simd_view<Base, model::shape<T, SizeY, SizeX, true>> r;
        for (int i = 0; i < SizeY; i++)
            for (int j = 0; j < SizeX; j++)
                take(r, i * SizeX + j, (y + i * StrideY) * Shape::columns + x + j * StrideX);
        return r;
    }
    auto row(int i) const {
        return select<1, 1, Shape::columns, 1>(i, 0).template bit_cast_view<T>();
    }
    auto column(int i) const {
        return select<Shape::rows, 1, 1, 1>(0, i);
    }
    auto operator[](int i) const {
        return select<1, 1>(i);
    }

    unsigned char *byte_[N * elem_b];

  private:
    template <class S> simd_view<Base, S> reshaped() const {
        simd_view<Base, S> r;
        for (int i = 0; i < N * elem_b; i++)
            r.byte_[i] = byte_[i];
        return r;
    }
    // Element i of r is element `from` of this view.
    template <class View> void take(View &r, int i, int from) const {
        if (from < 0 || from >= N)
            __builtin_trap();
        for (int k = 0; k < elem_b; k++)
            r.byte_[i * elem_b + k] = byte_[from * elem_b + k];
    }
};

template <class T, int N> class simd : public model::common<simd<T, N>, T, N> {
  public:
    simd() = default;
    simd(const simd &) = default;
    simd &operator=(const simd &) = default;
    template <class X, class = std::enable_if_t<model::fits<X, N>>> simd(const X &x) {
        this->assign(x);
    }
    simd(T base, T step) {
        for (int i = 0; i < N; i++)
            v_[i] = (T)(base + (T)i * step);
    }
    simd(const T (&&list)[N]) {
        for (int i = 0; i < N; i++)
            v_[i] = list[i];
    }
    template <class F = element_aligned_tag> explicit simd(const T *p, F = {}) {
        this->copy_from(p);
    }
    template <class X, class = std::enable_if_t<model::fits<X, N>>> simd &operator=(const X &x) {
        this->assign(x);
        return *this;
    }
    operator T() const {
        static_assert(N == 1, "a simd of several elements is not a number");
        return v_[0];
    }
    T get(int i) const {
        if (i < 0 || i >= N)
            __builtin_trap();
        return v_[i];
    }
    void set(int i, T x) {
        v_[i] = x;
    }
    T *values() {
        return v_;
    }
    T operator[](int i) const {
        return get(i);
    }
    auto operator[](int i) {
        return whole()[i];
    }
    template <class U> auto bit_cast_view() & {
        return whole().template bit_cast_view<U>();
    }
    template <class U, int H, int W> auto bit_cast_view() & {
        return whole().template bit_cast_view<U, H, W>();
    }
    template <int Size, int Stride> auto select(int at = 0) & {
        return whole().template select<Size, Stride>(at);
    }
    // Of a temporary object: the elements themselves.
    template <int Size, int Stride> simd<T, Size> select(int at = 0) && {
        return whole().template select<Size, Stride>(at);
    }
    void iupdate(ushort i, T x) {
        v_[i] = x;
    }
    template <int Size>
    void iupdate(const simd<ushort, Size> &index, const simd<T, Size> &x, const simd_mask<Size> &mask) {
        for (int i = 0; i < Size; i++)
            if (mask.get(i))
                v_[index.get(i)] = x.get(i);
    }

  private:
    auto whole() {
        return simd_view<simd, model::shape<T, 1, N, false>>(*this);
    }
    T v_[N];
};

template <int N> class simd_mask {
  public:
    static constexpr int length = N;
    simd_mask() = default;
    template <class X, class = std::enable_if_t<std::is_arithmetic_v<X>>> simd_mask(X x) {
        for (int i = 0; i < N; i++)
            v_[i] = x != 0;
    }
    simd_mask(const ushort (&&list)[N]) {
        for (int i = 0; i < N; i++)
            v_[i] = list[i] != 0;
    }
    simd_mask(const simd<ushort, N> &x) {
        for (int i = 0; i < N; i++)
            v_[i] = x.get(i) != 0;
    }
    ushort get(int i) const {
        return v_[i];
    }
    void set(int i, bool x) {
        v_[i] = x;
    }
    ushort operator[](int i) const {
        return v_[i];
    }
    template <int Size, int Stride> simd_mask<Size> select(int at = 0) const {
        simd_mask<Size> r;
        for (int i = 0; i < Size; i++)
            r.set(i, v_[at + i * Stride]);
        return r;
    }
    void merge(const simd_mask &x, const simd_mask &mask) {
        for (int i = 0; i < N; i++)
            if (mask.v_[i])
                v_[i] = x.v_[i];
    }
    ushort any() const {
        for (int i = 0; i < N; i++)
            if (v_[i])
                return 1;
        return 0;
    }
    ushort all() const {
        for (int i = 0; i < N; i++)
            if (!v_[i])
                return 0;
        return 1;
    }
    simd_mask operator!() const {
        simd_mask r;
        for (int i = 0; i < N; i++)
            r.v_[i] = !v_[i];
        return r;
    }
#define MODEL_MASKS(op, truth)                                                                                         \
    friend simd_mask operator op(const simd_mask &a, const simd_mask &b) {                                             \
        simd_mask r;                                                                                                   \
        for (int i = 0; i < N; i++) {                                                                                  \
            const bool x = a.v_[i], y = b.v_[i];                                                                       \
            r.v_[i] = truth;                                                                                           \
        }                                                                                                              \
        return r;                                                                                                      \
    }
    MODEL_MASKS(&, x &&y)
    MODEL_MASKS(|, x || y)
    MODEL_MASKS(^, x != y)
    MODEL_MASKS(&&, x &&y)
    MODEL_MASKS(||, x || y)
    MODEL_MASKS(==, x == y)
    MODEL_MASKS(!=, x != y)
#undef MODEL_MASKS
    simd_mask &operator&=(const simd_mask &x) {
        return *this = *this & x;
    }
    simd_mask &operator|=(const simd_mask &x) {
        return *this = *this | x;
    }
    simd_mask &operator^=(const simd_mask &x) {
        return *this = *this ^ x;
    }

  private:
    ushort v_[N];
};

} // namespace sycl::ext::intel::esimd

#endif
