// SPDX-License-Identifier: MIT
// Suggestion for a misspelt option: the known name with the fewest changed letters.

#include <cmc/options.h>

#include <string.h>

enum { MAX_NAME = 64 };

static unsigned min_of(unsigned a, unsigned b) {
    return a < b ? a : b;
}

// One change is a letter inserted, left out or replaced, or two adjacent letters swapped. Only the last three rows of
// the usual distance table are kept.
static unsigned changes(const char *a, size_t n, const char *b, size_t m) {
    unsigned rows[3][MAX_NAME + 1];
    for (size_t j = 0; j <= m; j++)
        rows[0][j] = (unsigned)j;
    for (size_t i = 1; i <= n; i++) {
        unsigned *now = rows[i % 3], *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        now[0] = (unsigned)i;
        for (size_t j = 1; j <= m; j++) {
            now[j] = min_of(last[j - 1] + (a[i - 1] != b[j - 1]), min_of(last[j], now[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = min_of(now[j], before[j - 2] + 1);
        }
    }
    return rows[n % 3][m];
}

void tool_nearest_try(tool_nearest *t, const char *name) {
    size_t n = strcspn(t->arg, "="), m = strlen(name);
    if (n > MAX_NAME || m > MAX_NAME)
        return;
    unsigned c = changes(t->arg, n, name, m);
    if (c <= (n < 10 ? 1 : n / 5) && (!t->name || c < t->changes)) {
        t->name = name;
        t->changes = c;
    }
}
