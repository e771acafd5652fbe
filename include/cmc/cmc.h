// SPDX-License-Identifier: MIT
// libcmc: the compiler for programs that compile kernels while they run. Source or IR comes from memory, and the result
// is a block of memory that cmrt_program_load or a file takes.
//
//     cmc_source source = {.name = "scale.cm", .text = text, .size_b = strlen(text)};
//     const char *options[] = {"-march=bmg", "-DN=16"};
//     cmc_result *r;
//     cmc_compile_status s = cmc_compile(&source, options, 2, &r);
//     if (s != CMC_COMPILED) puts(cmc_result_log(r));
//     else use(cmc_result_bytes(r), cmc_result_size(r));
//     cmc_result_destroy(r);
//
// No call prints, exits, aborts, or writes a file. Headers that the source includes are read from the disk; the kernel
// language's own headers are inside the library. Several threads may compile at once; there is no state between calls.

#ifndef CMC_CMC_H
#define CMC_CMC_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define CMC_API __attribute__((visibility("default")))
#else
#define CMC_API
#endif

typedef enum cmc_compile_status {
    CMC_COMPILED = 0,
    CMC_COMPILE_ERR_ARGUMENT, // NULL where a pointer is needed
    CMC_COMPILE_ERR_OPTION,   // an option that is unknown, malformed, or not for compiling in memory
    CMC_COMPILE_ERR_SOURCE,   // the source has errors, or the target or the file kind does not fit it
    CMC_COMPILE_ERR_MEMORY,   // out of memory
    CMC_COMPILE_ERR_INTERNAL  // a fault of the compiler
} cmc_compile_status;

typedef struct cmc_source {
    const char *name; // for messages, and for the kind: .cm and any other is source, .ll and .bc are LLVM IR, .mir is
                      // machine IR. Headers in quotes are searched in its folder. NULL: "kernel.cm"
    const char *text; // size_b bytes; need not end in 0
    size_t size_b;
} cmc_source;

typedef struct cmc_result cmc_result;

// Compiles one source. options: words of cmc's command line, without the source's name and without options that name
// output files (-o, -MD, -save-temps ...). With -S, -E or -emit-llvm the result is that text or bitcode; otherwise a
// zebin. *result is set to a result that the caller destroys, whatever the status, except after
// CMC_COMPILE_ERR_ARGUMENT and when there is no memory for it: then it is NULL.
CMC_API cmc_compile_status cmc_compile(const cmc_source *source, const char *const *options, size_t n_options,
                                       cmc_result **result);
// The bytes, and their number; NULL and 0 after an error. They live as long as the result.
CMC_API const void *cmc_result_bytes(const cmc_result *result);
CMC_API size_t cmc_result_size(const cmc_result *result);
// The errors and warnings as cmc prints them, then the text of --report; "" without any. Lives as long as the result.
CMC_API const char *cmc_result_log(const cmc_result *result);
// The headers that were read from the disk, in the order of their first use: a program that keeps results checks them.
// NULL when i is not below the count.
CMC_API size_t cmc_result_header_count(const cmc_result *result);
CMC_API const char *cmc_result_header(const cmc_result *result, size_t i);
// Destroying NULL does nothing.
CMC_API void cmc_result_destroy(cmc_result *result);

// "0.1.0": the version of the library. Equal versions give equal bytes for equal input.
CMC_API const char *cmc_version(void);
// A lower-case sentence fragment; never NULL.
CMC_API const char *cmc_compile_status_str(cmc_compile_status s);

#ifdef __cplusplus
}
#endif
#endif
