// Owns: the numbers that a success answer carries, by name.

/// A handful of names at most, so a list in the order of the names: the fault server makes one for every
/// answer, and a dictionary would cost it more than the answer.
package struct AnswerNumbers: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  package struct Member: Sendable, Hashable {
    package let name: String
    package let value: Int
  }

  /// In the order of the names.
  package private(set) var members: [Member] = []

  package init() {}

  /// Of repeated names the last one counts.
  package init(dictionaryLiteral elements: (String, Int)...) {
    if zip(elements, elements.dropFirst()).allSatisfy({ $0.0 < $1.0 }) {
      members = elements.map { Member(name: $0, value: $1) }
    } else {
      for (name, value) in elements { self[name] = value }
    }
  }

  /// `nil` where the answer carries no such number.
  package subscript(_ name: String) -> Int? {
    get { members.first { $0.name == name }?.value }
    set {
      let index = members.firstIndex { $0.name >= name } ?? members.endIndex
      let isKnown = index < members.endIndex && members[index].name == name
      let range = index..<(isKnown ? index + 1 : index)
      members.replaceSubrange(range, with: newValue.map { [Member(name: name, value: $0)] } ?? [])
    }
  }
}
