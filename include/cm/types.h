// SPDX-License-Identifier: MIT
// vector, matrix, and references to parts of them.
//
//   vector<int, 8> v = 1;            matrix<uchar, 8, 32> m;
//   v.select<4, 2>(1) = 7;           vector_ref<uchar, 32> r = m.row(2);  // r refers to m
//
// An object owns its elements. A reference refers to a region of an object in memory. It is bound once, and an
// assignment to it writes the object.

#ifndef CM_TYPES_H
#define CM_TYPES_H

#include <cm/detail/api.h>

#define SAT         1
#define _GENX_SAT   1
#define _GENX_NOSAT 0

inline namespace cm {
namespace detail {

// Converts with saturation: integers to the range of T, floats to [0, 1].
template <class T, class S, int N> CM_API auto convert_sat(raw<S, N> value) {
    CM_CHECK_ELEMENT(T);
    CM_CHECK_ELEMENT(S);
    using R = raw<T, N>;
    if constexpr (__is_same(S, bfloat16))
        return convert_sat<T, float, N>(from_bfloat16<N>(value));
    else if constexpr (__is_same(T, bfloat16))
        return to_bfloat16<N>(convert_sat<float, S, N>(value));
    else
        return __cm_convert_sat<R>(value, is_signed<T>, is_signed<S>);
}
template <class T, int N, class X> CM_API auto to_sat(const X &x) {
    return convert_sat<T, elem_t<X>, N>(to<elem_t<X>, N>(x));
}

template <class I, I... i> struct numbers {};
// For the initial value of a file-scope variable: computed at compile time.
template <class T, int N, class E, int M, int... i>
CM_API constexpr raw<T, N> listed(const E (&table)[M], numbers<int, i...>) {
    return raw<T, N>{keep<T>((T)(i < M ? table[i < M ? i : 0] : E()))...};
}
template <class T, int N, class A> CM_API constexpr raw<T, N> from_array(const A &table) {
    using E = no_space<__remove_cv(__remove_all_extents(A))>;
    constexpr int have = (int)(sizeof(A) / sizeof(E));
    constexpr int n = have < N ? have : N;
    if constexpr (have * sizeof(table[0]) == sizeof(A)) // a one-dimensional array
        if (__builtin_is_constant_evaluated())
            return listed<T, N>(table, __make_integer_seq<numbers, int, N>());
    auto part = __cm_table<raw<E, n>>(&table);
    raw<T, n> values = convert<T, E, n>(part);
    if constexpr (n == N)
        return values;
    else
        return __cm_rd_value<raw<T, N>>(values, 0, N, 1, 0);
}

// Assignment operators; object is the left operand.
#define CM_COMPOUND(object, op)                                                                                        \
    template <class X, class = detail::if_operand<X>> CM_API auto &operator op##=(const X &x) object {                 \
        return *this = *this op x;                                                                                     \
    }
#define CM_STEP(object, Self, op)                                                                                      \
    CM_API auto &operator op##op() object {                                                                            \
        return *this op## = (T)1;                                                                                      \
    }                                                                                                                  \
    CM_API auto operator op##op(int) object {                                                                          \
        detail::result<T, detail::one_operand<Self>> old(*this);                                                       \
        *this op## = (T)1;                                                                                             \
        return old;                                                                                                    \
    }
#define CM_COMPOUNDS(object, Self)                                                                                     \
    CM_STEP(object, Self, +)                                                                                           \
    CM_STEP(object, Self, -)                                                                                           \
    CM_COMPOUND(object, +)                                                                                             \
    CM_COMPOUND(object, -)                                                                                             \
    CM_COMPOUND(object, *)                                                                                             \
    CM_COMPOUND(object, /)                                                                                             \
    CM_COMPOUND(object, %)                                                                                             \
    CM_COMPOUND(object, &)                                                                                             \
    CM_COMPOUND(object, |)                                                                                             \
    CM_COMPOUND(object, ^)                                                                                             \
    CM_COMPOUND(object, <<)                                                                                            \
    CM_COMPOUND(object, >>)

