// SPDX-License-Identifier: MIT
// ELF image to zeb_file. libelf walks the sections, symbols and relocations of an image whose bounds zeb_elf_check has
// confirmed. Contents are pointers into the image.

#include "zebin_priv.h"

#include <assert.h>
#include <gelf.h>
#include <string.h>

#define TEXT_PREFIX ".text."

typedef struct section {
    const char *name;
    GElf_Shdr h;
    zeb_kernel *kernel; // the kernel whose text this is
    uint32_t other;     // else index into file->sections + 1, or 0
} section;

typedef struct reader {
    zeb_file *file;
    Elf *elf;
    const uint8_t *data;
    section *sections;
    size_t n;
    cmc_diag *diag;
} reader;

static cmc_status fail(reader *r, size_t index, const char *what) {
    const section *s = &r->sections[index];
    cmc_diag_error(r->diag, "CM0614", "zebin: section %zu '%s' at offset %llu: %s", index, s->name ? s->name : "",
                   (unsigned long long)s->h.sh_offset, what);
    return CMC_ERR_FORMAT;
}

// A string is copied only when its table has no terminator for it; libelf refuses such tables.
static const char *string_at(reader *r, size_t table, uint64_t off) {
    if (table >= r->n || r->sections[table].h.sh_type != SHT_STRTAB)
        return NULL;
    const char *s = elf_strptr(r->elf, table, off);
    return s;
}

static cmc_status load_sections(reader *r) {
    size_t names;
    if (elf_getshdrnum(r->elf, &r->n) != 0 || elf_getshdrstrndx(r->elf, &names) != 0) {
        cmc_diag_error(r->diag, "CM0610", "zebin: %s", elf_errmsg(-1));
        return CMC_ERR_FORMAT;
    }
    r->sections = CMC_NEW_N(r->file->arena, section, r->n);
    if (!r->sections)
        return CMC_ERR_OOM;
    for (size_t i = 0; i < r->n; i++) {
        Elf_Scn *scn = elf_getscn(r->elf, i);
        if (!scn || !gelf_getshdr(scn, &r->sections[i].h))
            return fail(r, i, "cannot be read");
    }
    for (size_t i = 1; i < r->n; i++) {
        r->sections[i].name = string_at(r, names, r->sections[i].h.sh_name);
        if (!r->sections[i].name)
            return fail(r, i, "name lies outside the string table");
    }
    return CMC_OK;
}

// Index of the only section of this name; 0 when there is no such section.
static cmc_status find_one(reader *r, const char *name, uint32_t type, size_t *out) {
    *out = 0;
    for (size_t i = 1; i < r->n; i++) {
        if (strcmp(r->sections[i].name, name) != 0)
            continue;
        if (r->sections[i].h.sh_type != type)
            return fail(r, i, "has the wrong section type");
        if (*out)
            return fail(r, i, "appears twice");
        *out = i;
    }
    return CMC_OK;
}

static cmc_status read_zeinfo(reader *r) {
    size_t i;
    CMC_TRY(find_one(r, ".ze_info", ZEB_SHT_ZEINFO, &i));
    if (!i) {
        cmc_diag_error(r->diag, "CM0615", "not a zebin: no section '.ze_info'");
        return CMC_ERR_FORMAT;
    }
    const section *s = &r->sections[i];
    return zeb_zeinfo_read(r->file, r->data + s->h.sh_offset, s->h.sh_size, r->diag);
}

