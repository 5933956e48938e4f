// Owns: senders that send something else, or interpret an answer otherwise, than they should.

import ClientHarness
import OfflineQueue

struct MappedSender: WriteSender {
  let base: any WriteSender
  let map: @Sendable (WriteRequest, any WriteSender) async -> SendOutcome

  func send(_ request: WriteRequest) async -> SendOutcome { await map(request, base) }
}

extension ClientParts {
  mutating func replaceSends(
    _ map: @escaping @Sendable (WriteRequest, any WriteSender) async -> SendOutcome
  ) {
    sender = MappedSender(base: sender, map: map)
  }

  mutating func changeRequests(_ change: @escaping @Sendable (WriteRequest) -> WriteRequest) {
    replaceSends { await $1.send(change($0)) }
  }

  /// Sends under other keys. An answer that carries such a key is read as if it carried the
  /// task's own: this client knows no better, and must not be saved by a check of answers.
  mutating func changeKeys(_ key: @escaping @Sendable (WriteRequest) -> IdempotencyKey) {
    replaceSends { request, sender in
      let other = key(request)
      return await sender.send(request.with(key: other)).renaming(other.text, to: request.key)
    }
  }

  mutating func changeOutcomes(_ change: @escaping @Sendable (SendOutcome) -> SendOutcome) {
    replaceSends { change(await $1.send($0)) }
  }

  /// An answer with one of these statuses is read as if it had another.
  mutating func readStatuses(_ statuses: Set<Int>, as other: Int) {
    changeOutcomes { outcome in
      guard case .answered(var answer) = outcome, statuses.contains(answer.status) else {
        return outcome
      }
      answer.status = other
      return .answered(answer)
    }
  }
}

extension WriteRequest {
  func with(
    key: IdempotencyKey? = nil, body: [UInt8]? = nil, target: String? = nil
  ) -> WriteRequest {
    WriteRequest(
      key: key ?? self.key, body: body ?? self.body, contentType: contentType,
      redirectedTo: target ?? redirectedTo, timeLimit: timeLimit)
  }

  func limited(to limit: Duration) -> WriteRequest {
    WriteRequest(
      key: key, body: body, contentType: contentType, redirectedTo: redirectedTo,
      timeLimit: limit)
  }
}

extension SendOutcome {
  /// What any right client takes for the success of any write.
  static let success = SendOutcome.answered(
    Answer(url: "", status: 200, body: Array(#"{"id":1}"#.utf8)))

  var status: Int? {
    guard case .answered(let answer) = self else { return nil }
    return answer.status
  }

  func renaming(_ sent: String, to own: IdempotencyKey) -> SendOutcome {
    guard case .answered(var answer) = self else { return self }
    answer.body.replace(Array(sent.utf8), with: Array(own.text.utf8))
    return .answered(answer)
  }
}
