// SPDX-License-Identifier: MIT
// What kind of file some bytes are, for messages about files that a program cannot use.

#ifndef CMC_FILE_KIND_H
#define CMC_FILE_KIND_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// What a file is by its first bytes, if it is not text: "a zip archive", "SPIR-V", "a binary file". NULL: it may be
// text.
const char *cmc_file_kind(const uint8_t *data, size_t len);
// The kind of device binaries that Intel's compilers wrote before zebins.
#define CMC_FILE_PATCH_TOKENS "a patch-token binary"
#define CMC_FILE_BINARY       "a binary file" // of no kind with a name

#ifdef __cplusplus
}
#endif
#endif
