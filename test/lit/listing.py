#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the assembly of one kernel (standard input, what `cmc -S` prints) with a listing in a test's comments.

A listing is the lines `// LISTING: INSTRUCTION` (another word with --prefix=WORD). They match when each of them is one
instruction of the kernel and the kernel computes with no others; order and register numbers do not matter:
  - a register of the listing is a name (r3, v, f0.1) for a place that the kernel may choose, the same in all lines; a
    subregister counts elements from there, also into the next registers;
  - regions are compared as the elements that they name: <8;8,1>, <1;1,0> and the one of a single element are the same; so are
    types that differ in sign where the operation ignores it, and operands of a sum in the other order;
  - `*` is any operand, `imm` any constant.
What the kernel computes with: every instruction that depends on what a message read, without messages and what reads the answer
of a fence. --scope=loop: every instruction of the innermost loop instead, --scope=all: every instruction of the kernel but the
end. Lines `message TEXT` name messages by their comment; when there is one, all messages are named.
usage: listing.py TEST [--prefix=WORD] [--scope=loaded|loop|all] [--kernel=NAME] [--most=N] < ASSEMBLY
--most=N: the listing may be longer in the original; here it must not have more than N lines (a reminder of the source's count)."""
import itertools
import re
import sys

TYPES = {"ub": 1, "b": 1, "uw": 2, "w": 2, "ud": 4, "d": 4, "uq": 8, "q": 8, "hf": 2, "bf": 2, "f": 4, "df": 8}
SIGNED = {"ub": "b", "uw": "w", "ud": "d", "uq": "q"}
COMMUTES = {"add": [(0, 1)], "mul": [(0, 1)], "and": [(0, 1)], "or": [(0, 1)], "xor": [(0, 1)], "mad": [(1, 2)],
            "add3": [(0, 1), (1, 2), (0, 2)], "addc": [(0, 1)]}
BITS_ONLY = {"add", "and", "or", "xor", "not", "shl", "mov", "sel", "mul", "mad", "add3", "bfn", "addc"}


class Unreadable(Exception):
    pass


class Operand:
    """kind: reg, imm, indirect, any or null. base: the register's name; at: its elements' bytes from the base's start."""

    def __init__(self, kind, base=None, at=(), typ=None, mods="", value=None, region=None):
        self.kind, self.base, self.at, self.typ = kind, base, list(at), typ
        self.mods, self.value, self.region = mods, value, region


class Inst:
    def __init__(self, text):
        self.text, self.op, self.pred, self.width, self.cmod, self.flag = text, "", None, 1, None, None
        self.sat, self.dst, self.src, self.label, self.message, self.results = False, None, [], None, None, 0


def region_offsets(region, width, size):
    """Bytes of the elements that <v;w,h>, <v;h>, <h> or nothing names."""
    n = [int(x) for x in re.findall(r"\d+", region or "")]
    if width == 1:
        return [0]
    if len(n) == 3:
        return [((k // n[1]) * n[0] + k % n[1] * n[2]) * size for k in range(width)]
    if len(n) == 2:  # three sources: rows of as many elements as the strides say
        w = max(n[0] // n[1], 1) if n[1] else max(n[0], 1)
        return [((k // w) * n[0] + k % w * n[1]) * size for k in range(width)]
    return [k * (n[0] if n else 1) * size for k in range(width)]


def number(text, typ):
    if typ in ("f", "hf", "df", "bf") and not text.lower().startswith(("0x", "-0x")):
        return float(text)
    return int(text, 0) & ((1 << 8 * TYPES[typ]) - 1)


def operand(text, width, physical, grf):
    """One operand as written. physical: registers are numbers of the register file, not names."""
    if text in ("*", "imm"):
        return Operand("any" if text == "*" else "imm")
    mods = "".join(re.findall(r"^(?:\(sat\))?([-~]?(?:\(abs\))?)", text))
    body = re.sub(r"^(\(sat\))?[-~]?(\(abs\))?", "", text)
    m = re.match(r"^(-?[0-9][0-9a-fA-FxX.e+-]*):(\w+)$", text)
    if m and m.group(2) in TYPES:
        return Operand("imm", typ=m.group(2), value=number(m.group(1), m.group(2)))
    m = re.match(r"^r\[(\w+)\.(\d+)(?:,\s*(-?\w+))?\](<[^>]*>)?:(\w+)$", body)
    if m:
        size = TYPES[m.group(5)]
        return Operand("indirect", m.group(1), [2 * int(m.group(2))], m.group(5), mods,
                       region=[int(m.group(3) or "0", 0)] + region_offsets(m.group(4), width, size))
    m = re.match(r"^null(?:\.\d+)?(<[^>]*>)?(?::(\w+))?$", body)
    if m:
        return Operand("null", typ=m.group(2))
    m = re.match(r"^([a-z]\w*?)(?:\.(\d+))?(<[^>]*>)?:(\w+)$", body)
    if not m or m.group(4) not in TYPES:
        raise Unreadable("operand '%s'" % text)
    size, base, start = TYPES[m.group(4)], m.group(1), int(m.group(2) or 0)
    start *= size
    if physical and re.match(r"^r\d+$", base):
        base, start = "r", int(m.group(1)[1:]) * grf + start
    return Operand("reg", base, [start + x for x in region_offsets(m.group(3), width, size)], m.group(4), mods)


def instruction(text, physical, grf):
    code, _, comment = text.partition("//")
    code = re.sub(r"\{[^{}]*\}\s*$", "", code).strip()
    m = re.match(r"^(?:\((W?)&?(~?)([a-z]\w*\.?\d*)?((?:\.any\w*|\.all\w*)?)\)\s*)?([a-z][\w.]*(?:\([^)]*\))?)\s*(?:\((\d+)(?:\|M\d+)?\))?\s*"
                 r"(?:\((\w+)\)([a-z]\w*(?:\.\d)?)\s+)?(.*)$", code)
    if not m:
        raise Unreadable("instruction '%s'" % text)
    i = Inst(text.strip())
    i.pred = (m.group(3), m.group(2), m.group(4)) if m.group(3) else None
    i.op, i.width, i.cmod, i.flag = m.group(5), int(m.group(6) or 1), m.group(7), m.group(8)
    rest = re.sub(r",\s+", ",", m.group(9)).split()
    if i.op.startswith("send"):
        i.message = comment.strip()
        i.results = int((re.findall(r"result (\d+)", comment) or ["0"])[0])
        i.dst = rest[0]
        return i
    if i.op in ("jmpi", "goto", "join", "brd", "brc", "call", "calla", "ret", "sync.nop", "sync.allwr", "sync.allrd", "while",
                "break", "if", "else", "endif", "halt", "cont", "nop", "goto.b"):
        i.label = rest
        return i
    if rest:
        i.sat = rest[0].startswith("(sat)")
        i.dst = operand(rest[0], i.width, physical, grf)
        i.src = [operand(x, i.width, physical, grf) for x in rest[1:]]
    if i.op == "xor" and i.src[1].kind == "imm" and i.src[1].value == (1 << 8 * TYPES[i.src[1].typ]) - 1:
        i.op, i.src = "not", i.src[:1]
    return i


def read_assembly(text, kernel):
    """Instructions and label positions of one kernel."""
    grf, code, labels, active = 32, [], {}, kernel is None
    for line in text.splitlines():
        m = re.match(r"^// kernel (\w+), (\w+),", line)
        if m:
            if kernel is None and code:
                break
            active = kernel is None or m.group(1) == kernel
            grf = 64 if m.group(2) in ("pvc", "lnl", "bmg") else 32
        elif not active or not line.strip() or line.startswith("//"):
            continue
        elif re.match(r"^\w+:\s*$", line):
            labels[line.strip()[:-1]] = len(code)
        else:
            code.append(instruction(line, True, grf))
    return code, labels, grf


def sign_matters(i):
    """Does the operation read its integers' signs?"""
    if i.op not in BITS_ONLY or i.sat:
        return i.op != "cmp" or i.cmod not in ("eq", "ne", "ze", "nz")
    size = TYPES.get(i.dst.typ or "d", 4)
    return any(s.kind in ("reg", "indirect") and s.typ and TYPES[s.typ] < size for s in i.src) or (
        i.op == "sel" and i.cmod is not None)


def type_key(o, i):
    if i.op == "mov" and i.src and i.src[0].typ == i.dst.typ and not i.src[0].mods and not i.sat:
        return TYPES[o.typ]  # bits
    read = o is not i.dst and (i.op not in BITS_ONLY or i.sat or TYPES[o.typ] < TYPES.get(i.dst.typ or "d", 4))
    return o.typ if sign_matters(i) and (read or i.op not in BITS_ONLY or i.sat or i.cmod) else SIGNED.get(o.typ, o.typ)


def bind(names, key, value):
    """names with key bound to value; None when it is bound to another."""
    if key in names:
        return names if names[key] == value else None
    return {**names, key: value}


def same_operand(want, got, wi, gi, names):
    if want.kind == "any":
        return names
    if want.kind == "imm" and want.value is None:
        return names if got.kind == "imm" else None
    if want.kind != got.kind or want.mods != got.mods:
        return None
    if want.kind == "imm":
        return names if want.value == got.value else None
    if want.kind == "null":
        return names
    if want.kind == "reg" and type_key(want, wi) != type_key(got, gi):
        return None
    if want.kind == "indirect":
        if TYPES[want.typ] != TYPES[got.typ] or want.region[1:] != got.region[1:]:
            return None
        return bind(names, ("indirect", want.base), (got.base, got.at[0] - want.at[0]))
    steps = [x - want.at[0] for x in want.at], [x - got.at[0] for x in got.at]
    if steps[0] != steps[1]:
        return None
    kind = "indirect" if got.base == "a0" else "reg"
    return bind(names, (kind, want.base), (got.base, got.at[0] - want.at[0]))


def same_flag(want, got, names):
    if (want is None) != (got is None):
        return None
    return names if want is None else bind(names, ("flag", want), got)


LANES = (0xAA, 0xCC, 0xF0)  # truth tables of the three sources of bfn


def bfn_table(op, order):
    """What bfn computes when its sources are in this order."""
    names = {"s%d" % k: LANES[order.index(k)] for k in range(3)}
    text = re.sub(r"s[012]", lambda m: str(names[m.group(0)]), op[5:-1])
    return eval(text, {"__builtins__": {}}) & 0xFF  # the assembler's operators are Python's


def source_orders(i, want):
    if i.op.startswith("bfn.("):
        for order in itertools.permutations(range(3)):
            if bfn_table(i.op, order) == bfn_table(want.op, (0, 1, 2)):
                yield [i.src[k] for k in order]
        return
    yield list(i.src)
    for a, b in COMMUTES.get(i.op, []):
        s = list(i.src)
        if max(a, b) < len(s):
            s[a], s[b] = s[b], s[a]
            yield s


def same(want, got, names):
    """All ways in which got is want, as bindings of names."""
    if want.op.split("(")[0] != got.op.split("(")[0] or want.width != got.width or want.cmod != got.cmod or want.sat != got.sat:
        return
    if (want.pred or ("", "", ""))[1:] != (got.pred or ("", "", ""))[1:]:
        return
    base = same_flag(want.pred and want.pred[0], got.pred and got.pred[0], names)
    base = base if base is None else same_flag(want.flag, got.flag, base)
    if base is None:
        return
    if want.label is not None or want.dst is None:
        yield base
        return
    base = same_operand(want.dst, got.dst, want, got, base)
    if base is None or len(want.src) != len(got.src):
        return
    for order in source_orders(got, want):
        found = base
        for a, b in zip(want.src, order):
            found = found if found is None else same_operand(a, b, want, got, found)
        if found is not None:
            yield found


class Depth:
    """How far the search came: names the line to blame."""

    def __init__(self):
        self.most = 0


def match(wants, gots, names, used, depth, at=0):
    depth.most = max(depth.most, at)
    if at == len(wants):
        return used
    for k, got in enumerate(gots):
        if k in used:
            continue
        for found in same(wants[at], got, names):
            r = match(wants, gots, found, used | {k}, depth, at + 1)
            if r is not None:
                return r
    return None


def places(o):
    """Bytes of the register file that an operand touches."""
    if not isinstance(o, Operand) or o.kind != "reg":
        return set()
    return {(o.base, x + b) for x in o.at for b in range(TYPES[o.typ])}


def accumulators(i):
    """Operations that write the accumulator besides their result."""
    return {("acc0", b) for b in range(64)} if i.op in ("addc", "subb") or "AccWrEn" in i.text else set()


def flag_places(name):
    if not name:
        return set()
    reg, _, sub = name.partition(".")
    return {(reg, 2 * int(sub or 0) + b) for b in range(2)}


def depends(i, known):
    reads = set().union(*[places(s) for s in i.src]) if i.src else set()
    reads |= flag_places(i.pred and i.pred[0])
    for o in i.src + ([i.dst] if isinstance(i.dst, Operand) else []):
        if o.kind == "indirect":
            return True
    return bool(reads & known)


def is_frame(i):
    """Messages of every kernel: the end, the fence before it, and arguments, which some targets load."""
    return any(x in i.message for x in ("end of thread", "fence", "bti 255"))


def loaded(code, grf, loops):
    """Indices of the instructions that depend on what messages read."""
    known, chosen = set(), set()
    for _ in range(2 if loops else 1):
        for k, i in enumerate(code):
            if i.message is not None:
                m = re.match(r"^r(\d+)", i.dst)
                if m and not is_frame(i):
                    known |= {("r", int(m.group(1)) * grf + b) for b in range(i.results * grf)}
                continue
            writes = places(i.dst) | flag_places(i.flag) | accumulators(i)
            if depends(i, known):
                if writes or i.label is not None or (i.dst and i.dst.kind == "indirect"):
                    chosen.add(k)
                known |= writes
            elif not loops and not i.pred:
                known -= writes
    return chosen


def innermost_loop(code, labels):
    spans = [(k - labels[x], labels[x], k) for k, i in enumerate(code) if i.label for x in i.label
             if x in labels and labels[x] <= k]
    if not spans:
        raise Unreadable("no loop in the kernel")
    _, first, last = min(spans)
    return {k for k in range(first, last + 1) if code[k].message is None}


def in_scope(scope, code, labels, grf):
    if scope == "loop":
        return innermost_loop(code, labels)
    if scope == "all":
        eot = [re.findall(r"\br\d+", i.text) for i in code if "EOT" in i.text]
        ends = {r for regs in eot for r in regs}
        return {k for k, i in enumerate(code) if i.message is None and not (
            i.op == "mov" and i.dst and re.sub(r"\..*", "", i.text.split()[3]) in ends and " r0." in i.text)}
    loops = any(x in labels and labels[x] <= k for k, i in enumerate(code) for x in i.label or [])
    return loaded(code, grf, loops)


def check_messages(texts, code):
    left = [i.message for i in code if i.message is not None and not is_frame(i)]
    for text in texts:
        found = next((m for m in left if text in m), None)
        if found is None:
            return "no message '%s' among: %s" % (text, "; ".join(left) or "none")
        left.remove(found)
    return "messages that the listing does not have: %s" % "; ".join(left) if texts and left else None


def check(wants, code, chosen):
    order = sorted(chosen)
    rest = [k for k in range(len(code)) if k not in chosen and code[k].message is None]
    depth = Depth()
    gots = [code[k] for k in order + rest]
    used = match(wants, gots, {}, frozenset(), depth)
    if used is None:
        return "no match for line %d of the listing: %s" % (depth.most + 1, wants[depth.most].text)
    extra = [gots[k].text for k in range(len(order)) if k not in used and not gots[k].op.startswith(("sync", "nop"))]
    return "the kernel does more than the listing:\n  " + "\n  ".join(extra) if extra else None


def main(argv):
    options = dict((x + "=").split("=")[:2] for x in argv if x.startswith("--"))
    test = next(x for x in argv if not x.startswith("--"))
    prefix, text = options.get("--prefix", "LISTING"), sys.stdin.read()
    with open(test, encoding="utf-8") as f:
        lines = [m.group(1).strip() for m in re.finditer(r"^(?://|;) %s: (.*)$" % prefix, f.read(), re.M)]
    if not lines:
        sys.exit("listing.py: %s has no line '// %s:'" % (test, prefix))
    code, labels, grf = read_assembly(text, options.get("--kernel"))
    wants = [instruction(x, False, grf) for x in lines if not x.startswith("message ")]
    wrong = check_messages([x[8:] for x in lines if x.startswith("message ")], code)
    wrong = wrong or check(wants, code, in_scope(options.get("--scope", "loaded"), code, labels, grf))
    if not wrong and "--most" in options and len(wants) > int(options["--most"]):
        wrong = "%d lines, the original has %s" % (len(wants), options["--most"])
    if wrong:
        sys.stderr.write("listing.py: %s\n%s" % (wrong, text))
        sys.exit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
