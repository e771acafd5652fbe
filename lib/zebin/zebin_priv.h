// SPDX-License-Identifier: MIT
// Private to lib/zebin: the field tables, the parts of reader and writer.

#ifndef ZEBIN_PRIV_H
#define ZEBIN_PRIV_H

#include <cmc/targets.h>
#include <cmc/yaml.h>
#include <cmc/zebin.h>

enum { // ELF facts of a zebin
    ZEB_EM_INTELGT = 205,
    ZEB_ET_REL = 1,
    ZEB_ET_EXE = 0xff12,
    ZEB_ABI_VERSION = 1,
};
#define ZEB_SHT_ZEINFO 0xff000011u

enum { // note types of .note.intelgt.compat
    ZEB_NOTE_PRODUCT = 1,
    ZEB_NOTE_CORE = 2,
    ZEB_NOTE_METADATA = 3,
    ZEB_NOTE_VERSION = 4,
    ZEB_NOTE_PRODUCT_CONFIG = 6,
};

// The version that is written. The writer uses no key of a later version, so both decoders accept the file without a
// warning.
#define ZEB_VERSION_TEXT "1.15"

// Field tables

typedef enum zeb_kind {
    ZEB_KIND_NONE = 0,
    ZEB_KIND_U32,
    ZEB_KIND_I32,
    ZEB_KIND_NEXT,
    ZEB_KIND_BOOL,
    ZEB_KIND_TEXT,
    ZEB_KIND_DIMS,
    ZEB_KIND_ARG_TYPE,
    ZEB_KIND_ADDRMODE,
    ZEB_KIND_ADDRSPACE,
    ZEB_KIND_ACCESS
} zeb_kind;
typedef enum zeb_emit { ZEB_EMIT_NONE = 0, ZEB_EMIT_ALWAYS, ZEB_EMIT_SET, ZEB_EMIT_INDEX } zeb_emit;
typedef enum zeb_mapping {
    ZEB_MAP_NONE = 0,
    ZEB_MAP_ENV,
    ZEB_MAP_ARG,
    ZEB_MAP_BTI,
    ZEB_MAP_MEMORY,
    ZEB_MAP_SAMPLER,
    ZEB_MAP_ARGINFO
} zeb_mapping;

typedef struct zeb_field {
    zeb_mapping mapping;
    zeb_kind kind;
    zeb_emit emit;
    const char *key;
    size_t off_b;      // of the member in its struct
    size_t flag_off_b; // DIMS: the bool that marks it as present
} zeb_field;

extern const zeb_field zeb_fields[];
extern const size_t zeb_field_count;
// Name of an enumeration value, or NULL.
const char *zeb_enum_name(zeb_kind list, uint32_t value);
// Value of a name, or 0.
uint32_t zeb_enum_value(zeb_kind list, const char *name);

// Parts

typedef struct zeb_target_row {
    const char *target, *acronym;
    uint32_t product, core, arch, release, revision;
    bool own; // its programs name the product
} zeb_target_row;
extern const zeb_target_row zeb_targets[];
extern const size_t zeb_target_count;

cmc_status zeb_zeinfo_read(zeb_file *f, const uint8_t *text, size_t len, cmc_diag *d);
// Header, section table and the bytes of every section are inside data. After this check libelf cannot read outside
// it.
cmc_status zeb_elf_check(const uint8_t *data, size_t len, cmc_diag *d);

#endif
