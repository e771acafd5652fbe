// SPDX-License-Identifier: MIT
// simd, simd_mask and views of a simd.
//
//   simd<float, 16> v(0, 1);                     0, 1, 2 ...
//   v.select<8, 2>(1) += 1.0f;                   the odd elements
//   auto m = v.bit_cast_view<float, 4, 4>();     a view as 4 rows of 4
//   v.merge(w, v > 3.0f);                        elements of w where the mask is set
//
// A simd owns its elements. A view refers to a region of a simd, and an assignment to it writes the simd.

#ifndef SYCL_EXT_INTEL_ESIMD_SIMD_HPP
#define SYCL_EXT_INTEL_ESIMD_SIMD_HPP

#include <sycl/ext/intel/esimd/detail/operators.hpp>
#include <sycl/ext/intel/esimd/detail/pointers.hpp>

namespace sycl::ext::intel::esimd {
namespace detail {

// The view type of a selection Top from an object of class D.
template <class D, class Top> struct nested { using type = simd_view<D, Top>; };
template <class Base, class Region, class Top> struct nested<simd_view<Base, Region>, Top> {
    using type = simd_view<Base, std::pair<Top, Region>>;
};

// Objects of N elements whose truth makes a mask.
template <class X, int N> using if_truth = std::enable_if_t<is_object<X> && !is_mask<X> && length_of<X> == N>;
template <class X> constexpr bool is_word = std::is_same_v<elem_t<X>, unsigned short>;

// A mask for N elements.
template <int N, class M> ESIMD_API raw<unsigned short, N> mask_bits(const M &mask) {
    return simd_mask<N>(mask).data();
}

// An object of one element converts to that element.
template <class D, class T, int N> class converts {};
template <class D, class T> class converts<D, T, 1> {
  public:
    ESIMD_API operator T() const {
        return number_of<T>(static_cast<const D &>(*this).data()[0]);
    }
    // Where C++ has no conversion from T to another number: of half, bfloat16 and tfloat32, and to them.
    template <class To, class = std::enable_if_t<is_number<To> && !std::is_enum_v<To> && !std::is_same_v<To, T> &&
                                                 (is_wrapper<T> || (is_wrapper<To> && !std::is_same_v<T, bool>))>>
    ESIMD_API operator To() const {
        const T x = *this;
        if constexpr (is_wrapper<T>)
            return static_cast<To>((float)x);
        else
            return static_cast<To>(x);
    }
    template <class To, class = std::enable_if_t<std::is_arithmetic_v<To> && std::is_enum_v<T>>, class = void>
    ESIMD_API explicit operator To() const {
        const T x = *this;
        return static_cast<To>(x);
    }
};

// The members of simd and simd_view. D has
//   data(), read(), set_raw(raw)   its elements
//   where()                        its place, and the constant form, its layout
template <class D, class T, int N> class members : public converts<D, T, N> {
  public:
    using element_type = T;
    static constexpr int length = N;
    static constexpr int size() {
        return N;
    }

    template <class U> ESIMD_API auto bit_cast_view() {
        static_assert(N * sizeof(T) % sizeof(U) == 0,
                      "bit_cast_view: the bytes do not form whole elements of this type");
        return view<region1d_t<U, int(N * sizeof(T) / sizeof(U)), 1>>(self().where());
    }
    template <class U, int H, int W> ESIMD_API auto bit_cast_view() {
        static_assert(N * sizeof(T) == H * W * sizeof(U), "bit_cast_view: the new shape has another number of bytes");
        return view<region2d_t<U, H, 1, W, 1>>(self().where());
    }
    template <class U> ESIMD_API auto bit_cast_view() const {
        return simd<U, int(N * sizeof(T) / sizeof(U))>(from_raw(),
                                                       (raw<U, int(N * sizeof(T) / sizeof(U))>)self().data());
    }

    template <int Size, int Stride = 1> ESIMD_API auto select(uint16_t i = 0) {
        static_assert(!D::is_2d, "a 2-D view takes select<rows, row stride, columns, column stride>(y, x)");
        return view<region1d_t<T, Size, Stride>>(part<Size, Stride>(i));
    }
    template <int Size, int Stride = 1> ESIMD_API auto select(uint16_t i = 0) const {
        static_assert(!D::is_2d, "a 2-D view takes select<rows, row stride, columns, column stride>(y, x)");
        check_select<Size, Stride>(i);
        return simd<T, Size>(from_raw(),
                             __cm_rd_value<raw<T, Size>>(self().data(), 0, Size, Stride, i * (int)sizeof(T)));
    }
    template <int SizeY, int StrideY, int SizeX, int StrideX> ESIMD_API auto select(uint16_t y = 0, uint16_t x = 0) {
        static_assert(D::is_2d, "a 1-D object takes select<size, stride>(offset); bit_cast_view gives it rows");
        static_assert(SizeY > 0 && StrideY > 0 && SizeX > 0 && StrideX > 0,
                      "select: sizes and strides must be at least 1");
        constexpr layout l = D::form;
        __cm_check_select_2d(y, SizeY, StrideY, l.rows, x, SizeX, StrideX, l.cols);
        place p = self().where();
        p.off_b += (y * l.vs + x * l.hs) * l.elem_b;
        return view<region2d_t<T, SizeY, StrideY, SizeX, StrideX>>(p);
    }
    ESIMD_API auto operator[](int i) {
        return view<region1d_scalar_t<T>>(at(i));
    }
    ESIMD_API T operator[](int i) const {
        return number_of<T>(self().data()[i]);
    }
    ESIMD_API auto row(int i) {
        static_assert(D::is_2d, "row takes a 2-D view");
        constexpr int w = D::form.cols;
        return select<1, 1, w, 1>((uint16_t)i, 0).template bit_cast_view<T>();
    }
    ESIMD_API auto column(int i) {
        static_assert(D::is_2d, "column takes a 2-D view");
        constexpr int h = D::form.rows;
        return select<h, 1, 1, 1>(0, (uint16_t)i);
    }

    template <int Rep> ESIMD_API auto replicate() const {
        return repeat<Rep, 0, N, 1>(0);
    }
    template <int Rep, int W> ESIMD_API auto replicate_w(uint16_t i = 0) const {
        return repeat<Rep, 0, W, 1>(i);
    }
    template <int Rep, int VS, int W> ESIMD_API auto replicate_vs_w(uint16_t i = 0) const {
        return repeat<Rep, VS, W, 1>(i);
    }
    template <int Rep, int VS, int W, int HS> ESIMD_API auto replicate_vs_w_hs(uint16_t i = 0) const {
        return repeat<Rep, VS, W, HS>(i);
    }
    template <int Rep, int W> ESIMD_API auto replicate_w(uint16_t y, uint16_t x) const {
        return repeat<Rep, 0, W, 1>(y * D::form.cols + x);
    }
    template <int Rep, int VS, int W> ESIMD_API auto replicate_vs_w(uint16_t y, uint16_t x) const {
        return repeat<Rep, VS, W, 1>(y * D::form.cols + x);
    }
    template <int Rep, int VS, int W, int HS> ESIMD_API auto replicate_vs_w_hs(uint16_t y, uint16_t x) const {
        return repeat<Rep, VS, W, HS>(y * D::form.cols + x);
    }

    template <int Size, class B, class R> ESIMD_API auto iselect(const simd_view<B, R> &index) const {
        return iselect<Size>(index.read());
    }
    template <int Size, class I> ESIMD_API auto iselect(const simd<I, Size> &index) const {
        static_assert(is_integer<I>, "iselect takes integer indices");
        return simd<T, Size>(from_raw(), __cm_iselect<raw<T, Size>>(self().data(), to<unsigned short, Size>(index)));
    }
    template <int Size, class X>
    ESIMD_API void iupdate(const simd<ushort, Size> &index, const X &v, converted<simd_mask<Size>> mask) {
        raw<T, Size> values = to<T, Size>(v);
        for (int i = 0; i < Size; i++)
            self()[(int)index[i]].set_masked((raw<T, 1>)values[i], (raw<unsigned short, 1>)mask[i]);
    }
    ESIMD_API void iupdate(ushort index, T v) {
        self()[(int)index] = v;
    }

    // Elements of v where the mask is set.
    template <class X, class = if_fits<X, N>> ESIMD_API void merge(const X &v, const simd_mask<N> &mask) {
        self().set_masked(to<T, N>(v), mask.data());
    }
    template <class X, int M, class = std::enable_if_t<M != N>> ESIMD_API void merge(const X &, const simd_mask<M> &) {
        static_assert(M == N, "merge: the mask must have as many elements as the object");
    }
    // Elements of a where the mask is set, else of b.
    template <class A, class B, class = if_fits<A, N>, class = if_fits<B, N>>
    ESIMD_API void merge(const A &a, const B &b, const simd_mask<N> &mask) {
        self().set_raw(__cm_merge(to<T, N>(a), to<T, N>(b), mask.data()));
    }

    ESIMD_API uint16_t any() const {
        static_assert(is_integer<T>, "any() tests integers; compare first, as in (v != 0).any()");
        return __cm_any(self().data());
    }
    ESIMD_API uint16_t all() const {
        static_assert(is_integer<T>, "all() tests integers; compare first, as in (v != 0).all()");
        return __cm_all(self().data());
    }

    // N elements from and to memory. The flags are a promise about the address.
    template <class F = element_aligned_tag, class = if_flags<F>> ESIMD_API void copy_from(const T *p, F = {}) {
        self().set_raw(load_raw<T, N, F::template alignment<T, N>>(p));
    }
    template <class F = element_aligned_tag, class = if_flags<F>> ESIMD_API void copy_to(T *p, F = {}) const {
        store_raw<T, N, F::template alignment<T, N>>(p, self().data());
    }

    // The same of an accessor's memory, at an offset in bytes.
    template <class A, class F = element_aligned_tag, class = if_flags<F>,
              class = std::enable_if_t<std::is_pointer_v<decltype(std::declval<const A &>().get_pointer())>>>
    ESIMD_API void copy_from(const A &a, size_t off_b, F flags = {}) {
        copy_from((const T *)((const char *)a.get_pointer() + off_b), flags);
    }
    template <class A, class F = element_aligned_tag, class = if_flags<F>,
              class = std::enable_if_t<std::is_pointer_v<decltype(std::declval<const A &>().get_pointer())>>>
    ESIMD_API void copy_to(const A &a, size_t off_b, F flags = {}) const {
        copy_to((T *)((char *)a.get_pointer() + off_b), flags);
    }

#define ESIMD_ASSIGN(op)                                                                                               \
    template <class X, class = if_fits<X, N>> ESIMD_API D &operator op##=(const X &x) {                                \
        self().set_raw(to<T, N>(self() op x));                                                                         \
        return self();                                                                                                 \
    }                                                                                                                  \
    template <class X, class = std::enable_if_t<is_object<X> && length_of<X> == 1 && N != 1>, class = void>            \
    ESIMD_API D &operator op##=(const X &x) {                                                                          \
        return *this op## = x[0];                                                                                      \
    }
    ESIMD_ASSIGN(+)
    ESIMD_ASSIGN(-)
    ESIMD_ASSIGN(*)
    ESIMD_ASSIGN(/)
    ESIMD_ASSIGN(%)
    ESIMD_ASSIGN(&)
    ESIMD_ASSIGN(|)
    ESIMD_ASSIGN(^)
    ESIMD_ASSIGN(<<)
    ESIMD_ASSIGN(>>)
#undef ESIMD_ASSIGN
    ESIMD_API D &operator++() {
        return *this += (T)1;
    }
    ESIMD_API D &operator--() {
        return *this -= (T)1;
    }
    ESIMD_API simd<T, N> operator++(int) {
        simd<T, N> old = self();
        *this += (T)1;
        return old;
    }
    ESIMD_API simd<T, N> operator--(int) {
        simd<T, N> old = self();
        *this -= (T)1;
        return old;
    }

