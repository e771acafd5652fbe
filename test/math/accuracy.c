// SPDX-License-Identifier: MIT
// Runs the kernels of functions.cm on the simulator and compares with MPFR.
//
//   math_accuracy PROGRAM TARGET COUNT SEED [FUNCTION]     COUNT random operands of each function, after the edges
//   math_accuracy --source                                 prints the same kernels with constants for their operands
//   math_accuracy --constants PROGRAM TARGET               runs them

#include "judge.h"

#include <cmrt/cmrt.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = 16, BATCH = 1 << 16 };

typedef struct run {
    cmrt_device *device;
    cmrt_program *program;
    cmrt_buffer *in[2], *out;
    double *v[2];
    uint8_t *bytes;
} run;

static void die(run *r, const char *what) {
    char text[512] = "";
    if (r->device)
        cmrt_device_message(r->device, text, sizeof text);
    fprintf(stderr, "math_accuracy: %s: %s\n", what, text);
    exit(2);
}

static void open_run(run *r, const char *program, const char *target) {
    char spec[64], why[512];
    snprintf(spec, sizeof spec, "xesim:%s", target);
    if (cmrt_device_open(spec, &r->device, why, sizeof why)) {
        fprintf(stderr, "math_accuracy: %s\n", why);
        exit(2);
    }
    if (cmrt_program_load_file(r->device, program, &r->program))
        die(r, program);
    for (int k = 0; k < 2; k++) {
        r->v[k] = calloc(BATCH, sizeof(double));
        if (cmrt_buffer_create(r->device, BATCH * 8, &r->in[k]))
            die(r, "operands");
    }
    r->bytes = calloc(BATCH, 8);
    if (cmrt_buffer_create(r->device, BATCH * 8, &r->out) || !r->bytes || !r->v[0] || !r->v[1])
        die(r, "results");
}

static void close_run(run *r) {
    cmrt_program_destroy(r->program);
    cmrt_buffer_destroy(r->out);
    for (int k = 0; k < 2; k++) {
        cmrt_buffer_destroy(r->in[k]);
        free(r->v[k]);
    }
    free(r->bytes);
    cmrt_device_close(r->device);
}

static void set_operands(run *r, const math_row *row, cmrt_kernel *k, unsigned which, size_t n) {
    const math_format *f = math_format_of(row);
    for (size_t i = 0; i < n; i++) {
        uint64_t bits = math_encode(f, r->v[which][i]);
        memcpy(r->bytes + i * f->bytes, &bits, f->bytes); // little-endian
    }
    if (cmrt_buffer_write(r->in[which], 0, r->bytes, n * f->bytes) || cmrt_kernel_set_buffer(k, which, r->in[which]))
        die(r, row->name);
}

// Runs the kernel for n results, a multiple of LANES; their bits go to r->bytes. Argument `out` is the results' memory.
static void launch(run *r, const math_row *row, cmrt_kernel *k, uint32_t out, size_t n) {
    uint32_t groups[3] = {out == 0 ? 1 : (uint32_t)(n / LANES), 1, 1}, one[3] = {1, 1, 1};
    if (cmrt_kernel_set_buffer(k, out, r->out) || cmrt_launch(k, groups, one) ||
        cmrt_buffer_read(r->out, 0, r->bytes, n * math_format_of(row)->bytes))
        die(r, row->name);
}

static void compare(run *r, const math_row *row, size_t n, math_result *sum) {
    const math_format *f = math_format_of(row);
    for (size_t i = 0; i < n; i++) {
        uint64_t bits = 0;
        memcpy(&bits, r->bytes + i * f->bytes, f->bytes);
        math_compare(row, (const double[2]){r->v[0][i], r->v[1][i]}, math_decode(f, bits), sum);
    }
}

static void print(const math_row *row, const math_result *s) {
    printf("%-24s %-6s %9llu %8.3f ulp", row->expression, math_format_of(row)->name, (unsigned long long)s->tried,
           s->ulp);
    printf(row->operands == 2 ? " at %.17g, %.17g" : " at %.17g", s->at[0], s->at[1]);
    printf("; special %llu", (unsigned long long)s->special);
    if (s->wrong)
        printf("; WRONG %llu, %llu of them special: (%.17g, %.17g) gave %.17g", (unsigned long long)s->wrong,
               (unsigned long long)s->wrong_special, s->bad[0], s->bad[1], s->got);
    printf("\n");
}

