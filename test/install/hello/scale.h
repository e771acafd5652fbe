// SPDX-License-Identifier: MIT
#define FACTOR 3
