// SPDX-License-Identifier: MIT
// Source lines of a kernel's instructions, from .debug_line (DWARF 2 to 5).
//
// In: the section's line programs and its relocations, which say which kernel's text an address belongs to. Out: the
// rows of one kernel, sorted by byte offset. A malformed table gives no lines and no error: lines only help people,
// and a module runs without them.

#include <cmc/zebin.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct line_row {
    uint32_t pc_b, line;
    const char *file; // NULL marks the end of a sequence
} line_row;

struct zeb_lines {
    CMC_VEC(line_row) rows;
};

typedef struct reader { // a byte cursor; reading past the end gives zeros and sets bad
    const uint8_t *data;
    size_t at, end;
    bool bad;
} reader;

static uint64_t get(reader *r, unsigned size_b) {
    uint64_t v = 0;
    if (r->end - r->at < size_b) {
        r->bad = true;
        r->at = r->end;
        return 0;
    }
    memcpy(&v, r->data + r->at, size_b);
    r->at += size_b;
    return v;
}

static uint64_t get_leb(reader *r, bool is_signed) {
    uint64_t v = 0;
    unsigned shift = 0;
    uint8_t b;
    do {
        b = (uint8_t)get(r, 1);
        if (shift < 64)
            v |= (uint64_t)(b & 0x7f) << shift;
        shift += 7;
    } while (b & 0x80 && !r->bad);
    if (is_signed && b & 0x40 && shift < 64)
        v |= UINT64_MAX << shift;
    return v;
}

static const char *get_text(reader *r) {
    const char *s = (const char *)r->data + r->at;
    const uint8_t *zero = r->at < r->end ? memchr(r->data + r->at, 0, r->end - r->at) : NULL;
    if (!zero) {
        r->bad = true;
        r->at = r->end;
        return "";
    }
    r->at = (size_t)(zero - r->data) + 1;
    return s;
}

enum { MAX_FILES = 256, MAX_OPCODES = 64 };

typedef struct program { // one unit's line program
    reader r;
    cmc_arena *arena;
    const zeb_file *file;
    const zeb_section *section;
    const zeb_kernel *kernel;
    zeb_lines *out;
    uint16_t version;
    uint8_t min_inst_b, line_range, opcode_base;
    int8_t line_base;
    uint8_t operands[MAX_OPCODES];
    const char *files[MAX_FILES];
    uint32_t n_files;
    // state machine
    uint64_t pc_b, file_no;
    int64_t line;
    bool ours; // the sequence belongs to this kernel
} program;

static const zeb_section *find_section(const zeb_file *f, const char *name) {
    for (uint32_t i = 0; i < f->sections.len; i++)
        if (strcmp(f->sections.data[i].name, name) == 0)
            return &f->sections.data[i];
    return NULL;
}

// Header

static void add_file(program *p, const char *name) {
    if (p->n_files < MAX_FILES)
        p->files[p->n_files++] = name;
}

static void old_files(program *p) { // versions 2 to 4: directories, then files numbered from 1
    while (!p->r.bad && *get_text(&p->r))
        ;
    add_file(p, "?");
    for (const char *name; !p->r.bad && *(name = get_text(&p->r));) {
        add_file(p, name);
        for (int i = 0; i < 3; i++)
            get_leb(&p->r, false);
    }
}

static const char *text_at(const program *p, const char *section, uint64_t off) {
    const zeb_section *s = find_section(p->file, section);
    if (!s || !s->data || off >= s->size_b || !memchr(s->data + off, 0, s->size_b - off))
        return "?";
    return (const char *)s->data + off;
}

// Reads one field of an entry; returns its text when it has one.
static const char *get_form(program *p, uint64_t form) {
    enum { DATA2 = 5, STRING = 8, BLOCK = 9, DATA1 = 11, STRP = 14, UDATA = 15, DATA16 = 30, LINE_STRP = 31 };
    reader *r = &p->r;
    switch (form) {
    case STRING:
        return get_text(r);
    case LINE_STRP:
        return text_at(p, ".debug_line_str", get(r, 4));
    case STRP:
        return text_at(p, ".debug_str", get(r, 4));
    case UDATA:
        get_leb(r, false);
        return NULL;
    case DATA1:
    case DATA2:
        get(r, form == DATA1 ? 1 : 2);
        return NULL;
    case DATA16:
        get(r, 8);
        get(r, 8);
        return NULL;
    case BLOCK:
        for (uint64_t n = get_leb(r, false); n && !r->bad; n--)
            get(r, 1);
        return NULL;
    default:
        r->bad = true;
        return NULL;
    }
}

