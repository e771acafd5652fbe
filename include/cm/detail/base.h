// SPDX-License-Identifier: MIT
// Shared by all headers: number types, the raw vector inside every object, and the classification of operand types.

#ifndef CM_DETAIL_BASE_H
#define CM_DETAIL_BASE_H

#include <cm/detail/builtins.h>

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef _Float16 half;
typedef unsigned short U16;
typedef unsigned char U8;
typedef unsigned int U32;
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef __INT64_TYPE__ int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef __UINT64_TYPE__ uint64_t;
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
// An address; arithmetic is in bytes. -m32 makes it 32 bits wide: then all memory must be in the first 4 GB.
#if CM_PTRSIZE == 32
typedef unsigned int svmptr_t;
#else
typedef unsigned long svmptr_t;
#endif
typedef signed char __int8;
typedef short __int16;
typedef int __int32;
typedef long long __int64;
#ifndef NULL
#define NULL 0
#endif

// Functions of these headers have no line numbers: their code gets the line of the user's call.
#define CM_INLINE  inline
#define CM_NODEBUG __attribute__((nodebug))
#define CM_API     CM_INLINE CM_NODEBUG
// Messages at the user's call. The group in brackets is a warning group: -Wno-cm-iselect.
#define CM_WARN_IF(when, text)  __attribute__((diagnose_if(when, text, "warning")))
#define CM_ERROR_IF(when, text) __attribute__((diagnose_if(when, text, "error")))

// Address spaces, for the memory that a pointer leads to and for variables in local memory. A pointer without a word
// leads to global memory or to a variable of the kernel.
#define __private
#define __global   __attribute__((opencl_global))
#define __constant __attribute__((opencl_constant))
#define __local    __attribute__((opencl_local))
#define __generic  __attribute__((opencl_generic))

// Inline, so that argument-dependent lookup from a template finds user functions on vectors and matrices that are
// declared after it.
inline namespace cm {

enum class SurfaceIndex : unsigned {}; // a buffer or an image: passed on, never computed with

class bfloat16;
template <class T, int N> class vector;
template <class T, int N> class vector_ref;
template <class T, int R, int C> class matrix;
template <class T, int R, int C> class matrix_ref;

// A number with the upper half of a float's bits. Stored unchanged; computed with in float.
class bfloat16 {
  public:
    CM_API bfloat16() = default;
    template <class X, class = decltype((float)X())>
    CM_API constexpr bfloat16(X x) : bits_(round(__builtin_bit_cast(unsigned, (float)x))) {}
    CM_API constexpr operator float() const {
        return __builtin_bit_cast(float, (unsigned)bits_ << 16);
    }
    CM_API constexpr unsigned short bits() const {
        return bits_;
    }
    CM_API static constexpr bfloat16 from_bits(unsigned short b) {
        bfloat16 r = 0;
        r.bits_ = b;
        return r;
    }

// Arithmetic with half: the numbers are converted to float. C++ handles other numbers itself.
#define CM_WITH_HALF(op)                                                                                               \
    template <class H, H * = static_cast<half *>(nullptr)> friend CM_API constexpr auto operator op(bfloat16 a, H b) { \
        return (float)a op(float) b;                                                                                   \
    }                                                                                                                  \
    template <class H, H * = static_cast<half *>(nullptr)> friend CM_API constexpr auto operator op(H a, bfloat16 b) { \
        return (float)a op(float) b;                                                                                   \
    }
    CM_WITH_HALF(+)
    CM_WITH_HALF(-)
    CM_WITH_HALF(*)
    CM_WITH_HALF(/)
    CM_WITH_HALF(<)
    CM_WITH_HALF(<=)
    CM_WITH_HALF(>)
    CM_WITH_HALF(>=)
    CM_WITH_HALF(==)
    CM_WITH_HALF(!=)
#undef CM_WITH_HALF
#define CM_ASSIGN(op)                                                                                                  \
    template <class X, class = decltype((float)X())> CM_API constexpr bfloat16 &operator op##=(X x) {                  \
        return *this = bfloat16((float)*this op x);                                                                    \
    }
    CM_ASSIGN(+)
    CM_ASSIGN(-)
    CM_ASSIGN(*)
    CM_ASSIGN(/)
#undef CM_ASSIGN
    CM_API constexpr bfloat16 &operator++() {
        return *this += 1;
    }
    CM_API constexpr bfloat16 &operator--() {
        return *this -= 1;
    }
    CM_API constexpr bfloat16 operator++(int) {
        bfloat16 old = *this;
        *this += 1;
        return old;
    }
    CM_API constexpr bfloat16 operator--(int) {
        bfloat16 old = *this;
        *this -= 1;
        return old;
    }

  private:
    // Rounds to nearest even; a NaN stays a NaN.
    CM_API static constexpr unsigned short round(unsigned f) {
        if ((f & 0x7fffffff) > 0x7f800000)
            return (unsigned short)(f >> 16 | 0x40);
        return (unsigned short)((f + 0x7fff + (f >> 16 & 1)) >> 16);
    }
    unsigned short bits_;
};

