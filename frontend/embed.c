// SPDX-License-Identifier: MIT
// cmc_embed out.c NAME=FILE ...: writes files as a table of C arrays, fe_headers[], in the given order.
//
// A build tool with its own main, run once by CMake. Each array ends with an extra NUL, which Clang's buffers require.

#include <stdio.h>
#include <string.h>

static int write_array(FILE *out, const char *path, int index) {
    FILE *in = fopen(path, "rb");
    if (!in) {
        fprintf(stderr, "cmc_embed: cannot read %s\n", path);
        return 1;
    }
    fprintf(out, "static const unsigned char h%d[] = {", index);
    int c, n = 0;
    while ((c = fgetc(in)) != EOF)
        fprintf(out, "%s%d,", n++ % 24 ? "" : "\n", c);
    fprintf(out, "0};\n");
    fclose(in);
    return 0;
}

int main(int argc, char **argv) {
    FILE *out = argc > 1 ? fopen(argv[1], "wb") : NULL;
    if (!out)
        return 1;
    fprintf(out, "#include \"fe_priv.h\"\n");
    for (int i = 2; i < argc; i++) {
        const char *eq = strchr(argv[i], '=');
        if (!eq || write_array(out, eq + 1, i))
            return 1;
    }
    fprintf(out, "const fe_header fe_headers[] = {\n");
    for (int i = 2; i < argc; i++)
        fprintf(out, "    {\"%.*s\", (const char *)h%d, sizeof(h%d) - 1},\n", (int)(strchr(argv[i], '=') - argv[i]),
                argv[i], i, i);
    fprintf(out, "};\nconst size_t fe_header_count = sizeof(fe_headers) / sizeof(fe_headers[0]);\n");
    return fclose(out) != 0;
}
