# SPDX-License-Identifier: MIT
"""Pieces of kernels that are written as text with holes: the tables of cm_gen_rows_*.py.

    S("4.m_iselect_idx", "vector<ushort, $n> $1 = $e(ushort,n) & 3;\\n@new $t $n $2.iselect($1)")

    $n          a number of elements                     $1 ... $9     names of its own
    $t          a type                                   $k            the kernel's name
    $e(T,N)     a vector<T, N> of any expression         $m(N)         a mask
    $i          an int expression                        $i(LO,HI)     a number, $x(LIMIT) an int within 0 and LIMIT
    $o(a|b|c)   one of them                              $c(2*n)       a number that is computed
    $B          (a line of its own) other statements inside
    @new T N expression            a new variable that is used further on, @var NAME T ROWS COLS one that is there already
    @num NAME                      a number that is used further on
    @file                          the text before it goes before the kernel

Flags: i not the same bits everywhere, v unknown to the evaluator, s allowed inside SIMD
control flow of n channels, b an expression that may not, m needs local memory, g needs an image, o only at the kernel's outermost level, 1 alone in a kernel."""
import collections
import re

Snippet = collections.namedtuple("Snippet", "rows text needs flags n t kind result")
Error = collections.namedtuple("Error", "rows text needs flags n t kind result expect")
HOLE = re.compile(r"\$(?:([eimoxc])\(([^()]*)\)|(\w))")
EXCLUDED = {"compile": "", "eval": "iv"}


def S(rows, text, needs="", flags="", n="", t=""):
    """Statements."""
    return Snippet(rows.split(), text, needs, flags, n, t, "statement", None)


def E(rows, result, text, needs="", flags="", n="", t=""):
    """An expression of n elements of the type RESULT."""
    return Snippet(rows.split(), text, needs, flags, n, t, "expression", result)


def X(rows, expect, text, needs="", flags="", n="", t=""):
    """Statements with one error that the compiler has to name. Flag a: stops the compiler, so the kernel is alone in its file."""
    return Error(rows.split(), text, needs, flags, n, t, "error", None, expect)


def available(needs, macros):
    """Whether a target has it: macros {name: value} of the target, needs "CM_HAS_X CM_GENX>=1280"."""
    for need in needs.split():
        name, op, value = re.match(r"(\w+)(>=|<|==|)(\d*)", need).groups()
        have = macros.get(name)
        if have is None or (op == ">=" and have < int(value)) or (op == "<" and have >= int(value)) or \
                (op == "==" and have != int(value)):
            return False
    return True


def chosen(snippets, mode, macros):
    return [s for s in snippets if available(s.needs, macros) and not set(s.flags) & set(EXCLUDED[mode])]


class Snippets:
    """The part of a kernel's generator that places the snippets which the kernel was dealt (self.dealt)."""

    def fits(self, s, depth):
        if s.kind == "expression":
            return False
        if self.width:
            return "s" in s.flags and (not s.n or str(self.width) in s.n.split("|"))
        return "o" not in s.flags or self.indent == 0

    def place(self, depth):
        """One of the snippets dealt, if one is allowed here."""
        for s in self.dealt:
            if self.fits(s, depth):
                self.dealt.remove(s)
                self.write(s, depth)
                return True
        return False

    def place_expression(self, n):
        """(text, type) of a dealt expression of n elements, or None."""
        for s in self.dealt:
            if s.kind == "expression" and not (self.width and "b" in s.flags) and (not s.n or str(n) in s.n.split("|")) and not self.busy:
                self.dealt.remove(s)
                return self.expand(s, n)
        return None

    def rest(self):
        """What found no place yet, at the outermost level."""
        while self.dealt:
            s = self.dealt[0]
            if s.kind == "expression":
                self.dealt.remove(s)
                n = int(self.r.choice(s.n.split("|"))) if s.n else self.r.choice(self.set.lengths)
                text, t = self.expand(s, n)
                self.add(t, n, text)
            else:
                self.dealt.remove(s)
                self.write(s, 2)

    def add(self, t, n, text):
        name = self.new("v")
        self.line("vector<%s, %d> %s = %s;" % (t, n, name, text))
        self.vars.append(self.Var(name, t, 0, n))

    def expand(self, s, n):
        self.use(*s.rows)
        env = self.environment(s, n)
        self.busy = True
        text = HOLE.sub(lambda m: self.hole(m, env), s.text)
        self.busy = False
        return text, env["t"] if s.result == "$t" else s.result

    def environment(self, s, n=None):
        n = n or self.width or int(self.r.choice(s.n.split("|")) if s.n else self.r.choice(self.set.lengths))
        self.fresh += 1
        return {"n": n, "t": self.type(s.t.split("|") if s.t else None), "at": self.fresh}

    def hole(self, m, env):
        letter, inside, name = m.groups()
        if name:
            if name in "nt":
                return str(env[name])
            if name == "k":
                return self.name
            if name == "P":
                return self.parameters()
            if name == "i":
                return self.number(0 if self.width else 1)
            return "%s_x%d%s" % (self.name, env["at"], "_abcdefghi"[int(name)])
        args = [a.strip() for a in re.split(r"\|" if letter == "o" else ",", inside)]
        return getattr(self, "hole_" + letter)(env, *args)

    def hole_e(self, env, t, count="n"):
        t, n = env["t"] if t == "t" else t, eval(count, {"n": env["n"]})
        return "vector<%s, %d>(%s)" % (t, n, self.as_type(t, self.expression(n, 1), n))

    def hole_m(self, env, count="n"):
        return self.mask(eval(count, {"n": env["n"]}), 0)[0]

    def hole_i(self, env, low, high):
        return str(self.r.randint(int(low), int(high)))

    def hole_x(self, env, limit):
        return self.index(eval(limit, {"n": env["n"]}))

    def hole_o(self, env, *options):
        return self.r.choice(options)

    def hole_c(self, env, what):
        return str(eval(what, {"n": env["n"]}))

    def write(self, s, depth):
        self.use(*s.rows)
        env = self.environment(s)
        head, _, tail = s.text.rpartition("\n@file\n")
        if head:
            self.functions.append(HOLE.sub(lambda m: self.hole(m, env), head))
        for line in tail.strip("\n").split("\n"):
            self.write_line(line, env, depth)

    def write_line(self, line, env, depth):
        if line.strip() == "$B":
            self.body(min(depth, 2) - 1)
            return
        line = HOLE.sub(lambda m: self.hole(m, env), line)
        word = line.split(" ", 4)
        if word[0] == "@new":
            t, n, text = line.split(" ", 3)[1:]
            if not self.width:
                self.add(t, int(n), text)
        elif word[0] == "@var":
            self.vars.append(self.Var(word[1], word[2], int(word[3]), int(word[4])))
        elif word[0] == "@num":
            self.numbers.append(word[1])
        elif line.startswith("#"):
            self.lines.append(line)
        else:
            self.line(line)
