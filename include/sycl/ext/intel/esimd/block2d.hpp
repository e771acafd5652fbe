// SPDX-License-Identifier: MIT
// Two-dimensional blocks of memory.
//
//   v = load_2d<float, 8, 16>(base, width_b - 1, height - 1, pitch_b - 1, x, y)
//
//   config_2d_mem_access<float, 8, 16, 1> payload(base, width_b - 1, height - 1, pitch_b - 1, x, y);
//   v = lsc_load_2d(payload);     payload.set_x(x + 8);
//
// x counts elements, y rows. In registers, rows are padded to a power of two elements and blocks to whole registers; a
// result has no padding, but a transformed one padded rows. A program that names N may have all that a message brings.

#ifndef SYCL_EXT_INTEL_ESIMD_BLOCK2D_HPP
#define SYCL_EXT_INTEL_ESIMD_BLOCK2D_HPP

#include <sycl/ext/intel/esimd/memory.hpp>

namespace sycl::ext::intel::esimd {
namespace detail {

enum { op_plain = 0, op_transposed = 1, op_transformed = 2 };

constexpr int pow2_up(int n) {
    int p = 1;
    while (p < n)
        p *= 2;
    return p;
}
// One block in registers: rows, elements a row, elements with padded rows, elements with whole registers.
template <class T, int W, int H, int Op> struct block2d {
    static constexpr int pack = sizeof(T) < 4 ? 4 / (int)sizeof(T) : 1;
    static constexpr int rows = Op == op_transposed ? W : Op == op_transformed ? (H + pack - 1) / pack : H;
    static constexpr int cols = Op == op_transposed ? H : Op == op_transformed ? W * pack : W;
    static constexpr int pitch = pow2_up(cols); // of padded rows
    static constexpr int dense = rows * cols, padded = rows * pitch;
    static constexpr int grf = CM_GRF_WIDTH / 8 / (int)sizeof(T);
    static constexpr int whole = (padded + grf - 1) / grf * grf;
};
template <class T, int W, int H, int NB, int Op>
constexpr int block2d_size = NB *(Op == op_transformed ? block2d<T, W, H, Op>::padded : block2d<T, W, H, Op>::dense);
constexpr int block2d_op(bool transposed, bool transformed) {
    return transposed ? op_transposed : transformed ? op_transformed : op_plain;
}
#define ESIMD_CHECK_2D(T, W, H, NB, Op, most_b)                                                                        \
    static_assert(CM_GRF_WIDTH == 512 || detail::never<T>, "2-D blocks need pvc, lnl, bmg or later");                  \
    static_assert((W) > 0 && (H) > 0 && (NB) > 0, "a 2-D block needs at least one block, one row and one element");    \
    static_assert((W) * (NB) * (int)sizeof(T) <= 64 || (Op) == detail::op_transposed,                                  \
                  "the rows of all blocks must fit in 64 bytes");                                                      \
    static_assert((H) <= 32, "a 2-D block has at most 32 rows");                                                       \
    static_assert((W) * (H) * (NB) * (int)sizeof(T) <= (most_b), "the 2-D block is larger than " #most_b " bytes")

// The address payload of a message. Sizes are as in the message: minus 1. The upper half has no value: messages do not
// read it.
template <int W, int H, int NB>
ESIMD_API raw<uint32_t, 16> block2d_payload(uint64_t p, uint32_t w, uint32_t h, uint32_t pitch, uint32_t x,
                                            uint32_t y) {
    constexpr uint32_t shape = (uint32_t)((NB - 1) << 16 | (H - 1) << 8 | (W - 1));
    const raw<uint32_t, 8> used = {(uint32_t)p, (uint32_t)(p >> 32), w, h, pitch, x, y, shape};
    return __builtin_shufflevector(used, used, 0, 1, 2, 3, 4, 5, 6, 7, -1, -1, -1, -1, -1, -1, -1, -1);
}

// The elements of a message, in whole registers a block, as many as the program wants.
template <class T, int W, int H, int NB, int Op, int N>
ESIMD_API simd<T, N> from_message(raw<T, NB * block2d<T, W, H, Op>::whole> v) {
    using B = block2d<T, W, H, Op>;
    static_assert(N == NB * B::dense || N == NB * B::padded || N == NB * B::whole,
                  "the length is not that of the 2-D blocks, with or without padding");
    if constexpr (N == NB * B::whole)
        return {from_raw(), v};
    else if constexpr (N == NB * B::padded)
        return {from_raw(), __cm_rd_value<raw<T, N>>(v, B::whole, B::padded, 1, 0)};
    else
        return {from_raw(), __cm_rd_value<raw<T, N>>(from_message<T, W, H, NB, Op, NB * B::padded>(v).data(), B::pitch,
                                                     B::cols, 1, 0)};
}
// The rows of a block to store, without the padding that they may have.
template <class T, int W, int H, int N> ESIMD_API raw<T, W * H> rows_to_store(raw<T, N> v) {
    static_assert(N == W * H || N >= pow2_up(W) * H,
                  "the data are not those of the 2-D block, with or without padding");
    constexpr int pitch = pow2_up(W);
    if constexpr (N == W * H)
        return v;
    else
        return __cm_rd_value<raw<T, W * H>>(v, pitch, W, 1, 0);
}

} // namespace detail

template <
    class T, int BlockWidth, int BlockHeight = 1, int NBlocks = 1, bool Transposed = false, bool Transformed = false,
    int N = detail::block2d_size<T, BlockWidth, BlockHeight, NBlocks, detail::block2d_op(Transposed, Transformed)>,
    class P = detail::no_properties, class = detail::if_properties<P>>
ESIMD_API simd<T, N> load_2d(const T *p, unsigned surface_w, unsigned surface_h, unsigned pitch, int x, int y, P = {}) {
    static_assert(!Transposed || !Transformed, "a 2-D block cannot be both transposed and transformed");
    constexpr int op = detail::block2d_op(Transposed, Transformed);
    ESIMD_CHECK_2D(T, BlockWidth, BlockHeight, NBlocks, op, 2048);
    using B = detail::block2d<T, BlockWidth, BlockHeight, op>;
    if constexpr (B::dense == B::padded && N == NBlocks * B::dense)
        return {detail::from_raw(), __cm_lsc_load2d<detail::raw<T, NBlocks * B::dense>>(
                                        detail::l1_of<P>, detail::l2_of<P>, op, NBlocks, BlockWidth, BlockHeight,
                                        (detail::address)p, surface_w, surface_h, pitch, x, y)};
    else
        return detail::from_message<T, BlockWidth, BlockHeight, NBlocks, op, N>(
            __cm_lsc_load2d_desc<detail::raw<T, NBlocks * B::whole>>(
                detail::l1_of<P>, detail::l2_of<P>, op, NBlocks, BlockWidth, BlockHeight,
                detail::block2d_payload<BlockWidth, BlockHeight, NBlocks>((uint64_t)p, surface_w, surface_h, pitch,
                                                                          (uint32_t)x, (uint32_t)y),
                0, 0, (unsigned short)1));
}
namespace detail {
template <class T, int W, int H, int NB, class P>
ESIMD_API void prefetch_2d(const T *p, unsigned surface_w, unsigned surface_h, unsigned pitch, int x, int y) {
    ESIMD_CHECK_2D(T, W, H, NB, op_plain, 2048);
    __cm_lsc_prefetch2d(l1_of<P>, l2_of<P>, 0, NB, W, H, (address)p, surface_w, surface_h, pitch, x, y, keep<T>((T)0));
}
} // namespace detail
template <class T, int BlockWidth, int BlockHeight = 1, int NBlocks = 1, int N = BlockWidth *BlockHeight *NBlocks,
          class P = detail::no_properties, class = detail::if_properties<P>>
ESIMD_API void prefetch_2d(const T *p, unsigned surface_w, unsigned surface_h, unsigned pitch, int x, int y, P = {}) {
    static_assert(detail::has_hints<P>,
                  "prefetch_2d needs cache hints, for example properties{cache_hint_L1<cache_hint::cached>, "
                  "cache_hint_L2<cache_hint::cached>}");
    detail::prefetch_2d<T, BlockWidth, BlockHeight, NBlocks, P>(p, surface_w, surface_h, pitch, x, y);
}
template <class T, int BlockWidth, int BlockHeight = 1,
          int N = detail::block2d_size<T, BlockWidth, BlockHeight, 1, detail::op_plain>,
          class P = detail::no_properties, class = detail::if_properties<P>>
ESIMD_API void store_2d(T *p, unsigned surface_w, unsigned surface_h, unsigned pitch, int x, int y, simd<T, N> v,
                        P = {}) {
    ESIMD_CHECK_2D(T, BlockWidth, BlockHeight, 1, detail::op_plain, 512);
    static_assert(BlockHeight <= 8, "a stored 2-D block has at most 8 rows");
    __cm_lsc_store2d(detail::l1_of<P>, detail::l2_of<P>, 0, 1, BlockWidth, BlockHeight, (detail::address)p, surface_w,
                     surface_h, pitch, x, y, detail::rows_to_store<T, BlockWidth, BlockHeight, N>(v.data()));
}

} // namespace sycl::ext::intel::esimd

namespace sycl::ext::intel::experimental::esimd {

// The address payload of 2-D messages. Sizes are as in the message: minus 1.
template <class T, int BlockWidth, int BlockHeight, int NBlocks> class config_2d_mem_access {
  public:
    using value_type = T;
    ESIMD_API config_2d_mem_access() : config_2d_mem_access(nullptr, 0, 0, 0, 0, 0) {}
    ESIMD_API config_2d_mem_access(const config_2d_mem_access &x) : payload_(x.payload_) {}
    ESIMD_API config_2d_mem_access(const T *p, uint32_t surface_w, uint32_t surface_h, uint32_t pitch, int32_t x,
                                   int32_t y)
        : payload_(sycl::ext::intel::esimd::detail::block2d_payload<BlockWidth, BlockHeight, NBlocks>(
              (uint64_t)p, surface_w, surface_h, pitch, (uint32_t)x, (uint32_t)y)) {}
#define ESIMD_FIELD(name, type, at)                                                                                    \
    ESIMD_API config_2d_mem_access &set_##name(type v) {                                                               \
        payload_[at] = (uint32_t)v;                                                                                    \
        return *this;                                                                                                  \
    }                                                                                                                  \
    ESIMD_API type get_##name() const {                                                                                \
        return (type)(uint32_t)payload_[at];                                                                           \
    }
    ESIMD_FIELD(surface_width, uint32_t, 2)
    ESIMD_FIELD(surface_height, uint32_t, 3)
    ESIMD_FIELD(surface_pitch, uint32_t, 4)
    ESIMD_FIELD(x, int32_t, 5)
    ESIMD_FIELD(y, int32_t, 6)
#undef ESIMD_FIELD
    ESIMD_API config_2d_mem_access &set_data_pointer(T *p) {
        payload_.template bit_cast_view<uint64_t>()[0] = (uint64_t)p;
        return *this;
    }
    ESIMD_API T *get_data_pointer() const {
        return (T *)((uint64_t)(uint32_t)payload_[1] << 32 | (uint32_t)payload_[0]);
    }
    static constexpr int32_t get_width() {
        return BlockWidth;
    }
    static constexpr int32_t get_height() {
        return BlockHeight;
    }
    static constexpr int32_t get_number_of_blocks() {
        return NBlocks;
    }
    ESIMD_API const sycl::ext::intel::esimd::simd<uint32_t, 16> &get_raw_data() const {
        return payload_;
    }

