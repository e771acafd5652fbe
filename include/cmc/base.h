// SPDX-License-Identifier: MIT
// cmc base library: status codes, diagnostics, arenas, strings, vectors, bit sets, graphs, files.
//
// Rules that hold for every function here:
//   - nothing prints, exits or reads the environment;
//   - pointers are borrowed unless the comment says `owned` (caller destroys) or `arena`;
//   - sizes are in bytes when the name ends in _b, in elements when it ends in _n or _len.

#ifndef CMC_BASE_H
#define CMC_BASE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// A shared library built with CMC_EXPORTS exports only the declarations between push and pop; all others are hidden.
#if defined(CMC_EXPORTS) && defined(__GNUC__)
#define CMC_API_BEGIN _Pragma("GCC visibility push(default)")
#define CMC_API_END   _Pragma("GCC visibility pop")
#else
#define CMC_API_BEGIN
#define CMC_API_END
#endif
CMC_API_BEGIN

#if defined(__GNUC__)
#define CMC_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#else
#define CMC_PRINTF(fmt, args)
#endif

// Status

typedef enum cmc_status {
    CMC_OK = 0,
    CMC_ERR_USER,        // the user's program, text or option is wrong; a diagnostic says where
    CMC_ERR_FORMAT,      // a file or byte string is malformed or truncated
    CMC_ERR_UNSUPPORTED, // well formed, but this build or target cannot do it
    CMC_ERR_RANGE,       // an index, size or value is outside what the callee accepts
    CMC_ERR_IO,          // the operating system refused to read or write
    CMC_ERR_OOM,         // out of memory
    CMC_ERR_INTERNAL,    // an error in cmc itself; the diagnostic names the stage
    CMC_STATUS_COUNT
} cmc_status;

// Text of a status: one lower-case sentence fragment without a full stop; never NULL.
const char *cmc_status_str(cmc_status s);

// Evaluates expr; returns its status from the enclosing function unless it is CMC_OK.
#define CMC_TRY(expr)                                                                                                  \
    do {                                                                                                               \
        cmc_status cmc_try_status_ = (expr);                                                                           \
        if (cmc_try_status_ != CMC_OK)                                                                                 \
            return cmc_try_status_;                                                                                    \
    } while (0)

// Diagnostics

typedef enum cmc_severity { CMC_NOTE = 1, CMC_WARNING, CMC_ERROR, CMC_REMARK } cmc_severity;

// A place in a source or text file. line and col count from 1; 0 = unknown. file may be NULL.
typedef struct cmc_loc {
    const char *file;
    uint32_t line;
    uint32_t col;
} cmc_loc;

typedef struct cmc_message {
    cmc_severity severity;
    const char *code; // stable identifier such as "CM0142"; never NULL, may be ""
    cmc_loc loc;
    const char *text; // lower case, no full stop
    uint32_t len;     // columns from loc.col on that the message marks; 0 = one
    const char *fix;  // replacement for fix_len columns at fix_col; NULL = no proposal
    uint32_t fix_col, fix_len;
} cmc_message;

typedef struct cmc_diag cmc_diag; // collects messages in order; not thread-safe

cmc_diag *cmc_diag_create(void); // owned; NULL when out of memory
void cmc_diag_destroy(cmc_diag *d);
// Adds a message; a NOTE belongs to the message before it. d may be NULL (the message is dropped). All strings are
// copied.
void cmc_diag_add(cmc_diag *d, cmc_severity sev, const char *code, cmc_loc loc, const char *fmt, ...) CMC_PRINTF(5, 6);
void cmc_diag_vadd(cmc_diag *d, cmc_severity sev, const char *code, cmc_loc loc, const char *fmt, va_list ap);
// Shorthand: an ERROR without a location.
void cmc_diag_error(cmc_diag *d, const char *code, const char *fmt, ...) CMC_PRINTF(3, 4);
// Adds display data to the last message: the columns to mark under the source line, and a proposed replacement (fix
// may be NULL).
void cmc_diag_mark(cmc_diag *d, uint32_t len, const char *fix, uint32_t fix_col, uint32_t fix_len);
// Remembers the text of a file that cannot be read again (standard input, generated text); the text is copied.
void cmc_diag_source(cmc_diag *d, const char *file, const char *text, size_t len);
// Revises the severity of every message that is not a note: decide returns the new severity, or 0 to drop the message
// and its notes.
typedef cmc_severity (*cmc_diag_decide_fn)(void *user, const cmc_message *m);
void cmc_diag_rewrite(cmc_diag *d, cmc_diag_decide_fn decide, void *user);
// Number of messages of all severities, and of errors alone.
size_t cmc_diag_count(const cmc_diag *d);
size_t cmc_diag_error_count(const cmc_diag *d);
// Message i, for i < cmc_diag_count(d); valid until the next add or destroy.
const cmc_message *cmc_diag_get(const cmc_diag *d, size_t i);

