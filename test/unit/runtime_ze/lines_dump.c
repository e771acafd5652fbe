// SPDX-License-Identifier: MIT
// Prints the source line that lines.c finds for each of the first bytes of a kernel, from the raw sections of a linked
// program: "OFFSET FILE:LINE". lines.py compares that with what objdump decodes.
// usage: lines_dump BYTES DEBUG_LINE [DEBUG_LINE_STR]

#include <cmc/zebin.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool add_section(zeb_file *f, const char *name, const char *path) {
    uint8_t *data = NULL;
    size_t len = 0;
    if (cmc_file_read(path, &data, &len, NULL) != CMC_OK)
        return false;
    zeb_section s = {.name = name, .data = cmc_arena_alloc(f->arena, len), .size_b = len};
    memcpy((void *)(uintptr_t)s.data, data, len);
    free(data);
    return cmc_vec_push(f->arena, &f->sections, s);
}

int main(int argc, char **argv) {
    cmc_arena *a = cmc_arena_create();
    zeb_file *f = zeb_create(a);
    zeb_kernel *k = f ? zeb_kernel_add(f, "only") : NULL;
    if (argc < 3 || !k || !add_section(f, ".debug_line", argv[2]) ||
        (argc > 3 && !add_section(f, ".debug_line_str", argv[3])))
        return 2;
    const zeb_lines *l = zeb_lines_read(a, f, k);
    for (uint32_t pc = 0; pc < strtoul(argv[1], NULL, 0); pc++) {
        const char *file;
        uint32_t line;
        if (zeb_lines_find(l, pc, &file, &line))
            printf("%" PRIu32 " %s:%" PRIu32 "\n", pc, file, line);
    }
    cmc_arena_destroy(a);
    return 0;
}
