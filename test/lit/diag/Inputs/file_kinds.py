# SPDX-License-Identifier: MIT
"""Writes NAME.kind for kinds of files that are not kernels."""
import gzip
import io
import tarfile
import zipfile

data = bytes(i * 7 % 256 for i in range(3000))
with zipfile.ZipFile("zip.kind", "w") as z:
    z.writestr("k.cm", data)
with gzip.open("gzip.kind", "w") as g:
    g.write(data)
with tarfile.open("tar.kind", "w") as t:
    info = tarfile.TarInfo("k.cm")
    info.size = len(data)
    t.addfile(info, io.BytesIO(data))
for name, text in (("random", data), ("png", b"\x89PNG\r\n\x1a\n" + data), ("bitcode", b"\xde\xc0\x17\x0b" + data),
                   ("utf16", "int x;\n".encode("utf-16"))):
    with open(name + ".kind", "wb") as f:
        f.write(text)