  protected:
    ESIMD_API D &self() {
        return static_cast<D &>(*this);
    }
    ESIMD_API const D &self() const {
        return static_cast<const D &>(*this);
    }

  private:
    template <class Top> ESIMD_API auto view(const place &p) const {
        return typename nested<D, Top>::type(p);
    }
    template <int Size, int Stride> ESIMD_API static auto check_select(int i) { // auto: instantiated at the call
        static_assert(Size > 0 && Stride > 0, "select: size and stride must be at least 1");
        static_assert(Size > 1 || Stride == 1, "select: the stride of one element must be 1");
        __cm_check_select(i, Size, Stride, N);
    }
    template <int Size, int Stride> ESIMD_API auto part(int i) const {
        check_select<Size, Stride>(i);
        place p = self().where();
        p.off_b += D::form.element(i) * (int)sizeof(T);
        return p;
    }
    ESIMD_API place at(int i) const {
        __cm_check_index(i, N);
        place p = self().where();
        p.off_b += D::form.element(i) * (int)sizeof(T);
        return p;
    }
    template <int Rep, int VS, int W, int HS> ESIMD_API auto repeat(int i) const {
        static_assert(Rep > 0 && W > 0 && VS >= 0 && HS >= 0,
                      "replicate: counts must be at least 1, and strides at least 0");
        __cm_check_replicate(i, (Rep - 1) * VS + (W - 1) * HS + 1, N);
        return simd<T, Rep * W>(
            from_raw(), __cm_rd_value<raw<T, Rep * W>>(self().data(), Rep == 1 ? 1 : VS, W, HS, i * (int)sizeof(T)));
    }
};

} // namespace detail

