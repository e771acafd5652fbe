#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Time to compile and link a small program with a kernel of the ESIMD dialect, beside clang++ on the same file without its
SYCL part.  usage: sycl_compile_time.py CMC CLANGXX [ROUNDS]

The two take turns. Printed are the smallest time on the clock and the smallest processor time (user and system) of each,
and their ratios; no test runs this."""
import os
import resource
import subprocess
import sys
import tempfile
import time

SOURCE = r"""
#ifndef NO_SYCL
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>
#endif
#include <iostream>
#include <vector>

int main() {
    constexpr unsigned n = 1024, width = 16;
    std::vector<float> a(n, 1.0f), b(n, 2.0f), c(n);
#ifndef NO_SYCL
    using namespace sycl::ext::intel::esimd;
    sycl::queue q;
    float *x = sycl::malloc_shared<float>(n, q), *y = sycl::malloc_shared<float>(n, q);
    for (unsigned i = 0; i < n; i++)
        x[i] = a[i], y[i] = b[i];
    q.parallel_for(sycl::range<1>(n / width), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
         simd<float, width> u(x + i * width), v(y + i * width);
         u += v;
         u.copy_to(x + i * width);
     }).wait();
    for (unsigned i = 0; i < n; i++)
        c[i] = x[i];
    sycl::free(x, q);
    sycl::free(y, q);
#else
    for (unsigned i = 0; i < n; i++)
        c[i] = a[i] + b[i];
#endif
    std::cout << c[7] << "\n";
}
"""


def cost(command, folder):
    """(seconds on the clock, processor seconds)"""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(command, cwd=folder, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.monotonic() - start, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(cmc, clang, rounds="9"):
    ways = {"cmc -fsycl": [cmc, "-fsycl", "hello.cpp", "-o", "a"],
            "cmc -fsycl -O2": [cmc, "-fsycl", "-O2", "hello.cpp", "-o", "b"],
            "headers parsed": [cmc, "-fsycl", "-include", "/dev/null", "hello.cpp", "-o", "c"],
            "clang++ -O2": [clang, "-O2", "-DNO_SYCL", "hello.cpp", "-o", "d"]}
    costs = {name: [] for name in ways}
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "hello.cpp"), "w", encoding="utf-8") as f:
            f.write(SOURCE)
        for _ in range(int(rounds)):
            for name, command in ways.items():
                costs[name].append(cost(command, folder))
    best = {name: (min(c[0] for c in all_), min(c[1] for c in all_)) for name, all_ in costs.items()}
    base = best["clang++ -O2"]
    for name, (wall, cpu) in best.items():
        print("%-22s %6.2f s (%.2f)   processor %6.2f s (%.2f)" % (name, wall, wall / base[0], cpu, cpu / base[1]))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
