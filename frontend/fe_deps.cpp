// SPDX-License-Identifier: MIT
// The make rule that -MD, -M and related options write: the user's files, and with -MD and -M also those of -isystem.
// Our headers are embedded in the compiler and are left out.

#include "fe_priv.h"

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/Utils.h>

using namespace clang;

namespace {

class real_files : public DependencyFileGenerator {
  public:
    using DependencyFileGenerator::DependencyFileGenerator;
    void maybeAddDependency(llvm::StringRef file, bool from_module, bool is_system, bool is_module,
                            bool is_missing) override {
        if (!file.starts_with(FE_ROOT "/"))
            DependencyFileGenerator::maybeAddDependency(file, from_module, is_system, is_module, is_missing);
    }
};

} // namespace

void fe_write_deps(CompilerInstance &ci) {
    DependencyOutputOptions &opts = ci.getDependencyOutputOpts();
    if (opts.OutputFile.empty())
        return;
    ci.addDependencyCollector(std::make_shared<real_files>(opts));
    opts.OutputFile.clear(); // otherwise Clang writes its own
}
