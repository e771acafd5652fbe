// SPDX-License-Identifier: MIT
// Writes DWARF 4 for compiled kernels: it maps each byte of a kernel to a line of the user's source.
//
// In: the line rows from emission and the front end's variables. Out: sections .debug_abbrev, .debug_info, .debug_line
// and .debug_ranges, and a symbol for each kernel. The debug information has the source's variables and their types.
// Only arguments that stay in their registers have locations; those of other variables are unknown. Each kernel is a
// text section and therefore has a unit of its own, with one line program and a subprogram for the kernel and each
// function that it calls. A call that was inlined is an inlined subroutine, which refers to an abstract subprogram.
// Addresses are offsets with a relocation against the kernel's symbol, as debuggers of these files expect; ranges count
// from the unit's address; offsets between debug sections are final.

#include "driver_priv.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { // DWARF 4, sections 7.5 and 7.6: the numbers used here
    TAG_ARRAY = 0x01,
    TAG_PARAMETER = 0x05,
    TAG_POINTER = 0x0f,
    TAG_COMPILE_UNIT = 0x11,
    TAG_STRUCTURE = 0x13,
    TAG_INLINED = 0x1d,
    TAG_SUBRANGE = 0x21,
    TAG_BASE_TYPE = 0x24,
    TAG_SUBPROGRAM = 0x2e,
    TAG_VARIABLE = 0x34,
    AT_LOCATION = 0x02,
    AT_NAME = 0x03,
    AT_BYTE_SIZE = 0x0b,
    AT_STMT_LIST = 0x10,
    AT_LOW_PC = 0x11,
    AT_HIGH_PC = 0x12,
    AT_LANGUAGE = 0x13,
    AT_COMP_DIR = 0x1b,
    AT_INLINE = 0x20,
    AT_PRODUCER = 0x25,
    AT_ABSTRACT_ORIGIN = 0x31,
    AT_DECL_FILE = 0x3a,
    AT_DECL_LINE = 0x3b,
    AT_COUNT = 0x37,
    AT_DECLARATION = 0x3c,
    AT_ENCODING = 0x3e,
    AT_EXTERNAL = 0x3f,
    AT_TYPE = 0x49,
    AT_RANGES = 0x55,
    AT_CALL_COLUMN = 0x57,
    AT_CALL_FILE = 0x58,
    AT_CALL_LINE = 0x59,
    AT_LINKAGE_NAME = 0x6e,
    AT_GNU_VECTOR = 0x2107,
    FORM_ADDR = 0x01,
    FORM_DATA2 = 0x05,
    FORM_DATA8 = 0x07,
    FORM_STRING = 0x08,
    FORM_DATA1 = 0x0b,
    FORM_UDATA = 0x0f,
    FORM_REF4 = 0x13,
    FORM_SEC_OFFSET = 0x17,
    FORM_EXPRLOC = 0x18,
    FORM_FLAG_PRESENT = 0x19,
    INL_INLINED = 1,
    OP_REGX = 0x90,
    OP_BIT_PIECE = 0x9d,
    LANG_C_PLUS_PLUS = 0x04,
    LNS_COPY = 1,
    LNS_ADVANCE_PC,
    LNS_ADVANCE_LINE,
    LNS_SET_FILE,
    LNS_SET_COLUMN,
    LNE_END_SEQUENCE = 1,
    LNE_SET_ADDRESS = 2
};
enum {
    ABBREV_UNIT = 1,
    ABBREV_KERNEL,
    ABBREV_NUMBER,
    ABBREV_OBJECT,
    ABBREV_POINTER,
    ABBREV_ARRAY,
    ABBREV_VECTOR,
    ABBREV_DIM,
    ABBREV_PARAMETER,
    ABBREV_PLACED_PARAMETER,
    ABBREV_VARIABLE,
    ABBREV_KERNEL_PIECES,
    ABBREV_FUNCTION,
    ABBREV_FUNCTION_PIECES,
    ABBREV_ABSTRACT,
    ABBREV_INLINED
};
enum { DWARF_R0 = 16 }; // the debuggers' number of r0, as in files of Intel's compilers
enum { DWARF_VERSION = 4, ADDRESS_B = 8, RELOC_ADDRESS = 1 };
// Instructions start at multiples of 8 bytes. A special opcode advances up to 17 of these and -3 to 10 lines.
enum { MIN_INST_B = 8, LINE_BASE = -3, LINE_RANGE = 14, OPCODE_BASE = 13, LAST_OPCODE = 255 };

