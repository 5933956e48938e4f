"""httpx, sent again by tenacity: the pair that most snippets show."""
# Owns: one call through both. Does not own: tasks and lines (contract_lines).

import httpx
import tenacity

from contract_lines import key_of, later, main, outcome


class Unsure(Exception):
    pass


def make_send(options):
    client = httpx.Client(timeout=options.timeout_s)

    @tenacity.retry(
        retry=tenacity.retry_if_exception_type((httpx.TransportError, Unsure)),
        stop=tenacity.stop_after_attempt(1 if options.one_send else 3),
        wait=tenacity.wait_random_exponential(multiplier=0.1, max=1), reraise=True)
    def post(body, headers):
        answer = client.post(options.endpoint, content=body, headers=headers)
        if answer.status_code == 429 or answer.status_code >= 500:
            raise Unsure(answer.status_code)
        return answer

    def send(task):
        headers = {"Content-Type": "application/json"}
        key = key_of(task, options)
        if key:
            headers["Idempotency-Key"] = key
        try:
            answer = post(task.body, headers)
        except (httpx.HTTPError, Unsure) as error:
            return later(error)
        return outcome(answer.status_code, answer.content, task)

    return send


main("httpx/" + httpx.__version__, make_send)
