// Owns: what an outcome means for a task. Does not own: which outcome means what (AnswerRules).

public enum Disposition: Sendable, Hashable {
  /// The server has this write, without doubt.
  case done
  /// Unknown, or refused for now: send again later, at the earliest after `floor`, where the
  /// server named one.
  case keep(Diagnosis, floor: Duration?)
  /// Only a credential, a sync or a launch can help.
  case pause(Diagnosis, floor: Duration?)
  /// Refused for good.
  case stop(Diagnosis)
}

/// What to do with an outcome at once.
public enum ResponseInterpretation: Sendable, Hashable {
  case ruled(Disposition)
  /// Ask this URL of the same origin instead, with method, key and body as they are.
  case redirected(to: String)
}
