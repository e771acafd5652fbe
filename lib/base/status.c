// SPDX-License-Identifier: MIT
// Status codes as text.

#include <cmc/base.h>

const char *cmc_status_str(cmc_status s) {
    switch (s) {
    case CMC_OK:
        return "success";
    case CMC_ERR_USER:
        return "the input has errors";
    case CMC_ERR_FORMAT:
        return "malformed or truncated data";
    case CMC_ERR_UNSUPPORTED:
        return "not supported";
    case CMC_ERR_RANGE:
        return "value out of range";
    case CMC_ERR_IO:
        return "input/output error";
    case CMC_ERR_OOM:
        return "out of memory";
    case CMC_ERR_INTERNAL:
        return "internal error";
    case CMC_STATUS_COUNT:
        break;
    }
    return "unknown status";
}
