// SPDX-License-Identifier: MIT
// AUB packets. Header dword: type 7 in bits 31-29, opcode 28-23, sub-opcode 22-16, length 15-0 in dwords; a packet
// of opcode 0x2e has length + 1 dwords, one of opcode 1 length + 2. A memory write is 0x2e.6: address (low, high),
// flags, size in bytes, data.

#include "aub.h"

#include <string.h>

enum { OPCODE_MEMTRACE = 0x2e, SUB_WRITE = 6, WRITE_HEADER_B = 20 };

static uint32_t u32_at(const uint8_t *p) {
    uint32_t v;
    memcpy(&v, p, sizeof v);
    return v;
}

static cmc_status broken(cmc_diag *d, size_t at, uint32_t header) {
    cmc_diag_error(d, "", "recording: packet 0x%08x at byte %zu does not fit", header, at);
    return CMC_ERR_FORMAT;
}

static cmc_status take_write(cmc_arena *a, const uint8_t *p, size_t packet_b, aub_file *out) {
    uint32_t size_b = packet_b >= WRITE_HEADER_B ? u32_at(p + 16) : 0;
    if (packet_b < WRITE_HEADER_B || size_b > packet_b - WRITE_HEADER_B)
        return CMC_ERR_FORMAT;
    aub_write w = {
        .address = u32_at(p + 4) | (uint64_t)u32_at(p + 8) << 32, .data = p + WRITE_HEADER_B, .size_b = size_b};
    return cmc_vec_push(a, &out->writes, w) ? CMC_OK : CMC_ERR_OOM;
}

cmc_status aub_read(cmc_arena *a, const uint8_t *data, size_t len, aub_file *out, cmc_diag *d) {
    *out = (aub_file){0};
    for (size_t at = 0; at < len;) {
        uint32_t header = len - at >= 4 ? u32_at(data + at) : 0;
        uint32_t opcode = header >> 23 & 0x3f;
        size_t packet_b = 4 * ((header & 0xffff) + (opcode == OPCODE_MEMTRACE ? 1u : 2u));
        if (header >> 29 != 7 || packet_b > len - at)
            return broken(d, at, header);
        if (opcode == OPCODE_MEMTRACE && (header >> 16 & 0x7f) == SUB_WRITE) {
            cmc_status s = take_write(a, data + at, packet_b, out);
            if (s != CMC_OK)
                return s == CMC_ERR_FORMAT ? broken(d, at, header) : s;
        }
        at += packet_b;
    }
    return CMC_OK;
}

const aub_write *aub_find(const aub_file *f, uint32_t *at, const void *bytes, size_t len, size_t *offset_b) {
    for (; *at < f->writes.len; (*at)++) {
        const aub_write *w = &f->writes.data[*at];
        for (size_t i = 0; i + len <= w->size_b; i += 4) // everything of ours is dword-aligned
            if (memcmp(w->data + i, bytes, len) == 0) {
                *offset_b = i;
                return w;
            }
    }
    return NULL;
}
