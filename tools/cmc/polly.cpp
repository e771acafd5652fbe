// SPDX-License-Identifier: MIT
// Debian's static Clang refers to the Polly plugin, whose archives it does not ship. Nothing calls this.

#include <llvm/Passes/PassPlugin.h>

llvm::PassPluginLibraryInfo getPollyPluginInfo();

llvm::PassPluginLibraryInfo getPollyPluginInfo() {
    return {LLVM_PLUGIN_API_VERSION, "none", "0", [](llvm::PassBuilder &) {}};
}
