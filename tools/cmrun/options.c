// SPDX-License-Identifier: MIT
// The command line of cmrun. Each error message quotes the text with the mistake.

#include "cmrun.h"

#include <cmc/completion.h>

#include <stdlib.h>
#include <string.h>

const char cmrun_help[] =
    "usage: cmrun FILE [options]\n"
    "Runs one kernel of a zebin (or of an archive of them).\n"
    "\n"
    "  -k, --kernel NAME       kernel to run; needed when the file has several\n"
    "  -g, --groups X[,Y[,Z]]  number of groups, default 1,1,1\n"
    "  -l, --local X[,Y[,Z]]   work-items of a group, default 1,1,1\n"
    "  --arg SPEC              next argument, in the kernel's order:\n"
    "       in:FILE                memory with the file's bytes\n"
    "       out:BYTES:FILE         memory of zeros, written to the file after the run\n"
    "       inout:FILE:OUTFILE     memory with the file's bytes, written to the other file after the run\n"
    "       TYPE:V[,V...]          value or vector of values: i32:7  u32:9  i64:-1  f32:0.5  f64:2.5  f32:1,2,3\n"
    "       local:BYTES            shared local memory (OpenCL kernels)\n"
    "       image2d:WxH:FORMAT:IN[:OUT]  2-D image with the bytes of file IN (\"-\": zeros), written to OUT\n"
    "       image1d:W:..  image1d_array:WxN:..  image1d_buffer:W:..  image2d_array:WxHxN:..  image3d:WxHxD:..\n"
    "       sampler:ADDRESS[:FILTER[:COORDINATES]]  none edge clamp repeat mirror; nearest linear;\n"
    "                              unnormalized normalized\n"
    "       buf:BYTES[:INIT]       buffer surface or pointer to device memory\n"
    "       svm:BYTES[:INIT]       pointer to shared memory\n"
    "       img:WxH:FORMAT[:INIT]  2-D image\n"
    "       same:N                 the memory of argument N again\n"
    "       skip                   leave it unset\n"
    "     INIT: zero | iota[,START[,STEP]]:TYPE | fill,V:TYPE | random | file=PATH\n"
    "     FORMAT: r, rg or rgba, 8, 16 or 32 bits, and ui (default), i, un, sn or f: rgba8un r32f rg16; bgra8un\n"
    "  --dump N:TYPE[:COUNT[:FIRST]]   after the run, print elements of argument N; an image row by row\n"
    "  --dump N:file=PATH              or write its bytes to a file\n"
    "  --device DEV       tgl, dg2, ...: the simulator as this target (default: what FILE was made for);\n"
    "                     gpu: an Intel GPU; host: this machine's CPU; xesim or xesim:TARGET. $CMRT_DEVICE when\n"
    "                     not given\n"
    "  --order SEED       another order of groups and threads; 0: the natural one\n"
    "  --check[=LIST]     report mistakes: all, or of hazard,undefined,bounds,align,race,barrier\n"
    "  --timing[=json]    print an estimate of cycles, stalls and bytes moved\n"
    "  --timing=FILE.json  write its timeline in the Trace Event Format, for Perfetto\n"
    "  --trace[=FILE]     a line for each executed instruction, to standard output or a file\n"
    "  --repeat COUNT     launch that many times, default 1\n"
    "  --list             print kernels and their arguments, run nothing\n"
    "  -v, --verbose      print device and launch\n"
    "  --print-driver     print the file of the simulator's driver, the value of ZE_ENABLE_ALT_DRIVERS with which any\n"
    "                     Level Zero program finds it; run nothing\n"
    "  --completion SHELL  print the script that completes options: bash or zsh\n"
    "  -h, --help, --version\n"
    "\n"
    "TYPE: i8 u8 i16 u16 i32 u32 i64 u64 f16 f32 f64, or ub b uw w ud d uq q hf f df. Numbers of bytes may end in k\n"
    "or m. Options that take a value also take it after '='. Exit status 0, 1 after an error or a report of --check.\n";

static cmc_status parse_dims(const char *option, const char *text, uint32_t dims[3], cmc_diag *d) {
    const char *p = text;
    dims[0] = dims[1] = dims[2] = 1;
    for (int i = 0; i < 3; i++) {
        size_t v;
        if (!cmrun_take_number(&p, ",", &v) || v > UINT32_MAX)
            break;
        dims[i] = (uint32_t)v;
        if (!*p)
            return CMC_OK;
        p++;
    }
    return cmrun_bad(d, option, text, "one to three numbers such as 8,4,1");
}

