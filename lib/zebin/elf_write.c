// SPDX-License-Identifier: MIT
// zeb_file to ELF image: texts, data, symbols, relocations, .ze_info, notes, string table, in that order.
//
// libelf writes only to file descriptors, so the image is built in an anonymous file in memory.

#define _GNU_SOURCE // memfd_create
#include "zebin_priv.h"

#include <assert.h>
#include <errno.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// The hardware prefetches instructions beyond the current one: at most 192 bytes on any target.
enum { TEXT_ALIGN_B = 64, TEXT_TAIL_B = 192 };
static const uint8_t zeros[TEXT_TAIL_B + TEXT_ALIGN_B];

typedef CMC_VEC(Elf64_Sym) sym_vec;

typedef struct writer {
    const zeb_file *file;
    cmc_arena *arena; // scratch, freed at the end of the call
    Elf *elf;
    cmc_str strings; // section and symbol names
    cmc_str zeinfo, notes;
    sym_vec syms;
    CMC_VEC(const char *) sym_names; // parallel to syms
    size_t *text_index;              // ELF index of each kernel's text
    size_t *section_index;           // of each of file->sections
    Elf_Scn *symtab;
    cmc_diag *diag;
} writer;

static const struct {
    const char *name;
    uint32_t type;
    uint64_t flags, align_b;
} section_rows[] = {
#define ZEB_SECTION(pattern, kind, bits, align) {(pattern), (kind), (bits), (align)},
#include "sections.def"
};

static cmc_status elf_failed(writer *w) {
    cmc_diag_error(w->diag, "CM0620", "zebin writer: %s", elf_errmsg(-1));
    return CMC_ERR_INTERNAL;
}

static uint32_t add_string(writer *w, const char *s) {
    uint32_t at = (uint32_t)w->strings.len;
    cmc_str_append_n(&w->strings, s, strlen(s) + 1);
    return at;
}

static cmc_status add_data(writer *w, Elf_Scn *scn, Elf_Type type, const void *bytes, size_t size_b, uint64_t align_b) {
    Elf_Data *data = elf_newdata(scn);
    if (!data)
        return elf_failed(w);
    data->d_type = type;
    data->d_buf = (void *)(uintptr_t)bytes; // never written
    data->d_size = size_b;
    data->d_align = align_b;
    data->d_version = EV_CURRENT;
    return CMC_OK;
}

static cmc_status add_section(writer *w, const char *name, uint32_t type, uint64_t flags, Elf_Scn **out) {
    Elf_Scn *scn = elf_newscn(w->elf);
    Elf64_Shdr *h = scn ? elf64_getshdr(scn) : NULL;
    if (!h)
        return elf_failed(w);
    h->sh_name = add_string(w, name);
    h->sh_type = type;
    h->sh_flags = flags;
    *out = scn;
    return CMC_OK;
}

// Texts and data

static const char *prefixed(writer *w, const char *prefix, const char *name) {
    const char *s = cmc_arena_printf(w->arena, "%s%s", prefix, name);
    return s ? s : "";
}

static cmc_status add_text(writer *w, uint32_t i) {
    const zeb_kernel *k = w->file->kernels.data[i];
    Elf_Scn *scn;
    CMC_TRY(add_section(w, prefixed(w, ".text.", k->name), SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, &scn));
    w->text_index[i] = elf_ndxscn(scn);
    size_t whole = (k->text_b + TEXT_TAIL_B + TEXT_ALIGN_B - 1) / TEXT_ALIGN_B * TEXT_ALIGN_B;
    CMC_TRY(add_data(w, scn, ELF_T_BYTE, k->text, k->text_b, TEXT_ALIGN_B));
    if (k->padded)
        return CMC_OK;
    return add_data(w, scn, ELF_T_BYTE, zeros, whole - k->text_b, 1);
}

static bool pattern_matches(const char *pattern, const char *name) {
    size_t n = strlen(pattern);
    return pattern[n - 1] == '*' ? strncmp(pattern, name, n - 1) == 0 : strcmp(pattern, name) == 0;
}

