# SPDX-License-Identifier: MIT
"""Writes a source that is hard to put on a page: markup, ends of script elements, tabs, CRLF, UTF-8 and what is not UTF-8, in
the text and in the file's name; a header; two kernels. usage: report_source.py FOLDER NAME"""
import os
import sys

SOURCE = b"""#include <cm/cm.h>\r
#include "twice.h"\r
// </script><script>throw "the page ran the source"</script><!-- <script> --> ]]>\r
// &amp; &lt; \xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80 \xe2\x80\xa8 and a byte of Latin-1: \xe9.\r
// "quoted" \\ back \\u003c\r
_GENX_MAIN_ void first(svmptr_t in [[type("svmptr_t")]], svmptr_t out [[type("svmptr_t")]]) {\r
\tvector<float, 32> a;\r
\tcm_svm_block_read(in, a);\r
\ta = cm_sqrt(a);\r
\ta = twice(a);\r
\tcm_svm_block_write(out, a);\r
}\r
_GENX_MAIN_ void second(svmptr_t out [[type("svmptr_t")]]) {\r
\tvector<int, 16> v = cm_group_id(0);\r
\tfor (int i = 0; i < 100; i++)\r
\t\tv = v * 3 + i;\r
\tcm_svm_block_write(out, v);\r
}\r
"""
HEADER = b"""static inline vector<float, 32> twice(vector<float, 32> a) {
  return a * a + 2.0f;
}
"""
for name, text in (sys.argv[2], SOURCE), ("twice.h", HEADER):
    with open(os.path.join(sys.argv[1], name), "wb") as f:
        f.write(text)
