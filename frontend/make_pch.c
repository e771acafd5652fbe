// SPDX-License-Identifier: MIT
// cmc_make_pch DIR TARGET ...: writes DIR/TARGET.pch, the precompiled headers of fe_make_pch. The targets
// sycl_device and sycl_host are those of fe_make_sycl_pch.
//
// A build tool with its own main, run once by CMake.

#include <cmc/frontend.h>

#include <stdio.h>
#include <string.h>

static cmc_status write_one(const char *dir, const char *target, cmc_diag *d) {
    cmc_str bytes = CMC_STR_INIT, path = CMC_STR_INIT;
    bool host = strcmp(target, FE_PCH_SYCL_HOST) == 0;
    bool sycl = host || strcmp(target, FE_PCH_SYCL_DEVICE) == 0;
    cmc_status s = sycl ? fe_make_sycl_pch(host, &bytes, d) : fe_make_pch(target, &bytes, d);
    cmc_str_printf(&path, "%s/%s.pch", dir, target);
    if (s == CMC_OK && bytes.oom)
        s = CMC_ERR_OOM;
    if (s == CMC_OK)
        s = cmc_file_write(cmc_str_text(&path), cmc_str_text(&bytes), bytes.len, d);
    cmc_str_free(&bytes);
    cmc_str_free(&path);
    return s;
}

int main(int argc, char **argv) {
    cmc_diag *d = cmc_diag_create();
    cmc_status s = d ? CMC_OK : CMC_ERR_OOM;
    for (int i = 2; i < argc && s == CMC_OK; i++)
        s = write_one(argv[1], argv[i], d);
    cmc_str text = CMC_STR_INIT;
    if (d)
        cmc_diag_show(d, &text);
    fputs(cmc_str_text(&text), stderr);
    cmc_str_free(&text);
    cmc_diag_destroy(d);
    return s == CMC_OK ? 0 : 1;
}
