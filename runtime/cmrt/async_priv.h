// SPDX-License-Identifier: MIT
// Private to libcmrt: queues, their commands, events.
//
// A call records its command as a closed command list, so that arguments and errors of the driver belong to the call.
// The command stays in the queue's pending list until all its waits have ended. Then it goes to a lane: a queue of the
// driver with a thread that waits for each command in turn and ends its event. An in-order queue has one lane. An
// out-of-order queue has several; commands in one lane, one after the other, have no waits left, so they only share it.
//
// Because every wait is resolved here, commands may wait for user events and for other devices, and a failure reaches
// all that depend on it.
//
// Locks: a queue's lock may be held while an event's lock is taken, never the reverse.

#ifndef CMRT_ASYNC_PRIV_H
#define CMRT_ASYNC_PRIV_H

#include "cmrt_priv.h"

enum { CMRT_MAX_LANES = 4, CMRT_MAX_FENCES = 64 };

typedef struct cmrt_command cmrt_command;

// Something to tell when an event ends: a command that waits for it, or a call of the host that does.
typedef struct cmrt_waiter {
    struct cmrt_waiter *next;
    cmrt_command *command;  // or NULL
    struct cmrt_hold *hold; // or NULL
} cmrt_waiter;

typedef struct cmrt_callback {
    struct cmrt_callback *next;
    cmrt_event *event; // one reference
    cmrt_event_function function;
    void *user;
} cmrt_callback;

struct cmrt_event {
    cmrt_head head;
    cmrt_device *device;
    atomic_uint users; // references of the program; the handle is live while there are some
    atomic_uint refs;  // of the library; those of the program together count as one
    bool is_user, is_profiled;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    cmrt_event_state state; // this and the rest: under lock
    cmrt_status status;
    char *why; // owned, or NULL
    cmrt_event_times times;
    cmrt_waiter *waiters;
    cmrt_callback *callbacks, **last_callback;
};

// Runs on a lane's thread.
typedef cmrt_status (*cmrt_host_work)(cmrt_command *c);

struct cmrt_command {
    cmrt_command *next; // in the pending list or a lane
    cmrt_queue *queue;
    cmrt_event *event;
    const char *call; // the function that made it
    atomic_uint waits_left;
    _Atomic cmrt_status failed; // status of a wait that failed
    bool is_ready, is_submitted;
    bool is_barrier, waits_for_all; // later commands wait for it; it waits for all earlier ones
    ze_command_list_handle_t list;  // NULL: work of the host, or none
    ze_fence_handle_t fence;
    ze_event_handle_t first, last; // with times of the list's first and last operation, or NULL
    cmrt_status submitted;         // of handing it to the driver
    cmrt_host_work work;
    cmrt_host_function function; // of the program
    void *user;
    void *owned;         // freed with the command
    cmrt_waiter waits[]; // one for each event
};

typedef struct cmrt_lane {
    cmrt_queue *queue;
    ze_command_queue_handle_t handle;
    bool is_borrowed; // the handle
    pthread_t thread;
    bool is_started;
    pthread_cond_t changed;
    cmrt_command *first, **last;
    uint32_t n;
    ze_fence_handle_t fences[CMRT_MAX_FENCES]; // for reuse
    uint32_t n_fences;
} cmrt_lane;

struct cmrt_queue {
    cmrt_head head;
    cmrt_device *device;
    cmrt_queue *next; // of the device's queues; this and n_holds: under the device's async_lock
    uint32_t n_holds; // waits that look at it
    uint32_t flags;
    pthread_mutex_t lock;
    pthread_cond_t idle;
    bool stop;
    uint32_t n_lanes;
    cmrt_lane lanes[CMRT_MAX_LANES];
    cmrt_command *pending, **last_pending;
    uint64_t n_alive;   // commands that have not ended
    uint32_t n_running; // of these, in a lane
    bool in_barrier;    // one is in a lane
    cmrt_status late;   // the first failure since the last finish
    char *late_why;     // owned, or NULL
};

// event.c

