"""A client that does its work and, on one channel per case, gives away what it should keep.

The case is named in the operation's body. What the runner planted (marker, canary, credential) is
written to the file CASE_SECRETS, for the search that follows the run.
"""
# Owns: the channels by which a client's text could reach a report.
# Does not own: which cases there are (cases.json, more-cases.json) or the search (case_search.py).

import base64
import json
import os
import re
import socket
import sys
import threading
import time
from urllib.parse import urlsplit

sys.dont_write_bytecode = True
FOLDER = os.path.dirname(os.path.abspath(__file__))


def all_cases():
    cases = {}
    for name in ("cases.json", "more-cases.json"):
        with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
            cases.update((case["id"], case) for case in json.load(file))
    return cases


CASES = all_cases()


def shaped(word, form):
    """A planted word in the disguise that a case asks for."""
    raw = word.encode()
    if form == "uuid":
        digits = (raw + b"\0" * 16)[:16].hex()
        return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
    if form == "ulid":
        number = int.from_bytes((raw + b"\0" * 16)[:16], "big")
        alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
        return "".join(alphabet[number >> 5 * place & 31] for place in reversed(range(26)))
    return FORMS[form](word, raw)


def dump(raw, offset, line):
    return "".join("%s%s\n" % (offset % start, line(raw[start:start + 16]))
                   for start in range(0, len(raw), 16))


FORMS = {
    "": lambda word, raw: word,
    "base64": lambda word, raw: base64.b64encode(raw).decode(),
    "base64wrapped": lambda word, raw: "\n".join(
        re.findall(".{1,6}", base64.b64encode(b"key=" + raw).decode())),
    "base32": lambda word, raw: base64.b32encode(raw).decode(),
    "hex": lambda word, raw: raw.hex(),
    "reversed": lambda word, raw: word[::-1],
    "upper": lambda word, raw: word.upper(),
    "cut": lambda word, raw: word[:12] + "\u2026",
    "percent": lambda word, raw: "".join("%%%02x" % byte for byte in raw),
    "spaced": lambda word, raw: " ".join(word),
    "coloured": lambda word, raw: "\x1b[31m" + "\x1b[0m\x1b[1m".join(re.findall(".{1,5}", word)),
    "lines": lambda word, raw: "\n".join(re.findall(".{1,7}", word)),
    "x": lambda word, raw: "".join("\\x%02x" % byte for byte in raw),
    "entities": lambda word, raw: "".join("&#%d;" % byte for byte in raw),
    "octal": lambda word, raw: "".join("\\%03o" % byte for byte in raw),
    "quoted": lambda word, raw: "".join("=%02X" % byte for byte in raw),
    "dump": lambda word, raw: dump(
        b"key: " + raw, "%08x  ",
        lambda part: " ".join("%02x" % byte for byte in part) + "  |" + part.decode() + "|"),
    "od": lambda word, raw: dump(
        b"key: " + raw + b"\0", "%07o", lambda part: "".join(
            " %04x" % (part[i] | part[i + 1] << 8) for i in range(0, len(part) - 1, 2))),
}


def filled(value, planted):
    """`{canary}`, `{token|base64}`: what the runner planted, put into a case's payload."""
    if isinstance(value, list):
        return [filled(part, planted) for part in value]
    if not isinstance(value, str):
        return value
    for name, word in planted.items():
        for form in ("uuid", "ulid", *FORMS):
            place = "{%s%s}" % (name, form and "|" + form)
            if place in value:
                value = value.replace(place, shaped(word, form))
    return value


