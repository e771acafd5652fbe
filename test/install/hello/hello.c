// SPDX-License-Identifier: MIT
// Scales 64 numbers on the default device; prints the device and the last result. hello FILE loads the kernel from a
// file instead of the program.
#include "scale.h"

#include <cmrt/cmrt.h>
#include <scale_bin.h>
#include <stdint.h>
#include <stdio.h>

enum { N = 64, GROUP_N = 16 };

static int fail(const char *what, const char *why) {
    fprintf(stderr, "hello: %s: %s\n", what, why);
    return 1;
}

int main(int argc, char **argv) {
    const uint32_t groups[3] = {N / GROUP_N, 1, 1}, local[3] = {1, 1, 1};
    int32_t data[N];
    char why[512] = "";
    cmrt_device *dev;
    cmrt_program *prog;
    cmrt_kernel *k;
    cmrt_buffer *buf;
    cmrt_device_info info;
    for (int i = 0; i < N; i++)
        data[i] = i;
    if (cmrt_device_open(NULL, &dev, why, sizeof why) != CMRT_OK)
        return fail("no device", why);
    cmrt_status s = argc > 1 ? cmrt_program_load_file(dev, argv[1], &prog)
                             : cmrt_program_load(dev, scale_bin, scale_bin_size, &prog);
    if (s == CMRT_OK)
        s = cmrt_kernel_create(prog, "scale", &k);
    if (s == CMRT_OK)
        s = cmrt_buffer_create(dev, sizeof data, &buf);
    if (s == CMRT_OK)
        s = cmrt_buffer_write(buf, 0, data, sizeof data);
    if (s == CMRT_OK)
        s = cmrt_kernel_set_buffer(k, 0, buf);
    if (s == CMRT_OK)
        s = cmrt_launch(k, groups, local);
    if (s == CMRT_OK)
        s = cmrt_wait(dev);
    if (s == CMRT_OK)
        s = cmrt_buffer_read(buf, 0, data, sizeof data);
    if (s != CMRT_OK) {
        cmrt_device_message(dev, why, sizeof why);
        return fail(cmrt_status_str(s), why);
    }
    for (int i = 0; i < N; i++)
        if (data[i] != i * FACTOR + 1)
            return fail("wrong result", "");
    cmrt_device_get_info(dev, &info);
    printf("%s%s: %d\n", info.is_simulator ? "xesim:" : "", info.target, data[N - 1]);
    return 0;
}
