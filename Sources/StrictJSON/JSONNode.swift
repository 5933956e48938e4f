// Owns: a JSON value together with where it stood, for messages that point at the place.

package struct JSONNode: Sendable {
  package indirect enum Content: Sendable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSONNode])
    case object([Member])
  }

  package struct Member: Sendable {
    package let name: String
    package let namePosition: SourcePosition
    package let node: JSONNode
  }

  package let content: Content
  package let position: SourcePosition

  package var value: JSONValue {
    switch content {
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .number(let text): .number(text)
    case .string(let text): .string(text)
    case .array(let elements): .array(elements.map(\.value))
    case .object(let members): .object(members.map { JSONMember($0.name, $0.node.value) })
    }
  }
}

/// Where something stands in a text: both counted from 1, columns in Unicode scalars.
package struct SourcePosition: Sendable, Hashable, CustomStringConvertible {
  package let line: Int
  package let column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  package var description: String { "\(line):\(column)" }
}

/// A text that is no JSON. `reason` says what was found and what would be accepted; it quotes at
/// most one character of the text, so it can be shown even where the text is confidential.
package struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  package let position: SourcePosition
  package let reason: String

  package var description: String { "\(position): \(reason)" }
}
