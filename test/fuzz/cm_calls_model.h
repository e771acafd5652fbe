// SPDX-License-Identifier: MIT
// A model of the kernel language in plain C++ for the programs of cm_calls_gen.py: vectors, matrices, references to
// their elements, SIMD control flow of eight channels. A reference is a list of element addresses, so two names of one
// object behave as C++ says, without a copy anywhere.
#ifndef CM_CALLS_MODEL_H
#define CM_CALLS_MODEL_H

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <initializer_list>

typedef unsigned int uint;
typedef unsigned short ushort;
typedef uintptr_t svmptr_t;

#define _GENX_
#define _GENX_MAIN_
#define _GENX_STACKCALL_
#define _GENX_VOLATILE_
#define _GENX_VOLATILE_BINDING_(n)
#define CM_NOINLINE

namespace model {

constexpr int channels = 8;
inline uint active = 0xff;
inline int depth = 0; // of SIMD control flow

template <class D, class T, int N> struct object;
template <class X> struct traits { static constexpr int n = 0; };

} // namespace model

template <class T, int N> struct vector;
template <class T, int N> struct vector_ref;
template <class T, int R, int C> struct matrix;
template <class T, int R, int C> struct matrix_ref;

namespace model {

template <class T, int N> struct traits<vector<T, N>> { static constexpr int n = N; };
template <class T, int N> struct traits<vector_ref<T, N>> { static constexpr int n = N; };
template <class T, int R, int C> struct traits<matrix<T, R, C>> { static constexpr int n = R * C; };
template <class T, int R, int C> struct traits<matrix_ref<T, R, C>> { static constexpr int n = R * C; };

// Element i of an operand; a number is every element.
template <class X> uint read(const X &x, int i) {
    if constexpr (traits<X>::n)
        return *x.at(i);
    else
        return (uint)x;
}

// An object has at(i), the address of an element.
template <class D, class T, int N> struct object {
    D &self() {
        return *static_cast<D *>(this);
    }
    const D &self() const {
        return *static_cast<const D *>(this);
    }
    // Reads all of x first; writes the channels that are active.
    template <class X> void assign(const X &x) {
        T values[N];
        for (int i = 0; i < N; i++)
            values[i] = (T)read(x, i);
        for (int i = 0; i < N; i++)
            if (!depth || N != channels || (active >> i & 1))
                *self().at(i) = values[i];
    }
    template <class X> void fill(const X &x) { // initialises: not by channels
        T values[N];
        for (int i = 0; i < N; i++)
            values[i] = (T)read(x, i);
        for (int i = 0; i < N; i++)
            *self().at(i) = values[i];
    }
    template <class U> auto format() {
        constexpr int n = N * (int)sizeof(T) / (int)sizeof(U);
        vector_ref<U, n> r;
        for (int i = 0; i < n; i++)
            r.p[i] = (U *)self().at(0) + i;
        return r;
    }
    template <class U, int R, int C> auto format() {
        matrix_ref<U, R, C> r;
        for (int i = 0; i < R * C; i++)
            r.p[i] = (U *)self().at(0) + i;
        return r;
    }
};

#define MODEL_OPERATOR(op)                                                                                             \
    template <class A, class B, int NA = model::traits<A>::n, int NB = model::traits<B>::n,                            \
              class = char[(NA + NB > 0) ? 1 : -1]>                                                                    \
    auto operator op(const A &a, const B &b) {                                                                         \
        vector<uint, (NA > NB ? NA : NB)> r;                                                                           \
        for (int i = 0; i < (NA > NB ? NA : NB); i++)                                                                  \
            r.v[i] = model::read(a, i) op model::read(b, i);                                                           \
        return r;                                                                                                      \
    }
#define MODEL_ASSIGN(name)                                                                                             \
    template <class X> name &operator=(const X &x) {                                                                   \
        this->assign(x);                                                                                               \
        return *this;                                                                                                  \
    }                                                                                                                  \
    name &operator=(const name &x) {                                                                                   \
        this->assign(x);                                                                                               \
        return *this;                                                                                                  \
    }                                                                                                                  \
    template <class X> void operator+=(const X &x) {                                                                   \
        this->assign(*this + x);                                                                                       \
    }                                                                                                                  \
    template <class X> void operator-=(const X &x) {                                                                   \
        this->assign(*this - x);                                                                                       \
    }                                                                                                                  \
    template <class X> void operator^=(const X &x) {                                                                   \
        this->assign(*this ^ x);                                                                                       \
    }                                                                                                                  \
    template <class X> void operator*=(const X &x) {                                                                   \
        this->assign(*this *x);                                                                                        \
    }

} // namespace model

MODEL_OPERATOR(+)
MODEL_OPERATOR(-)
MODEL_OPERATOR(*)
MODEL_OPERATOR(^)
MODEL_OPERATOR(&)
MODEL_OPERATOR(|)
MODEL_OPERATOR(>)
MODEL_OPERATOR(<)
MODEL_OPERATOR(==)

