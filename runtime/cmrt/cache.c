// SPDX-License-Identifier: MIT
// Compiled programs that are kept on the disk: one file for each job, named after a hash of the job.
//
//   head | key | folder | headers | log | bytes
//
// The key is the whole job, so that two jobs with the same hash can't be mixed up. A file that is cut, altered or of
// another kind does not fit its checksum, and is a miss; the next store replaces it. Files appear under their name when
// they are complete (rename), so that several processes can share the folder. The one that stores removes the files
// that were used longest ago, when all together exceed the limit.

#include "compiler.h"

#include <cmc/hash.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ENTRY_MAGIC  "CMRTKEPT"
#define ENTRY_SUFFIX ".cmrt"
enum { FORMAT = 1, FOLDER_MODE = 0700, MAX_ENTRY_B = 1 << 28 };

typedef struct entry_head {
    char magic[8];
    uint64_t format;
    uint64_t checksum; // of everything after it
    uint64_t key_b, folder_b, headers_b, log_b, bytes_b;
} entry_head;

typedef struct header_state {
    uint64_t size_b, time_ns;
} header_state; // then its name, ended by 0

static const uint64_t seeds[2] = {CMC_HASH_BASIS, 0x9ae16a3b2f90404fu}; // of the two halves of a name

static void append_key(cmc_str *out, const cmrt_job *job) {
    cmc_str_printf(out, "%s%c", job->compiler, 0);
    for (uint32_t i = 0; i < job->options->len; i++)
        cmc_str_append_n(out, job->options->data[i], strlen(job->options->data[i]) + 1);
    cmc_str_append_n(out, "", 1); // an empty word ends the options
    cmc_str_append_n(out, job->source, job->source_b);
}

// Of the file with this key; false: no folder.
static bool entry_path(const cmc_str *key, char path[PATH_MAX]) {
    char folder[PATH_MAX - 64];
    if (key->oom || !cmrt_env_cache(folder, sizeof folder))
        return false;
    snprintf(path, PATH_MAX, "%s/%016llx%016llx" ENTRY_SUFFIX, folder,
             (unsigned long long)cmc_hash(seeds[0], key->data, key->len),
             (unsigned long long)cmc_hash(seeds[1], key->data, key->len));
    return true;
}

// Reading

static bool state_of(const char *header, header_state *out) {
    struct stat st;
    if (stat(header, &st) != 0)
        return false;
    out->size_b = (uint64_t)st.st_size;
    out->time_ns = (uint64_t)st.st_mtim.tv_sec * 1000000000u + (uint64_t)st.st_mtim.tv_nsec;
    return true;
}

// Whether this process is in the folder where relative names of headers were meant.
static bool same_folder(const char *folder, size_t len) {
    char now[PATH_MAX];
    return len == 0 || (getcwd(now, sizeof now) && strlen(now) == len && memcmp(now, folder, len) == 0);
}

static bool headers_unchanged(const char *at, size_t len) {
    while (len) {
        header_state kept, now;
        if (len <= sizeof kept)
            return false;
        memcpy(&kept, at, sizeof kept);
        const char *name = at + sizeof kept, *end = memchr(name, 0, len - sizeof kept);
        if (!end || !state_of(name, &now) || now.size_b != kept.size_b || now.time_ns != kept.time_ns)
            return false;
        len -= (size_t)(end + 1 - at);
        at = end + 1;
    }
    return true;
}

static bool head_fits(const entry_head *h, const uint8_t *file, size_t len) {
    if (memcmp(h->magic, ENTRY_MAGIC, sizeof h->magic) != 0 || h->format != FORMAT)
        return false;
    uint64_t parts[] = {h->key_b, h->folder_b, h->headers_b, h->log_b, h->bytes_b}, sum = sizeof *h;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (parts[i] > len)
            return false;
        sum += parts[i];
    }
    const size_t from = offsetof(entry_head, key_b);
    return sum == len && h->log_b && h->checksum == cmc_hash(seeds[0], file + from, len - from);
}

// A file of this size, and no pipe or device that someone has put there.
static uint8_t *read_entry(const char *path, size_t *len) {
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return NULL;
    uint8_t *file = NULL;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size >= (off_t)sizeof(entry_head) &&
        st.st_size < MAX_ENTRY_B)
        file = malloc((size_t)st.st_size);
    *len = 0;
    while (file && *len < (size_t)st.st_size) {
        ssize_t n = read(fd, file + *len, (size_t)st.st_size - *len);
        if (n <= 0)
            break;
        *len += (size_t)n;
    }
    if (file)
        futimens(fd, NULL); // used now; a read-only folder does not mind
    close(fd);
    return file;
}

static bool take_entry(const cmc_str *key, uint8_t *file, size_t len, cmrt_built *out) {
    entry_head h;
    if (len < sizeof h)
        return false;
    memcpy(&h, file, sizeof h);
    if (!head_fits(&h, file, len))
        return false;
    const char *at = (const char *)file + sizeof h, *folder = at + h.key_b, *headers = folder + h.folder_b,
               *log = headers + h.headers_b;
    if (h.key_b != key->len || memcmp(at, key->data, key->len) != 0 || log[h.log_b - 1] != 0 ||
        !same_folder(folder, h.folder_b) || !headers_unchanged(headers, h.headers_b))
        return false;
    *out = (cmrt_built){.bytes = log + h.log_b, .size_b = h.bytes_b, .log = log, .memory = file};
    return true;
}

bool cmrt_cache_find(const cmrt_job *job, cmrt_built *out) {
    char path[PATH_MAX];
    cmc_str key = CMC_STR_INIT;
    append_key(&key, job);
    size_t len = 0;
    uint8_t *file = entry_path(&key, path) ? read_entry(path, &len) : NULL;
    bool found = file && take_entry(&key, file, len, out);
    if (!found)
        free(file);
    cmc_str_free(&key);
    return found;
}