static void new_entries(program *p, bool are_files) { // version 5: a format, then entries
    enum { CONTENT_PATH = 1, MAX_FORMATS = 8 };
    uint64_t content[MAX_FORMATS], form[MAX_FORMATS];
    const unsigned n = (unsigned)get(&p->r, 1);
    if (n > MAX_FORMATS) {
        p->r.bad = true;
        return;
    }
    for (unsigned i = 0; i < n; i++) {
        content[i] = get_leb(&p->r, false);
        form[i] = get_leb(&p->r, false);
    }
    for (uint64_t left = get_leb(&p->r, false); left && !p->r.bad; left--) {
        const char *path = "?";
        for (unsigned i = 0; i < n; i++) {
            const char *text = get_form(p, form[i]);
            if (content[i] == CONTENT_PATH && text)
                path = text;
        }
        if (are_files)
            add_file(p, path);
    }
}

// Leaves p->r at the first opcode.
static void read_header(program *p) {
    reader *r = &p->r;
    p->version = (uint16_t)get(r, 2);
    if (p->version < 2 || p->version > 5) {
        r->bad = true;
        return;
    }
    if (p->version == 5)
        get(r, 2); // address size and segment selector size
    const uint64_t header_b = get(r, 4);
    const size_t first_opcode = r->at + (size_t)header_b;
    p->min_inst_b = (uint8_t)get(r, 1);
    if (p->version >= 4)
        get(r, 1); // maximum operations per instruction: 1
    get(r, 1);     // default is_stmt
    p->line_base = (int8_t)get(r, 1);
    p->line_range = (uint8_t)get(r, 1);
    p->opcode_base = (uint8_t)get(r, 1);
    if (!p->line_range || !p->opcode_base || p->opcode_base > MAX_OPCODES)
        r->bad = true;
    for (unsigned i = 1; !r->bad && i < p->opcode_base; i++)
        p->operands[i] = (uint8_t)get(r, 1);
    if (!r->bad && p->version == 5) {
        new_entries(p, false);
        new_entries(p, true);
    } else if (!r->bad) {
        old_files(p);
    }
    if (first_opcode < r->at || first_opcode > r->end)
        r->bad = true;
    else
        r->at = first_opcode;
}

// Program

static void reset(program *p) {
    p->pc_b = 0;
    p->file_no = 1;
    p->line = 1;
    p->ours = p->file->kernels.len == 1;
}

static void emit(program *p, bool end) {
    const char *file = p->file_no < p->n_files ? p->files[p->file_no] : "?";
    const line_row row = {.pc_b = (uint32_t)p->pc_b, .line = (uint32_t)p->line, .file = end ? NULL : file};
    if (p->ours && p->pc_b <= UINT32_MAX && !cmc_vec_push(p->arena, &p->out->rows, row))
        p->r.bad = true;
}

// The field has a relocation against a symbol of the kernel's text.
static void set_address(program *p, size_t field_at, uint64_t value) {
    char text[256] = ".text.";
    strncat(text, p->kernel->name, sizeof text - 7);
    for (uint32_t i = 0; i < p->section->relocs.len; i++) {
        const zeb_reloc *rel = &p->section->relocs.data[i];
        if (rel->off_b != field_at)
            continue;
        p->ours = false;
        for (uint32_t k = 0; k < p->file->symbols.len; k++) {
            const zeb_symbol *s = &p->file->symbols.data[k];
            if (strcmp(s->name, rel->symbol) != 0 || !s->section || strcmp(s->section, text) != 0)
                continue;
            p->ours = true;
            value = s->value + (uint64_t)rel->addend;
            break;
        }
        break;
    }
    p->pc_b = value;
}

