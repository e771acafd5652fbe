// SPDX-License-Identifier: MIT
// The parts of the linear filter's host program.

#ifndef LINEAR_H
#define LINEAR_H

#include <stdbool.h>
#include <stdint.h>

enum { CHANNELS = 3 }; // red, green, blue, one byte each

// Draws a picture into width x height pixels, with contiguous rows.
void picture_draw(uint8_t *pixels, uint32_t width, uint32_t height);

// Writes pixels as an RGB PNG file. On failure *why is a sentence.
bool png_file_write(const char *path, const uint8_t *pixels, uint32_t width, uint32_t height, const char **why);

#endif
