// SPDX-License-Identifier: MIT
// Private to xeas: what a zebin says about places in a kernel's code, after that code has changed.

#ifndef XEAS_MOVED_H
#define XEAS_MOVED_H

#include <cmc/isa.h>
#include <cmc/zebin.h>

// Moves the kernel's relocations, the symbols of its text and the entries of its description to the places that their
// instructions have in the new code. Without a place it reports an error, and the file is no longer valid. The old code
// is k->text.
cmc_status xeas_move(const isa_model *m, cmc_arena *a, zeb_file *f, zeb_kernel *k, const cmc_str *code, cmc_diag *d);
// For code that has nothing in common with the old one: drops relocations, entries and all symbols but the kernel's.
void xeas_drop(zeb_file *f, zeb_kernel *k, size_t size_b);

#endif
