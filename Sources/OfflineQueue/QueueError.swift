// Owns: what a queue refuses, and the sentences for it. A store's own errors pass through.

public enum QueueError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Carries the whole sentence.
  case unfitLimits(String)
  /// Neither ASCII nor free of control characters: a header can't contain it.
  case unfitContentType
  /// `QueueSources.identifier` made a text that can't be a key.
  case unfitIdentifier
  /// The operation is queued already, with another body or content type.
  case operationHasOtherContent
  case unknownTask
  /// `stop()` has been called.
  case queueStopped

  public var description: String {
    switch self {
    case .unfitLimits(let sentence): "limits: " + sentence
    case .unfitContentType:
      "enqueue: the content type has characters that no header can carry; it must be visible "
        + "ASCII and blanks"
    case .unfitIdentifier:
      "enqueue: the source of identifiers made one that can't be a key; it must be 1 to 255 "
        + "visible ASCII characters"
    case .operationHasOtherContent:
      "enqueue: this operation is in the queue with other content; each operation has one "
        + "content, a new content needs a new operation"
    case .unknownTask: "no such task is in the queue; `tasks` lists those that are"
    case .queueStopped: "the queue has been stopped; open a new one"
    }
  }
}
