// SPDX-License-Identifier: MIT
// A device of xesim (tgl) and two programs around kernels from assembly text.

#ifndef FIXTURE_H
#define FIXTURE_H

#include <cmc/targets.h>
#include <cmc/zebin.h>
#include <cmrt/cmrt.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

// Zebins, made with lib/zebin; target is what their notes say. Owned by the caller (cmc_str_free).
cmc_str fixture_add(const char *target);        // add(SurfaceIndex out, svmptr in, int n)
cmc_str fixture_table_only(const char *target); // add, whose first argument is in the binding table alone
cmc_str fixture_implicit(const char *target); // add(out, int n), whose input is the buffer of implicit arguments; simd8
cmc_str fixture_shift(const char *target);    // shift(image in, image out, vector<int,2> by)

cmrt_device *fixture_device(void);
cmrt_program *fixture_load(cmrt_device *d, cmc_str zebin); // frees zebin
// Fails the test with the device's message unless s is CMRT_OK.
void ok(cmrt_device *d, cmrt_status s);
// Expects this status, and a message that holds text.
void refused(cmrt_device *d, cmrt_status s, cmrt_status expected, const char *text);

#endif
