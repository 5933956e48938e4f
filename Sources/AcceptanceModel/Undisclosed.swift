// Owns: values that never print themselves.

/// What it holds may be a client's or a user's secret: a key, a credential, a marker, a body, a header.
/// Interpolated, debugged, dumped or reflected, also from within another value, it shows its type only.
package protocol Undisclosed: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{}

extension Undisclosed {
  package var description: String { "\(Self.self) \(Message.withheld)" }

  package var debugDescription: String { description }

  package var customMirror: Mirror { Mirror(self, children: []) }
}

extension IdempotencyKey: Undisclosed {}
extension TaskID: Undisclosed {}
extension Marker: Undisclosed {}
