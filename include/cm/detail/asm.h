// SPDX-License-Identifier: MIT
// Operands of inline assembly. The compiler turns
//
//   asm("add (16|M0) %0 %1 %2" : "=r"(v) : "r"(w), "r"(x));
//
// into a block in which each operand is an object of one of these classes. The operand's registers hold the contents
// of a raw vector or number, and written values go to the user's object at the end of the block.

#ifndef CM_DETAIL_ASM_H
#define CM_DETAIL_ASM_H

#include <cm/detail/lanes.h>

inline namespace cm {
namespace detail {

template <class T> constexpr bool asm_unsigned = !is_float<T> && !is_signed<T>;
template <> inline constexpr bool asm_unsigned<bfloat16> = true;

// The register contents of an operand.
template <class X> CM_API constexpr auto asm_value(const X &x) {
    if constexpr (is_object<X> && info<X>::n == 1)
        return (stored<elem_t<X>>)x.get()[0];
    else if constexpr (is_object<X>)
        return x.get();
    else if constexpr (__is_same(X, bool))
        return (unsigned char)x;
    else if constexpr (is_operand<X>)
        return keep<X>(x);
    else if constexpr (__is_pointer(X))
        return (unsigned long)x;
    else
        static_assert(never<X>, "an operand of inline assembly must be a number, a vector, a matrix or an element");
}

template <class X> struct asm_in {
    static constexpr bool is_unsigned = __is_pointer(X) || asm_unsigned<elem_t<X>>;
    decltype(asm_value(*(const X *)nullptr)) v;
    CM_API constexpr asm_in(const X &x) : v(asm_value(x)) {}
};
template <class X> asm_in(const X &) -> asm_in<X>;

// An output's expression: an object, or a reference into one.
template <class X> CM_API constexpr X &asm_target(X &x) {
    static_assert(!__is_const(X), "an output of inline assembly must be writable, but this object is const");
    return x;
}
template <class X, class = typename enable_if<!__is_lvalue_reference(X)>::type> CM_API constexpr X asm_target(X &&x) {
    static_assert(is_reference<X>, "an output of inline assembly must be writable, but this is a temporary value; name "
                                   "a vector, a reference or an element");
    return x;
}

// An output operand: X is the object that is written, or a reference of cm.
template <class X> struct asm_out {
    static_assert(is_operand<bare<X>>,
                  "an output of inline assembly must be a number, a vector, a matrix or an element");
    static constexpr bool is_unsigned = asm_unsigned<elem_t<bare<X>>>;
    X &target;
    decltype(asm_value(*(const bare<X> *)nullptr)) v;
    CM_API asm_out(X &x, bool read) : target(x) {
        if (read)
            v = asm_value(x);
    }
    CM_API ~asm_out() {
        using T = elem_t<bare<X>>;
        if constexpr (is_object<bare<X>> && info<bare<X>>::n == 1)
            target.set((raw<T, 1>)v);
        else if constexpr (is_object<bare<X>>)
            target.set(v);
        else
            target = number_of<T>(v);
    }
};
template <class... W> CM_API constexpr unsigned long asm_signs(const W &...) {
    unsigned long bits = 0;
    int n = 0;
    ((bits |= (unsigned long)W::is_unsigned << n++), ...);
    return bits;
}

} // namespace detail
} // namespace cm

#endif
