/// An instant of a request's life that can be seen from the server, in the order in which they come.
package enum ServerMoment: String, Sendable, Hashable, CaseIterable {
  /// The connection is accepted, nothing was read.
  case accepted
  /// The head is read, nothing of the body.
  case headersRead = "headers-read"
  /// The request is complete.
  case bodyRead = "body-read"
  /// The faults before the commit have acted; nothing is recorded.
  case beforeCommit = "before-commit"
  /// The record is made, no byte of the answer is written.
  case afterCommit = "after-commit"
  /// Half of the answer is written.
  case answerBegun = "answer-begun"
  /// The whole answer is written.
  case answerEnded = "answer-ended"
}
