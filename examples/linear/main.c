// SPDX-License-Identifier: MIT
// The 3x3 linear filter of the C-for-Metal paper on a picture: loads the compiled kernel, runs one hardware thread per
// block of 8 x 6 pixels, compares with plain C and writes the result.
//
//     linear kernel.bin out.png
//
// Teaches: opening a device, 2-D images as surfaces, launching a grid, reading back. The program fails (exit 1) when
// any byte differs from the plain C result by more than 1.

#include "linear.h"

#include "example.h"

#include <stdio.h>
#include <stdlib.h>

// A thread reads 8 rows of 32 bytes and writes 6 rows of 24: the input is one pixel larger than the output on every
// side.
enum { OUT_W = 640, OUT_H = 480, IN_W = OUT_W + 2, IN_H = OUT_H + 2, BLOCK_W = 8, BLOCK_H = 6 };

typedef struct filter {
    cmrt_device *device;
    cmrt_program *program;
    cmrt_kernel *kernel;
    cmrt_image *in, *out;
} filter;

// The kernel's computation, pixel by pixel.
static void reference(const uint8_t *in, uint8_t *out) {
    for (uint32_t y = 0; y < OUT_H; y++) {
        for (uint32_t x = 0; x < OUT_W * CHANNELS; x++) {
            float sum = 0;
            for (uint32_t dy = 0; dy < 3; dy++)
                for (uint32_t dx = 0; dx < 3; dx++)
                    sum += in[(y + dy) * IN_W * CHANNELS + x + dx * CHANNELS];
            out[y * OUT_W * CHANNELS + x] = (uint8_t)(sum * 0.1111f);
        }
    }
}

static int largest_difference(const uint8_t *a, const uint8_t *b) {
    int largest = 0;
    for (uint32_t i = 0; i < OUT_W * OUT_H * CHANNELS; i++)
        if (abs(a[i] - b[i]) > largest)
            largest = abs(a[i] - b[i]);
    return largest;
}

static cmrt_status prepare(filter *f, const char *kernel_path, const uint8_t *picture) {
    cmrt_status s = cmrt_program_load_file(f->device, kernel_path, &f->program);
    if (s == CMRT_OK)
        s = cmrt_kernel_create(f->program, "linear", &f->kernel);
    // One byte per pixel of the surface: the kernel's block coordinates are in bytes.
    if (s == CMRT_OK)
        s = cmrt_image_create(f->device, CMRT_FORMAT_R8_UINT, IN_W * CHANNELS, IN_H, &f->in);
    if (s == CMRT_OK)
        s = cmrt_image_create(f->device, CMRT_FORMAT_R8_UINT, OUT_W * CHANNELS, OUT_H, &f->out);
    if (s == CMRT_OK)
        s = cmrt_image_write(f->in, picture, 0);
    return s;
}

static cmrt_status run(filter *f, uint8_t *result) {
    const uint32_t groups[3] = {OUT_W / BLOCK_W, OUT_H / BLOCK_H, 1}, local[3] = {1, 1, 1};
    printf("launch: kernel %s, %u x %u groups of 1 thread\n", cmrt_kernel_name(f->kernel), groups[0], groups[1]);
    cmrt_status s = cmrt_kernel_set_image(f->kernel, 0, f->in);
    if (s == CMRT_OK)
        s = cmrt_kernel_set_image(f->kernel, 1, f->out);
    if (s == CMRT_OK)
        s = cmrt_launch(f->kernel, groups, local);
    if (s == CMRT_OK)
        s = cmrt_wait(f->device);
    if (s == CMRT_OK)
        s = cmrt_image_read(f->out, result, 0);
    return s;
}

static void release(filter *f) {
    cmrt_image_destroy(f->in);
    cmrt_image_destroy(f->out);
    cmrt_kernel_destroy(f->kernel);
    if (f->program)
        cmrt_program_destroy(f->program);
    if (f->device)
        cmrt_device_close(f->device);
}

static bool report(const filter *f, cmrt_status s) {
    if (s == CMRT_OK)
        return true;
    char message[512];
    cmrt_device_message(f->device, message, sizeof message);
    fprintf(stderr, "linear: %s: %s\n", cmrt_status_str(s), message);
    return false;
}

static bool compare_and_write(const uint8_t *picture, const uint8_t *result, uint8_t *expected, const char *png_path) {
    reference(picture, expected);
    int difference = largest_difference(result, expected);
    printf("largest difference: %d\n", difference);
    char why[EX_WHY];
    if (!png_file_write(png_path, CHANNELS, result, OUT_W, OUT_H, why)) {
        fprintf(stderr, "linear: %s\n", why);
        return false;
    }
    if (difference > 1)
        fprintf(stderr, "linear: the kernel and plain C differ by more than 1\n");
    return difference <= 1;
}

static bool demonstrate(filter *f, const char *kernel_path, const char *png_path) {
    uint8_t *picture = malloc(IN_W * IN_H * CHANNELS);
    uint8_t *result = calloc(OUT_W * OUT_H, CHANNELS), *expected = malloc(OUT_W * OUT_H * CHANNELS);
    bool ok = picture && result && expected;
    if (!ok)
        fprintf(stderr, "linear: out of memory\n");
    if (ok) {
        picture_draw(picture, IN_W, IN_H);
        ok = report(f, prepare(f, kernel_path, picture)) && report(f, run(f, result)) &&
             compare_and_write(picture, result, expected, png_path);
    }
    free(picture);
    free(result);
    free(expected);
    return ok;
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: linear kernel.bin out.png\n");
        return 2;
    }
    filter f = {0};
    char why[512];
    if (cmrt_device_open(NULL, &f.device, why, sizeof why) != CMRT_OK) {
        fprintf(stderr, "linear: %s\n", why);
        return 1;
    }
    cmrt_device_info info;
    if (cmrt_device_get_info(f.device, &info) == CMRT_OK)
        printf("device: %s%s\n", info.name, info.is_simulator ? " (simulated)" : "");
    bool ok = demonstrate(&f, argv[1], argv[2]);
    release(&f);
    return ok ? 0 : 1;
}
