// Owns: what an evidence line can hold. There is no case for free text.

import AcceptanceModel
import StrictJSON

package indirect enum EvidenceValue: Sendable, Hashable {
  case integer(Int)
  /// In milliseconds, exact to the nanosecond.
  case time(Duration)
  case flag(Bool)
  case word(ProductWord)
  case file(FileWord)
  case token(Token)
  case clearKey(ClearKey)
  case size(SizeBucket)
  case sentence(Sentence)
  case list([EvidenceValue])
  case fields([Field: EvidenceValue])

  package var json: JSONValue {
    switch self {
    case .integer(let number): .integer(number)
    case .time(let duration): .number(Self.millisecondText(duration))
    case .flag(let flag): .bool(flag)
    case .word(let word): .string(word.text)
    case .file(let word): .string(word.text)
    case .token(let token): .string(token.hex)
    case .clearKey(let key): .string(key.text)
    case .size(let bucket): .integer(bucket.lowest)
    case .sentence(let sentence): .string(sentence.text)
    case .list(let values): .array(values.map(\.json))
    case .fields(let fields):
      .object(fields.map { JSONMember($0.key.rawValue, $0.value.json) })
    }
  }

  /// Three hundred thousand years: a Retry-After may name any number, a duration holds no more.
  private static let mostSeconds: Int64 = 9_000_000_000_000

  /// Decimal, at most six places, without trailing zeros or exponent.
  static func millisecondText(_ duration: Duration) -> String {
    let limit = Duration.seconds(mostSeconds)
    let (seconds, attoseconds) = max(.zero - limit, min(limit, duration)).components
    let nanoseconds = attoseconds.magnitude / 1_000_000_000
    let milliseconds = seconds.magnitude * 1000 + nanoseconds / 1_000_000
    var places = String(nanoseconds % 1_000_000)
    places = String(repeating: "0", count: 6 - places.count) + places
    while places.last == "0" { places.removeLast() }
    let text = "\(milliseconds)" + (places.isEmpty ? "" : "." + places)
    return duration < .zero && text != "0" ? "-" + text : text
  }

  /// The inverse of `millisecondText`; `nil` where the text is no such number.
  static func duration(milliseconds text: String) -> Duration? {
    let isNegative = text.hasPrefix("-")
    let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let whole = Int64(parts[0]) else { return nil }
    let places = parts.count == 2 ? parts[1] : "0"
    guard (1...6).contains(places.count), (0...mostSeconds * 1000).contains(whole),
      let fraction = Int64(places + String(repeating: "0", count: 6 - places.count))
    else { return nil }
    let size = Duration.milliseconds(whole) + .nanoseconds(fraction)
    return isNegative ? .zero - size : size
  }
}

/// The name of a field of an evidence line. The list is closed, so no client's text becomes a name.
package enum Field: String, Sendable, Hashable, CaseIterable {
  // Every line.
  case version = "v"
  case sequence = "seq"
  case previous = "prev"
  case at = "tMs"
  case kind
  /// The number of the history's entry, from 1.
  case entry

  // The first and the last line.
  case schema, run, tool, table, tableDigest, clientDigest, policyDigest, seed, startedAt, scenario
  case ordinal, group, title, why, line, column, faultKinds, lines, complete
  case keyID, reproducible

  // What the client is held to.
  case limits, retryCapMs, responseTimeoutMs, leaseMs, maxSendsPerSecond, quitMs, retries
  case answerWithinMs, answers, waivers, expectsKey, okExit, listsTasks, givesToken, duty
  case runnerDelays, endedAtMs, lateByMs
  case reason

  // Observations.
  case launch, process, outcome, can, operation, like, task, key, keyClear, tasks, state
  case fileWrites, bodyWithoutKey
  case hasDiagnosis, signal, exitStatus, exitSignal, command, count, channel, records, connection
  case request, attribution, spelling, flaw, bodySize, body, bodyCanonical, sendOfOperation
  case sendOfKey, stray, record, fault, status, content, delivery, retryAfterMs, isReplay, numbers
  case name, value, end, step, awaited, check, waitedMs, number, longerThanLease, atLeast, atMost
  case fields, hasKey, hasCredential
  case headerCount, headersSize, queryCount, querySize, cookieCount, cookiesSize
  case partCount, partsSize, movedByMs, sender, senderUnknown
  case refusal, credentialRepeated, defect, http10, writtenBytes, promisedBytes

  // The verdict.
  case verdict, findings, code, sentence, proof, follows, error, durationMs, stdoutBytes
  case stderrBytes
  case earlierTries, loadPercent
}
