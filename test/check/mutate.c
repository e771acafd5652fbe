// SPDX-License-Identifier: MIT
// Mutation score of the scoreboard checker.
//
//   check_mutate TARGET EVERY FILE...
//
// Every kernel of the zebins is run; then each annotation item that was executed (a distance, a
// token to wait for, a token taken) is removed alone, the kernel runs again, and the checker should
// complain. EVERY: only each EVERY-th item, 1 = all. What stays unfound is sorted into classes
// (why.h) by replaying the executed stream with and without the item. Where nothing was left to wait
// for, the instruction has no result or ends the thread, the two are the same program: such mutants
// are counted apart. Exit status 1 when the unchanged kernels are not silent, less than 90 % of the mutants that
// differ are found, or one is not explained.

#include "why.h"
#include "zrun.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum item { ITEM_DIST = 0, ITEM_DST, ITEM_SRC, ITEM_SET, ITEM_ALL, ITEM_COUNT } item;

static const char *const item_names[ITEM_COUNT] = {"distance", "$.dst", "$.src", "$ taken", "sync.allrd/allwr"};

enum { MAX_INSTRUCTIONS = 8000 }; // of one thread

typedef struct mutation {
    const zrun_program *p;
    const zeb_kernel *k;
    uint8_t *ran; // by byte offset / 8: executed with which fills
    uint8_t fill;
    unsigned findings;
    bool show;
    why_log *log;
    unsigned n_items, every;
    unsigned found[ITEM_COUNT], total[ITEM_COUNT];
    unsigned why[WHY_COUNT], unsilent;
} mutation;

static void on_finding(void *user, const sim_finding *f) {
    mutation *x = user;
    x->findings++;
    if (x->show)
        printf("%s: %s+0x%x: %s: %s\n", x->p->model->name, f->kernel, f->pc_b, f->inst, f->message);
}

// "(1,0,0) 3 0x00a0: ..."
static void on_trace(void *user, const char *text) {
    mutation *x = user;
    const char *at = strstr(text, " 0x");
    size_t pc = at != NULL ? strtoul(at + 1, NULL, 16) : SIZE_MAX;
    if (pc < x->k->text_b)
        x->ran[pc / 8] |= (uint8_t)(1u << x->fill);
    why_log_line(x->log, text);
}

static void run(mutation *x, const uint8_t *text, bool traced) {
    zrun how = {.checks = SIM_CHECK_HAZARD,
                .report = on_finding,
                .trace = traced ? on_trace : NULL,
                .user = x,
                .fill = x->fill,
                .max_instructions = MAX_INSTRUCTIONS,
                .text = text};
    zrun_kernel(x->p, x->k, &how, NULL, 0);
}

static bool has_item(const isa_inst *in, item what) {
    switch (what) {
    case ITEM_DIST:
        return in->swsb.dist != 0;
    case ITEM_DST:
        return in->swsb.token_mode == ISA_TOKEN_DST;
    case ITEM_SRC:
        return in->swsb.token_mode == ISA_TOKEN_SRC;
    case ITEM_SET:
        return in->swsb.token_mode == ISA_TOKEN_SET;
    default:
        return in->op == ISA_SYNC && (in->fc == ISA_SYNC_ALLRD || in->fc == ISA_SYNC_ALLWR);
    }
}

static void remove_item(isa_inst *in, item what) {
    if (what == ITEM_DIST) {
        in->swsb.dist = 0;
        in->swsb.pipe = ISA_PIPE_NONE;
    } else if (what == ITEM_ALL) {
        in->fc = ISA_SYNC_NOP;
        in->src[0] = isa_null(ISA_TYPE_NONE);
    } else {
        in->swsb.token_mode = ISA_TOKEN_NONE;
        in->swsb.token = 0;
    }
}

// Writes the instruction back in its form. False when it has no such form.
static bool put_back(const mutation *x, const isa_inst *in, unsigned size_b, uint8_t *at) {
    uint8_t native[16], shorter[8];
    if (isa_encode(x->p->model, in, native, NULL) != CMC_OK)
        return false;
    if (size_b == 16) {
        memcpy(at, native, 16);
        return true;
    }
    if (!isa_compact(x->p->model, native, shorter))
        return false;
    memcpy(at, shorter, 8);
    return true;
}

