# SPDX-License-Identifier: MIT
"""A checkout with a build of its own, in which mutants are planted, built as far as a test needs, and tested."""
import hashlib
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

LIT = "/usr/lib/llvm-19/build/utils/lit/lit.py"
SECONDS_A_BUILD = 900  # wall clock
SECONDS_OF_CHECK = 3600
HANGS = "hangs"
SLEEPS_OF_A_HANG = 40
SECONDS_A_PROCESS = 40  # processor time: a mutant may loop for ever
BYTES_A_PROCESS = 12 << 30
BYTES_A_FILE = 1 << 30
TOOLS = ["cmc", "cmrun", "xedis", "xeas", "genx_eval"]
LIBRARIES = ["CMCPasses.so", "libze_xesim.so"]


def processor_seconds():
    """What the ended children of this process have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS_A_PROCESS, SECONDS_A_PROCESS))
    resource.setrlimit(resource.RLIMIT_AS, (BYTES_A_PROCESS, BYTES_A_PROCESS))
    resource.setrlimit(resource.RLIMIT_FSIZE, (BYTES_A_FILE, BYTES_A_FILE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def session_state(session):
    """Whether a process of a session runs or waits for the processor or the disk; the clock ticks that its threads have used."""
    runs, ticks = False, 0
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/stat" % name, encoding="ascii", errors="replace") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            continue
        if fields[3] == str(session):
            runs |= fields[0] in "RD"
            ticks += sum(int(field) for field in fields[11:15])
    return runs, ticks


def wait(process, seconds):
    """The exit status; None after the time is over, HANGS if nothing runs for a long time."""
    end, asleep, last = time.monotonic() + max(seconds, 1), 0, None
    while time.monotonic() < end and asleep < SLEEPS_OF_A_HANG:
        try:
            return process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            runs, ticks = session_state(process.pid)
            asleep = asleep + 1 if not runs and ticks == last else 0
            last = ticks
    return HANGS if asleep >= SLEEPS_OF_A_HANG else None


def run(command, seconds, cwd, limits=None):
    """Exit status of a command and the end of its output; status None after the time is over (its children end as well)."""
    with tempfile.TemporaryFile("w+", errors="replace") as output:
        with subprocess.Popen(command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                              start_new_session=True, preexec_fn=limits) as process:
            status = wait(process, seconds)
            if process.returncode is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        output.seek(max(output.seek(0, os.SEEK_END) - (1 << 20), 0))
        return status, output.read()


def failed_test(kind, status, output):
    """The name of the first test that failed."""
    lines = output.splitlines()
    if status == HANGS:
        return "%s hangs" % kind
    if kind == "lit":
        found = re.findall(r"^ +cmc :: (\S+)$", output, re.MULTILINE)
    elif kind == "ctest":
        found = re.findall(r"Test +#\d+: (\S+)[ .]*\*\*\*", output)
    else:
        found = lines[-1:]
    return "%s %s" % (kind, found[0][:120] if found else "fails")


class Tree:
    """The tree of a job, in WORK. Wall clock limits are eight times the seconds: the machine may be loaded."""

    def __init__(self, root, work, job):
        self.folder = os.path.join(work, "tree%d" % job)
        self.build = os.path.join(self.folder, "build")
        head = subprocess.check_output(["git", "-C", root, "rev-parse", "HEAD"], text=True).strip()
        if not os.path.isdir(self.folder):
            subprocess.check_call(["git", "-C", root, "worktree", "add", "-q", "--detach", self.folder, head])
        subprocess.check_call(["git", "checkout", "-q", "--force", "--detach", head], cwd=self.folder)
        cache = os.path.join(root, "build-cache")
        if os.path.isdir(cache):
            shutil.copytree(cache, os.path.join(self.folder, "build-cache"), dirs_exist_ok=True,
                            ignore=shutil.ignore_patterns("sid*"))  # a system root has devices, which have no end
        subprocess.check_call(["cmake", "--preset", "release"], cwd=self.folder, stdout=subprocess.DEVNULL)
        status, output = run(["ninja", "-j1", "-C", self.build], 4 * SECONDS_A_BUILD, self.folder)
        if status != 0:
            sys.exit("the sources do not build without a mutant:\n" + output[-2000:])
        self.commands = self.read_tests()
        self.lit_names = [os.path.relpath(os.path.join(path, name), os.path.join(self.folder, "test/lit"))
                          for path, _, names in os.walk(os.path.join(self.folder, "test/lit")) for name in names]
        self.clean = self.objects()

    def read_tests(self):
        """The command of each test that ctest knows."""
        text = subprocess.check_output(["ctest", "--test-dir", self.build, "--show-only=json-v1"], text=True)
        return {test["name"]: test.get("command", []) for test in json.loads(text)["tests"]}

    def objects(self, since=0):
        """What the build consists of: the hash of each object file, and of headers that cmc carries, if newer."""
        hashes = {}
        for folder, _, names in os.walk(self.build):
            for name in names:
                path = os.path.join(folder, name)
                if name.endswith((".o", ".pch", "fe_headers.c")) and os.path.getmtime(path) >= since:
                    with open(path, "rb") as file:
                        hashes[path] = hashlib.sha1(file.read()).hexdigest()
        return hashes

    def steps_of(self, file):
        """A step of the lit tests that are named like the file."""
        stem = os.path.splitext(os.path.basename(file))[0]
        pattern = r"(^|[/_ ])%s([/_.]|$)" % re.escape(stem)
        return [("lit", pattern)] if any(re.search(pattern, name) for name in self.lit_names) else []

    def targets(self, step):
        """What a step needs, as targets of ninja; none: everything."""
        kind, names = step
        if kind == "run":
            return ["bin/" + names.split()[0]]
        if kind == "lit":
            return self.of_build(["bin/" + tool for tool in TOOLS] + ["lib/" + name for name in LIBRARIES])
        needed = set()
        for name, command in self.commands.items():
            if re.search(names, name):
                found = re.findall(re.escape(self.build) + r"/((?:bin|lib)/[\w.-]+)", " ".join(command))
                needed |= set(found) | ({"lib/libze_xesim.so"} if "bin/cmrun" in found else set())
        return self.of_build(sorted(needed))

    def of_build(self, files):
        return [file for file in files if os.path.exists(os.path.join(self.build, file))]

    def make(self, targets):
        """True if the targets build; none: everything."""
        return run(["ninja", "-j1", "-C", self.build] + targets, SECONDS_A_BUILD, self.folder)[0] == 0

    def rebuilt(self, since, file):
        """Whether the object of a file was built since a time, and whether an object differs from that without a mutant."""
        hashes = self.objects(since)
        own = "/%s.o" % os.path.basename(file)
        return any(path.endswith(own) for path in hashes), any(self.clean.get(path) != value for path, value in hashes.items())

    def test(self, step, seconds):
        """The name of the first failing test of a step, "" if all pass, None if the time is over."""
        kind, names = step
        if kind == "lit":
            command = [sys.executable, LIT, "-q", "-j1", "--order=random", "--max-failures=1"]
            command += ["--filter", names] if names else []
            command += [os.path.join(self.build, "test/lit")]
        elif kind == "run":
            command = [os.path.join(self.build, "bin", names.split()[0])] + names.split()[1:]
        else:
            some = [name for name in self.commands if re.search(names, name)]
            if not some:
                sys.exit("no test of the name " + names)
            command = ["ctest", "--test-dir", self.build, "--timeout", "%d" % (4 * SECONDS_A_PROCESS), "--stop-on-failure", "-R",
                       "^(%s)$" % "|".join(some)]
        status, output = run(command, 8 * seconds, self.folder, limit)
        return None if status is None else "" if status == 0 else failed_test(kind, status, output)
