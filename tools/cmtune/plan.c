// SPDX-License-Identifier: MIT
// The YAML file of a kernel's variants:
//
//   compile: cmc -march={target} {defines} {here}/sgemm.cm -o {kernel}
//   run: sgemm --device={device} --kernel={kernel} --m=64
//   limit: 60                        seconds
//   measure: "regular (expression)"
//   constants: {ROWS: [8, 16], COLUMNS: [16, 32]}

#include "cmtune.h"

#include <cmc/hash.h>
#include <cmc/yaml.h>
#include <ctype.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT_S = 60, MOST_LIMIT_S = 86400 };
// What programs of the repository print: estimates of launches on the simulator; seconds elsewhere.
#define MEASURE_SIMULATOR "^estimated cycles +([0-9]+)"
#define MEASURE_DEVICE    " on [a-z0-9-]+: ([0-9.e+-]+) s"

typedef struct reader {
    cmc_arena *arena;
    tune_plan *plan;
    cmc_diag *diag;
} reader;

static cmc_status wrong(const reader *r, const zeb_yaml *at, const char *what, const char *expected) {
    cmc_diag_error(r->diag, "CM0701", "line %u: %s%s%s", at->line, what, *expected ? ": expected " : "", expected);
    return CMC_ERR_USER;
}

static bool is_name(const char *text) {
    bool ok = isalpha((unsigned char)text[0]) || text[0] == '_';
    for (; *text; text++)
        ok = ok && (isalnum((unsigned char)*text) || *text == '_');
    return ok;
}

// A value is a word of the results file, and of the compiler's command line.
static bool is_value(const zeb_yaml *n) {
    if (n->kind != ZEB_YAML_SCALAR || !*n->text)
        return false;
    for (const char *p = n->text; *p; p++)
        if (!isgraph((unsigned char)*p))
            return false;
    return true;
}

static cmc_status read_constant(reader *r, const zeb_yaml *key, const zeb_yaml *value) {
    tune_constant c = {.name = key->text};
    if (!is_name(key->text))
        return wrong(r, key, "a constant's name", "letters, digits and '_'");
    for (uint32_t i = 0; i < r->plan->constants.len; i++)
        if (strcmp(r->plan->constants.data[i].name, key->text) == 0)
            return wrong(r, key, "the constant has been named before", "");
    if (value->kind != ZEB_YAML_SEQUENCE || value->items.len == 0)
        return wrong(r, value, "a constant's values", "a list, such as [8, 16]");
    for (uint32_t i = 0; i < value->items.len; i++) {
        if (!is_value(value->items.data[i]))
            return wrong(r, value->items.data[i], "a constant's value", "a word without blanks");
        for (uint32_t k = 0; k < i; k++)
            if (strcmp(c.values.data[k], value->items.data[i]->text) == 0)
                return wrong(r, value->items.data[i], "the value is in the list twice", "");
        if (!cmc_vec_push(r->arena, &c.values, value->items.data[i]->text))
            return CMC_ERR_OOM;
    }
    if (r->plan->n_variants > TUNE_MOST / c.values.len)
        return wrong(r, key, "there are more than 1048576 variants", "");
    r->plan->n_variants *= c.values.len;
    return cmc_vec_push(r->arena, &r->plan->constants, c) ? CMC_OK : CMC_ERR_OOM;
}

static cmc_status read_constants(reader *r, const zeb_yaml *n) {
    if (n->kind != ZEB_YAML_MAPPING || n->items.len == 0)
        return wrong(r, n, "'constants'", "names with lists of values");
    r->plan->n_variants = 1;
    for (uint32_t i = 0; i + 1 < n->items.len; i += 2)
        CMC_TRY(read_constant(r, n->items.data[i], n->items.data[i + 1]));
    return CMC_OK;
}

static cmc_status read_measure(reader *r, const zeb_yaml *n) {
    regex_t e;
    if (regcomp(&e, n->text, REG_EXTENDED | REG_NEWLINE) != 0)
        return wrong(r, n, "'measure'", "an extended regular expression");
    const bool one = e.re_nsub == 1;
    regfree(&e);
    r->plan->measure = n->text;
    return one ? CMC_OK : wrong(r, n, "'measure'", "one group in parentheses, the number");
}

static cmc_status read_limit(reader *r, const zeb_yaml *n) {
    char *end;
    const unsigned long s = strtoul(n->text, &end, 10);
    if (!isdigit((unsigned char)n->text[0]) || *end || s < 1 || s > MOST_LIMIT_S)
        return wrong(r, n, "'limit'", "seconds from 1 to 86400");
    r->plan->limit_s = (uint32_t)s;
    return CMC_OK;
}

