// Owns: numbers, flags, texts and words.

import AcceptanceModel
import StrictJSON

extension Form where Value == Bool {
  package static var flag: Form {
    Form(.boolean, wanted: "true or false", schema: Schema(["type": .string("boolean")])) {
      $0.value.boolValue
    }
  }

  /// A key that means yes by being present; `false` would mean nothing.
  package static var yes: Form {
    Form(.boolean, wanted: "true", schema: Schema(["const": .bool(true)])) {
      $0.value.boolValue == true ? true : nil
    }
  }
}

extension Form where Value == Int {
  package static func integer(_ range: ClosedRange<Int>) -> Form {
    Form(
      .number, wanted: "a whole number from \(range.lowerBound) to \(range.upperBound)",
      schema: Schema([
        "type": .string("integer"), "minimum": .integer(range.lowerBound),
        "maximum": .integer(range.upperBound),
      ])
    ) { node in node.value.intValue.flatMap { range.contains($0) ? $0 : nil } }
  }
}

extension Form where Value == Duration {
  package static func milliseconds(_ range: ClosedRange<Int>) -> Form {
    Form<Int>.integer(range).map { .milliseconds($0) }
  }
}

extension Form where Value == String {
  /// Any text, counted in Unicode scalars.
  package static func text(_ count: ClosedRange<Int>) -> Form {
    bounded(count, "a string of \(count.lowerBound) to \(count.upperBound) characters") { _ in nil }
  }

  /// One line for people to read, or an argument: no control characters.
  package static func line(_ count: ClosedRange<Int>) -> Form {
    bounded(count, "a string of \(count.lowerBound) to \(count.upperBound) characters") { text in
      text.unicodeScalars.contains { $0.properties.generalCategory == .control }
        ? "holds a control character; it must be one line of text" : nil
    }
  }

  /// An argument or a variable's value: what C can hold.
  package static func argument(_ count: ClosedRange<Int>) -> Form {
    bounded(count, "a string of \(count.lowerBound) to \(count.upperBound) characters") { text in
      text.unicodeScalars.contains("\0") ? "holds a NUL character; no process can be given it" : nil
    }
  }

  private static func bounded(
    _ count: ClosedRange<Int>, _ wanted: String,
    _ complaint: @escaping @Sendable (String) -> String?
  ) -> Form {
    Form(
      [.string], wanted: wanted,
      schema: Schema([
        "type": .string("string"), "minLength": .integer(count.lowerBound),
        "maxLength": .integer(count.upperBound),
      ])
    ) { node, subject, problems in
      guard let text = node.value.stringValue else {
        problems.add(
          node.position, "\(subject) must be \(wanted); found \(Found.name(of: node))")
        return nil
      }
      let length = text.unicodeScalars.count
      guard count.contains(length) else {
        problems.add(
          node.position,
          "\(subject) must be \(wanted); found \(length == 0 ? "an empty one" : "\(length)")")
        return nil
      }
      guard let complaint = complaint(text) else { return text }
      problems.add(node.position, "\(subject) \(complaint)")
      return nil
    }
  }

  /// One of `words`. `noun` names what they are: `unknown <noun> "…"`.
  package static func word(_ words: [String], noun: String) -> Form {
    let wanted =
      words.count <= Suggestion.listed ? Found.list(words, "or") : "the name of a \(noun)"
    return Form(
      [.string], wanted: wanted,
      schema: words.isEmpty
        ? Schema(["type": .string("string")]) : Schema(["enum": .strings(words)])
    ) { node, subject, problems in
      guard let word = node.value.stringValue else {
        problems.add(node.position, "\(subject) must be \(wanted); found \(Found.name(of: node))")
        return nil
      }
      if words.contains(word) { return word }
      let instead = problems.isFull ? "" : Suggestion.instead(of: word, among: words)
      problems.add(node.position, "unknown \(noun) \(Found.quoted(word)); \(instead)")
      return nil
    }
  }

  /// A name whose spelling is restricted.
  package static func name(_ spelling: Spelling) -> Form {
    Form([.string], wanted: spelling.wanted, schema: spelling.schema) {
      node, subject, problems in
      let text = node.value.stringValue
      if let text, spelling.accepts(text) { return text }
      let found = text.map(Found.quoted) ?? Found.name(of: node)
      problems.add(node.position, "\(subject) must be \(spelling.wanted); found \(found)")
      return nil
    }
  }
}

/// How a name may be spelt.
package struct Spelling: Sendable {
  package let wanted: String
  package let schema: Schema
  package let accepts: @Sendable (String) -> Bool

  /// `pattern` says the same as `accepts`, in the language of the schema.
  package init(
    _ wanted: String, longest: Int, pattern: String,
    accepts: @escaping @Sendable (String) -> Bool
  ) {
    self.wanted = "\(wanted), at most \(longest) characters"
    schema = Schema([
      "type": .string("string"), "pattern": .string(pattern), "maxLength": .integer(longest),
    ])
    self.accepts = { $0.unicodeScalars.count <= longest && accepts($0) }
  }
}

extension Form where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// One of the enum's raw values.
  package static func word(noun: String) -> Form {
    let cases = Array(Value.allCases)
    let words = Form<String>.word(cases.map(\.rawValue), noun: noun)
    return Form(words.kinds, wanted: words.wanted, schema: words.schema()) {
      node, subject, problems in
      let word = words.read(node, subject, &problems)
      return cases.first { $0.rawValue == word }
    }
  }
}
