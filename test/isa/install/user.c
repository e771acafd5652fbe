// SPDX-License-Identifier: MIT
// A stranger's first program with libcmcisa: reads one line, shows its bytes and reads those back.
#include <cmc/isa.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    const char *line = "add (8|M0) r3.0<1>:d r1.0<8;8,1>:d 0x7:d";
    const isa_model *m = isa_model_find("skl");
    cmc_diag *d = cmc_diag_create();
    isa_parse_result r;
    isa_inst back;
    uint8_t bytes[16];
    unsigned size_b = 0;
    if (!m || isa_parse(m, line, strlen(line), 1, &r, d) != CMC_OK || isa_encode(m, &r.inst, bytes, d) != CMC_OK ||
        isa_decode(m, bytes, sizeof bytes, &back, &size_b, d) != CMC_OK || size_b != 16)
        return 1;
    for (unsigned i = 0; i < 16; i++)
        printf("%02x", bytes[15 - i]);
    printf(" %s\n", isa_op_get((isa_op)back.op)->mnemonic);
    cmc_diag_destroy(d);
    return 0;
}
