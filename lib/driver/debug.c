// SPDX-License-Identifier: MIT
// DWARF 4 for compiled kernels: which byte of which kernel comes from which line of the user's source.
//
// In: the rows that emission made. Out: sections .debug_abbrev, .debug_info and .debug_line, and a symbol for each
// kernel. Every kernel is a unit of its own, since it is a text section of its own: a unit, one subprogram in it, and
// one line program. Addresses are zero with a relocation against the kernel's symbol, as debuggers of these files
// expect; offsets between debug sections are final.

#include "driver_priv.h"

#include <string.h>

enum { // DWARF 4, sections 7.5 and 7.6: the numbers that are used here
    TAG_COMPILE_UNIT = 0x11, TAG_SUBPROGRAM = 0x2e,
    AT_NAME = 0x03, AT_STMT_LIST = 0x10, AT_LOW_PC = 0x11, AT_HIGH_PC = 0x12, AT_LANGUAGE = 0x13, AT_COMP_DIR = 0x1b,
    AT_PRODUCER = 0x25, AT_DECL_FILE = 0x3a, AT_DECL_LINE = 0x3b, AT_EXTERNAL = 0x3f,
    FORM_ADDR = 0x01, FORM_DATA2 = 0x05, FORM_DATA8 = 0x07, FORM_STRING = 0x08, FORM_UDATA = 0x0f, FORM_SEC_OFFSET = 0x17,
    FORM_FLAG_PRESENT = 0x19,
    LANG_C_PLUS_PLUS = 0x04,
    LNS_COPY = 1, LNS_ADVANCE_PC, LNS_ADVANCE_LINE, LNS_SET_FILE, LNS_SET_COLUMN,
    LNE_END_SEQUENCE = 1, LNE_SET_ADDRESS = 2
};
enum { ABBREV_UNIT = 1, ABBREV_KERNEL = 2, DWARF_VERSION = 4, ADDRESS_B = 8, RELOC_ADDRESS = 1 };
// Instructions begin at multiples of 8 bytes. A special opcode moves up to 17 of these and -3 to 10 lines.
enum { MIN_INST_B = 8, LINE_BASE = -3, LINE_RANGE = 14, OPCODE_BASE = 13, LAST_OPCODE = 255 };

static const uint8_t abbrevs[] = {
    ABBREV_UNIT, TAG_COMPILE_UNIT, 1,
    AT_PRODUCER, FORM_STRING, AT_LANGUAGE, FORM_DATA2, AT_NAME, FORM_STRING, AT_COMP_DIR, FORM_STRING,
    AT_STMT_LIST, FORM_SEC_OFFSET, AT_LOW_PC, FORM_ADDR, AT_HIGH_PC, FORM_DATA8, 0, 0,
    ABBREV_KERNEL, TAG_SUBPROGRAM, 0,
    AT_NAME, FORM_STRING, AT_DECL_FILE, FORM_UDATA, AT_DECL_LINE, FORM_UDATA, AT_LOW_PC, FORM_ADDR,
    AT_HIGH_PC, FORM_DATA8, AT_EXTERNAL, FORM_FLAG_PRESENT, 0, 0,
    0,
};

typedef struct writer {
    cmc_arena *arena;
    const drv_unit *unit;
    const zeb_kernel *kernel;
    cmc_str bytes; // of the section in hand
    zeb_section section;
    CMC_VEC(const char *) files; // of the line program in hand; numbers count from 1
    bool oom;
} writer;

// Bytes ------------------------------------------------------------------------------------------

static void put(writer *w, uint64_t v, unsigned size_b) {
    uint8_t b[8];
    for (unsigned i = 0; i < size_b; i++)
        b[i] = (uint8_t)(v >> 8 * i);
    cmc_str_append_n(&w->bytes, b, size_b);
}

static void put_uleb(writer *w, uint64_t v) {
    for (; v >= 0x80; v >>= 7)
        put(w, (v & 0x7f) | 0x80, 1);
    put(w, v, 1);
}

static void put_sleb(writer *w, int64_t v) {
    while (v < -64 || v > 63) {
        put(w, ((uint64_t)v & 0x7f) | 0x80, 1);
        v = (v - (int64_t)((uint64_t)v & 0x7f)) / 128;
    }
    put(w, (uint64_t)v & 0x7f, 1);
}

static void put_text(writer *w, const char *s) {
    cmc_str_append_n(&w->bytes, s, strlen(s) + 1);
}

