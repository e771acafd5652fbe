// SPDX-License-Identifier: MIT
// PNG output through libpng's simplified interface.

#include "linear.h"

#include <png.h>
#include <stdio.h>
#include <string.h>

bool png_file_write(const char *path, const uint8_t *pixels, uint32_t width, uint32_t height, const char **why) {
    static char message[128]; // not reentrant: this is a single-threaded program
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = width;
    image.height = height;
    image.format = PNG_FORMAT_RGB;
    if (png_image_write_to_file(&image, path, 0, pixels, 0, NULL))
        return true;
    snprintf(message, sizeof message, "%s", image.message);
    *why = message;
    return false;
}
