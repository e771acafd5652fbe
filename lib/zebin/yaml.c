// SPDX-License-Identifier: MIT
// YAML text to a tree in the arena, from libyaml's events. The parser uses events because libyaml's own documents hide
// aliases, and a file with aliases can name a small list a million times.

#include <assert.h>
#include <cmc/yaml.h>
#include <string.h>
#include <yaml.h>

enum { MAX_DEPTH = 16 }; // a .ze_info nests six deep

typedef struct builder {
    const char *what; // the text's name in messages
    cmc_arena *arena;
    cmc_diag *diag;
    zeb_yaml *stack[MAX_DEPTH];
    uint32_t depth;
    zeb_yaml *root;
    bool done;
} builder;

static cmc_status format_error(const builder *b, size_t line, const char *wrong) {
    cmc_diag_error(b->diag, "CM0601", "%s line %zu: %s", b->what, line, wrong);
    return CMC_ERR_FORMAT;
}

static cmc_status add_node(builder *b, zeb_yaml_kind kind, const yaml_event_t *ev, zeb_yaml **out) {
    size_t line = ev->start_mark.line + 1;
    zeb_yaml *n = CMC_NEW(b->arena, zeb_yaml);
    if (!n)
        return CMC_ERR_OOM;
    n->kind = kind;
    n->line = (uint32_t)line;
    *out = n;
    if (b->depth == 0) {
        if (b->root)
            return format_error(b, line, "unexpected second document");
        b->root = n;
        return CMC_OK;
    }
    zeb_yaml *parent = b->stack[b->depth - 1];
    if (parent->kind == ZEB_YAML_MAPPING && parent->items.len % 2 == 0 && kind != ZEB_YAML_SCALAR)
        return format_error(b, line, "key is a list or mapping");
    return cmc_vec_push(b->arena, &parent->items, n) ? CMC_OK : CMC_ERR_OOM;
}

static cmc_status add_scalar(builder *b, const yaml_event_t *ev) {
    zeb_yaml *n;
    CMC_TRY(add_node(b, ZEB_YAML_SCALAR, ev, &n));
    const char *text = (const char *)ev->data.scalar.value;
    size_t len = ev->data.scalar.length;
    if (strlen(text) != len)
        return format_error(b, n->line, "text contains a zero byte");
    n->quoted = ev->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
    n->text = cmc_arena_strndup(b->arena, text, len);
    return n->text ? CMC_OK : CMC_ERR_OOM;
}

static cmc_status open_node(builder *b, zeb_yaml_kind kind, const yaml_event_t *ev) {
    zeb_yaml *n;
    if (b->depth == MAX_DEPTH)
        return format_error(b, ev->start_mark.line + 1, "nested deeper than 16 levels");
    CMC_TRY(add_node(b, kind, ev, &n));
    b->stack[b->depth++] = n;
    return CMC_OK;
}

static cmc_status take_event(builder *b, const yaml_event_t *ev) {
    switch (ev->type) {
    case YAML_SCALAR_EVENT:
        return add_scalar(b, ev);
    case YAML_SEQUENCE_START_EVENT:
        return open_node(b, ZEB_YAML_SEQUENCE, ev);
    case YAML_MAPPING_START_EVENT:
        return open_node(b, ZEB_YAML_MAPPING, ev);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        b->depth--;
        return CMC_OK;
    case YAML_ALIAS_EVENT:
        return format_error(b, ev->start_mark.line + 1, "aliases are not supported");
    case YAML_STREAM_END_EVENT:
        b->done = true;
        return CMC_OK;
    case YAML_NO_EVENT:
    case YAML_STREAM_START_EVENT:
    case YAML_DOCUMENT_START_EVENT:
    case YAML_DOCUMENT_END_EVENT:
        return CMC_OK;
    }
    return CMC_OK;
}

cmc_status zeb_yaml_parse(cmc_arena *a, const char *what, const uint8_t *text, size_t len, zeb_yaml **root,
                          cmc_diag *d) {
    assert(a && what && root);
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser))
        return CMC_ERR_OOM;
    yaml_parser_set_input_string(&parser, text, len);
    builder b = {.what = what, .arena = a, .diag = d};
    cmc_status status = CMC_OK;
    while (status == CMC_OK && !b.done) {
        yaml_event_t ev;
        if (!yaml_parser_parse(&parser, &ev)) {
            status = parser.error == YAML_MEMORY_ERROR ? CMC_ERR_OOM
                                                       : format_error(&b, parser.problem_mark.line + 1,
                                                                      parser.problem ? parser.problem : "invalid YAML");
            break;
        }
        status = take_event(&b, &ev);
        yaml_event_delete(&ev);
    }
    yaml_parser_delete(&parser);
    CMC_TRY(status);
    if (!b.root)
        return format_error(&b, 1, "empty, expected a mapping");
    *root = b.root;
    return CMC_OK;
}

const zeb_yaml *zeb_yaml_get(const zeb_yaml *map, const char *key) {
    assert(key);
    if (!map || map->kind != ZEB_YAML_MAPPING)
        return NULL;
    for (uint32_t i = 0; i + 1 < map->items.len; i += 2)
        if (strcmp(map->items.data[i]->text, key) == 0)
            return map->items.data[i + 1];
    return NULL;
}