static void extended(program *p) {
    enum { END_SEQUENCE = 1, SET_ADDRESS = 2 };
    const uint64_t len = get_leb(&p->r, false);
    const size_t next = p->r.at + (size_t)len;
    if (!len || len > p->r.end - p->r.at) {
        p->r.bad = true;
        return;
    }
    const uint8_t op = (uint8_t)get(&p->r, 1);
    if (op == END_SEQUENCE) {
        emit(p, true);
        reset(p);
    } else if (op == SET_ADDRESS) {
        const size_t field = p->r.at;
        set_address(p, field, get(&p->r, len - 1 >= 8 ? 8 : 4));
    }
    p->r.at = next;
}

static void standard(program *p, uint8_t op) {
    enum { COPY = 1, ADVANCE_PC, ADVANCE_LINE, SET_FILE, CONST_ADD_PC = 8, FIXED_ADVANCE_PC = 9 };
    reader *r = &p->r;
    switch (op) {
    case COPY:
        emit(p, false);
        break;
    case ADVANCE_PC:
        p->pc_b += get_leb(r, false) * p->min_inst_b;
        break;
    case ADVANCE_LINE:
        p->line += (int64_t)get_leb(r, true);
        break;
    case SET_FILE:
        p->file_no = get_leb(r, false);
        break;
    case CONST_ADD_PC:
        p->pc_b += (uint64_t)(255 - p->opcode_base) / p->line_range * p->min_inst_b;
        break;
    case FIXED_ADVANCE_PC:
        p->pc_b += get(r, 2);
        break;
    default: // columns, statements, blocks, prologues: rows do not need them
        for (unsigned i = 0; i < p->operands[op]; i++)
            get_leb(r, false);
    }
}

static void run(program *p) {
    reset(p);
    while (p->r.at < p->r.end && !p->r.bad) {
        const uint8_t op = (uint8_t)get(&p->r, 1);
        if (op >= p->opcode_base) {
            const unsigned n = op - p->opcode_base;
            p->pc_b += (uint64_t)(n / p->line_range) * p->min_inst_b;
            p->line += p->line_base + (int)(n % p->line_range);
            emit(p, false);
        } else if (op == 0) {
            extended(p);
        } else {
            standard(p, op);
        }
    }
}

static int by_pc(const void *a, const void *b) {
    const line_row *x = a, *y = b;
    if (x->pc_b != y->pc_b)
        return x->pc_b < y->pc_b ? -1 : 1;
    return (x->file != NULL) - (y->file != NULL); // an end does not hide a sequence that begins at the same offset
}

zeb_lines *zeb_lines_read(cmc_arena *a, const zeb_file *f, const zeb_kernel *k) {
    assert(a && f && k);
    const zeb_section *s = find_section(f, ".debug_line");
    zeb_lines *l = s && s->data ? CMC_NEW(a, zeb_lines) : NULL;
    if (!l)
        return NULL;
    reader all = {.data = s->data, .end = s->size_b};
    while (all.at < all.end && !all.bad) {
        const uint64_t len = get(&all, 4); // a 64-bit table does not fit a zebin
        program *p = CMC_NEW(a, program);
        if (!p || len > all.end - all.at)
            return NULL;
        *p = (program){.r = {.data = s->data, .at = all.at, .end = all.at + (size_t)len},
                       .arena = a,
                       .file = f,
                       .section = s,
                       .kernel = k,
                       .out = l};
        read_header(p);
        if (!p->r.bad)
            run(p);
        all.at += (size_t)len;
    }
    if (l->rows.len == 0)
        return NULL;
    qsort(l->rows.data, l->rows.len, sizeof *l->rows.data, by_pc);
    return l;
}

bool zeb_lines_find(const zeb_lines *l, uint32_t pc_b, const char **file, uint32_t *line) {
    assert(l && file && line);
    uint32_t low = 0, high = l ? l->rows.len : 0; // the last row at or before pc_b precedes [low, high)
    while (low < high) {
        const uint32_t mid = low + (high - low) / 2;
        if (l->rows.data[mid].pc_b <= pc_b)
            low = mid + 1;
        else
            high = mid;
    }
    const line_row *best = low ? &l->rows.data[low - 1] : NULL;
    if (!best || !best->file || !best->line)
        return false;
    *file = best->file;
    *line = best->line;
    return true;
}
