"""A client in Python, with nothing but its standard library. `post` is the place for your own call.

Everything else is a queue that outlives its process: a task's body and key are fixed in one
transaction when it is made, and it is sent under that key until the server's answer is clear.
"""

import http.client
import json
import os
import queue
import signal
import socket
import sqlite3
import sys
import threading
import time
import uuid
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

ENDPOINT = os.environ["ACCEPTANCE_ENDPOINT"]
HOME = os.environ["ACCEPTANCE_HOME"]
TOKEN = os.environ.get("ACCEPTANCE_TOKEN")
# The client's promises, in seconds: the longest pause between two sends of a task, and how long a
# send waits for its answer.
RETRY_CAP = 0.3
RESPONSE_TIMEOUT = 1.0
SENDERS = 4


def post(key, body):
    """YOUR CALL: sends once and returns status, Retry-After and body; raises without an answer.

    It must not try again by itself and not follow redirects: `judge` decides both.
    """
    url = urlsplit(ENDPOINT)
    kind = {"http": http.client.HTTPConnection, "https": http.client.HTTPSConnection}[url.scheme]
    connection = kind(url.hostname, url.port, timeout=RESPONSE_TIMEOUT)
    headers = {"Idempotency-Key": key, "Content-Type": "application/json"}
    if TOKEN:
        headers["Authorization"] = "Bearer " + TOKEN
    try:
        connection.connect()
        with TotalLimit(connection.sock):
            connection.request(
                "POST", url.path + ("?" + url.query if url.query else ""), body, headers)
            answer = connection.getresponse()
            # Without an amount: a body that ends early is an error then, not a short answer.
            return answer.status, answer.getheader("Retry-After"), answer.read()
    finally:
        connection.close()


class TotalLimit:
    """Ends a send that takes too long in all: a socket's own timeout starts anew with every byte."""

    def __init__(self, sock):
        self.sock = sock
        self.is_over = False
        self.timer = threading.Timer(RESPONSE_TIMEOUT, self.end)

    def end(self):
        self.is_over = True
        self.sock.shutdown(socket.SHUT_RDWR)

    def __enter__(self):
        self.timer.start()

    def __exit__(self, kind, error, trace):
        self.timer.cancel()
        if self.is_over:
            # What was read up to the end that we made ourselves may look whole.
            raise TimeoutError


def is_success(body, key):
    """YOUR SERVER'S SUCCESS: a JSON object with an id, without an error, and of this very key."""
    try:
        answer = json.loads(body)
    except ValueError:
        return False
    return (isinstance(answer, dict) and "id" in answer and "error" not in answer
            and answer.get("key", key) == key)


def judge(status, body, key):
    """The state that an answer leads to, and why. What is not certain is sent again."""
    if status in (200, 201, 203) and is_success(body, key):
        return "done", None
    if status in (401, 403, 407):
        return "paused", str(status)
    if 300 <= status < 500 and status not in (408, 421, 423, 425, 429):
        return "stopped", str(status)
    return "pending", str(status)


class Store:
    """The tasks on disk. Times are wall-clock times, since they must mean something after a relaunch."""

    def __init__(self):
        self.lock = threading.Lock()
        self.opened = None

    def open(self):
        """Called under the lock. A store that refuses writes now may be usable at the next call."""
        if self.opened is None:
            file = sqlite3.connect(
                os.path.join(HOME, "queue.sqlite"), timeout=0.5, isolation_level=None,
                check_same_thread=False)
            # One process at a time: the second one that opens the queue finds it locked.
            file.execute("PRAGMA locking_mode = EXCLUSIVE")
            file.execute("PRAGMA synchronous = FULL")
            file.execute(
                "CREATE TABLE IF NOT EXISTS tasks (id INTEGER PRIMARY KEY, key TEXT NOT NULL,"
                " body BLOB NOT NULL, state TEXT NOT NULL DEFAULT 'pending', diagnosis TEXT,"
                " sends INTEGER NOT NULL DEFAULT 0, due REAL NOT NULL DEFAULT 0)")
            # What was under way when the last process ended, and what waited for a launch.
            file.execute("UPDATE tasks SET state = 'pending' WHERE state IN ('sending', 'paused')")
            self.opened = file
        return self.opened

    def change(self, statement, values=()):
        """One durable transaction; returns the new row's number and how many rows it changed."""
        with self.lock:
            cursor = self.open().execute(statement, values)
            return cursor.lastrowid, cursor.rowcount

    def rows(self, statement, values=()):
        with self.lock:
            return self.open().execute(statement, values).fetchall()

    def is_busy(self):
        try:
            self.rows("SELECT 1")
        except sqlite3.Error as error:
            return "locked" in str(error)
        return False

    def claim(self):
        """Takes one task that is due, or None and how long there is nothing to do."""
        now = time.time()
        with self.lock:
            file = self.open()
            row = file.execute(
                "SELECT id, key, body, sends, due FROM tasks WHERE state = 'pending'"
                " ORDER BY due LIMIT 1").fetchone()
            if row is None:
                return None, 60.0
            if row[4] > now:
                return None, row[4] - now
            file.execute(
                "UPDATE tasks SET state = 'sending', sends = sends + 1 WHERE id = ?", row[:1])
            return row[:4], 0.0


