// SPDX-License-Identifier: MIT
// Faults of kernels become errors of their launch: the handler jumps out of the kernel. Handlers act only while a
// kernel runs on the thread; every other signal goes to the handler that was there before.
//
// The watchdog is a timer of each worker's processor time, so that a program that a debugger has stopped does not
// expire.

#define _GNU_SOURCE // SIGEV_THREAD_ID, gettid, registers of a ucontext
#include "hx_priv.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#ifndef sigev_notify_thread_id // glibc 2.36 has the field without its name
#define sigev_notify_thread_id _sigev_un._tid
#endif

enum { TICK_SIGNAL = SIGVTALRM, TICKS = 4, SIGNAL_STACK_B = 64 << 10 };

static const int fault_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
enum { N_FAULTS = sizeof fault_signals / sizeof fault_signals[0] };
static struct sigaction previous[N_FAULTS], previous_tick;

static uint64_t pc_of(const void *context) {
    const ucontext_t *c = context;
#if defined(__x86_64__)
    return (uint64_t)c->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    return c->uc_mcontext.pc;
#else
    (void)c;
    return 0;
#endif
}

// A handler that was there before may call the one that was there before it, which is ours. The mark in the signal's
// description shows that; the kernel writes a new description for each signal.
static void pass_on(const struct sigaction *old, int sig, siginfo_t *info, void *context) {
    enum { PASSED = 0x636d63 };
    const int was = info->si_errno;
    if (was == PASSED) {
        signal(sig, SIG_DFL);
        return;
    }
    info->si_errno = PASSED;
    if (old->sa_flags & SA_SIGINFO)
        old->sa_sigaction(sig, info, context);
    else if (old->sa_handler != SIG_DFL && old->sa_handler != SIG_IGN)
        old->sa_handler(sig);
    else if (sig != TICK_SIGNAL)
        sigaction(sig, old, NULL); // the instruction faults again, without us
    else if (old->sa_handler == SIG_DFL) {
        sigaction(sig, old, NULL);
        raise(sig);
    }
    info->si_errno = was;
}

static void on_fault(int sig, siginfo_t *info, void *context) {
    hx_worker *w = hx_worker_current();
    if (w && w->in_kernel) {
        w->in_kernel = 0;
        w->fault_signal = sig;
        w->fault_code = info->si_code;
        w->fault_address = (uint64_t)(uintptr_t)info->si_addr;
        w->fault_pc = pc_of(context);
        siglongjmp(*w->thread->out, HX_LEFT_BY_FAULT);
    }
    for (unsigned i = 0; i < N_FAULTS; i++)
        if (fault_signals[i] == sig)
            pass_on(&previous[i], sig, info, context);
}

static void on_tick(int sig, siginfo_t *info, void *context) {
    hx_worker *w = hx_worker_current();
    if (info->si_code != SI_TIMER || info->si_value.sival_ptr != &previous_tick) {
        pass_on(&previous_tick, sig, info, context);
        return;
    }
    if (!w)
        return; // the last tick of a worker that has ended
    if (w->ticket != w->seen_ticket) {
        w->seen_ticket = w->ticket;
        w->ticks = 0;
    } else if (++w->ticks >= TICKS) {
        w->expired = 1;
        if (!w->in_kernel)
            return;
        w->in_kernel = 0;
        siglongjmp(*w->thread->out, HX_LEFT_BY_WATCHDOG);
    }
}

// Installs a handler unless it is there; a program may have set its own in the meantime. SA_NODEFER: a jump out of the
// handler leaves the signal mask as it was before.
static bool install(int sig, void (*handler)(int, siginfo_t *, void *), struct sigaction *old) {
    struct sigaction a = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART}, now;
    sigemptyset(&a.sa_mask);
    if (sigaction(sig, NULL, &now) != 0)
        return false;
    if ((now.sa_flags & SA_SIGINFO) && now.sa_sigaction == handler)
        return true;
    *old = now;
    return sigaction(sig, &a, NULL) == 0;
}

bool hx_faults_install(void) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    bool ok = install(TICK_SIGNAL, on_tick, &previous_tick);
    for (unsigned i = 0; i < N_FAULTS; i++)
        ok &= install(fault_signals[i], on_fault, &previous[i]);
    pthread_mutex_unlock(&lock);
    return ok;
}