// Arena

typedef struct cmc_arena cmc_arena;

cmc_arena *cmc_arena_create(void); // owned; NULL when out of memory
void cmc_arena_destroy(cmc_arena *a);
void cmc_arena_reset(cmc_arena *a); // frees all allocations, keeps the arena
// Zeroed memory aligned to 16 bytes; NULL when out of memory. size_b 0 gives a unique pointer.
void *cmc_arena_alloc(cmc_arena *a, size_t size_b);
// Copies and formatted text in the arena; NULL when out of memory.
char *cmc_arena_strdup(cmc_arena *a, const char *s);
char *cmc_arena_strndup(cmc_arena *a, const char *s, size_t len);
char *cmc_arena_printf(cmc_arena *a, const char *fmt, ...) CMC_PRINTF(2, 3);
#define CMC_NEW(arena, T)      ((T *)cmc_arena_alloc((arena), sizeof(T)))
#define CMC_NEW_N(arena, T, n) ((T *)cmc_arena_alloc((arena), sizeof(T) * (size_t)(n)))

// Growable string, malloc-backed

typedef struct cmc_str {
    char *data; // NUL-terminated after the first append; NULL while empty
    size_t len; // bytes without the NUL
    size_t cap;
    bool oom; // an append failed; the contents are a prefix of the appended text
} cmc_str;

#define CMC_STR_INIT                                                                                                   \
    { NULL, 0, 0, false }
// cmc_str_free frees the memory. cmc_str_clear empties the string, resets oom and keeps the memory.
void cmc_str_free(cmc_str *s);
void cmc_str_clear(cmc_str *s);
// Append text; a failed append sets oom.
void cmc_str_append(cmc_str *s, const char *text);
void cmc_str_append_n(cmc_str *s, const void *bytes, size_t len); // also for binary data
void cmc_str_printf(cmc_str *s, const char *fmt, ...) CMC_PRINTF(2, 3);
void cmc_str_vprintf(cmc_str *s, const char *fmt, va_list ap);
// Appends text with its control characters as \xNN, so that it stays one line.
void cmc_str_append_line(cmc_str *s, const char *text);
// Appends text as a string of JSON, in quotes; what is not UTF-8 becomes U+FFFD.
void cmc_str_append_json(cmc_str *s, const char *text);
// Bytes of the UTF-8 sequence at the start of text; 0 for what is not one: also overlong forms, surrogates and NUL.
size_t cmc_utf8_len(const char *text, size_t left);
const char *cmc_str_text(const cmc_str *s); // never NULL
// The next word of *text, as a shell splits it (blanks, quotes, backslashes), in buf; *text moves past it. NULL at the
// end, or when buf->oom.
char *cmc_word_next(const char **text, cmc_str *buf);

// Appends "file:line:col: error: text [CODE]" lines for all messages of d.
void cmc_diag_format(const cmc_diag *d, cmc_str *out);
// The same, with each message's source line and a caret below it, where the file can be read:
//   k.cm:3:9: warning: width 5 [-Wcm-width]
//       3 |     a = b.select<5, 1>(0);
//         |         ^~~~~~~~~~~~~~~~~
void cmc_diag_show(const cmc_diag *d, cmc_str *out);

// Arena-backed vectors: CMC_VEC(int) v = {0}; cmc_vec_push(arena, &v, 3);

#define CMC_VEC(T)                                                                                                     \
    struct {                                                                                                           \
        T *data;                                                                                                       \
        uint32_t len;                                                                                                  \
        uint32_t cap;                                                                                                  \
    }
// Makes room for `need` elements; returns false when out of memory.
bool cmc_vec_grow(cmc_arena *a, void **data, uint32_t *cap, uint32_t len, uint32_t need, size_t elt_b);
#define cmc_vec_reserve(arena, v, n)                                                                                   \
    cmc_vec_grow((arena), (void **)&(v)->data, &(v)->cap, (v)->len, (uint32_t)(n), sizeof(*(v)->data))
// Appends a value; returns false when out of memory.
#define cmc_vec_push(arena, v, value)                                                                                  \
    (cmc_vec_reserve((arena), (v), (v)->len + 1) ? ((v)->data[(v)->len++] = (value), true) : false)
