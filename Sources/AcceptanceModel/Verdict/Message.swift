// Owns: sentences as values: what of a finding or an error is the product's own text, what is a
// number, what is the scenario file's, and what may be a client's.
// Does not own: what of it is shown (Redactor).

/// A sentence built of typed parts. Written as a string literal; what is interpolated must have a type
/// that says where it comes from. A plain `String` has none and does not compile: it is
/// `\(table:)` where the scenario file says it and `\(confidential:)` otherwise.
package struct Message: Sendable {
  package enum Part: Sendable, Hashable {
    /// Of the product's source: words, numbers and units.
    case own(String)
    /// Of the scenario file.
    case table(String)
    /// A measured or configured time.
    case time(Duration)
    /// May be a client's text: never shown.
    case confidential(String)
  }

  package private(set) var parts: [Part]

  package init(parts: [Part]) { self.parts = parts }

  /// What replaces a confidential part.
  package static let withheld = "[withheld]"

  /// Without its confidential parts.
  package var text: String { text { _ in true } }

  /// - Parameter showsTimes: Whether times are shown as they are; they differ from run to run.
  package func text(showingTimes showsTimes: Bool) -> String { text { _ in showsTimes } }

  private func text(_ showsTime: (Duration) -> Bool) -> String {
    parts.reduce(into: "") { text, part in
      switch part {
      case .own(let words), .table(let words): text += words
      case .time(let duration):
        let shown = Self.text(of: duration)
        text += showsTime(duration) ? shown : "…" + shown.drop { $0 != " " }
      case .confidential: text += Self.withheld
      }
    }
  }

  /// Long ones in seconds: more than six digits are hard to read.
  private static func text(of duration: Duration) -> String {
    duration < .seconds(1000) ? "\(duration.milliseconds) ms" : "\(duration.components.seconds) s"
  }
}

// MARK: - Equality

extension Message: Hashable {
  /// As texts are equal, whichever parts they are made of.
  private var compared: [Part] {
    parts.reduce(into: []) { merged, part in
      let words: String
      switch part {
      case .own(let text), .table(let text): words = text
      case .time(let duration): words = Self.text(of: duration)
      case .confidential: return merged.append(part)
      }
      if case .own(let before) = merged.last {
        merged.removeLast()
        return merged.append(.own(before + words))
      }
      if !words.isEmpty { merged.append(.own(words)) }
    }
  }

  package static func == (left: Message, right: Message) -> Bool { left.compared == right.compared }

  package func hash(into hasher: inout Hasher) { hasher.combine(compared) }
}

// MARK: - Writing them

/// A type whose description is the product's own: numbers and words of its source, whatever client or
/// server say.
package protocol OwnWords: CustomStringConvertible {}

extension Message: ExpressibleByStringInterpolation {
  package init(stringLiteral text: String) { parts = text.isEmpty ? [] : [.own(text)] }

  package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ text: String) {
      if !text.isEmpty { parts.append(.own(text)) }
    }

    package mutating func appendInterpolation(_ message: Message) { parts += message.parts }

    package mutating func appendInterpolation(_ number: some BinaryInteger) {
      parts.append(.own("\(number)"))
    }

    package mutating func appendInterpolation(_ duration: Duration) {
      parts.append(.time(duration))
    }

    package mutating func appendInterpolation(_ words: some OwnWords) {
      parts.append(.own("\(words)"))
    }

    /// A word that is written in the source: made at run time, a `StaticString` cannot be.
    package mutating func appendInterpolation(own word: StaticString) {
      parts.append(.own("\(word)"))
    }

    package mutating func appendInterpolation<Word: RawRepresentable<String> & CaseIterable>(
      _ word: Word
    ) { parts.append(.own(word.rawValue)) }

    package mutating func appendInterpolation(_ name: OperationName) {
      parts.append(.table(name.text))
    }

    package mutating func appendInterpolation(_ name: ProcessName) {
      parts.append(.table(name.text))
    }

    package mutating func appendInterpolation(_ id: ScenarioID) { parts.append(.table(id.text)) }

    /// A text that the scenario file says.
    package mutating func appendInterpolation(table text: String) { parts.append(.table(text)) }

    /// A command of the contract's; any other text is confidential.
    package mutating func appendInterpolation(command text: String) {
      parts.append(ContractVerb(rawValue: text) == nil ? .confidential(text) : .own(text))
    }

    /// A text that may be a client's. It is kept for comparing, and never shown.
    package mutating func appendInterpolation(confidential text: String) {
      parts.append(.confidential(text))
    }
  }
}

extension LaunchNumber: OwnWords {}
extension RequestNumber: OwnWords {}
extension ConnectionNumber: OwnWords {}
extension RecordNumber: OwnWords {}
extension FindingCode: OwnWords {}

extension Message {
  package static func + (left: Message, right: Message) -> Message {
    Message(parts: left.parts + right.parts)
  }

  package static func += (left: inout Message, right: Message) { left.parts += right.parts }
}

extension Sequence<Message> {
  package func joined(separator: Message) -> Message {
    reduce(nil) { joined, next in joined.map { $0 + separator + next } ?? next } ?? ""
  }
}

// MARK: - Showing them

/// However it is printed, its confidential parts are not.
extension Message: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { text }

  package var debugDescription: String { text }

  package var customMirror: Mirror { Mirror(self, children: ["text": text]) }
}