static math_result try_row(run *r, const math_row *row, cmrt_kernel *k, size_t count, uint64_t seed) {
    math_result sum = {0};
    size_t left = math_edge_count(row) + count;
    for (uint64_t batch = 0; left > 0; batch++) {
        size_t n = left < BATCH ? (left + LANES - 1) / LANES * LANES : BATCH;
        math_operands(row, batch * BATCH, seed + batch, n, r->v[0], r->v[1]);
        for (unsigned i = 0; i < row->operands; i++)
            set_operands(r, row, k, i, n);
        launch(r, row, k, row->operands, n);
        compare(r, row, n, &sum);
        left -= left < n ? left : n;
    }
    return sum;
}

static math_result try_constants(run *r, const math_row *row, cmrt_kernel *k) {
    math_result sum = {0};
    math_constants(row, r->v[0], r->v[1]);
    launch(r, row, k, 0, MATH_CONSTANTS);
    compare(r, row, MATH_CONSTANTS, &sum);
    return sum;
}

// The source of the kernels with constants

static void print_bits(const math_format *f, const char *name, const double *v) {
    printf("const bits_%c %s[] = {", f->letter, name);
    for (int k = 0; k < LANES; k++)
        printf("0x%llx%s", (unsigned long long)math_encode(f, v[k]), k < LANES - 1 ? ", " : "};\n");
}

static void print_kernel(const math_row *row) {
    static double x[MATH_CONSTANTS], y[MATH_CONSTANTS];
    const math_format *f = math_format_of(row);
    math_constants(row, x, y);
    printf("extern \"C\" _GENX_MAIN_ void %s_%s(svmptr_t out) {\n", row->name, row->type);
    for (int i = 0; i < MATH_CONSTANTS; i += LANES) {
        printf("{\n");
        print_bits(f, "xs", x + i);
        print_bits(f, "ys", y + i);
        printf("vector<bits_%c, N> xv(xs), yv(ys);\n", f->letter);
        printf("vector<%s, N> x = xv.format<%s>(), y = yv.format<%s>(), r = %s;\n", f->name, f->name, f->name,
               row->expression);
        printf("cm_svm_block_write(out + %d, r);\n}\n", i * (int)f->bytes);
    }
    printf("}\n");
}

static int print_source(void) {
    printf("#include <cm/cm.h>\n#include <cm/cmtl.h>\nenum { N = %d };\n#include \"spirv.h\"\n", LANES);
    printf("typedef ushort bits_h;\ntypedef uint bits_f;\ntypedef unsigned long long bits_d;\n");
    for (size_t i = 0; i < math_n_rows; i++) {
        if (math_rows[i].needs)
            printf("#ifdef %s\n", math_rows[i].needs);
        print_kernel(&math_rows[i]);
        if (math_rows[i].needs)
            printf("#endif\n");
    }
    return 0;
}

static int judge_program(int argc, char **argv, bool constants) {
    run r = {0};
    open_run(&r, argv[0], argv[1]);
    uint64_t wrong = 0, rows = 0;
    for (size_t i = 0; i < math_n_rows; i++) {
        const math_row *row = &math_rows[i];
        char name[64];
        cmrt_kernel *k;
        snprintf(name, sizeof name, "%s_%s", row->name, row->type);
        if ((argc > 4 && strcmp(argv[4], row->name)) || cmrt_kernel_create(r.program, name, &k))
            continue; // a target without doubles lacks some
        math_result sum = constants ? try_constants(&r, row, k)
                                    : try_row(&r, row, k, strtoull(argv[2], NULL, 0), strtoull(argv[3], NULL, 0));
        print(row, &sum);
        cmrt_kernel_destroy(k);
        wrong += sum.wrong;
        rows++;
    }
    close_run(&r);
    printf("%s: %llu functions, %llu wrong results\n", argv[1], (unsigned long long)rows, (unsigned long long)wrong);
    return wrong || !rows;
}

int main(int argc, char **argv) {
    if (argc == 2 && !strcmp(argv[1], "--source"))
        return print_source();
    if (argc == 4 && !strcmp(argv[1], "--constants"))
        return judge_program(argc - 2, argv + 2, true);
    if (argc >= 5)
        return judge_program(argc - 1, argv + 1, false);
    fprintf(stderr,
            "usage: math_accuracy PROGRAM TARGET COUNT SEED [FUNCTION] | --source | --constants PROGRAM TARGET\n");
    return 2;
}
