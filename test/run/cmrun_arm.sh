#!/bin/sh
# SPDX-License-Identifier: MIT
# cmrun of build-aarch64, in the emulator; CMRUN_ARM is its path.
exec qemu-aarch64 "$CMRUN_ARM" "$@"
