// SPDX-License-Identifier: MIT
// The 3 x 3 linear filter of the C-for-Metal paper on a picture:
//
//     linear [--width=N] [--height=N] [--input=in.png] [--output=out.png] [--device=xesim:bmg]
//
// Shows 2-D images as surfaces. A picture of any size is surrounded by copies of its edge, one pixel before it and up
// to whole blocks after it.

#include "linear.h"

#include "example.h"

#include <stdlib.h>

// A thread writes 8 x 6 pixels; it reads one more on each side, and two bytes to the right that it does not use.
enum { BLOCK_W = 8, BLOCK_H = 6, MORE_W = 3, MORE_H = 2, MOST = 1 << 13 };

typedef struct job {
    uint32_t width, height; // of the picture
    cmrt_kernel *kernel;
    cmrt_image *in, *out;
} job;

static uint32_t blocks(uint32_t pixels, uint32_t block) {
    return (pixels + block - 1) / block;
}
// Sizes of the images; one byte of them is a pixel of the surface, because the kernel's coordinates are in bytes.
static uint32_t out_row_b(const job *j) {
    return blocks(j->width, BLOCK_W) * BLOCK_W * CHANNELS;
}
static uint32_t in_row_b(const job *j) {
    return out_row_b(j) + MORE_W * CHANNELS;
}
static uint32_t out_rows(const job *j) {
    return blocks(j->height, BLOCK_H) * BLOCK_H;
}
static uint32_t in_rows(const job *j) {
    return out_rows(j) + MORE_H;
}

static void work(const ex_run *run, void *user) {
    const job *j = user;
    ex_launch(run, j->kernel, blocks(j->width, BLOCK_W), blocks(j->height, BLOCK_H), 1);
}

// The place in the picture, of `size`, for one that begins a pixel earlier and may be longer.
static uint32_t inside(uint32_t at, uint32_t size) {
    return at == 0 ? 0 : at > size ? size - 1 : at - 1;
}

static uint8_t *surround(const ex_common *common, const job *j, const uint8_t *picture) {
    uint8_t *out = ex_alloc(common, in_rows(j), in_row_b(j)), *to = out;
    for (uint32_t y = 0; y < in_rows(j); y++) {
        for (uint32_t x = 0; x < in_row_b(j) / CHANNELS; x++) {
            const size_t from = (size_t)inside(y, j->height) * j->width + inside(x, j->width);
            for (uint32_t c = 0; c < CHANNELS; c++)
                *to++ = picture[from * CHANNELS + c];
        }
    }
    return out;
}

// Compares the picture in the upper left corner of `got` with plain C; a byte may differ by one.
static void compare(const ex_run *run, const job *j, const uint8_t *in, const uint8_t *got) {
    const size_t n = (size_t)j->width * CHANNELS;
    float *all_got = ex_alloc(run->common, j->height * n, sizeof *all_got);
    float *expected = ex_alloc(run->common, j->height * n, sizeof *expected);
    for (uint32_t y = 0; y < j->height; y++) {
        for (uint32_t x = 0; x < n; x++) {
            float sum = 0;
            for (uint32_t dy = 0; dy < 3; dy++)
                for (uint32_t dx = 0; dx < 3; dx++)
                    sum += in[(size_t)(y + dy) * in_row_b(j) + x + dx * CHANNELS];
            expected[y * n + x] = (float)(uint8_t)(sum * 0.1111f);
            all_got[y * n + x] = got[(size_t)y * out_row_b(j) + x];
        }
    }
    ex_compare_float(run, all_got, expected, NULL, 1, j->height * n);
    free(all_got);
    free(expected);
}

static void save(const ex_common *common, const job *j, const uint8_t *out, const char *path) {
    char why[EX_WHY];
    const size_t row_b = (size_t)j->width * CHANNELS;
    uint8_t *pixels = ex_alloc(common, j->height, row_b);
    for (size_t i = 0; i < j->height * row_b; i++)
        pixels[i] = out[i / row_b * out_row_b(j) + i % row_b];
    if (!png_file_write(path, CHANNELS, pixels, j->width, j->height, why))
        ex_fail(common, "%s", why);
    free(pixels);
}

static void filter(const ex_common *common, job *j, const uint8_t *picture, const char *output) {
    uint8_t *in = surround(common, j, picture), *out = ex_alloc(common, out_rows(j), out_row_b(j));
    ex_run run;
    ex_open(&run, common);
    j->kernel = ex_kernel(&run, NULL);
    EX_NEED(&run, cmrt_image_create(run.device, CMRT_FORMAT_R8_UINT, in_row_b(j), in_rows(j), &j->in));
    EX_NEED(&run, cmrt_image_create(run.device, CMRT_FORMAT_R8_UINT, out_row_b(j), out_rows(j), &j->out));
    EX_NEED(&run, cmrt_image_write(j->in, in, 0));
    EX_NEED(&run, cmrt_kernel_set_image(j->kernel, 0, j->in));
    EX_NEED(&run, cmrt_kernel_set_image(j->kernel, 1, j->out));
    double seconds = ex_measure(&run, work, j);
    EX_NEED(&run, cmrt_image_read(j->out, out, 0));
    ex_report(&run, seconds, (double)j->width * j->height, "G pixels/s", "%u x %u", j->width, j->height);
    compare(&run, j, in, out);
    if (output)
        save(common, j, out, output);
    cmrt_image_destroy(j->in);
    cmrt_image_destroy(j->out);
    cmrt_kernel_destroy(j->kernel);
    ex_close(&run);
    free(in);
    free(out);
}

int main(int argc, char **argv) {
    ex_common common = {.program = "linear"};
    job j = {.width = 640, .height = 480};
    const char *input = NULL, *output = NULL;
    const ex_option options[] = {
        {.name = "width", .meaning = "pixels", .number = &j.width, .least = 1, .most = MOST},
        {.name = "height", .meaning = "pixels", .number = &j.height, .least = 1, .most = MOST},
        {.name = "input", .meaning = "a picture (PNG) instead of the one that is drawn", .text = &input},
        {.name = "output", .meaning = "the file for the result (PNG)", .text = &output},
    };
    ex_options(argc, argv, "The 3 x 3 linear filter.", &common, options, sizeof options / sizeof *options);
    uint8_t *picture;
    char why[EX_WHY];
    if (input) {
        if (!png_file_read(input, CHANNELS, &picture, &j.width, &j.height, why))
            ex_fail(&common, "%s", why);
        if (j.width > MOST || j.height > MOST)
            ex_fail(&common, "%s: %u x %u pixels, expected up to %d", input, j.width, j.height, MOST);
    } else {
        picture = ex_alloc(&common, (size_t)j.width * j.height, CHANNELS);
        picture_draw(picture, j.width, j.height);
    }
    filter(&common, &j, picture, output);
    free(picture);
    return EXIT_SUCCESS;
}