// A new event with one reference of the program and one of the library.
cmrt_status cmrt_event_make(cmrt_device *d, cmrt_event **event);
void cmrt_event_unref(cmrt_event *e);
// Ends the event unless it has ended; tells commands, calls and callbacks. why and times may be NULL.
bool cmrt_event_end(cmrt_event *e, cmrt_status s, const char *why, const cmrt_event_times *times);
// Adds w to those that the event tells; tells it now when the event has ended.
void cmrt_event_tell(cmrt_event *e, cmrt_waiter *w);
// CMRT_ERR_ARGUMENT unless each is a live event.
cmrt_status cmrt_events_check(cmrt_device *d, const char *call, uint32_t n, cmrt_event *const *events);

// command.c

// The waits and the event of a call, as the public functions take them.
#define SYNC_ARGS uint32_t n_waits, cmrt_event *const *waits, cmrt_event **event
#define SYNC      n_waits, waits, event

// Checks the queue, and sets *event to NULL, before anything else of a call is looked at.
cmrt_status cmrt_command_check(const cmrt_queue *q, cmrt_event **event);
// Begins a command: checks queue, waits and event. c->list is an open list when with_list.
cmrt_status cmrt_command_begin(cmrt_queue *q, const char *call, bool with_list, SYNC_ARGS, cmrt_command **c);
// The event that an operation of the list signals: the first, the last or both; NULL when nobody wants times.
ze_event_handle_t cmrt_command_signal(cmrt_command *c, bool first, bool last);
// Puts the command into its queue when s is CMRT_OK, else drops it. Returns the call's status.
cmrt_status cmrt_command_end(cmrt_command *c, cmrt_status s, SYNC_ARGS);
// A wait of the command has ended.
void cmrt_command_told(cmrt_command *c, cmrt_status s);
// Ends the command's event and frees what it holds.
void cmrt_command_finish(cmrt_command *c, cmrt_status s);

// lane.c

cmrt_status cmrt_lane_open(cmrt_lane *l, cmrt_queue *q, ze_command_queue_handle_t borrowed);
void cmrt_lane_close(cmrt_lane *l);
// Hands commands that can begin to the lanes. The caller holds the queue's lock.
void cmrt_queue_dispatch(cmrt_queue *q);

// queues.c

// handle NULL: the queue makes its own.
cmrt_status cmrt_queue_make(cmrt_device *d, uint32_t flags, ze_command_queue_handle_t handle, cmrt_queue **queue);
// Waits for all queues of the device; the first failure of them is reported when report, else kept.
cmrt_status cmrt_queues_wait(cmrt_device *d, bool report);

// device.c

// A device around handles of the program, not yet open; *d is owned.
cmrt_status cmrt_device_adopt(ze_driver_handle_t driver, ze_device_handle_t handle, cmrt_device **d, char *message,
                              size_t message_size);
// Whether the device's handles are those of the system's Level Zero.
bool cmrt_is_native(const cmrt_device *d);
// Opens a device whose driver and handle are set; destroys d on failure.
cmrt_status cmrt_device_finish_open(cmrt_device *d, cmrt_device **device, char *message, size_t message_size);

// times.c

// Events of the driver with times, and their conversion to the host's clock.
cmrt_status cmrt_times_take(cmrt_device *d, ze_event_handle_t *e);
void cmrt_times_give(cmrt_device *d, ze_event_handle_t e);
void cmrt_times_read(cmrt_device *d, ze_event_handle_t first, ze_event_handle_t last, cmrt_event_times *times);
void cmrt_times_close(cmrt_device *d);
uint64_t cmrt_now_ns(void);
void cmrt_cond_init(pthread_cond_t *c);
// Waits until the condition may have changed; false when the deadline has passed. UINT64_MAX: no deadline.
bool cmrt_cond_wait(pthread_cond_t *c, pthread_mutex_t *m, uint64_t deadline_ns);
uint64_t cmrt_deadline(uint64_t timeout_ns);

// notify.c

// Calls the callbacks later on the device's thread for them; takes the list over.
void cmrt_notify(cmrt_device *d, cmrt_callback *list);
// Starts the thread, so that a failure belongs to the call that sets a callback.
cmrt_status cmrt_notify_start(cmrt_device *d);
// Waits until no callback is left; CMRT_ERR_BUSY on the thread itself.
cmrt_status cmrt_notify_drain(cmrt_device *d);
void cmrt_notify_stop(cmrt_device *d);

#endif
