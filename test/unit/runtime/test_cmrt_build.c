// SPDX-License-Identifier: MIT
// cmrt_program_build: results, errors, and the results that are kept on the disk. Runs itself as another process where
// a fresh one is needed: whether the compiler is loaded is a property of the process.

#include "fixture.h"

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { GROUPS = 4, LANES = 8, N = GROUPS * LANES, THREADS = 8, MAX_FILES = 64 };
static const uint32_t one_thread[3] = {1, 1, 1};
static const char *self;
static char folder[] = "/tmp/cmrt_build_XXXXXX";

static const char source[] = "#include <cm/cm.h>\n"
                             "#ifndef FACTOR\n"
                             "#define FACTOR 3\n"
                             "#endif\n"
                             "extern \"C\" _GENX_MAIN_ void scale(SurfaceIndex b [[type(\"buffer_t\")]]) {\n"
                             "    vector<int, 8> v;\n"
                             "    read(b, cm_group_id(0) * 32, v);\n"
                             "    v *= FACTOR;\n"
                             "    write(b, cm_group_id(0) * 32, v);\n"
                             "}\n";

// Whether this process has loaded the compiler.
static bool has_compiler(void) {
    void *library = dlopen("libcmc.so.1", RTLD_NOLOAD | RTLD_LAZY);
    if (library)
        dlclose(library);
    return library != NULL;
}

static void expect_factor(cmrt_device *d, cmrt_program *p, int factor) {
    cmrt_kernel *k;
    cmrt_buffer *b;
    int32_t data[N];
    for (int i = 0; i < N; i++)
        data[i] = i - 7;
    ok(d, cmrt_kernel_create(p, "scale", &k));
    ok(d, cmrt_buffer_create(d, sizeof data, &b));
    ok(d, cmrt_buffer_write(b, 0, data, sizeof data));
    ok(d, cmrt_kernel_set_buffer(k, 0, b));
    ok(d, cmrt_launch(k, (uint32_t[3]){GROUPS, 1, 1}, one_thread));
    ok(d, cmrt_buffer_read(b, 0, data, sizeof data));
    for (int i = 0; i < N; i++)
        assert_int_equal(data[i], (i - 7) * factor);
    cmrt_kernel_destroy(k);
    cmrt_buffer_destroy(b);
}

static void build_and_expect(const char *text, const char *options, int factor) {
    cmrt_device *d = fixture_device();
    cmrt_program *p;
    ok(d, cmrt_program_build(d, text, options, &p));
    expect_factor(d, p, factor);
    ok(d, cmrt_program_destroy(p));
    ok(d, cmrt_device_close(d));
}

// The kept files, sorted by nothing; their number.
static int list(char paths[MAX_FILES][512]) {
    DIR *dir = opendir(folder);
    int n = 0;
    for (struct dirent *e; dir && (e = readdir(dir));)
        if (e->d_name[0] != '.' && strstr(e->d_name, ".cmrt") && n < MAX_FILES)
            snprintf(paths[n++], sizeof paths[0], "%s/%s", folder, e->d_name);
    if (dir)
        closedir(dir);
    return n;
}

static void empty_folder(void) {
    char paths[MAX_FILES][512];
    for (int i = list(paths); i-- > 0;)
        assert_int_equal(unlink(paths[i]), 0);
}

// The only kept file.
static void only_file(char path[512]) {
    char paths[MAX_FILES][512];
    assert_int_equal(list(paths), 1);
    snprintf(path, 512, "%s", paths[0]);
}

static int fresh(void **state) {
    (void)state;
    empty_folder();
    return setenv("CMRT_CACHE", folder, 1);
}

// Another process that builds `source` with these options and fails unless it has, or has not, loaded the compiler.
static void build_elsewhere(const char *options, const char *factor, bool compiles) {
    pid_t child = fork();
    if (child == 0) {
        execl(self, self, "--child", options, factor, compiles ? "compiles" : "keeps", (char *)NULL);
        _exit(100);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static int child_main(char **argv) {
    cmrt_device *d = fixture_device();
    cmrt_program *p;
    ok(d, cmrt_program_build(d, source, argv[2], &p));
    expect_factor(d, p, atoi(argv[3]));
    ok(d, cmrt_program_destroy(p));
    ok(d, cmrt_device_close(d));
    return has_compiler() == (strcmp(argv[4], "compiles") == 0) ? 0 : 1;
}

static void source_becomes_a_program(void **state) {
    (void)state;
    build_and_expect(source, NULL, 3);
    build_and_expect(source, "-DFACTOR=5 -O0", 5);
    build_and_expect(source, " '-DFACTOR=(2 + 5)' ", 7);
}

static void not_built(const char *text, const char *options, cmrt_status expected, const char *part) {
    cmrt_device *d = fixture_device();
    cmrt_program *p = (cmrt_program *)1;
    char why[2048];
    assert_int_equal(cmrt_program_build(d, text, options, &p), expected);
    assert_null(p);
    cmrt_device_message(d, why, sizeof why);
    if (!strstr(why, part))
        fail_msg("'%s' is not in: %s", part, why);
    ok(d, cmrt_device_close(d));
}

static void errors_name_the_place(void **state) {
    (void)state;
    not_built("#include <cm/cm.h>\n_GENX_MAIN_ void k() { int x = y; }\n", NULL, CMRT_ERR_BUILD,
              "kernel.cm:2:32: error: use of undeclared identifier 'y'");
    not_built(source, "-frobnicate", CMRT_ERR_BUILD, "unknown option '-frobnicate'");
    not_built(source, "-o x.bin", CMRT_ERR_BUILD, "no file is written");
    not_built(source, "-save-temps", CMRT_ERR_BUILD, "no file is written");
    not_built(source, "-march=nonsense", CMRT_ERR_BUILD, "nonsense");
    not_built(source, "other.cm", CMRT_ERR_BUILD, "only one input file");
    char paths[MAX_FILES][512];
    assert_int_equal(list(paths), 0); // failures are not kept
}

static void arguments_are_checked(void **state) {
    (void)state;
    cmrt_device *d = fixture_device();
    cmrt_program *p;
    assert_int_equal(cmrt_program_build(NULL, source, NULL, &p), CMRT_ERR_ARGUMENT);
    assert_int_equal(cmrt_program_build(d, NULL, NULL, &p), CMRT_ERR_ARGUMENT);
    assert_int_equal(cmrt_program_build(d, source, NULL, NULL), CMRT_ERR_ARGUMENT);
    ok(d, cmrt_device_close(d));
}

// The warnings are there for a kept result too.
static void warnings_are_in_the_log(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        cmrt_device *d = fixture_device();
        cmrt_program *p;
        ok(d, cmrt_program_build(d, "#warning look here\n#include <cm/cm.h>\n_GENX_MAIN_ void k() {}\n", NULL, &p));
        char log[1024];
        assert_true(cmrt_program_build_log(p, log, sizeof log) < sizeof log);
        assert_non_null(strstr(log, "kernel.cm:1:2: warning: look here"));
        ok(d, cmrt_program_destroy(p));
        ok(d, cmrt_device_close(d));
    }
}

// The cache

static void an_equal_job_does_not_compile(void **state) {
    (void)state;
    build_elsewhere("-DFACTOR=4", "4", true);
    build_elsewhere("-DFACTOR=4", "4", false);
    build_elsewhere("-DFACTOR=6", "6", true);
    build_elsewhere("-DFACTOR=4 -O1", "4", true);
    build_elsewhere("-DFACTOR=4", "4", false);
}

static void it_can_be_turned_off(void **state) {
    char paths[MAX_FILES][512];
    (void)state;
    assert_int_equal(setenv("CMRT_CACHE", "off", 1), 0);
    build_elsewhere("", "3", true);
    build_elsewhere("", "3", true);
    assert_int_equal(list(paths), 0);
}

static size_t read_file(const char *path, uint8_t **bytes) {
    struct stat st;
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    assert_int_equal(stat(path, &st), 0);
    *bytes = malloc((size_t)st.st_size);
    assert_non_null(*bytes);
    assert_int_equal(fread(*bytes, 1, (size_t)st.st_size, f), st.st_size);
    fclose(f);
    return (size_t)st.st_size;
}

static void write_file(const char *path, const void *bytes, size_t size) {
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, size, f), size);
    assert_int_equal(fclose(f), 0);
}

// Whatever is in the file, the right program runs, and the file is good again.
static void expect_repair(const char *path, const uint8_t *good, size_t size) {
    uint8_t *now = NULL;
    build_and_expect(source, NULL, 3);
    size_t n = read_file(path, &now);
    assert_int_equal(n, size);
    assert_memory_equal(now, good, size);
    free(now);
}

static void damaged_results_are_replaced(void **state) {
    enum { PLACES = 40 };
    (void)state;
    char path[512];
    uint8_t *good = NULL;
    build_and_expect(source, NULL, 3);
    only_file(path);
    size_t size = read_file(path, &good);
    for (size_t i = 0; i < PLACES; i++) { // cut
        write_file(path, good, size * i / PLACES);
        expect_repair(path, good, size);
    }
    for (size_t i = 0; i < PLACES; i++) { // altered
        size_t at = i < PLACES / 2 ? i * 3 : size * i / PLACES;
        good[at] ^= 0x10;
        write_file(path, good, size);
        good[at] ^= 0x10;
        expect_repair(path, good, size);
    }
    write_file(path, "!<arch>\n", 8); // foreign
    expect_repair(path, good, size);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkfifo(path, 0600), 0); // nobody writes into it
    build_and_expect(source, NULL, 3);
    free(good);
}

// The file of another job under this job's name.
static void results_are_not_mixed_up(void **state) {
    (void)state;
    char path[512];
    uint8_t *other = NULL;
    build_and_expect(source, "-DFACTOR=9", 9);
    only_file(path);
    size_t size = read_file(path, &other);
    empty_folder();
    build_and_expect(source, NULL, 3);
    only_file(path);
    write_file(path, other, size);
    free(other);
    build_and_expect(source, NULL, 3);
}

static void write_header(const char *path, int factor) {
    char text[64];
    snprintf(text, sizeof text, "#define FACTOR %d\n", factor);
    write_file(path, text, strlen(text));
    struct timespec old[2] = {{.tv_sec = 1000000000 + factor}, {.tv_sec = 1000000000 + factor}};
    int fd = open(path, O_WRONLY);
    assert_int_equal(futimens(fd, old), 0);
    close(fd);
}

static void a_changed_header_compiles_again(void **state) {
    (void)state;
    char header[512], text[1024], options[600];
    snprintf(header, sizeof header, "%s/factor.h", folder);
    snprintf(text, sizeof text, "#include \"factor.h\"\n%s", source);
    snprintf(options, sizeof options, "-I%s", folder);
    for (int factor = 2; factor < 5; factor++) { // texts of one size
        write_header(header, factor);
        build_and_expect(text, options, factor);
        build_and_expect(text, options, factor);
    }
    assert_int_equal(unlink(header), 0);
    not_built(text, options, CMRT_ERR_BUILD, "factor.h");
}

