// SPDX-License-Identifier: MIT
// Any bytes as an instruction of any target (first byte). What decodes and encodes must decode to
// the same again; must print within its buffer; what compacts must expand to the same.

#include <cmc/isa.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int ok) {
    if (!ok)
        abort();
}

static void check_inst(const isa_model *m, isa_inst *in) {
    uint8_t native[16], back[16], shorter[8];
    char text[512], cut[24];
    isa_inst again;
    isa_parse_result r;
    unsigned size_b = 0;
    in->compacted = false;
    // As the assembler's, our encoder refuses forms that the disassembler reads (jmpi of several
    // lanes, architecture registers as source 1): with one message.
    cmc_diag *d = cmc_diag_create();
    bool encodes = isa_encode(m, in, native, d) == CMC_OK;
    require(cmc_diag_error_count(d) == !encodes);
    cmc_diag_destroy(d);
    if (!encodes)
        return;
    require(isa_decode(m, native, sizeof native, &again, &size_b, NULL) == CMC_OK && size_b == 16);
    require(memcmp(in, &again, sizeof again) == 0);
    if (isa_compact(m, native, shorter)) { // reads as another offset when it is a jmpi of Gen9 or Gen11
        require(isa_decode(m, shorter, sizeof shorter, &again, &size_b, NULL) == CMC_OK && size_b == 8);
        require(isa_encode(m, &again, back, NULL) == CMC_OK && memcmp(native, back, sizeof back) == 0);
    }
    size_t n = isa_print(m, in, NULL, text, sizeof text);
    require(n < sizeof text && strlen(text) == n);
    require(isa_print(m, in, NULL, cut, sizeof cut) == n && strncmp(cut, text, sizeof cut - 1) == 0);
    // Subregisters that no type divides have no text; everything else reads back.
    if (isa_parse(m, text, n, 1, &r, NULL) == CMC_OK)
        (void)isa_encode(m, &r.inst, back, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2)
        return 0;
    const isa_model *m = isa_model_get((isa_target)(1 + data[0] % (ISA_TARGET_COUNT - 1)));
    isa_inst in;
    unsigned size_b = 0;
    cmc_diag *d = cmc_diag_create();
    if (isa_decode(m, data + 1, size - 1, &in, &size_b, d) == CMC_OK)
        check_inst(m, &in);
    else
        require(cmc_diag_error_count(d) == 1);
    cmc_str out = CMC_STR_INIT;
    isa_disasm_opts opts = {.offsets = data[0] & 0x80, .message_comment = true, .json = data[0] & 0x40};
    (void)isa_disassemble(m, data + 1, size - 1, &opts, &out, d);
    cmc_str_free(&out);
    cmc_diag_destroy(d);
    return 0;
}
