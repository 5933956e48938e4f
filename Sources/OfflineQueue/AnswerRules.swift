// Owns: the table from answers to rulings. Does not own: what a success looks like (SuccessCheck)
// or when Retry-After ends (RetryAfter).

/// What each answer means. The default is the contract's table; two rows can be set, and the
/// check of a success can be replaced where a server answers otherwise.
public struct AnswerRules: Sendable {
  public enum Conflict: Sendable, Hashable {
    /// 409 refuses for good.
    case finalRefusal
    /// 409 says that the first send of this key is still being worked on (IETF draft).
    case stillInProgress
  }

  public enum EmptySuccess: Sendable, Hashable {
    /// 204 or an empty 2xx proves nothing: sent again.
    case unknown
    /// The server is known to answer a write that way.
    case success
  }

  /// Redirects that one send follows; one more stops the task.
  public static let hopLimit = 3

  public var conflict: Conflict
  public var emptySuccess: EmptySuccess
  /// Asked for every 2xx but 202 that has a body, with the task that was sent.
  public var success: @Sendable (Answer, WriteTask) -> SuccessCheck.Finding

  public init(
    conflict: Conflict = .finalRefusal, emptySuccess: EmptySuccess = .unknown,
    success: @escaping @Sendable (Answer, WriteTask) -> SuccessCheck.Finding = SuccessCheck.find(
      in:for:)
  ) {
    self.conflict = conflict
    self.emptySuccess = emptySuccess
    self.success = success
  }

  /// - Parameters:
  ///   - hops: Redirects that this send has followed already.
  ///   - wall: Since 1970, for a `Retry-After` date in an answer that has no `Date`.
  public func reading(
    of outcome: SendOutcome, for task: WriteTask, hops: Int, wall: Duration
  ) -> ResponseInterpretation {
    switch outcome {
    case .unknown(let failure): .ruled(.keep(.noAnswer(failure), floor: nil))
    case .answered(let answer): reading(of: answer, for: task, hops: hops, wall: wall)
    }
  }

  private func reading(
    of answer: Answer, for task: WriteTask, hops: Int, wall: Duration
  ) -> ResponseInterpretation {
    let status = answer.status
    let floor = RetryAfter.floor(of: answer, wall: wall)
    switch status {
    case 202:
      return .ruled(.keep(.status(status, "accepted, not done yet"), floor: floor))
    case 200..<300:
      return .ruled(disposition(onSuccess: answer, for: task, floor: floor))
    case 307, 308:
      return redirect(answer, hops: hops)
    case 300..<400:
      return .ruled(.stop(.status(status, "a redirect that would lose the write")))
    case 401, 403, 407:
      return .ruled(.pause(.status(status, "waits for a credential"), floor: floor))
    case 408, 421, 423, 425, 429:
      return .ruled(.keep(.status(status), floor: floor))
    case 409:
      switch conflict {
      case .finalRefusal: return .ruled(.stop(.status(status)))
      case .stillInProgress: return .ruled(.keep(.status(status, "in progress"), floor: floor))
      }
    case 400..<500:
      // The unknown ones too: a request that is called wrong does not get right by itself.
      return .ruled(.stop(.status(status)))
    default:
      // 5xx, 501 and 505 among them; and what no standard knows says nothing about the write.
      return .ruled(.keep(.status(status), floor: floor))
    }
  }

  private func disposition(
    onSuccess answer: Answer, for task: WriteTask, floor: Duration?
  ) -> Disposition {
    if answer.body.isEmpty {
      switch emptySuccess {
      case .success: return .done
      case .unknown: return .keep(.status(answer.status, "an empty answer"), floor: floor)
      }
    }
    switch success(answer, task) {
    case .success: return .done
    case .doubt(let remark): return .keep(.status(answer.status, remark), floor: floor)
    }
  }

  private func redirect(_ answer: Answer, hops: Int) -> ResponseInterpretation {
    guard hops < Self.hopLimit else {
      return .ruled(.stop(.status(answer.status, "more than \(Self.hopLimit) redirects in a row")))
    }
    guard let location = answer.location, let asked = Endpoint(answer.url),
      let target = asked.resolving(location)
    else {
      return .ruled(.stop(.status(answer.status, "a redirect without a usable target")))
    }
    guard target.hasSameOrigin(as: asked) else {
      return .ruled(.stop(.status(answer.status, "a redirect to another origin")))
    }
    return .redirected(to: target.text)
  }
}
