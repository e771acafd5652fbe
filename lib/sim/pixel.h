// SPDX-License-Identifier: MIT
// Image formats: one pixel in memory <-> four 32-bit channels of typed and sampler messages.

#ifndef SIM_PIXEL_H
#define SIM_PIXEL_H

#include <cmc/sim.h>
#include <stdbool.h>
#include <stdint.h>

// format: ze_image_format layout << 8 | type.
unsigned sim_pixel_size(uint32_t format); // bytes; 0 = unsupported

// In the surface's channel order. Integer channels keep their value, normalised and float channels are float bits. A
// missing channel reads 0, a missing alpha 1. False: the format is not supported.
bool sim_image_load(const sim_surface *f, const uint8_t *p, uint32_t out[4]);
bool sim_image_store(const sim_surface *f, uint8_t *p, const uint32_t in[4]);

#endif
