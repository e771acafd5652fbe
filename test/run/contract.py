#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The dialect's proof: what `cmc -S -emit-llvm` writes is compiled by Intel's own vector back end, and the program that it
makes gives the reference's results on xesim. What that back end, of 2022, does not know is listed here, one by one, with the
reason; a kernel that is listed and passes is an error too.
usage: contract.py CMC CMRUN KERNEL_DIR [-march=TARGET] [--share=K/N] [NAME...]"""
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "../peer"), HERE]
import kernels  # noqa: E402
import share  # noqa: E402
import vc  # noqa: E402

# Kernel -> why Intel's back end of 2022 cannot take or run it, or what it gets wrong.
KNOWN = {"running_max": "a compare and a select of NaNs become a maximum, which passes over NaNs"}
# What cmc itself refuses for a target is the business of kernels.py.


def check(cmc, cmrun, path, name, target, scratch):
    ll = os.path.join(scratch, "k.ll")
    vc.run([cmc, "-march=" + target, path, "-S", "-emit-llvm", "-o", ll], "cmc")
    vc.run(vc.command(vc.bitcode(ll, scratch), target, scratch), "ocloc")
    cases = kernels.CASES[name]()
    for case in cases if isinstance(cases, list) else [cases]:
        # Their code is not what the checkers are to judge here.
        kernels.check_case(cmrun, vc.result(scratch), case, scratch, target)


def judge(cmc, cmrun, path, name, target):
    """None when all is as it should be, else a line."""
    with tempfile.TemporaryDirectory() as scratch:
        try:
            check(cmc, cmrun, path, name, target, scratch)
        except (vc.Refused, RuntimeError) as e:
            return None if name in KNOWN else str(e)[:400]
    return "is listed as known (%s) and passes" % KNOWN[name] if name in KNOWN else None


def main(argv):
    words = [x for x in argv if not x.startswith("-")]
    target = ([x[7:] for x in argv if x.startswith("-march=")] or ["tgl"])[-1]
    cmc, cmrun, folder = words[:3]
    os.environ.setdefault("CMRT_DEVICE", "xesim")
    os.environ["XESIM_DEVICES"] = target
    failed, names = 0, words[3:] or share.taken(sorted(kernels.CASES), argv)
    for name in names:
        wrong = judge(cmc, cmrun, os.path.join(folder, name + ".cm"), name, target)
        failed += wrong is not None
        print("ok   %s" % name if wrong is None else "FAIL %s: %s" % (name, wrong))
    print("%d kernels for %s, %d failed, %d known" % (len(names), target, failed, len(KNOWN)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
