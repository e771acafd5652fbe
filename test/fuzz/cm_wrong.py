#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes random kernels (cm_gen.py) wrong and looks at the compiler's manners.

usage: cm_wrong.py CMC FIRST_SEED COUNT [--keep=FOLDER] [--print=SEED]

Each seed makes a small kernel and changes its text in a place or three: a token gone, another type, a number that nobody
expects, a bracket too few, a line elsewhere. The compiler must take it, need at most ten seconds, and end in one of two ways: exit 0, for
some changes do no harm, or exit 1 with at least one error that names a line of the user's file, itself or in its notes. Anything
else (a signal, a failed check of its own, an error inside the headers alone, silence) is a failure, which is kept."""
import os
import random
import re
import sys
import tempfile

import cm_fuzz
import cm_gen
from cm_gen_values import FLOATS, INTS

TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|\d[\w.]*|\w+|[-+*/%&|^<>=!]=|&&|\|\||<<|>>|\+\+|--|->|::|\s+|.', re.S)
TYPES = INTS + FLOATS + ["double", "bool", "void", "long", "bfloat16", "SurfaceIndex", "svmptr_t", "float *", "auto", "__bf16", "__int128",
                         "vector<int, 4>", "vector_ref<int, 4>", "matrix<int, 2, 2>", "const int", "_Float16", "int &", "short[3]"]
NUMBERS = ["0", "-1", "3", "33", "255", "256", "257", "4097", "65536", "2147483647", "-2147483648", "4294967296", "1u", "'a'", "1.5f", "0x7fffffff",
           "99999999999999999999", "18446744073709551615ull", "1e400", "0x1p-1074", "08", "1_x", "nullptr", "true", "sizeof(int)", "g"]
WORDS = ["vector", "matrix", "vector_ref", "matrix_ref", "select", "format", "iselect", "replicate", "row", "column", "merge", "any", "all", "read",
         "write", "cm_svm_scatter_read", "cm_slm_read", "cm_sum", "cm_pack_mask", "cm_unpack_mask", "cm_dpas", "cm_load", "cm_store", "cm_atomic",
         "SIMD_IF_BEGIN", "SIMD_IF_END", "SIMD_ELSE", "SIMD_DO_WHILE_BEGIN", "SIMD_DO_WHILE_END", "SIMD_BREAK", "SIMD_CONTINUE", "return", "break",
         "continue", "goto", "if", "for", "while", "do", "switch", "case", "default", "template", "typename", "static", "constexpr", "const", "class", "this",
         "new", "delete", "throw", "try", "asm", "operator", "sizeof", "auto", "namespace", "using", "extern", "inline", "volatile", "_GENX_", "_GENX_MAIN_",
         "CM_NOINLINE", "_GENX_STACKCALL_", "SAT", "NULL", "cm_barrier", "printf", "cm_send", "cm_raw_send", "details", "cm", "std"]
MARKS = list("(){}[]<>;,.:?*&!~=+-#\\'\"@$`") + ["::", "->", "...", "/*", "//", "#if", "##", "<<=", "\0", "\xff", "\xc3\xa9", "\r", "\t"]
NOTE = re.compile(r"\.cm:\d+:\d+: ")
INTERNAL = cm_fuzz.INTERNAL
LIMIT_S = 10


def places(tokens, fits):
    return [i for i, t in enumerate(tokens) if fits(t)]


def put(tokens, r, fits, new):
    """Another token in the place of one that fits."""
    where = places(tokens, fits)
    if where:
        tokens[r.choice(where)] = new
    return tokens


def solid(t):
    return not t.isspace()


def drop(tokens, r):
    return put(tokens, r, solid, "")


def drop_bracket(tokens, r):
    return put(tokens, r, lambda t: t in tuple("(){}[]<>"), "")


def double(tokens, r):
    i = r.choice(places(tokens, solid))
    return tokens[:i] + [tokens[i], " "] + tokens[i:]


def swap(tokens, r):
    where = places(tokens, solid)
    i = r.randrange(len(where) - 1)
    a, b = where[i], where[i + 1] if r.random() < 0.5 else r.choice(where)
    tokens[a], tokens[b] = tokens[b], tokens[a]
    return tokens


def other_type(tokens, r):
    return put(tokens, r, lambda t: t in TYPES, r.choice(TYPES))


def other_number(tokens, r):
    return put(tokens, r, lambda t: t[0].isdigit(), r.choice(NUMBERS))


def other_word(tokens, r):
    own = sorted({t for t in tokens if t[0].isalpha()})
    return put(tokens, r, lambda t: t[0].isalpha(), r.choice(WORDS if r.random() < 0.5 else own))


def other_mark(tokens, r):
    return put(tokens, r, lambda t: not t[0].isalnum() and solid(t), r.choice(MARKS))


def insert(tokens, r):
    tokens.insert(r.randrange(len(tokens)), " %s " % r.choice(MARKS + WORDS + TYPES + NUMBERS))
    return tokens


def lines(tokens, change):
    some = "".join(tokens).split("\n")
    return TOKEN.findall("\n".join(change(some)))


def drop_line(tokens, r):
    i = r.random()
    return lines(tokens, lambda some: some[:int(i * len(some))] + some[int(i * len(some)) + 1:])


def move_line(tokens, r):
    a, b = r.random(), r.random()

    def change(some):
        line = some.pop(int(a * len(some)))
        some.insert(int(b * len(some)), line)
        return some
    return lines(tokens, change)


def cut(tokens, r):
    """The rest of the file is missing."""
    return tokens[:r.randrange(len(tokens))]


CHANGES = [drop, drop, drop_bracket, double, swap, swap, other_type, other_type, other_type, other_number, other_number, other_number, other_word,
           other_word, other_mark, insert, insert, drop_line, move_line, cut]


def wrong(seed, macros):
    """(file, target): a kernel with one to three changes."""
    target = cm_fuzz.TARGETS[seed % len(cm_fuzz.TARGETS)]
    some, _ = cm_gen.kernels(seed, 1, cm_gen.Settings("compile", macros[target], True))
    r = random.Random(seed)
    tokens = TOKEN.findall(some[0].source)
    for _ in range(r.choice([1, 1, 1, 2, 3])):
        tokens = [t for t in r.choice(CHANGES)(tokens, r) if t] or [";"]
    return cm_gen.source([]) + "".join(tokens), target


def fault(cmc, path, target, level):
    """What is wrong with the compiler's answer, or None; and whether it refused."""
    done = cm_fuzz.bounded([cmc, path, "-march=" + target, level, "-o", path[:-2] + "bin"], LIMIT_S)
    text = done.stderr.decode("utf-8", "replace")
    if done.returncode in cm_fuzz.TOO_LONG:
        return "takes more than %d s" % LIMIT_S, False
    found = INTERNAL.search(text)
    if done.returncode not in (0, 1) or found:
        return "exit %d: %s" % (done.returncode, text[found.start() if found else 0:][:400]), False
    if done.returncode == 0:
        return None, False
    blocks = re.split(r"(?m)^(?=\S+:\d+:\d+: (?:fatal )?error: )", text)[1:]
    if not any(NOTE.search(b) for b in blocks):
        return "no error at a line of the file: " + text[:400], True
    return None, True


def main(arguments):
    options = dict((a[2:].split("=", 1) + [""])[:2] for a in arguments if a.startswith("--"))
    cmc, first, count = [a for a in arguments if not a.startswith("--")]
    failures = refused = 0
    with tempfile.TemporaryDirectory() as folder:
        macros = {t: cm_fuzz.target_macros(cmc, t, folder) for t in cm_fuzz.TARGETS}
        if "print" in options:
            print(wrong(int(options["print"]), macros)[0])
            return 0
        for seed in range(int(first), int(first) + int(count)):
            text, target = wrong(seed, macros)
            path = os.path.join(options.get("keep") or folder, "wrong-%d.cm" % seed)
            with open(path, "w", encoding="latin-1", errors="replace", newline="") as f:
                f.write(text)
            level = ["-O2", "-O0"][seed // 7 % 2]
            what, no = fault(cmc, path, target, level)
            refused += no
            if what:
                failures += 1
                print("seed %d %s %s: %s" % (seed, target, level, what), flush=True)
            else:
                os.unlink(path)
    print("%d wrong kernels, %d refused, %d failures" % (int(count), refused, failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
