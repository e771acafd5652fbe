# SPDX-License-Identifier: MIT
"""The five ways to plant a bug in one line of source. Each yields (begin, end, replacement) of a place in the line."""
import re

NUMBER = re.compile(r"(?<![\w.#])(\d+)(?=[uU]?[lL]*\b)(?![.\w]*\.)")
LESS = re.compile(r"(?<=[\w)\]] )(<=|>=|<|>)(?= [\w(*&-])")
CONDITION = re.compile(r"\b(?:if|while) \(")
OPERANDS = re.compile(r"([\w.\[\]>-]+) (-|<<|>>|/|%) ([\w.\[\]]+)(?![\w.\[(>-])")
ARGUMENTS = re.compile(r"(?<=\w\()([\w.\->]+), ([\w.\->]+)(?=[,)])")
CALL = re.compile(r"^\s+[\w.\->\[\]]+\(.*\);$")
ASSIGNMENT = re.compile(r"^\s+[\w.*\->\[\]]+ [-+|&^*]?=(?!=) .*;$")
INCREMENT = re.compile(r"^\s+[\w.\->\[\]]+(\+\+|--);$")
KEEP = re.compile(r"^\s*(return|break|continue|goto|assert|static_assert|else|case)\b")
# Places whose change is the same program, or one that only the sanitizers can tell from it: sizes of arrays that grow, capacities, the first of an enumeration, minima
# and maxima, calls whose arguments may change places, memory that is not freed, attributes.
SIZE = re.compile(r"^\s*[A-Za-z_][\w ]* [^=(]*\[\d+\][^=(]*;|\w[\w ]* \*?\w+\[\d+\](?=[,)])|"
                  r"\bc?alloc\(\d|^\s*(?:typedef )?enum\b.*= \d|^\s*[A-Z]\w* = 0,|\bCMC_NEW_N\(|CMC_PRINTF\(")
BEST = re.compile(r"(\S+) [<>] (\S+) \? \(?(?:\1|\2)\)? : (?:\1|\2)\b")
EITHER_WAY = re.compile(r"(?:\bstrn?cmp|\bmemcmp|__is_same|\bis_same_v?|[Mm]in\w*|[Mm]ax\w*|\bswap\w*)\($")
FREES = re.compile(r"(?:free|destroy|dispose|Dispose\w*|release|unref)\(")
CELLS = re.compile(r"[(,{]\s*([\w.]+)(?=\s*[,)}])")


def code_of(line):
    """The line with comments and strings blanked out, so that places stay where they are."""
    line = re.sub(r'"(?:[^"\\]|\\.)*"', lambda m: "_" * len(m.group()), line)
    return re.sub(r"//.*|/\*.*?\*/|/\*.*|^\s*\*.*", lambda m: " " * len(m.group()), line)


def closing(code, at):
    """The place of the parenthesis that closes the one at `at`; -1 if it is not in this line."""
    depth = 0
    for place in range(at, len(code)):
        depth += {"(": 1, ")": -1}.get(code[place], 0)
        if depth == 0:
            return place
    return -1


def negate(code, line, _):
    for found in CONDITION.finditer(code):
        begin, end = found.end(), closing(code, found.end() - 1)
        if end > 0:
            yield begin, end, "!(" + line[begin:end] + ")"


def off_by_one(code, line, _):
    if SIZE.search(code) or BEST.search(code):
        return
    for found in NUMBER.finditer(code):
        yield found.start(1), found.end(1), str(int(found.group(1)) + 1)
    for found in LESS.finditer(code):
        other = found.group()[0] if found.group().endswith("=") else found.group() + "="
        yield found.start(), found.end(), other


def drop(code, line, _):
    if not KEEP.match(code) and not FREES.search(code) and any(kind.match(code.rstrip()) for kind in (CALL, ASSIGNMENT, INCREMENT)):
        begin = len(line) - len(line.lstrip())
        yield begin, len(line), ";"


def swap(code, line, _):
    for found in OPERANDS.finditer(code):
        if found.group(1) != found.group(3):
            yield found.start(), found.end(), "%s %s %s" % (found.group(3), found.group(2), found.group(1))
    for found in ARGUMENTS.finditer(code):
        first, second = line[found.start(1):found.end(1)], line[found.start(2):found.end(2)]
        if first != second and "__" not in code[found.start():found.end()] and not EITHER_WAY.search(code[:found.start()]):
            yield found.start(), found.end(), "%s, %s" % (second, first)


def cell(code, line, above):
    """A cell of a table row takes the value of the row above."""
    mine, theirs = list(CELLS.finditer(code)), list(CELLS.finditer(code_of(above)))
    if len(mine) != len(theirs) or len(mine) < 3:
        return
    for ours, other in zip(mine[1:], theirs[1:]):
        new = above[other.start(1):other.end(1)]
        if line[ours.start(1):ours.end(1)] != new:
            yield ours.start(1), ours.end(1), new


STATEMENTS = {"negated condition": negate, "off by one": off_by_one, "dropped statement": drop, "swapped operands": swap}
TABLES = {"changed table cell": cell}


def places(path, lines):
    """All (operator's name, line number from 0, begin, end, replacement) of a file."""
    table = path.endswith(".def")
    for number, line in enumerate(lines):
        code = code_of(line)
        if code.lstrip().startswith("#") or "assert(" in code or "SmallVector<" in code or not code.strip():
            continue
        in_table = table or re.match(r"^\s+\{.*\},?$|^\s+\[\w+\] = .*,$", code)
        above = lines[number - 1] if number else ""
        for name, operator in (TABLES if in_table else STATEMENTS).items():
            for begin, end, text in operator(code, line, above):
                yield name, number, begin, end, text
