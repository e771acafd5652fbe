// SPDX-License-Identifier: MIT
// A program's member for the CPU (host_abi.h): an ELF shared object, checked before any of it runs. The checksum finds
// damage; the other checks find files that were not made for this interface, and bound what the dynamic loader will
// see.

#include "zebin_priv.h"

#include <cmc/hash.h>
#include <cmc/host_abi.h>

#include <assert.h>
#include <elf.h>
#include <string.h>

enum { MAX_MEMORY_B = 1 << 30, MAX_KERNELS = 1 << 16, MAX_SIGNATURE = 4096 };

typedef struct view {
    const uint8_t *data;
    size_t len;
    Elf64_Ehdr h;
    cmc_diag *diag;
} view;

static cmc_status damaged(const view *v, const char *what) {
    cmc_diag_error(v->diag, "CM0640", "host program: %s", what);
    return CMC_ERR_FORMAT;
}

static bool inside(const view *v, uint64_t off, uint64_t size) {
    return off <= v->len && size <= v->len - off;
}

static Elf64_Shdr section_at(const view *v, unsigned i) {
    Elf64_Shdr s;
    memcpy(&s, v->data + v->h.e_shoff + i * sizeof s, sizeof s);
    return s;
}

static Elf64_Phdr segment_at(const view *v, unsigned i) {
    Elf64_Phdr p;
    memcpy(&p, v->data + v->h.e_phoff + i * sizeof p, sizeof p);
    return p;
}

// What is wrong with the ELF header and the tables that it names, or NULL.
static const char *header_problem(const view *v) {
    const Elf64_Ehdr *h = &v->h;
    if (h->e_ident[EI_CLASS] != ELFCLASS64 || h->e_ident[EI_DATA] != ELFDATA2LSB || h->e_version != EV_CURRENT ||
        h->e_ehsize != sizeof *h)
        return "its ELF header is not one of 64 bits, little endian";
    if (h->e_type != ET_DYN)
        return "it is not a shared object";
    if (h->e_shentsize != sizeof(Elf64_Shdr) || h->e_phentsize != sizeof(Elf64_Phdr) || h->e_shnum == 0 ||
        h->e_phnum == 0)
        return "it has no sections or no segments";
    if (!inside(v, h->e_shoff, (uint64_t)h->e_shnum * sizeof(Elf64_Shdr)) ||
        !inside(v, h->e_phoff, (uint64_t)h->e_phnum * sizeof(Elf64_Phdr)) || h->e_shstrndx >= h->e_shnum)
        return "it is truncated: the tables of sections and segments reach past its end";
    return NULL;
}

static bool name_is(const view *v, const Elf64_Shdr *names, const Elf64_Shdr *s, const char *name) {
    const size_t len = strlen(name) + 1;
    return s->sh_name <= names->sh_size && len <= names->sh_size - s->sh_name &&
           memcmp(v->data + names->sh_offset + s->sh_name, name, len) == 0;
}

// The bytes of a section; NULL when the file has no such section or it leaves the file.
static const uint8_t *find_section(const view *v, const char *name, size_t *size_b) {
    const Elf64_Shdr names = section_at(v, v->h.e_shstrndx);
    if (names.sh_type != SHT_STRTAB || !inside(v, names.sh_offset, names.sh_size))
        return NULL;
    for (unsigned i = 1; i < v->h.e_shnum; i++) {
        const Elf64_Shdr s = section_at(v, i);
        if (!name_is(v, &names, &s, name) || s.sh_type == SHT_NOBITS || !inside(v, s.sh_offset, s.sh_size))
            continue;
        *size_b = s.sh_size;
        return v->data + s.sh_offset;
    }
    return NULL;
}

static cmc_status check_dynamic(const view *v, const Elf64_Phdr *p) {
    for (uint64_t at = 0; at + sizeof(Elf64_Dyn) <= p->p_filesz; at += sizeof(Elf64_Dyn)) {
        Elf64_Dyn e;
        memcpy(&e, v->data + p->p_offset + at, sizeof e);
        switch (e.d_tag) {
        case DT_NULL:
            return CMC_OK;
        case DT_NEEDED:
            return damaged(v, "it needs other libraries");
        case DT_INIT:
        case DT_FINI:
        case DT_INIT_ARRAY:
        case DT_FINI_ARRAY:
        case DT_PREINIT_ARRAY:
            return damaged(v, "it has code that runs when it is loaded");
        default:
            break;
        }
    }
    return CMC_OK;
}

