// SPDX-License-Identifier: MIT
// Shadow of the memory that a launch touches: one cell per dword, or one per byte in pages with an access to less than
// a dword.

#include "race.h"

#include <assert.h>
#include <stdlib.h>

enum { PAGE_B = 4096, BUCKETS = 4096 };

typedef struct page {
    struct page *next;
    uintptr_t base;
    bool bytes; // a cell for each byte
    race_cell *cells;
} page;

struct race_shadow {
    page *buckets[BUCKETS];
    page *last;
};

race_shadow *race_shadow_create(void) {
    return calloc(1, sizeof(race_shadow));
}

void race_shadow_destroy(race_shadow *s) {
    for (unsigned i = 0; s != NULL && i < BUCKETS; i++) {
        while (s->buckets[i] != NULL) {
            page *p = s->buckets[i];
            s->buckets[i] = p->next;
            free(p->cells);
            free(p);
        }
    }
    free(s);
}

static page **bucket_of(race_shadow *s, uintptr_t base) {
    uint64_t h = (uint64_t)(base / PAGE_B) * 0x9e3779b97f4a7c15u;
    return &s->buckets[h >> 52];
}

static page *find(race_shadow *s, uintptr_t base) {
    if (s->last != NULL && s->last->base == base)
        return s->last;
    page *p = *bucket_of(s, base);
    while (p != NULL && p->base != base)
        p = p->next;
    if (p != NULL)
        s->last = p;
    return p;
}

static page *find_or_make(race_shadow *s, uintptr_t base) {
    page *p = find(s, base);
    if (p != NULL)
        return p;
    p = calloc(1, sizeof *p);
    if (p == NULL || (p->cells = calloc(PAGE_B / 4, sizeof(race_cell))) == NULL) {
        free(p);
        return NULL;
    }
    page **head = bucket_of(s, base);
    p->base = base;
    p->next = *head;
    *head = p;
    return s->last = p;
}

// Converts a page from a cell per dword to a cell per byte.
static bool split(page *p) {
    race_cell *cells = calloc(PAGE_B, sizeof(race_cell));
    if (cells == NULL)
        return false;
    for (unsigned i = 0; i < PAGE_B; i++)
        cells[i] = p->cells[i / 4];
    free(p->cells);
    p->cells = cells;
    p->bytes = true;
    return true;
}

race_cell *race_shadow_cell(race_shadow *s, uintptr_t at, size_t size_b, size_t *covers_b) {
    assert(s && size_b > 0 && covers_b);
    page *p = find_or_make(s, at & ~(uintptr_t)(PAGE_B - 1));
    if (p == NULL)
        return NULL;
    if (!p->bytes && (at % 4 != 0 || size_b < 4) && !split(p))
        return NULL;
    *covers_b = p->bytes ? 1 : 4;
    return &p->cells[(at - p->base) / *covers_b];
}

void race_shadow_clear(race_shadow *s, uintptr_t at, size_t size_b) {
    for (uintptr_t end = at + size_b; at < end;) {
        uintptr_t base = at & ~(uintptr_t)(PAGE_B - 1), stop = base + PAGE_B;
        stop = stop < end ? stop : end;
        page *p = find(s, base);
        size_t unit = p != NULL && p->bytes ? 1 : 4;
        if (p != NULL)
            memset(&p->cells[(at - base) / unit], 0, ((stop - at) + unit - 1) / unit * sizeof(race_cell));
        at = stop;
    }
}