static uint32_t u32_at(const uint8_t *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void take_note(zeb_file *f, uint32_t type, uint32_t value) {
    switch (type) {
    case ZEB_NOTE_PRODUCT:
        f->product = value;
        break;
    case ZEB_NOTE_CORE:
        f->core = value;
        break;
    case ZEB_NOTE_METADATA:
        f->metadata = value;
        break;
    case ZEB_NOTE_PRODUCT_CONFIG:
        f->product_config = value;
        break;
    default: // notes of newer versions
        break;
    }
}

static cmc_status take_notes(zeb_file *f, const uint8_t *data, size_t len, cmc_diag *d) {
    size_t at = 0;
    while (at < len) {
        uint64_t name_b = 0, desc_b = 0, size_b = len;
        if (len - at >= 12) {
            name_b = ((uint64_t)u32_at(data + at) + 3) & ~3ull;
            desc_b = ((uint64_t)u32_at(data + at + 4) + 3) & ~3ull;
            size_b = 12 + name_b + desc_b;
        }
        if (size_b > len - at) {
            cmc_diag_error(d, "CM0617",
                           "zebin: note at byte %zu of '.note.intelgt.compat' reaches past the section's %zu bytes", at,
                           len);
            return CMC_ERR_FORMAT;
        }
        const uint8_t *name = data + at + 12;
        if (u32_at(data + at) == 8 && memcmp(name, "IntelGT", 8) == 0 && desc_b == 4)
            take_note(f, u32_at(data + at + 8), u32_at(name + name_b));
        at += size_b;
    }
    return CMC_OK;
}

static cmc_status read_notes(reader *r) {
    size_t i;
    CMC_TRY(find_one(r, ".note.intelgt.compat", SHT_NOTE, &i));
    if (!i)
        return CMC_OK;
    const section *s = &r->sections[i];
    return take_notes(r->file, r->data + s->h.sh_offset, s->h.sh_size, r->diag);
}

// Length of a text without its trailing zeros. Instructions are multiples of 8 bytes, and the last 8 bytes of the last
// instruction, the end of thread, are not zero.
static size_t without_padding(const uint8_t *text, size_t len) {
    while (len > 0 && text[len - 1] == 0)
        len--;
    return (len + 7) / 8 * 8;
}

// Index of a kernel's text section; 0 when the kernel has no text.
static cmc_status find_text(reader *r, const zeb_kernel *k, size_t *found) {
    *found = 0;
    for (size_t i = 1; i < r->n; i++) {
        const section *s = &r->sections[i];
        if (strncmp(s->name, TEXT_PREFIX, strlen(TEXT_PREFIX)) != 0 ||
            strcmp(s->name + strlen(TEXT_PREFIX), k->name) != 0)
            continue;
        if (s->h.sh_type != SHT_PROGBITS)
            return fail(r, i, "has the wrong section type");
        if (*found || s->kernel)
            return fail(r, i, "appears twice, or is the text of two kernels");
        *found = i;
    }
    return CMC_OK;
}

static cmc_status attach_texts(reader *r) {
    for (uint32_t k = 0; k < r->file->kernels.len; k++) {
        zeb_kernel *kernel = r->file->kernels.data[k];
        size_t found;
        CMC_TRY(find_text(r, kernel, &found));
        if (!found) {
            cmc_diag_error(r->diag, "CM0616", "zebin: kernel '%s' has no section '.text.%s'", kernel->name,
                           kernel->name);
            return CMC_ERR_FORMAT;
        }
        section *s = &r->sections[found];
        s->kernel = kernel;
        kernel->text = r->data + s->h.sh_offset;
        kernel->text_b = s->h.sh_size;
        kernel->padded = true;
        kernel->code_b = without_padding(kernel->text, kernel->text_b);
        if (kernel->code_b > kernel->text_b)
            kernel->code_b = kernel->text_b;
    }
    return CMC_OK;
}

// Sections of the container itself, which have no meaning outside it.
static bool is_frame(const section *s) {
    switch (s->h.sh_type) {
    case SHT_NULL:
    case SHT_SYMTAB:
    case SHT_STRTAB:
    case SHT_REL:
    case SHT_RELA:
    case ZEB_SHT_ZEINFO:
        return true;
    default:
        return strcmp(s->name, ".note.intelgt.compat") == 0;
    }
}

static cmc_status keep_others(reader *r) {
    for (size_t i = 1; i < r->n; i++) {
        section *s = &r->sections[i];
        if (s->kernel || is_frame(s))
            continue;
        zeb_section out = {.name = s->name, .size_b = s->h.sh_size};
        if (s->h.sh_type != SHT_NOBITS)
            out.data = r->data + s->h.sh_offset;
        if (!cmc_vec_push(r->file->arena, &r->file->sections, out))
            return CMC_ERR_OOM;
        s->other = r->file->sections.len;
    }
    return CMC_OK;
}

static cmc_status read_symbol(reader *r, size_t table, const GElf_Sym *sym) {
    const char *name = string_at(r, r->sections[table].h.sh_link, sym->st_name);
    if (!name)
        return fail(r, table, "a symbol's name lies outside the string table");
    if (!*name || sym->st_shndx == SHN_UNDEF || sym->st_shndx >= SHN_LORESERVE)
        return CMC_OK; // relocations name section symbols and imports
    if (sym->st_shndx >= r->n)
        return fail(r, table, "a symbol lies in a section that does not exist");
    const section *s = &r->sections[sym->st_shndx];
    if (sym->st_value > s->h.sh_size || sym->st_size > s->h.sh_size - sym->st_value)
        return fail(r, table, "a symbol reaches past the end of its section");
    zeb_symbol out = {.name = name,
                      .section = s->name ? s->name : "",
                      .value = sym->st_value,
                      .size_b = sym->st_size,
                      .global = GELF_ST_BIND(sym->st_info) == STB_GLOBAL,
                      .function = GELF_ST_TYPE(sym->st_info) == STT_FUNC};
    if (s->kernel && sym->st_value == 0 && sym->st_size && strcmp(name, s->kernel->name) == 0)
        s->kernel->code_b = sym->st_size;
    return cmc_vec_push(r->file->arena, &r->file->symbols, out) ? CMC_OK : CMC_ERR_OOM;
}

static cmc_status read_symbols(reader *r) {
    size_t table;
    CMC_TRY(find_one(r, ".symtab", SHT_SYMTAB, &table));
    if (!table)
        return CMC_OK;
    Elf_Data *data = elf_getdata(elf_getscn(r->elf, table), NULL);
    size_t count = data ? r->sections[table].h.sh_size / sizeof(Elf64_Sym) : 0;
    for (size_t i = 1; i < count; i++) {
        GElf_Sym sym;
        if (!gelf_getsym(data, (int)i, &sym))
            return fail(r, table, "a symbol cannot be read");
        CMC_TRY(read_symbol(r, table, &sym));
    }
    return CMC_OK;
}

// Name of symbol `index` of a table; a section symbol has its section's name.
static cmc_status symbol_name(reader *r, size_t table, uint64_t index, const char **name) {
    GElf_Sym sym;
    Elf_Data *data = r->sections[table].h.sh_type == SHT_SYMTAB ? elf_getdata(elf_getscn(r->elf, table), NULL) : NULL;
    if (!data || index > INT32_MAX || !gelf_getsym(data, (int)index, &sym))
        return fail(r, table, "a relocation names a symbol that does not exist");
    *name = string_at(r, r->sections[table].h.sh_link, sym.st_name);
    if (*name && !**name && sym.st_shndx > 0 && sym.st_shndx < r->n)
        *name = r->sections[sym.st_shndx].name;
    return *name ? CMC_OK : fail(r, table, "a symbol's name lies outside the string table");
}

static cmc_status push_reloc(reader *r, const section *target, zeb_reloc rel) {
    cmc_arena *a = r->file->arena;
    bool ok = target->kernel ? cmc_vec_push(a, &target->kernel->relocs, rel)
                             : cmc_vec_push(a, &r->file->sections.data[target->other - 1].relocs, rel);
    return ok ? CMC_OK : CMC_ERR_OOM;
}

static cmc_status read_relocs(reader *r, size_t index) {
    const section *s = &r->sections[index];
    const section *target = &r->sections[s->h.sh_info];
    if (!target->kernel && !target->other)
        return fail(r, index, "relocates a section that has no code or data");
    bool rela = s->h.sh_type == SHT_RELA;
    size_t count = s->h.sh_size / (rela ? sizeof(Elf64_Rela) : sizeof(Elf64_Rel));
    Elf_Data *data = count ? elf_getdata(elf_getscn(r->elf, index), NULL) : NULL;
    for (size_t i = 0; i < count; i++) {
        GElf_Rel rel;
        GElf_Rela with = {0};
        if (!data || !(rela ? (void *)gelf_getrela(data, (int)i, &with) : (void *)gelf_getrel(data, (int)i, &rel)))
            return fail(r, index, "a relocation cannot be read");
        if (!rela)
            with = (GElf_Rela){.r_offset = rel.r_offset, .r_info = rel.r_info};
        if (with.r_offset >= target->h.sh_size)
            return fail(r, index, "a relocation lies past the end of its section");
        zeb_reloc out = {.off_b = with.r_offset, .type = (uint32_t)GELF_R_TYPE(with.r_info), .addend = with.r_addend};
        CMC_TRY(symbol_name(r, s->h.sh_link, GELF_R_SYM(with.r_info), &out.symbol));
        CMC_TRY(push_reloc(r, target, out));
    }
    return CMC_OK;
}

static cmc_status read_parts(reader *r) {
    CMC_TRY(load_sections(r));
    CMC_TRY(read_zeinfo(r));
    CMC_TRY(read_notes(r));
    CMC_TRY(attach_texts(r));
    CMC_TRY(keep_others(r));
    CMC_TRY(read_symbols(r));
    for (size_t i = 1; i < r->n; i++)
        if (r->sections[i].h.sh_type == SHT_REL || r->sections[i].h.sh_type == SHT_RELA)
            CMC_TRY(read_relocs(r, i));
    return CMC_OK;
}

cmc_status zeb_read(cmc_arena *a, const uint8_t *data, size_t len, zeb_file **out, cmc_diag *d) {
    assert(a && out && (data || len == 0));
    CMC_TRY(zeb_elf_check(data, len, d));
    zeb_file *f = zeb_create(a);
    if (!f)
        return CMC_ERR_OOM;
    elf_version(EV_CURRENT);
    // libelf takes a writable pointer but opens memory for reading only.
    reader r = {.file = f, .elf = elf_memory((char *)(uintptr_t)data, len), .data = data, .diag = d};
    if (!r.elf)
        return CMC_ERR_OOM;
    cmc_status status = read_parts(&r);
    elf_end(r.elf);
    if (status == CMC_OK)
        *out = f;
    return status;
}
