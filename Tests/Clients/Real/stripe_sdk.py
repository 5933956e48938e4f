"""Stripe's own Python library: it makes a key per call, unless it is given one."""
# Owns: one call of the library. Does not own: tasks and lines (contract_lines).

from urllib.parse import urlsplit

import stripe

from contract_lines import later, main, outcome


def make_send(options):
    url = urlsplit(options.endpoint)
    client = stripe.StripeClient(
        "sk_test_acceptance", max_network_retries=0 if options.one_send else 2,
        base_addresses={"api": "%s://%s" % (url.scheme, url.netloc)},
        http_client=stripe.RequestsClient(timeout=options.timeout_s))

    def send(task):
        request = {"idempotency_key": task.key} if task.key else {}
        try:
            answer = client.v1.customers.create(task.fields, request)
        except stripe.APIConnectionError as error:
            return later(error)
        except stripe.StripeError as error:
            if error.http_status is None or error.http_status < 300:
                return later(error)
            return outcome(error.http_status, error.http_body or "", task)
        return outcome(200, answer.last_response.body, task)

    return send


main("stripe-python/" + stripe.VERSION, make_send)
