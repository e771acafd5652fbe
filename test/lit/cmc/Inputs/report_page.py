# SPDX-License-Identifier: MIT
"""Checks a page of cmc --report=html without a browser. usage: report_page.py PAGE [--json COSTS] [--code DISASSEMBLY]
[--source FILE NAME]... [--column NAME N,N,...]... [--print]

The page is one HTML file without references to others, whose data is one JSON text. COSTS is the output of --report=json: the
figures of each kernel are the same, and the page's cycles add up to the estimate. DISASSEMBLY is that of xedis --json for the
same compilation with -g: each row has its instruction and line. FILE: the page has its text, character by character. --column: a
figure of the first kernel's rows, counted by hand."""
import html.parser
import json
import sys

EMPTY = {"meta", "link", "br", "img", "input", "hr"}


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.data, self.scripts, self.current = [], None, 0, None
        self.feed(text)
        self.close()
        if self.open:
            sys.exit("not closed: %s" % self.open)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("src", "srcset", "data", "action", "poster") or (name == "href" and value != "data:,"):
                sys.exit("a reference to another file: %s=%s" % (name, value))
        if tag not in EMPTY:
            self.open.append(tag)
        self.current = dict(attributes) if tag == "script" else None
        self.scripts += tag == "script"

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            sys.exit("</%s> closes nothing" % tag)
        self.current = None

    def handle_data(self, text):
        if self.current and self.current.get("type") == "application/json":
            if self.data is not None:
                sys.exit("two data elements")
            self.data = json.loads(text)


def expect(what, found, wanted):
    if found != wanted:
        sys.exit("%s: found %r, expected %r" % (what, found, wanted))


def rows_of(page, kernel):
    return [dict(zip(page["columns"], row)) for row in kernel["rows"]]


def check_shape(page):
    """What the page's script relies on."""
    for k in page["kernels"]:
        rows, n = rows_of(page, k), len(k["rows"])
        for row in rows:
            expect("cells of a row", len(row), len(page["columns"]))
            if not -1 <= row["file"] < len(page["files"]) or not 0 <= row["live"] <= k["registers"]:
                sys.exit("a row out of range: %s" % row)
        if rows:
            expect("the peak", rows[k["peak"]]["live"], max(row["live"] for row in rows))
        for first, last, start, end in k["ranges"]:
            if not (0 <= first <= last < k["registers"] and 0 <= start <= end < n):
                sys.exit("a range out of range: %s" % [first, last, start, end])
        covered = [set() for _ in rows]
        for first, last, start, end in k["ranges"]:
            for i in range(start, end + 1):
                covered[i].update(range(first, last + 1))
        # a step that emission left out shows at the row before it, so rows next to branches may have more
        for i, row in enumerate(rows):
            if len(covered[i]) < row["live"]:
                sys.exit("row %d has %d live registers, but the ranges cover %d" % (i, row["live"], len(covered[i])))


def check_costs(page, path):
    with open(path, encoding="utf-8") as f:
        costs = json.load(f)
    expect("kernels", [k["kernel"] for k in page["kernels"]], [c["kernel"] for c in costs])
    for k, c in zip(page["kernels"], costs):
        for name, value in c.items():
            if name in k and name != "notes":
                expect(name, k[name], value)
        rows = rows_of(page, k)
        expect("cycles", sum((r["issue"] + r["wait"] + r["branch"]) * r["turns"] for r in rows), c["estimated_cycles"])
        expect("spills and fills", [sum(r["scratch"] == n for r in rows) for n in (1, 2)], [c["spills"], c["fills"]])
        expect("notes", [(n["what"], n["count"], n["line"]) for n in k["notes"]], [(n["what"], n["count"], n["line"]) for n in c["notes"]])


def check_code(page, path):
    with open(path, encoding="utf-8") as f:
        listing = json.load(f)
    instructions = listing if "pc" in listing[0] else [i for k in listing for i in k["instructions"]]
    rows = [(k, row) for k in page["kernels"] for row in rows_of(page, k)]
    expect("instructions", len(rows), len(instructions))
    for (k, row), i in zip(rows, instructions):
        expect("text", (row["offset"], row["text"]), (i["pc"], i["text"]))
        expect("line of %s" % i["text"], row["line"], i.get("line", 0))


def main(arguments):
    with open(arguments[0], encoding="utf-8", newline="") as f:
        page = Page(f.read())
    if page.scripts != 2 or page.data is None:
        sys.exit("not one script and one data element")
    data, rest = page.data, arguments[1:]
    check_shape(data)
    while rest:
        option, rest = rest[0], rest[1:]
        if option == "--json":
            check_costs(data, rest.pop(0))
        elif option == "--code":
            check_code(data, rest.pop(0))
        elif option == "--column":
            name, values = rest.pop(0), [int(n) for n in rest.pop(0).split(",")]
            expect(name, [r[name] for r in rows_of(data, data["kernels"][0])], values)
        elif option == "--source":
            with open(rest.pop(0), "rb") as f:
                text = f.read().decode("utf-8", "replace")
            name = rest.pop(0)
            expect("text of " + name, [f["text"] for f in data["files"] if f["name"] == name], [text])
        elif option == "--print":
            for k in data["kernels"]:
                print("kernel", k["kernel"], k["target"], len(k["rows"]), "rows, peak line", rows_of(data, k)[k["peak"]]["line"])
    print("page of", data["file"])


main(sys.argv[1:])
