// SPDX-License-Identifier: MIT
// Private to libcmrt: compiling at run time, and the results that are kept on the disk.

#ifndef CMRT_COMPILER_H
#define CMRT_COMPILER_H

#include "cmrt_priv.h"

#include <cmc/cmc.h>

// What the text of one program becomes depends on this alone, and on the headers that the text includes.
typedef struct cmrt_job {
    const char *source;
    size_t source_b;
    const cmc_words *options; // with the target's
    const char *compiler;     // which libcmc: its file, size and time
} cmrt_job;

// A compiled program, in memory of the cache or of libcmc.
typedef struct cmrt_built {
    const void *bytes;
    size_t size_b;
    const char *log;
    uint64_t start_ns;  // of the compilation, by the clock of files
    void *memory;       // free
    cmc_result *result; // cmc_result_destroy
} cmrt_built;

// cache.c. All functions treat every failure as a miss: it costs time only.

// True: *out is the kept result of an equal job, whose headers are unchanged.
bool cmrt_cache_find(const cmrt_job *job, cmrt_built *out);
// Keeps a result. headers: n names.
void cmrt_cache_store(const cmrt_job *job, const cmrt_built *built, const char *const *headers, size_t n);

// env.c

// The folder of kept results, without a final '/'; false: none, because the user turned it off or has no home.
bool cmrt_env_cache(char *path, size_t size);
// The limit of their sizes.
uint64_t cmrt_env_cache_size_b(void);
// The file of libcmc: the user's, one beside libcmrt.so, or the name for the system's search; *is_path: it has a
// folder.
void cmrt_env_compiler(char *path, size_t size, bool *is_path);

#endif
