// SPDX-License-Identifier: MIT
// -ffile-prefix-map=OLD=NEW: a path that begins with OLD begins with NEW in the debug information. Builds in different
// folders then give the same bytes.

#include "driver_priv.h"

#include <string.h>

// As in Clang, the last map that fits counts.
const char *drv_mapped_path(const drv_unit *unit, cmc_arena *a, const char *path) {
    for (size_t i = unit->n_prefix_maps; i > 0; i--) {
        const char *map = unit->prefix_maps[i - 1], *equals = strchr(map, '=');
        size_t old_len = (size_t)(equals - map);
        if (strncmp(path, map, old_len) == 0)
            return cmc_arena_printf(a, "%s%s", equals + 1, path + old_len);
    }
    return path;
}