template <class T, int N> class simd : public detail::members<simd<T, N>, T, N> {
    static_assert(detail::is_integer<T> || detail::is_float<T> || std::is_enum_v<T>,
                  "elements of a simd must be integers of 8 to 64 bits, half, bfloat16, tfloat32, float or double");
    static_assert(N > 0, "a simd has at least one element");
    static_assert((long)N * (long)sizeof(T) <= 16384,
                  "a simd cannot be larger than all registers of a thread, 16384 bytes; keep the data in memory and "
                  "process it in parts");

  public:
    using raw_vector_type = detail::raw<T, N>;
    using raw_element_type = detail::stored<T>;
    static constexpr bool is_2d = false;
    static constexpr detail::layout form = detail::layout_of<T, N, void>();

    ESIMD_API simd() {}
    ESIMD_API simd(const simd &x) : v_(x.v_) {}
    ESIMD_API constexpr simd(detail::from_raw, raw_vector_type v) : v_(v) {}
    ESIMD_API simd(raw_vector_type v) : v_(v) {}
    template <class X, class = detail::if_fits<X, N>> ESIMD_API simd(const X &x) : v_(detail::to<T, N>(x)) {}
    // A progression. T is deduced so that a list of two numbers of other types fits too.
    template <class A, class B, class = std::enable_if_t<detail::is_number<A> && detail::is_number<B>>>
    ESIMD_API simd(A base, B step) : v_(progression((T)base, (T)step)) {}
    ESIMD_API simd(const T (&&list)[N]) : v_(from_list(list, std::make_integer_sequence<int, N>())) {}
    template <class F = element_aligned_tag, class = detail::if_flags<F>>
    ESIMD_API explicit simd(const T *p, F flags = {}) {
        this->copy_from(p, flags);
    }

    template <class A, class F = element_aligned_tag, class = detail::if_flags<F>,
              class = std::enable_if_t<std::is_pointer_v<decltype(std::declval<const A &>().get_pointer())>>>
    ESIMD_API simd(const A &a, size_t off_b, F flags = {}) {
        this->copy_from(a, off_b, flags);
    }

    ESIMD_API simd &operator=(const simd &x) {
        __cm_set(&v_, x.v_);
        return *this;
    }
    template <class X, class = detail::if_fits<X, N>> ESIMD_API simd &operator=(const X &x) {
        __cm_set(&v_, detail::to<T, N>(x));
        return *this;
    }
    ESIMD_API raw_vector_type data() const {
        return v_;
    }
    ESIMD_API raw_vector_type &data_ref() {
        return v_;
    }
    ESIMD_API simd read() const {
        return *this;
    }
    template <class X> ESIMD_API void write(const X &x) {
        set_raw(detail::to<T, N>(x));
    }

    ESIMD_API void set_raw(raw_vector_type v) {
        __cm_set(&v_, v);
    }
    ESIMD_API void set_masked(raw_vector_type v, detail::raw<unsigned short, N> mask) {
        __cm_wr_mask(&v_, N * (int)sizeof(T), 0, N, 1, 0, v, mask);
    }
    ESIMD_API detail::place where() const {
        return {(void *)&v_, N * (int)sizeof(T), 0};
    }

  private:
    template <int... i>
    ESIMD_API static raw_vector_type from_list(const T (&list)[N], std::integer_sequence<int, i...>) {
        return raw_vector_type{detail::keep<T>(list[i])...};
    }
    template <class S, int... i> ESIMD_API static constexpr detail::raw<S, N> count(std::integer_sequence<int, i...>) {
        return detail::raw<S, N>{(detail::stored<S>)i...};
    }
    ESIMD_API static raw_vector_type progression(T base, T step) {
        using S = std::conditional_t<std::is_same_v<T, half>, float, detail::machine_t<T>>; // rounded once
        using R = detail::raw<S, N>;
        R all =
            (R)detail::keep<S>((S)base) + (R)detail::keep<S>((S)step) * count<S>(std::make_integer_sequence<int, N>());
        return detail::convert<T, S, N>(all);
    }
    raw_vector_type v_;
};

