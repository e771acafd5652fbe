# SPDX-License-Identifier: MIT
"""Intel's vector compiler (ocloc -vc-codegen) on genx IR of ours: the judge of the dialect and the peer of the benchmark."""
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import genx14  # noqa: E402

DEVICES = {"skl": "skl", "icl": "icllp", "tgl": "tgllp", "dg2": "dg2", "pvc": "pvc", "lnl": "lnl", "bmg": "bmg", "mtl": "mtl",
           "arlh": "arl-h", "ptl": "ptl"}


class Refused(Exception):
    """A tool does not take what it was given."""


def run(command, who):
    """Standard output of a command; Refused with its first error line when it fails."""
    r = subprocess.run(command, capture_output=True, text=True)
    if r.returncode != 0:
        text = (r.stderr + r.stdout).strip().splitlines()
        line = next((x for x in text if "error" in x.lower()), text[-1] if text else "exit %d" % r.returncode)
        raise Refused("%s: %s" % (who, line[:160]))
    return r.stdout


def bitcode(ll, scratch):
    """LLVM 19 text to bitcode of LLVM 14."""
    with open(ll, encoding="utf-8") as f:
        text = f.read()
    path = os.path.join(scratch, "genx14.ll")
    try:
        with open(path, "w", encoding="utf-8") as f:
            f.write(genx14.translate(text))
    except genx14.Untranslatable as e:
        raise Refused("genx14: %s" % e) from e
    run(["llvm-as-14", path, "-o", path[:-3] + ".bc"], "llvm-as-14")
    return path[:-3] + ".bc"


def command(bc, target, scratch, ocloc="ocloc", registers=128):
    """The command that makes scratch/theirs of bitcode."""
    options = "-vc-codegen" + (" -ze-opt-large-register-file" if registers == 256 else "")
    return [ocloc, "compile", "-llvm_input", "-file", bc, "-device", DEVICES[target], "-options", options,
            "-internal_options", "-cl-intel-allow-zebin", "-out_dir", scratch, "-output_no_suffix", "-output", "theirs"]


def result(scratch):
    """What the command made: today's ocloc adds a suffix whatever it is told."""
    path = os.path.join(scratch, "theirs")
    return path if os.path.exists(path) else path + ".bin"