static cmc_status add_other(writer *w, uint32_t i) {
    const zeb_section *s = &w->file->sections.data[i];
    for (size_t row = 0; row < sizeof section_rows / sizeof section_rows[0]; row++) {
        if (!pattern_matches(section_rows[row].name, s->name))
            continue;
        Elf_Scn *scn;
        CMC_TRY(add_section(w, s->name, section_rows[row].type, section_rows[row].flags, &scn));
        w->section_index[i] = elf_ndxscn(scn);
        return add_data(w, scn, ELF_T_BYTE, s->data, s->size_b, section_rows[row].align_b);
    }
    cmc_diag_error(w->diag, "CM0621", "a zebin cannot hold a section '%s'", s->name);
    return CMC_ERR_UNSUPPORTED;
}

// Symbols

static size_t index_of_section(const writer *w, const char *name) {
    for (uint32_t i = 0; i < w->file->sections.len; i++)
        if (strcmp(w->file->sections.data[i].name, name) == 0)
            return w->section_index[i];
    for (uint32_t i = 0; i < w->file->kernels.len; i++)
        if (strncmp(name, ".text.", 6) == 0 && strcmp(name + 6, w->file->kernels.data[i]->name) == 0)
            return w->text_index[i];
    return 0;
}

static cmc_status add_symbol(writer *w, const char *name, Elf64_Sym sym) {
    sym.st_name = *name ? add_string(w, name) : 0;
    bool ok = cmc_vec_push(w->arena, &w->syms, sym) && cmc_vec_push(w->arena, &w->sym_names, name);
    return ok ? CMC_OK : CMC_ERR_OOM;
}

static cmc_status add_file_symbols(writer *w, bool global) {
    for (uint32_t i = 0; i < w->file->symbols.len; i++) {
        const zeb_symbol *s = &w->file->symbols.data[i];
        if (s->global != global)
            continue;
        size_t index = index_of_section(w, s->section);
        if (!index) {
            cmc_diag_error(w->diag, "CM0622", "symbol '%s' lies in section '%s', which does not exist", s->name,
                           s->section);
            return CMC_ERR_USER;
        }
        unsigned bind = global ? STB_GLOBAL : STB_LOCAL;
        unsigned type = s->function ? STT_FUNC : STT_OBJECT;
        Elf64_Sym sym = {.st_info = (unsigned char)ELF64_ST_INFO(bind, type),
                         .st_shndx = (Elf64_Half)index,
                         .st_value = s->value,
                         .st_size = s->size_b};
        CMC_TRY(add_symbol(w, s->name, sym));
    }
    return CMC_OK;
}

// Index of the symbol that a relocation names; an undefined name becomes an import.
static cmc_status symbol_number(writer *w, const char *name, uint64_t *out) {
    for (uint32_t i = 1; i < w->syms.len; i++) {
        if (strcmp(w->sym_names.data[i], name) != 0)
            continue;
        *out = i;
        return CMC_OK;
    }
    Elf64_Sym import = {.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_NOTYPE)};
    *out = w->syms.len;
    return add_symbol(w, name, import);
}

// A kernel without relocations gets no symbol table: Intel's validator warns about each empty one.
static bool needs_symtab(const zeb_file *f) {
    bool needed = f->symbols.len > 0;
    for (uint32_t i = 0; i < f->kernels.len; i++)
        needed = needed || f->kernels.data[i]->relocs.len;
    for (uint32_t i = 0; i < f->sections.len; i++)
        needed = needed || f->sections.data[i].relocs.len;
    return needed;
}

static cmc_status add_symtab(writer *w) {
    if (!needs_symtab(w->file))
        return CMC_OK;
    CMC_TRY(add_section(w, ".symtab", SHT_SYMTAB, 0, &w->symtab));
    CMC_TRY(add_symbol(w, "", (Elf64_Sym){0}));
    CMC_TRY(add_file_symbols(w, false));
    elf64_getshdr(w->symtab)->sh_info = w->syms.len;
    elf64_getshdr(w->symtab)->sh_entsize = sizeof(Elf64_Sym);
    return add_file_symbols(w, true);
}

// Relocations

static bool any_addend(const zeb_reloc *relocs, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (relocs[i].addend)
            return true;
    return false;
}

static cmc_status add_relocs(writer *w, const zeb_reloc *relocs, uint32_t n, const char *target_name, size_t target) {
    if (n == 0)
        return CMC_OK;
    bool rela = any_addend(relocs, n);
    size_t entry_b = rela ? sizeof(Elf64_Rela) : sizeof(Elf64_Rel);
    uint8_t *entries = cmc_arena_alloc(w->arena, entry_b * n);
    if (!entries)
        return CMC_ERR_OOM;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t sym;
        CMC_TRY(symbol_number(w, relocs[i].symbol, &sym));
        // Elf64_Rel is a prefix of Elf64_Rela.
        Elf64_Rela e = {
            .r_offset = relocs[i].off_b, .r_info = ELF64_R_INFO(sym, relocs[i].type), .r_addend = relocs[i].addend};
        memcpy(entries + i * entry_b, &e, entry_b);
    }
    Elf_Scn *scn;
    CMC_TRY(add_section(w, prefixed(w, rela ? ".rela" : ".rel", target_name), rela ? SHT_RELA : SHT_REL, 0, &scn));
    Elf64_Shdr *h = elf64_getshdr(scn);
    h->sh_link = (Elf64_Word)elf_ndxscn(w->symtab);
    h->sh_info = (Elf64_Word)target;
    h->sh_entsize = entry_b;
    return add_data(w, scn, rela ? ELF_T_RELA : ELF_T_REL, entries, entry_b * n, 8);
}

static cmc_status add_all_relocs(writer *w) {
    const zeb_file *f = w->file;
    for (uint32_t i = 0; i < f->kernels.len; i++) {
        const zeb_kernel *k = f->kernels.data[i];
        CMC_TRY(add_relocs(w, k->relocs.data, k->relocs.len, prefixed(w, ".text.", k->name), w->text_index[i]));
    }
    for (uint32_t i = 0; i < f->sections.len; i++) {
        const zeb_section *s = &f->sections.data[i];
        CMC_TRY(add_relocs(w, s->relocs.data, s->relocs.len, s->name, w->section_index[i]));
    }
    if (!w->symtab)
        return CMC_OK;
    return add_data(w, w->symtab, ELF_T_SYM, w->syms.data, w->syms.len * sizeof(Elf64_Sym), 8);
}

// Description and notes

static void append_u32(cmc_str *s, uint32_t v) {
    uint8_t b[4] = {(uint8_t)v, (uint8_t)(v >> 8), (uint8_t)(v >> 16), (uint8_t)(v >> 24)};
    cmc_str_append_n(s, b, 4);
}

static void append_note(cmc_str *s, uint32_t type, const void *desc, uint32_t desc_b) {
    append_u32(s, 8);
    append_u32(s, desc_b);
    append_u32(s, type);
    cmc_str_append_n(s, "IntelGT", 8);
    cmc_str_append_n(s, desc, desc_b);
    cmc_str_append_n(s, zeros, (4 - desc_b % 4) % 4);
}

static void append_note_u32(cmc_str *s, uint32_t type, uint32_t v) {
    uint8_t b[4] = {(uint8_t)v, (uint8_t)(v >> 8), (uint8_t)(v >> 16), (uint8_t)(v >> 24)};
    append_note(s, type, b, 4);
}

static cmc_status add_notes(writer *w) {
    const zeb_file *f = w->file;
    append_note_u32(&w->notes, ZEB_NOTE_PRODUCT, f->product);
    append_note_u32(&w->notes, ZEB_NOTE_CORE, f->core);
    append_note_u32(&w->notes, ZEB_NOTE_METADATA, f->metadata);
    append_note(&w->notes, ZEB_NOTE_VERSION, ZEB_VERSION_TEXT, sizeof ZEB_VERSION_TEXT);
    if (f->product_config)
        append_note_u32(&w->notes, ZEB_NOTE_PRODUCT_CONFIG, f->product_config);
    if (w->notes.oom)
        return CMC_ERR_OOM;
    Elf_Scn *scn;
    CMC_TRY(add_section(w, ".note.intelgt.compat", SHT_NOTE, 0, &scn));
    return add_data(w, scn, ELF_T_BYTE, w->notes.data, w->notes.len, 4);
}

