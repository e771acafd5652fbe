// SPDX-License-Identifier: MIT
// The tables of zeinfo.def as arrays, and look-up in them.

#include "zebin_priv.h"

#include <assert.h>
#include <string.h>

typedef zeb_exec_env map_ENV;
typedef zeb_arg map_ARG;
typedef zeb_bti map_BTI;
typedef zeb_memory map_MEMORY;
typedef zeb_inline_sampler map_SAMPLER;
typedef zeb_arg_info map_ARGINFO;

const zeb_field zeb_fields[] = {
#define ZEB_FIELD(map, name, what, member, when)                                                                       \
    {.mapping = ZEB_MAP_##map,                                                                                         \
     .kind = ZEB_KIND_##what,                                                                                          \
     .emit = ZEB_EMIT_##when,                                                                                          \
     .key = (name),                                                                                                    \
     .off_b = offsetof(map_##map, member)},
#define ZEB_DIMS(map, name, member, flag)                                                                              \
    {.mapping = ZEB_MAP_##map,                                                                                         \
     .kind = ZEB_KIND_DIMS,                                                                                            \
     .emit = ZEB_EMIT_SET,                                                                                             \
     .key = (name),                                                                                                    \
     .off_b = offsetof(map_##map, member),                                                                             \
     .flag_off_b = offsetof(map_##map, flag)},
#include "zeinfo.def"
};
const size_t zeb_field_count = sizeof zeb_fields / sizeof zeb_fields[0];

static const struct {
    zeb_kind list;
    uint32_t value;
    const char *name;
} enum_rows[] = {
#define ZEB_ENUM(list_name, number, text) {ZEB_KIND_##list_name, (uint32_t)(number), (text)},
#include "zeinfo.def"
};

const char *zeb_enum_name(zeb_kind list, uint32_t value) {
    for (size_t i = 0; i < sizeof enum_rows / sizeof enum_rows[0]; i++)
        if (enum_rows[i].list == list && enum_rows[i].value == value)
            return enum_rows[i].name;
    return NULL;
}

uint32_t zeb_enum_value(zeb_kind list, const char *name) {
    assert(name);
    for (size_t i = 0; i < sizeof enum_rows / sizeof enum_rows[0]; i++)
        if (enum_rows[i].list == list && strcmp(enum_rows[i].name, name) == 0)
            return enum_rows[i].value;
    return 0;
}
