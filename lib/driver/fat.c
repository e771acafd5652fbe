// SPDX-License-Identifier: MIT
// Files for several targets: each is compiled by itself, and an archive holds them.
//
//   all  ->  tgl, dg2, pvc, ...     every GPU since Tiger Lake
//   tgl  ->  kernels a, b           c needs what tgl lacks: a warning, and a line of the member that tells why
//   lnl  ->  kernels a, b, c
//   bmg  ->  no member              the same bytes as lnl, whose image fits
//
// A kernel that no target can have is an error, and so is what is wrong outside the kernels.

#include "driver_priv.h"

#include <cmc/host_abi.h>
#include <cmc/isa.h>

#include <string.h>

enum { MOST_TARGETS = 16 };

// A kernel of the source, over all targets.
typedef struct fate {
    const char *name;
    bool made;     // for some target
    cmc_diag *why; // why not, for the first target that cannot have it
} fate;

typedef struct fat {
    cmc_arena *a;
    cmc_str images[MOST_TARGETS];
    zeb_entry entries[MOST_TARGETS + 1];
    size_t n;
    const char *seen[MOST_TARGETS]; // names of the targets so far
    size_t n_seen;
    CMC_VEC(fate) fates;
    cmc_str left_out; // text of the member ZEB_LEFT_OUT
} fat;

void drv_take_messages(cmc_diag *to, const cmc_diag *from) {
    for (size_t i = 0; i < cmc_diag_count(from); i++) {
        const cmc_message *m = cmc_diag_get(from, i);
        bool known = false;
        for (size_t k = 0; k < cmc_diag_count(to) && !known; k++) {
            const cmc_message *other = cmc_diag_get(to, k);
            known = other->loc.line == m->loc.line && other->loc.col == m->loc.col && strcmp(other->text, m->text) == 0;
        }
        if (!known)
            cmc_diag_add(to, m->severity, m->code, m->loc, "%s", m->text);
    }
}

// Kernels

static fate *fate_of(fat *f, const char *kernel) {
    for (uint32_t i = 0; i < f->fates.len; i++)
        if (strcmp(f->fates.data[i].name, kernel) == 0)
            return &f->fates.data[i];
    fate new = {.name = kernel};
    return cmc_vec_push(f->a, &f->fates, new) ? &f->fates.data[f->fates.len - 1] : NULL;
}

static const cmc_message *first_error(const cmc_diag *d) {
    for (size_t i = 0; i < cmc_diag_count(d); i++)
        if (cmc_diag_get(d, i)->severity == CMC_ERROR)
            return cmc_diag_get(d, i);
    return NULL;
}

// Warns, and adds a line to the member: target, kernel and reason, with tabs between.
static cmc_status note_left_out(fat *f, const char *target, const char *kernel, const cmc_diag *why, cmc_diag *d) {
    const cmc_message *m = first_error(why);
    const char *text = m ? m->text : "it has errors";
    char *line = cmc_arena_strdup(f->a, text);
    if (!line)
        return CMC_ERR_OOM;
    for (char *p = line; *p; p++)
        if (*p == '\n' || *p == '\t')
            *p = ' ';
    cmc_str_printf(&f->left_out, "%s\t%s\t%s\n", target, kernel, line);
    cmc_diag_add(d, CMC_WARNING, "-Wcm-left-out", m ? m->loc : (cmc_loc){0}, "kernel '%s' is left out for %s: %s",
                 kernel, target, text);
    return CMC_OK;
}

// Whether the kernel alone compiles for the target. If not, *why has its errors (destroy it).
static cmc_status try_kernel(fat *f, const drv_opts *one, const cmc_words *all, const char *kernel, cmc_diag **why) {
    drv_opts alone = *one;
    cmc_words others = {0};
    cmc_str nothing = CMC_STR_INIT;
    for (uint32_t i = 0; i < all->len; i++)
        if (strcmp(all->data[i], kernel) != 0 && !cmc_vec_push(f->a, &others, all->data[i]))
            return CMC_ERR_OOM;
    alone.leave_out = &others;
    alone.kernels = NULL;
    if (alone.output == DRV_OUT_ZEBIN)
        alone.output = DRV_OUT_CHECK_ONLY;
    alone.dump_out = alone.report_out = alone.record_out = NULL;
    alone.files = NULL;
    cmc_diag *d = cmc_diag_create();
    cmc_status s = d ? drv_compile(&alone, &nothing, d) : CMC_ERR_OOM;
    cmc_str_free(&nothing);
    *why = s == CMC_ERR_USER ? d : NULL;
    if (!*why)
        cmc_diag_destroy(d);
    return s == CMC_ERR_USER ? CMC_OK : s;
}

// Adds the kernels that the target cannot have to out.
static cmc_status find_left_out(fat *f, const drv_opts *one, const char *target, const cmc_words *all, cmc_words *out,
                                cmc_diag *d) {
    for (uint32_t i = 0; i < all->len; i++) {
        fate *k = fate_of(f, all->data[i]);
        cmc_diag *why = NULL;
        CMC_TRY(k ? try_kernel(f, one, all, k->name, &why) : CMC_ERR_OOM);
        k->made |= !why;
        if (!why)
            continue;
        cmc_status s = note_left_out(f, target, k->name, why, d);
        if (k->why)
            cmc_diag_destroy(why);
        else
            k->why = why;
        CMC_TRY(s);
        if (!cmc_vec_push(f->a, out, k->name))
            return CMC_ERR_OOM;
    }
    return CMC_OK;
}

