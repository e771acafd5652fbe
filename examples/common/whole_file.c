// SPDX-License-Identifier: MIT
// Files as a whole.

#include "example.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST_B = 1 << 16 };

bool ex_why(char why[EX_WHY], const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(why, EX_WHY, format, args);
    va_end(args);
    return false;
}

// Reads to the end: pipes have no size that one could ask for.
static bool read_all(FILE *f, uint8_t **bytes, size_t *size_b) {
    size_t room = FIRST_B, n = 0;
    uint8_t *p = malloc(room);
    while (p) {
        n += fread(p + n, 1, room - 1 - n, f);
        if (n < room - 1)
            break;
        uint8_t *more = room > SIZE_MAX / 2 ? NULL : realloc(p, room *= 2);
        if (!more)
            free(p);
        p = more;
    }
    if (!p)
        errno = ENOMEM;
    if (!p || ferror(f)) {
        free(p);
        return false;
    }
    p[n] = 0;
    *bytes = p;
    *size_b = n;
    return true;
}

bool ex_file_read(const char *path, uint8_t **bytes, size_t *size_b, char why[EX_WHY]) {
    FILE *f = fopen(path, "rb");
    if (!f)
        return ex_why(why, "%s: cannot open: %s", path, strerror(errno));
    bool ok = read_all(f, bytes, size_b);
    if (!ok)
        ex_why(why, "%s: cannot read: %s", path, strerror(errno));
    fclose(f);
    return ok;
}

static void remove_regular(const char *path) {
    struct stat s;
    if (lstat(path, &s) == 0 && S_ISREG(s.st_mode))
        unlink(path);
}

bool ex_file_write(const char *path, const void *head, size_t head_b, const void *body, size_t body_b,
                   char why[EX_WHY]) {
    FILE *f = fopen(path, "wb");
    if (!f)
        return ex_why(why, "%s: cannot create: %s", path, strerror(errno));
    bool ok = fwrite(head, 1, head_b, f) == head_b && (body_b == 0 || fwrite(body, 1, body_b, f) == body_b);
    int error = errno;
    if (fclose(f) != 0 && ok) {
        ok = false;
        error = errno;
    }
    if (ok)
        return true;
    remove_regular(path);
    return ex_why(why, "%s: cannot write: %s", path, strerror(error));
}
