// SPDX-License-Identifier: MIT
// Any bytes as a zebin or archive: no read outside them; and what is accepted can be written, and reads back with
// the same kernels.

#include <cmc/zebin.h>

#include <stdlib.h>
#include <string.h>

static void check(bool ok) {
    if (!ok)
        abort();
}

// Touches every byte that the reader points to, so that the sanitizer judges the pointers.
static unsigned sum_of(const uint8_t *p, size_t n) {
    unsigned sum = 0;
    for (size_t i = 0; p && i < n; i++)
        sum += p[i];
    return sum;
}

static void check_again(cmc_arena *a, const zeb_file *f) {
    cmc_str out = CMC_STR_INIT;
    zeb_file *again = NULL;
    // Not everything that a reader takes can be written: foreign sections, texts with quotes.
    if (zeb_write(f, &out, NULL) == CMC_OK) {
        cmc_status s = zeb_read(a, (const uint8_t *)out.data, out.len, &again, NULL);
        check(s == CMC_OK && again->kernels.len == f->kernels.len);
        for (uint32_t i = 0; i < f->kernels.len; i++) {
            check(strcmp(again->kernels.data[i]->name, f->kernels.data[i]->name) == 0);
            check(again->kernels.data[i]->args.len == f->kernels.data[i]->args.len);
        }
    }
    cmc_str_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
    cmc_arena *a = cmc_arena_create();
    zeb_file *f = NULL;
    zeb_entry image;
    volatile unsigned sum = 0;
    if (zeb_read(a, data, len, &f, NULL) == CMC_OK) {
        for (uint32_t i = 0; i < f->kernels.len; i++) {
            check(f->kernels.data[i]->code_b <= f->kernels.data[i]->text_b);
            sum += sum_of(f->kernels.data[i]->text, f->kernels.data[i]->text_b);
        }
        for (uint32_t i = 0; i < f->sections.len; i++)
            sum += sum_of(f->sections.data[i].data, f->sections.data[i].size_b);
        check_again(a, f);
    }
    if (zeb_select(data, len, "tgl", &image, a, NULL) == CMC_OK)
        sum += sum_of(image.data, image.size_b);
    cmc_arena_destroy(a);
    return 0;
}