// One bit of truth for each element, 0 or 1 in words.
template <int N> class simd_mask : public detail::converts<simd_mask<N>, bool, N> {
  public:
    using element_type = unsigned short;
    using raw_vector_type = detail::raw<unsigned short, N>;
    static constexpr int length = N;
    static constexpr int size() {
        return N;
    }
    ESIMD_API simd_mask() {}
    ESIMD_API simd_mask(const simd_mask &x) : v_(x.v_) {}
    ESIMD_API simd_mask(detail::from_raw, raw_vector_type v) : v_(v) {}
    template <class X, class = std::enable_if_t<std::is_integral_v<X>>>
    ESIMD_API simd_mask(X x) : v_((raw_vector_type)(unsigned short)(x != 0)) {}
    ESIMD_API simd_mask(raw_vector_type v) : v_(detail::to_mask<N>(v != 0)) {}
    // Words convert as masks do; other elements say that they are meant as truth.
    template <class X, class = detail::if_truth<X, N>, class = std::enable_if_t<detail::is_word<X>>, class = void>
    ESIMD_API simd_mask(const X &x) : v_(detail::to_mask<N>(x.data() != 0)) {}
    template <class X, class = detail::if_truth<X, N>, class = std::enable_if_t<!detail::is_word<X>>, class = void,
              class = void>
    ESIMD_API explicit simd_mask(const X &x) : v_(detail::to_mask<N>(x.data() != 0)) {}
    template <class F = element_aligned_tag, class = detail::if_flags<F>>
    ESIMD_API explicit simd_mask(const unsigned short *p, F flags = {}) {
        copy_from(p, flags);
    }
    template <class F = element_aligned_tag, class = detail::if_flags<F>>
    ESIMD_API void copy_from(const unsigned short *p, F flags = {}) {
        *this = words(p, flags);
    }
    template <class F = element_aligned_tag, class = detail::if_flags<F>>
    ESIMD_API void copy_to(unsigned short *p, F flags = {}) const {
        words(detail::from_raw(), v_).copy_to(p, flags);
    }
    ESIMD_API simd_mask(const unsigned short (&&list)[N]) {
        for (int i = 0; i < N; i++)
            v_[i] = list[i] != 0;
    }
    ESIMD_API simd_mask &operator=(const simd_mask &x) {
        __cm_set(&v_, x.v_);
        return *this;
    }
#define ESIMD_ASSIGN(op)                                                                                               \
    ESIMD_API simd_mask &operator op##=(const simd_mask &x) {                                                          \
        return *this = *this op x;                                                                                     \
    }
    ESIMD_ASSIGN(&)
    ESIMD_ASSIGN(|)
    ESIMD_ASSIGN(^)