// Constructors and assignments of an owner; Self has N elements of type T in v_.
#define CM_OWNER(Self, N)                                                                                              \
  public:                                                                                                              \
    CM_API Self() = default;                                                                                           \
    CM_API constexpr Self(detail::from_raw, detail::raw<T, N> v) : v_(v) {}                                            \
    CM_API constexpr Self(const Self &x) : v_(x.v_) {}                                                                 \
    template <class X, class = detail::if_fits<X, N>> CM_API constexpr Self(const X &x) : v_(detail::to<T, N>(x)) {}   \
    template <class X, class = detail::if_misfit<X, N>, class = void> /* reports the error */                          \
    CM_API constexpr explicit Self(const X &x) : v_(detail::to<T, N>(x)) {}                                            \
    template <class X, class = detail::if_object<X>>                                                                   \
    CM_API Self(const X &x, int sat) : v_(sat ? detail::to_sat<T, N>(x) : detail::to<T, N>(x)) {                       \
        __cm_check_flag(sat);                                                                                          \
    }                                                                                                                  \
    template <class A, int M> CM_API constexpr Self(const A(&table)[M]) : v_(detail::from_array<T, N>(table)) {}       \
    template <class A, class B, class... Rest, class = detail::if_number<A>, class = detail::if_number<B>>             \
    CM_API constexpr Self(A a, B b, Rest... rest)                                                                      \
        : v_{detail::keep<T>((T)a), detail::keep<T>((T)b), detail::keep<T>((T)rest)...} {                              \
        static_assert(sizeof...(Rest) + 2 <= N, "the initializer has more values than there are elements");            \
    }                                                                                                                  \
    CM_API Self &operator=(const Self &x) & {                                                                          \
        __cm_set(&v_, x.v_);                                                                                           \
        return *this;                                                                                                  \
    }                                                                                                                  \
    template <class X, class = detail::if_operand<X>> CM_API Self &operator=(const X &x) & {                           \
        __cm_set(&v_, detail::to<T, N>(x));                                                                            \
        return *this;                                                                                                  \
    }                                                                                                                  \
    CM_COMPOUNDS(&, Self)                                                                                              \
    CM_API constexpr detail::raw<T, N> get() const {                                                                   \
        return v_;                                                                                                     \
    }                                                                                                                  \
    CM_API void set(detail::raw<T, N> v) {                                                                             \
        __cm_set(&v_, v);                                                                                              \
    }                                                                                                                  \
                                                                                                                       \
  private:                                                                                                             \
    detail::raw<T, N> v_;

// Assignments of a reference write the object that it refers to.
#define CM_REFERENCE(Self, N)                                                                                          \
  public:                                                                                                              \
    CM_API Self(const detail::place &p) : p_{p} {}                                                                     \
    CM_API Self(const Self &) = default;                                                                               \
    CM_API const Self &operator=(const Self &x) const {                                                                \
        set(x.get());                                                                                                  \
        return *this;                                                                                                  \
    }                                                                                                                  \
    template <class X, class = detail::if_operand<X>> CM_API const Self &operator=(const X &x) const {                 \
        set(detail::to<T, N>(x));                                                                                      \
        return *this;                                                                                                  \
    }                                                                                                                  \
    CM_COMPOUNDS(const, Self)                                                                                          \
    CM_API const detail::place &where() const {                                                                        \
        return p_;                                                                                                     \
    }                                                                                                                  \
                                                                                                                       \
  private:                                                                                                             \
    detail::place p_;

} // namespace detail

template <class T, int N> class vector : public detail::vec_api<vector<T, N>, T, N> {
    CM_OWNER(vector, N)
  public:
    CM_API detail::place where() const {
        return {(void *)&v_, N * (int)sizeof(T), 0, 0, 1};
    }
    template <int M = N, class = typename detail::enable_if<M == 1>::type> CM_API operator T() const {
        return detail::number_of<T>(v_[0]);
    }
};

template <class T, int R, int C> class matrix : public detail::mat_api<matrix<T, R, C>, T, R, C> {
    static constexpr int N = detail::bounded((long)R * C);
    CM_OWNER(matrix, N)
  public:
    CM_API detail::place where() const {
        return {(void *)&v_, N * (int)sizeof(T), 0, C, 1};
    }
    template <int M = N, class = typename detail::enable_if<M == 1>::type> CM_API operator T() const {
        return detail::number_of<T>(v_[0]);
    }
};

