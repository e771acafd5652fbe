#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""test/bench/paper/paper: both sides of one workload on one target, and wrong command lines. usage: test_paper.py BUILD"""
import os
import shutil
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, HERE)
import results  # noqa: E402
import table  # noqa: E402
import workloads  # noqa: E402, F401
from measure import Place  # noqa: E402
from workload import WORKLOADS, Wrong  # noqa: E402

BUILD = sys.argv.pop()


def paper(*words, **environment):
    return subprocess.run([os.path.join(HERE, "paper"), *words, "--build=" + BUILD], capture_output=True, text=True, check=False,
                          env={**os.environ, **environment})


class Paper(unittest.TestCase):
    def refused(self, message, *words, **environment):
        r = paper(*words, **environment)
        self.assertEqual((r.returncode, r.stdout), (1, ""))
        self.assertIn(message, r.stderr)
        self.assertNotIn("Traceback", r.stderr)

    def test_both_sides_pass_the_check_and_write_figures(self):
        for side in ("cm", "ocl"):
            r = paper("run", side, "transpose", "--small", "--targets=tgl")
            self.assertEqual((r.returncode, r.stderr), (0, ""))
        rows = results.read(Place(BUILD, True), "transpose")
        self.assertEqual(sorted(key[0] for key in rows), ["cm", results.NAIVE, "ocl"])
        side = WORKLOADS["transpose"].small["side"]
        for row in rows.values():  # each side moves each number once at least
            self.assertGreaterEqual(row["dram_bytes"], 2 * 4 * side * side)
            self.assertGreater(row["messages"], 0)

    def test_wrong_results_are_found(self):
        w = WORKLOADS["transpose"]
        data = w.data(**w.small)
        w.check(data, data["input"].T)
        with self.assertRaisesRegex(Wrong, r"element \(0, 1\) is "):
            w.check(data, data["input"])

    def test_runs_at_once_keep_the_rows_of_both(self):
        place, name, n = Place(BUILD, True), "shared", 40
        row = dict.fromkeys(results.NUMBERS, 1)
        with open(results.path_of(place, name), "w", encoding="utf-8") as f:
            f.write("side target cycles\n")  # of an older version
        script = ("import sys; sys.path.insert(0, %r); import results, measure; place = measure.Place(%r, True)\n"
                  "for i in range(%d): results.write(place, %r, {(sys.argv[1], 'tgl', str(i), 100): %r})" % (HERE, BUILD, n, name, row))
        writers = [subprocess.Popen([sys.executable, "-B", "-c", script, side]) for side in ("cm", "ocl")]
        self.assertEqual([x.wait() for x in writers], [0, 0])
        self.assertEqual(len(results.read(place, name)), 2 * n)
        results.forget(place, name, "cm", ["tgl"])
        self.assertEqual({key[0] for key in results.read(place, name)}, {"ocl"})
        results.forget(place, name, "ocl", ["pvc"])
        self.assertEqual(len(results.read(place, name)), n)

    def test_the_speed_up_at_twice_the_size_is_compared(self):
        def rows(cm, ocl):
            return {(side, "tgl", label, x): {"cycles": cycles} for side, pair in (("cm", cm), ("ocl", ocl))
                    for label, cycles in (("a", pair[0]), ("a" + results.TWICE, pair[1])) for x in (50, 100, 200)}
        self.assertEqual(table.Row("transpose", "tgl", "a", rows((100, 200), (150, 330))).growth(), "+10 %")
        self.assertEqual(table.Row("transpose", "tgl", "a", {key: row for key, row in rows((1, 2), (3, 4)).items() if key[2] == "a"}).growth(),
                         "not run")

    def test_wrong_commands_name_the_word(self):
        self.refused("command 'walk', expected build or run", "walk")
        self.refused("side 'cuda', expected cm or ocl", "run", "cuda")
        self.refused("workload 'fft', expected", "run", "cm", "fft")
        self.refused("target 'gtx', expected icl or tgl", "run", "cm", "--targets=gtx")
        self.refused("option --fast", "run", "cm", "--fast")
        self.refused("run of which side", "run")

    def test_a_missing_ocloc_is_named(self):
        shutil.rmtree(Place(BUILD, True).folder("ocl"))
        self.refused("found no /nowhere/ocloc: it is in Debian's package intel-opencl-icd", "build", "ocl", "transpose", "--small", "--targets=tgl",
                     OCLOC="/nowhere/ocloc")


if __name__ == "__main__":
    unittest.main()