static const uint8_t abbrevs[] = {
    ABBREV_UNIT,
    TAG_COMPILE_UNIT,
    1,
    AT_PRODUCER,
    FORM_STRING,
    AT_LANGUAGE,
    FORM_DATA2,
    AT_NAME,
    FORM_STRING,
    AT_COMP_DIR,
    FORM_STRING,
    AT_STMT_LIST,
    FORM_SEC_OFFSET,
    AT_LOW_PC,
    FORM_ADDR,
    AT_HIGH_PC,
    FORM_DATA8,
    0,
    0,
    ABBREV_KERNEL,
    TAG_SUBPROGRAM,
    1,
    AT_NAME,
    FORM_STRING,
    AT_DECL_FILE,
    FORM_UDATA,
    AT_DECL_LINE,
    FORM_UDATA,
    AT_LOW_PC,
    FORM_ADDR,
    AT_HIGH_PC,
    FORM_DATA8,
    AT_EXTERNAL,
    FORM_FLAG_PRESENT,
    0,
    0,
    ABBREV_NUMBER,
    TAG_BASE_TYPE,
    0,
    AT_NAME,
    FORM_STRING,
    AT_ENCODING,
    FORM_DATA1,
    AT_BYTE_SIZE,
    FORM_UDATA,
    0,
    0,
    ABBREV_OBJECT,
    TAG_STRUCTURE,
    0,
    AT_NAME,
    FORM_STRING,
    AT_BYTE_SIZE,
    FORM_UDATA,
    AT_DECLARATION,
    FORM_FLAG_PRESENT,
    0,
    0,
    ABBREV_POINTER,
    TAG_POINTER,
    0,
    AT_BYTE_SIZE,
    FORM_UDATA,
    0,
    0,
    ABBREV_ARRAY,
    TAG_ARRAY,
    1,
    AT_TYPE,
    FORM_REF4,
    0,
    0,
    ABBREV_VECTOR,
    TAG_ARRAY,
    1,
    AT_TYPE,
    FORM_REF4,
    (AT_GNU_VECTOR & 0x7f) | 0x80,
    AT_GNU_VECTOR >> 7,
    FORM_FLAG_PRESENT,
    0,
    0,
    ABBREV_DIM,
    TAG_SUBRANGE,
    0,
    AT_COUNT,
    FORM_UDATA,
    0,
    0,
    ABBREV_PARAMETER,
    TAG_PARAMETER,
    0,
    AT_NAME,
    FORM_STRING,
    AT_DECL_FILE,
    FORM_UDATA,
    AT_DECL_LINE,
    FORM_UDATA,
    AT_TYPE,
    FORM_REF4,
    0,
    0,
    ABBREV_PLACED_PARAMETER,
    TAG_PARAMETER,
    0,
    AT_NAME,
    FORM_STRING,
    AT_DECL_FILE,
    FORM_UDATA,
    AT_DECL_LINE,
    FORM_UDATA,
    AT_TYPE,
    FORM_REF4,
    AT_LOCATION,
    FORM_EXPRLOC,
    0,
    0,
    ABBREV_VARIABLE,
    TAG_VARIABLE,
    0,
    AT_NAME,
    FORM_STRING,
    AT_DECL_FILE,
    FORM_UDATA,
    AT_DECL_LINE,
    FORM_UDATA,
    AT_TYPE,
    FORM_REF4,
    0,
    0,
    ABBREV_KERNEL_PIECES,
    TAG_SUBPROGRAM,
    1,
    AT_NAME,
    FORM_STRING,
    AT_DECL_FILE,
    FORM_UDATA,
    AT_DECL_LINE,
    FORM_UDATA,
    AT_RANGES,
    FORM_SEC_OFFSET,
    AT_EXTERNAL,
    FORM_FLAG_PRESENT,
    0,
    0,
    ABBREV_FUNCTION,
    TAG_SUBPROGRAM,
    1,
    AT_NAME,
    FORM_STRING,
    AT_LINKAGE_NAME,
    FORM_STRING,
    AT_DECL_FILE,
    FORM_UDATA,
    AT_DECL_LINE,
    FORM_UDATA,
    AT_LOW_PC,
    FORM_ADDR,
    AT_HIGH_PC,
    FORM_DATA8,
    0,
    0,
    ABBREV_FUNCTION_PIECES,
    TAG_SUBPROGRAM,
    1,
    AT_NAME,
    FORM_STRING,
    AT_LINKAGE_NAME,
    FORM_STRING,
    AT_DECL_FILE,
    FORM_UDATA,
    AT_DECL_LINE,
    FORM_UDATA,
    AT_RANGES,
    FORM_SEC_OFFSET,
    0,
    0,
    ABBREV_ABSTRACT,
    TAG_SUBPROGRAM,
    1,
    AT_NAME,
    FORM_STRING,
    AT_LINKAGE_NAME,
    FORM_STRING,
    AT_DECL_FILE,
    FORM_UDATA,
    AT_DECL_LINE,
    FORM_UDATA,
    AT_INLINE,
    FORM_DATA1,
    0,
    0,
    ABBREV_INLINED,
    TAG_INLINED,
    1,
    AT_ABSTRACT_ORIGIN,
    FORM_REF4,
    AT_RANGES,
    FORM_SEC_OFFSET,
    AT_CALL_FILE,
    FORM_UDATA,
    AT_CALL_LINE,
    FORM_UDATA,
    AT_CALL_COLUMN,
    FORM_UDATA,
    0,
    0,
    0,
};

