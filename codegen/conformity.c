#include "codegen_priv.h"
cmc_status cg_pass_conformity(cg_ctx *cx, mir_fn *fn) { (void)cx; (void)fn; return CMC_OK; }
