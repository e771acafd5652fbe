# SPDX-License-Identifier: MIT
"""How gdb shows the vectors and matrices of kernels, and the member functions that it can evaluate on them:
v.select<4,2>(1), v[3], v.format<short>(), m.select<2,1,4,2>(0,1), m.row(1), m.column(2), m[1][2]. (gdb has no v(3).)
gdb loads this file with libcmrt.so, from its folder auto-load. No process is needed to compute a view: a view is a copy of
the elements that it names."""
import itertools
import re
import struct

import gdb
import gdb.xmethod

ESIMD = r"sycl::(?:_V1::)?ext::intel::esimd::"
VECTOR = re.compile(r"^(?:cm::vector|%ssimd|%ssimd_mask)<" % (ESIMD, ESIMD))
MATRIX = re.compile(r"^cm::matrix<")
VALUE = "v_"  # the member that holds the elements


def class_name(t):
    return t.unqualified().strip_typedefs().name or ""


def is_matrix(t):
    return bool(MATRIX.match(class_name(t)))


def is_object(t):
    return is_matrix(t) or bool(VECTOR.match(class_name(t)))


def shape(t):
    """(rows, columns); None for the rows of a vector."""
    n = elements_type(t)[1]
    if not is_matrix(t):
        return None, n
    t = t.strip_typedefs()
    return int(t.template_argument(1)), int(t.template_argument(2))


def elements_type(t):
    """Type and number of the elements."""
    member = t.strip_typedefs()[VALUE].type.strip_typedefs()
    first, last = member.range()
    return member.target().strip_typedefs(), last - first + 1


def object_of(value):
    """gdb passes some objects as pointers."""
    return value.dereference() if value.type.strip_typedefs().code == gdb.TYPE_CODE_PTR else value


def elements(value):
    return [value[VALUE][i] for i in range(elements_type(value.type)[1])]