#undef ESIMD_ASSIGN
    ESIMD_API raw_vector_type data() const {
        return v_;
    }
    ESIMD_API simd_mask read() const {
        return *this;
    }
    ESIMD_API unsigned short operator[](int i) const {
        return v_[i];
    }
    // One element, to read or to assign.
    class element {
      public:
        ESIMD_API element(simd_mask &m, int i) : mask_(m), i_(i) {}
        ESIMD_API operator unsigned short() const {
            return mask_.v_[i_];
        }
        template <class X> ESIMD_API element &operator=(X x) {
            mask_.v_[i_] = x != 0;
            return *this;
        }

      private:
        simd_mask &mask_;
        int i_;
    };
    ESIMD_API element operator[](int i) {
        return {*this, i};
    }
    template <int Size, int Stride = 1> ESIMD_API simd_mask<Size> select(uint16_t i = 0) const {
        __cm_check_select(i, Size, Stride, N);
        return {detail::from_raw(), __cm_rd_value<detail::raw<unsigned short, Size>>(v_, 0, Size, Stride, i * 2)};
    }
    template <int Size, int Stride = 1> ESIMD_API simd_mask_view<Size, Stride, N> select(uint16_t i = 0) {
        return {*this, i};
    }
    // Elements i, i + Stride, ... take those of x.
    template <int Size, int Stride> ESIMD_API void set_part(int i, const simd_mask<Size> &x) {
        __cm_check_select(i, Size, Stride, N);
        __cm_wr(&v_, N * (int)sizeof(unsigned short), 0, Size, Stride, i * 2, x.data());
    }
    template <int Rep> ESIMD_API simd_mask<Rep * N> replicate() const {
        return {detail::from_raw(), __cm_rd_value<detail::raw<unsigned short, Rep * N>>(v_, 0, N, 1, 0)};
    }
    template <int Rep, int W> ESIMD_API simd_mask<Rep * W> replicate_w(int i = 0) const {
        return words(detail::from_raw(), v_).template replicate_w<Rep, W>(i);
    }
    template <int Rep, int VS, int W> ESIMD_API simd_mask<Rep * W> replicate_vs_w(int i = 0) const {
        return words(detail::from_raw(), v_).template replicate_vs_w<Rep, VS, W>(i);
    }
    template <int Rep, int VS, int W, int HS> ESIMD_API simd_mask<Rep * W> replicate_vs_w_hs(int i = 0) const {
        return words(detail::from_raw(), v_).template replicate_vs_w_hs<Rep, VS, W, HS>(i);
    }
    template <int Size> ESIMD_API simd_mask<Size> iselect(const simd<unsigned short, Size> &index) const {
        return words(detail::from_raw(), v_).template iselect<Size>(index);
    }
    // A view of the words.
    template <class U> ESIMD_API auto bit_cast_view() {
        return view_of_words(where()).template bit_cast_view<U>();
    }
    template <class U, int H, int W> ESIMD_API auto bit_cast_view() {
        return view_of_words(where()).template bit_cast_view<U, H, W>();
    }
    ESIMD_API void write(const simd_mask &x) {
        *this = x;
    }
    ESIMD_API void merge(const simd_mask &a, const simd_mask &b, const simd_mask &mask) {
        __cm_set(&v_, __cm_merge(a.v_, b.v_, mask.v_));
    }
    ESIMD_API void merge(const simd_mask &a, const simd_mask &mask) {
        __cm_set(&v_, __cm_merge(a.v_, v_, mask.v_));
    }
    ESIMD_API uint16_t any() const {
        return __cm_any(v_);
    }
    ESIMD_API uint16_t all() const {
        return __cm_all(v_);
    }

  private:
    using words = simd<unsigned short, N>;
    using view_of_words = simd_view<words, region1d_t<unsigned short, N, 1>>;
    ESIMD_API detail::place where() {
        return {(void *)&v_, N * (int)sizeof(element_type), 0};
    }
    raw_vector_type v_;
};

