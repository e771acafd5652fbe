# SPDX-License-Identifier: MIT
# lit configuration. Paths come from lit.site.cfg.py, which CMake writes into the build folder.
import os
import lit.formats

config.name = "cmc"
config.test_format = lit.formats.ShTest(True)
config.suffixes = [".cpp", ".cm", ".ll", ".mir", ".asm", ".test"]
config.excludes = ["Inputs", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.cmc_build, "test", "lit-out")

bindir = os.path.join(config.cmc_build, "bin")
libdir = os.path.join(config.cmc_build, "lib")
cmc = os.path.join(bindir, lit_config.params.get("cmc", "cmc")) # ctest's is linked statically: it starts faster
plugin = os.path.join(libdir, "CMCPasses.so")

# Judges are found once; a missing one fails here with its name, it never skips tests.
def judge(*names):
    import shutil
    for name in names:
        found = shutil.which(name)
        if found:
            return found
    lit_config.fatal("%s is missing: run ./build.sh build, which installs it" % names[0])

opt = judge("opt-19")
filecheck = judge("FileCheck-19")
iga64 = judge("iga64")
ocloc = judge("ocloc")

# Longest names first: substitutions are plain text.
subst = [
    ("%FileCheck", filecheck),
    ("%listing", "%s %s" % (config.python, os.path.join(config.test_source_root, "listing.py"))),
    ("%errors", "%s %s %s" % (config.python, os.path.join(config.test_source_root, "errors.py"), cmc)),
    ("%genx_eval", os.path.join(bindir, "genx_eval")),
    ("%iga64", iga64),
    ("%ocloc", ocloc),
    ("%cmrun", os.path.join(bindir, "cmrun")),
    ("%xedis", os.path.join(bindir, "xedis")),
    ("%xeas", os.path.join(bindir, "xeas")),
    ("%opt", config.cmc_env + "%s -load-pass-plugin=%s" % (opt, plugin)),
    ("%cmc", cmc),
    ("%host", config.cmc_env),
    ("%python", config.python),
    ("%srcroot", config.cmc_source),
    ("%buildroot", config.cmc_build),
]
config.substitutions += [(k + r"\b", v) for k, v in subst]

config.environment["PATH"] = "/usr/lib/llvm-19/bin" + os.pathsep + os.environ["PATH"]  # not, count
config.environment["CMRT_DEVICE"] = "xesim"
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "HOME", "NEOReadDebugKeys"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
