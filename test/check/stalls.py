#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Our scoreboard annotations beside those of iga64 -Xauto-deps on the same instructions.

usage: stalls.py CMC TARGET PLATFORM [-v] KERNEL.cm...
Counted are waits: each distance and each token that is waited for (a sync.allrd or sync.allwr is one), and the
instructions that exist only to wait. Ours must not be more than its: each over all kernels, both together in each kernel
but those of MORE.
Waits of calls and returns themselves do not count: Intel's compiler, too, lets each of them wait for all pipes, since the
distances after them count from there; iga64 does not follow them."""
import os
import re
import struct
import subprocess
import sys
import tempfile

import reannotate

# Kernel -> why it may have more waits than iga64 sets.
MORE = {
    "decided_once.cm": "iga64 sets no wait after a jump that is taken, and counts the jump itself as a distance",
    "argument_kept.cm": "each copy waits for its own load, where iga64 lets the first wait for all",
    "argument_pair.cm": "as argument_kept.cm",
    "odd_lengths.cm": "each arm of a branch waits for the loads that it reads, where iga64 waits for all before the branch",
    "pressure_consts.cm": "addresses of messages are computed long before; iga64 sets no wait for results so far back",
}
WAIT = re.compile(r"^\s*(?:[AFILMS]?@\d|\$\d+\.(?:dst|src))\s*$")


def texts(zebin):
    """The machine code of every kernel of a zebin."""
    at, = struct.unpack_from("<Q", zebin, 40)
    count, names_index = struct.unpack_from("<2xHH", zebin, 58)
    sections = [struct.unpack_from(reannotate.SECTION, zebin, at + 64 * i) for i in range(count)]
    base = sections[names_index][4]
    for s in sections:
        if zebin[base + s[0]:].split(b"\0")[0].startswith(b".text."):
            yield zebin[s[4]:s[4] + s[5]]


def counts(text):
    """Waits, and instructions that only wait."""
    waits = syncs = 0
    for line in text.splitlines():
        line = line.split("//")[0]
        if "illegal" in line:
            break
        if re.search(r"\b(call|calla|ret)\b", line):
            continue
        sync = re.search(r"\bsync\.(nop|allrd|allwr)\b", line)
        options = re.search(r"\{([^}]*)\}\s*$", line)
        n = sum(1 for x in options.group(1).split(",") if WAIT.match(x)) if options else 0
        if sync:
            syncs += 1
            n += sync.group(1) != "nop"
        waits += n
    return waits, syncs


def compare(work, platform, code):
    with open(os.path.join(work, "ours.krn"), "wb") as f:
        f.write(code)
    ours = counts(reannotate.iga(work, "-d", "-p", platform, "ours.krn"))
    with open(os.path.join(work, "theirs.krn"), "wb") as f:
        f.write(reannotate.annotated(work, platform, code))
    return ours, counts(reannotate.iga(work, "-d", "-p", platform, "theirs.krn"))


def main(cmc, target, platform, *files):
    verbose, total, worse = "-v" in files, [0, 0, 0, 0], 0
    for name in (f for f in files if f != "-v"):
        with tempfile.TemporaryDirectory() as work:
            out = os.path.join(work, "k.bin")
            run = subprocess.run([cmc, name, "-march=" + target, "--no-compact", "-o", out], capture_output=True, text=True)
            if run.returncode:
                sys.exit("%s: %s" % (name, run.stderr[:500]))
            with open(out, "rb") as f:
                zebin = f.read()
            for code in texts(zebin):
                ours, theirs = compare(work, platform, code)
                total = [t + n for t, n in zip(total, (*ours, *theirs))]
                worse += sum(ours) > sum(theirs) and os.path.basename(name) not in MORE
                if verbose or sum(ours) > sum(theirs):
                    print("%-24s waits %4d, iga64 %4d   instructions that only wait %3d, %3d" %
                          (os.path.basename(name), ours[0], theirs[0], ours[1], theirs[1]))
    print("%s: %d waits in our annotations, %d in iga64's; %d and %d instructions that only wait" %
          (target, total[0], total[2], total[1], total[3]))
    if worse or total[0] == 0 or total[0] > total[2] or total[1] > total[3]:
        sys.exit("%s: more than iga64 -Xauto-deps" % target)


if __name__ == "__main__":
    main(*sys.argv[1:])
