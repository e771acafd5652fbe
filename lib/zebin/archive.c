// SPDX-License-Identifier: MIT
// Fat binaries: ar archives with one zebin per device, and the choice of an image for a target.

#include "zebin_priv.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#define AR_MAGIC "!<arch>\n"
enum { MAGIC_B = 8, HEADER_B = 60, NAME_B = 16, SIZE_AT = 48, SIZE_B = 10, END_AT = 58, ALIGN_B = 8 };

bool zeb_is_archive(const uint8_t *data, size_t len) {
    assert(data || len == 0);
    return len >= MAGIC_B && memcmp(data, AR_MAGIC, MAGIC_B) == 0;
}

static cmc_status entry_error(cmc_diag *d, size_t at, const char *what) {
    cmc_diag_error(d, "CM0630", "archive: entry at offset %zu: %s", at, what);
    return CMC_ERR_FORMAT;
}

static bool parse_size(const uint8_t *p, size_t *out) {
    size_t v = 0;
    int i = 0;
    for (; i < SIZE_B && p[i] >= '0' && p[i] <= '9'; i++)
        v = v * 10 + (size_t)(p[i] - '0');
    *out = v;
    for (int pad = i; pad < SIZE_B; pad++)
        if (p[pad] != ' ')
            return false;
    return i > 0;
}

// The name in an entry header: the text before '/', or from the long-name table when it is "/<offset>".
static const char *entry_name(cmc_arena *a, const uint8_t *h, const zeb_entry *long_names) {
    const char *text = (const char *)h;
    size_t max = NAME_B;
    if (text[0] == '/' && text[1] >= '0' && text[1] <= '9') {
        size_t off = 0;
        for (int i = 1; i < NAME_B && text[i] >= '0' && text[i] <= '9'; i++)
            off = off * 10 + (size_t)(text[i] - '0');
        if (off >= long_names->size_b)
            return cmc_arena_strdup(a, "");
        text = (const char *)long_names->data + off;
        max = long_names->size_b - off;
    }
    size_t n = 0;
    while (n < max && text[n] != '/' && text[n] != '\n' && text[n] != '\0')
        n++;
    while (text[0] != '/' && n > 0 && text[n - 1] == ' ')
        n--;
    return cmc_arena_strndup(a, text, n);
}

cmc_status zeb_archive_read(cmc_arena *a, const uint8_t *data, size_t len, zeb_entry **entries, size_t *count,
                            cmc_diag *d) {
    assert(a && entries && count && (data || len == 0));
    CMC_VEC(zeb_entry) list = {0};
    zeb_entry long_names = {0};
    if (!zeb_is_archive(data, len)) {
        cmc_diag_error(d, "CM0630", "not an archive: no '!<arch>' at the beginning");
        return CMC_ERR_FORMAT;
    }
    for (size_t at = MAGIC_B; at < len;) {
        size_t size_b;
        const uint8_t *h = data + at;
        if (len - at < HEADER_B)
            return entry_error(d, at, "the header is truncated");
        if (h[END_AT] != 0x60 || h[END_AT + 1] != 0x0a || !parse_size(h + SIZE_AT, &size_b))
            return entry_error(d, at, "not an entry header");
        if (size_b > len - at - HEADER_B)
            return entry_error(d, at, "the data is truncated");
        zeb_entry e = {.data = h + HEADER_B, .size_b = size_b};
        if (h[0] == '/' && h[1] == '/') {
            long_names = e;
        } else {
            e.name = entry_name(a, h, &long_names);
            if (!e.name || (*e.name && strncmp(e.name, "pad_", 4) != 0 && !cmc_vec_push(a, &list, e)))
                return CMC_ERR_OOM;
        }
        at += HEADER_B + size_b;
        at += at & 1;
    }
    *entries = list.data;
    *count = list.len;
    return CMC_OK;
}

static void put_entry(cmc_str *out, const char *name, const void *data, size_t size_b) {
    cmc_str_printf(out, "%s/%*s%-12s%-6s%-6s%-8s%-10zu\x60\n", name, (int)(NAME_B - 1 - strlen(name)), "", "0", "0",
                   "0", "644", size_b);
    cmc_str_append_n(out, data, size_b);
    if (size_b & 1)
        cmc_str_append_n(out, "\n", 1);
}

