# SPDX-License-Identifier: MIT
"""Jobs of measure.job, each in a process of its own, as many at a time as there are cores; a bar shows how far they are."""
import concurrent.futures
import multiprocessing
import os
import sys
import time

import measure

BAR = 30
LEAST_NICE = 5


def bar(done, n, began, what):
    if sys.stderr.isatty():
        full = BAR * done // n
        left = (time.time() - began) / done * (n - done) if done else 0
        sys.stderr.write("\r[%s%s] %d of %d, about %d s left  %-40s" % ("#" * full, "." * (BAR - full), done, n, left, what[:40]))
        sys.stderr.write("\n" if done == n else "")
        sys.stderr.flush()


def child(args, pipe):
    os.nice(max(0, LEAST_NICE - os.nice(0)))
    pipe.send(measure.alone(args))


def one(args):
    """(figures, None) or (None, text); a process that crashes costs its own job only."""
    ours, its = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=child, args=(args, its))
    process.start()
    its.close()
    try:
        out = ours.recv()
    except EOFError:
        out = None, "%s %s %s: the process ended without a result" % args[1:4]
    process.join()
    return out


def run(jobs, done=None):
    """jobs: key -> arguments of measure.job. Returns key -> figures, and a list of errors. done(key, figures) is called as they end."""
    out, errors, began = {}, [], time.time()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as threads:
        futures = {threads.submit(one, args): key for key, args in jobs.items()}
        for i, future in enumerate(concurrent.futures.as_completed(futures)):
            figures, error = future.result()
            key = futures[future]
            if error:
                errors.append(error)
            else:
                out[key] = figures
                if done:
                    done(key, figures)
            bar(i + 1, len(jobs), began, " ".join(str(x) for x in key))
    return out, errors
