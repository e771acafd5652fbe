# SPDX-License-Identifier: MIT
# cmake -DBIN=k.bin -DNAME=k -DHOW=ARRAY|OBJECT -DSOURCE=k_bin.c -DHEADER=k_bin.h -P CMCEmbed.cmake
#
# Writes a source that defines k_bin[] and k_bin_size, and the header that declares them. GPUs read a program in place, so
# that it is aligned.
file(SIZE ${BIN} size)
set(intro "// Made from ${NAME}.bin; do not edit.\n#include <stddef.h>\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n")
set(outro "#ifdef __cplusplus\n}\n#endif\n")
set(names "extern const unsigned char ${NAME}_bin[];\nextern const size_t ${NAME}_bin_size;\n")
file(WRITE ${HEADER} "${intro}${names}${outro}")
if(HOW STREQUAL OBJECT)
  file(SHA256 ${BIN} hash) # a cache of compiled files may look at the source only
  set(bytes "// The file's SHA-256: ${hash}\n__asm__(\".section .rodata\\n.balign 64\\n.globl ${NAME}_bin\\n.type ${NAME}_bin, @object\\n\"
        \".size ${NAME}_bin, ${size}\\n${NAME}_bin:\\n.incbin \\\"${BIN}\\\"\\n.previous\\n\");\n")
else()
  file(READ ${BIN} bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  string(REGEX REPLACE "(................................................................................)" "\\1\n" bytes "${bytes}")
  set(bytes "__attribute__((aligned(64))) const unsigned char ${NAME}_bin[] = {\n${bytes}\n};\n")
endif()
file(WRITE ${SOURCE} "${intro}${names}${bytes}const size_t ${NAME}_bin_size = ${size};\n${outro}")
