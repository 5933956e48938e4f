// Owns: what the fields of observations say, in one clause each.

extension Field {
  /// Of a field that stands in observations alone.
  var observationMeaning: String {
    switch self {
    case .launch: "the launch of the client, from 1 over all its processes"
    case .process: "what the scenario file calls that running copy"
    case .outcome: "how hello was answered"
    case .can: "what the client says it can do; a token for what the contract does not know"
    case .operation: "what the scenario file calls the operation; left out where it is none"
    case .like: "the operation whose content it repeats"
    case .task: "the client's name for the task"
    case .key: "the idempotency key; left out where there was none"
    case .keyClear: "the key itself, where the scenario file declares its shape safe"
    case .tasks: "the client's list"
    case .state: "where the task stands, in the contract's word"
    case .hasDiagnosis: "whether the client says why"
    case .signal: "the signal"
    case .fileWrites:
      "whether the scenario let the client write files then; refused: as on a full disk"
    case .exitStatus: "the exit status"
    case .exitSignal: "the number of the signal that ended it"
    case .command: "the command, in the contract's word"
    case .count: "how many"
    case .channel: "where it stood"
    case .records: "whether the records were kept"
    case .connection: "the connection, in the order of acceptance, from 1"
    case .request: "the request, in the order of arrival over all connections, from 1"
    case .attribution: "how the send's operation was found"
    case .spelling: "how the key was written"
    case .flaw: "what is wrong with the key"
    case .bodySize: "bytes of the body: the lowest of its bucket (0, 1, 64, 256, 1024, …)"
    case .body: "stands for the body's bytes; equal bodies have equal tokens"
    case .bodyCanonical: "stands for the body's meaning as JSON; left out where it is none"
    case .bodyWithoutKey:
      "stands for the body without the key in it; left out where the key is not in the body"
    case .sendOfOperation: "the n-th complete send of its operation; 0 where it has none"
    case .sendOfKey: "the n-th complete send of its key; 0 without a key"
    default: laterMeaning
    }
  }

  private var laterMeaning: String {
    switch self {
    case .stray: "why it is no send"
    case .refusal: "why the server's contract refused the send"
    case .credentialRepeated: "present where it had more than one Authorization header line"
    case .defect: "what is wrong with the answer, or missing from it"
    case .http10: "present where it is written as HTTP/1.0"
    case .writtenBytes: "bytes written of its body; of all of it where its head is broken"
    case .promisedBytes: "its Content-Length, where that is a number"
    case .sender: "why it is not attributed to the client under test"
    case .senderUnknown:
      "present where it carried neither marker nor known key, and its sender was not found"
    case .record: "the record, in the order of commitment, from 1"
    case .fault: "the fault's index in the scenario, from 0"
    case .status: "the HTTP status"
    case .content: "what the answer said"
    case .delivery: "how far the answer was delivered"
    case .movedByMs: "by how much"
    case .retryAfterMs: "the pause that the answer named"
    case .isReplay: "whether it answered a key that was recorded before"
    case .numbers: "the answer's numbers that may be shown"
    case .name: "the field's name"
    case .value: "the field's value; in a check, as JSON text"
    case .end: "how it ended"
    case .step: "the step's index, from 0"
    case .awaited: "what was awaited"
    case .check: "what was checked"
    case .waitedMs: "how long"
    case .number: "which send, from 1"
    case .longerThanLease: "whether it waits for longer than a dead sender's right lasts"
    case .atLeast: "the least that was wanted"
    case .atMost: "the most that was wanted; left out where any number is"
    case .fields: "the fields that were wanted"
    case .hasKey: "whether it carried the key"
    case .hasCredential: "whether it carried the credential"
    case .headerCount: "how many header fields came with it, whatever they are called"
    case .headersSize: "size of their names and values together"
    case .queryCount: "how many pairs its query has"
    case .querySize: "size of its query"
    case .cookieCount: "how many cookies came with it"
    case .cookiesSize: "size of its cookies, names and values together"
    case .partCount: "how many parts its multipart body has; left out where it is none"
    case .partsSize: "size of these parts together, with their heads"
    default: rawValue
    }
  }
}
