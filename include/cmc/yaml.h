// SPDX-License-Identifier: MIT
// YAML text as a tree: .ze_info, and the files of tools. Of lib/zebin.

#ifndef CMC_YAML_H
#define CMC_YAML_H

#include <cmc/base.h>

typedef enum zeb_yaml_kind { ZEB_YAML_NONE = 0, ZEB_YAML_SCALAR, ZEB_YAML_SEQUENCE, ZEB_YAML_MAPPING } zeb_yaml_kind;

typedef struct zeb_yaml {
    zeb_yaml_kind kind;
    bool quoted;                      // scalar
    uint32_t line;                    // from 1
    const char *text;                 // scalar
    CMC_VEC(struct zeb_yaml *) items; // a mapping holds key, value, key, value
} zeb_yaml;

// Parses one document into the arena. Messages begin with `what` and the line. CMC_ERR_FORMAT for text that is not
// YAML, is empty, or has anchors or aliases: without them a tree is no larger than its text. Keys of mappings are
// scalars.
cmc_status zeb_yaml_parse(cmc_arena *a, const char *what, const uint8_t *text, size_t len, zeb_yaml **root,
                          cmc_diag *d);
// The value of a key, or NULL; NULL for a node that is not a mapping.
const zeb_yaml *zeb_yaml_get(const zeb_yaml *map, const char *key);

#endif
