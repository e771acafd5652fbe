// SPDX-License-Identifier: MIT
// Pointers into address spaces. Messages to shared local memory have their own surface and offsets of 32 bits.

#ifndef CM_DETAIL_SPACES_H
#define CM_DETAIL_SPACES_H

#include <cm/detail/lanes.h>

inline namespace cm {
namespace detail {

enum { slm_surface = 254 };

// What a pointer leads to. plain: without its space; bare: also without const and volatile; like: another type in the
// same space.
template <class S> struct pointee {
    using plain = S;
    using bare = __remove_cv(S);
    template <class T> using like = T;
    static constexpr bool local = false, constant = false, global = false;
};
#define CM_SPACE(word, is_local, is_constant, is_global)                                                               \
    template <class S> struct pointee<word S> {                                                                        \
        using plain = S;                                                                                               \
        using bare = __remove_cv(S);                                                                                   \
        template <class T> using like = word T;                                                                        \
        static constexpr bool local = is_local, constant = is_constant, global = is_global;                            \
    };
CM_SPACE(__global, false, false, true)
CM_SPACE(__constant, false, true, false)
CM_SPACE(__local, true, false, false)
CM_SPACE(__generic, false, false, false)
#undef CM_SPACE

template <class S> using in_memory = typename pointee<S>::bare;
template <class P> constexpr bool is_local_pointer = false;
template <class S> inline constexpr bool is_local_pointer<S *> = pointee<S>::local;
template <class S> inline constexpr bool is_local_pointer<S *const> = pointee<S>::local;
template <class P> constexpr bool is_constant_pointer = false;
template <class S> inline constexpr bool is_constant_pointer<S *> = pointee<S>::constant;
#define CM_CHECK_WRITTEN(P)                                                                                            \
    static_assert(!detail::is_constant_pointer<P>,                                                                     \
                  "memory of '__constant' cannot be written; use a pointer to '__global'")

// Unsigned integers of a size.
template <int Bytes> struct unsigned_of { using type = unsigned char; };
template <> struct unsigned_of<2> { using type = ushort; };
template <> struct unsigned_of<4> { using type = uint; };
template <> struct unsigned_of<8> { using type = unsigned long; };
template <int Bytes> using unsigned_t = typename unsigned_of<Bytes>::type;

// One message of elements of type P, at an offset from each address.
template <bool Local, class P, int N> CM_API raw<P, N> read_part(raw<address, N> at, raw<ushort, N> mask, uint off_b) {
    if constexpr (Local)
        return __cm_gather<raw<P, N>>(slm_surface, off_b, __builtin_convertvector(at, raw<uint, N>), mask);
    else
        return __cm_svm_gather<raw<P, N>>(at + (raw<address, N>)(address)off_b, mask);
}
template <bool Local, class P, int N>
CM_API void write_part(raw<address, N> at, raw<ushort, N> mask, uint off_b, raw<P, N> v) {
    if constexpr (Local)
        __cm_scatter(slm_surface, off_b, __builtin_convertvector(at, raw<uint, N>), mask, v);
    else
        __cm_svm_scatter(at + (raw<address, N>)(address)off_b, mask, v);
}

// The bytes that one message transfers for each address: whole elements if they are aligned.
template <bool Local, class T, int Align> constexpr int part_b() {
    constexpr int most = Local && sizeof(T) > 4 ? 4 : (int)sizeof(T);
    return Align < most ? Align : most;
}
// One element for each address, which is a multiple of Align.
template <bool Local, class T, int N, int Align = (int)sizeof(T)>
CM_API raw<T, N> read_lanes(raw<address, N> at, raw<ushort, N> mask) {
    constexpr int part = part_b<Local, T, Align>();
    if constexpr (part == (int)sizeof(T)) {
        return read_part<Local, T, N>(at, mask, 0u);
    } else {
        using W = unsigned_t<sizeof(T)>;
        raw<W, N> all = (raw<W, N>)(W)0;
        for (int k = 0; k < (int)sizeof(T); k += part)
            all |= convert<W, unsigned_t<part>, N>(read_part<Local, unsigned_t<part>, N>(at, mask, (uint)k))
                   << (raw<W, N>)(W)(8 * k);
        return (raw<T, N>)all;
    }
}
template <bool Local, class T, int N, int Align = (int)sizeof(T)>
CM_API void write_lanes(raw<address, N> at, raw<ushort, N> mask, raw<T, N> v) {
    constexpr int part = part_b<Local, T, Align>();
    if constexpr (part == (int)sizeof(T)) {
        write_part<Local, T, N>(at, mask, 0u, v);
    } else {
        using W = unsigned_t<sizeof(T)>;
        for (int k = 0; k < (int)sizeof(T); k += part)
            write_part<Local, unsigned_t<part>, N>(
                at, mask, (uint)k, convert<unsigned_t<part>, W, N>((raw<W, N>)v >> (raw<W, N>)(W)(8 * k)));
    }
}

} // namespace detail
} // namespace cm

#endif
