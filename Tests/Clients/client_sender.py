# Owns: one send of one task, and what its answer means.
# Does not own: recording that (client_store) or the pause before the next send (python_client).

import email.utils
import http.client
import json
import socket
import threading
import time
from urllib.parse import urljoin, urlsplit

BODY_LIMIT = 1 << 20
REDIRECT_LIMIT = 3


class Outcome:
    """What to do with a task: its new state, why, and the earliest time that the server named."""

    def __init__(self, state, diagnosis, floor=0.0):
        self.state = state
        self.diagnosis = diagnosis
        self.floor = floor


class Answer:
    def __init__(self, status, headers, body):
        self.status = status
        self.headers = headers
        self.body = body


class NoAnswer(Exception):
    pass


class Sender:
    def __init__(self, endpoint, token, response_timeout):
        self.endpoint = endpoint
        self.token = token
        self.response_timeout = response_timeout

    def send(self, task):
        deadline = time.monotonic() + self.response_timeout
        target = self.endpoint
        for _ in range(REDIRECT_LIMIT + 1):
            try:
                answer = self._exchange(target, task, deadline)
            except NoAnswer as reason:
                return Outcome("pending", str(reason))
            if answer.status not in (307, 308):
                return judge(answer, task)
            target = urljoin(target, answer.headers.get("Location") or "")
            # Anything else would hand key, credential and content to somebody else.
            if urlsplit(target)[:2] != urlsplit(self.endpoint)[:2]:
                break
        return Outcome("stopped", "%d: not followed" % answer.status)

    def _exchange(self, target, task, deadline):
        headers = {"Content-Type": "application/json", "Idempotency-Key": task.key,
                   "Connection": "close"}
        if self.token:
            headers["Authorization"] = "Bearer " + self.token
        parts = urlsplit(target)
        kind = (http.client.HTTPSConnection if parts.scheme == "https"
                else http.client.HTTPConnection)
        left = deadline - time.monotonic()
        if left <= 0:
            raise NoAnswer("no answer in time")
        connection = kind(parts.hostname, parts.port, timeout=left)
        path = (parts.path or "/") + ("?" + parts.query if parts.query else "")
        limit = TotalLimit(connection, deadline)
        try:
            connection.connect()
            with limit:
                connection.request("POST", path, body=task.body, headers=headers)
                response = connection.getresponse()
                body = response.read(BODY_LIMIT)
                # http.client gives a cut body back in silence where it was asked for an amount.
                whole = response.isclosed() or not response.length
                return Answer(response.status, response.headers, body if whole else None)
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise NoAnswer("no answer: " + type(error).__name__)
        finally:
            connection.close()


class TotalLimit:
    """Ends an exchange at its deadline. A socket's own timeout starts anew with every byte."""

    def __init__(self, connection, deadline):
        self.connection = connection
        self.timer = threading.Timer(max(0.0, deadline - time.monotonic()), self._expire)
        self.timer.daemon = True
        self.is_over = False

    def _expire(self):
        self.is_over = True
        sock = self.sock
        if sock is not None:
            try:
                sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                # Closed meanwhile: the exchange is over anyway.
                return

    def __enter__(self):
        self.sock = self.connection.sock
        self.timer.start()
        return self

    def __exit__(self, kind, error, trace):
        self.timer.cancel()
        if self.is_over:
            # What was read up to here may look whole, because the end was made by ourselves.
            raise NoAnswer("no answer in time")
        return False


def judge(answer, task):
    status = answer.status
    diagnosis = str(status)
    if status == 202 or 200 <= status < 300:
        if status != 202 and is_success(answer.body, task):
            return Outcome("done", None)
        return Outcome("pending", diagnosis + ": no unambiguous success")
    if status in (401, 403):
        return Outcome("paused", diagnosis)
    if status in (408, 421, 423, 425, 429) or status >= 500 or status < 200:
        return Outcome("pending", diagnosis, floor_of(answer.headers.get("Retry-After")))
    return Outcome("stopped", diagnosis)


def is_success(body, task):
    try:
        answer = json.loads((body or b"").decode("utf-8"))
    except ValueError:
        return False
    if not isinstance(answer, dict) or "id" not in answer or "error" in answer:
        return False
    if "key" in answer and answer["key"] != task.key:
        return False
    if "marker" in answer:
        marker = answer["marker"]
        return isinstance(marker, str) and marker in task.body.decode("utf-8")
    return True


def floor_of(header):
    """The wall-clock time of a Retry-After header, whole seconds or a date; 0 for no sense."""
    if not header:
        return 0.0
    header = header.strip()
    if header.isascii() and header.isdigit():
        # Beyond a century an exact number makes no difference, but a float may overflow.
        return time.time() + min(int(header[:12]), 100 * 365 * 86400)
    try:
        return email.utils.parsedate_to_datetime(header).timestamp()
    except (TypeError, ValueError, IndexError, OverflowError):
        return 0.0