  private:
    sycl::ext::intel::esimd::simd<uint32_t, 16> payload_;
};

using sycl::ext::intel::esimd::cache_hint;
namespace detail {
using namespace sycl::ext::intel::esimd::detail;
}

template <class T, int W, int H, int NB, bool Transposed = false, bool Transformed = false,
          cache_hint L1 = cache_hint::none, cache_hint L2 = cache_hint::none,
          int N = detail::block2d_size<T, W, H, NB, detail::block2d_op(Transposed, Transformed)>>
ESIMD_API sycl::ext::intel::esimd::simd<T, N> lsc_load_2d(const config_2d_mem_access<T, W, H, NB> &payload) {
    static_assert(!Transposed || !Transformed, "a 2-D block cannot be both transposed and transformed");
    constexpr int op = detail::block2d_op(Transposed, Transformed);
    ESIMD_CHECK_2D(T, W, H, NB, op, 2048);
    using B = detail::block2d<T, W, H, op>;
    constexpr bool is_direct = B::dense == B::padded && N == NB * B::dense;
    constexpr int n = is_direct ? NB * B::dense : NB * B::whole;
    auto v = __cm_lsc_load2d_desc<detail::raw<T, n>>((int)L1, (int)L2, op, NB, W, H, payload.get_raw_data().data(), 0,
                                                     0, (unsigned short)1);
    if constexpr (is_direct)
        return {detail::from_raw(), v};
    else
        return detail::from_message<T, W, H, NB, op, N>(v);
}
template <class T, int W, int H, int NB, bool Transposed = false, bool Transformed = false,
          cache_hint L1 = cache_hint::none, cache_hint L2 = cache_hint::none, int N_ = 0>