typedef struct placed_type {
    gx_type type;
    uint64_t at;
} placed_type;

typedef struct range { // bytes of the kernel's code
    uint32_t from, to;
} range;
typedef CMC_VEC(range) range_list;

typedef struct function { // a scope of the current kernel
    range_list code;      // empty: no instructions, or another scope of the same call has them
    uint64_t abstract_at; // offset of its abstract subprogram in the unit
    uint32_t child, next; // 1 + index of the first inlined call in it, of the next one beside it; 0: the last
} function;

typedef struct named {
    const char *file; // a scope's copy of the name: the address tells the scope
    uint32_t scope;
} named;

typedef struct writer {
    cmc_arena *arena;
    const drv_unit *unit;
    const zeb_kernel *kernel;
    cmc_str bytes; // of the current section
    zeb_section section;
    const mir_fn *fn;            // of the current kernel
    const cg_lines *lines;       // of its code
    function *functions;         // by scope of fn
    named *by_file;              // scopes of fn, sorted by address of their names
    cmc_str ranges;              // bytes of .debug_ranges
    size_t unit_at;              // offset of the current unit
    CMC_VEC(placed_type) types;  // types of the current unit
    CMC_VEC(const char *) files; // of the current line program, numbered from 1
    bool oom;
} writer;

// Bytes

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

// Writes the address of a byte of the kernel.
static void put_address(writer *w, uint32_t at_b) {
    zeb_reloc r = {.off_b = w->bytes.len, .type = RELOC_ADDRESS, .symbol = w->kernel->name};
    w->oom |= !cmc_vec_push(w->arena, &w->section.relocs, r);
    put(w, at_b, ADDRESS_B);
}

