"""persist-queue's acknowledged queue holds the tasks; requests sends each once per turn."""
# Owns: the tasks in that library's queue. Does not own: lines and turns (contract_lines).

import os
import threading
import time
import uuid

import persistqueue
import requests

from contract_lines import PAUSE_S, Task, key_of, later, main, outcome

STATES = {0: "pending", 1: "pending", 2: "sending", 5: "done", 9: "stopped"}


class QueuedTasks:
    def __init__(self, home, keeps_keys):
        self.keeps_keys = keeps_keys
        # What a killed process had taken is put back by the library as it opens.
        self.queue = persistqueue.SQLiteAckQueue(os.path.join(home, "queue"), multithreading=True)
        self.waiting = {}
        self.lock = threading.RLock()

    def add(self, body):
        key = str(uuid.uuid4()) if self.keeps_keys else None
        with self.lock:
            return "T-%d" % self.queue.put({"body": body, "key": key, "diagnosis": None})

    def next(self):
        with self.lock:
            now = time.monotonic()
            for row in self.queue.queue():
                if STATES[int(row["status"])] == "pending" and self._due(row["id"]) <= now:
                    taken = self.queue.get(block=False, id=row["id"], raw=True)
                    return Task(taken["pqid"], taken["data"]["body"], taken["data"]["key"])
        return None

    def settle(self, task, came_to):
        with self.lock:
            self.queue.update({"body": task.body, "key": task.key,
                               "diagnosis": came_to.diagnosis}, id=task.number)
            if came_to.state == "done":
                self.queue.ack(id=task.number)
            elif came_to.state == "stopped":
                self.queue.ack_failed(id=task.number)
            else:
                pause = PAUSE_S if came_to.state == "pending" else float("inf")
                self.waiting[task.number] = time.monotonic() + pause
                self.queue.nack(id=task.number)

    def make_due(self):
        self.waiting.clear()

    def list(self):
        with self.lock:
            rows = self.queue.queue()
            return [{"task": "T-%d" % row["id"], "diagnosis": row["data"]["diagnosis"],
                     "state": self._state(row)} for row in rows]

    def _due(self, number):
        return self.waiting.get(number, 0.0)

    def _state(self, row):
        return "paused" if self._due(row["id"]) == float("inf") else STATES[int(row["status"])]


def make_send(options):
    session = requests.Session()

    def send(task):
        headers = {"Content-Type": "application/json", "Idempotency-Key": key_of(task, options)}
        try:
            answer = session.post(options.endpoint, data=task.body, headers=headers,
                                  timeout=options.timeout_s)
        except requests.RequestException as error:
            return later(error)
        return outcome(answer.status_code, answer.content, task)

    return send


main("persist-queue/" + persistqueue.__version__, make_send, make_tasks=QueuedTasks)
