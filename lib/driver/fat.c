// SPDX-License-Identifier: MIT
// Files for several targets: each is compiled by itself, and an archive holds them.

#include "driver_priv.h"

#include <cmc/host_abi.h>
#include <cmc/isa.h>

#include <string.h>

enum { MOST_TARGETS = 16 };
typedef struct fat {
    cmc_arena *a;
    cmc_str images[MOST_TARGETS];
    zeb_entry entries[MOST_TARGETS];
    size_t n;
} fat;

static bool has_entry(const fat *f, const char *name) {
    for (size_t i = 0; i < f->n; i++)
        if (strcmp(f->entries[i].name, name) == 0)
            return true;
    return false;
}

bool drv_has_host(const char *list) {
    static const char host[] = CMC_HOST_TARGET;
    for (; *list; list += list[0] == ',') {
        size_t len = strcspn(list, ",");
        if (len == sizeof host - 1 && memcmp(list, host, len) == 0)
            return true;
        list += len;
    }
    return false;
}

static cmc_status add_target(fat *f, const drv_opts *o, const char *target, cmc_diag *d) {
    drv_opts one = *o;
    const isa_model *m = isa_model_find(target); // NULL: the CPU, or an error of drv_compile
    const char *name = m ? zeb_entry_name(f->a, m->name) : target;
    if (!name)
        return CMC_ERR_OOM;
    if (has_entry(f, name)) {
        cmc_diag_error(d, "CM0018", "target '%s' is in the list twice", target);
        return CMC_ERR_USER;
    }
    cmc_str *image = &f->images[f->n];
    one.target = target;
    one.in_list = true;
    CMC_TRY(drv_compile(&one, image, d));
    f->entries[f->n++] = (zeb_entry){name, (const uint8_t *)cmc_str_text(image), image->len};
    return CMC_OK;
}

static cmc_status compile_each(fat *f, const drv_opts *o, cmc_diag *d) {
    size_t n = 1;
    for (const char *at = o->target; (at = strchr(at, ',')) != NULL; at++)
        n++;
    if (n > MOST_TARGETS) {
        cmc_diag_error(d, "CM0018", "a list of targets has at most %d", MOST_TARGETS);
        return CMC_ERR_USER;
    }
    for (const char *at = o->target; *at;) {
        size_t len = strcspn(at, ",");
        const char *target = cmc_arena_strndup(f->a, at, len);
        CMC_TRY(target ? add_target(f, o, target, d) : CMC_ERR_OOM);
        at += len + (at[len] == ',');
    }
    return CMC_OK;
}

cmc_status drv_compile_fat(const drv_opts *o, cmc_str *out, cmc_diag *d) {
    if (o->output != DRV_OUT_ZEBIN && o->output != DRV_OUT_CHECK_ONLY && o->output != DRV_OUT_SYNTAX) {
        cmc_diag_error(d, "CM0018", "text is written for one target, not for the list '%s'", o->target);
        return CMC_ERR_USER;
    }
    if (o->sanitize && !drv_has_host(o->target)) {
        cmc_diag_error(d, "CM0027", "-fsanitize checks kernels for the CPU; add '" CMC_HOST_TARGET "' to the list '%s'",
                       o->target);
        return CMC_ERR_USER;
    }
    if (o->report_out && o->report_form == DRV_REPORT_HTML) {
        cmc_diag_error(d, "CM0018", "--report=html describes one target, not the list '%s'", o->target);
        return CMC_ERR_USER;
    }
    fat f = {.a = cmc_arena_create()};
    cmc_status s = f.a ? compile_each(&f, o, d) : CMC_ERR_OOM;
    if (s == CMC_OK && o->output == DRV_OUT_ZEBIN)
        s = zeb_archive_write(f.entries, f.n, out, d);
    for (size_t i = 0; i < MOST_TARGETS; i++)
        cmc_str_free(&f.images[i]);
    cmc_arena_destroy(f.a);
    return s;
}
