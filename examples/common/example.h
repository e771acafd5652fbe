// SPDX-License-Identifier: MIT
// What the examples share: command lines, files, a device with its program, random numbers, timing, comparison.
//
//   options.c     command lines
//   device.c      opening a device, launching, timing
//   compare.c     results against those of plain C
//   arrays.c      input: of a file, or random
//   whole_file.c  files as a whole
//   png_file.c    pictures;  npy_file.c  arrays of NumPy;  mtx_file.c  sparse matrices (Matrix Market)
//
// Functions that read or write files return false and say why in `why`: the file, the line or the byte, the reason. The
// others end the program with status 1 and a message.

#ifndef EXAMPLES_COMMON_EXAMPLE_H
#define EXAMPLES_COMMON_EXAMPLE_H

#include <cmrt/cmrt.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { EX_WHY = 512, EX_MAX_DIMS = 8 };

// Command lines

// An option --name=VALUE or --name VALUE. Exactly one of number, real, text and set is not NULL.
typedef struct ex_option {
    const char *name, *meaning; // without the dashes; one line
    uint32_t *number;           // from least to most, a multiple of `multiple` (0: any)
    uint32_t least, most, multiple;
    double *real;
    const char **text;
    bool *set; // an option without a value
} ex_option;

// Options that each example has.
typedef struct ex_common {
    const char *program;     // name of the example, for messages
    const char *device;      // --device; NULL: as CMRT_DEVICE says
    const char *kernel_path; // --kernel; the default is the file PROGRAM.bin in the program's folder
    uint32_t seed, repeat;   // --seed, --repeat
} ex_common;

// Reads the command line into *common and the variables of the example's own options. --help prints all of them and
// ends the program with status 0. A mistake ends it with status 1 and a message that names the option.
void ex_options(int argc, char **argv, const char *about, ex_common *common, const ex_option *own, size_t n_own);

// Prints "PROGRAM: text" and ends the program with status 1.
_Noreturn void ex_fail(const ex_common *common, const char *format, ...) __attribute__((format(printf, 2, 3)));
// malloc(count * size_b) that ends the program instead of returning NULL.
void *ex_alloc(const ex_common *common, size_t count, size_t size_b);

// Devices

typedef struct ex_run {
    const ex_common *common;
    cmrt_device *device;
    cmrt_device_info info; // of the device "host": target is "host"
    cmrt_program *program;
} ex_run;

// Opens the device of the options and loads the program.
void ex_open(ex_run *run, const ex_common *common);
// Closes both. All objects of the device must have been destroyed.
void ex_close(ex_run *run);
// Ends the program with the device's message unless s is CMRT_OK. what: what failed.
void ex_need(const ex_run *run, cmrt_status s, const char *what);
#define EX_NEED(run, call) ex_need(run, call, #call)

// name NULL: the only kernel of the program.
cmrt_kernel *ex_kernel(const ex_run *run, const char *name);
// A buffer of size_b bytes with data in it; NULL: uninitialised.
cmrt_buffer *ex_buffer(const ex_run *run, size_t size_b, const void *data);
void ex_read(const ex_run *run, cmrt_buffer *buffer, void *data, size_t size_b);
void ex_set(const ex_run *run, cmrt_kernel *kernel, uint32_t index, cmrt_buffer *buffer);
// Arguments of 32 bits.
void ex_set_int(const ex_run *run, cmrt_kernel *kernel, uint32_t index, uint32_t value);
void ex_set_float(const ex_run *run, cmrt_kernel *kernel, uint32_t index, float value);
// Launches x * y groups of `local` threads.
void ex_launch(const ex_run *run, cmrt_kernel *kernel, uint32_t x, uint32_t y, uint32_t local);

// Launches as many groups of local[0] x local[1] threads as cover across x down threads; the kernel leaves out the
// rest.
void ex_launch_2d(const ex_run *run, cmrt_kernel *kernel, uint32_t across, uint32_t down, const uint32_t local[2]);