// A selection of a mask, to read and to assign.
template <int Size, int Stride, int N>
class simd_mask_view : public detail::converts<simd_mask_view<Size, Stride, N>, bool, Size> {
  public:
    using element_type = unsigned short;
    using raw_vector_type = detail::raw<unsigned short, Size>;
    using value_type = simd_mask<Size>;
    static constexpr int length = Size;
    static constexpr int size() {
        return Size;
    }
    ESIMD_API simd_mask_view(simd_mask<N> &m, uint16_t i) : m_(m), i_(i) {
        __cm_check_select(i, Size, Stride, N);
    }
    ESIMD_API simd_mask_view(const simd_mask_view &) = default;
    ESIMD_API simd_mask_view &operator=(const simd_mask<Size> &x) {
        m_.template set_part<Size, Stride>(i_, x);
        return *this;
    }
    ESIMD_API simd_mask_view &operator=(const simd_mask_view &x) {
        return *this = x.read();
    }
    ESIMD_API simd_mask<Size> read() const {
        return static_cast<const simd_mask<N> &>(m_).template select<Size, Stride>(i_);
    }
    ESIMD_API operator simd_mask<Size>() const {
        return read();
    }
    ESIMD_API raw_vector_type data() const {
        return read().data();
    }
#define ESIMD_ASSIGN(op)                                                                                               \
    ESIMD_API simd_mask_view &operator op##=(const simd_mask<Size> &x) {                                               \
        return *this = read() op x;                                                                                    \
    }
    ESIMD_ASSIGN(&)
    ESIMD_ASSIGN(|)
    ESIMD_ASSIGN(^)
