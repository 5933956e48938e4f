// Owns: a right file that uses every key there is.

enum FullTable {
  static let text = """
    {
      "$schema": "acceptance.schema.json",
      "version": 1,
      "client": {
        "driver": "jsonl",
        "command": ["{bin}/queue-client", "--store", "{home}/q.sqlite"],
        "environment": {"LOG_LEVEL": "debug", "URL": "{endpoint}"},
        "limits": {
          "retryCapMs": 300, "responseTimeoutMs": 800, "leaseMs": 2000, "maxSendsPerSecond": 10,
          "quitMs": 4000, "retries": "onSync", "answerWithinMs": 7000
        },
        "okExit": [0, 3]
      },
      "server": {
        "profile": "seed", "method": "PUT", "path": "/v1/items?x=1", "key": {"header": "X-Key"},
        "body": "json", "firstAnswer": {"lost": 502}, "replay": "stored", "successStatus": 201,
        "conflictStatus": 422, "missingKeyStatus": 428, "otherMethodStatus": 404,
        "answersCarryKey": true, "keepAlive": true, "ignoresQuery": true, "keySpelling": "quoted",
        "keyLengthLimit": 64, "requiresKey": false, "replayStatus": 208,
        "replayHeaders": {"Idempotency-Replayed": "{key}"}, "storedAnswers": "all",
        "fingerprint": "methodPathAndContent", "inProgress": {"refuse": 423}, "retentionS": 60,
        "successAnswer": {
          "body": "<id>{id}</id>", "mediaType": "text/xml", "headers": {"Location": "/i/{id}"}
        },
        "errorAnswer": {"body": "<e>{status}</e>", "mediaType": "application/problem+xml"},
        "routes": [
          {"method": "POST", "path": "/token", "status": 201, "body": "t", "mediaType": "text/plain"},
          {"method": "GET", "path": "/items/{id}"}
        ]
      },
      "answers": {"409": "keep", "204": "done"},
      "redaction": {
        "publicFields": ["attempts"], "safeKeyShapes": ["uuid", "ulid"], "sensitiveFields": ["note"]
      },
      "knownFailures": [
        {"scenario": "lost-answer", "code": "key-changed", "reason": "a known bug"}
      ],
      "scenarios": [
        {
          "id": "lost-answer", "group": "lost answers", "title": "The answer is lost",
          "staysBecause": "it is the simplest", "why": "A new key makes a second record.",
          "server": {"profile": "standard", "firstAnswer": "success", "key": {"field": "key"}},
          "needs": ["tasks", "token"],
          "waive": [{"code": "duplicate-record", "reason": "not of interest here"}],
          "faults": [
            {"kind": "lost-answer", "operation": "A", "status": 504},
            {"kind": "answer-before-commit", "operation": "*", "send": "2-3", "status": 429,
             "headers": {"Retry-After": "1"}, "mediaType": "text/plain", "text": "slow down"},
            {"at": "answer", "byte": 40, "action": "drip", "intervalMs": 20, "keySend": 4},
            {"at": "idle", "action": "crash-server", "records": "lost", "request": 9},
            {"kind": "hold-after-commit", "operation": "A", "send": 7},
            {"kind": "kill-client-before-commit", "operation": "A", "send": 5}
          ],
          "steps": [
            {"do": "launch"},
            {"do": "launch", "process": "background"},
            {"do": "submit", "operation": "A"},
            {"do": "submit", "operation": "B", "body": {"title": "x", "n": 1.0}},
            {"do": "submit", "operation": "F", "count": 20, "process": "background"},
            {"do": "tapAgain", "operation": "C", "like": "A", "process": "app"},
            {"do": "sync", "process": "app"},
            {"do": "retry", "operation": "A", "process": "app"},
            {"do": "tasks", "process": "app"},
            {"do": "damageStore", "operation": "B", "process": "app"},
            {"do": "kill", "signal": "stop", "process": "background"},
            {"do": "kill", "process": "background"},
            {"do": "server", "change": "down"},
            {"do": "server", "change": "up"},
            {"do": "server", "change": "restart", "records": "lost"},
            {"do": "server", "change": "clock", "forwardS": 7200},
            {"do": "await", "send": {"operation": "A", "number": 2}},
            {"do": "await", "handled": {"operation": "A", "send": 2},
             "while": {"operation": "A", "sends": 2, "inFlight": true, "leaseRunning": true}},
            {"do": "await", "recorded": "F"},
            {"do": "await", "state": {"operation": "A", "is": "done"}},
            {"do": "await", "idle": true}, {"do": "await", "settled": true},
            {"do": "await", "silence": true},
            {"do": "await", "silence": {"operation": "A", "longerThanLease": true}},
            {"do": "await", "exit": "app"},
            {"do": "launch", "process": "app", "refuseFileWrites": true, "clockOffsetS": -60, "token": "new"},
            {"do": "release", "operation": "A"},
            {"do": "check", "kept": "A"},
            {"do": "check", "state": {"operation": "A", "is": "stopped"}},
            {"do": "check", "records": 1},
            {"do": "check", "records": {"operation": "A", "count": 1}},
            {"do": "check", "sends": {"operation": "A", "exactly": 2}},
            {"do": "check", "sends": {"atLeast": 1, "atMost": 3}},
            {"do": "check", "answer": {"operation": "A", "send": 2, "status": 200,
                                       "fields": {"attempts": 2, "record_count": 1}}},
            {"do": "check", "inFlight": {"atMost": 4}},
            {"do": "quit", "process": "app"}
          ]
        },
        {"id": "bare", "title": "Nothing goes wrong", "server": {"store": "r.sqlite"}, "steps": [
          {"do": "launch"}, {"do": "submit", "operation": "A"}, {"do": "await", "recorded": "A"}
        ]},
        {"id": "resting", "title": "Each kind of step can rest on something",
         "faults": [{"kind": "hold-after-commit", "operation": "A"}], "steps": [
          {"do": "launch"}, {"do": "submit", "operation": "A"},
          {"do": "launch", "process": "background", "while": {"operation": "A", "sends": 1}},
          {"do": "submit", "operation": "B", "while": {"operation": "A", "sends": 1}},
          {"do": "tapAgain", "operation": "C", "like": "A", "while": {"operation": "A", "sends": 1}},
          {"do": "sync", "while": {"operation": "A", "sends": 1}}, {"do": "retry", "operation": "A", "while": {"operation": "A", "sends": 1}},
          {"do": "tasks", "while": {"operation": "A", "sends": 1}}, {"do": "release", "operation": "A", "while": {"operation": "A", "sends": 1}},
          {"do": "damageStore", "operation": "B", "while": {"operation": "A", "sends": 1}},
          {"do": "server", "change": "restart", "while": {"operation": "A", "sends": 1}},
          {"do": "kill", "process": "background", "while": {"operation": "A", "sends": 1}},
          {"do": "await", "recorded": "A", "while": {"operation": "A", "sends": 1}}, {"do": "check", "records": 1, "while": {"operation": "A", "sends": 1}},
          {"do": "quit", "while": {"operation": "A", "sends": 1}}
        ]}
      ]
    }
    """
}
