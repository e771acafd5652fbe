// SPDX-License-Identifier: MIT
// Names shared by the printer and the parser of machine IR; the names of instruction codes are in lib/isa. Every table
// is indexed by the value it names.

#ifndef CMC_MIR_PRIV_H
#define CMC_MIR_PRIV_H

#include <cmc/mir.h>

typedef struct mir_names {
    const char *const *names; // NULL entries have no name
    uint32_t n;
} mir_names;

extern const mir_names mir_phase_names;
extern const mir_names mir_var_kind_names;
extern const mir_names mir_arg_kind_names;
extern const mir_names mir_msg_kind_names;

// "" when v has no name.
const char *mir_name_of(const mir_names *t, uint32_t v);
// Index of the name, or UINT32_MAX.
uint32_t mir_name_find(const mir_names *t, const char *s, size_t len);

// The value of a name, or NULL.
void *mir_index_find(const mir_index *x, const char *s, size_t len);
// The name is borrowed and must be new. False when out of memory.
bool mir_index_add(cmc_arena *a, mir_index *x, const char *name, void *value);

// Numeric fields of a logical message: "key=value", omitted when zero.
typedef struct mir_msg_field {
    const char *name;
    size_t offset;
    uint8_t size_b;
} mir_msg_field;
extern const mir_msg_field mir_msg_fields[];
extern const uint32_t mir_msg_field_count;

// Operand fields of a logical message.
extern const mir_msg_field mir_msg_operands[];
extern const uint32_t mir_msg_operand_count;

#endif
