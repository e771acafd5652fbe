// SPDX-License-Identifier: MIT
// PNG files through libpng's simplified interface.

#include "example.h"

#include <errno.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SIDE = 1 << 15 };

static png_uint_32 format_of(uint32_t channels) {
    return channels == 1 ? PNG_FORMAT_GRAY : channels == 3 ? PNG_FORMAT_RGB : PNG_FORMAT_RGBA;
}

static bool read_pixels(FILE *f, const char *path, uint32_t channels, png_image *image, uint8_t **pixels,
                        char why[EX_WHY]) {
    if (!png_image_begin_read_from_stdio(image, f))
        return ex_why(why, "%s: byte %ld: %s", path, ftell(f), image->message);
    if (image->width > MAX_SIDE || image->height > MAX_SIDE)
        return ex_why(why, "%s: byte %ld: %u x %u pixels, expected at most %d x %d", path, ftell(f), image->width,
                      image->height, MAX_SIDE, MAX_SIDE);
    image->format = format_of(channels);
    *pixels = malloc(PNG_IMAGE_SIZE(*image));
    if (!*pixels)
        return ex_why(why, "%s: out of memory for %u x %u pixels", path, image->width, image->height);
    const png_color black = {0, 0, 0}; // what shows through where the file has transparent pixels
    if (png_image_finish_read(image, &black, *pixels, 0, NULL))
        return true;
    free(*pixels);
    return ex_why(why, "%s: byte %ld: %s", path, ftell(f), image->message);
}

bool png_file_read(const char *path, uint32_t channels, uint8_t **pixels, uint32_t *width, uint32_t *height,
                   char why[EX_WHY]) {
    FILE *f = fopen(path, "rb");
    if (!f)
        return ex_why(why, "%s: cannot open: %s", path, strerror(errno));
    png_image image = {.version = PNG_IMAGE_VERSION};
    bool ok = read_pixels(f, path, channels, &image, pixels, why);
    *width = image.width;
    *height = image.height;
    png_image_free(&image);
    fclose(f);
    return ok;
}

bool png_file_write(const char *path, uint32_t channels, const uint8_t *pixels, uint32_t width, uint32_t height,
                    char why[EX_WHY]) {
    png_image image = {.version = PNG_IMAGE_VERSION, .width = width, .height = height, .format = format_of(channels)};
    png_alloc_size_t size_b = PNG_IMAGE_PNG_SIZE_MAX(image);
    void *bytes = malloc(size_b);
    if (!bytes)
        return ex_why(why, "%s: out of memory for %u x %u pixels", path, width, height);
    bool ok = png_image_write_to_memory(&image, bytes, &size_b, 0, pixels, 0, NULL);
    ok = ok ? ex_file_write(path, bytes, size_b, NULL, 0, why) : ex_why(why, "%s: %s", path, image.message);
    free(bytes);
    return ok;
}
