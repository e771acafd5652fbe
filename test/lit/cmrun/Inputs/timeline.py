# SPDX-License-Identifier: MIT
"""Checks a timeline in the Trace Event Format. usage: timeline.py TIMELINE [ESTIMATES]

Each event has the fields of its phase, and their types. On each track begin and end match, times never go back, and slices
are nested. Each message has one begin and one end. ESTIMATES is the output of --timing=json, a line for each launch: idle
times by cause, instructions that send, and the last end must be those of the estimate."""
import collections
import json
import sys

FIELDS = {"M": {"name": str, "args": dict}, "B": {"name": str, "cat": str, "ts": int}, "E": {"ts": int},
          "X": {"name": str, "cat": str, "ts": int, "dur": int, "args": dict},
          "b": {"name": str, "cat": str, "id": str, "ts": int, "args": dict}, "e": {"name": str, "cat": str, "id": str, "ts": int}}


def fail(*words):
    sys.exit("timeline: " + " ".join(str(w) for w in words))


def check_fields(e):
    fields = dict(FIELDS.get(e.get("ph"), {}), pid=int, tid=int)
    if e.get("ph") not in FIELDS:
        fail("unknown phase", e)
    for name, kind in fields.items():
        if type(e.get(name)) is not kind:
            fail(name, "is not of type", kind.__name__, e)
    if e.get("ts", 0) < 0 or e.get("dur", 1) <= 0:
        fail("a time below zero", e)


def check_tracks(events):
    """Per track: the start of the open slice, and the time that has passed."""
    started, now, names, n = {}, collections.defaultdict(int), set(), 0
    for e in events:
        track = (e["pid"], e["tid"])
        if e["ph"] == "M":
            names.add((e["name"],) + (track if e["name"] == "thread_name" else (e["pid"],)))
            continue
        if ("thread_name",) + track not in names or ("process_name", e["pid"]) not in names:
            fail("a track without a name", e)
        if e["ph"] not in "BEX":
            continue
        if e["ts"] < now[track]:
            fail("time goes back to", e["ts"], "from", now[track], e)
        now[track] = e["ts"] + e.get("dur", 0)
        if e["ph"] == "B" and started.setdefault(track, e) is not e:
            fail("a second begin", e)
        if e["ph"] == "E" and not started.pop(track, None):
            fail("an end without a begin", e)
        if e["ph"] == "X" and e["cat"] == "wait" and track not in started:
            fail("a wait outside of a thread", e)
        n += e["ph"] == "B"
    if started:
        fail("no end of", next(iter(started.values())))
    return n


def check_messages(events):
    open_messages, n = {}, 0
    for e in events:
        key = (e["pid"], e.get("cat"), e.get("id"))
        if e["ph"] == "b" and open_messages.setdefault(key, e) is not e:
            fail("a second message with the same id", e)
        if e["ph"] == "e":
            begin = open_messages.pop(key, None)
            if not begin or begin["name"] != e["name"] or begin["ts"] > e["ts"]:
                fail("an end that fits no message", e)
            n += 1
    if open_messages:
        fail("no end of", next(iter(open_messages.values())))
    return n


def compare(events, n_messages, path):
    with open(path, encoding="utf-8") as f:
        estimates = [json.loads(line) for line in f if line.startswith("{")]
    stalls = collections.Counter()
    for e in estimates:
        stalls.update({cause: n for cause, n in e["stalls"].items() if n})
    idle = collections.Counter()
    for e in events:
        if e["ph"] == "X" and e["cat"] == "idle":
            idle[e["name"]] += e["dur"]
    if idle != stalls:
        fail("idle", dict(idle), "but the estimate has", dict(stalls))
    if n_messages != sum(e["mix"]["send"] for e in estimates):
        fail(n_messages, "messages, but the estimate has", [e["mix"] for e in estimates])
    last = max(e["ts"] for e in events if e["ph"] == "E")
    if last != sum(e["cycles"] for e in estimates):
        fail("the last thread ends at", last, "but the estimate has", [e["cycles"] for e in estimates])


def main(path, estimates=None):
    with open(path, encoding="utf-8") as f:
        events = json.load(f)["traceEvents"]
    for e in events:
        check_fields(e)
    n_threads, n_messages = check_tracks(events), check_messages(events)
    if estimates:
        compare(events, n_messages, estimates)
    causes = sorted({e["name"] for e in events if e["ph"] == "X"})
    print("%d threads, %d messages, waits: %s" % (n_threads, n_messages, " ".join(causes)))
    print("lines:", *sorted({e["args"]["line"] for e in events if "line" in e.get("args", {})}))


if __name__ == "__main__":
    main(*sys.argv[1:])
