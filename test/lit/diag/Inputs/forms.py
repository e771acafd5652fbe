# SPDX-License-Identifier: MIT
"""forms.py CMC SOURCE: calls each function of frontend/fe_forms.def with what no function takes; the message says its form."""
import os
import re
import subprocess
import sys


def main():
    cmc, source = sys.argv[1:3]
    with open(os.path.join(source, "frontend/fe_forms.def"), encoding="utf-8") as f:
        forms = ["".join(re.findall(r'"((?:[^"\\]|\\.)*)"', row)).replace('\\"', '"')
                 for row in re.findall(r"^FE_FORM\((.*?)\)$", f.read(), re.M | re.S)]
    names = [re.match(r"\w+", form).group(0) for form in forms]
    with open("k.cm", "w", encoding="utf-8") as f:
        f.write("#include <cm/cm.h>\n#include <cm/cmtl.h>\nusing namespace cmtl;\nstruct none {};\n_GENX_MAIN_ void k(svmptr_t p) {\n")
        f.writelines("%s(%s);\n" % (name, ", ".join(["none()"] * 20)) for name in names)
        f.write("}\n")
    r = subprocess.run([cmc, "-march=pvc", "-ferror-limit=0", "k.cm", "-o", "k.bin"], capture_output=True, text=True, check=False)
    for i, (name, form) in enumerate(zip(names, forms)):
        expected = "k.cm:%d:1: error: no matching function for call to '%s'; the form is %s\n" % (6 + i, name, form)
        if expected not in r.stderr:
            print("wrong: %s: %s" % (name, "".join(x for x in r.stderr.splitlines(True) if x.startswith("k.cm:%d:" % (6 + i)))))
    print("%d forms, %d errors" % (len(forms), r.stderr.count("error: ")))


if __name__ == "__main__":
    main()