// Calls work --repeat times and waits for the device each time. Returns the seconds of the fastest.
double ex_measure(const ex_run *run, void (*work)(const ex_run *run, void *user), void *user);
// Prints "PROGRAM: text on DEVICE: SECONDS s, RATE unit", with rate = amount / seconds / 1e9. On a simulator the
// seconds are those of the simulator, and the line says so.
void ex_report(const ex_run *run, double seconds, double amount, const char *unit, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

// A line on standard error with the share that is done, from the second second on, if that is a terminal. The first
// call for a task has done == 0; done == all removes the line.
void ex_progress(const char *what, uint64_t done, uint64_t all);
// Seconds of a clock that only goes forward.
double ex_now(void);

// Random numbers: the same for the same seed on each machine.

typedef struct ex_random {
    uint64_t state;
} ex_random;
ex_random ex_random_seed(uint32_t seed);
uint32_t ex_random_u32(ex_random *r);
// A multiple of 2^-24 from -1 to 1.
float ex_random_float(ex_random *r);
// From 0 to n - 1; n > 0.
uint32_t ex_random_below(ex_random *r, uint32_t n);

// Comparison: prints "PROGRAM: TARGET: right" (with the largest error), or ends the program with the first wrong
// element.

// The floats of halves, for a reference that reads them many times: many processors cannot convert them quickly.
float *ex_widen(const ex_common *common, const void *halves, size_t n);
// Numbers whose difference from the reference may be `bound[i]`, or `all` where bound is NULL.
void ex_compare_float(const ex_run *run, const float *got, const float *expected, const float *bound, float all,
                      size_t n);
void ex_compare_double(const ex_run *run, const double *got, const double *expected, double all, size_t n);
// Equal numbers.
void ex_compare_u32(const ex_run *run, const uint32_t *got, const uint32_t *expected, size_t n);

// Files

// Reads a whole file, followed by a zero byte that *size_b does not count. The caller frees *bytes.
bool ex_file_read(const char *path, uint8_t **bytes, size_t *size_b, char why[EX_WHY]);
// Writes a file of two parts. A regular file that could not be written whole is removed.
bool ex_file_write(const char *path, const void *head, size_t head_b, const void *body, size_t body_b,
                   char why[EX_WHY]);
// Puts a formatted text into why and returns false.
bool ex_why(char why[EX_WHY], const char *format, ...) __attribute__((format(printf, 2, 3)));

// Pictures with 1, 3 or 4 bytes a pixel (grey, RGB, RGBA), rows contiguous. The reader converts to that many channels.
bool png_file_read(const char *path, uint32_t channels, uint8_t **pixels, uint32_t *width, uint32_t *height,
                   char why[EX_WHY]);
bool png_file_write(const char *path, uint32_t channels, const uint8_t *pixels, uint32_t width, uint32_t height,
                    char why[EX_WHY]);

// Arrays: little-endian numbers in C order. type: f2, f4, f8, i1, u1, i2, u2, i4, u4, i8 or u8 as NumPy names them.
typedef struct npy_array {
    char type[3];
    uint32_t n_dims;
    uint64_t shape[EX_MAX_DIMS];
    void *data; // the caller frees it
} npy_array;
// Number of elements.
uint64_t npy_count(const npy_array *a);
bool npy_file_read(const char *path, npy_array *a, char why[EX_WHY]);
bool npy_file_write(const char *path, const npy_array *a, char why[EX_WHY]);
// Reads an array of one type and number of dimensions, or ends the program.
npy_array npy_need(const ex_common *common, const char *path, const char *type, uint32_t n_dims);
// Writes an array of n_dims sizes, or ends the program. path NULL: does nothing.
void npy_save(const ex_common *common, const char *path, const char *type, uint32_t n_dims, const uint64_t *shape,
              const void *data);

// A size of an array: a multiple of `multiple` up to `most`; most == 0: it must be *n.
typedef struct ex_dim {
    uint32_t *n, multiple, most;
} ex_dim;
// The array of a file, whose sizes it puts into the dims; path NULL: random numbers from -1 to 1, of the sizes in the
// dims. type: f2 or f4. A file that is something else ends the program. The caller frees the array.
void *ex_input(const ex_common *common, const char *path, const char *type, const ex_dim *dims, uint32_t n_dims,
               ex_random *r);

// A sparse matrix in rows: the elements of row i are first[i] .. first[i + 1] - 1.
typedef struct sparse {
    uint32_t rows, columns;
    uint32_t *first; // rows + 1 of them
    uint32_t *column;
    float *value;
} sparse;
void sparse_free(sparse *m);
// A Matrix Market file: coordinate; real, integer or pattern; general or symmetric. Elements of a row stay in the order
// of the file.
bool mtx_file_read(const char *path, sparse *m, char why[EX_WHY]);
bool mtx_file_write(const char *path, const sparse *m, char why[EX_WHY]);

#endif
