// SPDX-License-Identifier: MIT
// Shared by the kernels that cm_gen.py writes; it precedes them.
#include <cm/cmtl.h>

typedef long long longlong;
typedef unsigned long long ulonglong;
#ifdef CM_HAS_DOUBLE
typedef double real;
#else
typedef float real;
#endif

// Floats are small whole numbers and a half, so that no NaN or denormal comes in.
template <class T, int N> static vector<T, N> fuzz_get(svmptr_t from) {
    constexpr bool is_int = (T)0.5f == (T)0;
    constexpr int size = is_int ? (int)sizeof(T) : 1, padded = (N * size + 63) / 64 * 64;
    vector<uchar, padded> all;
    cm_svm_block_read(from, all);
    if constexpr (is_int)
        return all.template select<N * size, 1>(0).template format<T>();
    else
        return vector<T, N>(all.template select<N, 1>(0).template format<char>()) + (T)0.5f;
}

template <class T, int N> static void fuzz_put(svmptr_t &to, vector<T, N> x) {
    constexpr int bytes = N * (int)sizeof(T), padded = (bytes + 63) / 64 * 64;
    vector<uchar, padded> all = 0;
    all.template select<bytes, 1>(0) = x.template format<uchar>();
    cm_svm_block_write(to, all);
    to += padded;
}

template <int N> static vector<ushort, N> fuzz_iota(int first, int step) {
    vector<ushort, N> v;
#pragma unroll
    for (int i = 0; i < N; i++)
        v(i) = first + i * step;
    return v;
}

template <class T, int N> struct fuzz_pair {
    vector<T, N> v;
    int n;
    fuzz_pair() = default;
    fuzz_pair(vector<T, N> a, int b) : v(a), n(b) {}
    void set(vector<T, N> a, int b) {
        v = a;
        n = b;
    }
    void twice() {
        v += v;
        n = n * 2 + 1;
    }
    fuzz_pair &operator+=(int x) {
        v += (T)x;
        n -= x;
        return *this;
    }
    void swap_halves() {
        if constexpr (N > 1) {
            vector<T, N / 2> low = v.template select<N / 2, 1>(0);
            v.template select<N / 2, 1>(0) = v.template select<N / 2, 1>(N - N / 2);
            v.template select<N / 2, 1>(N - N / 2) = low;
        }
    }
};

template <int F, int N> static vector<uint, N> fuzz_bfn(vector<uint, N> a, vector<uint, N> b, vector<uint, N> c) {
#ifdef CM_HAS_BFN
    return cm_bfn<F>(a, b, c);
#else
    return a ^ b ^ c;
#endif
}
template <int N> static vector<uint, N> fuzz_rol(vector<uint, N> a, vector<uint, N> b) {
#ifdef CM_HAS_BIT_ROTATE
    return cm_rol(a, b & 31) ^ cm_ror(b, a & 31);
#else
    return a + b;
#endif
}
template <int N> static vector<int, N> fuzz_dp4a(vector<int, N> a, vector<int, N> b, vector<int, N> c) {
#ifdef CM_HAS_DP4A
    return cm_dp4a<int>(a, b, c);
#else
    return a * b + c;
#endif
}
template <int N> static vector<int, N> fuzz_imul(vector<int, N> a, vector<int, N> b) {
    vector<int, N> low;
    vector<int, N> high = cm_imul(low, a, b);
    return low ^ high;
}
template <int N> static vector<uint, N> fuzz_addc(vector<uint, N> a, vector<uint, N> b) {
    vector<uint, N> carry;
    vector<uint, N> sum = cm_addc(a, b, carry);
    return sum + carry;
}
template <int N> static vector<uint, N> fuzz_subb(vector<uint, N> a, vector<uint, N> b) {
    vector<uint, N> borrow;
    vector<uint, N> low = cm_subb(a, b, borrow);
    return low - borrow;
}
template <int N> static vector<int, N> fuzz_div(vector<int, N> a, vector<int, N> b) {
    vector<int, N> rest;
    vector<int, N> quotient = cm_div(rest, a, vector<int, N>((b & 255) + 1));
    return quotient ^ rest;
}

template <class... T> static vector<int, sizeof...(T)> fuzz_numbers(T... x) {
    return vector<int, sizeof...(T)>{x...};
}
