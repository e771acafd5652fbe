// SPDX-License-Identifier: MIT
// Fibers: stacks between which a host thread switches. Boost.Context does the switch; AddressSanitizer and
// ThreadSanitizer are told of it when the program contains them.

#ifndef FIBER_H
#define FIBER_H

#include <stdbool.h>
#include <stddef.h>

typedef struct hx_fiber {
    void *left; // where the stack was left; Boost.Context's handle
    void *stack;
    size_t stack_b;
    struct hx_fiber *from; // that switched here last
    void (*entry)(void *user);
    void *user;
    void *fake_stack, *tsan; // the sanitizers'
} hx_fiber;

// A fiber with a stack of its own, below which is a page without access. False when out of memory.
bool hx_fiber_create(hx_fiber *f);
void hx_fiber_destroy(hx_fiber *f);
// The stack that the calling thread runs on.
void hx_fiber_adopt(hx_fiber *f);
// The next switch to f calls entry(user), which must not return. What was on the stack is forgotten.
void hx_fiber_start(hx_fiber *f, void (*entry)(void *user), void *user);
// Leaves `from`, which is running, and returns when something switches to it again.
void hx_fiber_switch(hx_fiber *from, hx_fiber *to);

#endif
