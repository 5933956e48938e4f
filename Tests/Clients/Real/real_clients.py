"""Runs the table against clients that people really have, and prints the verdict of each.

  prepare            fetch the packages, compile what must be compiled
  list               the ids of the clients
  run ID...          a line of the table for each; --quick: its first column only
  table [--write F]  the whole table; F is a page with the marks <!-- real-clients --> around it

Status 75: what is needed is out of reach; the reason stands on stderr.
"""
# Owns: fetching, the table of each client, the lines of the page. Does not own: the clients
# (clients.json and the adapters), the verdicts (acceptance).

import argparse
import concurrent.futures
import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
TABLE = os.path.join(PACKAGE, "scenarios.json")
OUT_OF_REACH = 75
FETCH_LIMIT_S = 180

# Scenario and heading; the first tells apart who stores the key.
COLUMNS = [("killed-after-commit", "killed in flight"), ("reset-after-commit", "reset"),
           ("server-errors-after-commit", "500 to 504"), ("cut-body", "cut answer"),
           ("second-tap", "Retry-After"), ("second-tap-after-stop", "refused")]
CALLS = ["fresh-connection", "kept-alive-connection"]


class OutOfReach(Exception):
    pass


# What is needed

def requirements():
    with open(os.path.join(HERE, "requirements.txt"), "rb") as file:
        return file.read()


def versions():
    return dict(re.findall(r"^(\S+)==(\S+)", requirements().decode(), re.M))


