// Owns: the names of things in a queue, one type each, so that no two can be swapped.

/// One write in one queue.
public struct TaskID: Sendable, Hashable, CustomStringConvertible {
  public let text: String
  public init(_ text: String) { self.text = text }
  public var description: String { text }
}

/// What the user did once. A queue holds at most one task for an operation, whatever happens.
public struct OperationID: Sendable, Hashable, CustomStringConvertible {
  public let text: String
  public init(_ text: String) { self.text = text }
  public var description: String { text }
}

/// Says to the server which sends are one and the same write.
///
/// It is no secret, but it belongs into no log: whoever has it can read the stored answer of some
/// servers. Hence `print`, string interpolation, `dump` and reflection show a placeholder; `text`
/// is the key.
public struct IdempotencyKey: Sendable, Hashable, CustomStringConvertible,
  CustomDebugStringConvertible, CustomReflectable
{
  public let text: String

  /// `nil` unless `text` is 1 to 255 visible ASCII characters: the longest that the payment
  /// services take, and all that a header can contain without quoting.
  public init?(_ text: String) {
    guard (1...255).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    self.text = text
  }

  public var description: String { "<idempotency key>" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// One running queue, so one launch of the app; never used again by a later launch.
public struct LeaseOwner: Sendable, Hashable, CustomStringConvertible {
  public let text: String
  public init(_ text: String) { self.text = text }
  public var description: String { text }
}
