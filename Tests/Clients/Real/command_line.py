"""curl --retry and wget --tries, with the body in a file and the key in a header."""
# Owns: one call of the program. Does not own: tasks and lines (contract_lines).

import os
import subprocess
import sys
import tempfile

from contract_lines import key_of, later, main, outcome


def curl(options, body, answer, key):
    retries = [] if options.one_send else [
        "--retry", "3", "--retry-delay", "1", "--retry-all-errors"]
    return ["curl", "--silent", "--max-time", str(options.timeout_s * 4), *retries,
            "--header", "Content-Type: application/json", *header("--header", key),
            "--data-binary", "@" + body, "--output", answer, "--write-out", "%{http_code}",
            options.endpoint]


def wget(options, body, answer, key):
    tries = "1" if options.one_send else "4"
    return ["wget", "--quiet", "--server-response", "--tries", tries, "--waitretry", "1",
            "--timeout", str(options.timeout_s), "--retry-connrefused",
            "--retry-on-http-error=429,500,502,503,504",
            "--header", "Content-Type: application/json", *header("--header", key),
            "--post-file", body, "--output-document", answer, options.endpoint]


def header(option, key):
    return [option, "Idempotency-Key: " + key] if key else []


def status_of(program, ended):
    """The last status that the program names; None where it had no answer."""
    if program is curl:
        words = [ended.stdout.decode()]
    else:
        lines = ended.stderr.decode(errors="replace").splitlines()
        words = [line.split()[1] for line in lines if line.strip().startswith("HTTP/")]
    return int(words[-1]) if words and words[-1].isdigit() and int(words[-1]) else None


def content(path):
    if not os.path.exists(path):
        return b""
    with open(path, "rb") as file:
        return file.read()


def make_send_with(program):
    def make_send(options):
        def send(task):
            with tempfile.TemporaryDirectory(dir=options.home) as folder:
                body, answer = os.path.join(folder, "body"), os.path.join(folder, "answer")
                with open(body, "wb") as file:
                    file.write(task.body)
                ended = subprocess.run(
                    program(options, body, answer, key_of(task, options)),
                    stdin=subprocess.DEVNULL, capture_output=True)
                status = status_of(program, ended)
                # Status 8 of wget is an error status of the server's, which the app reads itself.
                if status is None or ended.returncode not in (0, 8):
                    return later("exit status %d" % ended.returncode)
                return outcome(status, content(answer), task)

        return send

    return make_send


PROGRAMS = {"curl": curl, "wget": wget}
name = sys.argv.pop(1)
main(name, make_send_with(PROGRAMS[name]), retry_cap_ms=5000)