class Place:
    """A folder of the build, made once for each state of requirements and Java source."""

    def __init__(self, cache):
        with open(os.path.join(HERE, "HttpUrlConnectionSender.java"), "rb") as file:
            source = file.read()
        state = hashlib.sha256(requirements() + source + sys.version.encode()).hexdigest()[:16]
        self.root = os.path.join(cache, state)
        self.python = os.path.join(self.root, "venv", "bin", "python")
        self.classes = os.path.join(self.root, "classes")
        self.is_ready = os.path.join(self.root, "ready")

    def prepare(self):
        os.makedirs(os.path.dirname(self.root), exist_ok=True)
        with open(self.root + ".lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if os.path.exists(self.is_ready):
                return
            shutil.rmtree(self.root, ignore_errors=True)
            self._fetch()
            if shutil.which("javac"):
                step(["javac", "-d", self.classes,
                      os.path.join(HERE, "HttpUrlConnectionSender.java")], "javac failed")
            open(self.is_ready, "w").close()

    def _fetch(self):
        venv = os.path.join(self.root, "venv")
        step([sys.executable, "-m", "venv", "--without-pip", venv], "python3 has no venv module")
        step([sys.executable, "-m", "pip", "--python", self.python, "install", "--quiet",
              "--no-deps", "--require-hashes", "--only-binary", ":all:", "--retries", "1",
              "--disable-pip-version-check", "-r", os.path.join(HERE, "requirements.txt")],
             "pip could not fetch the packages: the registry is out of reach, or pip is missing")


def step(argv, reason):
    """Runs one program. Its output may name hosts and folders, so only the reason is told."""
    try:
        subprocess.run(argv, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, timeout=FETCH_LIMIT_S)
    except (OSError, subprocess.SubprocessError) as error:
        raise OutOfReach(reason) from error


# Running

def clients():
    with open(os.path.join(HERE, "clients.json")) as file:
        return json.load(file)["clients"]


def client_of(name):
    for client in clients():
        if client["id"] == name:
            return client
    sys.exit("no client is called %s; known are %s" % (
        name, ", ".join(client["id"] for client in clients())))


class Runner:
    def __init__(self, acceptance, place):
        self.acceptance = acceptance
        self.place = place

    def line(self, client, quick):
        for program in client.get("programs", []):
            if shutil.which(program) is None:
                raise OutOfReach("%s is not on this machine" % program)
        columns = COLUMNS[:1] if quick else COLUMNS
        fitting = [scenario for scenario, _ in columns if scenario not in client.get("without", [])]
        found = self._run(client, TABLE, fitting)
        cells = [found[scenario].verdict if scenario in found else "" for scenario, _ in columns]
        return cells if quick else cells + [self._calls(client)]

    def _calls(self, client):
        """How many sends one call makes, with every retry off that can be switched off."""
        if not client.get("calls"):
            return ""
        found = self._run(client, os.path.join(HERE, "resends.json"), CALLS, ["--one-send"])
        counts = [found[scenario].sends for scenario in CALLS]
        return "1" if counts == [1, 1] else "**%s**, hidden" % " or ".join(
            str(count) for count in sorted(set(counts)))

    def _run(self, client, path, scenarios, options=()):
        with open(path) as file:
            table = json.load(file)
        # Left out, not only passed over: a fault of another scenario may not fit this server.
        table["scenarios"] = [each for each in table["scenarios"] if each["id"] in scenarios]
        table["server"] = {**table["server"], **client.get("server", {})}
        table["client"] = {"command": [
            word.format(python=self.place.python, here=HERE, classes=self.place.classes)
            for word in client["argv"]] + list(options)}
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "scenarios.json"), "w") as file:
                json.dump(table, file)
            ended = subprocess.run(
                [self.acceptance, "scenarios.json", "--quiet", "--jobs", "4"], cwd=folder,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            found = read_evidence(os.path.join(folder, "acceptance-results", "evidence"))
        missing = [scenario for scenario in scenarios if scenario not in found]
        if missing:
            sys.exit("%s: no verdict for %s\n%s" % (
                client["id"], ", ".join(missing), ended.stdout.decode(errors="replace")))
        for scenario in scenarios:
            if found[scenario].verdict.startswith("error"):
                sys.exit("%s: %s\n%s" % (
                    client["id"], scenario, ended.stdout.decode(errors="replace")))
        return found


class Found:
    def __init__(self, verdict, sends):
        self.verdict = verdict
        self.sends = sends


def read_evidence(folder):
    """Verdict, and complete sends of operation A, by scenario."""
    found = {}
    for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
        if not name.endswith(".jsonl"):
            continue
        with open(os.path.join(folder, name)) as file:
            lines = [json.loads(line) for line in file]
        last = next((line for line in lines if line["kind"] == "verdict"), {"verdict": "error"})
        codes = {finding["code"] for finding in last.get("findings", [])}
        sends = sum(line["kind"] == "arrived" and line.get("operation") == "A" for line in lines)
        cell = "<br>".join("`%s`" % code for code in sorted(codes)) or last["verdict"]
        found[lines[0]["scenario"]] = Found(cell, sends)
    return found


# Telling

def row(client, cells):
    name = client["name"].format(**versions())
    return "| %s | %s | %s |" % (name, client["key"], " | ".join(cells))


def heading():
    words = ["client", "key"] + [title for _, title in COLUMNS] + ["sends by one call"]
    return "| %s |\n|%s" % (" | ".join(words), "---|" * len(words))


def write_into(page, table):
    with open(page) as file:
        text = file.read()
    mark = "<!-- real-clients -->\n"
    if text.count(mark) != 2:
        sys.exit("the page must hold the line <!-- real-clients --> twice")
    before, _, after = text.split(mark)
    with open(page, "w") as file:
        file.write(before + mark + table + "\n" + mark + after)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("verb", choices=["prepare", "list", "run", "table"])
    parser.add_argument("ids", nargs="*", metavar="ID")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--write", metavar="F")
    parser.add_argument("--acceptance", metavar="PROGRAM",
                        default=os.path.join(PACKAGE, ".build", "debug", "acceptance"))
    parser.add_argument("--cache", metavar="FOLDER",
                        default=os.path.join(PACKAGE, ".build", "real-clients"))
    options = parser.parse_intermixed_args()
    if options.verb == "list":
        print("\n".join(client["id"] for client in clients()))
        return
    place = Place(options.cache)
    try:
        place.prepare()
        runner = Runner(options.acceptance, place)
        if options.verb == "run":
            for client in map(client_of, options.ids):
                print(row(client, runner.line(client, options.quick)), flush=True)
        if options.verb == "table":
            with concurrent.futures.ThreadPoolExecutor(2) as pool:
                rows = list(pool.map(
                    lambda client: row(client, runner.line(client, False)), clients()))
            table = heading() + "\n" + "\n".join(rows)
            print(table)
            if options.write:
                write_into(options.write, table)
    except OutOfReach as reason:
        print(reason, file=sys.stderr)
        sys.exit(OUT_OF_REACH)


if __name__ == "__main__":
    main()
