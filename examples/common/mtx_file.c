// SPDX-License-Identifier: MIT
// Sparse matrices in the Matrix Market format.
//
//   %%MatrixMarket matrix coordinate real general
//   % comments
//   rows columns elements
//   row column value          one line for each element, counted from 1; no value in a pattern

#include "example.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MAX_SIDE = 1 << 28, MAX_ELEMENTS = 1 << 30, LINE_B = 48 };

typedef struct element {
    uint32_t row, column;
    float value;
} element;

typedef struct reader {
    const char *path;
    char *at; // the next line; lines end with 0 once they are taken
    char *why;
    uint64_t line; // number of the line that was taken last, from 1
    bool has_values, is_symmetric;
    uint64_t n_lines; // of elements
} reader;

static bool bad(const reader *r, const char *expected) {
    return ex_why(r->why, "%s:%llu: %s", r->path, (unsigned long long)r->line, expected);
}

// The next line, or NULL.
static char *next_line(reader *r) {
    char *line = r->at;
    if (!*line)
        return NULL;
    r->at += strcspn(line, "\n");
    if (*r->at)
        *r->at++ = '\0';
    r->line++;
    return line;
}

static bool is_blank(const char *line) {
    return line[strspn(line, " \t\r")] == '\0';
}

static bool take_number(char **at, uint64_t most, uint64_t *n) {
    char *end;
    *at += strspn(*at, " \t");
    if (!isdigit((unsigned char)**at))
        return false;
    errno = 0;
    *n = strtoull(*at, &end, 10);
    *at = end;
    return !errno && *n <= most;
}

static bool read_banner(reader *r) {
    char object[16] = "", format[16] = "", field[16] = "", symmetry[24] = "", *line = next_line(r);
    if (!line || sscanf(line, "%%%%MatrixMarket %15s %15s %15s %23s", object, format, field, symmetry) != 4)
        return bad(r, "expected '%%MatrixMarket matrix coordinate FIELD SYMMETRY'");
    if (strcasecmp(object, "matrix") != 0 || strcasecmp(format, "coordinate") != 0)
        return bad(r, "expected a matrix in coordinate format");
    r->has_values = strcasecmp(field, "pattern") != 0;
    if (r->has_values && strcasecmp(field, "real") != 0 && strcasecmp(field, "integer") != 0)
        return bad(r, "expected the field real, integer or pattern");
    r->is_symmetric = strcasecmp(symmetry, "symmetric") == 0;
    if (!r->is_symmetric && strcasecmp(symmetry, "general") != 0)
        return bad(r, "expected the symmetry general or symmetric");
    return true;
}

static bool read_sizes(reader *r, sparse *m) {
    char *line;
    uint64_t rows, columns;
    do
        line = next_line(r);
    while (line && (line[0] == '%' || is_blank(line)));
    if (!line || !take_number(&line, MAX_SIDE, &rows) || !take_number(&line, MAX_SIDE, &columns) ||
        !take_number(&line, MAX_ELEMENTS, &r->n_lines) || !is_blank(line) || rows == 0 || columns == 0)
        return bad(r, "expected the numbers of rows, columns and elements");
    if (r->is_symmetric && rows != columns)
        return bad(r, "a symmetric matrix has as many rows as columns");
    // Each element takes at least four characters: a count that the file cannot hold needs no memory.
    if (r->n_lines > strlen(r->at) / 3 + 1)
        return bad(r, "more elements than the file has lines");
    m->rows = (uint32_t)rows;
    m->columns = (uint32_t)columns;
    return true;
}

static bool read_element(reader *r, const sparse *m, element *e) {
    char *line, *end;
    uint64_t row, column;
    do
        line = next_line(r);
    while (line && is_blank(line));
    if (!line)
        return bad(r, "the file ends before its last element");
    if (!take_number(&line, m->rows, &row) || !take_number(&line, m->columns, &column) || row == 0 || column == 0)
        return bad(r, "expected a row and a column of the matrix, counted from 1");
    *e = (element){(uint32_t)row - 1, (uint32_t)column - 1, 1};
    if (r->has_values) {
        e->value = strtof(line, &end);
        if (end == line)
            return bad(r, "expected a value");
        line = end;
    }
    return is_blank(line) || bad(r, "more than an element in the line");
}

// Places the elements by rows. An element off the diagonal of a symmetric matrix is there twice.
static bool to_rows(const reader *r, const element *e, sparse *m) {
    uint64_t n = r->n_lines * (r->is_symmetric ? 2 : 1);
    m->first = calloc((size_t)m->rows + 2, sizeof *m->first);
    m->column = malloc((n + 1) * sizeof *m->column);
    m->value = malloc((n + 1) * sizeof *m->value);
    if (!m->first || !m->column || !m->value)
        return ex_why(r->why, "%s: out of memory for %llu elements", r->path, (unsigned long long)n);
    uint32_t *next = m->first + 1; // next[i] becomes the place of row i's next element, at the end first[i + 1]
    for (uint64_t i = 0; i < r->n_lines; i++) {
        next[e[i].row + 1]++;
        if (r->is_symmetric && e[i].row != e[i].column)
            next[e[i].column + 1]++;
    }
    for (uint32_t i = 0; i < m->rows; i++)
        next[i + 1] += next[i];
    for (uint64_t i = 0; i < r->n_lines; i++) {
        uint32_t at = next[e[i].row]++;
        m->column[at] = e[i].column;
        m->value[at] = e[i].value;
        if (r->is_symmetric && e[i].row != e[i].column) {
            at = next[e[i].column]++;
            m->column[at] = e[i].row;
            m->value[at] = e[i].value;
        }
    }
    return true;
}

static bool parse(reader *r, sparse *m) {
    if (!read_banner(r) || !read_sizes(r, m))
        return false;
    element *elements = malloc((r->n_lines + 1) * sizeof *elements);
    bool ok = elements || ex_why(r->why, "%s: out of memory", r->path);
    for (uint64_t i = 0; ok && i < r->n_lines; i++)
        ok = read_element(r, m, &elements[i]);
    for (char *line; ok && (line = next_line(r));)
        ok = is_blank(line) || bad(r, "more elements than the size line says");
    ok = ok && to_rows(r, elements, m);
    free(elements);
    return ok;
}

bool mtx_file_read(const char *path, sparse *m, char why[EX_WHY]) {
    uint8_t *bytes;
    size_t size_b;
    *m = (sparse){0};
    if (!ex_file_read(path, &bytes, &size_b, why))
        return false;
    reader r = {.path = path, .at = (char *)bytes, .why = why};
    bool ok = parse(&r, m);
    free(bytes);
    if (!ok)
        sparse_free(m);
    return ok;
}

bool mtx_file_write(const char *path, const sparse *m, char why[EX_WHY]) {
    uint64_t n = m->first[m->rows];
    char *out = malloc((n + 2) * LINE_B * 2);
    if (!out)
        return ex_why(why, "%s: out of memory", path);
    char *at = out + sprintf(out, "%%%%MatrixMarket matrix coordinate real general\n%u %u %llu\n", m->rows, m->columns,
                             (unsigned long long)n);
    for (uint32_t row = 0; row < m->rows; row++)
        for (uint32_t i = m->first[row]; i < m->first[row + 1]; i++)
            at += sprintf(at, "%u %u %.9g\n", row + 1, m->column[i] + 1, (double)m->value[i]);
    bool ok = ex_file_write(path, out, (size_t)(at - out), NULL, 0, why);
    free(out);
    return ok;
}

void sparse_free(sparse *m) {
    free(m->first);
    free(m->column);
    free(m->value);
    *m = (sparse){0};
}