static void start_watchdog(hx_worker *w) {
    const uint64_t ns_per_s = 1000000000u, tick_ns = hx_config_get()->watchdog_ns / TICKS;
    struct sigevent e = {
        .sigev_notify = SIGEV_THREAD_ID, .sigev_signo = TICK_SIGNAL, .sigev_value.sival_ptr = &previous_tick};
    e.sigev_notify_thread_id = (pid_t)syscall(SYS_gettid);
    const struct timespec tick = {.tv_sec = (time_t)(tick_ns / ns_per_s), .tv_nsec = (long)(tick_ns % ns_per_s)};
    const struct itimerspec every = {.it_interval = tick, .it_value = tick};
    if (!tick_ns)
        return;
    w->has_timer = timer_create(CLOCK_THREAD_CPUTIME_ID, &e, &w->timer) == 0;
    if (w->has_timer)
        timer_settime(w->timer, 0, &every, NULL);
}

static void unblock(void) {
    sigset_t ours;
    sigemptyset(&ours);
    sigaddset(&ours, TICK_SIGNAL);
    sigaddset(&ours, SIGTRAP); // CMRT_BREAK
    for (unsigned i = 0; i < N_FAULTS; i++)
        sigaddset(&ours, fault_signals[i]);
    pthread_sigmask(SIG_UNBLOCK, &ours, NULL);
}

bool hx_faults_enter(hx_worker *w) {
    if (!hx_guarded_create(&w->signal_stack, SIGNAL_STACK_B, 64))
        return false;
    const stack_t stack = {.ss_sp = w->signal_stack.base, .ss_size = SIGNAL_STACK_B};
    sigaltstack(&stack, NULL);
    unblock();
    start_watchdog(w);
    return true;
}

void hx_faults_leave(hx_worker *w) {
    const stack_t none = {.ss_flags = SS_DISABLE};
    if (w->has_timer)
        timer_delete(w->timer);
    sigaltstack(&none, NULL);
    hx_guarded_free(&w->signal_stack);
}

// Reports

static const char *cause(const hx_worker *w) {
    switch (w->fault_signal) {
    case SIGFPE:
        return w->fault_code == FPE_INTDIV ? "division by zero" : "arithmetic fault";
    case SIGBUS:
        return "bus error";
    case SIGILL:
        return "illegal instruction";
    default:
        return "access to memory that is not there";
    }
}

static bool in_own_stack(const hx_thread *t, uint64_t address) {
    const uint64_t bottom = t->stack ? (uint64_t)(uintptr_t)t->stack->fiber.stack : 0;
    const uint64_t guard_b = (uint64_t)sysconf(_SC_PAGESIZE);
    return bottom && address < bottom && bottom - address <= guard_b;
}

static void add_address(const hx_thread *t, cmc_str *text) {
    const hx_worker *w = t->worker;
    const uint64_t address = w->fault_address;
    if (w->fault_signal == SIGSEGV && w->fault_code == SI_KERNEL) {
        cmc_str_append(text, ", at an address that no memory can have");
    } else if (in_own_stack(t, address)) {
        cmc_str_append(text, ", its stack is full");
    } else if (w->fault_signal == SIGSEGV || w->fault_signal == SIGBUS) {
        cmc_str_printf(text, ", address 0x%llx", (unsigned long long)address);
        if (address - (uint64_t)(uintptr_t)t->abi.slm - t->abi.slm_b < (uint64_t)sysconf(_SC_PAGESIZE) && t->abi.slm_b)
            cmc_str_append(text, ", after the end of shared local memory");
        else
            hx_memory_describe(w->job->memory, address, text);
    }
}

// The symbol that holds the instruction.
static void add_place(const hx_worker *w, cmc_str *text) {
    Dl_info info;
    if (dladdr((void *)(uintptr_t)w->fault_pc, &info) && info.dli_sname)
        cmc_str_printf(text, ", at %s+0x%llx", info.dli_sname,
                       (unsigned long long)(w->fault_pc - (uint64_t)(uintptr_t)info.dli_saddr));
}

void hx_fault_report(hx_thread *t, int left_by) {
    hx_worker *w = t->worker;
    cmc_str text = CMC_STR_INIT;
    w->group_failed = true;
    if (left_by == HX_LEFT_BY_FAILURE)
        return; // has its message
    unblock();  // a sanitizer's own handler, which called ours, blocks all signals
    hx_thread_where(t, &text);
    if (left_by == HX_LEFT_BY_WATCHDOG) {
        cmc_str_printf(&text, ": the group has run for more than %.3g s (CMRT_WATCHDOG)",
                       (double)hx_config_get()->watchdog_ns * 1e-9);
    } else {
        cmc_str_printf(&text, ": %s", cause(w));
        add_address(t, &text);
        add_place(w, &text);
    }
    hx_job_fail(w->job, "%s", cmc_str_text(&text));
    cmc_str_free(&text);
}
