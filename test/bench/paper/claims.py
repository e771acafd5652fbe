# SPDX-License-Identifier: MIT
"""What the paper reports: Guei-Yuan Lueh and others, "C-for-Metal: High Performance SIMD Programming on Intel GPUs", CGO 2021
(arXiv 2101.11049). The text was not at hand. The abstract confirms the largest speed-up, 2.7; the other figures are from memory,
and the page says so."""

CONFIRMED = 2.7

# Least and largest speed-up of CM over OpenCL, by workload.
SPEED_UPS = {
    "linear": (2.2, 2.2),
    "bitonic_sort": (1.6, 2.3),
    "histogram": (1.1, CONFIRMED),
    "kmeans": (1.3, 1.5),
    "spmv": (1.1, 2.6),
    "transpose": (1.4, 2.2),
    "sgemm": (1.085, 1.1),
    "dgemm": (1.085, 1.1),
    "prefix_sum": (1.6, 1.6),
}

# Table I: person-weeks for OpenCL and for CM.
WEEKS = {"sgemm": (12, 4), "dgemm": (12, 4)}