// Storing

static bool make_folder(const char *folder) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s", folder);
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(path, FOLDER_MODE);
        *slash = '/';
    }
    return mkdir(path, FOLDER_MODE) == 0 || errno == EEXIST;
}

// The headers' states; false when one has gone, or is not older than the compilation, which may then have read other
// text.
static bool append_headers(cmc_str *out, uint64_t start_ns, const char *const *headers, size_t n) {
    enum { CLOCK_STEP_NS = 20000000 }; // file systems have coarse clocks
    for (size_t i = 0; i < n; i++) {
        header_state state;
        if (!state_of(headers[i], &state) || state.time_ns + CLOCK_STEP_NS > start_ns)
            return false;
        cmc_str_append_n(out, &state, sizeof state);
        cmc_str_append_n(out, headers[i], strlen(headers[i]) + 1);
    }
    return true;
}

static bool append_entry(cmc_str *out, const cmc_str *key, const cmrt_built *b, const char *const *headers, size_t n) {
    char folder[PATH_MAX] = "";
    cmc_str states = CMC_STR_INIT;
    if ((n && !getcwd(folder, sizeof folder)) || !append_headers(&states, b->start_ns, headers, n)) {
        cmc_str_free(&states);
        return false;
    }
    entry_head h = {.format = FORMAT,
                    .key_b = key->len,
                    .folder_b = strlen(folder),
                    .headers_b = states.len,
                    .log_b = strlen(b->log) + 1,
                    .bytes_b = b->size_b};
    memcpy(h.magic, ENTRY_MAGIC, sizeof h.magic);
    cmc_str_append_n(out, &h, sizeof h);
    cmc_str_append_n(out, key->data, key->len);
    cmc_str_append_n(out, folder, h.folder_b);
    cmc_str_append_n(out, states.data, states.len);
    cmc_str_append_n(out, b->log, h.log_b);
    cmc_str_append_n(out, b->bytes, b->size_b);
    bool ok = !out->oom && !states.oom;
    cmc_str_free(&states);
    if (!ok)
        return false;
    const size_t from = offsetof(entry_head, key_b);
    h.checksum = cmc_hash(seeds[0], out->data + from, out->len - from);
    memcpy(out->data, &h, sizeof h);
    return true;
}

static bool write_file(const char *path, const cmc_str *text) {
    char temporary[PATH_MAX];
    snprintf(temporary, sizeof temporary, "%.*s.XXXXXX", (int)(PATH_MAX - 16), path);
    int fd = mkstemp(temporary);
    if (fd < 0)
        return false;
    size_t done = 0;
    while (done < text->len) {
        ssize_t n = write(fd, text->data + done, text->len - done);
        if (n <= 0)
            break;
        done += (size_t)n;
    }
    bool ok = close(fd) == 0 && done == text->len && rename(temporary, path) == 0;
    if (!ok)
        unlink(temporary);
    return ok;
}

// The limit

typedef struct kept_file {
    char name[NAME_MAX + 1];
    uint64_t size_b, time_ns;
} kept_file;
typedef CMC_VEC(kept_file) kept_files;

static int older_first(const void *a, const void *b) {
    const kept_file *x = a, *y = b;
    return x->time_ns < y->time_ns ? -1 : x->time_ns > y->time_ns;
}

// Results, and what a process that was killed has left of one.
static bool is_entry(const char *name) {
    return strstr(name, ENTRY_SUFFIX) != NULL;
}

static uint64_t list_files(int folder, cmc_arena *a, kept_files *out) {
    uint64_t sum = 0;
    struct stat st;
    int copy = dup(folder);
    DIR *dir = copy < 0 ? NULL : fdopendir(copy);
    if (!dir && copy >= 0)
        close(copy);
    for (struct dirent *e; dir && (e = readdir(dir));) {
        kept_file f;
        if (!is_entry(e->d_name) || fstatat(folder, e->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(st.st_mode))
            continue;
        snprintf(f.name, sizeof f.name, "%s", e->d_name);
        f.size_b = (uint64_t)st.st_size;
        f.time_ns = (uint64_t)st.st_mtim.tv_sec * 1000000000u + (uint64_t)st.st_mtim.tv_nsec;
        sum += f.size_b;
        if (!cmc_vec_push(a, out, f))
            break;
    }
    if (dir)
        closedir(dir);
    return sum;
}

static void keep_to_limit(const char *path) {
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(path, '/') - path), path);
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    cmc_arena *a = cmc_arena_create();
    kept_files files = {0};
    const uint64_t limit = cmrt_env_cache_size_b();
    uint64_t sum = fd >= 0 && a ? list_files(fd, a, &files) : 0;
    if (sum > limit && files.len) {
        qsort(files.data, files.len, sizeof files.data[0], older_first);
        for (uint32_t i = 0; i < files.len && sum > limit; i++)
            if (unlinkat(fd, files.data[i].name, 0) == 0)
                sum -= files.data[i].size_b;
    }
    if (a)
        cmc_arena_destroy(a);
    if (fd >= 0)
        close(fd);
}

void cmrt_cache_store(const cmrt_job *job, const cmrt_built *built, const char *const *headers, size_t n) {
    char path[PATH_MAX], folder[PATH_MAX];
    cmc_str key = CMC_STR_INIT, text = CMC_STR_INIT;
    append_key(&key, job);
    if (cmrt_env_cache(folder, sizeof folder) && entry_path(&key, path) && make_folder(folder) &&
        append_entry(&text, &key, built, headers, n) && text.len < MAX_ENTRY_B && write_file(path, &text))
        keep_to_limit(path);
    cmc_str_free(&text);
    cmc_str_free(&key);
}