static cmc_status check_segments(const view *v) {
    uint64_t end = 0;
    for (unsigned i = 0; i < v->h.e_phnum; i++) {
        const Elf64_Phdr p = segment_at(v, i);
        if (p.p_type != PT_LOAD && p.p_type != PT_DYNAMIC)
            continue;
        if (!inside(v, p.p_offset, p.p_filesz) || p.p_memsz < p.p_filesz || p.p_vaddr > MAX_MEMORY_B ||
            p.p_memsz > MAX_MEMORY_B || (p.p_align & (p.p_align - 1)))
            return damaged(v, "a segment reaches past its end");
        if (p.p_type == PT_DYNAMIC)
            CMC_TRY(check_dynamic(v, &p));
        else if (p.p_vaddr < end)
            return damaged(v, "its segments overlap");
        else
            end = p.p_vaddr + p.p_memsz;
    }
    return end ? CMC_OK : damaged(v, "no segment is loaded");
}

static cmc_status check_imports(const view *v) {
    for (unsigned i = 1; i < v->h.e_shnum; i++) {
        const Elf64_Shdr s = section_at(v, i);
        if (s.sh_type != SHT_DYNSYM)
            continue;
        if (!inside(v, s.sh_offset, s.sh_size))
            return damaged(v, "its symbols reach past its end");
        for (uint64_t at = sizeof(Elf64_Sym); at + sizeof(Elf64_Sym) <= s.sh_size; at += sizeof(Elf64_Sym)) {
            Elf64_Sym sym;
            memcpy(&sym, v->data + s.sh_offset + at, sizeof sym);
            if (sym.st_shndx == SHN_UNDEF)
                return damaged(v, "it has undefined symbols");
        }
    }
    return CMC_OK;
}

uint64_t zeb_host_checksum(const uint8_t *data, size_t len, size_t hole) {
    static const uint8_t zeros[sizeof(uint64_t)];
    const size_t after = hole + sizeof zeros;
    assert(after <= len);
    uint64_t hash = cmc_hash(CMC_HASH_BASIS, data, hole);
    hash = cmc_hash(hash, zeros, sizeof zeros);
    return cmc_hash(hash, data + after, len - after);
}

// The head of the section, and the text after it.
static cmc_status read_head(const view *v, cmc_host_header *head, const char **text, size_t *text_b) {
    size_t size_b = 0;
    const uint8_t *bytes = find_section(v, CMC_HOST_SECTION, &size_b);
    if (!bytes || size_b < sizeof *head)
        return damaged(v, "not made by cmc: no section '" CMC_HOST_SECTION "'");
    memcpy(head, bytes, sizeof *head);
    if (memcmp(head->magic, CMC_HOST_MAGIC, strlen(CMC_HOST_MAGIC)) != 0)
        return damaged(v, "section '" CMC_HOST_SECTION "' does not begin with '" CMC_HOST_MAGIC "'");
    if (head->abi != CMC_HOST_ABI) {
        cmc_diag_error(v->diag, "CM0641", "host program: interface version %u, expected %d; compile it again",
                       head->abi, CMC_HOST_ABI);
        return CMC_ERR_FORMAT;
    }
    const size_t hole = (size_t)(bytes - v->data) + offsetof(cmc_host_header, checksum);
    if (zeb_host_checksum(v->data, v->len, hole) != head->checksum)
        return damaged(v, "it is damaged: its checksum differs");
    if (!memchr(head->machine, 0, sizeof head->machine) || !memchr(head->features, 0, sizeof head->features))
        return damaged(v, "the name of its machine or of its features has no end");
    *text = (const char *)bytes + sizeof *head;
    *text_b = size_b - sizeof *head;
    return CMC_OK;
}

static bool is_signature(const char *s) {
    static const char letters[] = {CMC_HOST_I8,  CMC_HOST_I16, CMC_HOST_I32,   CMC_HOST_I64,
                                   CMC_HOST_F32, CMC_HOST_F64, CMC_HOST_BYTES, 0};
    return *s && strlen(s) <= MAX_SIGNATURE && (strcmp(s, "-") == 0 || s[strspn(s, letters)] == 0);
}

