"""Searches files for what must not be in them, and evidence for what must.

usage: case_search.py [--secrets-only] RESULTS_FOLDER SECRETS_FILE [FILE...]

SECRETS_FILE has the words that the runner planted. Prints a line for each leak, and unless only
secrets are asked for, for each thing that the evidence of the cases lacks. Ends with 1 where there
is one.
Shares no code with the product: it decodes in its own way, with Python's own libraries.
"""
# Owns: what a stranger would try to read a secret out of a report.

import base64
import gzip
import html
import json
import os
import quopri
import re
import sys
import urllib.parse
import zlib

sys.dont_write_bytecode = True

from case_client import CASES

DEPTH = 2
# These are read by machines as they stand; letters of them alone mean nothing.
AS_THEY_STAND = {'"0042"', "[[ATTACHMENT|/", "::error file=x", "##vso[", "</script><img"}


def texts_in(data):
    """What the bytes may say besides what they say in clear; all finds of a kind in one."""
    text = data.decode("utf-8", "replace")
    plain = re.sub(r"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)|[@-_])", "", text)
    if plain != text:
        yield "terminal", plain.encode()
    if "%" in text:
        yield "percent", urllib.parse.unquote_to_bytes(text.replace("+", " "))
    if "&" in text:
        yield "entities", html.unescape(text).encode("utf-8", "replace")
    if "\\" in text:
        yield "escapes", re.sub(
            r"\\u\{?([0-9a-fA-F]{4,6})\}?|\\x([0-9a-fA-F]{2})|\\(.)",
            lambda m: chr(min(int(m[1] or m[2], 16), 0x10FFFF)) if m[1] or m[2] else m[3],
            text).encode("utf-8", "replace")
    if re.search("=[0-9A-F]{2}", text):
        yield "quoted-printable", quopri.decodestring(data)
    if b"\0" in data:
        yield "utf-16", b"\0".join(
            run.replace(b"\0", b"") for run in re.findall(rb"(?:[^\0]\0){8,}", data))
    hexes = [re.sub(rb"[^0-9A-Fa-f]", b"", run).decode() for run in
             re.findall(rb"[0-9A-Fa-f][0-9A-Fa-f :.,-]{14,}[0-9A-Fa-f]", data)]
    for start in (0, 1):
        yield "hex", b"\0".join(bytes.fromhex(run[start:][:(len(run) - start) // 2 * 2])
                                for run in hexes)
    runs = [run.translate(bytes.maketrans(b"-_", b"+/")) for run in
            re.findall(rb"[A-Za-z0-9+/_-]{11,}", data)
            if not re.fullmatch(rb"[0-9a-f]{32}|[0-9a-f]{64}", run)]
    for start in range(4):
        yield "base64", b"\0".join(base64.b64decode(run[start:][:(len(run) - start) // 4 * 4])
                                   for run in runs)
    runs = re.findall(rb"[A-Z2-7]{16,}", data)
    for start in range(8):
        yield "base32", b"\0".join(base64.b32decode(run[start:][:(len(run) - start) // 8 * 8])
                                   for run in runs)
    for match in re.finditer(rb"\x1f\x8b\x08|\x78[\x01\x5e\x9c\xda]", data):
        try:
            yield "zip", zlib.decompressobj(47).decompress(data[match.start():])
        except zlib.error:
            # These two bytes stood there by chance.
            continue


def folded(data):
    return re.sub(rb"[^a-z0-9\x80-\xff]", b"", data.lower())


class Wanted:
    """Needles whole; secrets and planted words by every eight characters in a row, also backwards."""

    def __init__(self, needles, secrets, planted):
        self.needles = needles
        self.secrets = self.windows(secrets)
        self.planted = self.windows(planted)
        # Planted words are made of these letters alone, and no prose has eight of them in a row.
        self.letters = re.compile(rb"[ghjkmnpqrstvwxyz]{8,}")

    @staticmethod
    def windows(words):
        forms = [(folded(word.encode()), word) for word in words]
        return {form[i:i + 8]: word for form, word in forms + [(f[::-1], w) for f, w in forms]
                for i in range(len(form) - 7)}

    def found(self, data, is_outermost):
        for needle in self.needles if is_outermost else self.needles - AS_THEY_STAND:
            if needle.encode() in data:
                yield needle
        bare = folded(data)
        for window, word in self.secrets.items():
            if window in bare:
                yield word
        for run in self.letters.findall(bare):
            for i in range(len(run) - 7):
                if run[i:i + 8] in self.planted:
                    yield "planted " + self.planted[run[i:i + 8]]

    def leaks(self, data, depth=0, path=()):
        for what in self.found(data, depth == 0):
            yield what, path
        if depth < DEPTH:
            # Of what is no text, noise mostly, nothing more can be decoded.
            text = data if depth == 0 else b"\0".join(
                re.findall(rb"[\t-\r\x1b -~\xa0-\xff]{8,}", data))
            for kind, decoded in texts_in(text):
                if len(decoded) >= 8:
                    yield from self.leaks(decoded, depth + 1, path + (kind,))


def wanted():
    needles, words = set(), set()
    for case in CASES.values():
        needles.update(case["must_not_appear"])
        if len(case["secret"]) >= 12 and not case["secret"].startswith("/etc"):
            words.add(case["secret"])
    return needles, words


def files_below(folder):
    for place, _, names in os.walk(folder):
        for name in names:
            yield os.path.join(place, name)


# What must be there

# How many of each came with every send of these cases; their names and values are nobody's business.
COUNTS = {"R20": {"partCount": 1}, "X32": {"partCount": 1}, "R29": {"cookieCount": 3},
          "X56": {"queryCount": 3}, "X57": {"partCount": 2, "cookieCount": 0, "queryCount": 0}}
SIZES = {0, 1} | {64 * 4 ** power for power in range(12)}


def scenarios_of(results):
    folder = os.path.join(results, "evidence")
    for name in sorted(os.listdir(folder)):
        if name.endswith(".jsonl"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                yield [json.loads(line) for line in file]


def lacking(case, lines):
    """What the evidence of a case should say, by the case's channel, and does not."""
    kinds = [line["kind"] for line in lines]
    sends = [line for line in lines if line["kind"] == "arrived" and line.get("operation") == "A"]
    verdict = lines[-2]
    channel = case["channel"]
    silent = ("client.stdout", "client.error", "client.exit", "client.crash", "client.task.kind",
              "client.id", "client.state", "hello.", "request.unattributed", "request.two-keys",
              "request.quoted-key")
    if not channel.startswith(silent):
        if len({send.get("key") for send in sends[:2]} - {None}) != 1 or len(sends) < 2:
            yield "two sends with one key"
        if len({send["body"] for send in sends}) != 1 or "bodySize" not in sends[0]:
            yield "two sends with one body, and its size"
        headers = [send.get("headerCount", 0) for send in sends[:2]]
        if min(headers) < 6 or len(set(headers)) != 1:
            yield "how many header fields came, equally many each time"
        for send in sends:
            for name, count in COUNTS.get(case["id"], {}).items():
                if send.get(name) != count:
                    yield "%s %d" % (name, count)
            if {send.get(size) for size in ("headersSize", "querySize", "cookiesSize")} - SIZES:
                yield "sizes, by bucket"
            if ("partCount" in send) != ("multipart" in case.get("content_type", "")):
                yield "parts where there are some, and only there"
        if [send["sendOfOperation"] for send in sends][:2] != [1, 2]:
            yield "the count of the operation's sends"
        if kinds.count("committed") != 1:
            yield "one record"
        if not any(line["kind"] == "answered" and "delivery" in line for line in lines):
            yield "how far the answer was delivered"
    if channel == "idempotency_key" and case.get("shown", False) != any("keyClear" in s for s in sends):
        yield "a key in clear" if case.get("shown") else "a key that is not in clear"
    if channel.startswith("request.") and case.get("stray"):
        if case["stray"] not in [line.get("stray") for line in lines]:
            yield "a stray request (%s)" % case["stray"]
    if channel.startswith("client.stdout") and verdict["stdoutBytes"] < len(case["payload"]) // 2:
        yield "the size of stdout"
    if channel == "client.stderr" and verdict["stderrBytes"] < len(case["payload"]) // 2:
        yield "the size of stderr"
    code = case.get("finding")
    if code and code not in [finding["code"] for finding in verdict.get("findings", [])]:
        yield "the finding " + code


def main():
    arguments = [word for word in sys.argv[1:] if word != "--secrets-only"]
    results, secrets, others = arguments[0], arguments[1], arguments[2:]
    with open(secrets, encoding="utf-8") as file:
        planted = set(file.read().split())
    if len(planted) < 3:
        print("nothing was planted")
        return 1
    needles, words = wanted()
    wire = Wanted(needles, words, planted)
    problems = []
    for path in list(files_below(results)) + others:
        with open(path, "rb") as file:
            data = file.read()
        if data[:2] == b"\x1f\x8b":
            data += gzip.decompress(data)
        # What a title says, a page alone could mistake for its own language.
        wire.needles = needles if path.endswith((".html", ".xml")) else needles - {"</script><img"}
        for needle, kinds in set(wire.leaks(data)):
            problems.append("%s: %r (%s)" % (path, needle, ", ".join(kinds) or "in clear"))
    tokens = {}
    for lines in scenarios_of(results) if "--secrets-only" not in sys.argv else []:
        case = CASES.get(lines[0]["scenario"].upper())
        if not case:
            continue
        problems += ["%s: lacks %s" % (case["id"], what) for what in lacking(case, lines)]
        for line in lines:
            if line["kind"] == "acknowledged" and "key" in line:
                tokens.setdefault(line["key"], set()).add(case["id"])
    problems += ["one token for two keys: %s" % sorted(map(str, keys))
                 for keys in tokens.values() if len(keys) > 1]
    print("\n".join(problems) if problems else "clean: %d planted words" % len(planted))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
