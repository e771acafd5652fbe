# SPDX-License-Identifier: MIT
"""Memory accesses of the random ESIMD programs: blocks, gathers and scatters of global and of local memory.

The input is IN_B bytes: random ones, then small floats, halves and doubles. What a program stores while it runs goes to places
of their own in the output, so that nothing is stored twice."""
import struct

from esimd_gen_types import DOUBLE, FLOAT, HALF, U32, Expr

BYTES_B, FLOATS_AT, HALVES_AT, DOUBLES_AT, IN_B = 4096, 4096, 6144, 7168, 9216
OUT_B, SLOT_B, LOCAL_B = 16384, 64, 2048
LANES = [1, 2, 4, 8, 16, 32]


def input_bytes(r):
    """The input: any bytes as integers, multiples of 1/4 as floats."""
    data = r.randbytes(BYTES_B)
    for form, size, bound in ("f", 2048, 1024), ("e", 1024, 128), ("d", 2048, 4096):
        n = size // struct.calcsize(form)
        data += struct.pack("<%d%s" % (n, form), *(r.randint(-bound * 4, bound * 4) / 4 for _ in range(n)))
    return data


class Memory:
    """Mixed into Program: self.out_b and self.stored, the places of the output."""

    def slot(self, t, n, span_b=0):
        """The offset in bytes of a new place in the output, or None if it is full."""
        size = span_b or n * t.bits // 8
        if self.out_b + size > OUT_B:
            return None
        at = self.out_b
        self.out_b += -(-size // SLOT_B) * SLOT_B
        self.stored.append((at, t, size * 8 // t.bits))
        return at

    def source_area(self, t):
        """(offset, bytes) of the input's part for this type."""
        return {FLOAT: (FLOATS_AT, 2048), HALF: (HALVES_AT, 1024), DOUBLE: (DOUBLES_AT, 2048)}.get(t, (0, BYTES_B))

    def source(self, t, n, align_b):
        """The offset of n elements in the input."""
        at, size = self.source_area(t)
        last = size - n * t.bits // 8
        return at + self.r.randrange(0, last + 1) // align_b * align_b

    def pointer(self, t, at, const=True):
        return "(%s%s *)(%s + %d)" % ("const " if const else "", t.name, "in" if const else "out", at)

    def loaded(self, t, n):
        """A text that reads n elements of the input."""
        r, size = self.r, t.bits // 8
        pick = r.random()
        if pick < 0.3:
            return "simd<%s, %d>(%s)" % (t.name, n, self.pointer(t, self.source(t, n, size)))
        if pick < 0.6:
            align = r.choice([None, size, 16])
            at = self.source(t, n, align or max(4, size))
            more = ", properties{alignment<%d>}" % align if align else ""
            if r.random() < 0.3:
                base = self.pointer(t, 0)
                return "block_load<%s, %d>(%s, %d%s)" % (t.name, n, base, at, more)
            return "block_load<%s, %d>(%s%s)" % (t.name, n, self.pointer(t, at), more)
        if n in LANES:
            return self.gathered(t, n)
        return "simd<%s, %d>(%s)" % (t.name, n, self.pointer(t, self.source(t, n, size)))

    def offsets(self, t, n, area_b):
        """simd<uint32_t, n> of byte offsets below area_b, which is a power of two."""
        size = t.bits // 8
        if self.r.random() < 0.5:
            step = self.r.randint(0, 3) * size
            return "simd<uint32_t, %d>(%du, %du)" % (n, self.r.randint(0, 15) * size, step)
        e = self.fit(self.leaf(n), U32)
        text = e.text if e.t.kind != "f" else "convert<int>(%s)" % self.simd_text(e)
        return "simd<uint32_t, %d>(%s & %d)" % (n, text, area_b - size)

    def gathered(self, t, n):
        at, size = self.source_area(t)
        base = self.pointer(t, at)
        if self.modern and self.r.random() < 0.3 and n >= 2 and t.bits >= 32:
            vs = self.r.choice([k for k in (2, 4) if n % k == 0])
            off = self.offsets(t, n // vs, size // 2)
            return "gather<%s, %d, %d>(%s, %s)" % (t.name, n, vs, base, off)
        off = self.offsets(t, n, size)
        if self.r.random() < 0.5:
            return "gather<%s, %d>(%s, %s)" % (t.name, n, base, off)
        old = self.as_type(n, 1, t).text
        return "gather<%s, %d>(%s, %s, %s, %s)" % (t.name, n, base, off, self.mask_object(self.mask(n, 1), n), old)

    def store(self):
        """A store to a new place and sometimes a load of what it wrote."""
        r = self.r
        n, t = r.choice(self.lengths), r.choice(self.types)
        value, size = self.as_type(n, 1, t).text, t.bits // 8
        if n in LANES and r.random() < 0.4:
            return self.scatter(t, n, value)
        at = self.slot(t, n + 16)
        if at is None:
            return
        if r.random() < 0.4:
            pointer = self.pointer(t, at + r.randint(0, 15) * size, False)
            self.line("block_store(%s, %s, properties{alignment<%d>});" % (pointer, value, size))
        elif r.random() < 0.3:
            self.line("block_store(%s, %s, %s);" % (self.pointer(t, at, False), value, self.mask_object(self.mask(1, 1), 1)))
        elif r.random() < 0.5:
            name = self.declare(t, n, value)
            self.line("%s.copy_to(%s);" % (name, self.pointer(t, at + r.randint(0, 15) * size, False)))
        else:
            self.line("block_store(%s, %s);" % (self.pointer(t, at, False), value))
            if r.random() < 0.5:
                self.declare(t, n, "block_load<%s, %d>(%s)" % (t.name, n, self.pointer(t, at, False)))

    def scatter(self, t, n, value):
        r, size = self.r, t.bits // 8
        step = r.randint(1, 3)
        vs = 2 if self.modern and n > 1 and t.bits >= 32 and r.random() < 0.3 else 1
        lanes = n // vs
        at = self.slot(t, 0, span_b=lanes * step * vs * size)
        if at is None:
            return
        off = "simd<uint32_t, %d>(%du, %du)" % (lanes, (lanes - 1) * step * vs * size if r.random() < 0.2 else 0, step * vs * size)
        if ">(0u" not in off:  # backwards
            last = (lanes - 1) * step * vs * size
            off = "simd<uint32_t, %d>(%du - simd<uint32_t, %d>(0u, %du))" % (lanes, last, lanes, step * vs * size)
        mask = ", %s" % self.mask_object(self.mask(lanes, 1), lanes) if r.random() < 0.5 else ""
        form = "scatter<%s, %d, %d>" % (t.name, n, vs) if vs > 1 else "scatter<%s, %d>" % (t.name, n)
        self.line("%s(%s, %s, %s%s);" % (form, self.pointer(t, at, False), off, value, mask))

    def local(self):
        """Stores to local memory, then loads of it. All of it was written at the kernel's start."""
        r = self.r
        n, t = r.choice(self.lengths), r.choice([t for t in self.types if t.kind != "f"])
        size = t.bits // 8
        scattered = n in LANES and r.random() < 0.4 and (self.modern or t.bits <= 32)
        if scattered:
            value = self.as_type(n, 1, t).text
            step, at = r.randint(1, 3) * size, r.randint(0, 20) * size
            mask = ", %s" % self.mask_object(self.mask(n, 1), n) if r.random() < 0.5 else ""
            self.line("slm_scatter<%s, %d>(simd<uint32_t, %d>(%du, %du), %s%s);" % (t.name, n, n, at, step, value, mask))
        elif r.random() < 0.2:
            e = self.fit(self.number(1), t)
            if e.t.kind != "f":
                self.line("slm_scalar_store<%s>(%d, (%s)%s);" % (t.name, r.randint(0, 99) * size, t.name, e.text))
        else:
            align = r.choice([16, size])
            at = r.randrange(0, LOCAL_B - n * size) // align * align
            more = ", properties{alignment<%d>}" % align if align != 16 else ""
            self.line("slm_block_store<%s, %d>(%d, %s%s);" % (t.name, n, at, self.as_type(n, 1, t).text, more))
        n = r.choice(self.lengths)
        if n in LANES and r.random() < 0.4 and (self.modern or t.bits <= 32):
            self.declare(t, n, "slm_gather<%s, %d>(%s)" % (t.name, n, self.offsets(t, n, LOCAL_B)))
        elif r.random() < 0.2:
            name = self.new("s")
            self.line("%s %s = slm_scalar_load<%s>(%d);" % (t.name, name, t.name, r.randint(0, 99) * size))
            self.numbers.append(Expr(name, t, 0))
        else:
            align = r.choice([16, size])
            at = r.randrange(0, LOCAL_B - n * size) // align * align
            more = ", properties{alignment<%d>}" % align if align != 16 else ""
            self.declare(t, n, "slm_block_load<%s, %d>(%d%s)" % (t.name, n, at, more))

    def clear_local(self):
        self.line("slm_init<%d>();" % LOCAL_B)
        for at in range(0, LOCAL_B, 256):
            self.line("slm_block_store<uint32_t, 64>(%d, simd<uint32_t, 64>(%du, 0x01030507u));" % (at, at * 77 + 5))
