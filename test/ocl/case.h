// SPDX-License-Identifier: MIT
// One launch of an OpenCL kernel: sizes, arguments with repeatable contents, and how exactly its
// results must agree with a reference. cases.def holds the rows; case.c reads them.

#ifndef OCL_CASE_H
#define OCL_CASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { OC_MAX_ARGS = 8, OC_MAX_IGNORED = 4 };

typedef enum oc_type {
    OC_I8,
    OC_U8,
    OC_I16,
    OC_U16,
    OC_I32,
    OC_U32,
    OC_I64,
    OC_U64,
    OC_F16,
    OC_F32,
    OC_F64,
    OC_TYPE_COUNT
} oc_type;
unsigned oc_type_size(oc_type t);

typedef enum oc_arg_kind { OC_BUFFER, OC_VALUE, OC_LOCAL, OC_IMAGE } oc_arg_kind;

typedef enum oc_image_kind {
    OC_IMAGE_1D,
    OC_IMAGE_2D,
    OC_IMAGE_3D,
    OC_IMAGE_2D_ARRAY,
    OC_IMAGE_1D_BUFFER
} oc_image_kind;

typedef enum oc_channel { OC_UNORM, OC_SNORM, OC_UINT, OC_SINT, OC_FLOAT } oc_channel;

typedef struct oc_arg {
    oc_arg_kind kind;
    oc_type type;  // element; of an image: a channel as it lies in memory
    size_t count;  // elements
    size_t size_b; // bytes of the buffer, value, local memory or packed image
    bool compared; // an output
    uint8_t *data; // contents before the launch; NULL for local memory
    struct {
        size_t first, last; // elements that depend on the order of work-items
    } ignored[OC_MAX_IGNORED];
    unsigned n_ignored;
    oc_image_kind image;
    oc_channel channel;
    unsigned n_channels, width, height, depth;
    bool writable; // image that the kernel writes
} oc_arg;

typedef enum oc_when { OC_ALWAYS, OC_DOUBLES, OC_SINGLES, OC_SAMPLER, OC_MATRIX8, OC_MATRIX16 } oc_when;

// Reference results in C: args' data are the inputs, out[i] a copy of argument i's contents to be
// worked on.
typedef struct oc_case oc_case;
typedef void (*oc_reference_fn)(const oc_case *c, void *const *out);

typedef struct oc_row {
    const char *file, *kernel, *global, *local, *args, *tolerance;
    oc_reference_fn reference; // NULL: PoCL
    oc_when when;
    unsigned line;
} oc_row;

struct oc_case {
    const oc_row *row;
    bool doubles; // compiled with -DHAS_DOUBLES
    unsigned dims;
    uint32_t offset[3], global[3], local[3];
    oc_arg args[OC_MAX_ARGS];
    unsigned n_args;
    double ulp, floor, loose; // allowed difference in ulp of the larger of |reference| and floor;
                              // part that may differ
};

extern const oc_row oc_rows[];
extern const unsigned oc_n_rows;

// Whether the row is for programs compiled with or without -DHAS_DOUBLES.
bool oc_case_applies(const oc_row *row, bool doubles);
// False: the row is malformed; a message is on standard error.
bool oc_case_make(const oc_row *row, bool doubles, oc_case *c);
void oc_case_free(oc_case *c);
size_t oc_case_data_size(const oc_case *c); // buffers and images one after another

// Compares all outputs; results lie one after another. Prints the first difference. Returns
// whether they agree.
bool oc_compare(const oc_case *c, const char *who, const uint8_t *got, const uint8_t *want);

// cache.c: a file's hash, and the path of a program's reference results.
uint64_t oc_hash(uint64_t h, const void *data, size_t n);
uint64_t oc_hash_start(void);
uint8_t *oc_read(const char *path, size_t *len); // NULL when it cannot be read
void oc_reference_path(const oc_case *c, const char *corpus, const char *cache, char path[1024]);

float oc_half_to_float(uint16_t h);

#endif
