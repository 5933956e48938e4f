"""The same client, right, but of unusual words on stdout.

Its answers come late and in reverse order where several are owed, with blanks, escapes and fields
that the contract does not know.
"""
# Owns: how answers are written. Does not own: what they say (python_client).

import json
import os
import sys
import threading

from client_sender import Sender
from client_store import Store
from python_client import Client, parse_options

LATENESS = 0.05


class LateOutput:
    """Stands in for stdout: takes whole lines, gives them out later and the last one first."""

    def __init__(self, stream):
        self.stream = stream
        self.owed = []
        self.lock = threading.Lock()

    def write(self, line):
        answer = json.loads(line)
        answer["mood"] = {"note": "\u00e4\u2603", "list": [1, 2.50, None]}
        text = json.dumps(answer, indent=None, separators=(" , ", " : "), sort_keys=True)
        with self.lock:
            self.owed.append("  " + text + " \n")
            if len(self.owed) == 1:
                threading.Timer(LATENESS, self.pay).start()

    def pay(self):
        with self.lock:
            owed, self.owed = self.owed[::-1], []
            try:
                self.stream.write("".join(owed))
                self.stream.flush()
            except OSError:
                # Nobody listens any more; the client notices the end of its input.
                return

    def flush(self):
        # Asked for after each line, which would be too early.
        return


class LateClient(Client):
    def run(self):
        late = LateOutput(sys.stdout)
        sys.stdout = late
        # What is still owed at the end is given out before the process goes.
        leave = os._exit

        def exit_paid(status):
            late.pay()
            leave(status)

        os._exit = exit_paid
        super().run()


def main():
    options = parse_options(sys.argv[1:])
    store = Store(os.environ["ACCEPTANCE_HOME"], options.lease_ms / 1000)
    sender = Sender(os.environ["ACCEPTANCE_ENDPOINT"], os.environ.get("ACCEPTANCE_TOKEN"),
                    options.response_timeout_ms / 1000)
    LateClient(store, sender, options).run()


if __name__ == "__main__":
    main()
