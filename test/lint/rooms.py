#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The rooms of the house: which folder may use which, what it holds, and whether it sees LLVM, Clang or Level Zero.

usage: rooms.py ROOT            reports a circle in the table, and a table of docs/architecture.md that says something else
       rooms.py ROOT --write    writes that table

includes.py checks every #include by this table, arrows.py what the compiler and the linker saw.
"""
import os
import re
import sys

from common import finish


class Room:
    def __init__(self, folder, holds, uses="", sees=""):
        self.folder, self.holds, self.uses, self.sees = folder, holds, uses.split(), sees.split()


# Low to high: a room uses rooms above its own line only. Folders without a row belong to the row of their parent.
ROOMS = [
    Room("include/cm", "the kernel language: thin C++ templates over `ext_vector_type`"),
    Room("include/sycl", "SYCL and its ESIMD dialect: C++ over the builtins of the kernel language and over libcmrt", "include/cm"),
    Room("lib/base", "status codes, diagnostics, arenas, strings, bit sets, dominators and loops"),
    Room("lib/isa", "targets, one instruction, tables; encode, decode, compact, print, parse, validate, effects, messages",
         "lib/base"),
    Room("lib/zebin", "zebin ELF and `.ze_info`, fat archives (libelf, libyaml)", "lib/base"),
    Room("lib/sim", "executes decoded instructions: threads, groups, memory, messages; watches (`watch.h`)",
         "lib/base lib/isa lib/zebin"),
    Room("lib/sim/check", "the checkers: hazards, undefined registers, memory, races, barriers", "lib/base lib/isa lib/sim"),
    Room("lib/sim/timing", "the timing estimate", "lib/base lib/isa lib/sim"),
    Room("lib/genx", "the genx dialect that passes and selection share: intrinsics, regions, bales, memory descriptions",
         "lib/base lib/isa", "llvm-c"),
    Room("frontend", "Clang in process; C++ with a C header", "lib/base lib/isa", "llvm-c llvm clang"),
    Room("passes", "what all IR passes use, the pipeline, the plugin for `opt`", "lib/base lib/isa lib/genx", "llvm-c"),
    Room("passes/input", "stage: IR of other front ends becomes what ours makes; checks of IR files",
         "lib/base lib/isa lib/genx passes", "llvm-c"),
    Room("passes/cm", "stage: builtins of the kernel language become `llvm.genx`", "lib/base lib/isa lib/genx passes", "llvm-c"),
    Room("passes/values", "stage: functions are inlined, memory becomes values", "lib/base lib/isa lib/genx passes passes/cm",
         "llvm-c"),
    Room("passes/simdcf", "stage: control flow of single channels", "lib/base lib/isa lib/genx passes passes/cm", "llvm-c"),
    Room("passes/lower", "stage: LLVM's shapes become what selection takes", "lib/base lib/isa lib/genx passes", "llvm-c"),
    Room("passes/opt", "the passes that only improve code", "lib/base lib/isa lib/genx passes passes/lower passes/simdcf",
         "llvm-c"),
    Room("passes/legal", "stage: bales become slices that the target can execute", "lib/base lib/isa lib/genx passes", "llvm-c"),
    Room("passes/check", "errors and warnings, printers", "lib/base lib/isa lib/genx passes", "llvm-c"),
    Room("codegen/mir", "machine IR: build, print, parse, validate", "lib/base lib/isa"),
    Room("codegen", "what all machine passes use, their runner, emission, the report", "lib/base lib/isa codegen/mir"),
    Room("codegen/live", "analyses: liveness, touched bytes, subroutines", "lib/base lib/isa codegen/mir codegen"),
    Room("codegen/sched", "the two schedulers", "lib/base lib/isa codegen/mir codegen codegen/live"),
    Room("codegen/opt", "coalescing and the other passes that only improve code",
         "lib/base lib/isa codegen/mir codegen codegen/live codegen/sched"),
    Room("codegen/lower", "messages, 64-bit integers, copies, the prologue",
         "lib/base lib/isa codegen/mir codegen codegen/live codegen/opt"),
    Room("codegen/conform", "the hardware's rules for operands", "lib/base lib/isa codegen/mir codegen"),
    Room("codegen/ra", "register allocation, spilling, their checkers",
         "lib/base lib/isa codegen/mir codegen codegen/live codegen/opt"),
    Room("codegen/swsb", "the software scoreboard and its checker", "lib/base lib/isa codegen/mir codegen codegen/live"),
    Room("codegen/select", "genx IR becomes machine IR; the last room that sees LLVM", "lib/base lib/isa lib/genx codegen/mir",
         "llvm-c"),
    Room("codegen/host", "the CPU path: genx IR becomes a shared object of the host (LLVM's code generator, LLD)",
         "lib/base lib/isa lib/genx passes codegen/mir", "llvm-c"),
    Room("lib/driver", "`drv_compile`: strings the compiler's stages together",
         "lib/base lib/isa lib/zebin codegen/mir codegen codegen/select codegen/host passes passes/input frontend", "llvm-c"),
    Room("lib/options", "the options of cmc, one table", "lib/base lib/isa lib/driver"),
    Room("lib/libcmc", "`libcmc.so`: the compiler for programs that compile at run time", "lib/base lib/driver lib/options"),
    Room("runtime/ze_core", "a Level Zero driver without what executes kernels: objects, memory, images, queues, events",
         "lib/base lib/zebin", "level_zero"),
    Room("runtime/host", "the CPU as an engine of that driver: loads programs, runs groups as fibers on all cores",
         "lib/base lib/zebin lib/sim runtime/ze_core", "level_zero"),
    Room("runtime/cmrt", "`libcmrt`: the host API over Level Zero functions, of the loader or of the CPU's driver",
         "lib/base lib/zebin runtime/ze_core runtime/host", "level_zero"),
    Room("runtime/ze_xesim", "`libze_xesim.so`: the simulator as an engine of that driver",
         "lib/base lib/isa lib/zebin lib/sim lib/sim/check lib/sim/timing runtime/ze_core", "level_zero"),
    Room("tools/cmc", "the compiler's command line", "lib/base lib/isa lib/driver lib/options"),
    Room("tools/cmtune", "the tuner: variants of a kernel, compiled, checked, measured, ranked; alone or with MPI", "lib/base lib/zebin"),
    Room("tools/cmrun", "runs a kernel on any device", "lib/base lib/isa lib/zebin runtime/cmrt"),
    Room("tools/xeas", "the assembler", "lib/base lib/isa lib/zebin"),
    Room("tools/xedis", "the disassembler", "lib/base lib/isa lib/zebin"),
]
# Files that see more than their room (design: an LLVM upgrade touches these alone).
MORE_SEEN = {"passes/plugin.cpp": {"llvm"}, "passes/llvm_shim.cpp": {"llvm"}, "passes/llvm_shim_costs.cpp": {"llvm"},
             "passes/llvm_shim_expand.cpp": {"llvm"}, "passes/llvm_shim_regions.cpp": {"llvm"}, "passes/llvm_shim.h": {"llvm"},
             "passes/llvm_shim_variables.cpp": {"llvm"}, "codegen/host/link.cpp": {"llvm"}}
# Whose header is include/cmc/NAME.h or NAME.def. Headers of a room may include headers of rooms that it uses.
HEADERS = {"base": "lib/base", "completion": "lib/base", "hash": "lib/base", "file_kind": "lib/base",
           "zebin": "lib/zebin", "yaml": "lib/zebin", "sim": "lib/sim", "mir": "codegen/mir", "codegen": "codegen",
           "profile": "codegen",
           "select": "codegen/select", "passes": "passes", "frontend": "frontend", "driver": "lib/driver", "options": "lib/options",
           "host": "codegen/host"}
HEADER_GROUPS = (("isa", "lib/isa"), ("genx", "lib/genx"))
# The list of targets, what CPU code and its runtime agree on, and libcmc's interface: plain declarations.
FOR_ALL = {"include/cmc/targets.h", "include/cmc/host_abi.h", "include/cmc/host_math.h", "include/cmc/host_ops.def",
           "include/cmc/cmc.h"}
BEGIN, END = "<!-- the table of rooms: test/lint/rooms.py . --write -->", "<!-- end of the table -->"
BY_FOLDER = {r.folder: r for r in ROOMS}


def room_of(path):
    """The room of a file: that of its header's owner, or the longest folder with a row. None outside all rooms."""
    parts = path.split("/")
    if parts[0] == "include" and parts[1] == "cmrt":
        return BY_FOLDER["runtime/cmrt"]
    if parts[:2] == ["include", "cmc"]:
        name = parts[2].rsplit(".", 1)[0]
        owner = HEADERS.get(name) or next((o for begin, o in HEADER_GROUPS if name == begin or name.startswith(begin + "_")), None)
        return BY_FOLDER.get(owner)
    for n in range(len(parts) - 1, 0, -1):
        if "/".join(parts[:n]) in BY_FOLDER:
            return BY_FOLDER["/".join(parts[:n])]
    return None


