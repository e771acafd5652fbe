# SPDX-License-Identifier: MIT
"""What each workload of the paper is here: its data, both sides, the check, the least work."""
import os

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(os.path.join(HERE, "../../.."))
ALL = ("icl", "tgl", "pvc", "bmg")
WORKLOADS = {}


class Wrong(Exception):
    """A result differs from the reference; the text says where."""


class Workload:
    """One row of the table. A subclass has:

    name, source        of the workload; its CM kernel, from the project's root
    program, outputs    the example that launches the CM kernel, and its options for results; or None: cm_launch does it
    targets
    inputs              name -> parameters, for the table; small: parameters for a test; trial: for a sweep (None: all inputs)
    space, tuned        constant of ocl/NAME.cl -> values that a sweep tries; -> target -> the best (see sweep)
    options             option of the CM program -> values that a sweep tries
    """
    trial = None
    program, outputs, targets, space, options = None, ("output",), ALL, {}, {}
    double = None     # the parameter that makes the input twice as large; None: too long for the table

    def __init_subclass__(cls):
        if hasattr(cls, "name"):
            WORKLOADS[cls.name] = cls()

    @property
    def ocl(self):
        """The name of the OpenCL files."""
        return self.name

    def inputs_on(self, target):
        return self.inputs

    def twice(self, parameters):
        """The parameters of an input of twice the size, or None."""
        return {**parameters, self.double: 2 * parameters[self.double]} if self.double else None

    def data(self, **parameters):
        """name -> array; the same in each run."""
        raise NotImplementedError

    def expected(self, data):
        raise NotImplementedError

    def check(self, data, got):
        """Raises Wrong."""
        same(got, self.expected(data))

    def least(self, data):
        """Bytes that a launch has to move, operations of 32-bit lanes that it has to do."""
        raise NotImplementedError

    def steps(self, launches):
        """How often a run does the least work."""
        return 1

    def cm_arguments(self, files):
        """Of the example program; files: name of the data -> its file."""
        raise NotImplementedError

    def cm_launch(self, device, data, options):
        raise NotImplementedError

    def cm_options(self, target):
        """Of cmc."""
        return []

    def ocl_options(self, target, constants):
        """Of ocloc."""
        return ["-D%s=%s" % x for x in sorted(constants.items())]

    def allowed(self, target, constants):
        """Whether a sweep tries these constants."""
        return True

    def ocl_launch(self, device, data, constants, target):
        """Runs the OpenCL side and returns its result. constants None: the naive version."""
        raise NotImplementedError


def same(got, expected, bound=0):
    """got equals expected, or differs by bound (a number or an array) at most."""
    if got.shape != expected.shape:
        raise Wrong("%s results, expected %s" % (got.shape, expected.shape))
    wrong = got != expected if np.isscalar(bound) and bound == 0 else ~(np.abs(got.astype(np.float64) - expected) <= bound)
    if wrong.any():
        at = tuple(int(i) for i in np.argwhere(wrong)[0])
        raise Wrong("element %s is %s, expected %s" % (at, got[at], expected[at]))


def rng():
    return np.random.default_rng(1)


def cover(n, step):
    return (n + step - 1) // step
