// SPDX-License-Identifier: MIT
// Kinds of kernel arguments by the descriptions that front ends write.

#include <cmc/mir.h>

#include <string.h>

mir_arg_kind mir_surface_kind(const char *description, bool plain) {
    static const struct {
        const char *word;
        mir_arg_kind kind;
    } words[] = {{"image1d_array_t", MIR_ARG_IMAGE1D_ARRAY},
                 {"image1d_buffer_t", MIR_ARG_IMAGE1D_BUFFER},
                 {"image1d_t", MIR_ARG_IMAGE1D},
                 {"image2d_array_t", MIR_ARG_IMAGE2D_ARRAY},
                 {"image3d_t", MIR_ARG_IMAGE3D},
                 {"image2d_media_block_t", MIR_ARG_IMAGE2D}};
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (strstr(description, words[i].word))
            return words[i].kind;
    if (!strstr(description, "image2d"))
        return MIR_ARG_BUFFER;
    return plain ? MIR_ARG_IMAGE2D_PLAIN : MIR_ARG_IMAGE2D;
}
