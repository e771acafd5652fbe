// SPDX-License-Identifier: MIT
// .ze_info to zeb_file: walks the YAML tree with the rows of zeinfo.def. A key without a row is skipped, because newer
// compilers write more keys. A value that its row cannot hold is an error.

#include "zebin_priv.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PAYLOAD_B = 1 << 16 }; // limit of the driver's 16-bit sizes

static cmc_status bad_value(cmc_diag *d, const zeb_yaml *n, const char *key, const char *expected) {
    cmc_diag_error(d, "CM0602", ".ze_info line %u: '%s' is '%s', expected %s", n->line, key,
                   n->kind == ZEB_YAML_SCALAR ? n->text : "a list or mapping", expected);
    return CMC_ERR_FORMAT;
}

static bool get_number(const zeb_yaml *n, int64_t min, int64_t max, int64_t *out) {
    if (n->kind != ZEB_YAML_SCALAR || n->quoted || !*n->text)
        return false;
    char *end;
    errno = 0;
    long long v = strtoll(n->text, &end, 0);
    if (errno || *end || v < min || v > max)
        return false;
    *out = v;
    return true;
}

static cmc_status read_dims(const zeb_field *fd, const zeb_yaml *n, void *base, cmc_diag *d) {
    uint32_t *dims = (uint32_t *)((char *)base + fd->off_b);
    if (n->kind != ZEB_YAML_SEQUENCE || n->items.len != 3)
        return bad_value(d, n, fd->key, "three numbers");
    for (uint32_t i = 0; i < 3; i++) {
        int64_t v;
        if (!get_number(n->items.data[i], 0, UINT32_MAX, &v))
            return bad_value(d, n->items.data[i], fd->key, "three numbers");
        dims[i] = (uint32_t)v;
    }
    *(bool *)((char *)base + fd->flag_off_b) = true;
    return CMC_OK;
}

static cmc_status read_enum(const zeb_field *fd, const zeb_yaml *n, void *member, cmc_diag *d) {
    if (n->kind != ZEB_YAML_SCALAR)
        return bad_value(d, n, fd->key, "a word");
    uint32_t v = zeb_enum_value(fd->kind, n->text);
    if (!v && fd->kind != ZEB_KIND_ARG_TYPE)
        return bad_value(d, n, fd->key, "one of the words of the format");
    if (!v)
        v = ZEB_ARG_OTHER; // newer argument types keep their name
    memcpy(member, &v, sizeof v);
    return CMC_OK;
}

// All enumerations of the public structs are written through a uint32_t.
_Static_assert(sizeof(zeb_arg_type) == 4 && sizeof(zeb_addrmode) == 4 && sizeof(zeb_addrspace) == 4 &&
                   sizeof(zeb_access) == 4,
               "enumerations are four bytes");

static cmc_status read_field(const zeb_field *fd, const zeb_yaml *n, void *base, cmc_diag *d) {
    void *member = (char *)base + fd->off_b;
    int64_t v;
    switch (fd->kind) {
    case ZEB_KIND_U32:
        if (!get_number(n, 0, UINT32_MAX, &v))
            return bad_value(d, n, fd->key, "a number from 0 to 4294967295");
        *(uint32_t *)member = (uint32_t)v;
        return CMC_OK;
    case ZEB_KIND_I32:
        if (!get_number(n, INT32_MIN, INT32_MAX, &v))
            return bad_value(d, n, fd->key, "a 32-bit number");
        *(int32_t *)member = (int32_t)v;
        return CMC_OK;
    case ZEB_KIND_NEXT:
        if (!get_number(n, 0, UINT8_MAX, &v))
            return bad_value(d, n, fd->key, "a number from 0 to 255");
        *(uint32_t *)member = (uint32_t)v + 1;
        return CMC_OK;
    case ZEB_KIND_BOOL:
        if (n->kind != ZEB_YAML_SCALAR || n->quoted || (strcmp(n->text, "true") != 0 && strcmp(n->text, "false") != 0))
            return bad_value(d, n, fd->key, "true or false");
        *(bool *)member = n->text[0] == 't';
        return CMC_OK;
    case ZEB_KIND_TEXT:
        if (n->kind != ZEB_YAML_SCALAR)
            return bad_value(d, n, fd->key, "a text");
        *(const char **)member = n->text;
        return CMC_OK;
    case ZEB_KIND_DIMS:
        return read_dims(fd, n, base, d);
    case ZEB_KIND_ARG_TYPE:
    case ZEB_KIND_ADDRMODE:
    case ZEB_KIND_ADDRSPACE:
    case ZEB_KIND_ACCESS:
        return read_enum(fd, n, member, d);
    case ZEB_KIND_NONE:
        break;
    }
    return CMC_ERR_INTERNAL;
}