static cmc_status parse_dump(const char *text, run_options *o, cmc_diag *d) {
    static const char forms[] = "N:TYPE[:COUNT[:FIRST]] or N:file=PATH";
    const char *p = text;
    size_t arg;
    if (o->n_dumps == CMRUN_MAX_DUMPS)
        return cmrun_bad(d, "--dump", text, "at most 64 dumps");
    run_dump *dump = &o->dumps[o->n_dumps++];
    if (!cmrun_take_number(&p, ":", &arg) || *p++ != ':')
        return cmrun_bad(d, "--dump", text, forms);
    dump->arg = (uint32_t)arg;
    if (strncmp(p, "file=", 5) == 0 && p[5]) {
        dump->path = p + 5;
        return CMC_OK;
    }
    size_t len = strcspn(p, ":");
    dump->type = elt_find(p, len);
    if (!dump->type)
        return cmrun_bad(d, "--dump", text, elt_names());
    p += len;
    size_t *const places[] = {&dump->count, &dump->first};
    for (int i = 0; i < 2 && *p == ':'; i++) {
        p++;
        if (!cmrun_take_number(&p, ":", places[i]))
            return cmrun_bad(d, "--dump", text, forms);
    }
    return *p ? cmrun_bad(d, "--dump", text, forms) : CMC_OK;
}

static cmc_status parse_repeat(const char *text, run_options *o, cmc_diag *d) {
    size_t v;
    const char *p = text;
    if (!cmrun_take_number(&p, "", &v) || v == 0 || v > UINT32_MAX)
        return cmrun_bad(d, "--repeat", text, "a number from 1");
    o->repeat = (uint32_t)v;
    return CMC_OK;
}

static cmc_status parse_order(const char *text, run_options *o, cmc_diag *d) {
    char *end;
    strtoull(text, &end, 0);
    if (*text < '0' || *text > '9' || *end)
        return cmrun_bad(d, "--order", text, "a number");
    o->order = text;
    return CMC_OK;
}

// Comma-separated words, each from the list; NULL text is the default.
static bool all_known(const char *text, const char *const *names, size_t n) {
    for (;;) {
        size_t len = strcspn(text, ","), i = 0;
        while (i < n && !(strlen(names[i]) == len && strncmp(names[i], text, len) == 0))
            i++;
        if (i == n)
            return false;
        if (!text[len])
            return true;
        text += len + 1;
    }
}

static cmc_status parse_check(const char *text, run_options *o, cmc_diag *d) {
    static const char *const names[] = {"all", "hazard", "undefined", "bounds", "align", "race", "barrier"};
    o->check = text ? text : "all";
    return all_known(o->check, names, sizeof names / sizeof names[0])
               ? CMC_OK
               : cmrun_bad(d, "--check", text, "all, or names of hazard,undefined,bounds,align,race,barrier");
}

static cmc_status parse_timing(const char *text, run_options *o, cmc_diag *d) {
    static const char *const names[] = {"text", "json"};
    static const char suffix[] = ".json";
    const size_t len = text ? strlen(text) : 0, end = sizeof suffix - 1;
    if (len > end && strcmp(text + len - end, suffix) == 0) {
        o->timeline = text;
        return CMC_OK;
    }
    o->timing = text ? text : "text";
    return all_known(o->timing, names, 2) ? CMC_OK : cmrun_bad(d, "--timing", text, "text or json, or FILE.json");
}

static cmc_status parse_trace(const char *text, run_options *o, cmc_diag *d) {
    o->trace = text ? text : "-";
    return *o->trace ? CMC_OK : cmrun_bad(d, "--trace", text, "a file");
}

static cmc_status parse_device(const char *text, run_options *o, cmc_diag *d) {
    o->device = text;
    return *text ? CMC_OK : cmrun_bad(d, "--device", text, "a device");
}

static cmc_status parse_kernel(const char *text, run_options *o, cmc_diag *d) {
    o->kernel = text;
    return *text ? CMC_OK : cmrun_bad(d, "--kernel", text, "a name");
}

static cmc_status parse_shell(const char *text, run_options *o, cmc_diag *d) {
    (void)d;
    o->shell = text;
    return CMC_OK;
}

static cmc_status parse_groups(const char *text, run_options *o, cmc_diag *d) {
    return parse_dims("--groups", text, o->groups, d);
}

static cmc_status parse_local(const char *text, run_options *o, cmc_diag *d) {
    return parse_dims("--local", text, o->local, d);
}

// Options

typedef enum value_need { VALUE_NEEDED, VALUE_BEHIND_EQUALS } value_need;
typedef struct option_row {
    const char *name;
    char letter; // 0 = none
    value_need need;
    cmc_status (*parse)(const char *text, run_options *o, cmc_diag *d); // text NULL: no value
} option_row;

