// SPDX-License-Identifier: MIT
// Many queries of a head. A thread has 16 of them. It goes over the keys in steps of 32 and keeps, for each query, a
// base, which is about the largest score so far, and the sum of exponentials relative to it. When a score is far above
// the base, the base becomes that score, and the sum and the row of O shrink. That is rare after the first step.
//
// Both products use the systolic array. Scores come out in the order in which dpas takes its left factor, so that the
// exponentials become the left factor of the second product by the conversion to halves alone.

constexpr int DEPTH = 8, REPEAT = 8, LANES = 16, K = 16; // a dpas adds 8 x 16 sums of 16 products
constexpr int QUERIES = 16, KEYS = 32;                   // of a thread; of a step
constexpr int TILES_M = QUERIES / REPEAT, TILES_D = HEAD / LANES, TILES_K = KEYS / LANES;
constexpr int LEFT = REPEAT * K, RIGHT = K * LANES, SUMS = REPEAT * LANES;
constexpr uint ROW_B = HEAD * sizeof(half);
constexpr float SLACK = 8; // exponentials are up to 2^SLACK, which halves can hold

using sums = vector<float, SUMS>;
using scores = matrix<float, TILES_K, QUERIES * LANES>; // 16 keys of all queries, twice

struct prefill_state {
    vector<half, QUERIES * HEAD> q; // eight left factors
    matrix<float, TILES_D * TILES_M, SUMS> out;
    matrix<float, TILES_M, SUMS> total; // of exponentials: each query's in all its 16 columns
    vector<float, QUERIES> base;        // a score, times SCALE; no score is more than SLACK above it
};

CM_INLINE sums product(sums sum, vector<half, RIGHT> right, vector<half, LEFT> left) {
    return cm_dpas<CM_PRECISION_HF, CM_PRECISION_HF, DEPTH, REPEAT>(sum, right.format<int>(), left.format<int>());
}

CM_INLINE void load_queries(prefill_state &s, svmptr_t q, uint top, uint queries) {
    constexpr int TWO = 2 * QUERIES * K;
    lsc::block_2d_desc<half, 2, QUERIES, K> at((half *)q, queries - 1, ROW_B - 1, ROW_B - 1, 0, top);
#pragma unroll
    for (int i = 0; i < 2; i++)
        cm_load<lsc::Normal, CacheHint::Cached, CacheHint::Cached>(s.q.select<TWO, 1>(i * TWO),
                                                                   at.set_block_x(i * HEAD / 2));
}

// K is read as dwords: a transposed block of 16 keys x 8 dwords has pairs of halves as dpas takes its right factor.
CM_INLINE scores scores_of(prefill_state &s, svmptr_t k, uint key, uint keys) {
    scores out = 0;
    lsc::block_2d_desc<uint, 1, LANES, K / 2> at((uint *)k, keys - 1, ROW_B - 1, ROW_B - 1, 0, 0);
#pragma unroll
    for (int i = 0; i < TILES_K; i++)
#pragma unroll
        for (int d = 0; d < TILES_D; d++) {
            vector<uint, RIGHT / 2> pairs;
            cm_load<lsc::Transpose, CacheHint::Cached, CacheHint::Cached>(
                pairs, at.set_block_x(d * K / 2).set_block_y(key + i * LANES));
#pragma unroll
            for (int m = 0; m < TILES_M; m++)
                out.row(i).select<SUMS, 1>(m * SUMS) =
                    product(out.row(i).select<SUMS, 1>(m * SUMS), pairs.format<half>(),
                            s.q.select<LEFT, 1>((d * TILES_M + m) * LEFT));
        }
    return out;
}

// Keys past the end, and keys later than a query's own place.
CM_INLINE void hide_late_keys(scores &x, uint key, uint last_of_first, uint keys) {
    vector<int, LANES> place;
    cmtl::cm_vector_assign(place.select_all(), (int)key, 1);
#pragma unroll
    for (int i = 0; i < TILES_K; i++)
#pragma unroll
        for (int r = 0; r < QUERIES; r++)
            x.row(i).select<LANES, 1>(r * LANES).merge(LOWEST, place + i * LANES >
                                                                   (int)cm_min<uint>(last_of_first + r, keys - 1));
}

// A row at a time: its factor is a scalar operand.
CM_INLINE void scale_rows(vector_ref<float, SUMS> t, vector<float, QUERIES> by, int first) {
#pragma unroll
    for (int r = 0; r < REPEAT; r++)
        t.select<LANES, 1>(r * LANES) *= by(first + r);
}

CM_INLINE void set_base(prefill_state &s, vector<float, QUERIES> base) {
    const vector<float, QUERIES> shrink = cm_exp(s.base - base);
    s.base = base;
#pragma unroll
    for (int m = 0; m < TILES_M; m++) {
        scale_rows(s.total[m].format<float>(), shrink, m * REPEAT);
#pragma unroll
        for (int d = 0; d < TILES_D; d++)
            scale_rows(s.out[d * TILES_M + m].format<float>(), shrink, m * REPEAT);
    }
}