static void count_unfound(mutation *x, const isa_inst *in, item what, size_t pc, why w) {
    char text[256] = "";
    x->why[w]++;
    isa_print(x->p->model, in, NULL, text, sizeof text);
    if (getenv("SHOW_UNFOUND") != NULL)
        printf("%s: %s+0x%zx: %s: without its %s: %s\n", x->p->model->name, x->k->name, pc, text, item_names[what],
               why_name(w));
}

static void try_item(mutation *x, const isa_inst *in, unsigned size_b, size_t pc, item what) {
    if (!has_item(in, what) || x->n_items++ % x->every != 0)
        return;
    uint8_t *text = malloc(x->k->text_b);
    if (text == NULL)
        abort();
    memcpy(text, x->k->text, x->k->text_b);
    isa_inst changed = *in;
    remove_item(&changed, what);
    if (!put_back(x, &changed, size_b, text + pc)) {
        free(text);
        return;
    }
    x->total[what]++;
    x->findings = 0;
    for (unsigned f = 0; f < ZRUN_FILLS && x->findings == 0; f++) {
        x->fill = (uint8_t)f;
        if (x->ran[pc / 8] >> f & 1u)
            run(x, text, false);
    }
    if (x->findings != 0)
        x->found[what]++;
    else
        count_unfound(x, in, what, pc, why_explain(x->log, pc, &changed));
    free(text);
}

static void one_kernel(mutation *x) {
    const zeb_kernel *k = x->k;
    x->ran = calloc(k->text_b / 8 + 1, 1);
    if (x->ran == NULL)
        abort();
    x->log = why_log_create(x->p->model, k->text, k->text_b);
    if (x->log == NULL)
        abort();
    x->findings = 0;
    x->show = true;
    for (unsigned f = 0; f < ZRUN_FILLS; f++) {
        x->fill = (uint8_t)f;
        why_log_launch(x->log);
        run(x, NULL, true);
    }
    x->unsilent += x->findings;
    x->show = false;
    for (size_t pc = 0; pc + 8 <= k->code_b;) {
        isa_inst in;
        unsigned size_b = 0;
        if (isa_decode(x->p->model, k->text + pc, k->text_b - pc, &in, &size_b, NULL) != CMC_OK)
            break;
        for (unsigned what = 0; what < ITEM_COUNT && x->ran[pc / 8] != 0; what++)
            try_item(x, &in, size_b, pc, (item)what);
        pc += size_b;
    }
    why_log_destroy(x->log);
    free(x->ran);
}

// Percent of the mutants that differ from the original.
static unsigned print_table(const mutation *x) {
    unsigned total = 0, found = 0, same = 0;
    same += x->why[WHY_COMPLETE] + x->why[WHY_IDLE] + x->why[WHY_END];
    printf("%-18s %8s %8s\n", x->p->model->name, "removed", "found");
    for (unsigned i = 0; i < ITEM_COUNT; i++) {
        printf("  %-16s %8u %8u\n", item_names[i], x->total[i], x->found[i]);
        total += x->total[i];
        found += x->found[i];
    }
    unsigned percent = total > same ? (unsigned)(100ull * found / (total - same)) : 0;
    printf("  %-16s %8u %8u  %u %%; of the %u that make a difference %u %%\n", "all", total, found,
           total != 0 ? (unsigned)(100ull * found / total) : 0, total - same, percent);
    for (unsigned i = 0; i < WHY_COUNT; i++)
        if (x->why[i] != 0)
            printf("    %6u not found: %s\n", x->why[i], why_name((why)i));
    return percent;
}

int main(int argc, char **argv) {
    if (argc < 4) {
        fprintf(stderr, "usage: check_mutate TARGET EVERY FILE...\n");
        return 2;
    }
    mutation x = {.every = (unsigned)atoi(argv[2])};
    if (x.every == 0)
        return 2;
    zrun_program p = {0};
    for (int i = 3; i < argc; i++) {
        if (!zrun_open(argv[i], argv[1], &p))
            return 2;
        x.p = &p;
        for (uint32_t j = 0; j < p.zeb->kernels.len; j++) {
            x.k = p.zeb->kernels.data[j];
            one_kernel(&x);
        }
        zrun_close(&p);
    }
    unsigned percent = print_table(&x);
    return x.unsilent != 0 || percent < 90 || x.why[WHY_UNEXPLAINED] != 0;
}