typedef CMC_VEC(const char *) cmc_words;

// Bit sets

typedef struct cmc_bitset {
    uint64_t *words; // arena
    uint32_t n_bits;
} cmc_bitset;

cmc_bitset cmc_bitset_make(cmc_arena *a, uint32_t n_bits); // all zero; words NULL when out of memory
static inline bool cmc_bitset_get(const cmc_bitset *b, uint32_t i) {
    return (b->words[i / 64] >> (i % 64)) & 1u;
}
static inline void cmc_bitset_set(cmc_bitset *b, uint32_t i) {
    b->words[i / 64] |= (uint64_t)1 << (i % 64);
}
static inline void cmc_bitset_clear(cmc_bitset *b, uint32_t i) {
    b->words[i / 64] &= ~((uint64_t)1 << (i % 64));
}
bool cmc_bitset_union(cmc_bitset *dst, const cmc_bitset *src); // true when dst grew; same n_bits
void cmc_bitset_copy(cmc_bitset *dst, const cmc_bitset *src);
uint32_t cmc_bitset_count(const cmc_bitset *b);
// The bits [from, to), which may be empty: whether one is set; sets them all and returns true when one was not; clears.
bool cmc_bitset_any(const cmc_bitset *b, uint32_t from, uint32_t to);
bool cmc_bitset_set_range(cmc_bitset *b, uint32_t from, uint32_t to);
void cmc_bitset_clear_range(cmc_bitset *b, uint32_t from, uint32_t to);
// Smallest set bit >= from, or n_bits.
uint32_t cmc_bitset_next(const cmc_bitset *b, uint32_t from);

// Numbers

// The smallest power of two that is not below n; 1 for 0. n: at most 2^31.
static inline uint32_t cmc_round_up_pow2(uint32_t n) {
    uint32_t p = 1;
    while (p < n)
        p *= 2;
    return p;
}

// The greatest common divisor; 0 has all divisors.
static inline uint64_t cmc_gcd(uint64_t a, uint64_t b) {
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

// Control-flow graph analyses over integer nodes (for LLVM functions and for MIR)

// Node 0 is the entry. Method: reverse post-order, dominators by Semi-NCA, natural loops.

typedef struct cmc_graph cmc_graph;
#define CMC_GRAPH_NONE UINT32_MAX

cmc_graph *cmc_graph_create(cmc_arena *a, uint32_t n_nodes); // arena; NULL when out of memory
void cmc_graph_edge(cmc_graph *g, uint32_t from, uint32_t to);
bool cmc_graph_analyse(cmc_graph *g); // call once after all edges; false when out of memory
// Successors and predecessors of node n, by index.
uint32_t cmc_graph_succ_count(const cmc_graph *g, uint32_t n);
uint32_t cmc_graph_succ(const cmc_graph *g, uint32_t n, uint32_t i);
uint32_t cmc_graph_pred_count(const cmc_graph *g, uint32_t n);
uint32_t cmc_graph_pred(const cmc_graph *g, uint32_t n, uint32_t i);
uint32_t cmc_graph_rpo_len(const cmc_graph *g);         // reachable nodes
uint32_t cmc_graph_rpo(const cmc_graph *g, uint32_t i); // i-th node in reverse post-order
bool cmc_graph_reachable(const cmc_graph *g, uint32_t n);
uint32_t cmc_graph_idom(const cmc_graph *g, uint32_t n); // NONE for the entry and unreachable nodes
bool cmc_graph_dominates(const cmc_graph *g, uint32_t a, uint32_t b);
uint32_t cmc_graph_loop_header(const cmc_graph *g, uint32_t n); // innermost loop's header, or NONE
uint32_t cmc_graph_loop_depth(const cmc_graph *g, uint32_t n);  // 0 outside loops

// Files

// Reads a whole file. *data is owned (free()) and has a NUL after len bytes. "-" reads standard input.
// Errors: CMC_ERR_IO with a diagnostic that holds the operating system's reason; CMC_ERR_OOM.
cmc_status cmc_file_read(const char *path, uint8_t **data, size_t *len, cmc_diag *d);
// Writes a whole file through a temporary in the same directory, so that a failure keeps the old file. "-" writes
// standard output. Errors: as cmc_file_read.
cmc_status cmc_file_write(const char *path, const void *data, size_t len, cmc_diag *d);

CMC_API_END
#ifdef __cplusplus
}
#endif
#endif
