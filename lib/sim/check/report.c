// SPDX-License-Identifier: MIT
// Names of checks, and findings: one for each pair of check and instruction, reported as they are made.

#include "../watch.h"

#include <assert.h>
#include <stdarg.h>

static const struct {
    uint32_t check;
    const char *name;
} checks[] = {
    {SIM_CHECK_HAZARD, "hazard"}, {SIM_CHECK_UNDEFINED, "undefined"}, {SIM_CHECK_BOUNDS, "bounds"},
    {SIM_CHECK_ALIGN, "align"},   {SIM_CHECK_RACE, "race"},           {SIM_CHECK_BARRIER, "barrier"},
};

enum { N_CHECKS = sizeof checks / sizeof checks[0] };

const char *sim_check_name(uint32_t bit) {
    for (unsigned i = 0; i < N_CHECKS; i++)
        if (checks[i].check == bit)
            return checks[i].name;
    return NULL;
}

static uint32_t bits_of(const char *name, size_t len) {
    if (len == 3 && memcmp(name, "all", 3) == 0)
        return SIM_CHECK_ALL;
    for (unsigned i = 0; i < N_CHECKS; i++)
        if (strlen(checks[i].name) == len && memcmp(checks[i].name, name, len) == 0)
            return checks[i].check;
    return 0;
}

bool sim_check_parse(const char *list, uint32_t *bits) {
    assert(list && bits);
    *bits = 0;
    for (;;) {
        size_t len = strcspn(list, ",");
        uint32_t b = bits_of(list, len);
        if (b == 0)
            return false;
        *bits |= b;
        if (list[len] == '\0')
            return true;
        list += len + 1;
    }
}

static void hand_out(const sim_watches *ws, const sim_finding *f) {
    const sim_launch *l = ws->shared->l;
    if (l->report != NULL) {
        l->report(l->user, f);
        return;
    }
    cmc_str s = CMC_STR_INIT;
    cmc_str_printf(&s, "%s%skernel offset 0x%x: %s: group (%u, %u, %u) thread %u", f->kernel,
                   f->kernel[0] != '\0' ? ": " : "", f->pc_b, f->inst, f->group[0], f->group[1], f->group[2],
                   f->thread);
    if (f->lane >= 0)
        cmc_str_printf(&s, " lane %d", f->lane);
    if (f->has_addr)
        cmc_str_printf(&s, " address 0x%llx", (unsigned long long)f->addr);
    if (f->file != NULL)
        cmc_str_printf(&s, " (%s:%u)", f->file, f->line);
    cmc_diag_error(ws->d, "SIM0030", "%s: %s: %s", cmc_str_text(&s), sim_check_name(f->check), f->message);
    cmc_str_free(&s);
}

bool sim_report(sim_watch *w, uint32_t check, const sim_thread *t, const sim_inst *in, int lane, const uint64_t *addr,
                const char *fmt, ...) {
    assert(w->set && (check & (check - 1)) == 0 && check != 0 && "one check at a time");
    assert(in >= t->code->insts && in < t->code->insts + t->code->n_insts);
    sim_watches *ws = w->set;
    const sim_code *c = t->code;
    uint8_t *seen = &ws->seen[in - c->insts];
    if (*seen & check)
        return false;
    *seen |= (uint8_t)check;
    ws->findings++;
    const sim_launch *l = ws->shared->l;
    char text[512] = "";
    isa_print(c->model, &c->raws[in - c->insts], NULL, text, sizeof text);
    sim_finding f = {.check = check,
                     .kernel = l->kernel_name != NULL ? l->kernel_name : "",
                     .pc_b = in->pc_b,
                     .inst = text,
                     .group = {t->group->id[0], t->group->id[1], t->group->id[2]},
                     .thread = t->index,
                     .lane = lane,
                     .has_addr = addr != NULL,
                     .addr = addr != NULL ? *addr : 0};
    if (l->line_of != NULL && !l->line_of(l->user, in->pc_b, &f.file, &f.line))
        f.file = NULL;
    cmc_str msg = CMC_STR_INIT;
    va_list ap;
    va_start(ap, fmt);
    cmc_str_vprintf(&msg, fmt, ap);
    va_end(ap);
    f.message = cmc_str_text(&msg);
    hand_out(ws, &f);
    cmc_str_free(&msg);
    return true;
}
