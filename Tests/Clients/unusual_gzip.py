"""The same client, right, but it compresses what it sends.

The compressed bytes are the same for each send of a task: they carry no time.
"""
# Owns: the compression. Does not own: what an answer means (client_sender).

import gzip
import http.client
import os
import sys
import time
from urllib.parse import urlsplit

from client_sender import BODY_LIMIT, Answer, NoAnswer, Sender, TotalLimit
from client_store import Store
from python_client import Client, parse_options


class CompressingSender(Sender):
    def _exchange(self, target, task, deadline):
        left = deadline - time.monotonic()
        if left <= 0:
            raise NoAnswer("no answer in time")
        headers = {"Content-Type": "application/json", "Content-Encoding": "gzip",
                   "Idempotency-Key": task.key, "Connection": "close"}
        if self.token:
            headers["Authorization"] = "Bearer " + self.token
        parts = urlsplit(target)
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=left)
        limit = TotalLimit(connection, deadline)
        try:
            connection.connect()
            with limit:
                connection.request(
                    "POST", parts.path or "/", body=gzip.compress(task.body, mtime=0),
                    headers=headers)
                response = connection.getresponse()
                body = response.read(BODY_LIMIT)
                whole = response.isclosed() or not response.length
                return Answer(response.status, response.headers, body if whole else None)
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise NoAnswer("no answer: " + type(error).__name__)
        finally:
            connection.close()


def main():
    options = parse_options(sys.argv[1:])
    store = Store(os.environ["ACCEPTANCE_HOME"], options.lease_ms / 1000)
    sender = CompressingSender(
        os.environ["ACCEPTANCE_ENDPOINT"], os.environ.get("ACCEPTANCE_TOKEN"),
        options.response_timeout_ms / 1000)
    Client(store, sender, options).run()


if __name__ == "__main__":
    main()