class Client:
    def __init__(self, store):
        self.store = store
        self.wake = queue.Queue()
        for _ in range(SENDERS):
            threading.Thread(target=self.work, daemon=True).start()

    def work(self):
        while True:
            try:
                task, pause = self.store.claim()
                if task is None:
                    self.rest(pause)
                else:
                    self.send(*task)
            except sqlite3.Error:
                # The store refuses: what could not be claimed is not sent.
                time.sleep(RETRY_CAP)

    def rest(self, seconds):
        try:
            self.wake.get(timeout=max(0.01, min(seconds, 60.0)))
        except queue.Empty:
            return

    def send(self, number, key, body, sends):
        floor = 0.0
        try:
            status, retry_after, answer = post(key, body)
            state, diagnosis = judge(status, answer, key)
            if state == "pending":
                floor = wanted_pause(retry_after)
        except (OSError, http.client.HTTPException, ValueError) as error:
            state, diagnosis = "pending", type(error).__name__
        due = time.time() + max(min(RETRY_CAP, 0.05 * 2 ** min(sends, 10)), floor)
        while True:
            try:
                return self.store.change(
                    "UPDATE tasks SET state = ?, diagnosis = ?, due = ? WHERE id = ?",
                    (state, diagnosis, due, number))
            except sqlite3.Error:
                # Until it can be written down it stays `sending`, and a relaunch sends it again.
                time.sleep(RETRY_CAP)

    # The contract's commands

    def hello(self, command):
        return {"protocol": 1, "client": "python-skeleton/1",
                "can": ["submit", "tasks", "sync", "retry", "token"],
                "limits": {"retryCapMs": 400, "responseTimeoutMs": 1200, "leaseMs": 0}}

    def submit(self, command):
        # Fixed here: every send of this task has these very bytes and this key.
        body = json.dumps(command["body"], ensure_ascii=False).encode("utf-8")
        number, _ = self.store.change(
            "INSERT INTO tasks (key, body) VALUES (?, ?)", (str(uuid.uuid4()), body))
        self.wake.put(None)
        return {"task": "T-%d" % number}

    def tasks(self, command):
        rows = self.store.rows("SELECT id, key, state, sends, diagnosis FROM tasks ORDER BY id")
        return {"tasks": [
            dict({"task": "T-%d" % row[0], "key": row[1], "state": row[2], "sends": row[3]},
                 **({"diagnosis": row[4]} if row[4] else {})) for row in rows]}

    def sync(self, command):
        self.store.change("UPDATE tasks SET state = 'pending' WHERE state = 'paused'")
        self.wake.put(None)
        return {}

    def retry(self, command):
        _, count = self.store.change(
            "UPDATE tasks SET state = 'pending', due = 0 WHERE id = ? AND state = 'stopped'",
            (int(command["task"][2:]),))
        self.wake.put(None)
        return {} if count else {"ok": False, "error": "no stopped task"}


def wanted_pause(retry_after):
    """Seconds that the server wants to be left alone: a number or a date; 0 for anything else."""
    text = (retry_after or "").strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except (TypeError, ValueError, IndexError, OverflowError):
        return 0.0


def main():
    # SIGTERM and the end of stdin are the user's quit: a send under way is sent again later.
    signal.signal(signal.SIGTERM, lambda number, frame: os._exit(0))
    store = Store()
    client = None if store.is_busy() else Client(store)
    verbs = ("hello", "submit", "tasks", "sync", "retry")
    for line in sys.stdin.buffer:
        command = json.loads(line)
        if client is None:
            answer = {"ok": False, "error": "busy"}
        elif command["do"] not in verbs:
            answer = {"ok": False, "unsupported": True}
        else:
            try:
                answer = {"ok": True, **getattr(client, command["do"])(command)}
            except sqlite3.Error:
                answer = {"ok": False, "error": "the store refused"}
        sys.stdout.write(json.dumps({"id": command["id"], **answer}) + "\n")
        sys.stdout.flush()
        if client is None:
            return
    os._exit(0)


if __name__ == "__main__":
    main()
