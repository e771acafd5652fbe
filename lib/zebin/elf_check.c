// SPDX-License-Identifier: MIT
// Bounds of an ELF image, checked before libelf sees it: header, section table, section extents, links. The checks
// work on byte copies, so the data needs no alignment.

#include "zebin_priv.h"

#include <cmc/file_kind.h>

#include <assert.h>
#include <elf.h>
#include <string.h>

static cmc_status fail(cmc_diag *d, const char *what, unsigned long long found, unsigned long long expected) {
    cmc_diag_error(d, "CM0610", "zebin: %s is %llu, expected %llu", what, found, expected);
    return CMC_ERR_FORMAT;
}

static bool inside(uint64_t off, uint64_t size, size_t len) {
    return off <= len && size <= len - off;
}

static cmc_status check_header(const Elf64_Ehdr *h, size_t len, cmc_diag *d) {
    if (h->e_ident[EI_CLASS] != ELFCLASS64)
        return fail(d, "ELF class", h->e_ident[EI_CLASS], ELFCLASS64);
    if (h->e_ident[EI_DATA] != ELFDATA2LSB)
        return fail(d, "ELF byte order", h->e_ident[EI_DATA], ELFDATA2LSB);
    if (h->e_ident[EI_VERSION] != EV_CURRENT || h->e_version != EV_CURRENT)
        return fail(d, "ELF version", h->e_version, EV_CURRENT);
    if (h->e_machine != ZEB_EM_INTELGT)
        return fail(d, "ELF machine", h->e_machine, ZEB_EM_INTELGT);
    if (h->e_type != ZEB_ET_REL && h->e_type != ZEB_ET_EXE)
        return fail(d, "ELF type", h->e_type, ZEB_ET_REL);
    if (h->e_ehsize != sizeof(Elf64_Ehdr))
        return fail(d, "ELF header size", h->e_ehsize, sizeof(Elf64_Ehdr));
    if (h->e_phnum != 0)
        return fail(d, "number of program headers", h->e_phnum, 0);
    if (h->e_shnum == 0)
        return fail(d, "number of sections", 0, 4);
    if (h->e_shentsize != sizeof(Elf64_Shdr))
        return fail(d, "section header size", h->e_shentsize, sizeof(Elf64_Shdr));
    if (!inside(h->e_shoff, (uint64_t)h->e_shnum * sizeof(Elf64_Shdr), len)) {
        cmc_diag_error(d, "CM0611",
                       "zebin is truncated: section table of %u entries is at offset %llu, but the file has %zu bytes",
                       h->e_shnum, (unsigned long long)h->e_shoff, len);
        return CMC_ERR_FORMAT;
    }
    if (h->e_shstrndx >= h->e_shnum)
        return fail(d, "index of the section name table", h->e_shstrndx, h->e_shnum - 1u);
    return CMC_OK;
}

static cmc_status section_error(cmc_diag *d, unsigned index, const char *what, unsigned long long value) {
    cmc_diag_error(d, "CM0612", "zebin: section %u: %s %llu", index, what, value);
    return CMC_ERR_FORMAT;
}

static cmc_status check_section(const Elf64_Ehdr *h, const Elf64_Shdr *s, unsigned index, size_t len, cmc_diag *d) {
    if (s->sh_flags & SHF_COMPRESSED)
        return section_error(d, index, "is compressed; flags", s->sh_flags);
    if (s->sh_link >= h->e_shnum)
        return section_error(d, index, "links to section", s->sh_link);
    bool is_rel = s->sh_type == SHT_REL || s->sh_type == SHT_RELA;
    if (is_rel && s->sh_info >= h->e_shnum)
        return section_error(d, index, "relocates section", s->sh_info);
    if (s->sh_addralign & (s->sh_addralign - 1))
        return section_error(d, index, "alignment is not a power of two:", s->sh_addralign);
    uint64_t entry_b = s->sh_type == SHT_SYMTAB ? sizeof(Elf64_Sym)
                       : s->sh_type == SHT_REL  ? sizeof(Elf64_Rel)
                       : s->sh_type == SHT_RELA ? sizeof(Elf64_Rela)
                                                : 0;
    if (entry_b && (s->sh_entsize != entry_b || s->sh_size % entry_b))
        return section_error(d, index, "entry size or size is wrong:", s->sh_size);
    if (s->sh_type == SHT_NULL || s->sh_type == SHT_NOBITS || inside(s->sh_offset, s->sh_size, len))
        return CMC_OK;
    cmc_diag_error(d, "CM0611",
                   "zebin is truncated: section %u has %llu bytes at offset %llu, but the file has %zu bytes", index,
                   (unsigned long long)s->sh_size, (unsigned long long)s->sh_offset, len);
    return CMC_ERR_FORMAT;
}

cmc_status zeb_elf_check(const uint8_t *data, size_t len, cmc_diag *d) {
    assert(data || len == 0);
    Elf64_Ehdr h;
    const char *kind = cmc_file_kind(data, len);
    if (kind && strcmp(kind, CMC_FILE_PATCH_TOKENS) == 0) {
        cmc_diag_error(d, "CM0618", "not a zebin, but %s; compile with -cl-intel-allow-zebin", kind);
        return CMC_ERR_FORMAT;
    }
    if (!zeb_is_elf(data, len)) {
        if (kind && strcmp(kind, CMC_FILE_BINARY) != 0)
            cmc_diag_error(d, "CM0613", "not a zebin, but %s", kind);
        else
            cmc_diag_error(d, "CM0613", len ? "not a zebin: no ELF header" : "not a zebin: empty");
        return CMC_ERR_FORMAT;
    }
    if (len < sizeof h) {
        cmc_diag_error(d, "CM0611", "zebin is truncated: file has %zu bytes, but an ELF header has %zu", len, sizeof h);
        return CMC_ERR_FORMAT;
    }
    memcpy(&h, data, sizeof h);
    CMC_TRY(check_header(&h, len, d));
    for (unsigned i = 0; i < h.e_shnum; i++) {
        Elf64_Shdr s;
        memcpy(&s, data + h.e_shoff + i * sizeof s, sizeof s);
        CMC_TRY(check_section(&h, &s, i, len, d));
        if (i == h.e_shstrndx && s.sh_type != SHT_STRTAB)
            return section_error(d, i, "holds the names but has type", s.sh_type);
    }
    return CMC_OK;
}

bool zeb_is_elf(const uint8_t *data, size_t len) {
    assert(data || len == 0);
    return len >= SELFMAG && memcmp(data, ELFMAG, SELFMAG) == 0;
}
