# SPDX-License-Identifier: MIT
"""Drives a headless Chromium over --remote-debugging-pipe: file descriptors 3 and 4, JSON that ends in a NUL."""
import json
import os
import select
import shutil
import subprocess
import tempfile
import time


class Browser:
    def __init__(self, width=1280, height=900, dark=False):
        program = shutil.which("chromium")
        if not program:
            raise SystemExit("chromium is not installed (Debian package chromium)")
        self.home = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_child, self.out = os.pipe()
        self.into, from_child = os.pipe()
        # Wrappers between this process and the browser keep descriptors 3 and 4.
        self.process = subprocess.Popen(
            ["sh", "-c", 'exec "$@" 3<&%d 4>&%d' % (to_child, from_child), "sh", program, "--headless", "--no-sandbox",
             "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
             "--user-data-dir=" + self.home.name, "--window-size=%d,%d" % (width, height), "--remote-debugging-pipe",
             "about:blank"],
            pass_fds=(to_child, from_child), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=dict(os.environ, HOME=self.home.name))
        os.close(to_child)
        os.close(from_child)
        self.buffer, self.number, self.events = b"", 0, []
        target = self.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        self.session = None
        self.session = self.call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")
        self.call("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.call("Emulation.setEmulatedMedia",
                  {"features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})

    session = None

    def message(self, deadline):
        while b"\0" not in self.buffer:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.into], [], [], left)[0]:
                raise SystemExit("chromium does not answer")
            data = os.read(self.into, 1 << 20)
            if not data:
                raise SystemExit("chromium has ended")
            self.buffer += data
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, parameters=None, seconds=60):
        self.number += 1
        request = {"id": self.number, "method": method, "params": parameters or {}}
        if self.session:
            request["sessionId"] = self.session
        os.write(self.out, json.dumps(request).encode() + b"\0")
        deadline = time.monotonic() + seconds
        while True:
            m = self.message(deadline)
            if m.get("id") == self.number:
                if "error" in m:
                    raise SystemExit("%s: %s" % (method, m["error"]["message"]))
                return m["result"]
            self.events.append(m)

    def wait_event(self, method, seconds=60):
        deadline = time.monotonic() + seconds
        while not any(e.get("method") == method for e in self.events):
            self.events.append(self.message(deadline))

    def value(self, expression):
        """The value of a JavaScript expression; a promise is awaited."""
        r = self.call("Runtime.evaluate", {"expression": expression, "returnByValue": True, "awaitPromise": True})
        if "exceptionDetails" in r:
            raise SystemExit("%s: %s" % (expression, r["exceptionDetails"]))
        return r["result"].get("value")

    def complaints(self):
        """What a user would find in the console."""
        for e in self.events:
            p = e.get("params", {})
            if e["method"] == "Runtime.exceptionThrown":
                yield p["exceptionDetails"].get("exception", {}).get("description", "exception")
            elif e["method"] == "Runtime.consoleAPICalled":
                yield "console.%s" % p["type"]
            elif e["method"] == "Log.entryAdded":
                yield p["entry"]["text"]

    def requests(self):
        return [e["params"]["request"]["url"] for e in self.events if e["method"] == "Network.requestWillBeSent"]

    def close(self):
        os.close(self.out)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.into)
        self.home.cleanup()