namespace detail {

typedef unsigned long address; // in the form that messages take

// Storage type of an element of type T: enumerations, bfloat16 and pointers are stored as integers.
template <class T, bool = __is_enum(T)> struct storage { using type = T; };
template <class T> struct storage<T, true> { using type = __underlying_type(T); };
template <> struct storage<bfloat16, false> { using type = unsigned short; };
template <class T> struct storage<T *, false> { using type = address; };
template <class T> using stored = typename storage<T>::type;
// A refused length (api.h) is cut to the first element, so that Clang can continue, and need no memory for the rest.
constexpr int bounded(long n) {
    return n > 0 && n <= 1 << 16 ? (int)n : 1;
}
template <class T, int N> struct raw_of { using type = stored<T> __attribute__((ext_vector_type(bounded(N)))); };
template <class T, int N> using raw = typename raw_of<T, N>::type;

template <bool C, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { using type = T; };
template <bool C> struct choose { template <class A, class B> using of = A; };
template <> struct choose<false> { template <class A, class B> using of = B; };
template <bool C, class A, class B> using choose_t = typename choose<C>::template of<A, B>;

// Computation type of an element.
template <class T> using computed_t = choose_t<__is_same(T, bfloat16), float, T>;

// A type-dependent false, evaluated only when a template is used.
template <class...> constexpr bool never = false;

template <class T> constexpr bool is_float = false;
template <> inline constexpr bool is_float<half> = true;
template <> inline constexpr bool is_float<float> = true;
template <> inline constexpr bool is_float<double> = true;
template <> inline constexpr bool is_float<bfloat16> = true;
template <class T> constexpr bool is_integer = __is_integral(T) && !__is_same(T, bool);
template <class T> constexpr bool is_signed = T(-1) < T(0);

#ifdef CM_HAS_DOUBLE
#define CM_CHECK_ELEMENT(E)
#else
#define CM_CHECK_ELEMENT(E)                                                                                            \
    static_assert(!__is_same(E, double), "this expression computes in double, which the target does not support "      \
                                         "(CM_HAS_DOUBLE); write float constants with an f, as in 0.5f")
#endif

// The type of a table's elements without the address space of constants.
template <class T> struct no_space_of { using type = T; };
template <class T> struct no_space_of<__constant T> { using type = __remove_cv(T); };
template <class T> using no_space = typename no_space_of<T>::type;

// Converts a number of type T to its storage type.
template <class T> CM_API constexpr stored<T> keep(T x) {
    if constexpr (__is_same(T, bfloat16))
        return x.bits();
    else
        return (stored<T>)x;
}
template <class T> CM_API constexpr T number_of(stored<T> x) {
    if constexpr (__is_same(T, bfloat16))
        return bfloat16::from_bits(x);
    else
        return (T)x;
}

template <int N> CM_API raw<float, N> from_bfloat16(raw<unsigned short, N> v) {
    return (raw<float, N>)(__builtin_convertvector(v, raw<unsigned, N>) << 16);
}
template <int N> CM_API raw<unsigned short, N> to_bfloat16(raw<float, N> v) {
    using U = raw<unsigned, N>;
    U f = (U)v;
    U round = (f + 0x7fff + ((f >> 16) & 1)) >> 16, quiet = (f >> 16) | 0x40;
    return __builtin_convertvector((f & 0x7fffffff) > 0x7f800000 ? quiet : round, raw<unsigned short, N>);
}

// N stored elements of type S as N of type T.
template <class T, class S, int N> CM_API constexpr auto convert(raw<S, N> v) {
    CM_CHECK_ELEMENT(T);
    CM_CHECK_ELEMENT(S);
    static_assert(__is_pointer(T) ? __is_pointer(S) ? __is_convertible(S, T) : __is_integral(S)
                                  : !__is_pointer(S) || __is_integral(T),
                  "a pointer of this type does not convert to the other type; cast each pointer");
    if constexpr (__is_same(T, S))
        return v;
    else if constexpr (__is_same(S, bfloat16))
        return convert<T, float, N>(from_bfloat16<N>(v));
    else if constexpr (__is_same(T, bfloat16))
        return to_bfloat16<N>(convert<float, S, N>(v));
    else
        return __builtin_convertvector(v, raw<T, N>);
}

constexpr unsigned long register_file_b = 256ul * CM_GRF_WIDTH / 8;

// Classification of operands. scalar: a number or an element. The constants are integers because enumerators would be
// compared through the operators below and all of C++'s own, in every template that uses them.
constexpr int none = 0, scalar = 1, vec = 2, mat = 3;

template <class T, int R, int C> class rows_ref;

// The names operand, number and object exist only for types of that class, so that templates can require them.
template <bool> struct other_info { static constexpr int k = none; };
template <> struct other_info<true> {
    static constexpr int k = scalar;
    using operand = void;
    using number = void;
};
template <class X>
struct info : other_info<__is_arithmetic(X) || __is_enum(X) || __is_same(X, bfloat16) || __is_pointer(X)> {
    static constexpr int n = 1, rows = 1, cols = 1;
    using elem = X;
};
template <> struct info<SurfaceIndex> : other_info<false> { // an element of a vector, but not a number
    static constexpr int n = 1, rows = 1, cols = 1;
    using elem = SurfaceIndex;
};
template <class T, int N> struct vec_info {
    static constexpr int k = vec;
    static constexpr int n = N, rows = 1, cols = N;
    using elem = T;
    using operand = void;
    using object = void;
};
template <class T, int R, int C> struct mat_info {
    static constexpr int k = mat;
    static constexpr int n = R * C, rows = R, cols = C;
    using elem = T;
    using operand = void;
    using object = void;
};
template <class T, int N> struct info<vector<T, N>> : vec_info<T, N> {};
template <class T, int N> struct info<vector_ref<T, N>> : vec_info<T, N> {};
template <class T, int R, int C> struct info<matrix<T, R, C>> : mat_info<T, R, C> {};
template <class T, int R, int C> struct info<matrix_ref<T, R, C>> : mat_info<T, R, C> {};
template <class T, int R, int C> struct info<rows_ref<T, R, C>> : vec_info<T, R * C> {};

template <class X> using int_or = choose_t<is_integer<X>, X, int>; // after an error, to avoid further ones

template <class X> constexpr bool is_reference = false;
template <class T, int N> inline constexpr bool is_reference<vector_ref<T, N>> = true;
template <class T, int R, int C> inline constexpr bool is_reference<matrix_ref<T, R, C>> = true;
template <class T, int R, int C> inline constexpr bool is_reference<rows_ref<T, R, C>> = true;

template <class X> using elem_t = typename info<X>::elem;
template <class X> constexpr bool is_object = info<X>::k >= vec;
template <class X> constexpr bool is_operand = info<X>::k != none;
template <class X> using if_operand = typename info<X>::operand;
template <class X> using if_object = typename info<X>::object;
// Types that convert implicitly to N elements: functions may be overloaded by the number of elements.
template <class X, int N>
using if_fits = typename enable_if<info<X>::k != none && (info<X>::k < vec || info<X>::n == N)>::type;
template <class X, int N> using if_misfit = typename enable_if<(info<X>::k >= vec) && info<X>::n != N>::type;
template <class X> using if_number = typename info<X>::number;
// For overloads that the front end generates: true for the class that the overload is for.
template <class X, class Y> using if_same = typename enable_if<__is_same(X, Y)>::type;
template <template <class, int> class V> using if_vector = if_same<V<int, 1>, vector<int, 1>>;
template <template <class, int> class V> using if_vector_ref = if_same<V<int, 1>, vector_ref<int, 1>>;
template <template <class, int, int> class M> using if_matrix = if_same<M<int, 1, 1>, matrix<int, 1, 1>>;
template <template <class, int, int> class M> using if_matrix_ref = if_same<M<int, 1, 1>, matrix_ref<int, 1, 1>>;

// Any operand as N numbers of type T; a number is broadcast.
template <class T, int N, class X> CM_API constexpr auto to(const X &x) {
    if constexpr (info<X>::k == scalar) {
        return (raw<T, N>)keep<T>((T)x);
    } else if constexpr (info<X>::k == none) {
        static_assert(never<X>, "expected a vector, a matrix or a number");
        return raw<T, N>{};
    } else {
        static_assert(info<X>::n == N,
                      "the operands have different numbers of elements; select or replicate the part you need");
        if constexpr (info<X>::n != N)
            return raw<T, N>{};
        else
            return convert<T, elem_t<X>, N>(x.get());
    }
}

// Tag of the constructors that take a raw vector. An enumeration, because Clang makes copies in memory even of an
// empty object, thousands in a large kernel.
enum class from_raw {};

// A part of an object in memory: offset in bytes, row and element stride in elements.
struct place {
    void *base;
    int base_b, off_b, vs, hs;
};

} // namespace detail
} // namespace cm

#endif
