// SPDX-License-Identifier: MIT
// The report as a page for browsers.

#ifndef CMC_DRIVER_PAGE_H
#define CMC_DRIVER_PAGE_H

#include "driver_priv.h"

typedef struct drv_source { // the file being compiled
    const char *name;       // as locations name it
    const char *text;
    size_t len;
} drv_source;

// page.html, with "@DATA@" where the JSON goes.
extern const char drv_page_html[];

// Appends the page about every function of mod to out.
cmc_status drv_page(const mir_module *mod, const cg_opts *cg, const drv_source *source, cmc_str *out, cmc_diag *d);

#endif
