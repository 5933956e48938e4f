# Owns: the contract's lines, the durable tasks and the next call, for clients whose sending is
# somebody else's. Does not own: sending and its retries (the adapters beside it).

import argparse
import fcntl
import json
import os
import sqlite3
import sys
import threading
import time
import traceback
import uuid

# One process at a time holds the queue, so nobody waits for a dead one's right to send.
LEASE_MS = 100
QUIT_MS = 5000
PAUSE_S = 0.2


class Task:
    """What a call into the SDK is given: the bytes of the tap, and the key if one was stored."""

    def __init__(self, number, body, key):
        self.number = number
        self.body = body
        self.key = key

    @property
    def fields(self):
        return json.loads(self.body)


class Outcome:
    """What a call into the SDK came to. `floor` is the wall-clock time that the server named."""

    def __init__(self, state, diagnosis=None, floor=0.0):
        self.state = state
        self.diagnosis = diagnosis
        self.floor = floor


def later(reason):
    return Outcome("pending", reason if isinstance(reason, str) else type(reason).__name__)


def outcome(status, body, task):
    """The app's reading of an answer: the same for every client, as the contract says it."""
    if 200 <= status < 300:
        done = status != 202 and is_success(body, task)
        return Outcome("done") if done else later("%d: no unambiguous success" % status)
    if status in (401, 403):
        return Outcome("paused", str(status))
    if status in (408, 421, 423, 425, 429) or status >= 500:
        return later(str(status))
    return Outcome("stopped", str(status))


def is_success(body, task):
    try:
        answer = json.loads(body)
    except ValueError:
        return False
    return (isinstance(answer, dict) and "id" in answer and "error" not in answer
            and (task.key is None or answer.get("key", task.key) == task.key))


class SQLiteTasks:
    """An app's own table. `keeps_keys` is the difference that this folder is about."""

    def __init__(self, home, keeps_keys):
        self.keeps_keys = keeps_keys
        self.lock = threading.RLock()
        self.db = sqlite3.connect(os.path.join(home, "tasks.sqlite"), isolation_level=None,
                                  check_same_thread=False)
        self.db.execute("PRAGMA synchronous = FULL")
        self.db.execute(
            "CREATE TABLE IF NOT EXISTS tasks (id INTEGER PRIMARY KEY AUTOINCREMENT,"
            " body BLOB NOT NULL, key TEXT, state TEXT NOT NULL DEFAULT 'pending',"
            " diagnosis TEXT, due REAL NOT NULL DEFAULT 0, floor REAL NOT NULL DEFAULT 0)")

    def add(self, body):
        key = str(uuid.uuid4()) if self.keeps_keys else None
        with self.lock:
            return "T-%d" % self.db.execute(
                "INSERT INTO tasks (body, key) VALUES (?, ?)", (body, key)).lastrowid

    def next(self):
        """A task that is due, the longest due first; None: none is."""
        with self.lock:
            row = self.db.execute(
                "SELECT id, body, key FROM tasks WHERE state = 'pending' AND due <= ?"
                " ORDER BY due LIMIT 1", (time.time(),)).fetchone()
            return None if row is None else Task(*row)

    def settle(self, task, came_to):
        with self.lock:
            self.db.execute(
                "UPDATE tasks SET state = ?, diagnosis = ?, due = ?, floor = ? WHERE id = ?",
                (came_to.state, came_to.diagnosis, max(time.time() + PAUSE_S, came_to.floor),
                 came_to.floor, task.number))

    def make_due(self):
        with self.lock:
            self.db.execute("UPDATE tasks SET state = 'pending', due = floor"
                            " WHERE state IN ('pending', 'paused')")

    def list(self):
        with self.lock:
            rows = self.db.execute("SELECT id, state, diagnosis FROM tasks ORDER BY id").fetchall()
        return [{"task": "T-%d" % row[0], "state": row[1], "diagnosis": row[2]} for row in rows]


class Client:
    def __init__(self, name, send, tasks, options):
        self.name = name
        self.send = send
        self.tasks = tasks
        self.options = options
        self.wake = threading.Event()

    def run(self):
        self.tasks.make_due()
        if self.send is None:
            return self._listen()
        threading.Thread(target=self._work, daemon=True).start()
        self._listen()

    def _listen(self):
        for line in sys.stdin.buffer:
            command = json.loads(line)
            verb = getattr(self, "_" + command["do"], None)
            answer = {"ok": False, "unsupported": True} if verb is None else verb(command)
            print(json.dumps(dict({"id": command["id"], "ok": True}, **answer)), flush=True)
        # Whatever is being sent is still in the table.
        os._exit(0)

    def _hello(self, command):
        return {"protocol": 1, "client": self.name, "can": ["submit", "tasks", "sync"],
                "limits": {"retryCapMs": self.options.retry_cap_ms, "leaseMs": LEASE_MS,
                           "responseTimeoutMs": self.options.timeout_ms, "quitMs": QUIT_MS,
                           "retries": "onSync" if self.options.one_send else "self"}}

    def _submit(self, command):
        body = json.dumps(command["body"], separators=(",", ":"), ensure_ascii=False)
        name = self.tasks.add(body.encode())
        self.wake.set()
        return {"task": name}

    def _tasks(self, command):
        return {"tasks": self.tasks.list()}

    def _sync(self, command):
        # With one send per task, what comes after it was sent by nobody's wish.
        if not self.options.one_send:
            self.tasks.make_due()
            self.wake.set()
        return {}

    def _work(self):
        try:
            self._send_what_is_due()
        except BaseException:
            # A client that can send no more must not look like one that waits.
            traceback.print_exc()
            os._exit(70)

    def _send_what_is_due(self):
        while True:
            task = self.tasks.next()
            if task is None:
                self.wake.wait(0.05)
                self.wake.clear()
                continue
            came_to = self.send(task)
            if self.options.one_send and came_to.state == "pending":
                came_to.state = "paused"
            self.tasks.settle(task, came_to)


def parse_options(retry_cap_ms):
    parser = argparse.ArgumentParser()
    parser.add_argument("--keys", choices=["stored", "own", "none"], default="stored",
                        help="stored with the task, made by the SDK or per call, or not at all")
    parser.add_argument("--one-send", action="store_true",
                        help="every retry that can be switched off is; the rest is hidden")
    parser.add_argument("--timeout-ms", type=int, default=1500)
    options = parser.parse_args()
    options.retry_cap_ms = retry_cap_ms
    options.timeout_s = options.timeout_ms / 1000
    options.endpoint = os.environ["ACCEPTANCE_ENDPOINT"]
    options.home = os.environ["ACCEPTANCE_HOME"]
    return options


def key_of(task, options):
    """The key for one call: the stored one, one of this call's own, or None."""
    if options.keys == "none":
        return None
    return task.key or str(uuid.uuid4())


def main(name, make_send, retry_cap_ms=3000, make_tasks=SQLiteTasks):
    """`make_send(options)` gives a function from a task to an `Outcome`; it calls the SDK.
    None where the tasks send themselves."""
    options = parse_options(retry_cap_ms)
    lock = open(os.path.join(options.home, "lock"), "w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        hello = json.loads(sys.stdin.readline() or '{"id":0}')
        print(json.dumps({"id": hello["id"], "ok": False, "error": "busy"}), flush=True)
        return
    tasks = make_tasks(options.home, options.keys == "stored")
    Client(name, make_send and make_send(options), tasks, options).run()
