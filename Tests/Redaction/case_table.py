"""Prints a scenario table that has one scenario for each case of a kind.

usage: case_table.py all|hello SECRETS_FILE
"""
# Owns: how a case becomes a scenario. Does not own: what its client does (case_client.py).

import json
import os
import sys

sys.dont_write_bytecode = True

from case_client import CASES, FOLDER


def scenario(case):
    """The first answer is lost, so that the key and the body are seen twice."""
    body = {"case": case["id"]}
    body.update(case.get("body", {}))
    if case["channel"].startswith("report."):
        body.update(json.loads(case["payload"]))
    fault = {"kind": "lost-answer", "operation": "A", "send": 1}
    if case["channel"] == "response.body":
        fault.update(kind="answer-after-commit", status=503, text=case["payload"])
    elif case["channel"] == "response.header":
        pairs = dict(line.split(": ", 1) for line in case["payload"].split("\r\n"))
        fault.update(kind="answer-after-commit", status=503, headers=pairs)
    made = {"id": case["id"].lower(), "group": "redaction",
            "title": "case %s </script><img src=x> ]]> | =1+1" % case["id"],
            "why": "a report says what happened and never what it was about",
            "needs": ["token"], "faults": [fault],
            "steps": [{"do": "launch"}, {"do": "submit", "operation": "A", "body": body},
                      {"do": "tasks"},
                      {"do": "await", "send": {"operation": "A", "number": 2}},
                      {"do": "tasks"}, {"do": "check", "records": 1}]}
    if case["channel"] == "client.error":
        # A submit that failed owes nothing, not even a fault.
        del made["faults"]
        made["steps"][2:] = [{"do": "check", "records": 0}]
    return made


def table(cases, arguments, secrets):
    environment = {"CASE_SECRETS": secrets}
    command = ["python3", "-S", "-E", os.path.join(FOLDER, "case_client.py")] + arguments
    for case in cases:
        if case["channel"] == "process.argv":
            command += case["payload"][1:]
        elif case["channel"] == "process.env":
            environment.update((name, value) for name, value in case["payload"].items()
                               if name != "HOME")
    return {
        "version": 1,
        "client": {"command": command, "environment": environment,
                   "limits": {"answerWithinMs": 60000}},
        "server": {"body": "bytes", "ignoresQuery": True},
        "redaction": {"publicFields": ["attempts", "record_count"],
                      "safeKeyShapes": ["uuid", "ulid"], "sensitiveFields": ["note"]},
        "scenarios": [scenario(case) for case in cases],
    }


def is_hello(case):
    return case["channel"].startswith("hello.")


if __name__ == "__main__":
    kind, secrets = sys.argv[1:3]
    if kind == "all":
        cases, arguments = [case for case in CASES.values() if not is_hello(case)], []
    else:
        # A client that greets so is started for one scenario alone.
        cases, arguments = [CASES[kind]], ["--case=" + kind]
    json.dump(table(cases, arguments, secrets), sys.stdout, indent=1)
