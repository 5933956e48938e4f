// Owns: the lines that the runner writes to its guard.

/// One line each. A folder is the last thing on its line, and its path holds no line feed.
enum GuardMessage: Equatable, Sendable {
  /// The run's temporary folder.
  case folder(String)
  /// A process that leads a session and group of its own.
  case spawned(Int32)
  /// Nothing of that session is left.
  case gone(Int32)
  case keepFolder
  /// The user is about to stop the runner (Ctrl-Z), and will continue it.
  case pausing
  case resumed
  /// The run has ended: exit without touching anything.
  case over
}

extension GuardMessage {
  var line: String {
    switch self {
    case .folder(let path): "folder \(path)\n"
    case .spawned(let process): "spawned \(process)\n"
    case .gone(let process): "gone \(process)\n"
    case .keepFolder: "keep-folder\n"
    case .pausing: "pausing\n"
    case .resumed: "resumed\n"
    case .over: "over\n"
    }
  }

  /// - Parameter line: Without its line feed. `nil` where it is no message.
  init?(line: String) {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    switch (words.first, words.dropFirst().first) {
    case ("folder", .some(let path)): self = .folder(path)
    case ("spawned", .some(let number)):
      guard let process = Int32(number), process > 1 else { return nil }
      self = .spawned(process)
    case ("gone", .some(let number)):
      guard let process = Int32(number), process > 1 else { return nil }
      self = .gone(process)
    case ("keep-folder", nil): self = .keepFolder
    case ("pausing", nil): self = .pausing
    case ("resumed", nil): self = .resumed
    case ("over", nil): self = .over
    default: return nil
    }
  }
}
