# Owns: sending through a program that is not Python: a line in, a line out. Does not own: what the
# program sends with, and how often.

import base64
import subprocess

from contract_lines import key_of, later, outcome


def make_send_through(argv):
    """`argv(options)` starts the program. It reads `TIMEOUT_MS KEY BODY` and answers
    `STATUS BODY` or `error NAME`; bodies are base64, a dash stands for no key or body."""

    def make_send(options):
        # It dies with its launch: both are of one process group.
        process = subprocess.Popen(argv(options), stdin=subprocess.PIPE, stdout=subprocess.PIPE)

        def send(task):
            line = "%d %s %s\n" % (options.timeout_ms, key_of(task, options) or "-",
                                   base64.b64encode(task.body).decode())
            process.stdin.write(line.encode())
            process.stdin.flush()
            words = process.stdout.readline().decode().split()
            if not words or words[0] == "error":
                return later(" ".join(words[1:]) or "the sender ended")
            body = base64.b64decode(words[1]) if words[1:] and words[1] != "-" else b""
            return outcome(int(words[0]), body, task)

        return send

    return make_send