template <class T, int N> class vector_ref : public detail::vec_api<vector_ref<T, N>, T, N> {
    CM_REFERENCE(vector_ref, N)
  public:
    CM_API vector_ref(vector<T, N> &v) : p_{v.where()} {}
    template <int R, int C> CM_API vector_ref(matrix<T, R, C> &m) : p_{m.where()} {
        static_assert(R * C == N, "the matrix has a different number of elements; use format or "
                                  "select");
        p_.vs = 0;
    }
    CM_API detail::raw<T, N> get() const {
        return __cm_rd<detail::raw<T, N>>(p_.base, p_.base_b, 0, N, p_.hs, p_.off_b);
    }
    CM_API void set(detail::raw<T, N> v) const {
        __cm_wr(p_.base, p_.base_b, 0, N, p_.hs, p_.off_b, v);
    }
    template <int M = N, class = typename detail::enable_if<M == 1>::type> CM_API operator T() const {
        return detail::number_of<T>(get()[0]);
    }
};

template <class T, int R, int C> class matrix_ref : public detail::mat_api<matrix_ref<T, R, C>, T, R, C> {
    static constexpr int N = R * C;
    CM_REFERENCE(matrix_ref, N)
  public:
    CM_API matrix_ref(matrix<T, R, C> &m) : p_{m.where()} {}
    template <int M> CM_API matrix_ref(vector<T, M> &v) : p_{v.where()} {
        static_assert(M == N, "the vector has a different number of elements; use format or select");
        p_.vs = C;
    }
    template <int M> CM_API matrix_ref(const vector_ref<T, M> &v) : p_{v.where()} {
        static_assert(R == 1 && M == C, "a vector_ref refers to one row; use format for more rows");
    }
    CM_API detail::raw<T, N> get() const {
        return __cm_rd<detail::raw<T, N>>(p_.base, p_.base_b, p_.vs, C, p_.hs, p_.off_b);
    }
    CM_API void set(detail::raw<T, N> v) const {
        __cm_wr(p_.base, p_.base_b, p_.vs, C, p_.hs, p_.off_b, v);
    }
    template <int M = N, class = typename detail::enable_if<M == 1>::type> CM_API operator T() const {
        return detail::number_of<T>(get()[0]);
    }
};

namespace detail {
// The result of format on a selection. It converts to a vector_ref if its elements are contiguous, which is checked at
// that use. Its elements can be read and assigned in order in any case.
template <class T, int R, int C> class rows_ref : public vector_ref<T, R * C> {
    static constexpr int N = R * C;

  public:
    CM_API rows_ref(const place &all, const place &rows) : vector_ref<T, N>(all), rows_{rows} {}
    CM_API rows_ref(const rows_ref &) = default;
    CM_API const rows_ref &operator=(const rows_ref &x) const {
        set(x.get());
        return *this;
    }
    template <class X, class = if_operand<X>> CM_API const rows_ref &operator=(const X &x) const {
        set(to<T, N>(x));
        return *this;
    }
    CM_COMPOUNDS(const, rows_ref)
    CM_API raw<T, N> get() const {
        return __cm_rd<raw<T, N>>(rows_.base, rows_.base_b, rows_.vs, C, rows_.hs, rows_.off_b);
    }
    CM_API void set(raw<T, N> v) const {
        __cm_wr(rows_.base, rows_.base_b, rows_.vs, C, rows_.hs, rows_.off_b, v);
    }

  private:
    place rows_;
};
} // namespace detail

#undef CM_OWNER
#undef CM_REFERENCE
#undef CM_COMPOUNDS
#undef CM_COMPOUND
#undef CM_STEP

// merge(x, y, mask): elements of x where the mask's lowest bit is set, else of y.
template <class X, class Y, class M, class I = detail::binary<X, Y>,
          class = typename detail::enable_if<I::object>::type>
CM_API auto merge(const X &x, const Y &y, const M &mask) {
    using E = typename I::elem;
    CM_CHECK_ELEMENT(E);
    return detail::result<E, I>(
        detail::from_raw(), __cm_merge(detail::to<E, I::n>(x), detail::to<E, I::n>(y), detail::mask_of<I::n>(mask)));
}

} // namespace cm

#endif
