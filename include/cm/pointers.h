// SPDX-License-Identifier: MIT
// Reads and writes through pointers, and vectors of pointers.
//
//   int n = load<int, Align::WORD>(p);             store<int, Align::WORD>(n, p);
//   vector<int *, 4> at(p); at += step;            v = gather(at, mask, old);         scatter(v, at, mask);
//
// A pointer to __local leads to shared local memory; all others lead to global memory or to a variable of the kernel.
// Align says what an address is a multiple of, in bytes; by default it is the size of an element.

#ifndef CM_POINTERS_H
#define CM_POINTERS_H

#include <cm/svm.h>

enum Align { ELEM_SIZE = 0, BYTE = 1, WORD = 2, DWORD = 4, QWORD = 8, OWORD = 16 };

#define CM_CHECK_ALIGN(A)                                                                                              \
    static_assert(A == 0 || A == 1 || A == 2 || A == 4 || A == 8 || A == 16,                                           \
                  "the alignment must be one of Align::ELEM_SIZE, BYTE, WORD, DWORD, QWORD and OWORD")
#define CM_CHECK_CONST(S)                                                                                              \
    static_assert(!__is_const(typename detail::pointee<S>::plain),                                                     \
                  "the pointer leads to const memory, which cannot be "                                                \
                  "written")
#define CM_CHECK_POINTEE(T, S)                                                                                         \
    static_assert(__is_same(T, void) || __is_same(T, detail::in_memory<S>),                                            \
                  "the pointer leads to another type than the one that the call names; cast the pointer")

