// SPDX-License-Identifier: MIT
// One query a head. The threads of a group share its keys; each keeps its largest score, the sum of exponentials
// relative to it, and the weighted sum of values. They meet in local memory.

constexpr int DECODE_THREADS = 8, DECODE_KEYS = 16,
              DECODE_LANES = 16;  // of a group; of a step; partial sums of a product
constexpr int RESULT = HEAD + 16; // floats of a thread in local memory: values, largest score, sum

struct decode_state {
    vector<float, HEAD> out;
    float most, sum;
};

CM_INLINE vector<float, HEAD> decode_row(svmptr_t rows, uint row) {
    vector<half, HEAD> in;
    cm_svm_block_read(rows + row * (HEAD * (uint)sizeof(half)), in);
    return in;
}

// Scores of DECODE_KEYS keys from `key` on; those past the end repeat the last one and count nothing.
CM_INLINE vector<float, DECODE_KEYS> decode_scores(vector<float, HEAD> q, svmptr_t k, uint key, uint keys) {
    matrix<float, DECODE_KEYS, DECODE_LANES> part;
#pragma unroll
    for (int i = 0; i < DECODE_KEYS; i++) {
        vector<float, HEAD> products = decode_row(k, cm_min<uint>(key + i, keys - 1)) * q;
        part.row(i) =
            (products.select<DECODE_LANES, 1>(0) + products.select<DECODE_LANES, 1>(DECODE_LANES)) +
            (products.select<DECODE_LANES, 1>(2 * DECODE_LANES) + products.select<DECODE_LANES, 1>(3 * DECODE_LANES));
    }
    vector<float, DECODE_KEYS> scores = fold_rows<add, DECODE_KEYS, DECODE_LANES>(part.format<float>());
    vector<uint, DECODE_KEYS> place;
    cmtl::cm_vector_assign(place.select_all(), key, 1);
    scores.merge(LOWEST, place >= keys);
    return scores;
}

CM_INLINE void decode_step(decode_state &s, vector<float, HEAD> q, svmptr_t k, svmptr_t v, uint key, uint keys) {
    vector<float, DECODE_KEYS> scores = decode_scores(q, k, key, keys);
    const float most = cm_max<float>(s.most, cm_reduced_max<float>(scores));
    const vector<float, 1> shrink = cm_exp(vector<float, 1>(s.most - most));
    const vector<float, DECODE_KEYS> weights = cm_exp(scores - most);
    s.most = most;
    s.sum = s.sum * shrink(0) + cm_sum<float>(weights);
    s.out *= shrink(0);
#pragma unroll
    for (int i = 0; i < DECODE_KEYS; i++)
        s.out += decode_row(v, cm_min<uint>(key + i, keys - 1)) * weights(i);
}

CM_INLINE void decode_put(decode_state &s, uint slm, uint thread) {
    vector<float, 16> rest = 0;
    rest(0) = s.most;
    rest(1) = s.sum;
    cm_slm_block_write(slm, thread * RESULT * sizeof(float), s.out);
    cm_slm_block_write(slm, (thread * RESULT + HEAD) * sizeof(float), rest);
}

// Adds the state of another thread.
CM_INLINE void decode_join(decode_state &s, uint slm, uint thread) {
    vector<float, HEAD> out;
    vector<float, 16> rest;
    cm_slm_block_read(slm, thread * RESULT * sizeof(float), out);
    cm_slm_block_read(slm, (thread * RESULT + HEAD) * sizeof(float), rest);
    vector<float, 2> most;
    most(0) = s.most;
    most(1) = rest(0);
    const float both = cm_max<float>(s.most, rest(0));
    const vector<float, 2> by = cm_exp(most - both);
    s.most = both;
    s.sum = s.sum * by(0) + rest(1) * by(1);
    s.out = s.out * by(0) + out * by(1);
}

// Group h has head h; `shared` heads have the same keys and values.
extern "C" _GENX_MAIN_ void decode(svmptr_t q, svmptr_t k, svmptr_t v, svmptr_t o, uint keys, uint shared) {
    cm_slm_init(DECODE_THREADS * RESULT * sizeof(float));
    const uint slm = cm_slm_alloc(DECODE_THREADS * RESULT * sizeof(float)), me = cm_local_id(0), head = cm_group_id(0);
    const svmptr_t first = (svmptr_t)(head / shared) * keys * (HEAD * (uint)sizeof(half));
    const vector<float, HEAD> query = decode_row(q, head) * SCALE;
    decode_state s;
    s.out = 0;
    s.most = LOWEST;
    s.sum = 0;
    for (uint key = me * DECODE_KEYS; key < keys; key += DECODE_THREADS * DECODE_KEYS)
        decode_step(s, query, k + first, v + first, key, keys);
    decode_put(s, slm, me);
    cm_slm_fence(CM_GLOBAL_COHERENT_FENCE);
    cm_barrier();
    if (me > 0)
        return;
#pragma unroll
    for (int t = 1; t < DECODE_THREADS; t++)
        decode_join(s, slm, t);
    const vector<half, HEAD> out = s.out * (1.0f / s.sum);
    cm_svm_block_write(o + head * (HEAD * (uint)sizeof(half)), out);
}
