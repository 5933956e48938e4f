// Owns: a JSON value together with where it was, for messages that point at the place.

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
}

extension JSONNode {
  /// A container whose values are being taken over.
  private struct Frame {
    let nodes: [JSONNode]
    /// `nil` for an array.
    let names: [String]?
    var values: [JSONValue] = []

    init?(_ content: Content) {
      switch content {
      case .array(let elements): (nodes, names) = (elements, nil)
      case .object(let members):
        nodes = members.map { $0.node }
        names = members.map { $0.name }
      case .null, .bool, .number, .string: return nil
      }
    }

    var next: JSONNode? { values.count < nodes.count ? nodes[values.count] : nil }

    var value: JSONValue {
      guard let names else { return .array(values) }
      return .object(zip(names, values).map { JSONMember($0, $1) })
    }
  }

  /// Without its places. With a stack of its own, as the parser.
  package var value: JSONValue {
    guard let frame = Frame(content) else { return content.scalar }
    var open = [frame]
    while let last = open.indices.last {
      if let node = open[last].next {
        if let frame = Frame(node.content) {
          open.append(frame)
        } else {
          open[last].values.append(node.content.scalar)
        }
        continue
      }
      let value = open.removeLast().value
      guard let outer = open.indices.last else { return value }
      open[outer].values.append(value)
    }
    return .null
  }
}

extension JSONNode.Content {
  /// `null` for a container.
  fileprivate var scalar: JSONValue {
    switch self {
    case .null, .array, .object: .null
    case .bool(let flag): .bool(flag)
    case .number(let text): .number(text)
    case .string(let text): .string(text)
    }
  }
}

/// Where something is in a text: both counted from 1, columns in Unicode scalars.
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
  package enum Kind: Sendable, Hashable {
    case syntax
    /// The text ends too early.
    case end
    /// It is not UTF-8.
    case encoding
    case repeatedName
    case depth
  }

  package let position: SourcePosition
  package let kind: Kind
  package let reason: String

  package var description: String { "\(position): \(reason)" }
}