inline namespace cm {
namespace detail {

// Memory of a T. (A template argument would lose the alignment of a typedef.)
template <class T, int Align> struct __attribute__((packed, aligned(Align))) cell { T value; };
// The form that a number or an object has in memory. bytes: the size of an element.
template <class T, bool = is_object<T>> struct kept {
    static_assert(is_operand<T> || __is_pointer(T), "expected a pointer to a number, a vector or a matrix");
    using type = stored<T>;
    static constexpr int bytes = (int)sizeof(type);
};
template <class T> struct kept<T, true> {
    using type = raw<elem_t<T>, info<T>::n>;
    static constexpr int bytes = (int)sizeof(stored<elem_t<T>>);
};
template <class S, int A>
using cell_of = typename pointee<S>::template like<
    cell<typename kept<in_memory<S>>::type, (A == 0 ? kept<in_memory<S>>::bytes : A)>>;

// Any mask as a word for each lane. A number is the value of each.
template <int N, class M> CM_API raw<ushort, N> each_lane(const M &mask) {
    if constexpr (__is_same(M, all))
        return lane_mask<N>(mask);
    else
        return mask_of<N>(vector<ushort, N>(mask));
}
// The alignment after the sizes of P in N_, or an element's size.
template <class P, class S, int... N_> constexpr int lane_align() {
    constexpr int sizes = info<P>::k == mat ? 2 : 1, n[] = {N_..., 0};
    constexpr int all = sizeof...(N_) == 0 ? info<P>::n : sizes == 1 ? n[0] : n[0] * n[sizeof...(N_) > 1];
    constexpr int A = (int)sizeof...(N_) > sizes ? n[sizes] : 0;
    static_assert(all == info<P>::n, "the sizes that the call names differ from those of the pointers");
    CM_CHECK_ALIGN(A);
    return A == 0 ? (int)sizeof(stored<in_memory<S>>) : A;
}

// A vector or matrix of pointers.
template <class X> struct pointers_in {};
template <class S, int N> struct pointers_in<vector<S *, N>> { using to = S; };
template <class S, int N> struct pointers_in<vector_ref<S *, N>> { using to = S; };
template <class S, int R, int C> struct pointers_in<matrix<S *, R, C>> { using to = S; };
template <class S, int R, int C> struct pointers_in<matrix_ref<S *, R, C>> { using to = S; };
template <class X> using pointers_to = typename pointers_in<X>::to;

} // namespace detail

// T_: the type that the pointer leads to.
template <class T_ = void, int A_ = Align::ELEM_SIZE, class S> CM_API detail::in_memory<S> load(S *p) {
    using T = detail::in_memory<S>;
    CM_CHECK_POINTEE(T_, S);
    CM_CHECK_ALIGN(A_);
    auto v = ((detail::cell_of<S, A_> *)p)->value;
    if constexpr (detail::is_object<T>)
        return T(detail::from_raw(), v);
    else
        return detail::number_of<T>(v);
}
template <class T_ = void, int A_ = Align::ELEM_SIZE, class X, class S> CM_API void store(const X &x, S *p) {
    using T = detail::in_memory<S>;
    CM_CHECK_POINTEE(T_, S);
    CM_CHECK_ALIGN(A_);
    CM_CHECK_WRITTEN(S *);
    CM_CHECK_CONST(S);
    if constexpr (detail::is_object<T>)
        ((detail::cell_of<S, A_> *)p)->value = detail::to<detail::elem_t<T>, detail::info<T>::n>(x);
    else
        ((detail::cell_of<S, A_> *)p)->value = detail::keep<T>((T)x);
}

// The bytes of an object as an object of another type, for reinterpret_cast.
namespace detail {
template <class To, class X> CM_API auto same_bits(const X &x) {
    if constexpr (!is_object<X> || !is_object<To>) {
        static_assert(never<X>, "reinterpret_cast to a vector takes a vector or matrix");
        return To();
    } else {
        using T = elem_t<To>;
        constexpr int from_b = info<X>::n * (int)sizeof(elem_t<X>), to_b = info<To>::n * (int)sizeof(T);
        static_assert(from_b == to_b, "reinterpret_cast: the objects have different sizes in bytes");
        if constexpr (from_b == to_b)
            return choose_t<info<To>::k == mat, matrix<T, info<To>::rows, info<To>::cols>, vector<T, info<To>::n>>(
                from_raw(), (raw<T, info<To>::n>)x.get());
        else
            return To();
    }
}
} // namespace detail

// One element for each pointer. N_: the size of at, and then perhaps the alignment. Lanes that the mask disables give
// the elements of old.
template <class T_ = void, int... N_, class P, class M = detail::all, class S = detail::pointers_to<P>>
CM_API auto gather(const P &at, const M &mask = M()) {
    using T = detail::in_memory<S>;
    constexpr int N = detail::info<P>::n, A = detail::lane_align<P, S, N_...>();
    CM_CHECK_POINTEE(T_, S);
    return detail::result<T, detail::one_operand<P>>(
        detail::from_raw(),
        detail::read_lanes<detail::pointee<S>::local, T, N, A>(at.get(), detail::each_lane<N>(mask)));
}
template <class T_ = void, int... N_, class P, class M, class Old, class S = detail::pointers_to<P>>
CM_API auto gather(const P &at, const M &mask, const Old &old) {
    using T = detail::in_memory<S>;
    constexpr int N = detail::info<P>::n;
    auto v = gather<T_, N_...>(at, mask);
    v.set(__cm_merge(v.get(), detail::to<T, N>(old), detail::each_lane<N>(mask)));
    return v;
}
template <class T_ = void, int... N_, class X, class P, class M = detail::all, class S = detail::pointers_to<P>>
CM_API void scatter(const X &in, const P &at, const M &mask = M()) {
    using T = detail::in_memory<S>;
    constexpr int N = detail::info<P>::n, A = detail::lane_align<P, S, N_...>();
    CM_CHECK_POINTEE(T_, S);
    CM_CHECK_WRITTEN(S *);
    CM_CHECK_CONST(S);
    detail::write_lanes<detail::pointee<S>::local, T, N, A>(at.get(), detail::each_lane<N>(mask), detail::to<T, N>(in));
}

// Pointers plus and minus numbers of elements, and the difference and comparisons of pointers.
namespace detail {
template <class P, class X, class S, class I> CM_API auto step(const P &p, const X &x, long sign) {
    static_assert(is_integer<elem_t<X>>, "a pointer moves by a whole number of elements");
    constexpr int N = I::n;
    raw<address, N> by = (raw<address, N>)(to<long, N>(x) * (raw<long, N>)(sign * (long)sizeof(in_memory<S>)));
    return result<S *, I>(from_raw(), to<S *, N>(p) + by);
}
// The shape of a result, where A or B is an object and the elements of one or both are pointers.
template <class A, class B> using wider = one_operand<choose_t<is_object<A>, A, B>>;
template <class A, class B, bool P, bool Q>
using pointer_shape = typename enable_if<(info<A>::k > scalar || info<B>::k > scalar) && info<A>::k != none &&
                                             info<B>::k != none &&__is_pointer(typename info<A>::elem) ==
                                                 P &&__is_pointer(typename info<B>::elem) == Q,
                                         wider<A, B>>::type;
template <class P> struct target_of {};
template <class S> struct target_of<S *> { using type = S; };
} // namespace detail
template <class P, class X, class I = detail::pointer_shape<P, X, true, false>, int = 0>
CM_API auto operator+(const P &p, const X &x) {
    return detail::step<P, X, typename detail::target_of<detail::elem_t<P>>::type, I>(p, x, 1);
}
template <class X, class P, class I = detail::pointer_shape<X, P, false, true>, int = 0, int = 0>
CM_API auto operator+(const X &x, const P &p) {
    return detail::step<P, X, typename detail::target_of<detail::elem_t<P>>::type, I>(p, x, 1);
}
template <class P, class X, class I = detail::pointer_shape<P, X, true, false>, int = 0>
CM_API auto operator-(const P &p, const X &x) {
    return detail::step<P, X, typename detail::target_of<detail::elem_t<P>>::type, I>(p, x, -1);
}
template <class P, class Q, class I = detail::pointer_shape<P, Q, true, true>, int = 0, int = 0>
CM_API auto operator-(const P &p, const Q &q) {
    static_assert(__is_same(detail::elem_t<P>, detail::elem_t<Q>), "the pointers have different types");
    using V = detail::raw<long, I::n>;
    constexpr long size_b = (long)sizeof(detail::in_memory<typename detail::target_of<detail::elem_t<P>>::type>);
    return detail::result<long, I>(
        detail::from_raw(),
        ((V)detail::to<detail::elem_t<P>, I::n>(p) - (V)detail::to<detail::elem_t<Q>, I::n>(q)) / (V)size_b);
}
#define CM_COMPARE_POINTERS(op)                                                                                        \
    template <class P, class Q, class I = detail::pointer_shape<P, Q, true, true>, int = 0>                            \
    CM_API auto operator op(const P &p, const Q &q) {                                                                  \
        return detail::result<ushort, I>(                                                                              \
            detail::from_raw(),                                                                                        \
            detail::to_mask<I::n>(detail::to<detail::elem_t<P>, I::n>(p) op detail::to<detail::elem_t<Q>, I::n>(q)));  \
    }
CM_COMPARE_POINTERS(<)
CM_COMPARE_POINTERS(<=)
CM_COMPARE_POINTERS(>)
CM_COMPARE_POINTERS(>=)
CM_COMPARE_POINTERS(==)
CM_COMPARE_POINTERS(!=)
#undef CM_COMPARE_POINTERS

// A generic pointer as one into an address space.
template <class T_ = void, class S> CM_API __global typename detail::pointee<S>::plain *cm_to_global(S *p) {
    CM_CHECK_POINTEE(__remove_cv(T_), S);
    static_assert(!detail::pointee<S>::local && !detail::pointee<S>::constant,
                  "a pointer to '__local' or '__constant' does not lead to global memory");
    return (__global typename detail::pointee<S>::plain *)p;
}
template <class T_ = void, class S> CM_API __private typename detail::pointee<S>::plain *cm_to_private(S *p) {
    CM_CHECK_POINTEE(__remove_cv(T_), S);
    static_assert(!detail::pointee<S>::local && !detail::pointee<S>::constant,
                  "a pointer to '__local' or '__constant' does not lead to a variable of the kernel");
    return (__private typename detail::pointee<S>::plain *)p;
}
template <class T_ = void, class S> CM_API __local typename detail::pointee<S>::plain *cm_to_local(S *p) {
    CM_CHECK_POINTEE(__remove_cv(T_), S);
    static_assert(!detail::pointee<S>::global && !detail::pointee<S>::constant,
                  "a pointer to '__global' or '__constant' does not lead to shared local memory");
    return (__local typename detail::pointee<S>::plain *)p;
}
#undef CM_CHECK_ALIGN
#undef CM_CHECK_CONST
#undef CM_CHECK_POINTEE

} // namespace cm

namespace details {
template <class T> using remove_address_space_t = typename cm::detail::pointee<T>::plain;
template <class T> struct remove_address_space { using type = remove_address_space_t<T>; };
} // namespace details

#endif