// Reserves a length field for the bytes after it; close_length fills it in.
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

// Moves the current section to the file and starts an empty one.
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

// Line programs

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

// The unit's file is number 1; the file of the kernel's first line is the next if it differs.
static uint32_t start_files(writer *w, const cmc_loc *kernel) {
    w->files.len = 0;
    file_number(w, w->unit->file);
    return file_number(w, kernel->file ? kernel->file : w->unit->file);
}

static void put_path(writer *w, const char *path) {
    const char *mapped = drv_mapped_path(w->unit, w->arena, path);
    w->oom |= !mapped;
    put_text(w, mapped ? mapped : "");
}

// All files of the kernel, in the order of their numbers. Returns the number of the kernel's own file.
static uint32_t list_files(writer *w, const cmc_loc *kernel) {
    uint32_t own = start_files(w, kernel);
    for (uint32_t i = 0; i < w->lines->rows.len; i++)
        file_number(w, file_of(w, &w->lines->rows.data[i]));
    for (uint32_t i = 0; i < w->fn->scopes.len; i++)
        file_number(w, w->fn->scopes.data[i].file);
    return own;
}

static void put_line_header(writer *w, const cmc_loc *kernel) {
    // Operand counts of the standard opcodes, from opcode 1 on.
    static const uint8_t operands[OPCODE_BASE - 1] = {0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1};
    list_files(w, kernel);
    put(w, DWARF_VERSION, 2);
    const size_t header = open_length(w);
    put(w, MIN_INST_B, 1);
    put(w, 1, 1); // operations in an instruction
    put(w, 1, 1); // rows are breakpoint locations
    put(w, (uint8_t)LINE_BASE, 1);
    put(w, LINE_RANGE, 1);
    put(w, OPCODE_BASE, 1);
    cmc_str_append_n(&w->bytes, operands, sizeof operands);
    put(w, 0, 1); // no directories except the unit's
    for (uint32_t i = 0; i < w->files.len; i++) {
        put_path(w, w->files.data[i]);
        for (int zeros = 0; zeros < 3; zeros++) // directory, time, length
            put(w, 0, 1);
    }
    put(w, 0, 1);
    close_length(w, header);
}

// Advances to the next row: a special opcode if the distance fits, otherwise its parts.
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

static void put_line_program(writer *w, const cmc_loc *kernel) {
    const size_t whole = open_length(w);
    put_line_header(w, kernel);
    put(w, 0, 1);
    put_uleb(w, 1 + ADDRESS_B);
    put(w, LNE_SET_ADDRESS, 1);
    put_address(w, 0);
    put_rows(w, w->lines);
    put(w, 0, 1);
    put_uleb(w, 1);
    put(w, LNE_END_SEQUENCE, 1);
    close_length(w, whole);
}

// Variables

static bool same_type(const gx_type *a, const gx_type *b) {
    return a->kind == b->kind && a->size_b == b->size_b && a->encoding == b->encoding && a->vector == b->vector &&
           a->n_dims == b->n_dims && memcmp(a->dims, b->dims, a->n_dims * sizeof a->dims[0]) == 0 &&
           strcmp(a->name, b->name) == 0;
}

static uint64_t put_element_type(writer *w, const gx_type *t) {
    const uint64_t at = w->bytes.len - w->unit_at;
    switch (t->kind) {
    case GX_TYPE_NUMBER:
        put_uleb(w, ABBREV_NUMBER);
        put_text(w, t->name);
        put(w, t->encoding, 1);
        break;
    case GX_TYPE_POINTER:
        put_uleb(w, ABBREV_POINTER);
        break;
    case GX_TYPE_OBJECT:
        put_uleb(w, ABBREV_OBJECT);
        put_text(w, t->name);
        break;
    }
    put_uleb(w, t->size_b);
    return at;
}

