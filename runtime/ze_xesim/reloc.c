// SPDX-License-Identifier: MIT
// Relocations of a loaded module: data sections and kernel texts hold the addresses of module
// and of each other. A REL entry has no addend: the field's old content is ignored
// (zebin.md 2.2).

#include "zx_priv.h"

#include <string.h>

static const zx_module_data *find_data(const zx_module *m, const char *section) {
    for (uint32_t i = 0; i < m->n_data; i++)
        if (strcmp(m->data[i].name, section) == 0)
            return &m->data[i];
    return NULL;
}

uint64_t zx_module_symbol(const zx_module *m, const char *name, uint64_t *size_b) {
    for (uint32_t i = 0; i < m->file->symbols.len; i++) {
        const zeb_symbol *s = &m->file->symbols.data[i];
        if (strcmp(s->name, name) != 0 || !s->section)
            continue;
        const zx_module_data *d = find_data(m, s->section);
        if (!d || s->value > d->size_b)
            continue;
        if (size_b)
            *size_b = s->size_b;
        return (uint64_t)(uintptr_t)d->base + s->value;
    }
    return 0;
}

static cmc_status relocate(const zx_module *m, const char *where, uint8_t *bytes, size_t len, const zeb_reloc *r,
                           cmc_diag *d) {
    enum { NONE = 0, ADDR64 = 1, LOW32 = 2, HIGH32 = 3 };
    if (r->type == NONE)
        return CMC_OK;
    if (r->type > HIGH32) {
        cmc_diag_error(d, "CM0701", "%s: relocation type %u at offset %llu is not supported, expected 1 to 3", where,
                       r->type, (unsigned long long)r->off_b);
        return CMC_ERR_UNSUPPORTED;
    }
    const size_t width = r->type == ADDR64 ? 8 : 4;
    if (r->off_b > len || len - r->off_b < width) {
        cmc_diag_error(d, "CM0702", "%s: relocation at offset %llu is outside the section of %zu bytes", where,
                       (unsigned long long)r->off_b, len);
        return CMC_ERR_FORMAT;
    }
    // The arguments' distance from the address in r0.0: after the implicit ones.
    bool placed = strcmp(r->symbol, zx_arguments_offset_symbol) == 0;
    uint64_t value = placed ? ZX_IMPLICIT_HEAD_B : zx_module_symbol(m, r->symbol, NULL);
    if (!value && !placed) {
        cmc_diag_error(d, "CM0703", "%s: symbol '%s' is not defined in this module", where, r->symbol);
        return CMC_ERR_USER;
    }
    value += (uint64_t)r->addend;
    if (r->type == HIGH32)
        value >>= 32;
    memcpy(bytes + r->off_b, &value, width); // little endian, like the device
    return CMC_OK;
}

cmc_status zx_module_relocate_data(zx_module *m, cmc_diag *d) {
    for (uint32_t i = 0; i < m->file->sections.len; i++) {
        const zeb_section *s = &m->file->sections.data[i];
        const zx_module_data *data = find_data(m, s->name);
        for (uint32_t r = 0; data && r < s->relocs.len; r++)
            CMC_TRY(relocate(m, s->name, data->base, s->size_b, &s->relocs.data[r], d));
    }
    return CMC_OK;
}

cmc_status zx_module_relocate_text(zx_module *m, const zeb_kernel *k, uint8_t *text, cmc_diag *d) {
    for (uint32_t r = 0; r < k->relocs.len; r++)
        CMC_TRY(relocate(m, k->name, text, k->text_b, &k->relocs.data[r], d));
    return CMC_OK;
}