#undef ESIMD_ASSIGN
    ESIMD_API unsigned short operator[](int i) const {
        return static_cast<const simd_mask<N> &>(m_)[i_ + i * Stride];
    }
    ESIMD_API typename simd_mask<N>::element operator[](int i) {
        return m_[i_ + i * Stride];
    }
    template <int Part, int Step = 1> ESIMD_API auto select(uint16_t i = 0) {
        __cm_check_select(i, Part, Step, Size);
        return m_.template select<Part, Step * Stride>((uint16_t)(i_ + i * Stride));
    }
    template <int Part, int Step = 1> ESIMD_API simd_mask<Part> select(uint16_t i = 0) const {
        return static_cast<const simd_mask<Size> &>(read()).template select<Part, Step>(i);
    }
    template <int Rep> ESIMD_API auto replicate() const {
        return read().template replicate<Rep>();
    }
    template <int Rep, int W> ESIMD_API auto replicate_w(int i = 0) const {
        return read().template replicate_w<Rep, W>(i);
    }
    template <int Rep, int VS, int W> ESIMD_API auto replicate_vs_w(int i = 0) const {
        return read().template replicate_vs_w<Rep, VS, W>(i);
    }
    template <int Rep, int VS, int W, int HS> ESIMD_API auto replicate_vs_w_hs(int i = 0) const {
        return read().template replicate_vs_w_hs<Rep, VS, W, HS>(i);
    }
    template <int Part> ESIMD_API simd_mask<Part> iselect(const simd<unsigned short, Part> &index) const {
        return read().template iselect<Part>(index);
    }
    template <class F = element_aligned_tag, class = detail::if_flags<F>>
    ESIMD_API void copy_from(const unsigned short *p, F flags = {}) {
        *this = simd_mask<Size>(p, flags);
    }
    template <class F = element_aligned_tag, class = detail::if_flags<F>>
    ESIMD_API void copy_to(unsigned short *p, F flags = {}) const {
        read().copy_to(p, flags);
    }
    ESIMD_API void write(const simd_mask<Size> &x) {
        *this = x;
    }
    ESIMD_API void merge(const simd_mask<Size> &a, const simd_mask<Size> &mask) {
        merge(a, read(), mask);
    }
    ESIMD_API void merge(const simd_mask<Size> &a, const simd_mask<Size> &b, const simd_mask<Size> &mask) {
        simd_mask<Size> both;
        both.merge(a, b, mask);
        *this = both;
    }
    ESIMD_API uint16_t any() const {
        return read().any();
    }
    ESIMD_API uint16_t all() const {
        return read().all();
    }

  private:
    simd_mask<N> &m_;
    uint16_t i_;
};

namespace detail {
template <class Base, class Region> using view_elem = typename top_of<Region>::element_type;
template <class Base, class Region> constexpr int view_length = top_of<Region>::length;
template <class Base> struct base_of;
template <class T, int N> struct base_of<simd<T, N>> {
    template <class Region> static constexpr layout form() {
        return layout_of<T, N, Region>();
    }
};
} // namespace detail