class Sender:
    """One exchange a time, on a socket of its own: other libraries would tidy the request up."""

    def __init__(self, endpoint):
        parts = urlsplit(endpoint)
        self.address = (parts.hostname, parts.port)
        self.path = parts.path

    def exchange(self, chunks, method="POST", target=None, version="HTTP/1.1", host=None,
                 lines=(), key=None, content_type="application/json", is_stream=False):
        head = ["%s %s %s" % (method, target or self.path, version),
                "Host: " + (host or "%s:%d" % self.address), "Connection: close",
                "Content-Type: " + content_type]
        if key is not None:
            head.append("Idempotency-Key: " + key)
        head += lines
        token = os.environ.get("ACCEPTANCE_TOKEN")
        if token and not any(line.lower().startswith("authorization") for line in lines):
            head.append("Authorization: Bearer " + token)
        if is_stream:
            head.append("Transfer-Encoding: chunked")
            chunks = [b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks] + [b"0\r\n\r\n"]
        else:
            head.append("Content-Length: %d" % sum(map(len, chunks)))
        with socket.create_connection(self.address, timeout=5) as connection:
            connection.sendall(("\r\n".join(head) + "\r\n\r\n").encode())
            for chunk in chunks:
                connection.sendall(chunk)
            answer = b""
            while True:
                part = connection.recv(65536)
                if not part:
                    break
                answer += part
        words = answer.split(b" ", 2)
        return int(words[1]) if len(words) > 1 and words[1][:3].isdigit() else 0


class Client:
    def __init__(self):
        self.sender = Sender(os.environ["ACCEPTANCE_ENDPOINT"])
        self.tasks = {}
        self.output = threading.Lock()
        self.hello_case = next(
            (CASES[word[7:]] for word in sys.argv if word.startswith("--case=")), None)

    def run(self):
        for line in sys.stdin.buffer:
            command = json.loads(line)
            verb = getattr(self, "do_" + command["do"], None)
            answer = verb(command) if verb else {"ok": False, "unsupported": True}
            if answer is not None:
                self.write(json.dumps(dict({"id": command["id"], "ok": True}, **answer)) + "\n")
            # Not before the runner has read the submit's answer: some bodies say nothing of their
            # operation, and only the key that it names does.
            if command["do"] == "tasks":
                for task in self.tasks.values():
                    task.start()

    def write(self, text):
        data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
        with self.output:
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()

    def do_hello(self, command):
        planted = {"token": os.environ.get("ACCEPTANCE_TOKEN", "")[10:]}
        answer = {"protocol": 1, "client": "case-client/1", "can": ["submit", "tasks", "sync", "token"],
                  "limits": {"retryCapMs": 400, "responseTimeoutMs": 1000, "leaseMs": 1000}}
        case = self.hello_case
        if case and case["channel"].startswith("hello."):
            text = filled(case["payload"], planted)
            field = case["channel"][6:]
            if field == "can":
                answer["can"].append(text)
            elif field in ("error", "stderr"):
                sys.stderr.write(text + "\n")
                sys.stderr.flush()
                return {"ok": False, "error": text}
            elif field == "retries":
                answer["limits"]["retries"] = text
            else:
                answer[field] = text
        return answer

    def do_sync(self, command):
        return {}

    def do_tasks(self, command):
        return {"tasks": [task.line() for task in self.tasks.values()]}

    def do_submit(self, command):
        body = command["body"]
        case = CASES.get(body.get("case"), {"channel": "none", "payload": ""})
        planted = {"marker": body["marker"][4:], "canary": body.get("note", "canary-")[7:],
                   "token": os.environ.get("ACCEPTANCE_TOKEN", "")[10:]}
        if "account" in body:
            # The table's own secret, deep in the body.
            planted["own"] = body["account"][0]["Note"]
        with open(os.environ["CASE_SECRETS"], "a", encoding="utf-8") as file:
            file.write("".join(word + "\n" for word in planted.values() if word))
        task = Task(self, case, body, planted)
        answer = task.submit_answer()
        if answer is not None and answer.get("ok", True):
            self.tasks[task.name] = task
        return answer


