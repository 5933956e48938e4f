// Owns: the axes of a server's contract, as written in a file. Every one of `ServerSpec` is here.

import AcceptanceModel
import StrictJSON

extension ServerLayer {
  /// What a send is.
  mutating func readSend(_ reader: inout ObjectReader) {
    set(
      \.method,
      reader.optional(
        "method", .word(["POST", "PUT", "PATCH", "DELETE"], noun: "method"), "the method of a send")
    )
    set(
      \.path,
      reader.optional(
        "path", .name(.path), "the path of a send; a segment in braces stands for any"))
    set(
      \.ignoresQuery,
      reader.optional(
        "ignoresQuery", .flag, "whether a query after the path is passed over; false if left out"))
    set(
      \.body,
      reader.optional(
        "body", .word(noun: "kind of body"),
        "what a send carries; batch: a JSON array of objects, each an operation with its own key"))
  }

  mutating func readKey(_ reader: inout ObjectReader) {
    set(\.key, reader.optional("key", .keyPlace, "where a send carries its key"))
    set(
      \.keySpelling,
      reader.optional(
        "keySpelling", .word(noun: "spelling of keys"),
        "what a key in a header must be: a quoted string (RFC 8941), bare, or either; any other is "
          + "answered missingKeyStatus"))
    set(
      \.keyLengthLimit,
      reader.optional(
        "keyLengthLimit", .integer(1...255), "characters of a key; more are answered as none"))
    set(
      \.requiresKey,
      reader.optional(
        "requiresKey", .flag, "whether a send without a key is refused; recorded otherwise"))
    set(
      \.missingKeyStatus,
      reader.optional("missingKeyStatus", .integer(400...599), "the status without a key"))
  }

  /// What a key that is known means.
  mutating func readReplays(_ reader: inout ObjectReader) {
    set(
      \.firstAnswer,
      reader.optional(
        "firstAnswer", .firstAnswer, "what the first send of a key is answered, once recorded"))
    set(
      \.replay,
      reader.optional(
        "replay", .word(noun: "kind of replay"),
        "what a recorded key is answered: as stored, made anew, the record as it is now, or a "
          + "refusal with its id"))
    set(
      \.replayStatus,
      reader.optional(
        "replayStatus", .replayStatus, "the status of a replay; same: that of a first success"))
    set(
      \.replayHeaders,
      reader.optional(
        "replayHeaders", .answerHeaders, "headers of a replay; {key} stands for its key"))
    set(
      \.storedAnswers,
      reader.optional(
        "storedAnswers", .word(noun: "choice of answers"),
        "which answers a stored replay repeats: successes, or also what was refused (4xx, 500)"))
    set(
      \.fingerprint,
      reader.optional(
        "fingerprint", .word(noun: "fingerprint"),
        "what two sends of a key are compared by; none: whatever comes is a replay"))
    set(
      \.conflictStatus,
      reader.optional(
        "conflictStatus", .integer(400...599), "the status where a key has another body"))
    set(
      \.inProgress,
      reader.optional(
        "inProgress", .inProgress,
        "what becomes of a send while another one of its key is under way"))
    set(
      \.retention,
      reader.optional(
        "retentionS", .retention, "seconds that a key is known, or forever"))
  }

  /// How answers look.
  mutating func readAnswers(_ reader: inout ObjectReader) {
    set(
      \.successStatus,
      reader.optional("successStatus", .integer(200...299), "the status of a first success"))
    set(
      \.otherMethodStatus,
      reader.optional(
        "otherMethodStatus", .integer(400...599), "the status of another method on the path"))
    set(
      \.answersCarryKey,
      reader.optional("answersCarryKey", .flag, "whether success answers carry the key"))
    let success = reader.optional(
      "successAnswer", .successAnswer, "how a success looks, instead of the server's own JSON")
    set(\.templates.success, success.flatMap { $0.body.map { .some($0) } })
    set(\.templates.successMediaType, success?.mediaType)
    set(\.templates.successHeaders, success?.headers)
    let error = reader.optional(
      "errorAnswer", .errorAnswer, "how an error looks, instead of the server's own JSON")
    set(\.templates.error, error.flatMap { $0.body.map { .some($0) } })
    set(\.templates.errorMediaType, error?.mediaType)
  }

  mutating func readSurroundings(_ reader: inout ObjectReader) {
    set(
      \.keepAlive,
      reader.optional("keepAlive", .flag, "whether a connection stays open after an answer"))
    set(
      \.auxiliaries,
      reader.optional(
        "routes", .list(of: .route, count: 0...100, of: "routes", calling: "a route"),
        "routes beside the endpoint, e.g. for tokens: no sends, no faults, no trace"))
    set(
      \.store,
      reader.optional(
        "store", .storePath,
        "the SQLite file that keeps the records over runs, from the current folder on; in memory "
          + "if left out. record_count in answers counts all of it; acceptance serve --store FILE "
          + "shows what it holds"))
  }
}