cmc_status zeb_archive_write(const zeb_entry *entries, size_t count, cmc_str *out, cmc_diag *d) {
    assert(out && (entries || count == 0));
    static const char blanks[ALIGN_B + 1] = "        ";
    size_t start = out->len, n_pads = 0;
    cmc_str_append_n(out, AR_MAGIC, MAGIC_B);
    for (size_t i = 0; i < count; i++) {
        if (strlen(entries[i].name) >= NAME_B) {
            cmc_diag_error(d, "CM0631", "archive: entry name '%s' is longer than %d characters", entries[i].name,
                           NAME_B - 1);
            return CMC_ERR_USER;
        }
        // The drivers read an ELF in place, so its data starts at a multiple of eight.
        if ((out->len - start + HEADER_B) % ALIGN_B) {
            char name[NAME_B];
            snprintf(name, sizeof name, "pad_%zu", n_pads++);
            size_t past = (out->len - start - MAGIC_B + 2 * HEADER_B) % ALIGN_B;
            put_entry(out, name, blanks, ALIGN_B - past);
        }
        put_entry(out, entries[i].name, entries[i].data, entries[i].size_b);
    }
    return out->oom ? CMC_ERR_OOM : CMC_OK;
}

// Selection

// How well an entry's name matches a target row: 3 exact configuration, 2 acronym, 1 same release, 0 no match.
static int name_score(const char *name, const zeb_target_row *t) {
    char config[32], release[32], acronym[32];
    snprintf(config, sizeof config, "64.%u.%u.%u", t->arch, t->release, t->revision);
    snprintf(release, sizeof release, "64.%u.%u", t->arch, t->release);
    snprintf(acronym, sizeof acronym, "64.%s", t->acronym);
    size_t rel = strlen(release), acr = strlen(acronym);
    if (strcmp(name, config) == 0)
        return 3;
    if (strncmp(name, acronym, acr) == 0 && (name[acr] == '\0' || name[acr] == '.'))
        return 2;
    if (strncmp(name, release, rel) == 0 && (name[rel] == '\0' || name[rel] == '.'))
        return 1;
    return 0;
}

const char *zeb_entry_name(cmc_arena *a, const char *target) {
    for (size_t t = 0; t < zeb_target_count; t++)
        if (strcmp(zeb_targets[t].target, target) == 0)
            return cmc_arena_printf(a, "64.%s", zeb_targets[t].acronym);
    return NULL;
}

static cmc_status check_image(const zeb_entry *e, const char *target, cmc_arena *a, cmc_diag *d) {
    zeb_file *f;
    CMC_TRY(zeb_read(a, e->data, e->size_b, &f, d));
    const char *is = zeb_file_target(f);
    if (zeb_file_fits(f, target))
        return CMC_OK;
    if (is)
        cmc_diag_error(d, "CM0632", "this zebin is for %s, but the device is %s", is, target);
    else
        cmc_diag_error(d, "CM0632", "this zebin is for an unknown device (product %u, core family 0x%x), expected %s",
                       f->product, f->core, target);
    return CMC_ERR_UNSUPPORTED;
}

static const zeb_entry *best_entry(const zeb_entry *entries, size_t n, const char *target) {
    const zeb_entry *best = NULL;
    int best_score = 0;
    for (size_t i = 0; i < n; i++) {
        for (size_t t = 0; t < zeb_target_count; t++) {
            if (strcmp(zeb_targets[t].target, target) != 0)
                continue;
            int score = name_score(entries[i].name, &zeb_targets[t]);
            if (score > best_score) {
                best_score = score;
                best = &entries[i];
            }
        }
    }
    return best;
}

// An entry for another target of the same core family, whose code is the same.
static const zeb_entry *fitting_entry(const zeb_entry *entries, size_t n, const char *target, cmc_arena *a) {
    for (size_t i = 0; i < n; i++)
        if (zeb_is_elf(entries[i].data, entries[i].size_b) && !zeb_is_host(entries[i].data, entries[i].size_b) &&
            check_image(&entries[i], target, a, NULL) == CMC_OK)
            return &entries[i];
    return NULL;
}

static bool is_left_out(const zeb_entry *e) {
    return strcmp(e->name, ZEB_LEFT_OUT) == 0;
}

// Lines of three fields; others are passed over.
static cmc_status read_left_out(const zeb_entry *e, const char *target, cmc_arena *a, zeb_left_outs *out) {
    const char *p = (const char *)e->data, *end = p + e->size_b;
    while (p < end) {
        const char *stop = memchr(p, '\n', (size_t)(end - p));
        stop = stop ? stop : end;
        const char *kernel = memchr(p, '\t', (size_t)(stop - p));
        const char *reason = kernel ? memchr(kernel + 1, '\t', (size_t)(stop - kernel - 1)) : NULL;
        if (reason && strlen(target) == (size_t)(kernel - p) && memcmp(p, target, strlen(target)) == 0) {
            zeb_left_out row = {cmc_arena_strndup(a, kernel + 1, (size_t)(reason - kernel - 1)),
                                cmc_arena_strndup(a, reason + 1, (size_t)(stop - reason - 1))};
            if (!row.kernel || !row.reason || !cmc_vec_push(a, out, row))
                return CMC_ERR_OOM;
        }
        p = stop + 1;
    }
    return CMC_OK;
}