template <class Base, class Region>
class simd_view : public detail::members<simd_view<Base, Region>, detail::view_elem<Base, Region>,
                                         detail::view_length<Base, Region>> {
  public:
    using T = detail::view_elem<Base, Region>;
    static constexpr int N = detail::view_length<Base, Region>;
    static constexpr bool is_2d = detail::top_of<Region>::is_2d;
    static constexpr detail::layout form = detail::base_of<Base>::template form<Region>();
    static_assert(form.regular,
                  "this view of a selection with gaps has no regular layout; copy the selection to a simd");
    using value_type = simd<T, N>;
    using raw_vector_type = detail::raw<T, N>;
    using ShapeTy = detail::top_of<Region>;

    ESIMD_API explicit simd_view(const detail::place &p) : p_{p} {}
    ESIMD_API simd_view(Base &b) : p_{b.where()} {}
    ESIMD_API simd_view(const simd_view &) = default;
    ESIMD_API simd_view &operator=(const simd_view &x) {
        set_raw(x.data());
        return *this;
    }
    template <class X, class = detail::if_fits<X, N>> ESIMD_API simd_view &operator=(const X &x) {
        set_raw(detail::to<T, N>(x));
        return *this;
    }
    // One element is read and written as a number, so that instructions take it where it is.
    ESIMD_API raw_vector_type data() const {
        using R = std::conditional_t<N == 1, detail::stored<T>, raw_vector_type>;
        return (raw_vector_type)__cm_rd<R>(p_.base, p_.base_b, form.vs, form.cols, form.hs, p_.off_b);
    }
    ESIMD_API value_type read() const {
        return value_type(detail::from_raw(), data());
    }
    template <class X> ESIMD_API void write(const X &x) {
        set_raw(detail::to<T, N>(x));
    }
    static constexpr bool is1D() {
        return !is_2d;
    }
    static constexpr bool is2D() {
        return is_2d;
    }
    static constexpr int getStrideX() {
        return ShapeTy::stride_x;
    }
    static constexpr int getStrideY() {
        return ShapeTy::stride_y;
    }
    static constexpr int getSizeX() {
        return ShapeTy::cols;
    }
    static constexpr int getSizeY() {
        return ShapeTy::rows;
    }

    ESIMD_API void set_raw(raw_vector_type v) {
        if constexpr (N == 1)
            __cm_wr(p_.base, p_.base_b, form.vs, form.cols, form.hs, p_.off_b, v[0]);
        else
            __cm_wr(p_.base, p_.base_b, form.vs, form.cols, form.hs, p_.off_b, v);
    }
    ESIMD_API void set_masked(raw_vector_type v, detail::raw<unsigned short, N> mask) {
        __cm_wr_mask(p_.base, p_.base_b, form.vs, form.cols, form.hs, p_.off_b, v, mask);
    }
    ESIMD_API const detail::place &where() const {
        return p_;
    }

  private:
    detail::place p_;
};

template <class To, class From, int N> ESIMD_API simd<To, N> convert(const simd<From, N> &v) {
    return v;
}
template <class To, class Base, class Region> ESIMD_API auto convert(const simd_view<Base, Region> &v) {
    return simd<To, simd_view<Base, Region>::N>(v);
}

// Elements of a where the mask is set, else of b.
template <class T, int N> ESIMD_API simd<T, N> merge(simd<T, N> a, simd<T, N> b, detail::converted<simd_mask<N>> mask) {
    return {detail::from_raw(), __cm_merge(a.data(), b.data(), mask.data())};
}
template <class A, class B, class M = detail::two_masks<A, B>>
ESIMD_API M merge(const A &a, const B &b, detail::converted<M> mask) {
    return {detail::from_raw(), __cm_merge(a.data(), b.data(), mask.data())};
}
template <class A, class B, class = detail::if_objects<A, B>, class E = detail::elem_t<A>, int N = detail::length_of<A>,
          class S = simd<E, N>,
          class = std::enable_if_t<!detail::is_mask<A> && std::is_same_v<E, detail::elem_t<B>> &&
                                   !(std::is_same_v<A, S> && std::is_same_v<B, S>)>>
ESIMD_API S merge(const A &a, const B &b, const detail::converted<simd_mask<N>> &mask) {
    return {detail::from_raw(), __cm_merge(detail::to<E, N>(a), detail::to<E, N>(b), mask.data())};
}

} // namespace sycl::ext::intel::esimd

#endif
