// SPDX-License-Identifier: MIT
// Links an object file to a shared object with LLD, in this process and in memory. Gap: LLD has no C interface. And
// asks LLVM for the features of processors. Gap: LLVM-C knows those of this machine only. And switches a pass of code
// generation off. Gap: LLVM-C has options of the whole process only.

#include "host_priv.h"

#include <lld/Common/Driver.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/OptBisect.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/raw_ostream.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <unistd.h>

LLD_HAS_DRIVER(elf)

namespace {

// A folder of this process with an object and what LLD makes of it, since LLD replaces files by name.
class Folder {
    char dir[sizeof P_tmpdir + 16] = P_tmpdir "/cmc-XXXXXX";
    bool made;

  public:
    Folder() : made(mkdtemp(dir) != nullptr) {}
    ~Folder() {
        for (const char *name : {"object", "shared"})
            unlink(path(name).c_str());
        if (made)
            rmdir(dir);
    }
    Folder(const Folder &) = delete;
    std::string path(const char *name) const {
        return std::string(dir) + "/" + name;
    }
    bool write(const char *name, const void *bytes, size_t len) const {
        FILE *f = made ? fopen(path(name).c_str(), "wb") : nullptr;
        bool ok = f && fwrite(bytes, 1, len, f) == len;
        return f && fclose(f) == 0 && ok;
    }
    bool read(const char *name, cmc_str *out) const {
        char buffer[1 << 16];
        FILE *f = fopen(path(name).c_str(), "rb");
        for (size_t n; f && (n = fread(buffer, 1, sizeof buffer, f)) > 0;)
            cmc_str_append_n(out, buffer, n);
        return f && fclose(f) == 0;
    }
};

// All passes but the scheduler before register allocation.
class KeepsOrder : public llvm::OptPassGate {
    bool shouldRunPass(const llvm::StringRef pass, llvm::StringRef) override {
        return pass != "Machine Instruction Scheduler";
    }
    bool isEnabled() const override {
        return true;
    }
};

} // namespace

extern "C" void host_keep_order(LLVMModuleRef mod) {
    static KeepsOrder gate; // without state
    llvm::unwrap(mod)->getContext().setOptPassGate(gate);
}

static std::unique_ptr<llvm::MCSubtargetInfo> subtarget(const char *triple, const char *cpu) {
    std::string error;
    const llvm::Target *t = llvm::TargetRegistry::lookupTarget(triple, error);
    return std::unique_ptr<llvm::MCSubtargetInfo>(t ? t->createMCSubtargetInfo(triple, cpu, "") : nullptr);
}

extern "C" bool host_cpu_known(const char *triple, const char *cpu) {
    auto s = subtarget(triple, "");
    return s && s->isCPUStringValid(cpu);
}

extern "C" bool host_cpu_has(const char *triple, const char *cpu, const char *native, const char *feature) {
    if (!cpu)
        return ("," + std::string(native) + ",").find(",+" + std::string(feature) + ",") != std::string::npos;
    auto s = subtarget(triple, cpu);
    return s && s->checkFeatures("+" + std::string(feature));
}

extern "C" bool host_link(const void *object, size_t object_b, cmc_str *out, cmc_str *message) {
    static std::mutex one_at_a_time; // LLD's state is global
    const Folder folder;
    if (!folder.write("object", object, object_b)) {
        cmc_str_printf(message, "cannot write in %s: %s", P_tmpdir, strerror(errno));
        return false;
    }
    const std::string from = folder.path("object"), to = folder.path("shared");
    const char *args[] = {"ld.lld",      "-shared", "--no-undefined", "--build-id=none",  "--threads=1", "-z",
                          "noexecstack", "-z",      "separate-code",  "--hash-style=gnu", "-o",          to.c_str(),
                          from.c_str()};
    std::string text;
    llvm::raw_string_ostream errors(text);
    std::lock_guard<std::mutex> lock(one_at_a_time);
    lld::Result r = lld::lldMain(args, errors, errors, {{lld::Gnu, &lld::elf::link}});
    if (r.retCode != 0) {
        cmc_str_append(message, errors.str().c_str());
        return false;
    }
    return folder.read("shared", out);
}