ESIMD_API void lsc_prefetch_2d(const config_2d_mem_access<T, W, H, NB> &payload) {
    ESIMD_CHECK_2D(T, W, H, NB, detail::op_plain, 2048);
    __cm_lsc_prefetch2d_desc((int)L1, (int)L2, 0, NB, W, H, payload.get_raw_data().data(), 0, 0, (unsigned short)1,
                             detail::keep<T>((T)0));
}
template <class T, int W, int H, int NB, cache_hint L1 = cache_hint::none, cache_hint L2 = cache_hint::none, int N>
ESIMD_API void lsc_store_2d(const config_2d_mem_access<T, W, H, NB> &payload,
                            const sycl::ext::intel::esimd::simd<T, N> &v) {
    ESIMD_CHECK_2D(T, W, H, NB, detail::op_plain, 512);
    static_assert(NB == 1, "only one 2-D block can be stored at once");
    __cm_lsc_store2d_desc((int)L1, (int)L2, 0, 1, W, H, payload.get_raw_data().data(), 0, 0, (unsigned short)1,
                          detail::rows_to_store<T, W, H, N>(v.data()));
}

// The same with the payload's parts as arguments.
template <class T, int W, int H = 1, int NB = 1, bool Transposed = false, bool Transformed = false,
          cache_hint L1 = cache_hint::none, cache_hint L2 = cache_hint::none,
          int N = detail::block2d_size<T, W, H, NB, detail::block2d_op(Transposed, Transformed)>>
