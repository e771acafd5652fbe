// SPDX-License-Identifier: MIT
// What the kernels of row tests share: ROW(name) { ... } is a kernel whose input and output are memory at `in` and
// `out`; get and put move one vector and advance to the next multiple of 64 bytes.

#ifndef TEST_CM_ROW_H
#define TEST_CM_ROW_H

#include <cm/cm.h>

#define ROW(name)                                                                                                      \
    static void name##_body(svmptr_t in, svmptr_t out);                                                                \
    extern "C" _GENX_MAIN_ void name(svmptr_t in, svmptr_t out, int in_b, int out_b) {                                 \
        name##_body(in + cm_group_id(0) * in_b, out + cm_group_id(0) * out_b);                                         \
    }                                                                                                                  \
    static void name##_body(svmptr_t in, svmptr_t out)

template <class T, int N> vector<T, N> get(svmptr_t &from) {
    constexpr int padded = (N * (int)sizeof(T) + 63) / 64 * 64;
    vector<uchar, padded> all;
    cm_svm_block_read(from, all);
    from += padded;
    return all.template select<N *(int)sizeof(T), 1>(0).template format<T>();
}

template <class X> void put(svmptr_t &to, const X &x) {
    using T = typename X::element_type;
    constexpr int bytes = X::n_elems() * (int)sizeof(T), padded = (bytes + 63) / 64 * 64;
    vector<uchar, padded> all = 0;
    vector<T, X::n_elems()> v = x;
    all.template select<bytes, 1>(0) = v.template format<uchar>();
    cm_svm_block_write(to, all);
    to += padded;
}

#endif
