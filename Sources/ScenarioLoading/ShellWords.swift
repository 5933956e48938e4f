// Owns: splitting one string into an argv array as a POSIX shell would (XCU 2.2), without expanding
// anything: `$`, `~`, `*`, `;` and the like are literal.

package enum ShellWordsError: Error, Sendable, Hashable, CustomStringConvertible {
  /// `column` is where the quote opens, from 1 in characters.
  case unclosedQuote(Character, column: Int)
  case trailingBackslash

  package var description: String {
    switch self {
    case .unclosedQuote(let quote, let column):
      "the quote \(quote) at character \(column) is never closed; close it, or put \\ before it"
    case .trailingBackslash:
      "the text ends with a backslash that quotes nothing; drop it, or double it"
    }
  }
}

package enum ShellWords {
  /// The words; none for a text of blanks. `''` is a word without characters.
  package static func split(_ text: String) throws(ShellWordsError) -> [String] {
    var splitter = Splitter()
    for scalar in text.unicodeScalars { splitter.take(scalar) }
    return try splitter.finish()
  }

  private struct Splitter {
    private enum State {
      case plain
      case escaped
      case single(column: Int)
      case double(column: Int)
      case doubleEscaped(column: Int)
    }

    private var words: [String] = []
    /// `nil` between words.
    private var word: String?
    private var state = State.plain
    private var column = 0

    mutating func take(_ scalar: Unicode.Scalar) {
      column += 1
      switch state {
      case .plain: takePlain(scalar)
      case .escaped:
        // A backslash before a line end continues the line: both vanish.
        if scalar != "\n" { append(scalar) }
        state = .plain
      case .single:
        if scalar == "'" { state = .plain } else { append(scalar) }
      case .double(let start):
        switch scalar {
        case "\"": state = .plain
        case "\\": state = .doubleEscaped(column: start)
        default: append(scalar)
        }
      case .doubleEscaped(let start):
        // Inside double quotes a backslash quotes only these; before others it is literal.
        if !["$", "`", "\"", "\\", "\n"].contains(scalar) { append("\\") }
        if scalar != "\n" { append(scalar) }
        state = .double(column: start)
      }
    }

    private mutating func takePlain(_ scalar: Unicode.Scalar) {
      switch scalar {
      case " ", "\t", "\n":
        if let word { words.append(word) }
        word = nil
      case "\\": state = .escaped
      case "'", "\"":
        state = scalar == "'" ? .single(column: column) : .double(column: column)
        word = word ?? ""
      default: append(scalar)
      }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
      var text = word ?? ""
      text.unicodeScalars.append(scalar)
      word = text
    }

    mutating func finish() throws(ShellWordsError) -> [String] {
      switch state {
      case .plain: break
      case .escaped: throw .trailingBackslash
      case .single(let column): throw .unclosedQuote("'", column: column)
      case .double(let column), .doubleEscaped(let column):
        throw .unclosedQuote("\"", column: column)
      }
      if let word { words.append(word) }
      return words
    }
  }
}
