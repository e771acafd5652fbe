#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles message kernels (cases.py) with cmc, runs them on xesim under all its checkers, and compares both buffers with
what the Python model left. usage: run.py CMC CMRUN --targets=tgl,pvc [--share=K/N] [--judge=OCLOC] [NAME...]
--share: only the Kth of every N kernels.
--judge: compiles the same IR with Intel's vector compiler too and runs its binary: does it agree with the model?"""
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
import cases  # noqa: E402
import share  # noqa: E402

INTEL = {"skl": "skl", "icl": "icllp", "tgl": "tgllp", "dg2": "dg2-g11", "pvc": "pvc"}


def write(path, data):
    with open(path, "wb") as f:
        f.write(data)


def execute(command):
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 124, "", "timeout")


def compare(name, got, expected):
    bad = [i for i in range(len(expected)) if got[i] != expected[i]]
    if bad:
        at = bad[0] & ~3
        raise RuntimeError("buffer %s: %d bytes differ, first at byte %d: got %s, expected %s" % (
            name, len(bad), bad[0], got[at:at + 16].hex(" ", 4), expected[at:at + 16].hex(" ", 4)))


def launch(cmrun, binary, k, d, checked):
    a, b = (os.path.join(d, x) for x in ("a", "b"))
    write(a, k.before[0])
    write(b, k.before[1])
    command = [cmrun, binary, "-k", "k", "-g", "%d,%d,%d" % k.groups, "-l", "%d,%d,%d" % k.local]
    # With an image: surface b is it, and memory b is reached by its address alone.
    surface_b = "inout:%s:%s.out" % (b, b)
    command += ["--arg", "inout:%s:%s.out" % (a, a)]
    if k.image:
        write(os.path.join(d, "i"), k.image_before)
        surface_i = "image2d:%dx%d:%s:%s:%s.out" % (k.image[:3] + (os.path.join(d, "i"),) * 2)
        command += ["--arg", surface_i, "--arg", "same:0", "--arg", surface_b]
    else:
        command += ["--arg", surface_b, "--arg", "same:0", "--arg", "same:1"]
    r = execute(command + (["--check"] if checked else []))
    if r.returncode != 0:
        raise RuntimeError("cmrun: " + (r.stderr + r.stdout).strip())
    for name, m in (("a", k.a), ("b", k.b)):
        with open(os.path.join(d, name + ".out"), "rb") as f:
            compare(name, f.read(), bytes(m.bytes))
    if k.image:
        with open(os.path.join(d, "i.out"), "rb") as f:
            compare("image", f.read(), bytes(k.pixels.bytes))


def check(cmc, cmrun, case, target, d):
    k = cases.build(case, target)
    if k is None:
        return "-"
    ll = os.path.join(d, "k.ll")
    write(ll, k.text().encode())
    r = execute([cmc, ll, "-march=" + target, "--verify-each", "-o", os.path.join(d, "k.bin")])
    if k.refused:
        if r.returncode == 0 or k.refused not in r.stderr:
            raise RuntimeError("expected the error '%s', got: %s" % (k.refused, r.stderr.strip() or "no error"))
        return "refused"
    if r.returncode != 0:
        raise RuntimeError(r.stderr.strip())
    launch(cmrun, os.path.join(d, "k.bin"), k, d, True)
    return "ok"


def judge(ocloc, cmrun, case, target, d):
    k = cases.build(case, target)
    if k is None or k.refused:
        return "-"
    write(os.path.join(d, "j.ll"), k.text(typed=True).encode())
    r = execute(["llvm-as-14", os.path.join(d, "j.ll"), "-o", os.path.join(d, "j.bc")])
    if r.returncode != 0:
        raise RuntimeError(r.stderr.strip())
    out = os.path.join(d, "j.out")
    r = execute([ocloc, "compile", "-llvm_input", "-file", os.path.join(d, "j.bc"), "-device", INTEL[target], "-options",
                 "-vc-codegen", "-internal_options", "-cl-intel-allow-zebin", "-output_no_suffix", "-output", out])
    binary = next((out + x for x in ("", ".bin", ".gen") if os.path.exists(out + x) and os.path.getsize(out + x)), None)
    if r.returncode != 0 or binary is None:
        return "not compiled"
    try:
        launch(cmrun, binary, k, d, False)
    finally:
        for x in os.listdir(d):
            if x.startswith("j.out"):
                os.unlink(os.path.join(d, x))
    return "agrees"


def main(cmc, cmrun, *rest):
    opts = dict(x[2:].split("=", 1) for x in rest if x.startswith("--"))
    names = [x for x in rest if not x.startswith("--")]
    os.environ.setdefault("CMRT_DEVICE", "xesim")
    count, failed = {}, 0
    with tempfile.TemporaryDirectory() as d:
        for target in opts.get("targets", "tgl").split(","):
            for case in names or share.taken(sorted(cases.CASES), rest):
                try:
                    word = (judge(opts["judge"], cmrun, case, target, d) if "judge" in opts
                            else check(cmc, cmrun, case, target, d))
                    count[word] = count.get(word, 0) + 1
                    if names or word == "not compiled":
                        print("%s %s: %s" % (target, case, word))
                except RuntimeError as e:
                    failed += 1
                    print("FAIL %s %s: %s" % (target, case, e))
    print(", ".join("%d %s" % (n, w) for w, n in sorted(count.items())) + ", %d failed" % failed)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
