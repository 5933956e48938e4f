// Owns: the variables that a client is given, and the placeholders in argv and in values.
// Does not own: starting it (ChildProcess).

/// What a client may know of its surroundings: the contract's allowlist and nothing else.
package struct ClientEnvironment: Sendable {
  /// The whole URL, e.g. `http://127.0.0.1:43817/items`.
  package var endpoint: String
  package var port: UInt16
  package var folders: ScenarioFolders
  /// Where the product's own programs are: `{bin}`.
  package var programFolder: String
  /// Variables that the scenario file names, values with placeholders. They win over the rest.
  package var named: [String: String]
  /// `nil`: this launch gets no credential.
  package var token: String?
  /// `nil`: the clock is not shifted. Whole seconds; a fraction is dropped.
  package var clockOffset: Duration?

  package init(
    endpoint: String, port: UInt16, folders: ScenarioFolders, programFolder: String,
    named: [String: String] = [:], token: String? = nil, clockOffset: Duration? = nil
  ) {
    self.endpoint = endpoint
    self.port = port
    self.folders = folders
    self.programFolder = programFolder
    self.named = named
    self.token = token
    self.clockOffset = clockOffset
  }

  /// Replaces `{endpoint}`, `{port}`, `{home}` and `{bin}`, each once: what a replacement brings
  /// in is not searched again, and other braces stay as they are.
  package func expanding(_ text: String) -> String { expanding(text, and: [:]) }

  /// - Parameter more: Placeholders of this one text, e.g. `{body}`, with their values.
  package func expanding(_ text: String, and more: [String: String]) -> String {
    let replacements = [
      "{endpoint}": endpoint, "{port}": "\(port)", "{home}": folders.home,
      "{bin}": programFolder,
    ].merging(more) { own, _ in own }
    var expanded = ""
    var rest = Substring(text)
    while let brace = rest.firstIndex(of: "{") {
      expanded += rest[..<brace]
      rest = rest[brace...]
      if let (placeholder, value) = replacements.first(where: { rest.hasPrefix($0.key) }) {
        expanded += value
        rest = rest.dropFirst(placeholder.count)
      } else {
        expanded.append(rest.removeFirst())
      }
    }
    return expanded + rest
  }

  /// The client's whole environment.
  ///
  /// - Parameter ambient: The runner's own; only `PATH` and `LANG` are taken from it.
  package func variables(ambient: [String: String]) -> [String: String] {
    var variables = [
      "PATH": ambient["PATH"] ?? "/usr/local/bin:/usr/bin:/bin",
      "LANG": ambient["LANG"] ?? "C.UTF-8",
      "HOME": folders.home,
      "TMPDIR": folders.temporary,
      // A Swift client that dies would otherwise spend seconds on a backtrace, alive all the while.
      "SWIFT_BACKTRACE": "enable=no",
    ]
    for (name, value) in named { variables[name] = expanding(value) }
    // After the named ones: these are the contract's words, and no scenario may bend them.
    variables["ACCEPTANCE_PROTOCOL"] = "1"
    variables["ACCEPTANCE_ENDPOINT"] = endpoint
    variables["ACCEPTANCE_HOME"] = folders.home
    variables["ACCEPTANCE_TOKEN"] = token
    variables["ACCEPTANCE_CLOCK_OFFSET_S"] = clockOffset.map { "\($0.components.seconds)" }
    return variables
  }
}

/// The folders of one scenario: what the client keeps, and beside it what it may throw away.
package struct ScenarioFolders: Sendable, Hashable {
  package let root: String

  /// - Parameter root: An absolute path of this scenario's own, without a slash at its end.
  package init(root: String) {
    self.root = root
  }

  package var home: String { root + "/home" }
  /// Beside the home: a client's temporary files must not look like its store.
  package var temporary: String { root + "/tmp" }

  /// Makes the two folders where they are not there yet; the folder that holds `root` must be.
  /// - Throws: `DrivingError.folderUnusable`.
  package func create() throws(DrivingError) {
    for (purpose, path) in [("own", root), ("home", home), ("temporary", temporary)] {
      guard LibC.makeFolder(path) else {
        throw .folderUnusable(purpose: purpose, errno: LibC.lastError)
      }
    }
  }
}
