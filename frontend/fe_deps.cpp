// SPDX-License-Identifier: MIT
// The files that a compilation reads: the make rule that -MD, -M and related options write, with the user's files and,
// for -MD and -M, those of -isystem; and the list for callers that keep results. Our headers are embedded in the
// compiler and are left out.

#include "fe_priv.h"

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/Utils.h>
#include <llvm/ADT/StringSet.h>

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

// All files on the disk that the preprocessor opens besides the source, in order, each once.
class read_files : public DependencyCollector {
  public:
    read_files(const fe_opts &o) : opts(o) {}
    bool needSystemDependencies() override {
        return true;
    }
    void maybeAddDependency(llvm::StringRef file, bool, bool, bool, bool is_missing) override {
        if (is_missing || file == opts.file || file.starts_with(FE_ROOT "/") || file.starts_with("<"))
            return;
        if (!seen.insert(file).second)
            return;
        const char *name = cmc_arena_strndup(opts.files_arena, file.data(), file.size());
        if (!name || !cmc_vec_push(opts.files_arena, opts.files, name))
            llvm::report_bad_alloc_error("the list of files");
    }

  private:
    const fe_opts &opts;
    llvm::StringSet<> seen;
};

} // namespace

void fe_list_files(CompilerInstance &ci, const fe_opts &opts) {
    if (opts.files)
        ci.addDependencyCollector(std::make_shared<read_files>(opts));
}

void fe_write_deps(CompilerInstance &ci) {
    DependencyOutputOptions &opts = ci.getDependencyOutputOpts();
    if (opts.OutputFile.empty())
        return;
    ci.addDependencyCollector(std::make_shared<real_files>(opts));
    opts.OutputFile.clear(); // otherwise Clang writes its own
}