static cmc_status read_mapping(const zeb_yaml *map, zeb_mapping mapping, void *base, const char *what, cmc_diag *d) {
    if (map->kind != ZEB_YAML_MAPPING)
        return bad_value(d, map, what, "a mapping");
    for (size_t i = 0; i < zeb_field_count; i++) {
        const zeb_field *fd = &zeb_fields[i];
        if (fd->mapping != mapping)
            continue;
        const zeb_yaml *n = zeb_yaml_get(map, fd->key);
        if (n)
            CMC_TRY(read_field(fd, n, base, d));
        if (!n && fd->emit == ZEB_EMIT_ALWAYS) {
            cmc_diag_error(d, "CM0603", ".ze_info line %u: '%s' has no '%s'", map->line, what, fd->key);
            return CMC_ERR_FORMAT;
        }
    }
    return CMC_OK;
}

// The items of a list under a kernel's key; a missing key is an empty list.
static cmc_status get_list(const zeb_yaml *map, const char *key, const zeb_yaml **list, cmc_diag *d) {
    static const zeb_yaml empty = {.kind = ZEB_YAML_SEQUENCE};
    const zeb_yaml *n = zeb_yaml_get(map, key);
    *list = n ? n : &empty;
    bool blank = n && n->kind == ZEB_YAML_SCALAR && !n->quoted && !*n->text;
    if (blank) // "kernels:" without a value
        *list = &empty;
    else if ((*list)->kind != ZEB_YAML_SEQUENCE)
        return bad_value(d, n, key, "a list");
    return CMC_OK;
}

static cmc_status check_arg(const zeb_arg *a, const zeb_yaml *n, cmc_diag *d) {
    if (a->off_b <= MAX_PAYLOAD_B && a->size_b <= MAX_PAYLOAD_B && a->arg_index >= -1)
        return CMC_OK;
    cmc_diag_error(d, "CM0604", ".ze_info line %u: argument %d has offset %u and size %u, expected at most %d", n->line,
                   a->arg_index, a->off_b, a->size_b, MAX_PAYLOAD_B);
    return CMC_ERR_FORMAT;
}

static cmc_status read_arg(const zeb_yaml *n, const char *what, zeb_arg *a, cmc_diag *d) {
    *a = (zeb_arg){.arg_index = -1, .sampler_index = -1};
    CMC_TRY(read_mapping(n, ZEB_MAP_ARG, a, what, d));
    if (a->type == ZEB_ARG_OTHER)
        a->other = zeb_yaml_get(n, "arg_type")->text;
    return check_arg(a, n, d);
}

// One loop for each list, because each vector has its own type.
#define READ_LIST(key, vec, elt_type, read_expr)                                                                       \
    do {                                                                                                               \
        CMC_TRY(get_list(map, (key), &list, d));                                                                       \
        for (uint32_t i = 0; i < list->items.len; i++) {                                                               \
            const zeb_yaml *item = list->items.data[i];                                                                \
            elt_type elt = {0};                                                                                        \
            CMC_TRY(read_expr);                                                                                        \
            if (!cmc_vec_push(arena, (vec), elt))                                                                      \
                return CMC_ERR_OOM;                                                                                    \
        }                                                                                                              \
    } while (0)

static cmc_status read_kernel_lists(cmc_arena *arena, zeb_kernel *k, const zeb_yaml *map, cmc_diag *d) {
    const zeb_yaml *list;
    READ_LIST("payload_arguments", &k->args, zeb_arg, read_arg(item, "payload_arguments", &elt, d));
    READ_LIST("per_thread_payload_arguments", &k->thread_args, zeb_arg,
              read_arg(item, "per_thread_payload_arguments", &elt, d));
    READ_LIST("binding_table_indices", &k->btis, zeb_bti,
              read_mapping(item, ZEB_MAP_BTI, &elt, "binding_table_indices", d));
    READ_LIST("per_thread_memory_buffers", &k->memory, zeb_memory,
              read_mapping(item, ZEB_MAP_MEMORY, &elt, "per_thread_memory_buffers", d));
    READ_LIST("inline_samplers", &k->samplers, zeb_inline_sampler,
              read_mapping(item, ZEB_MAP_SAMPLER, &elt, "inline_samplers", d));
    return CMC_OK;
}