def may_use(user, used):
    return user is used or used.folder in user.uses


def check_table():
    for i, room in enumerate(ROOMS):
        below = {r.folder for r in ROOMS[:i]}
        for used in room.uses:
            if used not in below:
                yield "rooms.py: %s uses %s, which is not above it in the table" % (room.folder, used)


def table():
    """Public headers are used by anybody who may use the room; so a row names rooms, not headers."""
    lines = ["| folder | holds | may use | sees |", "| --- | --- | --- | --- |"]
    for r in ROOMS:
        uses = ", ".join(u[4:] if u.startswith("lib/") else u for u in r.uses) or "nothing"
        lines.append("| `%s` | %s | %s | %s |" % (r.folder, r.holds, uses, ", ".join(r.sees)))
    return "\n".join(lines)


def main(root, write=False):
    path = os.path.join(root, "docs/architecture.md")
    with open(path, encoding="utf-8") as f:
        document = f.read()
    if write:
        document = re.sub(re.escape(BEGIN) + ".*?" + re.escape(END), lambda _: BEGIN + "\n" + table() + "\n" + END, document, flags=re.S)
        with open(path, "w", encoding="utf-8") as f:
            f.write(document)
        return
    stale = [] if table() in document else ["docs/architecture.md: the table is stale; python3 test/lint/rooms.py . --write"]
    finish(list(check_table()) + stale)


if __name__ == "__main__":
    main(sys.argv[1], "--write" in sys.argv)
