# Owns: the durable tasks of a client, shared by every process on one home.
# Does not own: sending them (client_sender) or when to look again (python_client).

import os
import sqlite3
import threading
import time
import uuid
from contextlib import contextmanager

SCHEMA = """
CREATE TABLE IF NOT EXISTS tasks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  body BLOB NOT NULL,
  key TEXT,
  state TEXT NOT NULL DEFAULT 'pending',
  sends INTEGER NOT NULL DEFAULT 0,
  failures INTEGER NOT NULL DEFAULT 0,
  due REAL NOT NULL,
  floor REAL NOT NULL DEFAULT 0,
  written_at REAL NOT NULL,
  owner TEXT,
  lease_until REAL,
  diagnosis TEXT
)
"""

# A task may be sent now. One whose times were written in the future comes from before a clock that
# was set back; waiting for that time could take for ever.
CLAIMABLE = """
  ((state = 'pending' AND (due <= :now OR written_at > :now + 1))
    OR (state = 'sending' AND (lease_until <= :now OR written_at > :now + 1)))
"""


class Task:
    def __init__(self, number, body, key, failures):
        self.number = number
        self.body = body
        self.key = key
        self.failures = failures


class Store:
    """Every change is one durable transaction; sqlite3.Error means that nothing was changed."""

    def __init__(self, home, lease):
        self.path = os.path.join(home, "queue.sqlite")
        self.lease = lease
        self.owner = str(uuid.uuid4())
        self.lock = threading.RLock()
        self.connection = None

    def enqueue(self, body):
        with self._transaction() as db:
            now = time.time()
            number = db.execute(
                "INSERT INTO tasks (body, due, written_at) VALUES (?, ?, ?)", (body, now, now)
            ).lastrowid
            # In the same transaction: a task without its key must never be found by anybody.
            key = self._keep_key(db, number, str(uuid.uuid4()))
        return number, key

    def claim(self):
        """Takes the right to send one task that is due, for as long as the lease; None: none is."""
        with self._transaction() as db:
            now = time.time()
            row = db.execute(
                "SELECT id, body, key, failures FROM tasks WHERE" + CLAIMABLE
                + "ORDER BY due LIMIT 1", {"now": now}).fetchone()
            if row is None:
                return None
            db.execute(
                "UPDATE tasks SET state = 'sending', sends = sends + 1, owner = ?,"
                " lease_until = ?, written_at = ? WHERE id = ?",
                (self.owner, now + self.lease, now, row[0]))
            return Task(row[0], row[1], self._key(row[0], row[2]), row[3])

    def settle(self, task, state, diagnosis, pause=0.0, floor=0.0):
        """Records what came of a send, unless another process has taken the task over since."""
        with self._transaction() as db:
            now = time.time()
            db.execute(
                "UPDATE tasks SET state = ?, diagnosis = ?, due = ?, floor = ?, written_at = ?,"
                " failures = failures + 1, owner = NULL, lease_until = NULL"
                " WHERE id = ? AND state = 'sending' AND owner = ?",
                (state, diagnosis, max(now + pause, floor), floor, now, task.number, self.owner))

    def make_due(self):
        """Everything unfinished may be sent now, but nothing before a time that a server named."""
        with self._transaction() as db:
            now = time.time()
            db.execute(
                "UPDATE tasks SET state = 'pending', due = max(?, floor), written_at = ?"
                " WHERE state IN ('pending', 'paused')", (now, now))

    def retry(self, number):
        """The user's wish for a stopped task, under its own key. Returns whether there is one."""
        with self._transaction() as db:
            now = time.time()
            return db.execute(
                "UPDATE tasks SET state = 'pending', due = ?, floor = 0, failures = 0,"
                " written_at = ? WHERE id = ? AND state IN ('stopped', 'paused')",
                (now, now, number)).rowcount == 1

    def list(self):
        with self.lock:
            rows = self._connection().execute(
                "SELECT id, key, state, sends, diagnosis FROM tasks ORDER BY id").fetchall()
            return [(row[0], self._key(row[0], row[1])) + tuple(row[2:]) for row in rows]

    def seconds_until_due(self):
        """Until the next task is due or a dead sender's lease ends; None: nothing is waiting."""
        with self.lock:
            row = self._connection().execute(
                "SELECT min(CASE state WHEN 'pending' THEN due ELSE lease_until END)"
                " FROM tasks WHERE state IN ('pending', 'sending')").fetchone()
        return None if row[0] is None else max(0.0, row[0] - time.time())

    def _keep_key(self, db, number, key):
        db.execute("UPDATE tasks SET key = ? WHERE id = ?", (key, number))
        return key

    def _key(self, number, stored):
        return stored

    def _connection(self):
        # Opened at the first use that succeeds: a store that refuses writes may be usable later.
        if self.connection is None:
            connection = sqlite3.connect(
                self.path, timeout=5, isolation_level=None, check_same_thread=False)
            try:
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = FULL")
                connection.execute(SCHEMA)
            except sqlite3.Error:
                connection.close()
                raise
            self.connection = connection
        return self.connection

    @contextmanager
    def _transaction(self):
        with self.lock:
            db = self._connection()
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                db.execute("COMMIT")
            except BaseException:
                # SQLite may have rolled back by itself.
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise
