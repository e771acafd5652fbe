// SPDX-License-Identifier: MIT
// cmc_embed out.c NAME=FILE ...: writes files as a table of C arrays, fe_headers[], in the given order.
// cmc_embed out.c --text NAME FILE: writes one file as the string NAME.
//
// A build tool with its own main, run once by CMake. Each array ends with an extra NUL, which Clang's buffers require.

#include <stdio.h>
#include <string.h>

static int write_array(FILE *out, const char *path, const char *head) {
    FILE *in = fopen(path, "rb");
    if (!in) {
        fprintf(stderr, "cmc_embed: cannot read %s\n", path);
        return 1;
    }
    fputs(head, out);
    int c, n = 0;
    while ((c = fgetc(in)) != EOF)
        fprintf(out, "%s%d,", n++ % 24 ? "" : "\n", c);
    fprintf(out, "0};\n");
    fclose(in);
    return 0;
}

static int write_text(FILE *out, const char *name, const char *path) {
    char head[128];
    snprintf(head, sizeof head, "extern const char %s[];\nconst char %s[] = {", name, name);
    const int failed = write_array(out, path, head);
    return fclose(out) != 0 || failed;
}

int main(int argc, char **argv) {
    FILE *out = argc > 1 ? fopen(argv[1], "wb") : NULL;
    if (!out)
        return 1;
    if (argc == 5 && strcmp(argv[2], "--text") == 0)
        return write_text(out, argv[3], argv[4]);
    fprintf(out, "#include \"fe_priv.h\"\n");
    for (int i = 2; i < argc; i++) {
        const char *eq = strchr(argv[i], '=');
        char head[64];
        snprintf(head, sizeof head, "static const unsigned char h%d[] = {", i);
        if (!eq || write_array(out, eq + 1, head))
            return 1;
    }
    fprintf(out, "const fe_header fe_headers[] = {\n");
    for (int i = 2; i < argc; i++)
        fprintf(out, "    {\"%.*s\", (const char *)h%d, sizeof(h%d) - 1},\n", (int)(strchr(argv[i], '=') - argv[i]),
                argv[i], i, i);
    fprintf(out, "};\nconst size_t fe_header_count = sizeof(fe_headers) / sizeof(fe_headers[0]);\n");
    return fclose(out) != 0;
}
