/// The name of a field of an evidence line.
///
/// It is written in the source: a `StaticString` cannot be made at run time, so no client's text
/// becomes a name.
package struct FieldName: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  package let text: String

  package init(_ text: StaticString) { self.text = "\(text)" }

  package init(stringLiteral text: StaticString) { self.text = "\(text)" }

  package var description: String { text }
}
