// SPDX-License-Identifier: MIT
// Any text as a program of any target (first byte). What parses and encodes must decode, and encode
// to the same bytes.

#include <cmc/isa.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int ok) {
    if (!ok)
        abort();
}

static void check_line(const isa_model *m, const char *line, size_t len) {
    isa_parse_result r;
    isa_inst back;
    uint8_t bytes[16], again[16];
    unsigned size_b = 0;
    cmc_diag *d = cmc_diag_create();
    if (isa_parse(m, line, len, 1, &r, d) != CMC_OK) {
        require(cmc_diag_error_count(d) == 1);
    } else if (!r.is_empty && !r.is_label && isa_encode(m, &r.inst, bytes, NULL) == CMC_OK) {
        require(isa_decode(m, bytes, sizeof bytes, &back, &size_b, NULL) == CMC_OK);
        require(isa_encode(m, &back, again, NULL) == CMC_OK && memcmp(bytes, again, sizeof bytes) == 0);
    }
    cmc_diag_destroy(d);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 1)
        return 0;
    const isa_model *m = isa_model_get((isa_target)(1 + data[0] % (ISA_TARGET_COUNT - 1)));
    const char *text = (const char *)data + 1;
    size_t len = size - 1;
    cmc_str bytes = CMC_STR_INIT;
    cmc_diag *d = cmc_diag_create();
    for (size_t at = 0; at < len;) {
        const char *nl = memchr(text + at, '\n', len - at);
        size_t n = nl ? (size_t)(nl - (text + at)) : len - at;
        check_line(m, text + at, n);
        at += n + 1;
    }
    (void)isa_assemble(m, text, len, data[0] & 0x80, &bytes, d);
    cmc_diag_destroy(d);
    cmc_str_free(&bytes);
    return 0;
}
