# SPDX-License-Identifier: MIT
"""Files of random programs, each made and checked from its seed: what cm_calls.py and esimd_fuzz.py share."""
import concurrent.futures
import os
import tempfile


def options_of(arguments):
    """{name: value} of the arguments --name=value, and the other arguments."""
    options = dict((a[2:].split("=", 1) + [""])[:2] for a in arguments if a.startswith("--"))
    return options, [a for a in arguments if not a.startswith("--")]


class SeedFile:
    """A file of programs. Whatever it writes to the folder has its seed in the name."""

    def __init__(self, folder, seed):
        self.folder, self.seed = folder, seed

    def path(self, name):
        return os.path.join(self.folder, "%d-%s" % (self.seed, name))

    def remove_files(self):
        for name in os.listdir(self.folder):
            if name.startswith("%d-" % self.seed):
                os.unlink(os.path.join(self.folder, name))


def checked(make, first, files, jobs, keep):
    """The files make(folder, seed) of these seeds, in their order, each after its check()."""
    if keep:
        os.makedirs(keep, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        started = [pool.submit(lambda s: make(folder, s).check(), seed) for seed in range(first, first + files)]
        for job in started:
            yield job.result()