static const option_row option_rows[] = {
    {"--kernel", 'k', VALUE_NEEDED, parse_kernel},    {"--groups", 'g', VALUE_NEEDED, parse_groups},
    {"--local", 'l', VALUE_NEEDED, parse_local},      {"--arg", 0, VALUE_NEEDED, arg_parse},
    {"--dump", 0, VALUE_NEEDED, parse_dump},          {"--device", 0, VALUE_NEEDED, parse_device},
    {"--order", 0, VALUE_NEEDED, parse_order},        {"--repeat", 0, VALUE_NEEDED, parse_repeat},
    {"--check", 0, VALUE_BEHIND_EQUALS, parse_check}, {"--timing", 0, VALUE_BEHIND_EQUALS, parse_timing},
    {"--trace", 0, VALUE_BEHIND_EQUALS, parse_trace}, {"--completion", 0, VALUE_NEEDED, parse_shell},
};

// *value: the text after '=', or NULL.
static const option_row *find_option(const char *text, const char **value) {
    *value = NULL;
    for (size_t i = 0; i < sizeof option_rows / sizeof option_rows[0]; i++) {
        const option_row *row = &option_rows[i];
        size_t len = strlen(row->name);
        if (row->letter && text[0] == '-' && text[1] == row->letter && !text[2])
            return row;
        if (strncmp(text, row->name, len) != 0 || (text[len] && text[len] != '='))
            continue;
        if (text[len])
            *value = text + len + 1;
        return row;
    }
    return NULL;
}

static bool parse_flag(const char *option, run_options *o) {
    if (strcmp(option, "--list") == 0)
        o->list = true;
    else if (strcmp(option, "-v") == 0 || strcmp(option, "--verbose") == 0)
        o->verbose = true;
    else if (strcmp(option, "--print-driver") == 0)
        o->print_driver = true;
    else if (strcmp(option, "-h") == 0 || strcmp(option, "--help") == 0)
        o->help = true;
    else if (strcmp(option, "--version") == 0)
        o->version = true;
    else
        return false;
    return true;
}

static cmc_status check_dumps(const run_options *o, cmc_diag *d) {
    for (uint32_t i = 0; i < o->n_dumps; i++) {
        uint32_t arg = o->dumps[i].arg;
        arg_kind kind = arg < o->n_args ? o->args[arg].kind : ARG_NONE;
        if (kind == ARG_BUFFER || kind == ARG_SVM || kind == ARG_IMAGE)
            continue;
        cmc_diag_error(d, "CM0802", "--dump: argument %u is not a buffer, svm memory or image", arg);
        return CMC_ERR_USER;
    }
    return CMC_OK;
}

cmc_status options_parse(int argc, char **argv, run_options *o, cmc_diag *d) {
    *o = (run_options){.groups = {1, 1, 1}, .local = {1, 1, 1}, .repeat = 1};
    for (int i = 1; i < argc; i++) {
        const char *text = argv[i], *value;
        const option_row *row = find_option(text, &value);
        if (row) {
            if (!value && row->need == VALUE_NEEDED && i + 1 == argc)
                return cmrun_bad(d, text, "", "a value after it");
            if (!value && row->need == VALUE_NEEDED)
                value = argv[++i];
            CMC_TRY(row->parse(value, o, d));
        } else if (text[0] == '-' && text[1]) {
            if (!parse_flag(text, o))
                return cmrun_bad(d, "unknown option", text, "one of those that --help lists");
        } else if (o->file) {
            return cmrun_bad(d, "second file", text, "one file");
        } else {
            o->file = text;
        }
    }
    if (!o->file && !o->help && !o->version && !o->print_driver && !o->shell) {
        cmc_diag_error(d, "CM0801", "no input file; see 'cmrun --help'");
        return CMC_ERR_USER;
    }
    return check_dumps(o, d);
}

cmc_status cmrun_complete(const run_options *o, cmc_diag *d) {
    static const cmc_completion_value values[] = {{"DEV", "gpu xesim host" CMC_COMPLETION_TARGETS},
                                                  {"LIST", "all hazard undefined bounds align race barrier"},
                                                  {"SHELL", "bash zsh"},
                                                  {0}};
    return cmc_completion_write(o->shell, "cmrun", cmrun_help, values, d);
}

void options_free(run_options *o) {
    for (uint32_t i = 0; i < o->n_args; i++) {
        free(o->args[i].value);
        free(o->args[i].in_path);
    }
}
