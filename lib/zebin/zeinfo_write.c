// SPDX-License-Identifier: MIT
// zeb_file to .ze_info text, by the rows of zeinfo.def.
//
//   kernels:
//     - name: k
//       execution_env:
//         grf_count: 128
//       payload_arguments:
//         - arg_type: arg_byvalue
//
// libyaml's emitter is not used: it puts the dashes of a list under the key's first letter, and Intel's parser
// requires them further to the right.

#include "zebin_priv.h"

#include <assert.h>
#include <string.h>

typedef struct printer {
    cmc_str *out;
    uint32_t indent;   // of keys
    bool dash;         // the next key is the first of a list item
    cmc_status status; // the first error
    cmc_diag *diag;
} printer;

static void put_key(printer *p, const char *key) {
    uint32_t indent = p->dash ? p->indent - 2 : p->indent;
    cmc_str_printf(p->out, "%*s%s%s:", (int)indent, "", p->dash ? "- " : "", key);
    p->dash = false;
}

static void put_number(printer *p, const char *key, int64_t v) {
    put_key(p, key);
    cmc_str_printf(p->out, " %lld\n", (long long)v);
}

static void put_word(printer *p, const char *key, const char *word) {
    put_key(p, key);
    cmc_str_printf(p->out, " %s\n", word);
}

