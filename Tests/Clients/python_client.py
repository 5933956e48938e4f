"""A client of the contract, version 1, that does everything right.

It exists to be judged: an implementation that shares no code with the product's own.
Needs nothing but Python 3.9.
"""
# Owns: commands, threads and pauses. Does not own: tasks (client_store), answers (client_sender).

import argparse
import json
import os
import random
import signal
import sqlite3
import sys
import threading

# A run leaves no file in the source tree.
sys.dont_write_bytecode = True

from client_sender import Sender
from client_store import Store

QUIT_MS = 3000


class Client:
    def __init__(self, store, sender, options):
        self.store = store
        self.sender = sender
        self.options = options
        self.wake = threading.Condition()
        self.quit = threading.Event()
        self.commands = threading.Lock()
        self.output = threading.Lock()

    def run(self):
        signal.signal(signal.SIGTERM, lambda number, frame: self.quit.set())
        try:
            self.store.make_due()
        except sqlite3.Error:
            # A store that refuses writes; what waits for credentials waits for the next launch.
            pass
        workers = [threading.Thread(target=self._work, daemon=True)
                   for _ in range(self.options.max_in_flight)]
        for worker in workers:
            worker.start()
        # Beside the main thread, which alone receives signals.
        threading.Thread(target=self._listen, daemon=True).start()
        self.quit.wait()
        # No command is left half done, and no send: each ends within its own limit.
        with self.commands:
            self._notify()
            for worker in workers:
                worker.join(QUIT_MS / 1000)
            sys.stdout.flush()
            os._exit(0)

    # Commands

    def _listen(self):
        for line in sys.stdin.buffer:
            with self.commands:
                if self.quit.is_set():
                    return
                self._answer(json.loads(line))
        self.quit.set()

    def _answer(self, command):
        verbs = {"hello": self._hello, "submit": self._submit, "tasks": self._tasks,
                 "sync": self._sync, "retry": self._retry}
        verb = verbs.get(command.get("do"))
        if verb is None:
            answer = {"ok": False, "unsupported": True}
        else:
            try:
                answer = dict({"ok": True}, **verb(command))
            except sqlite3.Error:
                answer = {"ok": False, "error": "the store refused"}
            except (KeyError, ValueError):
                answer = {"ok": False, "error": "not understood"}
        line = json.dumps(dict({"id": command.get("id")}, **answer)) + "\n"
        try:
            with self.output:
                sys.stdout.write(line)
                sys.stdout.flush()
        except OSError:
            # Nobody listens any more.
            self.quit.set()

    def _hello(self, command):
        options = self.options
        return {"protocol": 1, "client": "python-client/1.0",
                "can": ["submit", "tasks", "sync", "retry", "token"],
                "limits": {"retryCapMs": options.retry_cap_ms,
                           "responseTimeoutMs": options.response_timeout_ms,
                           "leaseMs": options.lease_ms,
                           "maxSendsPerSecond": options.max_sends_per_second,
                           "quitMs": QUIT_MS, "retries": "self"}}

    def _submit(self, command):
        # Fixed here: every send of this task has these very bytes.
        body = json.dumps(command["body"], separators=(",", ":"), ensure_ascii=False)
        number, key = self.store.enqueue(body.encode("utf-8"))
        self._notify()
        return {"task": name_of(number), "key": key}

    def _tasks(self, command):
        lines = []
        for number, key, state, sends, diagnosis in self.store.list():
            line = {"task": name_of(number), "key": key, "state": state, "sends": sends}
            if diagnosis:
                line["diagnosis"] = diagnosis
            lines.append(line)
        return {"tasks": lines}

    def _sync(self, command):
        self.store.make_due()
        self._notify()
        return {}

    def _retry(self, command):
        if not self.store.retry(number_of(command["task"])):
            raise ValueError("no stopped task")
        self._notify()
        return {}

    # Sending

    def _work(self):
        while not self.quit.is_set():
            try:
                task = self.store.claim()
                if task is None:
                    self._rest()
                else:
                    outcome = self.sender.send(task)
                    pause = self._pause(task.failures + 1)
                    self.store.settle(
                        task, outcome.state, outcome.diagnosis, pause, outcome.floor)
            except sqlite3.Error:
                # What could not be claimed was not sent; what could not be settled stays claimed
                # until its lease ends, and is then sent again under the same key.
                self.quit.wait(self.options.retry_cap_ms / 1000)

    def _rest(self):
        """Until something is due, or new."""
        seconds = self.store.seconds_until_due()
        # Another process' task is seen at latest after a lease.
        longest = self.options.lease_ms / 1000
        seconds = longest if seconds is None else min(seconds, longest)
        with self.wake:
            if not self.quit.is_set():
                # A little at least: a due task that cannot be claimed must not make a hot loop.
                self.wake.wait(max(seconds, 0.01))

    def _pause(self, failures):
        """Full jitter above a floor that alone keeps the promised rate."""
        least = 1000 / self.options.max_sends_per_second * 1.25
        cap = max(self.options.retry_cap_ms, least)
        reach = min(cap, self.options.first_retry_ms * 2 ** min(failures, 20))
        # The way from here to the next send belongs to the pause that the cap promises.
        return random.uniform(least, max(least, reach * 0.9)) / 1000

    def _notify(self):
        with self.wake:
            self.wake.notify_all()


def name_of(number):
    return "T-%d" % number


def number_of(name):
    if not name.startswith("T-"):
        raise ValueError("no task of this client")
    return int(name[2:])


def parse_options(arguments):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--retry-cap-ms", type=int, default=300)
    parser.add_argument("--first-retry-ms", type=int, default=50)
    parser.add_argument("--response-timeout-ms", type=int, default=800)
    parser.add_argument("--lease-ms", type=int, default=2000)
    parser.add_argument("--max-in-flight", type=int, default=4)
    parser.add_argument("--max-sends-per-second", type=int, default=25)
    options = parser.parse_args(arguments)
    if options.response_timeout_ms >= options.lease_ms:
        parser.error("--response-timeout-ms must be below --lease-ms")
    return options


def main(store_kind=Store):
    options = parse_options(sys.argv[1:])
    store = store_kind(os.environ["ACCEPTANCE_HOME"], options.lease_ms / 1000)
    sender = Sender(os.environ["ACCEPTANCE_ENDPOINT"], os.environ.get("ACCEPTANCE_TOKEN"),
                    options.response_timeout_ms / 1000)
    Client(store, sender, options).run()


if __name__ == "__main__":
    main()