// The offset of a type in the unit; writes the type once.
static uint64_t type_at(writer *w, const gx_type *t) {
    for (uint32_t i = 0; i < w->types.len; i++)
        if (same_type(&w->types.data[i].type, t))
            return w->types.data[i].at;
    placed_type p = {*t, 0};
    if (t->n_dims == 0) {
        p.at = put_element_type(w, t);
    } else {
        gx_type element = *t;
        element.n_dims = 0;
        element.vector = false;
        const uint64_t of = type_at(w, &element);
        p.at = w->bytes.len - w->unit_at;
        put_uleb(w, t->vector ? ABBREV_VECTOR : ABBREV_ARRAY);
        put(w, of, 4);
        for (uint32_t i = 0; i < t->n_dims; i++) {
            put_uleb(w, ABBREV_DIM);
            put_uleb(w, t->dims[i]);
        }
        put(w, 0, 1);
    }
    w->oom |= !cmc_vec_push(w->arena, &w->types, p);
    return p.at;
}

// The payload argument of a variable if it keeps its registers to the end of the kernel; NULL: the location is unknown.
static const mir_arg *placed_arg(const writer *w, const gx_variable *v) {
    const mir_fn *fn = w->fn;
    for (uint32_t i = 0; v->arg && i < fn->args.len; i++) {
        const mir_arg *a = &fn->args.data[i];
        if (a->index != v->arg - 1 || a->size_b == 0)
            continue;
        const uint32_t from = MIR_FIRST_ARG_GRF * fn->model->grf_b + a->off_b;
        for (uint32_t b = from; b < from + a->size_b; b++)
            if (b >= w->lines->reused.n_bits || cmc_bitset_get(&w->lines->reused, b))
                return NULL;
        return a;
    }
    return NULL;
}

// Writes a location: pieces of consecutive registers.
static void put_place(writer *w, const mir_arg *a) {
    const uint32_t grf_b = w->fn->model->grf_b;
    cmc_str section = w->bytes; // the expression's length precedes it
    w->bytes = (cmc_str)CMC_STR_INIT;
    for (uint32_t done = 0, n; done < a->size_b; done += n) {
        const uint32_t off = (a->off_b + done) % grf_b;
        n = a->size_b - done < grf_b - off ? a->size_b - done : grf_b - off;
        put(w, OP_REGX, 1);
        put_uleb(w, DWARF_R0 + MIR_FIRST_ARG_GRF + (a->off_b + done) / grf_b);
        put(w, OP_BIT_PIECE, 1);
        put_uleb(w, (uint64_t)n * 8);
        put_uleb(w, (uint64_t)off * 8);
    }
    cmc_str place = w->bytes;
    w->bytes = section;
    w->oom |= place.oom;
    put_uleb(w, place.len);
    cmc_str_append_n(&w->bytes, cmc_str_text(&place), place.len);
    cmc_str_free(&place);
}

static const char *object_name(const mir_scope *s) {
    return *s->linkage ? s->linkage : s->name;
}

static void put_types(writer *w, const char *object) {
    for (uint32_t i = 0; i < w->unit->variables->len; i++)
        if (strcmp(w->unit->variables->data[i].function, object) == 0)
            type_at(w, &w->unit->variables->data[i].v.type);
}

static void put_variables(writer *w, const char *object, uint32_t file) {
    const bool kernel = strcmp(object, w->kernel->name) == 0;
    for (uint32_t i = 0; i < w->unit->variables->len; i++) {
        const gx_variable *v = &w->unit->variables->data[i].v;
        if (strcmp(w->unit->variables->data[i].function, object) != 0)
            continue;
        const mir_arg *place = kernel ? placed_arg(w, v) : NULL;
        put_uleb(w, place ? ABBREV_PLACED_PARAMETER : v->arg ? ABBREV_PARAMETER : ABBREV_VARIABLE);
        put_text(w, v->name);
        put_uleb(w, file);
        put_uleb(w, v->line);
        put(w, type_at(w, &v->type), 4);
        if (place)
            put_place(w, place);
    }
}

