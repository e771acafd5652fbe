// SPDX-License-Identifier: MIT
// Whole-file reads and atomic writes.

#include <cmc/base.h>

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static cmc_status io_error(cmc_diag *d, const char *what, const char *path, int err) {
    cmc_diag_error(d, "CM0001", "cannot %s '%s': %s", what, path, strerror(err));
    return CMC_ERR_IO;
}

static cmc_status read_stream(FILE *f, const char *path, cmc_str *s, cmc_diag *d) {
    char buf[16384];
    size_t n;
    while ((n = fread(buf, 1, sizeof buf, f)) > 0)
        cmc_str_append_n(s, buf, n);
    if (ferror(f))
        return io_error(d, "read", path, errno);
    cmc_str_append(s, ""); // an empty file still gets its terminating NUL
    return s->oom ? CMC_ERR_OOM : CMC_OK;
}

cmc_status cmc_file_read(const char *path, uint8_t **data, size_t *len, cmc_diag *d) {
    assert(path && data && len);
    bool is_stdin = strcmp(path, "-") == 0;
    FILE *f = is_stdin ? stdin : fopen(path, "rb");
    if (!f)
        return io_error(d, "open", path, errno);
    cmc_str s = CMC_STR_INIT;
    cmc_status status = read_stream(f, path, &s, d);
    if (!is_stdin)
        fclose(f);
    if (status != CMC_OK) {
        cmc_str_free(&s);
        return status;
    }
    *data = (uint8_t *)s.data;
    *len = s.len;
    return CMC_OK;
}

static bool write_stream(FILE *f, const void *data, size_t len) {
    return (len == 0 || fwrite(data, 1, len, f) == len) && fflush(f) == 0; // of no bytes, data may be NULL
}

// A pipe or device cannot be replaced by a file of the same name; it is written in place.
static bool write_in_place(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && !S_ISREG(st.st_mode);
}

cmc_status cmc_file_write(const char *path, const void *data, size_t len, cmc_diag *d) {
    assert(path && (data || len == 0));
    if (strcmp(path, "-") == 0)
        return write_stream(stdout, data, len) ? CMC_OK : io_error(d, "write", path, errno);
    bool in_place = write_in_place(path);
    cmc_str tmp = CMC_STR_INIT;
    cmc_str_printf(&tmp, in_place ? "%s" : "%s.tmp%ld", path, (long)getpid());
    if (tmp.oom)
        return CMC_ERR_OOM;
    FILE *f = fopen(tmp.data, "wb");
    bool ok = f && write_stream(f, data, len);
    int err = errno;
    if (f && fclose(f) != 0 && ok) {
        ok = false;
        err = errno;
    }
    if (ok && !in_place && rename(tmp.data, path) != 0) {
        ok = false;
        err = errno;
    }
    if (!ok && f && !in_place)
        remove(tmp.data);
    cmc_str_free(&tmp);
    return ok ? CMC_OK : io_error(d, "write", path, err);
}
