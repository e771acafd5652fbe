// SPDX-License-Identifier: MIT
// Kernels for the CPU, as the compiler would write them. host_member.py makes a program of them.

#include <cmc/host_abi.h>

#include <stddef.h>

#define KERNEL __attribute__((visibility("default"))) void

#ifdef WITH_UNDEFINED
extern void not_here(void);
#endif
#ifdef WITH_CONSTRUCTOR
static volatile int constructed;
__attribute__((constructor)) static void construct(void) {
    constructed = 1;
}
#endif

static uint32_t group_of(const cmc_host_thread *t) {
    return (t->group_id[2] * t->group_count[1] + t->group_id[1]) * t->group_count[0] + t->group_id[0];
}

static uint32_t id_of(const cmc_host_thread *t) {
    return group_of(t) * t->threads + t->linear_id;
}

//! scale buffer buffer f32
KERNEL scale(cmc_host_thread *t, uint32_t in, uint32_t out, float by) {
    const uint32_t i = id_of(t);
    if ((i + 1) * sizeof(float) > t->surfaces[in].size_b)
        t->services->outside(t, in, i * (int64_t)sizeof(float), sizeof(float), false, 30);
    else
        ((float *)t->surfaces[out].base)[i] = ((const float *)t->surfaces[in].base)[i] * by;
#ifdef WITH_UNDEFINED
    not_here();
#endif
}

// Ten numbers of each thread.
//! ids pointer
KERNEL ids(cmc_host_thread *t, uint32_t *out) {
    uint32_t *row = out + 10 * id_of(t);
    for (int i = 0; i < 3; i++) {
        row[i] = t->group_id[i];
        row[3 + i] = t->local_id[i];
        row[6 + i] = t->local_size[i];
    }
    row[9] = t->linear_id;
}

typedef struct triple {
    int64_t a, b, c;
} triple;

//! values pointer i8 i16 i32 i64 f32 f64 bytes:24
KERNEL values(cmc_host_thread *t, double *out, uint8_t b, uint16_t h, uint32_t i, uint64_t l, float f, double d,
              const triple *v) {
    const double all[] = {b, h, i, (double)l, f, d, (double)v->a, (double)v->b, (double)v->c};
    (void)t;
    for (int k = 0; k < 9; k++)
        out[k] = all[k];
}

//! touch_image image i32
KERNEL touch_image(cmc_host_thread *t, uint32_t image, uint32_t value) {
    const cmc_host_surface *s = &t->surfaces[image];
    for (uint32_t y = 0; y < s->height; y++)
        for (uint32_t x = 0; x < s->width_px * s->px_b; x++)
            s->base[y * s->pitch_b + x] = (uint8_t)(value + y * 16 + x);
}

// Each thread takes what its neighbour wrote before the barrier, twice.
//! neighbours pointer slm=4096
KERNEL neighbours(cmc_host_thread *t, uint32_t *out) {
    uint32_t *slm = (uint32_t *)t->slm;
    const uint32_t next = (t->linear_id + 1) % t->threads;
    slm[t->linear_id] = id_of(t);
    t->services->barrier(t);
    const uint32_t first = slm[next];
    t->services->barrier(t);
    slm[t->linear_id] = first;
    t->services->barrier(t);
    out[id_of(t)] = slm[next];
}

//! split pointer slm=4096
KERNEL split(cmc_host_thread *t, uint32_t *out) {
    uint32_t *slm = (uint32_t *)t->slm;
    uint32_t sum = 0;
    for (uint32_t round = 0; round < 4; round++) {
        slm[t->linear_id] = t->linear_id * round;
        t->services->barrier_signal(t);
        sum += round;
        t->services->barrier_wait(t);
        for (uint32_t i = 0; i < t->threads; i++)
            sum += slm[i];
        t->services->barrier(t);
    }
    out[id_of(t)] = sum;
}

enum { BOTH, PRODUCER, CONSUMER };

