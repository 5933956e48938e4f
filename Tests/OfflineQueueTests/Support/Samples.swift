// Owns: hand-made values that tests start from.

import OfflineQueue

extension QueueInstant {
  static func at(_ milliseconds: Int64) -> QueueInstant {
    QueueInstant(milliseconds: milliseconds)
  }
}

extension RetryDraw {
  /// Always the whole bound: 100, 200, 400, 800, 1000, 1000, … ms.
  static let whole = RetryDraw(
    policy: RetryPolicy(first: .milliseconds(100), cap: .seconds(1), least: .milliseconds(10)),
    jitter: 1)
}

extension Delivery {
  static func sending(
    by owner: String = "me", send: Int = 1, until: Int64 = 3000, failures: Int = 0
  ) -> Delivery {
    Delivery(
      state: .sending(Lease(owner: LeaseOwner(owner), send: send, until: .at(until))),
      sends: send, failures: failures, floor: nil, lastFailure: nil)
  }

  static func standing(_ state: State, floor: Int64? = nil) -> Delivery {
    Delivery(
      state: state, sends: 1, failures: 3, floor: floor.map { .at($0) }, lastFailure: nil)
  }
}

/// Fails the test where the text can't be a key.
func sampleKey(_ text: String) throws -> IdempotencyKey {
  guard let key = IdempotencyKey(text) else { throw SampleError.unfitKey }
  return key
}

enum SampleError: Error { case unfitKey }

func sampleTask(
  _ name: String, body: [UInt8] = Array(#"{"marker":"m-1"}"#.utf8), due: Int64 = 0
) throws -> WriteTask {
  WriteTask(
    id: TaskID("task-\(name)"), operation: OperationID("operation-\(name)"),
    key: try sampleKey("key-\(name)"), body: body, contentType: "application/json",
    createdAt: .milliseconds(1), delivery: Delivery(due: .at(due)))
}

extension Answer {
  static func sample(
    _ status: Int, _ body: String = "", retryAfter: [String] = [], date: String? = nil,
    location: String? = nil
  ) -> Answer {
    Answer(
      url: "http://127.0.0.1:8080/items", status: status, retryAfter: retryAfter, date: date,
      location: location, body: Array(body.utf8))
  }
}