// The kernel's first byte.
static void put_address(writer *w) {
    zeb_reloc r = {.off_b = w->bytes.len, .type = RELOC_ADDRESS, .symbol = w->kernel->name};
    w->oom |= !cmc_vec_push(w->arena, &w->section.relocs, r);
    put(w, 0, ADDRESS_B);
}

// A length field whose value is known later: from behind it to the end.
static size_t open_length(writer *w) {
    put(w, 0, 4);
    return w->bytes.len;
}

static void close_length(writer *w, size_t from) {
    if (w->bytes.oom)
        return;
    size_t len = w->bytes.len - from;
    for (unsigned i = 0; i < 4; i++)
        w->bytes.data[from - 4 + i] = (char)(len >> 8 * i);
}

// Hands the section in hand to the file and empties it.
static cmc_status finish_section(writer *w, zeb_file *f, const char *name) {
    uint8_t *data = cmc_arena_alloc(w->arena, w->bytes.len + 1);
    bool ok = data && !w->bytes.oom && !w->oom;
    if (ok) {
        memcpy(data, w->bytes.data, w->bytes.len);
        w->section.name = name;
        w->section.data = data;
        w->section.size_b = w->bytes.len;
        ok = cmc_vec_push(w->arena, &f->sections, w->section);
    }
    cmc_str_free(&w->bytes);
    w->bytes = (cmc_str)CMC_STR_INIT;
    w->section = (zeb_section){0};
    return ok ? CMC_OK : CMC_ERR_OOM;
}

// Line programs ----------------------------------------------------------------------------------

static uint32_t file_number(writer *w, const char *name) {
    for (uint32_t i = 0; i < w->files.len; i++)
        if (strcmp(w->files.data[i], name) == 0)
            return i + 1;
    w->oom |= !cmc_vec_push(w->arena, &w->files, name);
    return w->files.len;
}

static const char *file_of(const writer *w, const cg_line *row) {
    return row->loc.file ? row->loc.file : w->unit->file;
}

// The unit's own file is number 1, that of the kernel's beginning the next if it is another.
static uint32_t start_files(writer *w, const cmc_loc *kernel) {
    w->files.len = 0;
    file_number(w, w->unit->file);
    return file_number(w, kernel->file ? kernel->file : w->unit->file);
}

static void put_line_header(writer *w, const cmc_loc *kernel, const cg_lines *lines) {
    // How many operands the standard opcodes from 1 on have.
    static const uint8_t operands[OPCODE_BASE - 1] = {0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1};
    start_files(w, kernel);
    for (uint32_t i = 0; i < lines->rows.len; i++)
        file_number(w, file_of(w, &lines->rows.data[i]));
    put(w, DWARF_VERSION, 2);
    const size_t header = open_length(w);
    put(w, MIN_INST_B, 1);
    put(w, 1, 1); // operations of an instruction
    put(w, 1, 1); // rows are places for breakpoints
    put(w, (uint8_t)LINE_BASE, 1);
    put(w, LINE_RANGE, 1);
    put(w, OPCODE_BASE, 1);
    cmc_str_append_n(&w->bytes, operands, sizeof operands);
    put(w, 0, 1); // no directories but the unit's
    for (uint32_t i = 0; i < w->files.len; i++) {
        put_text(w, w->files.data[i]);
        for (int zeros = 0; zeros < 3; zeros++) // directory, time, length
            put(w, 0, 1);
    }
    put(w, 0, 1);
    close_length(w, header);
}

// From one row to the next: a special opcode where the distance fits, else its parts.
static void put_step(writer *w, uint64_t steps, int64_t line) {
    const bool small = line >= LINE_BASE && line < LINE_BASE + LINE_RANGE;
    if (!small) {
        put(w, LNS_ADVANCE_LINE, 1);
        put_sleb(w, line);
        line = 0;
    }
    if (steps > (LAST_OPCODE - OPCODE_BASE) / LINE_RANGE ||
        (int64_t)steps * LINE_RANGE + line - LINE_BASE + OPCODE_BASE > LAST_OPCODE) {
        put(w, LNS_ADVANCE_PC, 1);
        put_uleb(w, steps);
        steps = 0;
    }
    put(w, (uint64_t)((int64_t)steps * LINE_RANGE + line - LINE_BASE + OPCODE_BASE), 1);
}

