"""requests with urllib3's Retry mounted, POST allowed, as its documentation shows."""
# Owns: one call of a session. Does not own: tasks and lines (contract_lines).

import requests
from requests.adapters import HTTPAdapter
from urllib3.util import Retry

from contract_lines import key_of, later, main, outcome


def make_send(options):
    session = requests.Session()
    retry = False if options.one_send else Retry(
        total=3, backoff_factor=0.1, status_forcelist=[429, 500, 502, 503, 504],
        allowed_methods=["POST"], raise_on_status=False)
    session.mount("http://", HTTPAdapter(max_retries=retry))

    def send(task):
        headers = {"Content-Type": "application/json"}
        key = key_of(task, options)
        if key:
            headers["Idempotency-Key"] = key
        try:
            answer = session.post(options.endpoint, data=task.body, headers=headers,
                                  timeout=options.timeout_s)
        except requests.RequestException as error:
            return later(error)
        return outcome(answer.status_code, answer.content, task)

    return send


main("requests/" + requests.__version__, make_send)
