// SPDX-License-Identifier: MIT
// What kind of file some bytes are. Tools name the kind of a file that they cannot use.

#include <cmc/file_kind.h>

#include <assert.h>
#include <stdbool.h>
#include <string.h>

static const struct {
    const char *begin;
    size_t len;
    const char *what;
} rows[] = {
#define ROW(begin, what)                                                                                               \
    { (begin), sizeof(begin) - 1, (what) }
    ROW("\177ELF", "an ELF file"),
    ROW("CTNI", CMC_FILE_PATCH_TOKENS),
    ROW("!<arch>\n", "an ar archive"),
    ROW("!<thin>\n", "an ar archive"),
    ROW("\003\002#\007", "SPIR-V"),
    ROW("\007#\002\003", "SPIR-V"),
    ROW("BC\300\336", "LLVM bitcode"),
    ROW("\336\300\027\013", "LLVM bitcode"), // with a wrapper
    ROW("CPCH", "a precompiled header"),
    ROW("PK\003\004", "a zip archive"),
    ROW("PK\005\006", "a zip archive"),
    ROW("7z\274\257\047\034", "a 7z archive"),
    ROW("\037\213", "a gzip file"),
    ROW("BZh91AY&SY", "a bzip2 file"),
    ROW("\375"
        "7zXZ",
        "an xz file"),
    ROW("\050\265\057\375", "a zstd file"),
    ROW("\211PNG", "a PNG image"),
    ROW("\377\330\377", "a JPEG image"),
    ROW("GIF8", "a GIF image"),
    ROW("%PDF-", "a PDF file"),
    ROW("\312\376\272\276", "a Mach-O file"),
    ROW("\317\372\355\376", "a Mach-O file"),
    ROW("SQLite format 3", "an SQLite database"),
    ROW("\377\376", "UTF-16 text"),
    ROW("\376\377", "UTF-16 text"),
#undef ROW
};

enum { LOOKED_AT_B = 8000, ODD_BYTES = 8, TAR_AT = 257, ELF_TYPE_AT = 16, ELF_MACHINE_AT = 18 };

// Intel's older format comes in an ELF file without a machine.
static bool is_patch_token_elf(const uint8_t *data, size_t len) {
    return len > ELF_MACHINE_AT + 1 && data[ELF_MACHINE_AT] == 0 && data[ELF_MACHINE_AT + 1] == 0 &&
           data[ELF_TYPE_AT + 1] == 0xff;
}

// Text has few control characters, even when it is damaged.
static bool is_binary(const uint8_t *data, size_t len) {
    size_t odd = 0, n = len < LOOKED_AT_B ? len : LOOKED_AT_B;
    for (size_t i = 0; i < n; i++)
        odd += data[i] < 32 && !strchr("\t\n\v\f\r\033", data[i] ? data[i] : 1);
    return odd >= ODD_BYTES && odd * 32 > n;
}

const char *cmc_file_kind(const uint8_t *data, size_t len) {
    assert(data || len == 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (len >= rows[i].len && memcmp(data, rows[i].begin, rows[i].len) == 0)
            return i == 0 && is_patch_token_elf(data, len) ? CMC_FILE_PATCH_TOKENS : rows[i].what;
    if (len > TAR_AT + 5 && memcmp(data + TAR_AT, "ustar", 5) == 0)
        return "a tar archive";
    return is_binary(data, len) ? CMC_FILE_BINARY : NULL;
}
