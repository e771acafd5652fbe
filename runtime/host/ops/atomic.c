// SPDX-License-Identifier: MIT
// Atomics: each lane's change of memory happens at once, in the order of the lanes. Threads of a group take turns on
// one thread of the host: a thread that does many atomics lets the others run now and then, since it may wait for them.

#include "priv.h"

#include <math.h>
#include <stdatomic.h>

static double to_double(uint64_t v, unsigned bits) {
    double d;
    float f;
    const uint32_t low = (uint32_t)v;
    if (bits == 16)
        return (double)cmc_op_float_of_half(NULL, low);
    if (bits == 32) {
        memcpy(&f, &low, sizeof f);
        return (double)f;
    }
    memcpy(&d, &v, sizeof d);
    return d;
}

static uint64_t from_double(double d, unsigned bits) {
    uint64_t v;
    uint32_t low;
    const float f = (float)d;
    if (bits == 16)
        return cmc_op_half_of_double(NULL, d);
    if (bits == 32) {
        memcpy(&low, &f, sizeof low);
        return low;
    }
    memcpy(&v, &d, sizeof v);
    return v;
}

// A NaN gives the other operand; -0 is smaller than +0.
static uint64_t fminmax(uint64_t a, uint64_t b, unsigned bits, bool max) {
    const double x = to_double(a, bits), y = to_double(b, bits);
    if (isnan(x) || isnan(y))
        return isnan(x) ? b : a;
    if (x == y)
        return (signbit(x) != 0) == max ? b : a;
    return (x > y) == max ? a : b;
}

uint64_t op_atomic_value(uint32_t op, uint64_t old, uint64_t a, uint64_t b, unsigned bits) {
    switch (op) {
    case CMC_ATOMIC_INC:
        return old + 1;
    case CMC_ATOMIC_DEC:
        return old - 1;
    case CMC_ATOMIC_STORE:
        return a;
    case CMC_ATOMIC_ADD:
        return old + a;
    case CMC_ATOMIC_SUB:
        return old - a;
    case CMC_ATOMIC_SMIN:
        return op_signed(a, bits) < op_signed(old, bits) ? a : old;
    case CMC_ATOMIC_SMAX:
        return op_signed(a, bits) > op_signed(old, bits) ? a : old;
    case CMC_ATOMIC_UMIN:
        return a < old ? a : old;
    case CMC_ATOMIC_UMAX:
        return a > old ? a : old;
    case CMC_ATOMIC_CMPXCHG:
        return old == b ? a : old;
    case CMC_ATOMIC_FADD:
        return from_double(to_double(old, bits) + to_double(a, bits), bits);
    case CMC_ATOMIC_FSUB:
        return from_double(to_double(old, bits) - to_double(a, bits), bits);
    case CMC_ATOMIC_FMIN:
    case CMC_ATOMIC_FMAX:
        return fminmax(old, a, bits, op == CMC_ATOMIC_FMAX);
    case CMC_ATOMIC_FCMPXCHG:
        return to_double(old, bits) == to_double(b, bits) ? a : old;
    case CMC_ATOMIC_AND:
        return old & a;
    case CMC_ATOMIC_OR:
        return old | a;
    case CMC_ATOMIC_XOR:
        return old ^ a;
    default: // a load
        return old;
    }
}

// The memory is a plain object of the host's program: the access is atomic by its type here.
#define APPLY(T)                                                                                                       \
    do {                                                                                                               \
        _Atomic(T) *p = at;                                                                                            \
        T old = atomic_load(p);                                                                                        \
        while (!atomic_compare_exchange_weak(p, &old, (T)op_atomic_value(op, old, a, b, 8 * sizeof(T))))               \
            ;                                                                                                          \
        return old;                                                                                                    \
    } while (0)

uint64_t op_atomic_apply(uint32_t op, void *at, unsigned size_b, uint64_t a, uint64_t b) {
    switch (size_b) {
    case 2:
        APPLY(uint16_t);
    case 4:
        APPLY(uint32_t);
    default:
        APPLY(uint64_t);
    }
}

void cmc_op_atomic(void *thread, uint32_t op, uint32_t surface, uint32_t n, uint32_t size_b, void *at, void *on,
                   void *a, void *b, void *old, uint32_t line) {
    enum { TURN = 256 }; // atomics between two turns of other threads
    static _Thread_local unsigned done;
    cmc_host_thread *t = thread;
    const op_memory m = op_memory_of(t, surface);
    for (uint32_t lane = 0; lane < n; lane++) {
        const uint64_t where = ((const uint64_t *)at)[lane];
        uint64_t x = 0, y = 0, was = 0;
        if (!((const uint8_t *)on)[lane])
            continue;
        memcpy(&x, (const uint8_t *)a + (size_t)lane * size_b, size_b);
        memcpy(&y, (const uint8_t *)b + (size_t)lane * size_b, size_b);
        if (m.size_b < size_b || where > m.size_b - size_b)
            op_outside(t, surface, (int64_t)where, size_b, true, line);
        else
            was = op_atomic_apply(op, m.base + where, size_b, x, y);
        memcpy((uint8_t *)old + (size_t)lane * size_b, &was, size_b);
    }
    if (++done % TURN == 0)
        t->services->yield(t);
}
