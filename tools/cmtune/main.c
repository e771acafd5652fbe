// SPDX-License-Identifier: MIT
// cmtune on one machine.

#include "cmtune.h"

int main(int argc, char **argv) {
    const tune_team alone = {.size = 1};
    return tune_main(argc, argv, &alone);
}
