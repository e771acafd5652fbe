// SPDX-License-Identifier: MIT
// Arena: allocations that are freed together. The arena is a list of malloc'd chunks; a large request gets its own
// chunk. A build with AddressSanitizer tells it where each allocation ends, so that it sees accesses past the end.

#include <cmc/base.h>

#include <assert.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __has_feature // Clang's way to say it
#define HAS_ASAN __has_feature(address_sanitizer)
#elif defined(__SANITIZE_ADDRESS__)
#define HAS_ASAN 1
#else
#define HAS_ASAN 0
#endif

#if HAS_ASAN
#include <sanitizer/asan_interface.h>
enum { GAP_B = 16 }; // after each allocation, beside the rest of its last 16 bytes
#else
enum { GAP_B = 0 };
#define ASAN_POISON_MEMORY_REGION(p, size_b)   ((void)(p), (void)(size_b))
#define ASAN_UNPOISON_MEMORY_REGION(p, size_b) ((void)(p), (void)(size_b))
#endif

enum { CHUNK_B = 64 * 1024, ALIGN_B = 16 };

typedef struct chunk {
    struct chunk *next;
    size_t used_b, size_b;
    alignas(ALIGN_B) unsigned char data[];
} chunk;

struct cmc_arena {
    chunk *head; // the chunk that small requests are cut from
};

cmc_arena *cmc_arena_create(void) {
    return calloc(1, sizeof(cmc_arena));
}

void cmc_arena_reset(cmc_arena *a) {
    assert(a);
    while (a->head) {
        chunk *next = a->head->next;
        free(a->head);
        a->head = next;
    }
}

void cmc_arena_destroy(cmc_arena *a) {
    if (!a)
        return;
    cmc_arena_reset(a);
    free(a);
}

static chunk *chunk_create(size_t size_b) {
    chunk *c = malloc(sizeof(chunk) + size_b);
    if (!c)
        return NULL;
    c->next = NULL;
    c->used_b = 0;
    c->size_b = size_b;
    ASAN_POISON_MEMORY_REGION(c->data, size_b);
    return c;
}

// A chunk with room for size_b. A large chunk is linked after the head, so that the head's free tail stays in use.
static chunk *chunk_for(cmc_arena *a, size_t size_b) {
    if (a->head && a->head->size_b - a->head->used_b >= size_b)
        return a->head;
    chunk *c = chunk_create(size_b > CHUNK_B / 4 ? size_b : CHUNK_B);
    if (!c)
        return NULL;
    if (a->head && size_b > CHUNK_B / 4) {
        c->next = a->head->next;
        a->head->next = c;
    } else {
        c->next = a->head;
        a->head = c;
    }
    return c;
}

void *cmc_arena_alloc(cmc_arena *a, size_t size_b) {
    assert(a && "only create may return NULL; check it there");
    if (size_b > SIZE_MAX / 2)
        return NULL;
    size_t whole_b = (size_b + ALIGN_B - 1) & ~(size_t)(ALIGN_B - 1);
    whole_b = (whole_b ? whole_b : ALIGN_B) + GAP_B;
    chunk *c = chunk_for(a, whole_b);
    if (!c)
        return NULL;
    void *p = c->data + c->used_b;
    c->used_b += whole_b;
    ASAN_UNPOISON_MEMORY_REGION(p, size_b);
    return memset(p, 0, size_b);
}

char *cmc_arena_strndup(cmc_arena *a, const char *s, size_t len) {
    assert(s || len == 0);
    char *p = cmc_arena_alloc(a, len + 1);
    return p ? memcpy(p, s, len) : NULL;
}

char *cmc_arena_strdup(cmc_arena *a, const char *s) {
    assert(s);
    return cmc_arena_strndup(a, s, strlen(s));
}

char *cmc_arena_printf(cmc_arena *a, const char *fmt, ...) {
    assert(a && fmt);
    va_list ap, again;
    va_start(ap, fmt);
    va_copy(again, ap);
    int len = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    char *p = len < 0 ? NULL : cmc_arena_alloc(a, (size_t)len + 1);
    if (p)
        vsnprintf(p, (size_t)len + 1, fmt, again);
    va_end(again);
    return p;
}
