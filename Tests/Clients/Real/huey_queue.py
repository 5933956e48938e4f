"""huey on SQLite holds the tasks and runs them; requests sends, huey tries again."""
# Owns: the tasks in huey and its worker. Does not own: the contract's lines (contract_lines).

import os
import uuid

import huey
import requests
from huey.signals import SIGNAL_EXECUTING

from contract_lines import is_success, main, Task

TIMEOUT_S = 1.5
RETRY_DELAY_S = 1


class Unsure(Exception):
    pass


class HueyTasks:
    def __init__(self, home, keeps_keys):
        self.keeps_keys = keeps_keys
        self.huey = huey.SqliteHuey(filename=os.path.join(home, "huey.db"), fsync=True)
        self.running = set()
        # Tries without end, since the outcome is unknown for as long.
        self.post = self.huey.task(retries=10 ** 6, retry_delay=RETRY_DELAY_S)(self._post)
        self.huey.signal(SIGNAL_EXECUTING)(lambda signal, task: self.running.add(task.id))
        self.consumer = self.huey.create_consumer(
            workers=1, periodic=False, initial_delay=0.02, max_delay=0.05, backoff=1.0,
            check_worker_health=False)

    def make_due(self):
        # What waits for its retry keeps waiting: huey has no way to hurry it.
        if not self.consumer.worker_threads[0][1].is_alive():
            self.consumer.start()

    def add(self, body):
        key = str(uuid.uuid4()) if self.keeps_keys else None
        return self.post(body.decode(), key).id

    def list(self):
        waiting = {task.id for task in self.huey.pending() + self.huey.scheduled()}
        results = {name: self.huey.get(name, peek=True) for name in self.huey.all_results()}
        done = {name: result for name, result in results.items() if isinstance(result, list)}
        lines = [{"task": name, "state": "pending"} for name in waiting - set(done)]
        lines += [{"task": name, "state": "sending"} for name in self.running - waiting - set(done)]
        return lines + [{"task": name, "state": result[0], "diagnosis": result[1]}
                        for name, result in done.items()]

    def _post(self, body, key):
        task = Task(0, body.encode(), key)
        headers = {"Content-Type": "application/json", "Idempotency-Key": key or str(uuid.uuid4())}
        answer = requests.post(os.environ["ACCEPTANCE_ENDPOINT"], data=task.body, headers=headers,
                               timeout=TIMEOUT_S)
        if answer.status_code in (200, 201) and is_success(answer.content, task):
            return ["done", None]
        if answer.status_code in (400, 404, 405, 409, 410, 413, 415, 422):
            return ["stopped", str(answer.status_code)]
        raise Unsure(answer.status_code)


main("huey/" + huey.__version__, None, retry_cap_ms=1500, make_tasks=HueyTasks)