static cmc_status add_zeinfo(writer *w) {
    CMC_TRY(zeb_info_write(w->file, &w->zeinfo, w->diag));
    Elf_Scn *scn;
    CMC_TRY(add_section(w, ".ze_info", ZEB_SHT_ZEINFO, 0, &scn));
    return add_data(w, scn, ELF_T_BYTE, w->zeinfo.data, w->zeinfo.len, 1);
}

static cmc_status add_strtab(writer *w) {
    Elf_Scn *scn;
    CMC_TRY(add_section(w, ".strtab", SHT_STRTAB, 0, &scn));
    if (w->strings.oom)
        return CMC_ERR_OOM;
    size_t index = elf_ndxscn(scn);
    elf64_getehdr(w->elf)->e_shstrndx = (Elf64_Half)index;
    if (w->symtab)
        elf64_getshdr(w->symtab)->sh_link = (Elf64_Word)index;
    return add_data(w, scn, ELF_T_BYTE, w->strings.data, w->strings.len, 1);
}

static cmc_status build(writer *w) {
    Elf64_Ehdr *h = elf64_newehdr(w->elf);
    if (!h)
        return elf_failed(w);
    h->e_ident[EI_CLASS] = ELFCLASS64;
    h->e_ident[EI_DATA] = ELFDATA2LSB;
    h->e_ident[EI_ABIVERSION] = ZEB_ABI_VERSION;
    h->e_type = ZEB_ET_REL;
    h->e_machine = ZEB_EM_INTELGT;
    h->e_version = EV_CURRENT;
    cmc_str_append_n(&w->strings, "", 1);
    for (uint32_t i = 0; i < w->file->kernels.len; i++)
        CMC_TRY(add_text(w, i));
    for (uint32_t i = 0; i < w->file->sections.len; i++)
        CMC_TRY(add_other(w, i));
    CMC_TRY(add_symtab(w));
    CMC_TRY(add_all_relocs(w));
    CMC_TRY(add_zeinfo(w));
    CMC_TRY(add_notes(w));
    CMC_TRY(add_strtab(w));
    return elf_update(w->elf, ELF_C_WRITE) < 0 ? elf_failed(w) : CMC_OK;
}

static cmc_status copy_out(int fd, cmc_str *out, cmc_diag *d) {
    char buf[16384];
    off_t at = 0;
    ssize_t n;
    while ((n = pread(fd, buf, sizeof buf, at)) > 0) {
        cmc_str_append_n(out, buf, (size_t)n);
        at += n;
    }
    if (n < 0) {
        cmc_diag_error(d, "CM0623", "zebin writer: cannot read back: %s", strerror(errno));
        return CMC_ERR_IO;
    }
    return out->oom ? CMC_ERR_OOM : CMC_OK;
}

static cmc_status write_through(writer *w, int fd, cmc_str *out) {
    elf_version(EV_CURRENT);
    w->elf = elf_begin(fd, ELF_C_WRITE, NULL);
    if (!w->elf)
        return elf_failed(w);
    cmc_status status = build(w);
    elf_end(w->elf);
    return status == CMC_OK ? copy_out(fd, out, w->diag) : status;
}

cmc_status zeb_write(const zeb_file *f, cmc_str *out, cmc_diag *d) {
    assert(f && out);
    writer w = {.file = f, .diag = d, .arena = cmc_arena_create()};
    int fd = memfd_create("zebin", MFD_CLOEXEC);
    cmc_status status = CMC_ERR_OOM;
    if (fd < 0) {
        cmc_diag_error(d, "CM0623", "zebin writer: cannot make a file in memory: %s", strerror(errno));
        status = CMC_ERR_IO;
    } else if (w.arena) {
        w.text_index = CMC_NEW_N(w.arena, size_t, f->kernels.len);
        w.section_index = CMC_NEW_N(w.arena, size_t, f->sections.len);
        if (w.text_index && w.section_index)
            status = write_through(&w, fd, out);
    }
    if (fd >= 0)
        close(fd);
    cmc_str_free(&w.strings);
    cmc_str_free(&w.zeinfo);
    cmc_str_free(&w.notes);
    cmc_arena_destroy(w.arena);
    return status;
}