static cmc_status read_key(reader *r, const zeb_yaml *key, const zeb_yaml *value) {
    if (strcmp(key->text, "constants") == 0)
        return read_constants(r, value);
    if (value->kind != ZEB_YAML_SCALAR)
        return wrong(r, value, "the value of a key other than 'constants'", "text");
    if (strcmp(key->text, "measure") == 0)
        return read_measure(r, value);
    if (strcmp(key->text, "limit") == 0)
        return read_limit(r, value);
    if (strcmp(key->text, "compile") == 0)
        r->plan->compile = value->text;
    else if (strcmp(key->text, "run") == 0)
        r->plan->run = value->text;
    else
        return wrong(r, key, "unknown key", "compile, run, constants, limit or measure");
    return CMC_OK;
}

static cmc_status read_tree(reader *r, const zeb_yaml *root) {
    if (root->kind != ZEB_YAML_MAPPING)
        return wrong(r, root, "the file", "a mapping with compile, run and constants");
    for (uint32_t i = 0; i + 1 < root->items.len; i += 2)
        CMC_TRY(read_key(r, root->items.data[i], root->items.data[i + 1]));
    if (!r->plan->compile || !r->plan->run || r->plan->n_variants == 0)
        return wrong(r, root, "the file lacks a key", "compile, run and constants");
    if (!strstr(r->plan->compile, "{kernel}") || !strstr(r->plan->run, "{kernel}"))
        return wrong(r, root, "the commands", "{kernel} in both, the file that one writes and the other reads");
    return CMC_OK;
}

static const char *folder_of(cmc_arena *a, const char *path) {
    const char *slash = strrchr(path, '/');
    return !slash ? "." : slash == path ? "/" : cmc_arena_strndup(a, path, (size_t)(slash - path));
}

// Results of other commands or devices must not be taken for those of this plan.
static const char *mark_of(cmc_arena *a, const tune_plan *p) {
    const char *const parts[] = {p->compile, p->run, p->measure, p->target};
    uint64_t h = CMC_HASH_BASIS;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        h = cmc_hash(h, parts[i], strlen(parts[i]) + 1);
    return cmc_arena_printf(a, "%s/%08x", p->device, (uint32_t)(h ^ h >> 32));
}

cmc_status tune_plan_read(cmc_arena *a, const char *path, const char *device, const char *target, tune_plan *p,
                          cmc_diag *d) {
    uint8_t *text = NULL;
    size_t len = 0;
    zeb_yaml *root;
    *p = (tune_plan){.path = path, .device = device, .target = target, .limit_s = LIMIT_S};
    p->measure = strncmp(device, "xesim", 5) == 0 ? MEASURE_SIMULATOR : MEASURE_DEVICE;
    CMC_TRY(cmc_file_read(path, &text, &len, d));
    reader r = {a, p, d};
    cmc_status s = zeb_yaml_parse(a, "YAML", text ? text : (const uint8_t *)"", len, &root, d);
    if (s == CMC_OK)
        s = read_tree(&r, root);
    free(text);
    CMC_TRY(s);
    p->folder = folder_of(a, path);
    p->mark = mark_of(a, p);
    return p->folder && p->mark ? CMC_OK : CMC_ERR_OOM;
}

const char *tune_value(const tune_plan *p, uint32_t variant, uint32_t constant) {
    for (uint32_t i = p->constants.len - 1; i > constant; i--)
        variant /= p->constants.data[i].values.len;
    const cmc_words *values = &p->constants.data[constant].values;
    return values->data[variant % values->len];
}

void tune_variant_text(const tune_plan *p, uint32_t variant, cmc_str *out) {
    for (uint32_t i = 0; i < p->constants.len; i++)
        cmc_str_printf(out, "%s%s=%s", i ? " " : "", p->constants.data[i].name, tune_value(p, variant, i));
}

uint32_t tune_variant_find(const tune_plan *p, const char *text) {
    uint32_t variant = 0;
    for (uint32_t i = 0; i < p->constants.len; i++) {
        const tune_constant *c = &p->constants.data[i];
        const size_t name = strlen(c->name);
        uint32_t v = 0;
        if (strncmp(text, c->name, name) != 0 || text[name] != '=')
            return UINT32_MAX;
        text += name + 1;
        const size_t length = strcspn(text, " ");
        while (v < c->values.len &&
               (strlen(c->values.data[v]) != length || strncmp(c->values.data[v], text, length) != 0))
            v++;
        if (v == c->values.len)
            return UINT32_MAX;
        variant = variant * c->values.len + v;
        text += length + (text[length] == ' ');
    }
    return *text ? UINT32_MAX : variant;
}
