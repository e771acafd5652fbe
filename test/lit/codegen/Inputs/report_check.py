#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares cmc's report with what the disassembler sees in the binary: instructions, messages, registers named, scratch memory
and registers in .ze_info. usage: report_check.py XEDIS REPORT.json KERNEL.bin"""
import json
import re
import subprocess
import sys


def main(xedis, report, binary):
    with open(report, encoding="utf-8") as f:
        rows = json.load(f)
    with open(binary, "rb") as f:
        info = f.read()
    kernels = json.loads(subprocess.run([xedis, "--json", binary], capture_output=True, text=True, check=True).stdout)
    for row, kernel in zip(rows, kernels):
        code = kernel["instructions"]
        while code and code[-1]["op"] in ("illegal", "nop"):
            code.pop()
        sends = sum(i["op"].startswith("send") for i in code)
        math = sum(i["op"].startswith("math") for i in code)
        regs = {int(n) for i in code for n in re.findall(r"\br(\d+)\b", i["text"])}
        got = row["instructions"]
        assert got["send"] == sends, (got, sends)
        assert got["math"] == math, (got, math)
        assert sum(v for k, v in got.items() if k != "total") == got["total"], got
        # Branches to the next block vanish, padding appears.
        assert abs(got["total"] - sum(i["op"] != "nop" for i in code)) <= got["branch"], (got, len(code))
        assert len(regs) <= row["registers_used"] <= row["registers"], (len(regs), row)
        scratch = re.search(rb"type:\s+scratch\s+usage:\s+\w+\s+size:\s+(\d+)", info)
        assert row["spilled_bytes"] + row["private_bytes"] == (int(scratch.group(1)) if scratch else 0), row
        assert b"grf_count:       %d" % row["registers"] in info or b"grf_count: %d" % row["registers"] in info, row
        text = [i["text"] for i in code]
        fills = sum(" 0x024" in t or " 0x022" in t or " 0x021" in t or " 0x028" in t for t in text if "send.dc0" in t and " r0 null" in t)
        if row["target"] != "bmg":
            assert row["fills"] == fills, (row["fills"], fills)
    print("%d kernels agree" % len(rows))


if __name__ == "__main__":
    main(*sys.argv[1:])