def array(data, kind, rows=None):
    """Bytes as an array of elements; of rows with a number of rows."""
    n = len(data) // kind.sizeof
    row = kind.array(n // (rows or 1) - 1)
    return gdb.Value(data, row.array(rows - 1) if rows else row)


def all_bytes(items, element):
    return b"".join(bytes_of(x, element) for x in items)


def array_of(items, element, rows=None):
    return array(all_bytes(items, element), element, rows)


def bytes_of(value, kind):
    if hasattr(value, "bytes"):  # gdb 15
        return bytes(value.cast(kind).bytes)
    bits = value.cast(kind)
    if kind.code == gdb.TYPE_CODE_FLT:  # no cast keeps the bits of a float
        return float_bytes(float(bits), kind.sizeof)
    return (int(bits) & ((1 << 8 * kind.sizeof) - 1)).to_bytes(kind.sizeof, "little")


def float_bytes(x, size):
    return struct.pack({2: "<e", 4: "<f", 8: "<d"}[size], x)


class Printer:
    """A vector as {a, b, ...}; a matrix as its rows."""

    def __init__(self, value):
        self.value = value
        self.rows, self.columns = shape(value.type)

    def to_string(self):
        return None if self.rows is None else "%d x %d" % (self.rows, self.columns)

    def children(self):
        items = elements(self.value)
        element = elements_type(self.value.type)[0]
        if self.rows is None:
            return (("[%d]" % i, x) for i, x in enumerate(items))
        return (("[%d]" % r, array_of(items[r * self.columns:(r + 1) * self.columns], element)) for r in range(self.rows))

    def display_hint(self):
        return "array"


def find_printer(value):
    return Printer(value) if is_object(value.type) else None


def pick(items, indices, what):
    indices = list(indices)
    if indices and (min(indices) < 0 or max(indices) >= len(items)):
        raise gdb.GdbError("%s reaches outside the %d elements" % (what, len(items)))
    return [items[i] for i in indices]


def numbers(text):
    return [int(x, 0) for x in re.findall(r"-?\w+", text)]


# What a member function names: (values, template arguments, arguments) -> the elements, and the rows of a matrix or None.

def vector_select(v, template, args):
    size, stride = template
    first = int(args[0]) if args else 0
    return pick(elements(v), range(first, first + size * stride, stride or 1) if stride else [first] * size, "select"), None


def matrix_select(m, template, args):
    rows, row_stride, columns, column_stride = template
    top, left = (int(args[0]) if args else 0), (int(args[1]) if len(args) > 1 else 0)
    of_rows, of_columns = shape(m.type)
    r, c = [top + i * row_stride for i in range(rows)], [left + i * column_stride for i in range(columns)]
    if max(r) >= of_rows or max(c) >= of_columns or min(r + c) < 0:
        raise gdb.GdbError("select reaches outside the %d x %d matrix" % (of_rows, of_columns))
    return pick(elements(m), (y * of_columns + x for y, x in itertools.product(r, c)), "select"), rows


def row(m, _, args):
    columns = shape(m.type)[1]
    return pick(elements(m), range(int(args[0]) * columns, (int(args[0]) + 1) * columns), "row"), None


def column(m, _, args):
    rows, columns = shape(m.type)
    if not 0 <= int(args[0]) < columns:
        raise gdb.GdbError("column reaches outside the %d x %d matrix" % (rows, columns))
    return pick(elements(m), range(int(args[0]), rows * columns, columns), "column"), rows


VIEWS = {("select", False): vector_select, ("select", True): matrix_select, ("row", True): row, ("column", True): column}


class View(gdb.xmethod.XMethodWorker):
    def __init__(self, name, template, arguments):
        self.name, self.template, self.n = name, template, arguments

    def get_arg_types(self):
        return [gdb.lookup_type("int")] * self.n

    def get_result_type(self, obj, *args):
        return self(obj, *args).type

    def __call__(self, obj, *args):
        obj = object_of(obj)
        items, rows = VIEWS[self.name, is_matrix(obj.type)](obj, self.template, args)
        return array_of(items, elements_type(obj.type)[0], rows)


class Element(gdb.xmethod.XMethodWorker):
    """v[i]"""

    def get_arg_types(self):
        return [gdb.lookup_type("int")]

    def get_result_type(self, obj, *args):
        return elements_type(object_of(obj).type)[0]

    def __call__(self, obj, *args):
        return pick(elements(object_of(obj)), [int(args[0])], "the index")[0]


class Format(gdb.xmethod.XMethodWorker):
    """The same bytes as elements of another type."""

    def __init__(self, kind, rows):
        self.kind, self.rows = kind.strip_typedefs(), rows

    def get_arg_types(self):
        return None

    def get_result_type(self, obj, *args):
        return self(obj).type

    def __call__(self, obj, *args):
        obj = object_of(obj)
        element, _ = elements_type(obj.type)
        return array(all_bytes(elements(obj), element), self.kind, self.rows)


def workers(t, method):
    """The workers of a method's name, with its template arguments, on an object's type."""
    name, _, template = method.partition("<")
    of_matrix = is_matrix(t)
    if name == "operator[]":
        return [View("row", [], 1) if of_matrix else Element()]
    if name in ("format", "bit_cast_view") and template:
        kind, *size = template.rstrip("> ").split(",")
        return [Format(gdb.lookup_type(kind.strip()), int(size[0]) if size else None)]
    if (name, of_matrix) not in VIEWS:
        return []
    values = numbers(template)
    if name == "select" and len(values) != (4 if of_matrix else 2):
        return []
    at_most = 2 if of_matrix and name == "select" else 1
    return [View(name, values, n) for n in range(0 if name == "select" else 1, at_most + 1)]


class Matcher(gdb.xmethod.XMethodMatcher):
    def __init__(self):
        super().__init__("cmc")
        self.methods = []

    def match(self, class_type, method_name):
        return workers(class_type, method_name) if is_object(class_type) else None


def register():
    objfile = gdb.current_objfile()
    owner = objfile or gdb
    if find_printer not in owner.pretty_printers:
        owner.pretty_printers.append(find_printer)
    gdb.xmethod.register_xmethod_matcher(objfile, Matcher(), True)


register()
