# SPDX-License-Identifier: MIT
"""All workloads, in the order of the table."""
import solvers  # noqa: F401
import streams  # noqa: F401
