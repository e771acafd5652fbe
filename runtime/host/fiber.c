// SPDX-License-Identifier: MIT
// Fibers over Boost.Context's C entry points, which save the registers that a call preserves and nothing else.

#define _GNU_SOURCE // MAP_STACK
#include "fiber.h"

#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

enum { STACK_B = 1 << 20 }; // takes memory only where it was touched

typedef struct transfer {
    void *left; // where the other side was left
    void *data;
} transfer;
extern void *make_fcontext(void *top, size_t size_b, void (*entry)(transfer));
extern transfer jump_fcontext(void *to, void *data);

// The interfaces of the sanitizers; NULL in a program without them.
#define WEAK __attribute__((weak))
WEAK void __sanitizer_start_switch_fiber(void **fake_stack, const void *bottom, size_t size_b);
WEAK void __sanitizer_finish_switch_fiber(void *fake_stack, const void **old_bottom, size_t *old_size_b);
WEAK void __asan_unpoison_memory_region(const volatile void *address, size_t size_b);
WEAK void *__tsan_get_current_fiber(void);
WEAK void *__tsan_create_fiber(unsigned flags);
WEAK void __tsan_destroy_fiber(void *fiber);
WEAK void __tsan_switch_to_fiber(void *fiber, unsigned flags);

bool hx_fiber_create(hx_fiber *f) {
    const size_t page_b = (size_t)sysconf(_SC_PAGESIZE);
    uint8_t *map = mmap(NULL, STACK_B + page_b, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (map == MAP_FAILED)
        return false;
    if (mprotect(map, page_b, PROT_NONE) != 0) {
        munmap(map, STACK_B + page_b);
        return false;
    }
    *f = (hx_fiber){.stack = map + page_b, .stack_b = STACK_B};
    if (__tsan_create_fiber)
        f->tsan = __tsan_create_fiber(0);
    return true;
}

void hx_fiber_destroy(hx_fiber *f) {
    const size_t page_b = (size_t)sysconf(_SC_PAGESIZE);
    if (!f->stack)
        return;
    if (f->tsan && __tsan_destroy_fiber)
        __tsan_destroy_fiber(f->tsan);
    if (__asan_unpoison_memory_region)
        __asan_unpoison_memory_region(f->stack, f->stack_b);
    munmap((uint8_t *)f->stack - page_b, f->stack_b + page_b);
    f->stack = NULL;
}

void hx_fiber_adopt(hx_fiber *f) {
    *f = (hx_fiber){0};
    if (__tsan_get_current_fiber)
        f->tsan = __tsan_get_current_fiber();
}

// The first lines that run after a switch, on the new stack.
static void arrive(hx_fiber *self, void *left) {
    hx_fiber *from = self->from;
    from->left = left;
    if (!__sanitizer_finish_switch_fiber)
        return;
    const void *bottom = NULL;
    size_t size_b = 0;
    __sanitizer_finish_switch_fiber(self->fake_stack, &bottom, &size_b);
    from->stack = (void *)(uintptr_t)bottom; // of an adopted stack: not known before
    from->stack_b = size_b;
}

static void first(transfer t) {
    hx_fiber *self = t.data;
    arrive(self, t.left);
    self->entry(self->user);
}

void hx_fiber_start(hx_fiber *f, void (*entry)(void *user), void *user) {
    if (__asan_unpoison_memory_region)
        __asan_unpoison_memory_region(f->stack, f->stack_b);
    f->entry = entry;
    f->user = user;
    f->fake_stack = NULL;
    f->left = make_fcontext((uint8_t *)f->stack + f->stack_b, f->stack_b, first);
}

void hx_fiber_switch(hx_fiber *from, hx_fiber *to) {
    to->from = from;
    if (__sanitizer_start_switch_fiber)
        __sanitizer_start_switch_fiber(&from->fake_stack, to->stack, to->stack_b);
    if (__tsan_switch_to_fiber)
        __tsan_switch_to_fiber(to->tsan, 0);
    transfer t = jump_fcontext(to->left, to);
    arrive(from, t.left);
}
