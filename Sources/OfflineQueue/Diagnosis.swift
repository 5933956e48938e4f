// Owns: the sentences that say why a task is not done. Nothing of an answer's text, of a body, a
// key or a credential is ever in one, so a diagnosis can be shown, stored and logged.

/// Why a task is kept, paused or stopped.
public struct Diagnosis: Sendable, Hashable, CustomStringConvertible {
  public let text: String

  /// `text` must be fit to be shown; stores use this to read back what they wrote.
  public init(_ text: String) { self.text = text }

  public var description: String { text }

  static func status(_ status: Int) -> Diagnosis { Diagnosis("HTTP \(status)") }

  static func status(_ status: Int, _ remark: String) -> Diagnosis {
    Diagnosis("HTTP \(status): \(remark)")
  }

  static func noAnswer(_ failure: TransportFailure) -> Diagnosis {
    Diagnosis("no answer: \(failure)")
  }

  /// The stored record does not agree with its checksum or can't be read at all.
  public static let damagedRecord = Diagnosis(
    "the stored record is damaged, so its key and content are unknown and it can't be sent")
}