cmc_status zeb_left_out_read(const uint8_t *data, size_t len, const char *target, cmc_arena *a, zeb_left_outs *out) {
    assert(target && a && out && (data || len == 0));
    zeb_entry *entries;
    size_t n;
    if (!zeb_is_archive(data, len))
        return CMC_OK;
    CMC_TRY(zeb_archive_read(a, data, len, &entries, &n, NULL));
    for (size_t i = 0; i < n; i++)
        if (is_left_out(&entries[i]))
            CMC_TRY(read_left_out(&entries[i], target, a, out));
    return CMC_OK;
}

static cmc_status no_entry(const zeb_entry *entries, size_t n, const char *target, const char *called, cmc_arena *a,
                           cmc_diag *d) {
    cmc_str text = CMC_STR_INIT;
    zeb_left_outs left_out = {0};
    cmc_status s = CMC_OK;
    bool any = false;
    cmc_str_printf(&text, "the archive has no image for %s; it holds: ", called);
    for (size_t i = 0; i < n && s == CMC_OK; i++) {
        if (is_left_out(&entries[i])) {
            s = read_left_out(&entries[i], target, a, &left_out);
            continue;
        }
        cmc_str_printf(&text, "%s%s", any ? ", " : "", entries[i].name);
        any = true;
    }
    if (!any)
        cmc_str_append(&text, "nothing");
    for (uint32_t i = 0; i < left_out.len; i++)
        cmc_str_printf(&text, "; kernel '%s' is left out: %s", left_out.data[i].kernel, left_out.data[i].reason);
    cmc_diag_error(d, "CM0633", "%s", cmc_str_text(&text));
    cmc_str_free(&text);
    return s == CMC_OK ? CMC_ERR_UNSUPPORTED : s;
}

// The entry for the CPU, or the file itself.
static cmc_status select_host(const uint8_t *data, size_t len, zeb_entry *img, cmc_arena *a, cmc_diag *d) {
    zeb_entry *entries;
    size_t n;
    if (!zeb_is_archive(data, len)) {
        zeb_file *f;
        zeb_host *h;
        *img = (zeb_entry){.name = CMC_HOST_TARGET, .data = data, .size_b = len};
        if (zeb_is_host(data, len))
            return CMC_OK;
        const bool is_zebin = zeb_read(a, data, len, &f, NULL) == CMC_OK;
        if (!is_zebin)
            return zeb_host_read(a, data, len, &h, d); // says what is wrong
        const char *is = zeb_file_target(f);
        cmc_diag_error(d, "CM0632", "this zebin is for %s, but the device is the CPU (-march=" CMC_HOST_TARGET ")",
                       is ? is : "an unknown device");
        return CMC_ERR_UNSUPPORTED;
    }
    CMC_TRY(zeb_archive_read(a, data, len, &entries, &n, d));
    for (size_t i = 0; i < n; i++) {
        if (strcmp(entries[i].name, CMC_HOST_TARGET) != 0)
            continue;
        *img = entries[i];
        return CMC_OK;
    }
    return no_entry(entries, n, CMC_HOST_TARGET, "the CPU (" CMC_HOST_TARGET ")", a, d);
}

cmc_status zeb_select(const uint8_t *data, size_t len, const char *target, zeb_entry *img, cmc_arena *a, cmc_diag *d) {
    assert(target && img && a && (data || len == 0));
    uint32_t product, core;
    if (strcmp(target, CMC_HOST_TARGET) == 0)
        return select_host(data, len, img, a, d);
    if (!zeb_target_ids(target, &product, &core)) {
        cmc_diag_error(d, "CM0634", "unknown target '%s'", target);
        return CMC_ERR_USER;
    }
    if (zeb_is_host(data, len)) {
        cmc_diag_error(d, "CM0632", "this program is for the CPU (" CMC_HOST_TARGET "), but the device is %s", target);
        return CMC_ERR_UNSUPPORTED;
    }
    if (!zeb_is_archive(data, len)) {
        zeb_entry whole = {.name = target, .data = data, .size_b = len};
        CMC_TRY(check_image(&whole, target, a, d));
        *img = whole;
        return CMC_OK;
    }
    zeb_entry *entries;
    size_t n;
    CMC_TRY(zeb_archive_read(a, data, len, &entries, &n, d));
    const zeb_entry *best = best_entry(entries, n, target);
    if (!best)
        best = fitting_entry(entries, n, target, a);
    if (!best)
        return no_entry(entries, n, target, target, a, d);
    CMC_TRY(check_image(best, target, a, d));
    *img = *best;
    return CMC_OK;
}