// The lines "NAME SIGNATURE".
static cmc_status read_lines(const view *v, const cmc_host_header *head, const char *text, size_t text_b, cmc_arena *a,
                             zeb_host *out) {
    if (head->n_kernels > MAX_KERNELS || head->n_kernels > text_b)
        return damaged(v, "it has more kernels than lines that describe them");
    out->kernels = CMC_NEW_N(a, zeb_host_kernel, head->n_kernels + 1);
    if (!out->kernels)
        return CMC_ERR_OOM;
    for (uint32_t i = 0; i < head->n_kernels; i++) {
        const char *end = memchr(text, '\n', text_b);
        const char *space = end ? memchr(text, ' ', (size_t)(end - text)) : NULL;
        if (!space || space == text)
            return damaged(v, "a kernel's line is not a name and a signature");
        zeb_host_kernel *k = &out->kernels[i];
        k->name = cmc_arena_strndup(a, text, (size_t)(space - text));
        k->signature = cmc_arena_strndup(a, space + 1, (size_t)(end - space - 1));
        if (!k->name || !k->signature)
            return CMC_ERR_OOM;
        if (!is_signature(k->signature))
            return damaged(v, "a kernel's signature has an unknown letter");
        if (strcmp(k->signature, "-") == 0)
            k->signature = "";
        text_b -= (size_t)(end + 1 - text);
        text = end + 1;
    }
    out->n_kernels = head->n_kernels;
    return CMC_OK;
}

static cmc_status wrong_kernel(const view *v, const char *name, const char *what) {
    cmc_diag_error(v->diag, "CM0642", "host program: kernel '%s' %s", name, what);
    return CMC_ERR_FORMAT;
}

// .ze_info describes each of the kernels, and no argument that the signature lacks.
static cmc_status match_kernel(const view *v, const zeb_file *f, zeb_host_kernel *k) {
    for (uint32_t i = 0; i < f->kernels.len && !k->zeb; i++)
        if (strcmp(f->kernels.data[i]->name, k->name) == 0)
            k->zeb = f->kernels.data[i];
    if (!k->zeb)
        return wrong_kernel(v, k->name, "is not in .ze_info");
    const int64_t n = (int64_t)strlen(k->signature);
    for (uint32_t i = 0; i < k->zeb->args.len; i++)
        if (k->zeb->args.data[i].arg_index >= n)
            return wrong_kernel(v, k->name, "has an argument that its signature lacks");
    for (uint32_t i = 0; i < k->zeb->btis.len; i++)
        if (k->zeb->btis.data[i].arg_index >= n)
            return wrong_kernel(v, k->name, "has a surface that its signature lacks");
    return CMC_OK;
}

static cmc_status read_parts(const view *v, cmc_arena *a, zeb_host *out) {
    cmc_host_header head;
    const char *text;
    size_t text_b, info_b = 0, code_b = 0;
    const char *problem = header_problem(v);
    if (problem)
        return damaged(v, problem);
    CMC_TRY(read_head(v, &head, &text, &text_b));
    CMC_TRY(check_segments(v));
    CMC_TRY(check_imports(v));
    out->machine = cmc_arena_strdup(a, head.machine);
    out->features = cmc_arena_strdup(a, head.features);
    out->file = zeb_create(a);
    if (!out->machine || !out->features || !out->file)
        return CMC_ERR_OOM;
    CMC_TRY(read_lines(v, &head, text, text_b, a, out));
    const uint8_t *info = find_section(v, ".ze_info", &info_b);
    if (!info)
        return damaged(v, "no section '.ze_info'");
    CMC_TRY(zeb_zeinfo_read(out->file, info, info_b, v->diag));
    if (out->file->kernels.len != out->n_kernels)
        return damaged(v, ".ze_info describes another number of kernels");
    (void)find_section(v, ".text", &code_b);
    for (uint32_t i = 0; i < out->n_kernels; i++) {
        out->file->kernels.data[i]->code_b = code_b; // kernels share their functions
        CMC_TRY(match_kernel(v, out->file, &out->kernels[i]));
    }
    return CMC_OK;
}

cmc_status zeb_host_read(cmc_arena *a, const uint8_t *data, size_t len, zeb_host **out, cmc_diag *d) {
    assert(a && out && (data || len == 0));
    view v = {.data = data, .len = len, .diag = d};
    if (!zeb_is_elf(data, len) || len < sizeof v.h)
        return damaged(&v, len ? "no ELF header" : "the file is empty");
    memcpy(&v.h, data, sizeof v.h);
    zeb_host *h = CMC_NEW(a, zeb_host);
    if (!h)
        return CMC_ERR_OOM;
    CMC_TRY(read_parts(&v, a, h));
    *out = h;
    return CMC_OK;
}

bool zeb_is_host(const uint8_t *data, size_t len) {
    view v = {.data = data, .len = len};
    size_t size_b;
    if (!zeb_is_elf(data, len) || len < sizeof v.h)
        return false;
    memcpy(&v.h, data, sizeof v.h);
    return v.h.e_machine != ZEB_EM_INTELGT && !header_problem(&v) && find_section(&v, CMC_HOST_SECTION, &size_b);
}
