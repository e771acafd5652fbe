// SPDX-License-Identifier: MIT
// Debian's static Clang refers to a function of the Polly plugin, whose archives Debian does not ship. The function is
// never called. The linker needs its name, which is that of the C++ function getPollyPluginInfo().

void polly_is_not_here(void) __asm__("_Z18getPollyPluginInfov");

void polly_is_not_here(void) {}