namespace model {

template <class D, class T, int N> struct vec : object<D, T, N> {
    template <int S, int ST> auto select(int at) {
        vector_ref<T, S> r;
        for (int i = 0; i < S; i++)
            r.p[i] = this->self().at(at + i * ST);
        return r;
    }
    T &operator()(int i) {
        return *this->self().at(i);
    }
    T operator()(int i) const {
        return *this->self().at(i);
    }
};

template <class D, class T, int R, int C> struct mat : object<D, T, R * C> {
    auto row(int k) {
        vector_ref<T, C> r;
        for (int i = 0; i < C; i++)
            r.p[i] = this->self().at(k * C + i);
        return r;
    }
    template <int VS, int VST, int HS, int HST> auto select(int i, int j) {
        matrix_ref<T, VS, HS> r;
        for (int y = 0; y < VS; y++)
            for (int x = 0; x < HS; x++)
                r.p[y * HS + x] = this->self().at((i + y * VST) * C + j + x * HST);
        return r;
    }
    T &operator()(int i, int j) {
        return *this->self().at(i * C + j);
    }
};

} // namespace model

#define MODEL_STORED(name, n)                                                                                          \
    T v[n];                                                                                                            \
    T *at(int i) {                                                                                                     \
        return &v[i];                                                                                                  \
    }                                                                                                                  \
    const T *at(int i) const {                                                                                         \
        return &v[i];                                                                                                  \
    }                                                                                                                  \
    name() {}                                                                                                          \
    name(const name &) = default;                                                                                      \
    template <class X> name(const X &x) {                                                                              \
        this->fill(x);                                                                                                 \
    }
#define MODEL_REFERENCE(name, n)                                                                                       \
    T *p[n];                                                                                                           \
    T *at(int i) const {                                                                                               \
        return p[i];                                                                                                   \
    }                                                                                                                  \
    name() {}                                                                                                          \
    name(const name &) = default;

template <class T, int N> struct vector : model::vec<vector<T, N>, T, N> {
    MODEL_STORED(vector, N)
    MODEL_ASSIGN(vector)
};
template <class T, int N> struct vector_ref : model::vec<vector_ref<T, N>, T, N> {
    MODEL_REFERENCE(vector_ref, N)
    vector_ref(vector<T, N> &x) {
        for (int i = 0; i < N; i++)
            p[i] = x.at(i);
    }
    MODEL_ASSIGN(vector_ref)
};
template <class T, int R, int C> struct matrix : model::mat<matrix<T, R, C>, T, R, C> {
    MODEL_STORED(matrix, R *C)
    MODEL_ASSIGN(matrix)
};
template <class T, int R, int C> struct matrix_ref : model::mat<matrix_ref<T, R, C>, T, R, C> {
    MODEL_REFERENCE(matrix_ref, R *C)
    matrix_ref(matrix<T, R, C> &x) {
        for (int i = 0; i < R * C; i++)
            p[i] = x.at(i);
    }
    MODEL_ASSIGN(matrix_ref)
};

namespace model {

inline uint bits(const vector<uint, channels> &x) {
    uint b = 0;
    for (int i = 0; i < channels; i++)
        b |= (uint)(x.v[i] != 0) << i;
    return b;
}

struct branch {
    uint outer, taken;
    branch(const vector<uint, channels> &x) : outer(active), taken(active & bits(x)) {
        active = taken;
        depth++;
    }
    ~branch() {
        active = outer;
        depth--;
    }
    bool otherwise() {
        active = outer & ~taken;
        return active != 0;
    }
};

struct loop {
    uint outer;
    loop() : outer(active) {
        depth++;
    }
    ~loop() {
        active = outer;
        depth--;
    }
    bool again(const vector<uint, channels> &x) {
        active &= bits(x);
        return active != 0;
    }
};

} // namespace model

// The scalar code of a branch runs when at least one channel takes it.
#define SIMD_IF_BEGIN(...)                                                                                             \
    {                                                                                                                  \
        model::branch branch_(__VA_ARGS__);                                                                            \
        if (model::active)
#define SIMD_ELSE   if (branch_.otherwise())
#define SIMD_IF_END }
#define SIMD_DO_WHILE_BEGIN                                                                                            \
    {                                                                                                                  \
        model::loop loop_;                                                                                             \
        do
#define SIMD_DO_WHILE_END(...)                                                                                         \
    while (loop_.again(__VA_ARGS__))                                                                                   \
        ;                                                                                                              \
    }

template <class T, int N> void cm_svm_block_read(svmptr_t p, vector<T, N> &v) {
    memcpy(v.v, (const void *)p, sizeof(v.v));
}
template <class T, int N> void cm_svm_block_write(svmptr_t p, const vector<T, N> &v) {
    memcpy((void *)p, v.v, sizeof(v.v));
}

#endif
