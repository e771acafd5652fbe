// SPDX-License-Identifier: MIT
// Debian's static Clang refers to the Polly plugin, whose archives Debian does not ship. This takes its place, as a
// plugin that adds no passes: the C++ function getPollyPluginInfo(), which returns an llvm::PassPluginLibraryInfo.

#include <stdint.h>

struct plugin_info {
    uint32_t api_version;
    const char *name, *version;
    void (*add_passes)(void *pass_builder);
};

static void add_nothing(void *pass_builder) {
    (void)pass_builder;
}

struct plugin_info polly_is_not_here(void) __asm__("_Z18getPollyPluginInfov");

struct plugin_info polly_is_not_here(void) {
    return (struct plugin_info){1, "Polly", "none", add_nothing};
}
