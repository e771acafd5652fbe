# SPDX-License-Identifier: MIT
"""Kernels for run.py: name -> function that fills a Kernel. The model of each message is written here, from the
intrinsics' definitions, one lane at a time."""
import struct

from ir import Kernel, Memory, elt_b, signed, vec, wrap

CASES = {}
LSC = {"dg2", "pvc", "mtl", "arlh", "lnl", "bmg", "ptl"}
NAMES = {"i8": 1, "i16": 2, "i32": 3, "i64": 4, "float": 3, "u8u32": 5, "u16u32": 6, "u16u32h": 7}
VECTOR = {1: 1, 2: 2, 3: 3, 4: 4, 8: 5, 16: 6, 32: 7, 64: 8}


def add(name, fn, *args):
    assert name not in CASES, name
    CASES[name] = (fn, args)


def build(name, target):
    k = Kernel(name)
    k.target = target
    k.refused = None
    fn, args = CASES[name]
    if fn(k, *args) == "skip":
        return None
    k.finish()
    return k


def some(k, n, how):
    """Lanes that are on: all, known to the compiler, or computed."""
    if how == "all":
        return [True] * n
    bits = [k.rng.random() < 0.6 for _ in range(n)]
    bits[n // 2] = True
    return bits


def offsets(k, n, step, limit=4096):
    """n different multiples of step."""
    return [x * step for x in k.rng.sample(range(limit // step), n)]


# Scattered reads and writes -----------------------------------------------------------------------

def gather(k, n, log2, how, place="surface", form="gather.scaled", slack=0):
    """Reads 1, 2 or 4 bytes a lane; of smaller ones the low part of the dword is defined."""
    bits, offs, glob = some(k, n, how), offsets(k, n, 1 << log2), 64 if slack else 0
    old = [k.rng.randrange(1 << 32) for _ in range(n)]
    t, m = vec(n, "i32"), k.mask(bits, how if how != "var" else None)
    a = [("i32", "%d" % log2), ("i16", "0"), ("i32", "%sa"), ("i32", k.scalar(glob) if slack else "0"),
         (t, k.vector(offs, "i32"))]
    if form == "gather.scaled":
        v = k.call(form, t, [(vec(n, "i1"), m)] + a + [(t, k.vector(old, "i32"))])
    elif form == "gather.masked.scaled2":
        v = k.call(form, t, a + [(vec(n, "i1"), m)])
        v = k.emit("select %s %s, %s %s, %s %s" % (vec(n, "i1"), m, t, v, t, k.vector(old, "i32")))
    else:
        v = k.call(form, t, a)
    if log2 < 2:
        v = k.emit("and %s %s, %s" % (t, v, k.const([(1 << (8 << log2)) - 1] * n, "i32")))
    mask = (1 << (8 << log2)) - 1
    k.start()
    kind = {0: "i8", 1: "i16", 2: "i32"}[log2]
    k.result(v, "i32", [k.a.get(glob + o, kind) if b else x & mask for b, o, x in zip(bits, offs, old)])


def scatter(k, n, log2, how, slack=0):
    bits, offs, glob = some(k, n, how), offsets(k, n, 1 << log2), 128 if slack else 0
    data = [k.rng.randrange(1 << 32) for _ in range(n)]
    t = vec(n, "i32")
    k.call("scatter.scaled", "void", [
        (vec(n, "i1"), k.mask(bits, how if how != "var" else None)), ("i32", "%d" % log2), ("i16", "0"), ("i32", "%sb"),
        ("i32", k.scalar(glob) if slack else "0"), (t, k.vector(offs, "i32")), (t, k.vector(data, "i32"))])
    k.start()
    kind = {0: "i8", 1: "i16", 2: "i32"}[log2]
    for b, o, x in zip(bits, offs, data):
        if b:
            k.b.put(glob + o, kind, x)


def gather4(k, n, mask, how, svm=False):
    bits, offs = some(k, n, how), offsets(k, n, 16)
    chans = [c for c in range(4) if mask >> c & 1]
    old = [k.rng.randrange(1 << 32) for _ in range(n * len(chans))]
    t, r = vec(n, "i32"), vec(n * len(chans), "i32")
    m = (vec(n, "i1"), k.mask(bits, how if how != "var" else None))
    head = [m, ("i32", "%d" % mask), ("i16", "0")]
    if svm:
        o = (vec(n, "i64"), k.vector(offs, "i64"))
        v = k.call("svm.gather4.scaled", r, head + [("i64", "%pa"), o, (r, k.vector(old, "i32"))])
    else:
        v = k.call("gather4.scaled", r, head + [("i32", "%sa"), ("i32", "16"), (t, k.vector(offs, "i32")),
                                              (r, k.vector(old, "i32"))])
    k.start()
    base = 0 if svm else 16
    k.result(v, "i32", [k.a.get(base + o + 4 * c, "i32") if b else old[e * n + i]
                        for e, c in enumerate(chans) for i, (b, o) in enumerate(zip(bits, offs))])


def scatter4(k, n, mask, how, svm=False):
    bits, offs = some(k, n, how), offsets(k, n, 16)
    chans = [c for c in range(4) if mask >> c & 1]
    data = [k.rng.randrange(1 << 32) for _ in range(n * len(chans))]
    t, r = vec(n, "i32"), vec(n * len(chans), "i32")
    head = [(vec(n, "i1"), k.mask(bits, how if how != "var" else None)), ("i32", "%d" % mask), ("i16", "0")]
    if svm:
        k.call("svm.scatter4.scaled", "void", head + [("i64", "%pb"), (vec(n, "i64"), k.vector(offs, "i64")),
                                                    (r, k.vector(data, "i32"))])
    else:
        k.call("scatter4.scaled", "void", head + [("i32", "%sb"), ("i32", "0"), (t, k.vector(offs, "i32")),
                                                (r, k.vector(data, "i32"))])
    k.start()
    for e, c in enumerate(chans):
        for i, (b, o) in enumerate(zip(bits, offs)):
            if b:
                k.b.put(o + 4 * c, "i32", data[e * n + i])


def svm_gather(k, n, t, log2, how):
    bits, e, blocks = some(k, n, how), elt_b(t), 1 << log2
    offs = offsets(k, n, e * blocks)
    slots = 4 if t == "i8" else blocks
    old = [wrap(k.rng.randrange(1 << 20), t) for _ in range(n * slots)]
    r = vec(n * slots, t)
    v = k.call("svm.gather", r, [(vec(n, "i1"), k.mask(bits, how if how != "var" else None)), ("i32", "%d" % log2),
                                 (vec(n, "i64"), k.addresses("%pa", offs)), (r, k.vector(old, t))])
    k.start()
    want = list(old)
    for i in range(n):
        for b in range(blocks):
            if bits[i]:
                want[i * 4 + b if t == "i8" else b * n + i] = k.a.get(offs[i] + b * e, t)
    if t == "i8":  # the rest of a lane's dword is not defined
        keep = [255 if i % 4 < blocks else 0 for i in range(n * 4)]
        v = k.emit("and %s %s, %s" % (r, v, k.const(keep, "i8")))
        want = [x & y for x, y in zip(want, keep)]
    k.result(v, t, want)


def svm_scatter(k, n, t, log2, how):
    bits, e, blocks = some(k, n, how), elt_b(t), 1 << log2
    offs = offsets(k, n, e * blocks)
    slots = 4 if t == "i8" else blocks
    data = [wrap(k.rng.randrange(1 << 20), t) for _ in range(n * slots)]
    k.call("svm.scatter", "void", [(vec(n, "i1"), k.mask(bits, how if how != "var" else None)), ("i32", "%d" % log2),
                                   (vec(n, "i64"), k.addresses("%pb", offs)), (vec(n * slots, t), k.vector(data, t))])
    k.start()
    for i in range(n):
        for b in range(blocks):
            if bits[i]:
                k.b.put(offs[i] + b * e, t, data[i * 4 + b if t == "i8" else b * n + i])


# Atomics ---------------------------------------------------------------------------------------------

INT_OPS = {  # name: sources, function(old, a, b, type)
    "add": (1, lambda o, a, b, t: o + a), "sub": (1, lambda o, a, b, t: o - a), "inc": (0, lambda o, a, b, t: o + 1),
    "dec": (0, lambda o, a, b, t: o - 1), "min": (1, lambda o, a, b, t: min(o, a)), "max": (1, lambda o, a, b, t: max(o, a)),
    "imin": (1, lambda o, a, b, t: min(o, a, key=lambda x: signed(x, t))),
    "imax": (1, lambda o, a, b, t: max(o, a, key=lambda x: signed(x, t))), "xchg": (1, lambda o, a, b, t: a),
    "and": (1, lambda o, a, b, t: o & a), "or": (1, lambda o, a, b, t: o | a), "xor": (1, lambda o, a, b, t: o ^ a),
    "cmpxchg": (2, lambda o, a, b, t: b if o == a else o)}
FLOAT_OPS = {
    "fmin": (1, lambda o, a, b, t: min(o, a)), "fmax": (1, lambda o, a, b, t: max(o, a)),
    "fadd": (1, lambda o, a, b, t: o + a), "fsub": (1, lambda o, a, b, t: o - a),
    "fcmpwr": (2, lambda o, a, b, t: b if o == a else o)}


def atomic_data(k, op, n, t, offs, shared):
    """Sources; cmpxchg compares with what is there in every other lane."""
    e = elt_b(t)
    if t == "float":
        for o in range(0, 4096, e):
            k.b.put(o, t, k.rng.randrange(-999, 999) / 8)
    rnd = (lambda: k.rng.randrange(-999, 999) / 8) if t == "float" else (lambda: k.rng.randrange(1 << 8 * e))
    a, b = [rnd() for _ in range(n)], [rnd() for _ in range(n)]
    if op in ("cmpxchg", "fcmpwr"):
        a = [k.b.get(offs[i], t) if i % 2 else a[i] for i in range(n)]
    return a, b


def run_atomic(k, fn, bits, offs, a, b, t, old):
    got = list(old)
    for i, o in enumerate(offs):
        if bits[i]:
            got[i] = k.b.get(o, t)
            k.b.put(o, t, wrap(fn(got[i], a[i], b[i], t), t))
    return got


def atomic(k, family, op, n, t, how, result=True):
    n_src, fn = (FLOAT_OPS if op in FLOAT_OPS else INT_OPS)[op]
    bits, e = some(k, n, how), elt_b(t)
    if op in ("fadd", "fsub") and k.target not in LSC:
        k.refused = "floating-point atomic addition is not supported on " + k.target
    offs = offsets(k, n, e)
    if op in ("add", "sub", "inc", "dec"):  # several lanes on one place: the sum does not depend on the order
        result = False
        offs = [o % (8 * e) for o in offs]
    a, b = atomic_data(k, op, n, t, offs, False)
    old = [wrap(k.rng.randrange(1000), t) for _ in range(n)]
    r = vec(n, t)
    # Intel's back end takes the new value first here, unlike the load/store cache's atomics.
    src = [(r, k.vector(x, t)) for x in ((b, a) if n_src == 2 else (a, b))[:n_src]]
    m = (vec(n, "i1"), k.mask(bits, how if how != "var" else None))
    tail = [] if family == "dword.atomic2" else [(r, k.vector(old, t))]
    if family == "svm.atomic":
        args = [m, (vec(n, "i64"), k.addresses("%pb", offs))] + src + tail
    elif family == "untyped.atomic":
        args = [m, ("i32", "%sb"), ("i32", "2"), (vec(n, "i32"), k.vector([o // 4 - 2 for o in offs], "i32"))] + src + tail
    else:
        args = [m, ("i32", "%sb"), (vec(n, "i32"), k.vector(offs, "i32"))] + src + tail
    v = k.call("%s.%s" % (family, op), r, args)
    k.start()
    got = run_atomic(k, fn, bits, offs, a, b, t, old)
    if not result or (family == "dword.atomic2" and not all(bits)):
        return
    k.result(v, t, got)


# LSC ---------------------------------------------------------------------------------------------------

def lsc_args(k, m, size, vector, order, addr, l1=0, l3=0, imm=0, chans=0, sub=0):
    return [m, ("i8", str(sub)), ("i8", str(l1)), ("i8", str(l3)), ("i16", "1"), ("i32", str(imm)), ("i8", str(NAMES[size])),
            ("i8", str(VECTOR[vector])), ("i8", str(order)), ("i8", str(chans)), addr]


def lsc_place(k, place, buffer, offs):
    n = len(offs)
    if place == "stateless":
        return (vec(n, "i64"), k.addresses("%p" + buffer, offs)), ("i32", "0")
    return (vec(n, "i32"), k.vector(offs, "i32")), ("i32", "%s" + buffer)


def lsc_types(size):
    """Type in memory and in the IR's vectors."""
    return {"u8u32": ("i8", "i32"), "u16u32": ("i16", "i32")}.get(size, (size, size))


def lsc_load(k, place, n, size, vector, how, merge=True, imm=0, l1=0, l3=0):
    if k.target not in LSC:
        k.refused = "needs load/store cache messages, which %s does not have" % k.target
    bits, (mem, t) = some(k, n, how), lsc_types(size)
    e = elt_b(mem)
    offs = offsets(k, n, max(4, e * vector) if vector > 1 else e)
    old = [wrap(k.rng.randrange(1 << 30), t) for _ in range(n * vector)]
    addr, surf = lsc_place(k, place, "a", offs)
    r = vec(n * vector, t)
    m = (vec(n, "i1"), k.mask(bits, how if how != "var" else None))
    args = lsc_args(k, m, size, vector, 1, addr, l1, l3, imm) + [surf]
    v = k.call("lsc.load.merge." + place if merge else "lsc.load." + place, r, args + ([(r, k.vector(old, t))] if merge else []))
    k.start()
    want = [k.a.get(offs[i] + imm + x * e, mem) if bits[i] else old[x * n + i] for x in range(vector) for i in range(n)]
    if elt_b(t) > e:  # what is above a small element is zero on some targets and undefined on others
        low = (1 << 8 * e) - 1
        v = k.emit("and %s %s, %s" % (r, v, k.const([low] * (n * vector), t)))
        want = [x & low for x in want]
    k.result(v, t, want)


def lsc_store(k, place, n, size, vector, how, imm=0, l1=0, l3=0):
    if k.target not in LSC:
        k.refused = "needs load/store cache messages"
    bits, (mem, t) = some(k, n, how), lsc_types(size)
    e = elt_b(mem)
    offs = offsets(k, n, max(4, 16 * e) if vector > 1 else e)
    data = [wrap(k.rng.randrange(1 << 30), t) for _ in range(n * vector)]
    addr, surf = lsc_place(k, place, "b", offs)
    m = (vec(n, "i1"), k.mask(bits, how if how != "var" else None))
    k.call("lsc.store." + place, "void",
           lsc_args(k, m, size, vector, 1, addr, l1, l3, imm) + [(vec(n * vector, t), k.vector(data, t)), surf])
    k.start()
    for i in range(n):
        for x in range(vector):
            if bits[i]:
                k.b.put(offs[i] + imm + x * e, mem, data[x * n + i])


def lsc_block(k, place, size, vector, how, store, imm=0):
    if k.target not in LSC:
        k.refused = "needs load/store cache messages"
    e, on = elt_b(size), how != "off"
    at = [256]
    addr, surf = lsc_place(k, place, "b" if store else "a", at)
    m = (vec(1, "i1"), k.mask([on], how if how == "all" else None))
    data = [wrap(k.rng.randrange(1 << 30), size) for _ in range(vector)]
    r = vec(vector, size)
    args = lsc_args(k, m, size, vector, 2, addr, imm=imm)
    d = k.vector(data, size)
    if store:
        k.call("lsc.store." + place, "void", args + [(r, d), surf])
    else:
        v = k.call("lsc.load.merge." + place, r, args + [surf, (r, d)])
    k.start()
    if store:
        for x in range(vector):
            if on:
                k.b.put(at[0] + imm + x * e, size, data[x])
    else:
        k.result(v, size, [k.a.get(at[0] + imm + x * e, size) if on else data[x] for x in range(vector)])


def lsc_quad(k, place, n, mask, how, store):
    if k.target not in LSC:
        k.refused = "needs load/store cache messages"
    bits, offs = some(k, n, how), offsets(k, n, 16)
    chans = [c for c in range(4) if mask >> c & 1]
    data = [k.rng.randrange(1 << 30) for _ in range(n * len(chans))]
    r = vec(n * len(chans), "i32")
    addr, surf = lsc_place(k, place, "b" if store else "a", offs)
    m = (vec(n, "i1"), k.mask(bits, how if how != "var" else None))
    args = lsc_args(k, m, "i32", 1, 1, addr, chans=mask)
    d = k.vector(data, "i32")
    if store:
        k.call("lsc.store.quad." + place, "void", args + [(r, d), surf])
    else:
        v = k.call("lsc.load.merge.quad." + place, r, args + [surf, (r, d)])
    k.start()
    want = list(data)
    for x, c in enumerate(chans):
        for i in range(n):
            if bits[i] and store:
                k.b.put(offs[i] + 4 * c, "i32", data[x * n + i])
            elif bits[i]:
                want[x * n + i] = k.a.get(offs[i] + 4 * c, "i32")
    if not store:
        k.result(v, "i32", want)


def hints(k, store, l1, l3, message):
    """Pairs of hints: those of messages.md 4.2 compile, others are an error that names them."""
    (lsc_store if store else lsc_load)(k, "stateless", 16, "i32", 1, "all", **({} if store else {"merge": False}), l1=l1, l3=l3)
    if k.target in LSC and message:
        k.refused = message


LSC_OPS = {"inc": 8, "dec": 9, "xchg": 0xb, "add": 0xc, "sub": 0xd, "imin": 0xe, "imax": 0xf, "min": 0x10, "max": 0x11,
           "cmpxchg": 0x12, "fadd": 0x13, "fsub": 0x14, "fmin": 0x15, "fmax": 0x16, "fcmpwr": 0x17, "and": 0x18, "or": 0x19,
           "xor": 0x1a}


def lsc_atomic(k, place, op, n, t, how, old_form=False):
    if k.target not in LSC:
        k.refused = "needs load/store cache messages"
    n_src, fn = (FLOAT_OPS if op in FLOAT_OPS else INT_OPS)[op]
    bits, e = some(k, n, how), elt_b(t)
    offs = offsets(k, n, e)
    a, b = atomic_data(k, op, n, t, offs, False)
    old = [wrap(k.rng.randrange(1000), t) for _ in range(n)]
    r = vec(n, t)
    src = [(r, k.vector(x, t)) if i < n_src else (r, "undef") for i, x in enumerate((a, b))]
    addr, surf = lsc_place(k, place, "b", offs)
    m = (vec(n, "i1"), k.mask(bits, how if how != "var" else None))
    head = lsc_args(k, m, t, 1, 1, addr, sub=LSC_OPS[op])
    o = [(r, k.vector(old, t))]
    args = head[:-1] + [surf, addr] + src + o if old_form else head + src + [surf] + o
    v = k.call("lsc.%s.%s" % ("atomic" if old_form else "xatomic", place), r, args)
    k.start()
    k.result(v, t, run_atomic(k, fn, bits, offs, a, b, t, old))


def prefetch(k, place, n, order):
    if k.target not in LSC:
        k.refused = "needs load/store cache messages"
    offs = offsets(k, n, 4)
    addr, surf = lsc_place(k, place, "a", offs)
    m = (vec(n, "i1"), k.mask([True] * n, "all"))
    k.call("lsc.prefetch." + place, "void", lsc_args(k, m, "i32", 16 if order == 2 else 1, order, addr, 2, 2) + [surf])
    k.start()


# Local memory, surfaces in variables, barriers ----------------------------------------------------------

def slm_start(k):
    k.call("slm.init", "void", [("i32", "4096")], [])


def slm_sync(k):
    k.call("fence", "void", [("i8", "33")], [])
    k.call("barrier", "void", [], [])


def slm_blocks(k, n, unaligned, runtime):
    """oword blocks of n dwords through surface 254."""
    slm_start(k)
    data = [k.rng.randrange(1 << 32) for _ in range(n)]
    t, at = vec(n, "i32"), 3
    place = k.scalar(at) if runtime else str(at)
    k.call("oword.st", "void", [("i32", "254"), ("i32", place), (t, k.vector(data, "i32"))])
    slm_sync(k)
    if unaligned:
        off = k.scalar(16 * at + 4) if runtime else str(16 * at + 4)
        v = k.call("oword.ld.unaligned", vec(n - 4, "i32"), [("i32", "0"), ("i32", "254"), ("i32", off)])
        want = data[1:n - 3]
    else:
        v = k.call("oword.ld", t, [("i32", "0"), ("i32", "254"), ("i32", place)])
        want = data
    k.start()
    k.result(v, "i32", want)


def slm_lanes(k, n, log2, how):
    slm_start(k)
    data = [k.rng.randrange(1 << 32) for _ in range(n)]
    offs = offsets(k, n, 4)
    t, m = vec(n, "i32"), k.mask([True] * n, "all")
    o = k.vector(offs, "i32")
    k.call("scatter.scaled", "void", [(vec(n, "i1"), m), ("i32", "2"), ("i16", "0"), ("i32", "254"), ("i32", "0"), (t, o),
                                      (t, k.vector(data, "i32"))])
    slm_sync(k)
    bits = some(k, n, how)
    old = [k.rng.randrange(1 << 8) for _ in range(n)]
    v = k.call("gather.scaled", t, [(vec(n, "i1"), k.mask(bits)), ("i32", str(log2)), ("i16", "0"), ("i32", "254"), ("i32", "0"),
                                    (t, o), (t, k.vector(old, "i32"))])
    low = (1 << (8 << log2)) - 1
    if log2 < 2:
        v = k.emit("and %s %s, %s" % (t, v, k.const([low] * n, "i32")))
    k.start()
    k.result(v, "i32", [(x if b else y) & low for x, y, b in zip(data, old, bits)])


def slm_lsc(k, n, size, vector):
    if k.target not in LSC:
        k.refused = "needs load/store cache messages"
    slm_start(k)
    mem, t = lsc_types(size)
    e = elt_b(mem)
    data = [k.rng.randrange(1 << 8 * e) for _ in range(n * vector)]
    offs = [i * e * vector for i in range(n)]
    k.rng.shuffle(offs)
    r, m = vec(n * vector, t), (vec(n, "i1"), k.mask([True] * n, "all"))
    addr = (vec(n, "i32"), k.vector(offs, "i32"))
    k.call("lsc.store.slm", "void", lsc_args(k, m, size, vector, 1, addr) + [(r, k.vector(data, t)), ("i32", "0")])
    k.call("lsc.fence", "void", [(vec(1, "i1"), "<i1 true>"), ("i8", "3"), ("i8", "0"), ("i8", "0")])
    k.call("barrier", "void", [], [])
    v = k.call("lsc.load.slm", r, lsc_args(k, m, size, vector, 1, addr) + [("i32", "0")])
    k.start()
    if elt_b(t) > e:
        v = k.emit("and %s %s, %s" % (r, v, k.const([(1 << 8 * e) - 1] * (n * vector), t)))
    k.result(v, t, data)


def slm_atomic(k, form):
    """All lanes of all threads count in one place."""
    slm_start(k)
    if form == "lsc" and k.target not in LSC:
        k.refused = "needs load/store cache messages"
    k.local = (4, 1, 1)
    n = 16
    t, m = vec(n, "i32"), (vec(n, "i1"), k.mask([True] * n, "all"))
    zero, one = (t, k.const([0] * n, "i32")), (t, k.const([3] * n, "i32"))
    k.call("oword.st", "void", [("i32", "254"), ("i32", "0"), (vec(4, "i32"), "zeroinitializer")])
    slm_sync(k)
    if form == "lsc":
        k.call("lsc.xatomic.slm", t, lsc_args(k, m, "i32", 1, 1, zero, sub=0xc) + [one, (t, "undef"), ("i32", "0"), (t, "undef")])
    else:
        k.call("dword.atomic.add", t, [m, ("i32", "254"), zero, one, (t, "undef")])
    slm_sync(k)
    v = k.call("oword.ld", vec(4, "i32"), [("i32", "0"), ("i32", "254"), ("i32", "0")])
    k.start()
    k.result(v, "i32", [3 * 16 * 4, 0, 0, 0])


def surface_variable(k, form):
    """The index of the surface is not known before the kernel runs: 1 is a, 2 is b."""
    n = 16
    s = k.scalar(2)
    offs, t, m = offsets(k, n, 4), vec(n, "i32"), (vec(n, "i1"), k.mask([True] * n, "all"))
    o, old = (t, k.vector(offs, "i32")), (t, "undef")
    if form.startswith("lsc") and k.target not in LSC:
        k.refused = "needs load/store cache messages"
    data = [k.rng.randrange(1 << 30) for _ in range(n)]
    d = k.vector(data, "i32") if form in ("scatter", "lsc.store", "add") else None
    if form == "gather":
        v = k.call("gather.scaled", t, [m, ("i32", "2"), ("i16", "0"), ("i32", s), ("i32", "0"), o, old])
    elif form == "block":
        v = k.call("oword.ld", t, [("i32", "0"), ("i32", s), ("i32", "7")])
    elif form == "lsc.load":
        v = k.call("lsc.load.bti", t, lsc_args(k, m, "i32", 1, 1, o) + [("i32", s)])
    elif form == "scatter":
        k.call("scatter.scaled", "void", [m, ("i32", "2"), ("i16", "0"), ("i32", s), ("i32", "0"), o, (t, d)])
    elif form == "lsc.store":
        k.call("lsc.store.bti", "void", lsc_args(k, m, "i32", 1, 1, o) + [(t, d), ("i32", s)])
    else:
        k.call("dword.atomic.add", t, [m, ("i32", s), o, (t, d), old])
    k.start()
    if form in ("gather", "lsc.load"):
        k.result(v, "i32", [k.b.get(x, "i32") for x in offs])
    elif form == "block":
        k.result(v, "i32", [k.b.get(7 * 16 + 4 * i, "i32") for i in range(n)])
    else:
        for x, y in zip(offs, data):
            k.b.put(x, "i32", y + (k.b.get(x, "i32") if form == "add" else 0))


def thread_index(k):
    v = k.call("local.id", "<3 x i32>", [])
    return k.call("rdregioni", "i32", [("<3 x i32>", v)] + [("i32", "0"), ("i32", "1"), ("i32", "0"), ("i16", "0"),
                                                           ("i32", "undef")], ["i32", "<3 x i32>", "i16"])


def handover(k, how):
    """Each of 4 threads writes its place of local memory and, after the barrier, reads its neighbour's."""
    slm_start(k)
    k.local = (4, 1, 1)
    if how.startswith("named") and k.target not in ("pvc", "lnl", "bmg", "ptl"):
        k.refused = "needs named barriers, which %s does not have" % k.target
    me = thread_index(k)
    full = k.call("wrregioni", "<4 x i32>", [("<4 x i32>", "zeroinitializer"), ("i32", me), ("i32", "0"), ("i32", "1"),
                                             ("i32", "0"), ("i16", "0"), ("i32", "undef"), ("i1", "true")],
                  ["<4 x i32>", "i32", "i16", "i1"])
    k.call("oword.st", "void", [("i32", "254"), ("i32", me), ("<4 x i32>", full)])
    k.call("fence", "void", [("i8", "33")], [])
    if how == "split":
        k.call("sbarrier", "void", [("i8", "1")], [])
        k.call("sbarrier", "void", [("i8", "0")], [])
    elif how == "named":
        k.named = 4
        k.call("nbarrier", "void", [("i8", "1"), ("i8", "3"), ("i8", "4")], [])
        k.call("nbarrier", "void", [("i8", "0"), ("i8", "3"), ("i8", "0")], [])
    elif how == "named_arrive":
        n = k.emit("trunc i32 %s to i8" % k.scalar(4))
        k.call("nbarrier.arrive", "void", [("i8", "2"), ("i8", "0"), ("i8", n), ("i8", "4")], [])
        k.call("nbarrier", "void", [("i8", "0"), ("i8", "2"), ("i8", "0")], [])
    else:
        k.call("barrier", "void", [], [])
    other = k.emit("and i32 %s, 3" % k.emit("add i32 %s, 1" % me))
    v = k.call("oword.ld", "<4 x i32>", [("i32", "0"), ("i32", "254"), ("i32", other)])
    p = k.emit("add i64 %%pb, %d" % k.free_b)
    q = k.emit("add i64 %s, %s" % (p, k.emit("zext i32 %s to i64" % k.emit("shl i32 %s, 4" % me))))
    k.call("svm.block.st", "void", [("i64", q), ("<4 x i32>", v)], ["i64", "<4 x i32>"])
    k.start()
    for i in range(4):
        for j in range(4):
            k.b.put(k.free_b + 16 * i + 4 * j, "i32", (i + 1) % 4 if j == 0 else 0)


# Images ----------------------------------------------------------------------------------------------------

def image(k, w, h, form, px):
    """Surface b becomes an image of w x h pixels of px bytes."""
    k.image = (w, h, form)
    k.pixels = Memory(w * h * px, 7)
    k.image_before = bytes(k.pixels.bytes)
    k.px = px


def pixel(k, x, y):
    w, h = k.image[:2]
    return (y * w + x) * k.px if 0 <= x < w and 0 <= y < h else -100


def typed_args(k, n, bits, how):
    w, h = k.image[:2]
    places = k.rng.sample([(x, y) for x in range(w) for y in range(h)], n)
    u, v = (k.vector([p[i] for p in places], "i32") for i in (0, 1))
    t = vec(n, "i32")
    m = (vec(n, "i1"), k.mask(bits, how if how != "var" else None))
    return places, m, [(t, u), (t, v), (t, "zeroinitializer")]


def typed_read(k, n, mask, how, lsc=False):
    image(k, 19, 7, "rgba32ui" if mask > 1 else "r32ui", 16 if mask > 1 else 4)
    bits = some(k, n, how)
    places, m, uvr = typed_args(k, n, bits, how)
    chans = [c for c in range(4) if mask >> c & 1]
    r = vec(n * len(chans), "i32")
    old = [k.rng.randrange(1 << 32) for _ in range(n * len(chans))]
    o = (r, k.vector(old, "i32"))
    if lsc:
        head = [m, ("i8", "0"), ("i8", "0"), ("i8", str(mask)), ("i32", "%sb")]
        v = k.call("lsc.load.merge.quad.typed.bti", r, head + uvr + [(vec(n, "i32"), "zeroinitializer"), o])
    else:
        v = k.call("gather4.typed", r, [("i32", str(mask)), m, ("i32", "%sb")] + uvr + [o])
    k.start()
    k.result(v, "i32", [k.pixels.get(pixel(k, *p) + 4 * c, "i32") if b else old[e * n + i]
                        for e, c in enumerate(chans) for i, (p, b) in enumerate(zip(places, bits))])


def typed_write(k, n, mask, how, lsc=False):
    image(k, 19, 7, "rgba32ui" if mask > 1 else "r32ui", 16 if mask > 1 else 4)
    bits = some(k, n, how)
    places, m, uvr = typed_args(k, n, bits, how)
    chans = [c for c in range(4) if mask >> c & 1]
    data = [k.rng.randrange(1 << 32) for _ in range(n * len(chans))]
    d = (vec(n * len(chans), "i32"), k.vector(data, "i32"))
    if lsc:
        head = [m, ("i8", "0"), ("i8", "0"), ("i8", str(mask)), ("i32", "%sb")]
        k.call("lsc.store.quad.typed.bti", "void", head + uvr + [(vec(n, "i32"), "zeroinitializer"), d])
    else:
        k.call("scatter4.typed", "void", [("i32", str(mask)), m, ("i32", "%sb")] + uvr + [d])
    k.start()
    for e, c in enumerate(chans):
        for i, (p, b) in enumerate(zip(places, bits)):
            if b:
                k.pixels.put(pixel(k, *p) + 4 * c, "i32", data[e * n + i])


def typed_atomic(k, op, n, how):
    image(k, 19, 7, "r32ui", 4)
    n_src, fn = INT_OPS[op]
    bits = some(k, n, how)
    places, m, uvr = typed_args(k, n, bits, how)
    t = vec(n, "i32")
    inside = [pixel(k, *p) for p in places]
    a, b = ([k.rng.randrange(1 << 32) for _ in range(n)] for _ in (0, 1))
    if op == "cmpxchg":
        a = [k.pixels.get(o, "i32") if i % 2 else x for i, (o, x) in enumerate(zip(inside, a))]
    src = [(t, k.vector(x, "i32")) for x in (a, b)[:n_src]][::-1]
    v = k.call("typed.atomic." + op, t, [m, ("i32", "%sb")] + src + uvr + [(t, "zeroinitializer")])
    if not all(bits):
        v = k.emit("select %s %s, %s %s, %s zeroinitializer" % (m[0], m[1], t, v, t))
    k.start()
    got = [0] * n
    for i, o in enumerate(inside):
        if bits[i]:
            got[i] = k.pixels.get(o, "i32")
            k.pixels.put(o, "i32", wrap(fn(got[i], a[i], b[i], "i32"), "i32"))
    k.result(v, "i32", got)


# 2-D blocks ---------------------------------------------------------------------------------------------------

BLOCK2D = {"pvc", "lnl", "bmg", "ptl"}
SURFACE = (192, 20, 256)  # bytes, rows, pitch


def pow2(n):
    p = 1
    while p < n:
        p *= 2
    return p


def place_2d(t, w, h, how, cx, cy):
    """Element of a block in its registers."""
    if how == "transpose":
        return cx * pow2(h) + cy
    if how == "vnni":
        n = 4 // elt_b(t)
        return cy // n * n * pow2(w) + cx * n + cy % n
    return cy * pow2(w) + cx


def block_elements(t, w, h, how, grf):
    n = 4 // elt_b(t) if how == "vnni" else 1
    count = w * pow2(h) if how == "transpose" else pow2(w) * ((h + n - 1) // n * n)
    return (count * elt_b(t) + grf - 1) // grf * grf // elt_b(t)


def load_2d(k, t, w, h, blocks, how, x, y, form="stateless", off=(0, 0)):
    if k.target not in BLOCK2D:
        k.refused = "needs 2-D block messages, which %s does not have" % k.target
    width, height, pitch = SURFACE
    e, grf = elt_b(t), 64
    each = block_elements(t, w, h, how, grf)
    r = vec(each * blocks, t)
    size = {1: 1, 2: 2, 4: 3, 8: 4}[e]
    if form == "stateless":
        v = k.call("lsc.load2d.stateless", r, [
            ("<1 x i1>", "<i1 true>"), ("i8", "0"), ("i8", "0"), ("i8", str(size)), ("i8", "2" if how == "transpose" else "1"),
            ("i8", str(blocks)), ("i16", str(w)), ("i16", str(h)), ("i8", str(int(how == "vnni"))), ("i64", "%pa"),
            ("i32", str(width - 1)), ("i32", str(height - 1)), ("i32", k.scalar(pitch - 1)), ("i32", k.scalar(x)),
            ("i32", str(y))])
    else:
        v = k.call("lsc.load.2d.ugm.desc" + ("" if how == "plain" else "." + how), r,
                   descriptor(k, t, "a", w, h, blocks, x, y, off) + [(r, "undef")])
    k.start()
    out, known = [0] * (each * blocks), [0] * (each * blocks)
    for b in range(blocks):
        for cy in range(h):
            for cx in range(w):
                col, line = x + off[0] + b * w + cx, y + off[1] + cy
                at = b * each + place_2d(t, w, h, how, cx, cy)
                inside = 0 <= col * e < width and 0 <= line < height
                out[at], known[at] = k.a.get(line * pitch + col * e, t) if inside else 0, 1
    mask = k.const([(1 << 8 * e) - 1 if x else 0 for x in known], t)  # padding of rows is not defined
    if not all(known):
        v = k.emit("and %s %s, %s" % (r, v, mask))
    k.result(v, t, out)


def descriptor(k, t, base, w, h, blocks, x, y, off):
    width, height, pitch = SURFACE
    d = k.vector([0, 0, width - 1, height - 1, pitch - 1, x, y, (w - 1) | (h - 1) << 8 | (blocks - 1) << 16] + [0] * 8, "i32")
    one = k.emit("insertelement <1 x i64> undef, i64 %%p%s, i32 0" % base)
    two = k.emit("bitcast <1 x i64> %s to <2 x i32>" % one)
    d = k.call("wrregioni", "<16 x i32>", [("<16 x i32>", d), ("<2 x i32>", two), ("i32", "2"), ("i32", "2"), ("i32", "1"),
                                           ("i16", "0"), ("i32", "undef"), ("i1", "true")],
               ["<16 x i32>", "<2 x i32>", "i16", "i1"])
    return [("i1", "true"), ("<2 x i8>", "<i8 0, i8 0>"), ("i8", str(blocks)), ("i16", str(w)), ("i16", str(h)),
            ("<16 x i32>", d), ("i32", str(off[0])), ("i32", str(off[1]))]


def store_2d(k, t, w, h, x, y, form="stateless", off=(0, 0)):
    if k.target not in BLOCK2D:
        k.refused = "needs 2-D block messages"
    width, height, pitch = SURFACE
    e = elt_b(t)
    n = block_elements(t, w, h, "plain", 64)
    data = [k.rng.randrange(1 << 8 * e) for _ in range(n)]
    d = (vec(n, t), k.vector(data, t))
    size = {1: 1, 2: 2, 4: 3, 8: 4}[e]
    if form == "stateless":
        k.call("lsc.store2d.stateless", "void", [
            ("<1 x i1>", "<i1 true>"), ("i8", "0"), ("i8", "0"), ("i8", str(size)), ("i8", "1"), ("i8", "1"), ("i16", str(w)),
            ("i16", str(h)), ("i8", "0"), ("i64", "%pb"), ("i32", str(width - 1)), ("i32", str(height - 1)),
            ("i32", str(pitch - 1)), ("i32", str(x)), ("i32", k.scalar(y)), d])
    else:
        k.call("lsc.store.2d.ugm.desc", "void", descriptor(k, t, "b", w, h, 1, x, y, off) + [d])
    k.start()
    for cy in range(h):
        for cx in range(w):
            col, line = x + off[0] + cx, y + off[1] + cy
            if 0 <= col * e < width and 0 <= line < height:
                k.b.put(line * pitch + col * e, t, data[place_2d(t, w, h, "plain", cx, cy)])


def prefetch_2d(k):
    if k.target not in BLOCK2D:
        k.refused = "needs 2-D block messages"
    k.call("lsc.prefetch2d.stateless", "void", [
        ("<1 x i1>", "<i1 true>"), ("i8", "2"), ("i8", "2"), ("i8", "3"), ("i8", "1"), ("i8", "1"), ("i16", "8"), ("i16", "4"),
        ("i8", "0"), ("i64", "%pa"), ("i32", "191"), ("i32", "19"), ("i32", "255"), ("i32", "8"), ("i32", "1")])
    k.start()


def bad_2d(k, t, w, h, blocks, how, message):
    load_2d(k, t, w, h, blocks, how, 0, 0)
    if k.target in BLOCK2D:
        k.refused = message


# Media blocks ---------------------------------------------------------------------------------------------------

def media(k, t, w, h, x, y, store):
    """w elements by h rows at byte x, row y, all inside of the image."""
    image(k, 48, 40, "r32ui", 4)
    e = elt_b(t)
    pitch_b = max(4, pow2(w * e))
    n = pitch_b * h // e
    r, image_pitch = vec(n, t), 48 * 4
    head = [("i32", "0"), ("i32", "%sb"), ("i32", "0"), ("i32", str(w * e)), ("i32", k.scalar(x)), ("i32", str(y))]
    data = [k.rng.randrange(1 << 8 * e) for _ in range(n)]
    if store:
        k.call("media.st", "void", head + [(r, k.vector(data, t))])
    else:
        v = k.call("media.ld", r, head)
        v = k.emit("and %s %s, %s" % (r, v, k.const([(1 << 8 * e) - 1 if i % (pitch_b // e) < w else 0 for i in range(n)], t)))
    k.start()
    want = [0] * n
    for cy in range(h):
        for cx in range(w):
            at, slot = (y + cy) * image_pitch + x + cx * e, cy * pitch_b // e + cx
            if store:
                k.pixels.put(at, t, data[slot])
            else:
                want[slot] = k.pixels.get(at, t)
    if not store:
        k.result(v, t, want)


# Raw sends ---------------------------------------------------------------------------------------------------

def raw(k, form, runtime=False, old=False):
    """The messages of messages.md 3.6 and 4.3, written out: 16 lanes of dwords at byte offsets in surface 2 (b)."""
    n, grf = 16, 64 if k.target in ("pvc", "lnl", "bmg", "ptl") else 32
    offs = offsets(k, n, 4)
    regs = n * 4 // grf
    t = vec(n, "i32")
    o, data = k.vector(offs, "i32"), [k.rng.randrange(1 << 32) for _ in range(n)]
    lsc = k.target in ("lnl", "bmg", "ptl")
    load = form == "load"
    if lsc:
        sfid, desc, exdesc = 15, (0x62100500 if load else 0x62000504), 2 << 24
    else:
        sfid, desc, exdesc = 12, (0x5E02 if load else 0x25E02) & 0x3FFFF, 0
    m = ("<16 x i1>", k.mask([True] * n, "all"))
    d = k.scalar(desc | regs << 25 | (regs << 20 if load else 0)) if runtime else str(desc)
    if old and load:  # the older form: the function is in the extended descriptor, lengths follow from the types
        v = k.call("raw.send", t, [("i32", "0"), m, ("i32", str(exdesc | sfid)), ("i32", d), (t, o), (t, "undef")])
    elif old:
        k.call("raw.sends.noresult", "void", [("i32", "0"), m, ("i8", str(sfid)), ("i32", str(exdesc)), ("i32", d), (t, o),
                                              (t, k.vector(data, "i32"))])
    elif load:
        v = k.call("raw.send2", t, [("i8", "0"), ("i8", "4"), m, ("i8", str(regs)), ("i8", str(regs)), ("i8", str(sfid)),
                                    ("i32", str(exdesc)), ("i32", d), (t, o), (t, "undef")])
    else:
        k.call("raw.sends2.noresult", "void", [("i8", "0"), ("i8", "4"), m, ("i8", str(regs)), ("i8", str(regs)), ("i8", str(sfid)),
                                               ("i32", str(exdesc)), ("i32", d), (t, o), (t, k.vector(data, "i32"))])
    k.start()
    if load:
        k.result(v, "i32", [k.b.get(x, "i32") for x in offs])
    else:
        for x, y in zip(offs, data):
            k.b.put(x, "i32", y)


def register():
    for n in (1, 2, 4, 8, 16, 32, 47, 3, 13):
        for how in ("all", "var", "const"):
            if n in (3, 47) and how == "const":
                continue
            add("gather_%d_%s" % (n, how), gather, n, 2, how)
            add("scatter_%d_%s" % (n, how), scatter, n, 2, how)
    for log2 in (0, 1):
        for n in (1, 8, 16, 32):
            add("gather_small_%d_%d" % (log2, n), gather, n, log2, "var", "surface", "gather.scaled", 1)
            add("scatter_small_%d_%d" % (log2, n), scatter, n, log2, "var", 1)
    add("gather_scaled2", gather, 16, 2, "all", "surface", "gather.scaled2")
    add("gather_masked", gather, 16, 2, "var", "surface", "gather.masked.scaled2")
    for n in (8, 16, 32, 5, 20):
        for mask in (1, 3, 12, 7, 15):
            add("gather4_%d_%d" % (n, mask), gather4, n, mask, "var")
            add("scatter4_%d_%d" % (n, mask), scatter4, n, mask, "all" if mask == 3 else "var")
    for n in (8, 16, 24):
        add("svm_gather4_%d" % n, gather4, n, 11, "var", True)
        add("svm_scatter4_%d" % n, scatter4, n, 6, "var", True)
    for t, log2s in (("i8", (0, 1, 2)), ("i32", (0, 1, 2, 3)), ("i64", (0, 1, 2, 3)), ("float", (0,))):
        for log2 in log2s:
            for n in (1, 4, 8, 16, 11) + (() if (t, log2) == ("i64", 3) else (32,)):
                how = "all" if n == 4 else "var"
                add("svm_gather_%s_%d_%d" % (t, 1 << log2, n), svm_gather, n, t, log2, how)
                add("svm_scatter_%s_%d_%d" % (t, 1 << log2, n), svm_scatter, n, t, log2, how)
    for op in INT_OPS:
        for family in ("dword.atomic", "svm.atomic", "untyped.atomic", "dword.atomic2"):
            add("%s.%s" % (family, op), atomic, family, op, 8 if family[0] == "s" else 16, "i32", "var")
        add("svm64.%s" % op, atomic, "svm.atomic", op, 8, "i64", "var")
        add("lsc.bti.%s" % op, lsc_atomic, "bti", op, 16, "i32", "var")
        add("lsc.stateless64.%s" % op, lsc_atomic, "stateless", op, 16, "i64", "all")
    for op in FLOAT_OPS:
        add("dword.atomic.%s" % op, atomic, "dword.atomic", op, 16, "float", "var")
        add("lsc.stateless.%s" % op, lsc_atomic, "stateless", op, 8, "float", "var")
    for n in (1, 2, 4, 8, 32, 21):
        add("dword.add_%d" % n, atomic, "dword.atomic", "add", n, "i32", "all")
        add("svm.xchg_%d" % n, atomic, "svm.atomic", "xchg", n, "i32", "var")
        add("lsc.xchg_%d" % n, lsc_atomic, "stateless", "xchg", n, "i32", "var")
    for op in ("add", "imax", "cmpxchg", "xchg"):
        add("lsc.words.%s" % op, lsc_atomic, "bti", op, 16, "i16", "var")
    add("lsc.old_form", lsc_atomic, "bti", "add", 16, "i32", "var", True)
    for place in ("stateless", "bti"):
        for size in ("i32", "i64", "u8u32", "u16u32", "i8", "i16"):
            for n in (1, 8, 16, 32, 19):
                add("lsc_load_%s_%s_%d" % (place, size, n), lsc_load, place, n, size, 1, "var")
                add("lsc_store_%s_%s_%d" % (place, size, n), lsc_store, place, n, size, 1, "var")
        for vector in (2, 3, 4, 8):
            for n in (1, 4, 16, 32, 9):
                add("lsc_load_%s_x%d_%d" % (place, vector, n), lsc_load, place, n, "i32", vector, "var")
                add("lsc_store_%s_x%d_%d" % (place, vector, n), lsc_store, place, n, "i32", vector, "all")
            add("lsc_load_%s_q%d" % (place, vector), lsc_load, place, 16, "i64", vector, "all")
            add("lsc_store_%s_q%d" % (place, vector), lsc_store, place, 16, "i64", vector, "var")
        for imm in (4, -64, 4096, 100000):
            if imm > 0:
                add("lsc_load_%s_imm%d" % (place, imm), lsc_load, place, 16, "i32", 1, "all", True, imm if imm < 9999 else 8)
        for vector in VECTOR:
            for size in ("i32", "i64"):
                add("lsc_block_load_%s_%s_%d" % (place, size, vector), lsc_block, place, size, vector, "all", False)
                add("lsc_block_store_%s_%s_%d" % (place, size, vector), lsc_block, place, size, vector, "all", True)
            add("lsc_block_off_%s_%d" % (place, vector), lsc_block, place, "i32", vector, "off", vector % 2 == 0, 16)
            add("lsc_block_on_%s_%d" % (place, vector), lsc_block, place, "i32", vector, "var", vector % 2 == 1, 16)
        for mask in (1, 5, 15):
            for n in (8, 16, 32, 7):
                add("lsc_quad_load_%s_%d_%d" % (place, mask, n), lsc_quad, place, n, mask, "var", False)
                add("lsc_quad_store_%s_%d_%d" % (place, mask, n), lsc_quad, place, n, mask, "var", True)
        add("prefetch_" + place, prefetch, place, 16, 1)
        add("prefetch_block_" + place, prefetch, place, 1, 2)
    for n in (4, 8, 20, 32, 64):
        for runtime in (False, True):
            add("slm_block_%d_%d" % (n, runtime), slm_blocks, n, False, runtime)
            add("slm_unaligned_%d_%d" % (n + 4, runtime), slm_blocks, n + 4, True, runtime)
    for n in (1, 8, 16, 32):
        add("slm_lanes_%d" % n, slm_lanes, n, 2, "var")
        for size in ("i32", "i64", "u8u32", "u16u32"):
            add("slm_lsc_%s_%d" % (size, n), slm_lsc, n, size, 1)
        add("slm_lsc_x4_%d" % n, slm_lsc, n, "i32", 4)
    add("slm_bytes", slm_lanes, 16, 0, "var")
    add("slm_atomic", slm_atomic, "dword")
    add("slm_atomic_lsc", slm_atomic, "lsc")
    for form in ("gather", "block", "lsc.load", "scatter", "lsc.store", "add"):
        add("surface_variable_" + form, surface_variable, form)
    for how in ("whole", "split", "named", "named_arrive"):
        add("handover_" + how, handover, how)
    for n in (8, 16, 32, 11):
        for mask in (1, 15, 7):
            add("typed_read_%d_%d" % (n, mask), typed_read, n, mask, "var")
            add("typed_write_%d_%d" % (n, mask), typed_write, n, mask, "var" if mask < 15 else "all")
        add("typed_lsc_read_%d" % n, typed_read, n, 15, "var", True)
        add("typed_lsc_write_%d" % n, typed_write, n, 15, "var", True)
    for op in INT_OPS:
        add("typed.atomic." + op, typed_atomic, op, 8, "var" if op in ("add", "xchg") else "all")
    for t, w, h, blocks, how in (("i32", 16, 8, 1, "plain"), ("i32", 8, 4, 1, "plain"), ("i32", 5, 3, 1, "plain"),
                                 ("i8", 64, 8, 1, "plain"), ("i16", 16, 16, 2, "plain"), ("i64", 8, 8, 1, "plain"),
                                 ("i16", 8, 4, 4, "plain"), ("i8", 16, 32, 4, "plain"), ("i32", 16, 32, 1, "plain"),
                                 ("i32", 1, 1, 1, "plain"), ("i16", 16, 16, 1, "vnni"), ("i8", 16, 32, 1, "vnni"),
                                 ("i16", 16, 7, 2, "vnni"), ("i32", 8, 16, 1, "transpose"), ("i32", 3, 5, 1, "transpose"),
                                 ("i64", 4, 8, 1, "transpose")):
        for x, y in ((8, 2), (-4, -2), (44, 15)):
            add("load_2d_%s_%dx%dx%d_%s_%d" % (t, w, h, blocks, how, x), load_2d, t, w, h, blocks, how, x, y)
        if blocks * w * h * elt_b(t) < 1024:
            add("load_desc_%s_%dx%dx%d_%s" % (t, w, h, blocks, how), load_2d, t, w, h, blocks, how, 4, 1, "desc", (0, 0))
            add("load_desc_off_%s_%dx%dx%d_%s" % (t, w, h, blocks, how), load_2d, t, w, h, blocks, how, 8, 2, "desc", (-4, 3))
        if blocks == 1 and how == "plain" and h <= 8:
            for x, y in ((8, 2), (-4, -2), (44, 15)):
                add("store_2d_%s_%dx%d_%d" % (t, w, h, x), store_2d, t, w, h, x, y)
            add("store_desc_%s_%dx%d" % (t, w, h), store_2d, t, w, h, 8, 2, "desc", (4, -1))
    add("prefetch_2d", prefetch_2d)
    add("bad_2d_wide", bad_2d, "i32", 32, 2, 1, "plain", "expected rows of 4 to 64 bytes in all")
    add("bad_2d_rows", bad_2d, "i32", 4, 64, 1, "plain", "expected at most 32 rows")
    add("bad_2d_blocks", bad_2d, "i64", 2, 2, 2, "plain", "too many blocks")
    add("bad_2d_vnni", bad_2d, "i32", 4, 4, 1, "vnni", "VNNI transform, expected")
    add("bad_2d_transpose", bad_2d, "i16", 4, 4, 1, "transpose", "transposed, expected one block")
    for t, w, h in (("i32", 8, 8), ("i32", 4, 16), ("i8", 16, 4), ("i8", 24, 6), ("i16", 10, 3), ("i8", 32, 32), ("i8", 4, 20),
                    ("i32", 16, 6), ("i8", 2, 5)):
        for x, y in ((0, 0), (32, 7)):
            add("media_ld_%s_%dx%d_%d" % (t, w, h, x), media, t, w, h, x, y, False)
            if w * elt_b(t) % 4 == 0:
                add("media_st_%s_%dx%d_%d" % (t, w, h, x), media, t, w, h, x, y, True)
    for form in ("load", "store"):
        add("raw_" + form, raw, form)
        add("raw_runtime_" + form, raw, form, True)
        add("raw_old_" + form, raw, form, False, True)
        add("raw_old_runtime_" + form, raw, form, True, True)
    for l1, l3 in ((0, 0), (1, 1), (1, 2), (2, 1), (2, 2), (5, 1), (5, 2)):
        add("hints_load_%d_%d" % (l1, l3), hints, False, l1, l3, None)
    for l1, l3 in ((0, 0), (1, 1), (1, 3), (4, 1), (4, 3), (5, 1), (5, 3), (3, 3)):
        add("hints_store_%d_%d" % (l1, l3), hints, True, l1, l3, None)
    add("hints_bad_load", hints, False, 3, 3, "cache hints write-back for L1 and write-back for L3")
    add("hints_bad_store", hints, True, 2, 2, "cache hints cached for L1 and cached for L3")


register()
