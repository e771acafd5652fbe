// SPDX-License-Identifier: MIT
// Memory accesses of the ESIMD model, global and local. Offsets are bytes.

#ifndef ESIMD_MODEL_MEMORY_HPP
#define ESIMD_MODEL_MEMORY_HPP

#include "functions.hpp"

namespace sycl::ext::intel::esimd {

// Properties only make an access faster.
enum class cache_hint { none, uncached, cached, write_back, write_through, streaming, read_invalidate };
template <int> struct alignment_value {};
template <cache_hint> struct hint_value {};
template <int K> inline constexpr alignment_value<K> alignment = {};
template <cache_hint H> inline constexpr hint_value<H> cache_hint_L1 = {};
template <cache_hint H> inline constexpr hint_value<H> cache_hint_L2 = {};
struct properties {
    template <class... X> properties(X...) {}
};

namespace model {

enum { LOCAL_B = 4096 };
inline unsigned char local[LOCAL_B];

// An element at a byte offset.
template <class T> T load(const void *p, size_t off_b) {
    T r;
    std::memcpy(&r, (const unsigned char *)p + off_b, sizeof(T));
    return r;
}
template <class T> void store(void *p, size_t off_b, T x) {
    std::memcpy((unsigned char *)p + off_b, &x, sizeof(T));
}
template <class T, int N> simd<T, N> load_block(const void *p, size_t off_b) {
    simd<T, N> r;
    for (int i = 0; i < N; i++)
        r.set(i, load<T>(p, off_b + i * sizeof(T)));
    return r;
}
template <class T, int N> void store_block(void *p, size_t off_b, const simd<T, N> &v) {
    for (int i = 0; i < N; i++)
        store<T>(p, off_b + i * sizeof(T), v.get(i));
}

// N elements in N / VS lanes: all first elements, then all second ones. old: elements of lanes that are off.
template <int VS, class T, int N, class O>
simd<T, N> load_lanes(const void *p, const simd<O, N / VS> &off_b, const simd_mask<N / VS> &mask, simd<T, N> old) {
    constexpr int lanes = N / VS;
    for (int k = 0; k < VS; k++)
        for (int i = 0; i < lanes; i++)
            if (mask.get(i))
                old.set(k * lanes + i, load<T>(p, off_b.get(i) + k * sizeof(T)));
    return old;
}
template <int VS, class T, int N, class O>
void store_lanes(void *p, const simd<O, N / VS> &off_b, const simd_mask<N / VS> &mask, const simd<T, N> &v) {
    constexpr int lanes = N / VS;
    for (int k = 0; k < VS; k++)
        for (int i = 0; i < lanes; i++)
            if (mask.get(i))
                store<T>(p, off_b.get(i) + k * sizeof(T), v.get(k * lanes + i));
}

} // namespace model

template <class T, int N> simd<T, N> block_load(const T *p, properties = {}) {
    return model::load_block<T, N>(p, 0);
}
template <class T, int N> simd<T, N> block_load(const T *p, size_t off_b, properties = {}) {
    return model::load_block<T, N>(p, off_b);
}
template <class T, int N> simd<T, N> block_load(const T *p, simd_mask<1> on, simd<T, N> old, properties = {}) {
    return on[0] ? model::load_block<T, N>(p, 0) : old;
}
template <class T, int N> void block_store(T *p, simd<T, N> v, properties = {}) {
    model::store_block(p, 0, v);
}
template <class T, int N> void block_store(T *p, size_t off_b, simd<T, N> v, properties = {}) {
    model::store_block(p, off_b, v);
}
template <class T, int N> void block_store(T *p, simd<T, N> v, simd_mask<1> on, properties = {}) {
    if (on[0])
        model::store_block(p, 0, v);
}

template <class T, int N, int VS = 1, class O> simd<T, N> gather(const T *p, simd<O, N / VS> off_b) {
    return model::load_lanes<VS>(p, off_b, simd_mask<N / VS>(1), simd<T, N>());
}
template <class T, int N, int VS = 1, class O>
simd<T, N> gather(const T *p, simd<O, N / VS> off_b, simd_mask<N / VS> mask, simd<T, N> old) {
    return model::load_lanes<VS>(p, off_b, mask, old);
}
template <class T, int N, int VS = 1, class O>
void scatter(T *p, simd<O, N / VS> off_b, simd<T, N> v, simd_mask<N / VS> mask = 1) {
    model::store_lanes<VS>(p, off_b, mask, v);
}
template <class T> T scalar_load(const T *p, size_t off_b = 0) {
    return model::load<T>(p, off_b);
}

template <int Size> void slm_init() {
    static_assert(Size <= model::LOCAL_B, "the model's local memory is too small");
}
template <class T, int N> simd<T, N> slm_block_load(uint off_b, properties = {}) {
    return model::load_block<T, N>(model::local, off_b);
}
template <class T, int N> void slm_block_store(uint off_b, simd<T, N> v, properties = {}) {
    model::store_block(model::local, off_b, v);
}
template <class T> T slm_scalar_load(uint off_b) {
    return model::load<T>(model::local, off_b);
}
template <class T> void slm_scalar_store(uint off_b, T x) {
    model::store<T>(model::local, off_b, x);
}
template <class T, int N, int VS = 1> simd<T, N> slm_gather(simd<uint, N / VS> off_b) {
    return model::load_lanes<VS>(model::local, off_b, simd_mask<N / VS>(1), simd<T, N>());
}
template <class T, int N, int VS = 1>
simd<T, N> slm_gather(simd<uint, N / VS> off_b, simd_mask<N / VS> mask, simd<T, N> old) {
    return model::load_lanes<VS>(model::local, off_b, mask, old);
}
template <class T, int N, int VS = 1>
void slm_scatter(simd<uint, N / VS> off_b, simd<T, N> v, simd_mask<N / VS> mask = 1) {
    model::store_lanes<VS>(model::local, off_b, mask, v);
}

} // namespace sycl::ext::intel::esimd

#endif
