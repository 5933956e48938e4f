// Owns: which words of a sentence may be shown.
//
// Sentences are the runner's and the judge's own and should quote nothing. This is the second
// fence: a word passes if it is prose (letters in one usual case), a short number, or a word of the
// scenario file; whatever else it is, a key, a path, an address, a token, is withheld.

package struct SentenceFilter: Sendable {
  package static let withheld = "[withheld]"

  /// Confidential texts shorter than this are not searched for: a task that is called `1` must not
  /// take every number with it. They cannot be told from prose, whatever one does.
  static let shortestSearched = 6

  private let vocabulary: Set<String>
  private let confidential: [String]

  /// - Parameters:
  ///   - vocabulary: Words of the scenario file, which may be shown in any shape.
  ///   - confidential: Texts that were seen in this scenario and must not be shown.
  init(vocabulary: some Sequence<String>, confidential: some Sequence<String>) {
    var words = Self.ownWords
    for text in vocabulary {
      words.insert(text)
      for word in text.split(whereSeparator: \.isWhitespace) {
        words.insert(Self.core(of: word).text)
      }
    }
    self.vocabulary = words
    self.confidential = confidential.filter {
      $0.utf8.count >= Self.shortestSearched && !words.contains($0)
    }
  }

  func filtered(_ text: String) -> String {
    var plain = PlainText.visible(text)
    for secret in confidential where plain.utf8.contains(secret.utf8) {
      plain = plain.replacing(secret, with: Self.withheld)
    }
    var words: [String] = []
    for word in plain.split(separator: " ", omittingEmptySubsequences: false) {
      let shown = isSafe(word) ? String(word) : Self.core(of: word).surrounded(Self.withheld)
      // Runs of withheld words say no more than one, not even how many they were.
      if shown == Self.withheld, words.last == Self.withheld { continue }
      words.append(shown)
    }
    return words.joined(separator: " ")
  }

  private func isSafe(_ word: Substring) -> Bool {
    let core = Self.core(of: word).text
    if core.isEmpty || core == "withheld" || vocabulary.contains(core) { return true }
    if core.hasSuffix("'s"), vocabulary.contains(String(core.dropLast(2))) { return true }
    if Self.isNumber(core[...]) || Self.isTableKey(core) { return true }
    let parts = core.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count > 1 {
      // GET/HEAD and 3/4, but no path.
      return parts.allSatisfy { Self.isNumber($0) || Self.isAcronym($0) }
    }
    return core.split(separator: "-", omittingEmptySubsequences: false).allSatisfy(Self.isProse)
  }

  // MARK: - Shapes

  private static func isNumber(_ text: Substring) -> Bool {
    let units: Set = ["", "ms", "s", "B", "KiB", "MiB", "%", "x", "xx", "st", "nd", "rd", "th"]
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
    return (1...9).contains(digits.count) && units.contains(String(text.dropFirst(digits.count)))
  }

  /// A place in the table as its messages name it: `client.command[0]`, `client.verbs.tasks.argv[0]`.
  private static func isTableKey(_ text: String) -> Bool {
    let parts = text.split { ".[]".contains($0) }
    return parts.first == "client" && text.hasPrefix("client.")
      && parts.dropFirst().allSatisfy { isNumber($0) || tableKeys.contains(String($0)) }
  }

  private static let tableKeys: Set<String> = [
    "command", "verbs", "app", "driver", "argv", "environment", "limits", "hello", "launch",
    "submit", "tasks", "sync", "retry", "damage", "terminate", "kill", "reset", "diagnostics",
    "device", "id",
  ]

  private static func isAcronym(_ text: Substring) -> Bool {
    (2...8).contains(text.count) && text.allSatisfy { $0.isASCII && $0.isUppercase }
  }

  private static func isProse(_ part: Substring) -> Bool {
    let letters = part.filter { $0 != "'" && $0 != "’" }
    guard (1...20).contains(letters.count), letters.allSatisfy({ $0.isASCII && $0.isLetter }) else {
      return false
    }
    return letters.dropFirst().allSatisfy(\.isLowercase) || isAcronym(letters[...])
  }

  private struct Core {
    let before: Substring
    let text: String
    let after: Substring

    func surrounded(_ replacement: String) -> String { before + replacement + after }
  }

  /// A word without the punctuation around it.
  private static func core(of word: Substring) -> Core {
    let marks: Set<Character> = [
      ".", ",", ":", ";", "?", "!", "(", ")", "\"", "'", "“", "”", "‘", "’", "…", "–", "—", "→",
      "×", "·", "=", "+", "[", "]", "`", "<", ">", "-", "/", "≥", "≤",
    ]
    let before = word.prefix { marks.contains($0) }
    let rest = word.dropFirst(before.count)
    let after = rest.reversed().prefix { marks.contains($0) }.count
    let path = before.contains("/") ? "/" : ""
    return Core(
      before: before.filter { $0 != "/" }, text: path + rest.dropLast(after),
      after: rest.suffix(after))
  }

  /// Words of the contract and of protocols, whose shapes are unusual.
  private static let ownWords: Set<String> = [
    "UTF-8", "SHA-256", "HTTP/1.1", "2xx", "3xx", "4xx", "5xx", "and/or", "jsonl",
    "Idempotency-Key", "Retry-After", "Content-Length", "Transfer-Encoding", "Content-Type",
    "retryCapMs", "responseTimeoutMs", "leaseMs", "quitMs", "maxSendsPerSecond", "onSync",
    "answerWithinMs", "tapAgain", "damageStore", "expectsKey", "okExit", "knownFailures", "stdout",
    "stderr",
    "stdin", "SIGKILL", "SIGTERM", "SIGSTOP", "SIGCONT", "SIGSEGV", "SIGABRT", "SIGPIPE", "MiB",
    "KiB", "ACCEPTANCE_ENDPOINT", "ACCEPTANCE_TOKEN", "ACCEPTANCE_HOME",
  ]
}

extension Sequence<UInt8> {
  /// Whether the bytes of `other` stand in these, one after the other; an empty one never does.
  package func contains(_ other: some Collection<UInt8>) -> Bool {
    let own = Array(self)
    let other = Array(other)
    guard let first = other.first, own.count >= other.count else { return false }
    for start in 0...(own.count - other.count) where own[start] == first {
      if own[start..<(start + other.count)].elementsEqual(other) { return true }
    }
    return false
  }
}