// A text from the user: quoted, so that no character of it is read as YAML.
static void put_text(printer *p, const char *key, const char *text) {
    static const char word[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    put_key(p, key);
    bool starts_well = (text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z') || text[0] == '_';
    if (starts_well && strspn(text, word) == strlen(text)) {
        cmc_str_printf(p->out, " %s\n", text);
        return;
    }
    cmc_str_append(p->out, " '");
    for (const char *c = text; *c; c++) {
        if ((unsigned char)*c < ' ' || *c == '\'') {
            if (p->status == CMC_OK)
                cmc_diag_error(p->diag, "CM0624", "'%s' of '.ze_info' cannot hold the character %d of '%s'", key, *c,
                               text);
            p->status = CMC_ERR_USER;
        }
        cmc_str_append_n(p->out, c, 1);
    }
    cmc_str_append(p->out, "'\n");
}

static void open_block(printer *p, const char *key) {
    put_key(p, key);
    cmc_str_append(p->out, "\n");
    p->indent += 2;
}

static void open_list(printer *p, const char *key) {
    open_block(p, key);
    p->indent += 2; // keys of an item follow "- "
}

static void close_block(printer *p) {
    p->indent -= 2;
}

static void close_list(printer *p) {
    p->indent -= 4;
}

// Fields

static bool is_wanted(const zeb_field *fd, const void *member, const void *base) {
    static const uint8_t zero[4];
    if (fd->emit == ZEB_EMIT_ALWAYS)
        return true;
    switch (fd->kind) {
    case ZEB_KIND_I32:
        return *(const int32_t *)member != (fd->emit == ZEB_EMIT_INDEX ? -1 : 0);
    case ZEB_KIND_BOOL:
        return *(const bool *)member;
    case ZEB_KIND_TEXT:
        return *(const char *const *)member != NULL;
    case ZEB_KIND_DIMS:
        return *(const bool *)((const char *)base + fd->flag_off_b);
    default:
        return memcmp(member, zero, sizeof zero) != 0;
    }
}

static void put_enum(printer *p, const zeb_field *fd, const void *member, const char *other) {
    uint32_t value;
    memcpy(&value, member, sizeof value);
    const char *name = zeb_enum_name(fd->kind, value);
    if (name) {
        put_word(p, fd->key, name);
        return;
    }
    if (other) { // an argument type that is stored by name
        put_text(p, fd->key, other);
        return;
    }
    cmc_diag_error(p->diag, "CM0624", "'%s' of '.ze_info' has no value", fd->key);
    p->status = CMC_ERR_USER;
}

static void put_dims(printer *p, const char *key, const uint32_t *dims) {
    put_key(p, key);
    cmc_str_printf(p->out, " [%u, %u, %u]\n", dims[0], dims[1], dims[2]);
}

static void put_field(printer *p, const zeb_field *fd, const void *member, const char *other) {
    const char *text;
    switch (fd->kind) {
    case ZEB_KIND_U32:
        put_number(p, fd->key, *(const uint32_t *)member);
        return;
    case ZEB_KIND_I32:
        put_number(p, fd->key, *(const int32_t *)member);
        return;
    case ZEB_KIND_NEXT:
        put_number(p, fd->key, (int64_t) * (const uint32_t *)member - 1);
        return;
    case ZEB_KIND_BOOL:
        put_word(p, fd->key, *(const bool *)member ? "true" : "false");
        return;
    case ZEB_KIND_TEXT:
        text = *(const char *const *)member;
        put_text(p, fd->key, text ? text : "");
        return;
    case ZEB_KIND_DIMS:
        put_dims(p, fd->key, member);
        return;
    default:
        put_enum(p, fd, member, other);
    }
}

static void put_fields(printer *p, zeb_mapping mapping, const void *base, const char *other) {
    for (size_t i = 0; i < zeb_field_count; i++) {
        const zeb_field *fd = &zeb_fields[i];
        if (fd->mapping != mapping)
            continue;
        const void *member = (const char *)base + fd->off_b;
        if (is_wanted(fd, member, base))
            put_field(p, fd, member, other);
    }
}

// Kernels

static void put_args(printer *p, const char *key, const zeb_arg *args, uint32_t n) {
    if (n == 0)
        return;
    open_list(p, key);
    for (uint32_t i = 0; i < n; i++) {
        p->dash = true;
        put_fields(p, ZEB_MAP_ARG, &args[i], args[i].other);
    }
    close_list(p);
}

static void put_list(printer *p, const char *key, zeb_mapping mapping, const void *items, uint32_t n, size_t item_b) {
    if (n == 0)
        return;
    open_list(p, key);
    for (uint32_t i = 0; i < n; i++) {
        p->dash = true;
        put_fields(p, mapping, (const char *)items + i * item_b, NULL);
    }
    close_list(p);
}

static void put_kernel(printer *p, const zeb_kernel *k) {
    p->dash = true;
    put_text(p, "name", k->name);
    open_block(p, "execution_env");
    put_fields(p, ZEB_MAP_ENV, &k->env, NULL);
    close_block(p);
    put_args(p, "payload_arguments", k->args.data, k->args.len);
    put_args(p, "per_thread_payload_arguments", k->thread_args.data, k->thread_args.len);
    put_list(p, "binding_table_indices", ZEB_MAP_BTI, k->btis.data, k->btis.len, sizeof(zeb_bti));
    put_list(p, "per_thread_memory_buffers", ZEB_MAP_MEMORY, k->memory.data, k->memory.len, sizeof(zeb_memory));
    put_list(p, "inline_samplers", ZEB_MAP_SAMPLER, k->samplers.data, k->samplers.len, sizeof(zeb_inline_sampler));
}

static bool has_arg_infos(const zeb_file *f) {
    for (uint32_t i = 0; i < f->kernels.len; i++)
        if (f->kernels.data[i]->arg_infos.len)
            return true;
    return false;
}

static void put_misc(printer *p, const zeb_file *f) {
    if (!has_arg_infos(f))
        return;
    open_list(p, "kernels_misc_info");
    for (uint32_t i = 0; i < f->kernels.len; i++) {
        const zeb_kernel *k = f->kernels.data[i];
        if (k->arg_infos.len == 0)
            continue;
        p->dash = true;
        put_text(p, "name", k->name);
        put_list(p, "args_info", ZEB_MAP_ARGINFO, k->arg_infos.data, k->arg_infos.len, sizeof(zeb_arg_info));
    }
    close_list(p);
}

cmc_status zeb_info_write(const zeb_file *f, cmc_str *out, cmc_diag *d) {
    assert(f && out);
    printer p = {.out = out, .diag = d};
    cmc_str_append(out, "---\n");
    put_word(&p, "version", "'" ZEB_VERSION_TEXT "'");
    open_list(&p, "kernels");
    for (uint32_t i = 0; i < f->kernels.len; i++)
        put_kernel(&p, f->kernels.data[i]);
    close_list(&p);
    put_misc(&p, f);
    cmc_str_append(out, "...\n");
    if (out->oom)
        return CMC_ERR_OOM;
    return p.status;
}