// Kernels that no target has: their errors.
static cmc_status refuse_unmade(const fat *f, cmc_diag *d) {
    cmc_status s = CMC_OK;
    for (uint32_t i = 0; i < f->fates.len; i++) {
        const fate *k = &f->fates.data[i];
        if (k->made)
            continue;
        s = CMC_ERR_USER;
        drv_take_messages(d, k->why);
        cmc_diag_error(d, "CM0026", "no target of the list can have kernel '%s'", k->name);
    }
    return s;
}

// Targets

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

// Whether the image of an earlier target is the same and fits this one.
static bool is_made(const fat *f, const cmc_str *image, const char *target) {
    for (size_t i = 0; i < f->n; i++) {
        zeb_entry fits;
        const zeb_entry *e = &f->entries[i];
        if (e->size_b == image->len && memcmp(e->data, image->data, image->len) == 0 &&
            zeb_select(e->data, e->size_b, target, &fits, f->a, NULL) == CMC_OK)
            return true;
    }
    return false;
}

// Compiles what the target can have; *any is false when that is no kernel.
static cmc_status compile_target(fat *f, drv_opts *one, const char *target, cmc_str *image, bool *any, cmc_diag *d) {
    cmc_words kernels = {0}, left_out = {0};
    cmc_diag *own = cmc_diag_create();
    one->kernels = &kernels;
    one->kernels_arena = f->a;
    cmc_status s = own ? drv_compile(one, image, own) : CMC_ERR_OOM;
    *any = true;
    if (s != CMC_ERR_USER || kernels.len == 0) {
        drv_take_messages(d, own);
        cmc_diag_destroy(own);
        for (uint32_t i = 0; i < kernels.len && s == CMC_OK; i++) {
            fate *k = fate_of(f, kernels.data[i]);
            if (!k)
                return CMC_ERR_OOM;
            k->made = true;
        }
        return s;
    }
    cmc_diag_destroy(own);
    one->kernels = NULL;
    CMC_TRY(find_left_out(f, one, target, &kernels, &left_out, d));
    *any = left_out.len < kernels.len;
    one->leave_out = &left_out;
    return *any ? drv_compile(one, image, d) : CMC_OK;
}

static cmc_status add_target(fat *f, const drv_opts *o, const char *target, cmc_diag *d) {
    drv_opts one = *o;
    const isa_model *m = isa_model_find(target); // NULL: the CPU, or an error of drv_compile
    const char *own = m ? m->name : target, *name = m ? zeb_entry_name(f->a, own) : target;
    bool any;
    if (!name)
        return CMC_ERR_OOM;
    for (size_t i = 0; i < f->n_seen; i++)
        if (strcmp(f->seen[i], own) == 0) {
            cmc_diag_error(d, "CM0018", "target '%s' is in the list twice", target);
            return CMC_ERR_USER;
        }
    f->seen[f->n_seen++] = own;
    cmc_str *image = &f->images[f->n];
    one.target = target;
    one.in_list = true;
    CMC_TRY(compile_target(f, &one, own, image, &any, d));
    if (any && !is_made(f, image, own))
        f->entries[f->n++] = (zeb_entry){name, (const uint8_t *)cmc_str_text(image), image->len};
    else
        cmc_str_free(image);
    return CMC_OK;
}

// "tgl,dg2,...": the GPUs since Tiger Lake, the first with a software scoreboard.
static const char *all_targets(cmc_arena *a) {
    const char *list = NULL;
    for (const char *at = isa_model_names(); *at;) {
        size_t len = strcspn(at, ", ");
        const char *name = cmc_arena_strndup(a, at, len);
        if (!name)
            return NULL;
        if (isa_model_find(name)->sbid_count != 0)
            list = list ? cmc_arena_printf(a, "%s,%s", list, name) : name;
        at += len;
        at += strspn(at, ", ");
    }
    return list;
}

static cmc_status compile_each(fat *f, const drv_opts *o, cmc_diag *d) {
    const char *list = strcmp(o->target, DRV_ALL_TARGETS) == 0 ? all_targets(f->a) : o->target;
    if (!list)
        return CMC_ERR_OOM;
    size_t n = 1;
    for (const char *at = list; (at = strchr(at, ',')) != NULL; at++)
        n++;
    if (n > MOST_TARGETS) {
        cmc_diag_error(d, "CM0018", "a list of targets has at most %d", MOST_TARGETS);
        return CMC_ERR_USER;
    }
    for (const char *at = list; *at;) {
        size_t len = strcspn(at, ",");
        const char *target = cmc_arena_strndup(f->a, at, len);
        CMC_TRY(target ? add_target(f, o, target, d) : CMC_ERR_OOM);
        at += len + (at[len] == ',');
    }
    return refuse_unmade(f, d);
}

static cmc_status write_archive(fat *f, cmc_str *out, cmc_diag *d) {
    if (f->left_out.oom)
        return CMC_ERR_OOM;
    if (f->left_out.len)
        f->entries[f->n++] = (zeb_entry){ZEB_LEFT_OUT, (const uint8_t *)cmc_str_text(&f->left_out), f->left_out.len};
    return zeb_archive_write(f->entries, f->n, out, d);
}

static void free_all(fat *f) {
    for (size_t i = 0; i < MOST_TARGETS; i++)
        cmc_str_free(&f->images[i]);
    for (uint32_t i = 0; i < f->fates.len; i++)
        cmc_diag_destroy(f->fates.data[i].why);
    cmc_str_free(&f->left_out);
    cmc_arena_destroy(f->a);
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
    drv_apply_warnings(o, d);
    if (s == CMC_OK && cmc_diag_error_count(d))
        s = CMC_ERR_USER;
    if (s == CMC_OK && o->output == DRV_OUT_ZEBIN)
        s = write_archive(&f, out, d);
    free_all(&f);
    return s;
}