// Functions

static const mir_scope *scope_at(const writer *w, uint32_t i) {
    return &w->fn->scopes.data[i];
}

// The scope that the scope's caller is part of; UINT32_MAX: it is not inlined.
static uint32_t caller_of(const writer *w, uint32_t i) {
    const uint32_t parent = scope_at(w, i)->parent;
    return parent ? scope_at(w, parent - 1)->same : UINT32_MAX;
}

static bool is_kernel(const writer *w, uint32_t i) {
    return caller_of(w, i) == UINT32_MAX && strcmp(object_name(scope_at(w, i)), w->kernel->name) == 0;
}

static int compare_named(const void *a, const void *b) {
    const uintptr_t x = (uintptr_t)((const named *)a)->file, y = (uintptr_t)((const named *)b)->file;
    return (x > y) - (x < y);
}

// The scope of a row, whose location points to the scope's file name; UINT32_MAX: unknown.
static uint32_t scope_of_row(const writer *w, const cg_line *row, uint32_t guess) {
    if (guess < w->fn->scopes.len && scope_at(w, guess)->file == row->loc.file)
        return guess;
    const named key = {row->loc.file, 0};
    const named *s = row->loc.file ? bsearch(&key, w->by_file, w->fn->scopes.len, sizeof key, compare_named) : NULL;
    return s ? s->scope : UINT32_MAX;
}

static void add_code(writer *w, uint32_t scope, uint32_t from, uint32_t to) {
    range_list *code = &w->functions[scope].code;
    if (code->len && code->data[code->len - 1].to == from)
        code->data[code->len - 1].to = to;
    else
        w->oom |= !cmc_vec_push(w->arena, code, ((range){from, to}));
}

// Finds the code of each scope, which has the code of the calls that were inlined in it.
static void find_code(writer *w) {
    uint32_t scope = UINT32_MAX;
    for (uint32_t r = 0; r < w->lines->rows.len; r++) {
        const cg_line *row = &w->lines->rows.data[r];
        const uint32_t end = r + 1 < w->lines->rows.len ? row[1].at_b : (uint32_t)w->kernel->text_b;
        scope = scope_of_row(w, row, scope);
        for (uint32_t i = scope == UINT32_MAX ? scope : scope_at(w, scope)->same; i != UINT32_MAX; i = caller_of(w, i))
            add_code(w, i, row->at_b, end);
    }
}

static void link_calls(writer *w) {
    for (uint32_t i = w->fn->scopes.len; i-- > 0;) {
        const uint32_t caller = caller_of(w, i);
        if (caller == UINT32_MAX || w->functions[i].code.len == 0)
            continue;
        w->functions[i].next = w->functions[caller].child;
        w->functions[caller].child = i + 1;
    }
}

static bool find_functions(writer *w) {
    const uint32_t n = w->fn->scopes.len;
    w->functions = CMC_NEW_N(w->arena, function, n + 1);
    w->by_file = CMC_NEW_N(w->arena, named, n + 1);
    if (!w->functions || !w->by_file)
        return false;
    for (uint32_t i = 0; i < n; i++)
        w->by_file[i] = (named){scope_at(w, i)->file, i};
    if (n)
        qsort(w->by_file, n, sizeof w->by_file[0], compare_named);
    find_code(w);
    link_calls(w);
    return true;
}

// Writes a list of ranges; returns its offset.
static uint64_t put_ranges(writer *w, const range_list *code) {
    cmc_str section = w->bytes;
    w->bytes = w->ranges;
    const uint64_t at = w->bytes.len;
    for (uint32_t i = 0; i < code->len; i++) {
        put(w, code->data[i].from, ADDRESS_B);
        put(w, code->data[i].to, ADDRESS_B);
    }
    put(w, 0, ADDRESS_B);
    put(w, 0, ADDRESS_B);
    w->ranges = w->bytes;
    w->bytes = section;
    return at;
}