static void a_folder_that_cannot_be_written_costs_only_time(void **state) {
    (void)state;
    char paths[MAX_FILES][512];
    assert_int_equal(setenv("CMRT_CACHE", "/proc/cmc/results", 1), 0);
    build_and_expect(source, NULL, 3);
    assert_int_equal(setenv("CMRT_CACHE", folder, 1), 0);
    static char text[128 * 1024]; // larger than what a full disk takes; what is compiled is not
    memset(text, ' ', sizeof text - sizeof source);
    memcpy(text + sizeof text - sizeof source, source, sizeof source);
    struct rlimit unlimited, full = {.rlim_cur = 64 * 1024};
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &unlimited), 0);
    full.rlim_max = unlimited.rlim_max;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &full), 0);
    build_and_expect(text, NULL, 3);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &unlimited), 0);
    assert_int_equal(list(paths), 0);
}

static void the_oldest_results_go_first(void **state) {
    (void)state;
    char paths[MAX_FILES][512], path[512];
    static char much[700 * 1024]; // of the limit's 1,024 KB
    build_and_expect(source, NULL, 3);
    only_file(path);
    char old[600], older[600];
    snprintf(old, sizeof old, "%s/b.cmrt", folder);
    snprintf(older, sizeof older, "%s/a.cmrt", folder);
    write_file(old, much, sizeof much);
    write_file(older, much, sizeof much);
    struct timespec then[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
    int fd = open(older, O_WRONLY);
    assert_int_equal(futimens(fd, then), 0);
    close(fd);
    assert_int_equal(setenv("CMRT_CACHE_MB", "1", 1), 0);
    build_and_expect(source, "-DFACTOR=8", 8);
    assert_int_equal(unsetenv("CMRT_CACHE_MB"), 0);
    assert_int_equal(list(paths), 3);
    assert_int_equal(access(older, F_OK), -1);
    assert_int_equal(access(old, F_OK), 0);
    assert_int_equal(access(path, F_OK), 0);
}

static void *build_in_thread(void *arg) {
    char options[32];
    const int factor = 2 + (int)(intptr_t)arg % 3;
    snprintf(options, sizeof options, "-DFACTOR=%d", factor);
    build_and_expect(source, options, factor);
    return NULL;
}

static void several_threads_build_at_once(void **state) {
    (void)state;
    pthread_t threads[THREADS];
    for (intptr_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, build_in_thread, (void *)i), 0);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
}

static void a_missing_compiler_is_named(void **state) {
    (void)state;
    pid_t child = fork();
    if (child == 0) {
        setenv("CMRT_COMPILER", "/nowhere/libcmc.so.1", 1);
        execl(self, self, "--no-compiler", (char *)NULL);
        _exit(100);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static int no_compiler_main(void) {
    not_built(source, NULL, CMRT_ERR_UNSUPPORTED, "package libcmc1: /nowhere/libcmc.so.1");
    return 0;
}

static int in_child(const char *mode, char **argv) {
    return strcmp(mode, "--child") == 0 ? child_main(argv) : no_compiler_main();
}

int main(int argc, char **argv) {
    self = argv[0];
    if (argc > 1)
        return in_child(argv[1], argv);
    if (!mkdtemp(folder))
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(an_equal_job_does_not_compile, fresh), // first: this process has no compiler yet
        cmocka_unit_test_setup(it_can_be_turned_off, fresh),
        cmocka_unit_test_setup(a_missing_compiler_is_named, fresh),
        cmocka_unit_test_setup(source_becomes_a_program, fresh),
        cmocka_unit_test_setup(errors_name_the_place, fresh),
        cmocka_unit_test_setup(arguments_are_checked, fresh),
        cmocka_unit_test_setup(warnings_are_in_the_log, fresh),
        cmocka_unit_test_setup(damaged_results_are_replaced, fresh),
        cmocka_unit_test_setup(results_are_not_mixed_up, fresh),
        cmocka_unit_test_setup(a_changed_header_compiles_again, fresh),
        cmocka_unit_test_setup(a_folder_that_cannot_be_written_costs_only_time, fresh),
        cmocka_unit_test_setup(the_oldest_results_go_first, fresh),
        cmocka_unit_test_setup(several_threads_build_at_once, fresh),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    empty_folder();
    rmdir(folder);
    return failed;
}
