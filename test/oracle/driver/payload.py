#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the payload that ze_xesim's threads find with the bytes that Intel's driver records for the same launch.

Both drivers get the same zebin, arguments, groups and offset. Ours writes a trace that begins with the registers of
each thread; where the kernel loads its payload itself, the trace has what its loads brought. From that comes the memory
image that Intel's driver must have written: cross-thread data, then a block of local ids for each thread. Addresses are
replaced by those of the other process; lanes that a block only has as filling are not compared.
usage: payload.py LAUNCHER LIBZE_XESIM TARGET OCL_FOLDER"""
import glob
import os
import re
import struct
import subprocess
import sys
import tempfile

#          family for Intel's driver, shape, ocloc's name, bytes of a register, kernel loads its payload
TARGETS = {
    "skl": ("skl", "1x3x8", "skl", 32, False),
    "icl": ("icllp", "1x8x8", "icllp", 32, False),
    "tgl": ("tgllp", "1x6x16", "tgllp", 32, False),
    "dg2": ("dg2", "1x4x16", "dg2", 32, True),
    "pvc": ("pvc", "1x4x16", "pvc", 64, True),
}
# file, kernel, group size, groups, offset
CASES = [
    ("payload", "pay", (64, 1, 1), (3, 1, 1), (0, 0, 0)),
    ("payload", "pay", (7, 3, 2), (2, 2, 1), (0, 0, 0)),
    ("payload", "pay", (5, 1, 1), (1, 1, 1), (11, 12, 13)),
    ("payload", "pay", (8, 4, 4), (1, 2, 3), (0, 5, 0)),
    ("payload", "pay16", (33, 1, 1), (2, 1, 1), (0, 0, 0)),
    ("payload", "pay16", (3, 5, 7), (1, 1, 2), (0, 0, 0)),
    ("payload", "pay32", (10, 10, 1), (1, 1, 1), (0, 0, 0)),
    ("payload", "pay32", (1, 1, 9), (4, 1, 1), (3, 0, 0)),
    ("payload", "groups_only", (1, 1, 1), (3, 2, 1), (0, 0, 0)),
    ("payload", "fixed", (5, 3, 2), (1, 1, 1), (0, 0, 0)),
    ("payload8", "pay8", (9, 1, 1), (2, 1, 1), (0, 0, 0)),
    ("payload8", "pay8", (3, 2, 2), (2, 1, 1), (0, 0, 0)),
    ("vadd", None, (13, 1, 1), (2, 1, 1), (0, 0, 0)),
    ("sgemm", None, (8, 8, 1), (1, 1, 1), (0, 0, 0)),
    ("reduce", None, (48, 1, 1), (1, 1, 1), (0, 0, 0)),
    ("nbody", None, (24, 1, 1), (1, 1, 1), (0, 0, 0)),
    ("mandel", None, (6, 6, 1), (2, 2, 1), (0, 0, 0)),
]


def run(launcher, arguments, env, folder, may_fail):
    env = dict({k: v for k, v in os.environ.items() if not k.startswith(("ZE_", "XESIM_"))}, **env)
    p = subprocess.run([launcher] + arguments, env=env, cwd=folder, capture_output=True, text=True, timeout=120)
    if p.returncode != 0 and not may_fail:
        sys.exit("%s: %s" % (arguments, p.stderr))
    facts = dict(line.split() for line in p.stdout.splitlines() if not line.startswith("address"))
    addresses = [(int(a), int(b), int(c, 16)) for a, b, c in re.findall(r"address (\d+) (\d+) (\w+)", p.stdout)]
    return {k: int(v) for k, v in facts.items()}, addresses


def recorded_writes(path):
    """The memory writes of an AUB file: (address, bytes)."""
    with open(path, "rb") as f:
        data = f.read()
    at, out = 0, []
    while at < len(data):
        header = struct.unpack_from("<I", data, at)[0]
        opcode = header >> 23 & 0x3f
        if opcode == 0x2e and header >> 16 & 0x7f == 6:
            low, high, _, size = struct.unpack_from("<IIII", data, at + 4)
            out.append((low | high << 32, data[at + 20:at + 20 + size]))
        at += 4 * ((header & 0xffff) + (1 if opcode == 0x2e else 2))
    return out


def registers(text):
    return {int(r): b"".join(struct.pack("<I", int(w, 16)) for w in words.split())
            for r, words in re.findall(r"r(\d+) = ((?:[0-9a-f]{8} ?)+)", text)}


def threads_of_trace(path, pull):
    """For each thread of the first group its registers: those at its start, then those that its first loads write."""
    threads = {}
    with open(path, encoding="utf-8") as f:
        for line in f:
            match = re.match(r"\(0,0,0\) (\d+) (start|0x\w+): (.*)", line)
            if not match:
                continue
            index, where, rest = int(match.group(1)), match.group(2), match.group(3)
            if where == "start":
                threads[index] = {"r": registers(rest), "loaded": set(), "done": not pull}
                continue
            t = threads[index]
            if "cr0" in rest:
                t["done"] = True # the body has begun
            if t["done"]:
                continue
            if "send" in rest.split("|")[0] and " | r" in rest:
                for number, value in registers(rest.rsplit("|", 1)[1]).items():
                    if number not in t["loaded"]: # a later load is the body's
                        t["r"][number] = value
                        t["loaded"].add(number)
            # Inline data comes in r1 and makes room for the local ids.
            move = re.search(r"mov \(8\|M0\) r(\d+)\.0<1>:ud r1\.0<[0-9;]+>:ud .*\| r\d+\.0:ud =((?: \d+)+)\s*$", rest)
            if move and 1 not in t["loaded"]:
                t["r"][int(move.group(1))] = b"".join(struct.pack("<I", int(w)) for w in move.group(2).split())
    return [threads[i]["r"] for i in sorted(threads)]


def image_of(threads, facts, grf_b, pull):
    """(cross-thread bytes, blocks of local ids, mask of the bytes of a block that count)."""
    simd, cross_b = facts["simd"], facts["cross"]
    row_b = (2 * simd + grf_b - 1) // grf_b * grf_b
    block_b = 3 * row_b if facts["ids"] else 0
    id_regs = block_b // grf_b if block_b or pull else 1
    at = 1 + id_regs
    regs = lambda t, first, n: b"".join(t.get(first + i, bytes(grf_b)) for i in range(n))
    cross = regs(threads[0], at, (cross_b + grf_b - 1) // grf_b)[:cross_b]
    blocks = [regs(t, 1, block_b // grf_b) for t in threads] if block_b else []
    row = b"\1" * (2 * simd) + b"\0" * (row_b - 2 * simd)
    return cross, blocks, row * 3


def equal_where(mask, a, b):
    return all(x == y for x, y, m in zip(a, b, mask) if m)


def anchor_of(wanted, mask):
    """(offset, bytes): the piece that is least likely to be elsewhere."""
    size = min(16, len(wanted))
    starts = [i for i in range(0, len(wanted) - size + 1, 4) if all(mask[i:i + size])]
    best = max(starts, key=lambda i: len(set(wanted[i:i + size])))
    return best, wanted[best:best + size]


def find_bytes(writes, wanted, mask):
    """Whether the recording has the bytes; a piece may begin in one page's write and go on in the next page's."""
    after = {address: data for address, data in writes}
    before = {address + len(data): (address, data) for address, data in writes}
    offset, anchor = anchor_of(wanted, mask)
    for address, data in writes:
        at = data.find(anchor)
        while at >= 0:
            have, first, begin = data, address, at - offset
            while begin < 0 and first in before:
                first, page = before[first]
                have, begin = page + have, begin + len(page)
            next_page = address + len(data)
            while begin >= 0 and len(have) - begin < len(wanted) and next_page in after:
                have += after[next_page]
                next_page += len(after[next_page])
            piece = have[begin:begin + len(wanted)] if begin >= 0 else b""
            if len(piece) == len(wanted) and equal_where(mask, piece, wanted):
                return True
            at = data.find(anchor, at + 1)
    return False


def first_kernel(path):
    with open(path, "rb") as f:
        return re.search(rb"- name: +(\w+)\n +execution_env", f.read()).group(1).decode()


def compare(launcher, driver, target, zebin, case):
    family, shape, _, grf_b, pull = TARGETS[target]
    name, kernel, local, groups, offset = case
    kernel = kernel or first_kernel(zebin)
    arguments = [zebin, kernel] + [str(v) for v in local + groups + offset]
    with tempfile.TemporaryDirectory() as folder:
        facts, theirs = run(launcher, arguments, {
            "ZE_ENABLE_ALT_DRIVERS": "libze_intel_gpu.so.1", "NEOReadDebugKeys": "1", "EnableLocalMemory": "0",
            "ProductFamilyOverride": family, "HardwareInfoOverride": shape, "SetCommandStreamReceiver": "1",
        }, folder, False)
        trace = os.path.join(folder, "trace")
        # What the kernel does with small numbers and zeros does not matter, only what it finds at its start.
        _, ours = run(launcher, arguments, {
            "ZE_ENABLE_ALT_DRIVERS": driver, "XESIM_DEVICES": target, "XESIM_TRACE": trace, "XESIM_TRACE_START": "1",
            "XESIM_WATCHDOG": "20",
        }, folder, True)
        writes = recorded_writes(glob.glob(folder + "/*.aub")[0])
        threads = threads_of_trace(trace, pull)
    cross, blocks, block_mask = image_of(threads, facts, grf_b, pull)
    for (at, size, mine), (_, _, other) in zip(ours, theirs):
        if cross[at:at + size] != mine.to_bytes(size, "little"):
            return "address at offset %d is not what was set: %s" % (at, cross[at:at + size].hex())
        cross = cross[:at] + other.to_bytes(size, "little") + cross[at + size:]
    items = local[0] * local[1] * local[2]
    if facts["ids"] and len(threads) != (items + facts["simd"] - 1) // facts["simd"]:
        return "%d threads" % len(threads)
    skip = facts["inline"] if pull else 0
    if skip and not find_bytes(writes, cross[:skip], b"\1" * skip):
        return "inline data %s is not in the recording" % cross[:skip].hex(" ", 4)
    rest = cross[skip:]
    ids = b"".join(blocks)
    if find_bytes(writes, rest + ids, b"\1" * len(rest) + block_mask * len(blocks)):
        return None
    # The hardware of these families makes local ids itself when two of the sizes are powers of two.
    by_hardware = pull and sum(v & (v - 1) == 0 for v in local) >= 2
    if by_hardware and find_bytes(writes, rest, b"\1" * len(rest)):
        return None
    return "cross-thread data %s, then ids %s ... are not in the recording" % (rest.hex(" ", 4), ids[:96].hex(" ", 4))


def main(launcher, driver, target, folder):
    bad = 0
    for case in CASES:
        if case[0] == "payload8" and target == "pvc":
            continue  # no eight lanes there
        zebin = os.path.join(folder, "%s.%s" % (case[0], TARGETS[target][2]))
        problem = compare(launcher, driver, target, zebin, case)
        if problem:
            print("%s %s %s x %s + %s: %s" % (case[0], case[1], case[2], case[3], case[4], problem))
            bad += 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