static cmc_status read_name(const zeb_yaml *map, const char *what, const char **name, cmc_diag *d) {
    const zeb_yaml *n = zeb_yaml_get(map, "name");
    if (n && n->kind == ZEB_YAML_SCALAR && *n->text) {
        *name = n->text;
        return CMC_OK;
    }
    cmc_diag_error(d, "CM0603", ".ze_info line %u: an entry of '%s' has no 'name'", map->line, what);
    return CMC_ERR_FORMAT;
}

static cmc_status read_kernel(zeb_file *f, const zeb_yaml *map, cmc_diag *d) {
    const char *name;
    CMC_TRY(read_name(map, "kernels", &name, d));
    zeb_kernel *k = zeb_kernel_add(f, name);
    if (!k)
        return CMC_ERR_OOM;
    const zeb_yaml *env = zeb_yaml_get(map, "execution_env");
    if (!env) {
        cmc_diag_error(d, "CM0603", ".ze_info line %u: kernel '%s' has no 'execution_env'", map->line, name);
        return CMC_ERR_FORMAT;
    }
    for (uint32_t i = 0; i < 3; i++)
        k->env.walk_order[i] = i;
    CMC_TRY(read_mapping(env, ZEB_MAP_ENV, &k->env, "execution_env", d));
    uint32_t s = k->env.simd_size;
    if (s != 1 && s != 8 && s != 16 && s != 32)
        return bad_value(d, zeb_yaml_get(env, "simd_size"), "simd_size", "1, 8, 16 or 32");
    return read_kernel_lists(f->arena, k, map, d);
}

static zeb_kernel *find_kernel(const zeb_file *f, const char *name) {
    for (uint32_t i = 0; i < f->kernels.len; i++)
        if (strcmp(f->kernels.data[i]->name, name) == 0)
            return f->kernels.data[i];
    return NULL;
}

// kernels_misc_info: argument names and types as the user wrote them.
static cmc_status read_misc(zeb_file *f, const zeb_yaml *entry, cmc_diag *d) {
    const char *name;
    CMC_TRY(read_name(entry, "kernels_misc_info", &name, d));
    zeb_kernel *k = find_kernel(f, name);
    if (!k)
        return CMC_OK;
    cmc_arena *arena = f->arena;
    const zeb_yaml *map = entry, *list;
    READ_LIST("args_info", &k->arg_infos, zeb_arg_info, read_mapping(item, ZEB_MAP_ARGINFO, &elt, "args_info", d));
    return CMC_OK;
}

static cmc_status read_version(zeb_file *f, const zeb_yaml *root, cmc_diag *d) {
    const zeb_yaml *n = zeb_yaml_get(root, "version");
    if (!n)
        return CMC_OK; // both drivers treat it as their own version
    if (n->kind != ZEB_YAML_SCALAR)
        return bad_value(d, n, "version", "a version such as '1.15'");
    char *end;
    long major = strtol(n->text, &end, 10);
    if (end == n->text || *end != '.')
        return bad_value(d, n, "version", "a version such as '1.15'");
    if (major != 1) {
        cmc_diag_error(d, "CM0605", ".ze_info has version '%s', expected 1.x", n->text);
        return CMC_ERR_UNSUPPORTED;
    }
    f->version = n->text;
    return CMC_OK;
}

cmc_status zeb_zeinfo_read(zeb_file *f, const uint8_t *text, size_t len, cmc_diag *d) {
    assert(f && f->arena);
    zeb_yaml *root;
    while (len && text[len - 1] == 0) // some writers include the C string's NUL
        len--;
    CMC_TRY(zeb_yaml_parse(f->arena, ".ze_info", text, len, &root, d));
    if (root->kind != ZEB_YAML_MAPPING)
        return bad_value(d, root, ".ze_info", "a mapping");
    CMC_TRY(read_version(f, root, d));
    if (!zeb_yaml_get(root, "kernels")) {
        cmc_diag_error(d, "CM0603", ".ze_info has no 'kernels'");
        return CMC_ERR_FORMAT;
    }
    const zeb_yaml *list;
    CMC_TRY(get_list(root, "kernels", &list, d));
    for (uint32_t i = 0; i < list->items.len; i++)
        CMC_TRY(read_kernel(f, list->items.data[i], d));
    CMC_TRY(get_list(root, "kernels_misc_info", &list, d));
    for (uint32_t i = 0; i < list->items.len; i++)
        CMC_TRY(read_misc(f, list->items.data[i], d));
    return CMC_OK;
}