static bool same_place(const writer *w, const cg_line *a, const cg_line *b) {
    return a->loc.line == b->loc.line && a->loc.col == b->loc.col && strcmp(file_of(w, a), file_of(w, b)) == 0;
}

static void put_rows(writer *w, const cg_lines *lines) {
    uint32_t file = 1, line = 1, col = 0, at_b = 0;
    for (uint32_t i = 0; i < lines->rows.len; i++) {
        const cg_line *row = &lines->rows.data[i];
        if (i && same_place(w, row - 1, row))
            continue;
        const uint32_t number = file_number(w, file_of(w, row));
        if (number != file) {
            put(w, LNS_SET_FILE, 1);
            put_uleb(w, number);
        }
        if (row->loc.col != col) {
            put(w, LNS_SET_COLUMN, 1);
            put_uleb(w, row->loc.col);
        }
        put_step(w, (row->at_b - at_b) / MIN_INST_B, (int64_t)row->loc.line - line);
        file = number;
        line = row->loc.line;
        col = row->loc.col;
        at_b = row->at_b;
    }
    put(w, LNS_ADVANCE_PC, 1);
    put_uleb(w, (w->kernel->text_b - at_b) / MIN_INST_B);
}

static void put_line_program(writer *w, const cmc_loc *kernel, const cg_lines *lines) {
    const size_t whole = open_length(w);
    put_line_header(w, kernel, lines);
    put(w, 0, 1);
    put_uleb(w, 1 + ADDRESS_B);
    put(w, LNE_SET_ADDRESS, 1);
    put_address(w);
    put_rows(w, lines);
    put(w, 0, 1);
    put_uleb(w, 1);
    put(w, LNE_END_SEQUENCE, 1);
    close_length(w, whole);
}

// Units ------------------------------------------------------------------------------------------

static void put_range(writer *w) {
    put_address(w);
    put(w, w->kernel->text_b, 8); // from the first address on
}

static void put_unit(writer *w, const cmc_loc *kernel, uint64_t line_program) {
    const size_t whole = open_length(w);
    put(w, DWARF_VERSION, 2);
    put(w, 0, 4); // place of its abbreviations
    put(w, ADDRESS_B, 1);
    put_uleb(w, ABBREV_UNIT);
    put_text(w, "cmc");
    put(w, LANG_C_PLUS_PLUS, 2);
    put_text(w, w->unit->file);
    put_text(w, w->unit->dir);
    put(w, line_program, 4);
    put_range(w);
    put_uleb(w, ABBREV_KERNEL);
    put_text(w, w->kernel->name);
    put_uleb(w, start_files(w, kernel));
    put_uleb(w, kernel->line); // 0: not known
    put_range(w);
    put(w, 0, 1); // end of the unit's children
    close_length(w, whole);
}

static cmc_status add_symbols(zeb_file *f) {
    for (uint32_t i = 0; i < f->kernels.len; i++) {
        const zeb_kernel *k = f->kernels.data[i];
        const zeb_symbol s = {.name = k->name, .section = cmc_arena_printf(f->arena, ".text.%s", k->name),
                              .size_b = k->text_b, .function = true};
        if (!s.section || !cmc_vec_push(f->arena, &f->symbols, s))
            return CMC_ERR_OOM;
    }
    return CMC_OK;
}

cmc_status drv_add_debug(zeb_file *f, const drv_unit *unit, const cg_lines *lines) {
    writer w = {.arena = f->arena, .unit = unit, .bytes = CMC_STR_INIT};
    uint64_t *line_at = CMC_NEW_N(f->arena, uint64_t, f->kernels.len + 1);
    if (!line_at)
        return CMC_ERR_OOM;
    CMC_TRY(add_symbols(f));
    cmc_str_append_n(&w.bytes, abbrevs, sizeof abbrevs);
    CMC_TRY(finish_section(&w, f, ".debug_abbrev"));
    for (uint32_t i = 0; i < f->kernels.len; i++) {
        w.kernel = f->kernels.data[i];
        line_at[i] = w.bytes.len;
        put_line_program(&w, &unit->kernels[i], &lines[i]);
    }
    CMC_TRY(finish_section(&w, f, ".debug_line"));
    for (uint32_t i = 0; i < f->kernels.len; i++) {
        w.kernel = f->kernels.data[i];
        put_unit(&w, &unit->kernels[i], line_at[i]);
    }
    return finish_section(&w, f, ".debug_info");
}