class Task:
    def __init__(self, client, case, body, planted):
        self.client = client
        self.channel = case["channel"]
        self.payload = filled(case["payload"], planted)
        self.name = self.payload if self.channel == "client.task" else "T-1"
        self.key = "case-key-" + case.get("id", "none")
        if self.channel == "idempotency_key":
            self.key = self.payload
        self.state = "pending"
        self.thread = None
        self.form = {"key": self.key, "content_type": case.get("content_type", "application/json")}
        self.chunks = [json.dumps(body).encode()]
        if self.channel.startswith("request.body"):
            raw = base64.b64decode(case["payload_b64"]) if "payload_b64" in case else None
            parts = self.payload if isinstance(self.payload, list) else [self.payload]
            self.chunks = [raw] if raw else [part.encode() for part in parts]
            self.form["is_stream"] = self.channel.endswith("stream")
        elif self.channel == "request.header":
            self.form["lines"] = [self.payload]
        elif self.channel == "request.query":
            self.form["target"] = client.sender.path + "?" + self.payload

    def start(self):
        if not self.thread:
            self.thread = threading.Thread(target=self.send_until_done, daemon=True)
            self.thread.start()

    def submit_answer(self):
        text = self.payload
        if self.channel == "client.stdout" or self.channel == "client.stdout.truncated":
            self.client.write(text)
        elif self.channel == "client.stdout.hex":
            self.client.write(bytes.fromhex(text))
        elif self.channel == "client.stderr":
            sys.stderr.write(text)
            sys.stderr.flush()
        elif self.channel == "client.error":
            return {"ok": False, "error": text}
        elif self.channel == "client.id":
            self.client.write(json.dumps({"id": text, "ok": True}) + "\n")
        elif self.channel == "client.exit":
            sys.stderr.write(text)
            sys.stderr.flush()
            os._exit(3)
        elif self.channel == "client.crash":
            sys.stderr.write(text)
            sys.stderr.flush()
            os.abort()
        elif self.channel == "client.leftover":
            import subprocess
            # Its words are its name in every list of processes, and it outlives the client.
            subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)", text],
                             stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL, start_new_session=True)
        elif self.channel == "client.file":
            with open(os.path.join(os.environ["ACCEPTANCE_HOME"], text), "w") as file:
                file.write(text)
        answer = {"task": self.name, "key": self.key}
        if self.channel == "client.field":
            answer["remark"] = text
        elif self.channel == "client.task.kind":
            answer["task"] = {"name": text}
        return answer

    def line(self):
        line = {"task": self.name, "key": self.key, "state": self.state}
        if self.channel == "client.state":
            line["state"] = self.payload
        elif self.channel == "client.diagnosis":
            line["diagnosis"] = self.payload
        elif self.channel == "client.listed":
            return dict(line, task=self.payload)
        elif self.channel == "client.listed.key":
            return dict(line, key=self.payload)
        return line

    def send_until_done(self):
        try:
            self.stray()
            while self.client.sender.exchange(self.chunks, **self.form) != 200:
                time.sleep(0.1)
            self.state = "done"
        except OSError:
            # The server has gone: the scenario is over.
            return

    def stray(self):
        send, text = self.client.sender.exchange, self.payload
        if self.channel == "request.url":
            send([b"{}"], target=text.split("#")[0], lines=["X-Fragment: " + text])
        elif self.channel == "request.method":
            send([b""], method=text)
        elif self.channel == "request.version":
            send([b""], version=text)
        elif self.channel == "request.host":
            send([b"{}"], host=text)
        elif self.channel == "request.path":
            send([b"{}"], target="/" + text)
        elif self.channel == "request.unattributed":
            send([text.encode()], key="key-of-nobody")
        elif self.channel == "request.two-keys":
            send(self.chunks, lines=["Idempotency-Key: " + text], key=self.key)
        elif self.channel == "request.quoted-key":
            send(self.chunks, key='"%s"' % text)
        elif self.channel == "request.cut":
            with socket.create_connection(self.client.sender.address, timeout=5) as connection:
                connection.sendall(("POST /items HTTP/1.1\r\nHost: x\r\nX-A: %s\r\n"
                                    "Content-Length: 999\r\n\r\n%s" % (text, text)).encode())


if __name__ == "__main__":
    Client().run()