static void put_declaration(writer *w, const mir_scope *s) {
    put_text(w, s->name);
    put_text(w, object_name(s));
    put_uleb(w, file_number(w, s->file));
    put_uleb(w, s->line);
}

// One abstract subprogram for each function that was inlined somewhere.
static void put_abstract(writer *w) {
    for (uint32_t i = 0; i < w->fn->scopes.len; i++) {
        const mir_scope *s = scope_at(w, i);
        if (!s->parent || w->functions[i].code.len == 0)
            continue;
        for (uint32_t k = 0; k < i && !w->functions[i].abstract_at; k++)
            if (w->functions[k].abstract_at && strcmp(object_name(scope_at(w, k)), object_name(s)) == 0)
                w->functions[i].abstract_at = w->functions[k].abstract_at;
        if (w->functions[i].abstract_at)
            continue;
        put_types(w, object_name(s));
        w->functions[i].abstract_at = w->bytes.len - w->unit_at;
        put_uleb(w, ABBREV_ABSTRACT);
        put_declaration(w, s);
        put(w, INL_INLINED, 1);
        put_variables(w, object_name(s), file_number(w, s->file));
        put(w, 0, 1);
    }
}

static void put_inlined(writer *w, uint32_t scope) {
    for (uint32_t i = w->functions[scope].child; i; i = w->functions[i - 1].next) {
        const mir_scope *s = scope_at(w, i - 1);
        put_uleb(w, ABBREV_INLINED);
        put(w, w->functions[i - 1].abstract_at, 4);
        put(w, put_ranges(w, &w->functions[i - 1].code), 4);
        put_uleb(w, file_number(w, s->call.file ? s->call.file : w->unit->file));
        put_uleb(w, s->call.line);
        put_uleb(w, s->call.col);
        put_inlined(w, i - 1);
        put(w, 0, 1);
    }
}

static bool is_called(const writer *w, uint32_t i) {
    return !scope_at(w, i)->parent && !is_kernel(w, i) && w->functions[i].code.len > 0;
}

// Functions that the kernel calls.
static void put_called(writer *w) {
    for (uint32_t i = 0; i < w->fn->scopes.len; i++) {
        const mir_scope *s = scope_at(w, i);
        const range_list *code = &w->functions[i].code;
        if (!is_called(w, i))
            continue;
        put_types(w, object_name(s));
        put_uleb(w, code->len == 1 ? ABBREV_FUNCTION : ABBREV_FUNCTION_PIECES);
        put_declaration(w, s);
        if (code->len == 1) {
            put_address(w, code->data[0].from);
            put(w, code->data[0].to - code->data[0].from, 8);
        } else {
            put(w, put_ranges(w, code), 4);
        }
        put_variables(w, object_name(s), file_number(w, s->file));
        put_inlined(w, i);
        put(w, 0, 1);
    }
}

// Units

static void put_range(writer *w) {
    put_address(w, 0);
    put(w, w->kernel->text_b, 8); // the length, from the first address on
}

// What functions that the kernel calls leave to the kernel itself.
static void own_code(writer *w, range_list *out) {
    uint32_t at = 0, end = (uint32_t)w->kernel->text_b;
    while (at < end) {
        const range *next = NULL;
        for (uint32_t i = 0; i < w->fn->scopes.len; i++)
            for (uint32_t k = 0; is_called(w, i) && k < w->functions[i].code.len; k++) {
                const range *r = &w->functions[i].code.data[k];
                next = r->to > at && (!next || r->from < next->from) ? r : next;
            }
        const range own = {at, next ? next->from : end};
        if (own.to > own.from)
            w->oom |= !cmc_vec_push(w->arena, out, own);
        at = next ? next->to : end;
    }
}

static void put_kernel(writer *w, const cmc_loc *kernel, uint32_t file) {
    range_list own = {0};
    own_code(w, &own);
    const bool whole = own.len == 1 && own.data[0].to == w->kernel->text_b && own.data[0].from == 0;
    put_uleb(w, whole ? ABBREV_KERNEL : ABBREV_KERNEL_PIECES);
    put_text(w, w->kernel->name);
    put_uleb(w, file);
    put_uleb(w, kernel->line); // 0: unknown
    if (whole)
        put_range(w);
    else
        put(w, put_ranges(w, &own), 4);
    put_variables(w, w->kernel->name, file);
    for (uint32_t i = 0; i < w->fn->scopes.len; i++)
        if (is_kernel(w, i) && scope_at(w, i)->same == i)
            put_inlined(w, i);
    put(w, 0, 1);
}

static void put_unit(writer *w, const cmc_loc *kernel, uint64_t line_program) {
    w->unit_at = w->bytes.len;
    w->types.len = 0;
    const size_t whole = open_length(w);
    put(w, DWARF_VERSION, 2);
    put(w, 0, 4); // offset of its abbreviations
    put(w, ADDRESS_B, 1);
    put_uleb(w, ABBREV_UNIT);
    put_text(w, "cmc");
    put(w, LANG_C_PLUS_PLUS, 2);
    put_path(w, w->unit->file);
    put_path(w, w->unit->dir);
    put(w, line_program, 4);
    put_range(w);
    const uint32_t file = list_files(w, kernel);
    put_types(w, w->kernel->name);
    put_abstract(w);
    put_called(w);
    put_kernel(w, kernel, file);
    put(w, 0, 1); // end of the unit's children
    close_length(w, whole);
}

static cmc_status add_symbols(zeb_file *f) {
    for (uint32_t i = 0; i < f->kernels.len; i++) {
        const zeb_kernel *k = f->kernels.data[i];
        const zeb_symbol s = {.name = k->name,
                              .section = cmc_arena_printf(f->arena, ".text.%s", k->name),
                              .size_b = k->text_b,
                              .function = true};
        if (!s.section || !cmc_vec_push(f->arena, &f->symbols, s))
            return CMC_ERR_OOM;
    }
    return CMC_OK;
}

// Prepares for kernel i.
static bool start_kernel(writer *w, const zeb_file *f, const cg_lines *lines, uint32_t i) {
    w->kernel = f->kernels.data[i];
    w->fn = w->unit->mod->fns.data[i];
    w->lines = &lines[i];
    return find_functions(w);
}

cmc_status drv_add_debug(zeb_file *f, const drv_unit *unit, const cg_lines *lines) {
    assert(f && unit && lines);
    writer w = {.arena = f->arena, .unit = unit, .bytes = CMC_STR_INIT, .ranges = CMC_STR_INIT};
    uint64_t *line_at = CMC_NEW_N(f->arena, uint64_t, f->kernels.len + 1);
    if (!line_at)
        return CMC_ERR_OOM;
    CMC_TRY(add_symbols(f));
    cmc_str_append_n(&w.bytes, abbrevs, sizeof abbrevs);
    CMC_TRY(finish_section(&w, f, ".debug_abbrev"));
    for (uint32_t i = 0; i < f->kernels.len; i++) {
        w.oom |= !start_kernel(&w, f, lines, i);
        line_at[i] = w.bytes.len;
        put_line_program(&w, &unit->kernels[i]);
    }
    CMC_TRY(finish_section(&w, f, ".debug_line"));
    for (uint32_t i = 0; i < f->kernels.len; i++) {
        w.oom |= !start_kernel(&w, f, lines, i);
        put_unit(&w, &unit->kernels[i], line_at[i]);
    }
    CMC_TRY(finish_section(&w, f, ".debug_info"));
    w.bytes = w.ranges;
    if (w.bytes.len == 0)
        return CMC_OK;
    return finish_section(&w, f, ".debug_ranges");
}
