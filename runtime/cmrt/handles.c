// SPDX-License-Identifier: MIT
// The live handles of the process. A call looks its handle up before it reads it, so that a handle that was destroyed
// or is of another kind is an error. The table belongs to the process: nothing else exists before the check.

// Without memory for the table's growth an insertion fails and leaves the table as it was.
#define HASH_NONFATAL_OOM          1
#define uthash_nonfatal_oom(entry) (failed = true)

#include "async_priv.h"

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static cmrt_head *table; // under lock

bool cmrt_handle_add(cmrt_head *h, cmrt_handle_kind kind) {
    bool failed = false;
    h->kind = kind;
    h->key = h;
    pthread_rwlock_wrlock(&lock);
    HASH_ADD_PTR(table, key, h);
    pthread_rwlock_unlock(&lock);
    return !failed;
}

void cmrt_handle_remove(cmrt_head *h) {
    pthread_rwlock_wrlock(&lock);
    HASH_DEL(table, h);
    pthread_rwlock_unlock(&lock);
}

bool cmrt_live(const void *handle, cmrt_handle_kind kind) {
    cmrt_head *h = NULL;
    if (!handle)
        return false;
    pthread_rwlock_rdlock(&lock);
    HASH_FIND_PTR(table, &handle, h);
    const bool ok =
        h && h->kind == kind && (kind != CMRT_HANDLE_EVENT || atomic_load(&((const cmrt_event *)handle)->users) != 0);
    pthread_rwlock_unlock(&lock);
    return ok;
}