// The first half produces for the second half.
//! pipeline pointer slm=4096 barriers=3
KERNEL pipeline(cmc_host_thread *t, uint32_t *out) {
    uint32_t *slm = (uint32_t *)t->slm;
    const uint32_t half = t->threads / 2;
    if (t->linear_id < half) {
        slm[t->linear_id] = 100 + t->linear_id;
        t->services->named_barrier_signal(t, 2, PRODUCER, half, half);
        out[id_of(t)] = 0;
    } else {
        t->services->named_barrier_signal(t, 2, CONSUMER, half, half);
        t->services->named_barrier_wait(t, 2);
        out[id_of(t)] = slm[t->linear_id - half];
    }
}

// The first thread waits in a loop for the last one.
//! handshake pointer slm=64
KERNEL handshake(cmc_host_thread *t, uint32_t *out) {
    volatile uint32_t *flag = (volatile uint32_t *)t->slm;
    if (t->linear_id == 0)
        while (*flag != t->threads + group_of(t))
            t->services->yield(t);
    if (t->linear_id == t->threads - 1)
        *flag = t->threads + group_of(t);
    out[id_of(t)] = 1;
}

//! count pointer
KERNEL count(cmc_host_thread *t, uint64_t *counter) {
    (void)t;
    __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
}

//! nothing
KERNEL nothing(cmc_host_thread *t) {
    (void)t;
}

// A record of the printf buffer: the text's address, the type int, the value.
//! print printf
KERNEL print(cmc_host_thread *t) {
    static const char text[] = "thread %d\n";
    const uint64_t address = (uint64_t)(uintptr_t)text;
    uint32_t *used = (uint32_t *)t->printf_buffer;
    const uint32_t at = __atomic_fetch_add(used, 16, __ATOMIC_RELAXED);
    const uint32_t words[] = {(uint32_t)address, (uint32_t)(address >> 32), 3, id_of(t)};
    for (int i = 0; i < 4; i++)
        ((uint32_t *)(t->printf_buffer + at))[i] = words[i];
}

// Mistakes

//! deadlock
KERNEL deadlock(cmc_host_thread *t) {
    if (t->linear_id)
        t->services->barrier(t);
}

//! alone barriers=2
KERNEL alone(cmc_host_thread *t) {
    t->services->named_barrier_signal(t, 1, BOTH, 2, 2);
    t->services->named_barrier_wait(t, 1);
}

//! twice
KERNEL twice(cmc_host_thread *t) {
    t->services->barrier_signal(t);
    if (t->linear_id == 0)
        t->services->barrier_signal(t);
    t->services->barrier_wait(t);
}

//! undeclared barriers=2
KERNEL undeclared(cmc_host_thread *t) {
    t->services->named_barrier_signal(t, 2, BOTH, 1, 1);
}

//! store pointer i64
KERNEL store(cmc_host_thread *t, volatile char *p, int64_t offset) {
    t->services->barrier(t);
    if (t->linear_id == t->threads - 1)
        p[offset] = 1;
    t->services->barrier(t);
}

//! store_slm i32 slm=256
KERNEL store_slm(cmc_host_thread *t, uint32_t offset) {
    ((volatile uint8_t *)t->slm)[offset] = 1;
}

//! divide i32 i32
KERNEL divide(cmc_host_thread *t, uint32_t a, uint32_t b) {
    volatile uint32_t x = a, y = b, z;
    (void)t;
#ifdef __x86_64__
    z = x / y;
#else
    if (!y)
        t->services->trap(t, "division by zero", 0);
    z = x / y;
#endif
    (void)z;
}

static uint32_t deep(volatile uint32_t *p, uint32_t n) {
    volatile char room[4096];
    room[n % sizeof room] = (char)n;
    return n == 0 ? 0 : deep(p, n - 1) + (uint32_t)room[*p % sizeof room];
}

//! recurse i32
KERNEL recurse(cmc_host_thread *t, uint32_t n) {
    volatile uint32_t zero = 0;
    (void)t;
    zero = deep(&zero, n) & 0;
}

//! trap
KERNEL trap(cmc_host_thread *t) {
    t->services->trap(t, "the index is negative", 77);
}

//! spin i32
KERNEL spin(cmc_host_thread *t, uint32_t yields) {
    for (volatile uint32_t i = 0;; i++)
        if (yields)
            t->services->yield(t);
}
