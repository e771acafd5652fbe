# SPDX-License-Identifier: MIT
"""cmc under ccache: the second compilation is a hit with the same bytes; a changed header, option or compiler is a miss.

usage: ccache_check.py CMC NEW-DIRECTORY
"""
import os
import shutil
import subprocess
import sys

cmc, work = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
shutil.rmtree(work, ignore_errors=True)
os.makedirs(work)
os.chdir(work)
own = os.path.abspath(shutil.copy(cmc, "cmc"))
environment = dict(os.environ, CCACHE_DIR=work + "/cache", CCACHE_CONFIGPATH="/dev/null", CCACHE_COMPILERTYPE="clang")


def write(path, text):
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)


def hits():
    out = subprocess.run(["ccache", "--print-stats"], env=environment, capture_output=True, text=True, check=True).stdout
    counts = dict(line.split("\t") for line in out.splitlines())
    return int(counts["direct_cache_hit"]) + int(counts["preprocessed_cache_hit"])


def build(*options):
    """(whether it was a hit, the bytes)"""
    before = hits()
    subprocess.run(["ccache", own, "-x", "c++", *options, "-c", "k.cm", "-o", "k.bin"], env=environment, check=True)
    with open("k.bin", "rb") as f:
        return hits() - before == 1, f.read()


write("k.h", "#define ADDEND 1\n")
write("k.cm", '#include "k.h"\n#include <cm/cm.h>\nextern "C" _GENX_MAIN_ void k(SurfaceIndex b [[type("buffer_t")]])'
      "{ vector<int, 16> v; read(b, 0, v); v += ADDEND; write(b, 0, v); }\n")
hit, first = build()
assert not hit
hit, again = build()
assert hit and again == first, "the second compilation is no hit"
for options in (("-march=dg2",), ("-O0",), ("-DX=1",)):
    assert not build(*options)[0] and build(*options)[0], options
write("k.h", "#define ADDEND 2\n")
hit, changed = build()
assert not hit and changed != first, "a changed header is a hit"
write("k.h", "#define ADDEND 1\n")
hit, old = build()
assert hit and old == first, "the old header is no hit"
with open(own, "ab") as f:  # another version of the compiler has another size or time
    f.write(b"\0")
assert not build()[0], "another compiler is a hit"
assert build() == (True, first)
