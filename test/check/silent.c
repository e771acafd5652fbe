// SPDX-License-Identifier: MIT
// Runs every kernel of zebins under checkers and prints what they find.
//
//   check_silent [-r] TARGET CHECKS FILE...
//
// Exit status 1 when there is a finding, or no file. A kernel that the made-up arguments lead astray
// (a fault) is counted; what it executed until then was checked. -r leaves out kernels that read
// images: Debian's ocloc drops the reads for pvc, and what they should have loaded is undefined.

#include "zrun.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct tally {
    const char *file;
    unsigned kernels, faults, findings;
    bool verbose, no_image_reads;
    uint64_t instructions;
} tally;

static void on_finding(void *user, const sim_finding *f) {
    tally *t = user;
    t->findings++;
    printf("%s: %s+0x%x: %s: %s: %s%s (thread %u lane %d)\n", t->file, f->kernel, f->pc_b, sim_check_name(f->check),
           f->inst, f->message, "", f->thread, f->lane);
}

static bool reads_image(const zeb_kernel *k) {
    for (uint32_t i = 0; i < k->args.len; i++)
        if (k->args.data[i].addrspace == ZEB_SPACE_IMAGE && k->args.data[i].access != ZEB_ACCESS_WRITEONLY)
            return true;
    return false;
}

static void run_file(tally *t, const char *target, uint32_t checks) {
    zrun_program p;
    if (!zrun_open(t->file, target, &p))
        exit(2);
    for (uint32_t i = 0; i < p.zeb->kernels.len; i++) {
        const zeb_kernel *k = p.zeb->kernels.data[i];
        char message[512];
        if (t->no_image_reads && reads_image(k))
            continue;
        t->kernels++;
        for (unsigned fill = 0; fill < ZRUN_FILLS; fill++) {
            zrun how = {
                .checks = checks, .report = on_finding, .user = t, .fill = fill, .instructions = &t->instructions};
            if (zrun_kernel(&p, k, &how, message, sizeof message) != CMC_OK) {
                t->faults++;
                if (t->verbose)
                    fprintf(stderr, "%s: %s: %s\n", t->file, k->name, message);
            }
        }
    }
    zrun_close(&p);
}

int main(int argc, char **argv) {
    uint32_t checks;
    tally t = {.verbose = getenv("VERBOSE") != NULL};
    if (argc > 1 && strcmp(argv[1], "-r") == 0) {
        t.no_image_reads = true;
        argc--;
        argv++;
    }
    if (argc < 4 || !sim_check_parse(argv[2], &checks)) {
        fprintf(stderr, "usage: check_silent [-r] TARGET CHECKS FILE...\n");
        return 2;
    }
    for (int i = 3; i < argc; i++) {
        t.file = argv[i];
        run_file(&t, argv[1], checks);
    }
    printf("%s: %u kernels, %u runs ended early, %llu instructions, %u findings\n", argv[1], t.kernels, t.faults,
           (unsigned long long)t.instructions, t.findings);
    return t.findings != 0;
}