ESIMD_API auto lsc_load_2d(const T *p, unsigned surface_w, unsigned surface_h, unsigned pitch, int x, int y) {
    return sycl::ext::intel::esimd::load_2d<T, W, H, NB, Transposed, Transformed, N>(p, surface_w, surface_h, pitch, x,
                                                                                     y, detail::hints<L1, L2>());
}
template <class T, int W, int H = 1, int NB = 1, cache_hint L1 = cache_hint::none, cache_hint L2 = cache_hint::none,
          int N_ = 0>
ESIMD_API void lsc_prefetch_2d(const T *p, unsigned surface_w, unsigned surface_h, unsigned pitch, int x, int y) {
    detail::prefetch_2d<T, W, H, NB, detail::hints<L1, L2>>(p, surface_w, surface_h, pitch, x, y);
}
template <class T, int W, int H = 1, cache_hint L1 = cache_hint::none, cache_hint L2 = cache_hint::none, int N>
ESIMD_API void lsc_store_2d(T *p, unsigned surface_w, unsigned surface_h, unsigned pitch, int x, int y,
                            sycl::ext::intel::esimd::simd<T, N> v) {
    sycl::ext::intel::esimd::store_2d<T, W, H, N>(p, surface_w, surface_h, pitch, x, y, v, detail::hints<L1, L2>());
}

} // namespace sycl::ext::intel::experimental::esimd

#endif