// Replaces scores by exponentials relative to the base.
CM_INLINE void exponentials(prefill_state &s, scores &x) {
    vector<float, QUERIES *LANES> larger = cm_max<float>(x.row(0), x.row(1));
    const vector<float, QUERIES> most = fold_rows<largest, QUERIES, LANES>(larger) * SCALE;
    if ((most > s.base + SLACK).any())
        set_base(s, cm_max<float>(s.base, most));
#pragma unroll
    for (int i = 0; i < TILES_K; i++)
#pragma unroll
        for (int r = 0; r < QUERIES; r++)
            x.row(i).select<LANES, 1>(r * LANES) = cm_exp(x.row(i).select<LANES, 1>(r * LANES) * SCALE - s.base(r));
}

// Adds the products of exponentials and values. The sums of exponentials are products too, with a factor of ones.
CM_INLINE void add_values(prefill_state &s, scores &x, matrix<half, 2, KEYS * HEAD / 2> &values) {
    const vector<half, RIGHT> ones = 1;
#pragma unroll
    for (int i = 0; i < TILES_K; i++) {
        vector<half, QUERIES *K> left = x.row(i);
#pragma unroll
        for (int m = 0; m < TILES_M; m++)
            s.total.row(m) = product(s.total.row(m), ones, left.select<LEFT, 1>(m * LEFT));
#pragma unroll
        for (int d = 0; d < TILES_D; d++)
#pragma unroll
            for (int m = 0; m < TILES_M; m++)
                s.out.row(d * TILES_M + m) = product(s.out.row(d * TILES_M + m),
                                                     values.row(d / 2).select<RIGHT, 1>((d % 2 * TILES_K + i) * RIGHT),
                                                     left.select<LEFT, 1>(m * LEFT));
    }
}

// A step of KEYS keys; V is loaded before the exponentials. last_of_first: the last key that the first query sees.
CM_INLINE void prefill_step(prefill_state &s, svmptr_t k, svmptr_t v, uint key, uint keys, uint last_of_first) {
    scores x = scores_of(s, k, key, keys);
    matrix<half, 2, KEYS * HEAD / 2> values; // each half of the columns: four right factors
    lsc::block_2d_desc<half, 2, KEYS, LANES> at((half *)v, keys - 1, ROW_B - 1, ROW_B - 1, 0, key);
#pragma unroll
    for (int i = 0; i < 2; i++)
        cm_load<lsc::VNNI, CacheHint::Cached, CacheHint::Cached>(values[i].format<half>(),
                                                                 at.set_block_x(i * HEAD / 2));
    if (key + KEYS - 1 > last_of_first || key + KEYS > keys)
        hide_late_keys(x, key, last_of_first, keys);
    exponentials(s, x);
    add_values(s, x, values);
}

CM_INLINE void store_out(prefill_state &s, svmptr_t o, uint top, uint queries) {
    lsc::block_2d_desc<half, 1, REPEAT, LANES> at((half *)o, queries - 1, ROW_B - 1, ROW_B - 1, 0, 0);
#pragma unroll
    for (int m = 0; m < TILES_M; m++) {
        const sums by = cm_inv(s.total.row(m));
#pragma unroll
        for (int d = 0; d < TILES_D; d++) {
            const vector<half, SUMS> out = s.out.row(d * TILES_M + m) * by;
            cm_store(at.set_block_x(d * LANES).set_block_y(top + m * REPEAT), out);
        }
    }
}

// Group (g, h): queries of head h; `shared` heads have the same keys and values. causal: a query sees the keys up to
// its own place, with the ends of queries and keys aligned; then there are not more queries than keys.
extern "C" _GENX_MAIN_ _GENX_GRF_COUNT_(256) void prefill(svmptr_t q, svmptr_t k, svmptr_t v, svmptr_t o, uint keys,
                                                          uint shared, uint queries, uint causal) {
    constexpr uint AHEAD = KEYS; // keys from a prefetch to its load
    constexpr int PART = 4;      // rows that a thread of eight prefetches
    const uint top = (cm_group_id(0) * cm_local_size(0) + cm_local_id(0)) * QUERIES, head = cm_group_id(1);
    const svmptr_t first = (svmptr_t)(head / shared) * keys * ROW_B, own = (svmptr_t)head * queries * ROW_B;
    if (top >= queries)
        return;
    prefill_state s;
    s.out = 0;
    s.total = 0;
    s.base = LOWEST;
    load_queries(s, q + own, top, queries);
    const uint part = cm_local_id(0) % (KEYS / PART) * PART;
    lsc::block_2d_desc<half, 1, PART, HEAD / 2> next_k((half *)(k + first), keys - 1, ROW_B - 1, ROW_B - 1, 0, 0);
    lsc::block_2d_desc<half, 1, PART, HEAD / 2> next_v((half *)(v + first), keys - 1, ROW_B - 1, ROW_B - 1, 0, 0);
    const uint last_of_first = causal ? top + keys - queries : keys - 1;
    const uint last = cm_min<uint>(last_of_first + (causal ? QUERIES - 1 : 0), keys - 1);
    for (uint key = 0; key <= last; key += KEYS) {
#pragma unroll
        for (int x = 0; x < HEAD; x += HEAD / 2) {
            cm_prefetch<CacheHint::Cached, CacheHint::Cached>(next_k.set_block_x(x).set_block_y(key + AHEAD + part));
            cm_prefetch<CacheHint::Cached, CacheHint::Cached>(next_v.set_block_x(x).set_block_y(key + AHEAD + part));
        }
        prefill_step(s, k + first, v + first, key, keys, last_of_first);
    }
    store_out(s, o + own, top, queries);
}
