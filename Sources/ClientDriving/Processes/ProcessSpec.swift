// Owns: what a program is started with, and finding its file. Does not own: starting it.

/// A program, its arguments and all of its surroundings.
package struct ProcessSpec: Sendable {
  package enum Outputs: Sendable {
    case piped
    case discarded
  }

  /// The program and its arguments; without a slash the program is searched on `environment`'s PATH.
  package var arguments: [String]
  /// The whole environment; nothing is inherited.
  package var environment: [String: String]
  package var workingFolder: String
  /// Soft `RLIMIT_FSIZE` 0 with SIGXFSZ ignored: no regular file can grow.
  package var fileSizeLimitZero: Bool
  package var outputs: Outputs

  package init(
    arguments: [String], environment: [String: String], workingFolder: String,
    fileSizeLimitZero: Bool = false, outputs: Outputs = .piped
  ) {
    self.arguments = arguments
    self.environment = environment
    self.workingFolder = workingFolder
    self.fileSizeLimitZero = fileSizeLimitZero
    self.outputs = outputs
  }
}

extension ProcessSpec {
  /// The program's file. A relative path with a slash starts at the working folder.
  func programPath() throws(DrivingError) -> String {
    guard let name = arguments.first, !name.isEmpty else { throw .emptyCommand }
    guard !name.contains("/") else {
      let path = name.hasPrefix("/") ? name : "\(workingFolder)/\(name)"
      switch LibC.fileKind(path) {
      case .program: return path
      case .plainFile, .folder, .other: throw .programNotExecutable(name: name)
      case nil: throw .programMissing(name: name)
      }
    }
    let folders = (environment["PATH"] ?? "").split(
      separator: ":", omittingEmptySubsequences: false)
    var sawPlainFile = false
    for folder in folders {
      // An empty entry means the working folder, as in a shell.
      let path = folder.isEmpty ? "\(workingFolder)/\(name)" : "\(folder)/\(name)"
      switch LibC.fileKind(path) {
      case .program: return path
      case .plainFile: sawPlainFile = true
      case .folder, .other, nil: continue
      }
    }
    throw sawPlainFile ? .programNotExecutable(name: name) : .programNotOnPath(name: name)
  }

  func refuseNUL() throws(DrivingError) {
    guard !arguments.contains(where: { $0.utf8.contains(0) }) else {
      throw .textWithNUL(place: "client.command")
    }
    for (name, value) in environment where name.utf8.contains(0) || value.utf8.contains(0) {
      throw .textWithNUL(place: "client.environment")
    }
  }
}
