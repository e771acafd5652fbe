#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The code that cmc makes does not depend on the compiler that built cmc. usage: order.py ROOT

C leaves the order open in which the arguments of a call, the values of an initializer and the operands of + or | are computed.
Where two of them build instructions (or variables, which are numbered), their order in the output is the building compiler's
choice. Reported: two such operands that nothing orders. What builds is found from the source: a call of LLVM-C, LLVM or machine
IR that makes something (BUILD), and every function of ours that contains such a call, in any depth. A function counts by its
name; static functions of one file hide others of that name. Remedy: a local for each operand.

So it is with the programs that test/random makes: two operands that draw random numbers or append text give another program of
the same seed when another compiler built the generator.
"""
import re
import sys

from common import finish, sources

BUILD = re.compile(r"^(LLVMBuild\w+|LLVMInsert\w+|LLVMAppend\w+|LLVMAddFunction|LLVMAddGlobal\w*|LLVMSet\w+|LLVMReplaceAll\w+|"
                   r"LLVMInstruction(?:Erase|Remove)\w*|Create[A-Z]\w+|eraseFromParent|moveBefore|moveAfter|insertBefore|insertInto|"
                   r"replaceAllUsesWith|replaceUsesWithIf|replaceUsesOfWith|setOperand|splitBasicBlock|mir_(?:var|inst|block)_(?:create|append|insert\w*|remove))$")
DRAW = re.compile(r"^(rn_below|rn_chance|rn_new_name|rn_emit|rn_line|rn_let|RN_PICK|rn_call|rn_new_block)$")
GROUPS = [  # (rooms, seeds, what the operands are)
    (("lib/driver", "lib/genx", "passes", "codegen", "frontend"), BUILD, "built"),
    (("test/random",), DRAW, "drawn"),
]
PURE = {"LLVMBuilderGetInsertBlock", "CreateFile"}
KEYWORDS = {"if", "for", "while", "switch", "return", "sizeof", "do", "else", "case", "_Alignof", "_Static_assert", "static_assert",
            "defined", "catch"}
CONDITIONS = {"if", "for", "while", "switch"}
TOKEN = re.compile(r"[A-Za-z_]\w*|\d[\w.]*|->|\+\+|--|<<=|>>=|<<|>>|&&|\|\||[-+*/%&|^=!<>]=|::|[^\s\w]")
NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*', re.S | re.M)
HEAD = re.compile(r"^#define (\w+)\(name\) +[\w *]*?(\w+)##name\(", re.M)
ORDERED = {";", "&&", "||", "?", ":", "{", "}"}
OPERATORS = {"+", "-", "*", "/", "%", "|", "&", "^", "==", "!=", "<", ">", "<=", ">=", "<<", ">>", "="}
BEFORE_BLOCK = {"", ")", ";", "{", "}", "else", "do", ":"}
OPENING, CLOSING = {"(": ")", "[": "]", "{": "}"}, {")", "]", "}"}


def blank(match):
    text = match.group(0)
    return '""' + "\n" * text.count("\n") if text[0] == '"' else " " + "\n" * text.count("\n")


def named(text):
    """The text with the heads of functions that a macro names, `BUILD(log1p) {`, spelled out."""
    for macro, prefix in HEAD.findall(text):
        text = re.sub(r"^%s\((\w+)\) \{" % macro, r"%s\1(x) {" % prefix, text, flags=re.M)
    return text


def tokens(text):
    """[(token, line)] without comments, strings and preprocessor lines."""
    out, line, at = [], 1, 0
    clean = NOISE.sub(blank, named(text))
    for m in TOKEN.finditer(clean):
        line += clean.count("\n", at, m.start())
        at = m.start()
        out.append((m.group(0), line))
    return out


def matching(toks):
    """Index of the closing bracket for each opening one."""
    pairs, stack = {}, []
    for i, (t, _) in enumerate(toks):
        if t in OPENING:
            stack.append(i)
        elif t in CLOSING and stack:
            pairs[stack.pop()] = i
    return pairs


def functions(toks, pairs):
    """Yields (name, is static, first token of the body, last): a name, its parameters and a brace, outside any other brace."""
    i, start = 0, 0
    while i < len(toks):
        t = toks[i][0]
        if t == ";":
            start = i + 1
        if t == "(" and i and re.match(r"[A-Za-z_]", toks[i - 1][0]) and i in pairs:
            j = pairs[i]
            while j + 1 < len(toks) and toks[j + 1][0] in ("const", "override", "noexcept", "final"):
                j += 1
            if j + 1 < len(toks) and toks[j + 1][0] == "{":
                head = {t for t, _ in toks[start:i]}
                yield toks[i - 1][0], "static" in head, j + 1, pairs.get(j + 1, len(toks) - 1)
                i = start = pairs.get(j + 1, len(toks) - 1) + 1
                continue
            i = pairs[i] + 1
            continue
        if t == "{" and i in pairs and "=" in {t for t, _ in toks[start:i]}:  # a table
            i = pairs[i] + 1
            continue
        i += 1


def calls(toks, first, last):
    for i in range(first, last):
        if toks[i + 1][0] == "(" and re.match(r"[A-Za-z_]", toks[i][0]) and toks[i][0] not in KEYWORDS:
            yield i


class Program:
    def __init__(self, root, rooms, seeds, made):
        self.files, self.bodies, self.seeds, self.made = {}, {}, seeds, made
        for path, text in sources(root, rooms, (".c", ".h", ".cpp", ".inc")):
            toks = tokens(text)
            pairs = matching(toks)
            found = list(functions(toks, pairs))
            self.files[path] = (toks, pairs, found)
            for name, static, first, last in found:
                called = {toks[i][0] for i in calls(toks, first, last)}
                hidden = static and not path.endswith(".h")
                self.bodies.setdefault((path if hidden else None, name), set()).update((path, c) for c in called)
        self.building = self.close()

    def key(self, path, name):
        return (path, name) if (path, name) in self.bodies else (None, name)

    def close(self):
        building = {k for k, called in self.bodies.items() if any(self.seeds.match(c) and c not in PURE for _, c in called)}
        while True:
            more = {k for k, called in self.bodies.items() if k not in building
                    and any(self.key(p, c) in building for p, c in called)}
            if not more:
                return building
            building |= more

    def builds(self, path, name):
        return name not in PURE and (bool(self.seeds.match(name)) or self.key(path, name) in self.building)

    def building_in(self, path, first, last):
        """Names of building calls among the tokens, nested ones too."""
        toks = self.files[path][0]
        return [toks[i][0] for i in calls(toks, first, min(last, len(toks) - 1)) if self.builds(path, toks[i][0])]

    def check(self, path):
        for _, _, first, last in self.files[path][2]:
            yield from self.check_expression(path, first + 1, last)

    def report(self, path, built):
        if len(built) > 1:
            yield "%s:%d: %s and %s are %s in an order that the building compiler chooses" % (
                path, built[1][1], built[0][0], built[1][0], self.made)

    def check_list(self, path, first, last):
        """The operands of one call or initializer, which commas separate but do not order."""
        toks, pairs, _ = self.files[path]
        built, start, i = [], first, first
        while i <= last:
            if i == last or toks[i][0] == ",":
                yield from self.check_expression(path, start, i)
                names = self.building_in(path, start, i)
                built += [(names[0], toks[start][1])] if names else []
                start = i + 1
            i = pairs.get(i, i) + 1 if i < last and toks[i][0] in OPENING else i + 1
        yield from self.report(path, built)

    def check_expression(self, path, first, last):
        """Operands of + or | and the like, statement by statement; a comma ends a declarator."""
        toks, pairs, _ = self.files[path]
        built, operand, i = [], None, first
        while i < last:
            t, line = toks[i]
            if t in OPENING and i in pairs:
                end, before = pairs[i], toks[i - 1][0] if i > first else ""
                block = t == "{" and before in BEFORE_BLOCK and not self.is_cast(path, i)
                is_call = t == "(" and re.match(r"[A-Za-z_\])]", before) and before not in KEYWORDS
                ordered = block or (t == "{" and path.endswith(".cpp"))  # C++ orders initializers
                check = self.check_list if (is_call or t == "{") and not ordered else self.check_expression
                yield from check(path, i + 1, end)
                names = [] if block else self.building_in(path, i - 1 if is_call else i, end)
                operand = operand or ((names[0], line) if names else None)
                i = end
                if block or (t == "(" and before in CONDITIONS):
                    yield from self.report(path, built + [operand] if operand else built)
                    built, operand = [], None
            elif t in ORDERED or t == ",":
                yield from self.report(path, built + [operand] if operand else built)
                built, operand = [], None
            elif t in OPERATORS:
                built += [operand] if operand else []
                operand = None
            i += 1
        yield from self.report(path, built + [operand] if operand else built)

    def is_cast(self, path, brace):
        """`(type){...}`: a compound literal, not the block of an if."""
        toks, pairs, _ = self.files[path]
        if toks[brace - 1][0] != ")":
            return False
        opening = next((o for o, c in pairs.items() if c == brace - 1), None)
        return opening is not None and not re.match(r"[A-Za-z_]", toks[opening - 1][0]) or (
            opening is not None and toks[opening - 1][0] == "return")


def check(root, rooms, seeds, made):
    program = Program(root, rooms, seeds, made)
    if not program.building:
        yield "no function of %s has operands that are %s" % (", ".join(rooms), made)
    for path in program.files:
        yield from program.check(path)


def main(root):
    finish(f for group in GROUPS for f in check(root, *group))


if __name__ == "__main__":
    main(sys.argv[1])
