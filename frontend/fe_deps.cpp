// SPDX-License-Identifier: MIT
// The rule for make that -MD, -M and their kin write: the user's files, and with -MD and -M those of -isystem too. Ours
// are inside of the compiler and no files.

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
    opts.OutputFile.clear(); // or Clang writes its own
}
